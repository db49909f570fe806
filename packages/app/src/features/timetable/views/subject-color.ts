/** The twelve named lesson colours (T-9.10), mid-tones that work as a stripe in light and dark. */
const NAMED: Readonly<Record<string, string>> = {
  red: '#d64545',
  orange: '#d9742b',
  amber: '#c28a12',
  yellow: '#b59a1c',
  lime: '#7a9c2a',
  green: '#3f9a57',
  teal: '#1f9488',
  cyan: '#2590b8',
  blue: '#3a78d0',
  indigo: '#5b63cf',
  purple: '#8c57c6',
  pink: '#c74f8e',
};

const HEX = /^#[0-9a-f]{6}$/i;

/** The CSS colour of a subject: its own `#rrggbb` or a named one; blue for none and anything unknown (T-3.10). */
export function toSubjectColor(color: string | undefined): string {
  if (color !== undefined && HEX.test(color)) return color;
  return NAMED[color ?? 'blue'] ?? NAMED.blue!;
}

/** The colours of a subject's box: a strong edge and a subtle background, readable in light and dark. */
export type SubjectPaint = { readonly edge: string; readonly ground: string };

/** The two surfaces that backgrounds are mixed into, light and dark, and the share of the colour. */
const SURFACES = ['#ffffff', '#181d20'] as const;
const SHARE = 0.13;
const paints = new Map<string, SubjectPaint>();

/**
 * Edge and background of a subject, mixed once per colour: with `color-mix()` in the stylesheet the browser computes it
 * for every box on every page, half of all its style work.
 */
export function toSubjectPaint(color: string | undefined): SubjectPaint {
  const edge = toSubjectColor(color);
  const known = paints.get(edge);
  if (known) return known;
  const paint = { edge, ground: `light-dark(${SURFACES.map((surface) => mixed(edge, surface)).join(', ')})` };
  paints.set(edge, paint);
  return paint;
}

function mixed(color: string, surface: string): string {
  const channels = [1, 3, 5].map((start) => {
    const own = Number.parseInt(color.slice(start, start + 2), 16);
    const ground = Number.parseInt(surface.slice(start, start + 2), 16);
    return Math.round(own * SHARE + ground * (1 - SHARE));
  });
  return `rgb(${channels.join(' ')})`;
}
