import type { DateRange, Entity, Occurrence } from '@kreide/core/features/timetable';
import { useMemo } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { ownPlans } from './target.ts';
import { usePlan } from './use-plan.ts';

/**
 * Which lessons of a class's plan are those of the one who looks: a pupil's and a child's by their own plan, a teacher's
 * by the teacher. Undefined where nobody's courses stand out.
 */
export function useOwnCourses(
  entity: Entity,
  ranges: readonly DateRange[],
): ((occurrence: Occurrence) => boolean) | undefined {
  const self = useSelf();
  const own = entity === 'grades' ? ownPlans(self)[0]?.id : undefined;
  const { timetable } = usePlan('users', String(own), own === undefined ? NONE : ranges);
  const teacher = entity === 'grades' ? self.teacher_id : null;
  return useMemo(() => {
    if (teacher !== null) return ({ lesson }) => lesson.teachers.some(({ id }) => id === teacher);
    if (own === undefined || !timetable) return undefined;
    const known = new Set(timetable.lessons.map(({ uuid }) => uuid));
    return ({ lesson }) => known.has(lesson.uuid);
  }, [teacher, own, timetable]);
}

const NONE: readonly DateRange[] = [];
