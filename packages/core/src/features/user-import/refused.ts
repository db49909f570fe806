import { foldName } from './fold.ts';
import type { RejectedRow } from './records.ts';

/** A cell that may be a name: short, and without what names have not. */
const NAME = /^[^\d@]{1,100}$/u;

/**
 * Finds people in rows that were refused: whoever stands there by first and last name is on the list, though nobody can say
 * who it is yet, and must not be taken for missing. Rows that say themselves that somebody has left do not count. Pure.
 */
export function createRefusedSearch(rejected: readonly Pick<RejectedRow, 'reason' | 'cells'>[]) {
  const rowsOf = new Map<string, Set<number>>();
  const folded = new Map<string, string>();
  for (const [at, { reason, cells }] of rejected.entries()) {
    if (reason === 'has_left') continue;
    for (const cell of cells) {
      if (!NAME.test(cell)) continue;
      const name = folded.get(cell) ?? foldName(cell);
      folded.set(cell, name);
      const rows = rowsOf.get(name) ?? new Set();
      rowsOf.set(name, rows.add(at));
    }
  }
  return ({ lastname, firstname }: { readonly lastname: string; readonly firstname: string }): boolean => {
    const [last, first] = [rowsOf.get(foldName(lastname)), rowsOf.get(foldName(firstname))];
    return last !== undefined && first !== undefined && [...first].some((row) => last.has(row));
  };
}
