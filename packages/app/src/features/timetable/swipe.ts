/** A pointer position; px and ms. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

/** How far a pointer moves before its direction is decided, px. */
const SLOP = 8;
/** Share of the page that must be dragged to turn it. */
const FAR = 0.3;
/** A quick flick turns the page too, px per ms. */
const FAST = 0.5;

/** The direction of a movement so far: undecided, along the pages, or across them (scrolling, selecting). */
export function toDrag(from: Point, to: Point): 'none' | 'along' | 'across' {
  const [x, y] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  if (x < SLOP && y < SLOP) return 'none';
  return x > y ? 'along' : 'across';
}

/** Whether releasing here turns the page: far enough, or fast enough (T-2.29). */
export function isSwipe(from: Point, to: Point, width: number): boolean {
  const way = Math.abs(to.x - from.x);
  const speed = way / Math.max(1, to.time - from.time);
  return way > width * FAR || (way > 3 * SLOP && speed > FAST);
}
