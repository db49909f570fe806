import { ABSENCE_GROUPS, groupOf, type JudgedStatus } from './status.ts';

/** `CURRENT`: what ends today or later (T-3.69). */
export const ABSENCE_FILTERS = ['CURRENT', 'ALL'] as const;
export type AbsenceFilter = (typeof ABSENCE_FILTERS)[number];

/**
 * `default`: what begins latest first; `begins`: what begins earliest first; `priority`: by group, the most urgent or with
 * a minus the least urgent first, and within it what begins latest (T-3.70).
 */
export const ABSENCE_ORDERS = ['default', 'begins', 'priority', '-priority'] as const;
export type AbsenceOrder = (typeof ABSENCE_ORDERS)[number];

/** Does an absence end today or later? The beginning of today comes from the school's zone. */
export const isCurrent = ({ ends_at }: { ends_at: string }, startOfToday: Date): boolean =>
  Date.parse(ends_at) >= startOfToday.getTime();

/** Absences in the order of a list; equal ones stay as they were. */
export function sortAbsences<T extends JudgedStatus>(absences: readonly T[], order: AbsenceOrder, now: Date): T[] {
  const turn = order === 'priority' ? 1 : order === '-priority' ? -1 : 0;
  const placeOf = (absence: T) => turn * ABSENCE_GROUPS.indexOf(groupOf(absence, now));
  const beginOf = ({ begins_at }: T) => (order === 'begins' ? 1 : -1) * Date.parse(begins_at);
  return absences.toSorted((one, other) => placeOf(one) - placeOf(other) || beginOf(one) - beginOf(other));
}
