import type { CheckedChild } from '@kreide/core/features/registration';

/** The steps by which a parent adds a child, as they stand in the address. */
export const STEPS = ['activation-key', 'name', 'grade', 'relationship'] as const;
export type Step = (typeof STEPS)[number];

/** What was entered so far; gone with a reload, since a code begins anew. */
export interface Adding {
  code: string;
  name: { firstname: string; lastname: string } | null;
  found: CheckedChild | null;
  grade_id: number | null;
}
export const NOTHING: Adding = { code: '', name: null, found: null, grade_id: null };

/** The step that has to come first; null: this one can be shown (P-2.74). */
export function stepBefore(step: string | undefined, { code, found, grade_id }: Adding): Step | null {
  const index = (STEPS as readonly (string | undefined)[]).indexOf(step);
  if (index < 0 || (index > 0 && code === '')) return 'activation-key';
  if (index > 1 && !found?.child) return 'name';
  return index > 2 && found && found.grades.length > 0 && grade_id === null ? 'grade' : null;
}
