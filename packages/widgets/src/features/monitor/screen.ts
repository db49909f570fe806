/** Capitals of 44 px text on a 55-inch screen of 1080 lines are read from this far away, metres. */
const DISTANCE = 8;
const DIAGONAL = 55;
/** Text of a line: so much of the height of the screen, and of its width where two boards stand side by side. */
const OF_HEIGHT = 44 / 1080;
const OF_WIDTH = 44 / 1920;
/** A board is never narrower than this, in sizes of its text. */
const BOARD_WIDTH = 19;
/** The whole width of an upright screen, in sizes of its text. */
const TALL_WIDTH = 22.8;
/** Fewest lines of a board that stands above another one. */
const BOARD_HEIGHT = 13;
/** Text is never smaller than this, px: as an element on a page. */
const LEAST = 14;

/** What the attributes say about where the screen hangs. */
export interface Viewing {
  /** Metres from which it is read. */
  readonly distance: number;
  /** Of the screen, inches. */
  readonly diagonal: number;
}

/** How the boards stand: the size of their text in px, and two of them side by side, above each other, or one. */
export interface Layout {
  readonly size: number;
  readonly boards: 'beside' | 'stacked' | 'one';
}

/**
 * The sizes of a screen: lines are about 8 percent of its height and their text 4, more for who stands farther away or before
 * a smaller screen. Two boards as soon as both have room for whole lines.
 */
export function toLayout(width: number, height: number, { distance, diagonal }: Viewing): Layout {
  const factor = (distance / DISTANCE) * (DIAGONAL / diagonal);
  const isWide = width >= height * 1.25;
  const fit = Math.min(height * OF_HEIGHT, isWide ? width * OF_WIDTH : width / TALL_WIDTH);
  const size = Math.max(LEAST, Math.round(fit * factor * 10) / 10);
  const room = { width: width / size - 3.5, height: height / size - 8 };
  if (room.width >= 2 * BOARD_WIDTH) return { size, boards: 'beside' };
  return { size, boards: !isWide && room.height >= 2 * BOARD_HEIGHT ? 'stacked' : 'one' };
}

/** Viewing distance and diagonal from the attributes; what is no number in sensible bounds counts as the usual. */
export function toViewing(distance: string | null, diagonal: string | null): Viewing {
  const within = (text: string | null, least: number, most: number, usual: number) => {
    const number = Number(text);
    return text !== null && Number.isFinite(number) && number > 0 ? Math.min(most, Math.max(least, number)) : usual;
  };
  return { distance: within(distance, 2, 25, DISTANCE), diagonal: within(diagonal, 10, 150, DIAGONAL) };
}

/** A round through all pages takes at most this long, seconds. */
const ROUND = 60;
/** A page stands at least this long, seconds. */
const PAGE_LEAST = 3;

/** How long each page stands, seconds. */
export function toPageSeconds(wanted: number, pages: number): number {
  return Math.max(PAGE_LEAST, Math.min(wanted, ROUND / Math.max(1, pages)));
}

/** Clocks that differ by less are right, ms. */
const CLOCK_RIGHT = 120_000;

/** By how many minutes the clock of the player is ahead (or, negative, behind); 0 while it is right. */
export function toClockError(skew: number): number {
  return Math.abs(skew) < CLOCK_RIGHT ? 0 : Math.round(-skew / 60_000);
}

/** Is it night in the hall? From 20:00 to 5:59. */
export function isNight(minutes: number): boolean {
  return minutes >= 20 * 60 || minutes < 6 * 60;
}

/** The shift of the picture in a minute, px from its place, so that no line burns into the panel. */
export function toShift(minutes: number): readonly [x: number, y: number] {
  const steps = [0, 2, 4, 2, 0, -2, -4, -2] as const;
  return [steps[minutes % 8] as number, steps[Math.floor(minutes / 8) % 8] as number];
}

/** Lightness of a colour, WCAG 2. */
function lightnessOf([r, g, b]: readonly [number, number, number]): number {
  const linear = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
}

/** The board in a school's colour: as dark as chalk needs (10 : 1), and its darker end. */
export function toBoard(color: string): { board: string; deep: string } {
  const full = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
  const shade = (part: number) => full.map((one) => Math.round(one * part)) as [number, number, number];
  let part = 1;
  while (part > 0.05 && 1.05 / (lightnessOf(shade(part)) + 0.05) < 10.5) part -= 0.02;
  const text = (rgb: readonly number[]) => `rgb(${rgb.join(', ')})`;
  return { board: text(shade(part)), deep: text(shade(part * 0.72)) };
}
