import { type PlanSubstitution, selectSupervisions } from '../timetable/index.ts';
import { missingAt } from './changes.ts';
import type { DayFacts } from './facts.ts';

const NO_PARTS = {
  from_subject_id: null,
  from_grade_ids: [],
  from_bookable_ids: [],
  course_id: null,
  subject_id: null,
};
const NO_TARGET = { target_date: null, target_hour: null, target_time_begins_at: null, target_time_ends_at: null };

/** The break supervisions of absent teachers in which nobody stands in, said like a change of the day. */
function supervisionsOf({ snapshot, date, changes, absences }: DayFacts): PlanSubstitution[] {
  const away = [...new Set(absences.flatMap(({ teacher_id }) => teacher_id ?? []))];
  return away.flatMap((id) =>
    selectSupervisions({ ...snapshot, substitutions: [...changes] }, id)
      .filter(({ dates }) => dates.includes(date))
      .map(({ supervision }): PlanSubstitution => {
        const { uuid, before_hour, time_begins_at, time_ends_at, comment } = supervision;
        const held = { hour: before_hour, time_begins_at, time_ends_at, grade_ids: [], bookable_ids: [] };
        const whose = { teacher_ids: [id], from_teacher_ids: [id], replaces: [], comment, moved_comment: null };
        return {
          id: 0,
          uuid,
          kind: 'SUPERVISION',
          is_hidden: false,
          date,
          ...NO_PARTS,
          ...NO_TARGET,
          ...held,
          ...whose,
        };
      }),
  );
}

/** What takes place on the day without a lesson of the plan, and somebody or something of it is missing, by time. */
export function listStranded(facts: DayFacts): PlanSubstitution[] {
  const { changes, absences, date } = facts;
  const alone = changes.filter(
    ({ kind, replaces }) =>
      (replaces.length === 0 || kind === 'ADDITIONAL') && kind !== 'CANCLED' && kind !== 'MOVED_TO',
  );
  return [...alone, ...supervisionsOf(facts)]
    .filter(({ time_begins_at: begins_at, time_ends_at: ends_at, teacher_ids, bookable_ids }) => {
      const missing = missingAt(absences, date, { begins_at, ends_at });
      return teacher_ids.some((id) => missing.teachers.has(id)) || bookable_ids.some((id) => missing.bookables.has(id));
    })
    .sort((a, b) => (a.time_begins_at < b.time_begins_at ? -1 : 1));
}
