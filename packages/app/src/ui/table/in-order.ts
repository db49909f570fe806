interface Wanted<T> {
  toValue: (row: T) => string | number | null;
  isDown: boolean;
  language: string;
}

/** Rows in the order of one of their values, as people read it: 5 before 10; those without it are last in both directions. */
export function inOrder<T>(rows: readonly T[], { toValue, isDown, language }: Wanted<T>): T[] {
  const words = new Intl.Collator(language, { numeric: true });
  return rows.toSorted((one, other) => {
    const [left, right] = [toValue(one), toValue(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const turn = isDown ? -1 : 1;
    return (
      turn *
      (typeof left === 'number' && typeof right === 'number' ? left - right : words.compare(`${left}`, `${right}`))
    );
  });
}
