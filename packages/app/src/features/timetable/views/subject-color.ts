/** The twelve named lesson colours (T-9.10), middle tones that work as a stripe on light and dark ground. */
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
