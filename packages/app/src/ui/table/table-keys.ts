/** Where a key leads in a list of rows; null: the key is not one of them. */
export function rowAfter(key: string, at: number, count: number, page: number): number | null {
  const last = count - 1;
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}

/** Rows that are chosen, by their id. */
export type Chosen = Readonly<Record<string, true>>;

/**
 * Moves the end of a range that began at `anchor`: what it now covers is chosen, what it has left is not.
 * @param ids of all rows, in their order
 */
export function extendRange(
  chosen: Chosen,
  ids: readonly string[],
  { anchor, from, to }: { anchor: number; from: number; to: number },
): Chosen {
  const left = ids.slice(Math.min(anchor, from), Math.max(anchor, from) + 1);
  const covered = ids.slice(Math.min(anchor, to), Math.max(anchor, to) + 1);
  const next: Record<string, true> = { ...chosen };
  for (const id of left) delete next[id];
  for (const id of covered) next[id] = true;
  return next;
}
