import { ABSENCE_GROUPS, groupOf, type JudgedStatus } from './status.ts';

/** `CURRENT`: what ends today or later (T-3.69). */
export const ABSENCE_FILTERS = ['CURRENT', 'ALL'] as const;
export type AbsenceFilter = (typeof ABSENCE_FILTERS)[number];

/** `default`: what begins latest first; `priority`: by group, and within it the same (T-3.70). */
export const ABSENCE_ORDERS = ['default', 'priority'] as const;
export type AbsenceOrder = (typeof ABSENCE_ORDERS)[number];

/** Does an absence end today or later? The beginning of today comes from the school's zone. */
export const isCurrent = ({ ends_at }: { ends_at: string }, startOfToday: Date): boolean =>
  Date.parse(ends_at) >= startOfToday.getTime();

/** Absences in the order of a list; equal ones stay as they were. */
export function sortAbsences<T extends JudgedStatus>(absences: readonly T[], order: AbsenceOrder, now: Date): T[] {
  const placeOf = (absence: T) => (order === 'priority' ? ABSENCE_GROUPS.indexOf(groupOf(absence, now)) : 0);
  return absences.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || Date.parse(other.begins_at) - Date.parse(one.begins_at),
  );
}
