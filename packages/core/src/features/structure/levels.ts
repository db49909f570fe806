/** A class with the year levels that it is for. */
export interface LevelledClass {
  readonly id: number;
  readonly shortcut: string;
  /** First and last, `11-12`, or one, `7`; null: as its short name says. */
  readonly range: string | null;
}

const RANGE = /^(\d{1,2})(?:-(\d{1,2}))?$/;

/** First and last year level that a text names; null: it names none. */
export function readLevels(range: string): readonly [first: number, last: number] | null {
  const [, first, last] = RANGE.exec(range) ?? [];
  if (first === undefined) return null;
  const levels = [Number(first), Number(last ?? first)] as const;
  return levels[0] <= levels[1] ? levels : null;
}

/** The year levels of a class: by its range, else by the number that its short name begins with (T-3.05). */
export function levelsOf({ range, shortcut }: Omit<LevelledClass, 'id'>): number[] {
  const levels = readLevels(range ?? /^\d{1,2}/.exec(shortcut)?.[0] ?? '');
  if (!levels) return [];
  const [first, last] = levels;
  return Array.from({ length: last - first + 1 }, (_, more) => first + more);
}

/** Year levels of several of these classes, the lowest first, each with its classes. */
export function classesByLevel(classes: readonly LevelledClass[]): { level: number; ids: number[] }[] {
  const levelled = classes.flatMap((one) => levelsOf(one).map((level) => ({ level, id: one.id })));
  return [...Map.groupBy(levelled, ({ level }) => level)]
    .filter(([, all]) => all.length > 1)
    .map(([level, all]) => ({ level, ids: all.map(({ id }) => id) }))
    .sort((one, other) => one.level - other.level);
}
