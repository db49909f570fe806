import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chalkArc, chalkLine, chalkStroke, type Point } from './chalk.ts';

const coordinate = fc.integer({ min: -500, max: 500 });
const point = fc.tuple(coordinate, coordinate);
const seed = fc.integer({ min: 0, max: 5000 });

/** The points of an outline. */
const pointsOf = (path: string): Point[] =>
  [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

describe('a chalk stroke', () => {
  it('is the same for the same seed and another for another one', () => {
    const draw = (number: number) => chalkStroke(chalkLine([0, 5], [100, 5], number), 3, number);
    fc.assert(
      fc.property(seed, (number) => {
        expect(draw(number)).toBe(draw(number));
        expect(draw(number)).not.toBe(draw(number + 1));
      }),
    );
  });

  it('stays near its line, however it is drawn, and is a closed outline of numbers', () => {
    fc.assert(
      fc.property(point, point, seed, fc.integer({ min: 1, max: 8 }), (from, to, number, width) => {
        const line = chalkLine(from, to, number);
        expect(distance(line[0]!, from)).toBeLessThanOrEqual(1.16);
        expect(distance(line.at(-1)!, to)).toBeLessThanOrEqual(1.16);
        const path = chalkStroke(line, width, number);
        expect(path).toMatch(/^M[-\d. L]+Z$/);
        const outline = pointsOf(path);
        expect(outline).toHaveLength(2 * line.length);
        for (const [index, one] of line.entries()) {
          expect(distance(outline[index]!, one)).toBeLessThanOrEqual(width);
          expect(distance(outline[outline.length - 1 - index]!, one)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  it('breathes: it is nowhere as wide as in a drawing program, and thinner at its ends', () => {
    const line = chalkLine([0, 0], [240, 0], 3, 0);
    const outline = pointsOf(chalkStroke(line, 8, 3));
    const widths = line.map((_, index) => distance(outline[index]!, outline[outline.length - 1 - index]!));
    expect(new Set(widths.map((width) => width.toFixed(1))).size).toBeGreaterThan(8);
    expect(widths[0]).toBeLessThan(Math.max(...widths) * 0.8);
  });

  it('goes round as well', () => {
    const circle = chalkArc([50, 50], [30, 30], 0, 1, 4);
    for (const one of circle) expect(Math.abs(distance(one, [50, 50]) - 30)).toBeLessThanOrEqual(0.61);
    expect(distance(circle[0]!, [80, 50])).toBeLessThan(1);
    expect(distance(chalkArc([50, 50], [30, 30], 0, 0.25, 4).at(-1)!, [50, 80])).toBeLessThan(1);
  });
});
