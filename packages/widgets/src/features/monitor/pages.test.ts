import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GroupHeights, type Page, toPages } from './pages.ts';

const linesOf = (pages: readonly Page[]) =>
  pages
    .flat(2)
    .flatMap(({ group, from, to }) => Array.from({ length: to - from }, (_, index) => [group, from + index]));
const group = (lines: number, height = 50): GroupHeights => ({ head: 60, lines: Array(lines).fill(height) });

describe('the pages of a long plan', () => {
  it('hold every line exactly once and in order, whatever the heights [D-2.02]', () => {
    const heights = fc.record({
      head: fc.integer({ min: 0, max: 90 }),
      lines: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 }),
    });
    const room = fc.record({
      columns: fc.integer({ min: 1, max: 3 }),
      height: fc.integer({ min: 100, max: 900 }),
      gap: fc.integer({ min: 0, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(heights, { maxLength: 15 }), room, (groups, given) => {
        const pages = toPages(groups, given);
        const all = groups.flatMap(({ lines }, index) => lines.map((_, line) => [index, line]));
        expect(linesOf(pages)).toEqual(all);
        for (const page of pages) expect(page.length).toBeLessThanOrEqual(given.columns);
      }),
    );
  });

  it('never let a column grow higher than the room, unless a single line already is', () => {
    const groups = [group(9), group(3), group(14), group(1), group(7)];
    for (const page of toPages(groups, { columns: 2, height: 420, gap: 20 })) {
      for (const column of page) {
        const used = column.reduce((sum, { from, to }, index) => sum + 60 + (to - from) * 50 + (index > 0 ? 20 : 0), 0);
        expect(used).toBeLessThanOrEqual(420);
      }
    }
  });

  it('keep a small group together and go on with a large one in the next column', () => {
    const pages = toPages([group(5), group(4), group(9)], { columns: 1, height: 420, gap: 20 });
    expect(pages.flat()).toEqual([
      [{ group: 0, from: 0, to: 5 }],
      [{ group: 1, from: 0, to: 4 }],
      [{ group: 2, from: 0, to: 7 }],
      [{ group: 2, from: 7, to: 9 }],
    ]);
  });

  it('spread what fits on one page over its columns', () => {
    const [page] = toPages([group(3), group(3), group(3), group(3)], { columns: 2, height: 1000, gap: 20 });
    expect(page?.map((column) => column.length)).toEqual([2, 2]);
  });
});
