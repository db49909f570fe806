import type { SubstitutionRecord } from '@kreide/core/features/timetable-import';
import type { Slot } from './grid.ts';
import type { LessonRow } from './state.ts';

/** One side of a substitution in our ids; null = not named. */
export interface SideIds {
  subject_id: number | null;
  grade_ids: number[] | null;
  teacher_ids: number[] | null;
  bookable_ids: number[] | null;
}

const overlaps = (a: readonly number[], b: readonly number[]) => a.some((id) => b.includes(id));

/**
 * The lessons of the day that a substitution replaces: by the source's lesson, else by slot, class, teacher and
 * subject.
 */
export function findReplaced(
  record: Pick<SubstitutionRecord, 'kind' | 'hour' | 'lesson'>,
  from: SideIds,
  slot: Slot | null,
  lessons: readonly LessonRow[],
): LessonRow[] {
  if (record.kind === 'ADDITIONAL' || record.kind === 'SUPERVISION') return [];
  const inSlot = lessons.filter((row) =>
    record.hour !== null && row.hour !== null
      ? row.hour === record.hour || isWithin(row, slot)
      : slot !== null && row.time_begins_at === slot.begins_at,
  );
  if (record.lesson !== null) {
    const named = inSlot.filter(
      (row) => row.external_lesson === record.lesson || row.external_lesson.startsWith(`${record.lesson}/`),
    );
    const fitting = named.filter((row) => fits(row, from));
    if (fitting.length > 0) return fitting;
    if (named.length > 0) return named;
  }
  const isNamed = Boolean(from.teacher_ids?.length || from.grade_ids?.length);
  return isNamed ? inSlot.filter((row) => fits(row, from)) : [];
}

function isWithin(row: LessonRow, slot: Slot | null): boolean {
  return (
    slot !== null &&
    row.time_begins_at !== null &&
    row.time_ends_at !== null &&
    row.time_begins_at >= slot.begins_at &&
    row.time_ends_at <= slot.ends_at
  );
}

/** True unless a value that both have differs. */
function fits(row: LessonRow, from: SideIds): boolean {
  return (
    (!from.teacher_ids?.length || row.teacher_ids.length === 0 || overlaps(row.teacher_ids, from.teacher_ids)) &&
    (!from.grade_ids?.length || row.grade_ids.length === 0 || overlaps(row.grade_ids, from.grade_ids)) &&
    (from.subject_id === null || row.subject_id === null || row.subject_id === from.subject_id)
  );
}
