import { chalkArc, chalkLine, type Point } from '@kreide/core/kernel';

/** One stroke of a drawing on 160 × 110. */
export interface Stroke {
  line: readonly Point[];
  width?: number;
  /** A stroke of the ground: beside the thing itself. */
  isFaint?: boolean;
}

const line = (x1: number, y1: number, x2: number, y2: number, seed: number, more: Partial<Stroke> = {}): Stroke => ({
  line: chalkLine([x1, y1], [x2, y2], seed, 0.9, 5),
  ...more,
});

/** Points joined by straight strokes that waver. */
function path(points: readonly Point[], seed: number, more: Partial<Stroke> = {}): Stroke {
  const parts = points.slice(1).map((to, index) => chalkLine(points[index] as Point, to, seed + index, 0.5, 4));
  return { line: parts.flat(), ...more };
}

const ground = (y: number, from = 22, to = 138): Stroke => line(from, y, to, y, 9, { width: 3, isFaint: true });

/** A week without lessons. */
const week = (): Stroke[] => [
  line(36, 18, 124, 17, 1),
  line(124, 17, 125, 88, 2),
  line(125, 88, 35, 89, 3),
  line(35, 89, 36, 18, 4),
  line(65, 20, 66, 87, 5, { width: 3, isFaint: true }),
  line(95, 20, 94, 87, 6, { width: 3, isFaint: true }),
  line(38, 42, 122, 41, 7, { width: 3, isFaint: true }),
  line(38, 65, 122, 66, 8, { width: 3, isFaint: true }),
];

/** The sun goes down: nothing more today. */
const sun = (): Stroke[] => [
  { line: chalkArc([80, 74], [34, 34], 0.5, 1, 2) },
  line(14, 76, 146, 75, 3, { width: 4.5 }),
  line(34, 90, 126, 91, 4, { width: 3, isFaint: true }),
  line(80, 8, 80, 30, 5),
  line(25, 24, 43, 37, 6),
  line(135, 24, 117, 37, 7),
  line(12, 54, 32, 58, 8),
  line(148, 54, 128, 58, 9),
];

/** All read: a tick in a circle. */
const done = (): Stroke[] => [
  { line: chalkArc([78, 54], [38, 38], -0.1, 0.92, 3) },
  path(
    [
      [60, 52],
      [76, 70],
      [118, 20],
    ],
    5,
    { width: 5 },
  ),
];

/** A piece of chalk that broke. */
const broken = (): Stroke[] => [
  path(
    [
      [86, 44],
      [80, 40],
      [82, 33],
      [76, 28],
    ],
    11,
  ),
  line(76, 28, 22, 60, 1),
  line(86, 44, 32, 77, 2),
  { line: chalkArc([27, 68.5], [9.5, 9.5], 0.08, 0.68, 3) },
  path(
    [
      [96, 40],
      [103, 44],
      [102, 50],
      [108, 53],
    ],
    14,
  ),
  line(96, 40, 138, 17, 5),
  line(108, 53, 148, 32, 6),
  { line: chalkArc([143, 24.5], [9, 9], -0.33, 0.17, 7) },
  line(78, 76, 82, 82, 12, { width: 3 }),
  line(90, 68, 95, 77, 13, { width: 3 }),
  line(103, 64, 106, 71, 15, { width: 3 }),
  ground(96),
];

/** A plug beside its socket: no network. */
const unplugged = (): Stroke[] => [
  { line: chalkArc([26, 86], [24, 40], -0.25, 0, 2), width: 3.5 },
  path(
    [
      [50, 82],
      [50, 60],
      [44, 44],
      [44, 34],
      [72, 34],
      [72, 44],
      [66, 60],
      [50, 60],
    ],
    3,
  ),
  line(52, 32, 51, 18, 6),
  line(64, 32, 65, 18, 7),
  { line: chalkArc([116, 40], [23, 23], 0, 1, 8) },
  { line: chalkArc([108, 40], [1.5, 2.5], 0, 1, 9), width: 4 },
  { line: chalkArc([124, 40], [1.5, 2.5], 0, 1, 10), width: 4 },
  ground(98),
];

/** A magnifying glass with nothing in it. */
const search = (): Stroke[] => [
  { line: chalkArc([70, 46], [30, 30], 0, 1, 2) },
  line(92, 68, 122, 96, 3, { width: 6 }),
  line(56, 40, 66, 30, 4, { width: 3, isFaint: true }),
];

/** A closed padlock. */
const locked = (): Stroke[] => [
  path(
    [
      [52, 50],
      [109, 49],
      [110, 95],
      [51, 96],
      [52, 50],
    ],
    2,
  ),
  { line: chalkArc([80, 48], [19, 28], 0.5, 1, 6) },
  line(80, 66, 80, 80, 7, { width: 5 }),
];

