/** The twelve hues of subjects (T-3.95, T-9.10). Their grounds, bars and inks belong to the views. */
export const HUES = [
  'red',
  'orange',
  'brown',
  'yellow',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'purple',
  'pink',
] as const;
export type Hue = (typeof HUES)[number];

/** Where each hue ends on the colour wheel, degrees; brown is a dark orange. */
const ENDS = [12, 38, 38, 65, 155, 182, 200, 225, 250, 275, 310, 345, 360] as const;
/** Channels closer than this are grey, of 255. */
const GREY = 12;
/** Up to this sum of the strongest and the weakest channel orange is brown, of 510. */
const DARK = 215;

const known = new Map<string | undefined, Hue>();

/**
 * The hue of a subject (T-3.10, T-3.95): a name of the twelve, for `#rrggbb` the one nearest on the colour wheel, blue
 * for none, for grey and for anything unknown.
 */
export function toHue(color: string | undefined): Hue {
  let hue = known.get(color);
  if (!hue) {
    const wanted = color?.toLowerCase() ?? '';
    hue = HUES.find((name) => name === wanted) ?? (/^#[0-9a-f]{6}$/.test(wanted) ? nearest(wanted) : 'blue');
    known.set(color, hue);
  }
  return hue;
}

function nearest(color: string): Hue {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const range = most - least;
  if (range < GREY) return 'blue';
  const sixth = most === r ? (g - b) / range + 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  const hue = HUES[ENDS.findIndex((end) => (sixth * 60) % 360 < end) % HUES.length]!;
  return hue === 'orange' && most + least < DARK ? 'brown' : hue;
}
