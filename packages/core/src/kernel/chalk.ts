/** A point of a drawing, in the units of its `viewBox`. */
export type Point = readonly [x: number, y: number];

/** Random numbers from 0 to 1 that depend on nothing but the seed: a stroke looks the same on every render. */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9) | 0;
    state ^= state >>> 13;
    return (state >>> 0) / 2 ** 32;
  };
}

const TURN = 2 * Math.PI;

/**
 * The centre line of a chalk stroke: a straight line that wavers as one drawn by hand.
 * @param wave how far it strays from the straight line, in units of the drawing
 * @param step distance of its points; shorter for small drawings
 */
export function chalkLine(from: Point, to: Point, seed: number, wave = 1, step = 6): Point[] {
  const random = randomOf(seed * 104729 + 7);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const count = Math.max(4, Math.round(length / step));
  const [slow, quick] = [random() * TURN, random() * TURN];
  const [slowRate, quickRate] = [1.2 + random() * 0.8, 3 + random() * 1.5];
  return Array.from({ length: count + 1 }, (_, index) => {
    const at = index / count;
    const sway = Math.sin(at * Math.PI * slowRate + slow) * 0.8 + Math.sin(at * Math.PI * quickRate + quick) * 0.35;
    return [from[0] + dx * at - (dy / length) * wave * sway, from[1] + dy * at + (dx / length) * wave * sway];
  });
}

/** The centre line of a part of an ellipse, angles in turns clockwise from the right. */
export function chalkArc(centre: Point, radius: Point, from: number, to: number, seed: number, wave = 0.6): Point[] {
  const random = randomOf(seed * 104729 + 7);
  const shift = random() * TURN;
  const count = Math.max(8, Math.round(Math.abs(to - from) * 40));
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = (from + ((to - from) * index) / count) * TURN;
    const sway = Math.sin(angle * 2.3 + shift) * wave;
    return [centre[0] + (radius[0] + sway) * Math.cos(angle), centre[1] + (radius[1] + sway) * Math.sin(angle)];
  });
}

/**
 * The filled outline of a chalk stroke along its centre line, as the `d` of an SVG path: its width breathes, its ends
 * taper and its edges are rough. Without a filter it is right below 3 units of width; wider ones also get grain.
 */
export function chalkStroke(line: readonly Point[], width: number, seed: number): string {
  const random = randomOf(seed * 7919 + 13);
  const [slow, quick] = [random() * TURN, random() * TURN];
  const last = line.length - 1;
  const left: Point[] = [];
  const right: Point[] = [];
  for (const [index, [x, y]] of line.entries()) {
    const before = line[Math.max(0, index - 1)] as Point;
    const after = line[Math.min(last, index + 1)] as Point;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const normal: Point = [-(after[1] - before[1]) / length, (after[0] - before[0]) / length];
    const at = index / last;
    const ends = 0.65 + 0.35 * Math.min(1, Math.min(index, last - index) * 0.5);
    const half = (width / 2) * ends * (1 + 0.12 * Math.sin(at * 9 + slow) + 0.07 * Math.sin(at * 23 + quick));
    const [one, other] = [half * (1 + (random() - 0.5) * 0.56), half * (1 + (random() - 0.5) * 0.56)];
    left.push([x + normal[0] * one, y + normal[1] * one]);
    right.unshift([x - normal[0] * other, y - normal[1] * other]);
  }
  return `M${[...left, ...right].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}
