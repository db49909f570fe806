import type { RailSettings } from '@kreide/core/features/planner';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { railsAheadQuery } from './planner-queries.ts';

/** What is certain of rails before anything runs, as the settings are; nothing is asked for without a class. */
export function useRailsAhead(versionId: number, settings: RailSettings) {
  const { grade_ids, rails, most_pupils, most_courses, parts = [], second_half_at } = settings;
  const said = parts.map(({ course_id, when }) => `${course_id}:${when}`).join();
  return useQuery({
    ...railsAheadQuery(`${versionId}`, {
      grades: grade_ids.join(','),
      rails: `${rails}`,
      most_pupils: `${most_pupils}`,
      most_courses: `${most_courses}`,
      ...(said !== '' && { parts: said }),
      ...(second_half_at && { second_half_at }),
    }),
    enabled: grade_ids.length > 0,
    placeholderData: keepPreviousData,
  });
}
