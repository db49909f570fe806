/** Heights of one group as laid out by the browser, px. */
export interface GroupHeights {
  readonly head: number;
  readonly lines: readonly number[];
}

/** Some lines of a group in one column. */
export interface Slice {
  readonly group: number;
  /** Index of the first line, and the index after the last. */
  readonly from: number;
  readonly to: number;
}
export type Column = readonly Slice[];
export type Page = readonly Column[];

/** Space for the columns. */
export interface Room {
  readonly columns: number;
  /** px */
  readonly height: number;
  /** Gap between two groups, px. */
  readonly gap: number;
}

/**
 * Lays out the groups in columns and the columns in pages. Every line is on exactly one page, in order; a group that
 * continues in another column repeats its name there. What fits on one page is spread evenly over its columns. A line
 * higher than a column gets a column of its own.
 */
export function toPages(groups: readonly GroupHeights[], room: Room): Page[] {
  const columns = toColumns(groups, room.height, room.gap);
  if (columns.length <= room.columns) return [balanced(groups, room, columns)];
  const pages: Page[] = [];
  for (let index = 0; index < columns.length; index += room.columns)
    pages.push(columns.slice(index, index + room.columns));
  return pages;
}

function balanced(groups: readonly GroupHeights[], { columns: count, height, gap }: Room, full: Column[]): Page {
  const total = groups.reduce((sum, { head, lines }) => sum + head + gap + lines.reduce((a, b) => a + b, 0), 0);
  for (let tried = total / count; tried < height; tried += height / 20) {
    const columns = toColumns(groups, tried, gap);
    if (columns.length <= count) return columns;
  }
  return full;
}

function toColumns(groups: readonly GroupHeights[], height: number, gap: number): Column[] {
  const columns: Slice[][] = [];
  let left = 0;
  const open = () => {
    columns.push([]);
    left = height;
  };
  groups.forEach(({ head, lines }, group) => {
    let from = 0;
    do {
      const current = columns.at(-1);
      const before = current && current.length > 0 ? gap : 0;
      const rest = lines.slice(from);
      const fitting = countFitting(rest, left - before - head);
      const isWhole = fitting === rest.length;
      // Whole groups; only one that is higher than a column goes on in the next.
      const isLarge = head + rest.reduce((sum, one) => sum + one, 0) > height;
      const isWorth = isWhole || (fitting >= 2 && isLarge);
      if (!current || (current.length > 0 && !isWorth)) {
        open();
        continue;
      }
      const taken = Math.max(fitting, 1);
      current.push({ group, from, to: Math.min(from + taken, lines.length) });
      left -= before + head + rest.slice(0, taken).reduce((sum, one) => sum + one, 0);
      from += taken;
    } while (from < lines.length);
  });
  return columns;
}

function countFitting(lines: readonly number[], room: number): number {
  let used = 0;
  let count = 0;
  while (count < lines.length && used + (lines[count] as number) <= room + 0.5) {
    used += lines[count] as number;
    count += 1;
  }
  return count;
}
