import { toMinutes } from '../../kernel/calendar/times.ts';
import type { Span } from './rules.ts';

/** A family wishes for no more teachers of a child than this. */
export const WISHES_MAXIMUM = 12;

/**
 * Why a wish gets no appointment: the teacher is not there, everything of the teacher is given, nothing of what is left fits the family's
 * times, or the family has as many appointments as it may have.
 */
export const REFUSED_WISHES = ['absent', 'full', 'times', 'enough'] as const;
export type RefusedWish = (typeof REFUSED_WISHES)[number];

/** When a family can come; null: whenever the evening is. */
export interface Window {
  begins_at: string | null;
  ends_at: string | null;
}

/** What can be wrong with wishes; the text is `parents-evening:rules.<rule>`. */
export interface WishProblem {
  field: 'teacher_ids' | 'ends_at';
  rule: 'wishedTwice' | 'windowShort';
}

/** Does an appointment lie where a family can come? */
export const isWithinWindow = (starts_at: string, slot_minutes: number, { begins_at, ends_at }: Window): boolean =>
  (begins_at === null || starts_at >= begins_at) &&
  (ends_at === null || toMinutes(starts_at) + slot_minutes <= toMinutes(ends_at));

/** Everything that is wrong with wishes: each teacher comes once, and where the family can come an appointment fits in. */
export function wishProblems(
  { teacher_ids, begins_at, ends_at }: Window & { teacher_ids: readonly number[] },
  evening: Span & { slot_minutes: number },
): WishProblem[] {
  const problems: WishProblem[] = [];
  if (new Set(teacher_ids).size < teacher_ids.length) problems.push({ field: 'teacher_ids', rule: 'wishedTwice' });
  const from = toMinutes(begins_at !== null && begins_at > evening.begins_at ? begins_at : evening.begins_at);
  const to = toMinutes(ends_at !== null && ends_at < evening.ends_at ? ends_at : evening.ends_at);
  // All appointments stand in one grid from the beginning of the evening on.
  const origin = toMinutes(evening.begins_at);
  const first = origin + Math.ceil((from - origin) / evening.slot_minutes) * evening.slot_minutes;
  if (first + evening.slot_minutes > to) problems.push({ field: 'ends_at', rule: 'windowShort' });
  return problems;
}