/** A sheet with three lines: nothing new. */
const sheet = (): Stroke[] => [
  path(
    [
      [48, 14],
      [96, 13],
      [113, 30],
      [112, 96],
      [48, 97],
      [48, 14],
    ],
    2,
  ),
  path(
    [
      [96, 13],
      [97, 31],
      [113, 30],
    ],
    8,
    { width: 3 },
  ),
  line(62, 48, 99, 47, 11, { width: 3, isFaint: true }),
  line(62, 62, 98, 63, 12, { width: 3, isFaint: true }),
  line(62, 77, 84, 77, 13, { width: 3, isFaint: true }),
];

/** Three strokes through one point: a star, or a flake of snow. */
const star = (x: number, y: number, size: number, seed: number, more: Partial<Stroke> = {}): Stroke[] =>
  [0, 1 / 6, 1 / 3].map((turn) => {
    const [dx, dy] = [Math.cos(turn * 2 * Math.PI) * size, Math.sin(turn * 2 * Math.PI) * size];
    return line(x - dx, y - dy, x + dx, y + dy, seed + turn, { width: 1.6, ...more });
  });

const ring = (x: number, y: number, size: number, seed: number): Stroke => ({
  line: chalkArc([x, y], [size, size], 0, 1, seed, 0.3),
  width: 2,
});

/** A tree with baubles, and snow: Christmas. */
const tree = (): Stroke[] => [
  path(
    [
      [80, 16],
      [65, 36],
      [96, 36],
      [80, 16],
    ],
    1,
    { width: 2.6 },
  ),
  path(
    [
      [70, 37],
      [56, 61],
      [105, 61],
      [91, 37],
    ],
    5,
    { width: 2.6 },
  ),
  path(
    [
      [63, 62],
      [46, 92],
      [115, 91],
      [98, 62],
    ],
    9,
    { width: 2.6 },
  ),
  path(
    [
      [74, 93],
      [75, 104],
      [86, 104],
      [87, 93],
    ],
    13,
    { width: 2.6 },
  ),
  ...star(80, 11, 4.5, 2),
  ring(77, 30, 2.6, 3),
  ring(70, 53, 3, 4),
  ring(90, 51, 3, 5),
  ring(80, 70, 3, 6),
  ring(65, 83, 3.2, 7),
  ring(97, 82, 3.2, 8),
  ...star(20, 22, 7, 10, { isFaint: true }),
  ...star(143, 34, 6, 11, { isFaint: true }),
  ...star(14, 82, 5, 12, { isFaint: true }),
  ...star(148, 94, 7, 13, { isFaint: true }),
];

/** A leaf that has fallen: autumn. */
const leaf = (): Stroke[] => [
  path(
    [
      [58, 84],
      [46, 66],
      [50, 44],
      [68, 28],
      [92, 20],
      [114, 10],
      [112, 36],
      [104, 60],
      [88, 78],
      [68, 86],
      [58, 84],
    ],
    2,
    { width: 3 },
  ),
  line(38, 104, 104, 22, 3, { width: 3.4 }),
  line(66, 69, 61, 46, 4, { width: 2.2 }),
  line(80, 52, 79, 31, 5, { width: 2.2 }),
  line(66, 69, 92, 70, 6, { width: 2.2 }),
  line(80, 52, 105, 49, 7, { width: 2.2 }),
  ground(104, 60, 140),
];

/** A painted egg in the grass: Easter. */
const egg = (): Stroke[] => [
  { line: chalkArc([80, 56], [29, 40], 0, 1, 2), width: 3 },
  path(
    [
      [52, 47],
      [60, 39],
      [68, 48],
      [76, 39],
      [84, 48],
      [92, 39],
      [100, 48],
      [108, 41],
    ],
    3,
    { width: 2.4 },
  ),
  line(53, 60, 108, 59, 4, { width: 2.4 }),
  ring(64, 71, 3, 5),
  ring(75, 79, 3, 6),
  ring(86, 70, 3, 7),
  ring(97, 78, 3, 8),
  ...[36, 44, 52, 108, 116, 125].map((x, index) =>
    line(x, 101, x + (index % 2 === 0 ? -5 : 5), 86 + (index % 3) * 3, 20 + index, { width: 2.4, isFaint: true }),
  ),
  ground(101),
];

/** One plain stroke. */
const stroke = (): Stroke[] => [line(20, 62, 140, 55, 1, { width: 6 })];

/** The drawings by what they say. */
export const DRAWINGS = {
  broken,
  done,
  egg,
  leaf,
  locked,
  search,
  sheet,
  stroke,
  sun,
  tree,
  unplugged,
  week,
} as const;
export type DrawingName = keyof typeof DRAWINGS;
