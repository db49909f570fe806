/** How many of something each of some schools has; a school that is missing has none. */
export type SchoolCounts = ReadonlyMap<number, number>;

/** The rows of a statement that counts by school. */
export const toCounts = (rows: readonly { school_id: number; count: string | number }[]): SchoolCounts =>
  new Map(rows.map(({ school_id, count }) => [school_id, Number(count)]));
