import type { MasterChange } from './masters.ts';

/** Rows of a small table before and after, as an import compares them. */
export interface SetChange {
  added: readonly string[];
  changed: readonly (readonly [before: string, after: string])[];
  removed: readonly string[];
}

/** How the rows of a set differ; `keyOf` says which row is which, `textOf` everything that counts about it. */
export function compareSets<Row>(
  before: readonly Row[],
  after: readonly Row[],
  keyOf: (row: Row) => string,
  textOf: (row: Row) => string,
): SetChange {
  const old = new Map(before.map((row) => [keyOf(row), textOf(row)]));
  const next = new Map(after.map((row) => [keyOf(row), textOf(row)]));
  return {
    added: [...next].flatMap(([key, text]) => (old.has(key) ? [] : [text])),
    changed: [...next].flatMap(([key, text]) => {
      const was = old.get(key);
      return was === undefined || was === text ? [] : [[was, text] as const];
    }),
    removed: [...old].flatMap(([key, text]) => (next.has(key) ? [] : [text])),
  };
}

/** The kind of a record's change, for people. */
export function kindOf({ before, after }: MasterChange): 'added' | 'changed' | 'removed' {
  if (before === null) return 'added';
  return after.ended && !before.ended ? 'removed' : 'changed';
}
