/** The real id for a negative one; others are unchanged. */
export type ToId = (id: number) => number;

/** Sets of ids are sorted, so that equal sets are equal. */
export function sortedIds(ids: readonly number[], toId: ToId): number[] {
  const real = ids.map(toId);
  return real.length > 1 ? real.sort((a, b) => a - b) : real;
}

export function toIdOrNull(id: number | null, toId: ToId): number | null {
  return id === null ? null : toId(id);
}
