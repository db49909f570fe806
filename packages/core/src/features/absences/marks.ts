import type { AbsenceTypeState } from './types.ts';

interface Span {
  readonly begins_at: string;
  readonly ends_at: string;
}

/** Does an absence cover a part of a lesson? Half-open: one that ends with the beginning of a lesson does not. */
export const overlaps = (one: Span, other: Span): boolean =>
  Date.parse(one.begins_at) < Date.parse(other.ends_at) && Date.parse(one.ends_at) > Date.parse(other.begins_at);

/**
 * How a pupil's absence in a lesson counts: what the school knows about that time decides, whenever it learnt it. An
 * excuse is enough; what is not decided is pending; nothing, or only unexcused absences, is unexcused. The server has
 * the same as one expression (`markState`), held to the same table.
 */
export function markStateOf(
  lesson: Span,
  absences: readonly (Span & { readonly state: AbsenceTypeState; readonly deleted_at: string | null })[],
): AbsenceTypeState {
  const states = absences
    .filter((absence) => absence.deleted_at === null && overlaps(absence, lesson))
    .map(({ state }) => state);
  if (states.includes('EXCUSED')) return 'EXCUSED';
  return states.includes('PENDING') ? 'PENDING' : 'UNEXCUSED';
}
