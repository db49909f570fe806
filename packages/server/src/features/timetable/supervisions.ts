import { datesOf } from './occurrences.ts';
import type { PlanSnapshot, PlanSubstitution, PlanSupervision } from './snapshot.ts';
import type { StoredSupervision } from './stored.ts';

/** A supervision with its dates of the school year, ascending, without free days. */
export function toPlanSupervision(
  row: StoredSupervision,
  { begins_at, ends_at }: { begins_at: string; ends_at: string },
  free: ReadonlySet<number>,
): PlanSupervision {
  const { uuid, area, teacher_id, weekday, before_hour, time_begins_at, time_ends_at, weeks, dates } = row;
  return {
    uuid,
    before_hour,
    time_begins_at,
    time_ends_at,
    lesson_id: null,
    kind: 'SUPERVISION',
    hour: null,
    comment: area,
    course_id: null,
    subject_id: null,
    grade_ids: [],
    teacher_ids: teacher_id === null ? [] : [teacher_id],
    bookable_ids: [],
    dates: datesOf({ weekday, begins_at, ends_at, weeks, dates }, free),
  };
}

const slotOf = (date: string, hour: string | null) => `${date} ${hour}`;

/** The supervisions of a teacher with the days on which nobody stands in: those are shown as a change of the day. */
export function selectSupervisions(
  snapshot: Pick<PlanSnapshot, 'supervisions' | 'substitutions'>,
  teacherId: number,
): { supervision: PlanSupervision; dates: string[] }[] {
  const own = snapshot.supervisions.filter(({ teacher_ids }) => teacher_ids.includes(teacherId));
  if (own.length === 0) return [];
  const relieved = new Set(
    snapshot.substitutions
      .filter(({ kind, from_teacher_ids }) => kind === 'SUPERVISION' && from_teacher_ids.includes(teacherId))
      .map(({ date, hour }) => slotOf(date, hour)),
  );
  return own.map((supervision) => ({
    supervision,
    dates: supervision.dates.filter((date) => !relieved.has(slotOf(date, supervision.before_hour))),
  }));
}

/** The place of the changed supervision, for a source that only names person and time; null when it is unknown. */
export function areaOf(
  { supervisions }: Pick<PlanSnapshot, 'supervisions'>,
  { kind, date, hour, from_teacher_ids }: PlanSubstitution,
): string | null {
  if (kind !== 'SUPERVISION') return null;
  const found = supervisions.find(
    ({ before_hour, teacher_ids, dates }) =>
      before_hour === hour && teacher_ids.some((id) => from_teacher_ids.includes(id)) && dates.includes(date),
  );
  return found?.comment ?? null;
}
