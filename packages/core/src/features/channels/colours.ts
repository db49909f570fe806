import { HUES, type Hue, toHue } from '../../kernel/hues.ts';

/** The colours that somebody chooses from for a channel, as they are stored: each is of the hue with its name. */
export const CHANNEL_COLOURS: Readonly<Record<Hue, string>> = {
  red: '#d93030',
  orange: '#e8710a',
  brown: '#7a4a1e',
  yellow: '#e0b000',
  green: '#2e9e44',
  teal: '#149a86',
  cyan: '#1499b8',
  blue: '#2f6fe0',
  indigo: '#4b5fd8',
  violet: '#7a4fe0',
  purple: '#a63fd0',
  pink: '#d93f8f',
};

/** The number of the hue, from 1 on, in which a channel is drawn; null: none was chosen. */
export const hueOf = (color: string | null | undefined): number | null =>
  // An answer of before an update may be without it.
  color ? HUES.indexOf(toHue(color)) + 1 : null;
