import { type Box, boxesIn } from './boxes.ts';
import { isFilm } from './film.ts';

/** Longer than a week is a number that nobody recorded, seconds. */
const LONGEST = 7 * 24 * 60 * 60;

/**
 * How long a film or a recording of MP4, QuickTime or 3GP lasts, whole seconds; null: it is none, or does not say it. It says it in the
 * units that its head names, and one that is still being written says that it does not know.
 */
export function durationOf(bytes: Buffer): number | null {
  if (!isFilm(bytes)) return null;
  const film = boxesIn(bytes, 0, bytes.length).find(({ type }) => type === 'moov');
  return film ? lengthOf(bytes, film) : null;
}

/** The same by the box that holds the tracks. */
export function lengthOf(bytes: Buffer, film: Pick<Box, 'body' | 'end'>): number | null {
  const head = boxesIn(bytes, film.body, film.end).find(({ type }) => type === 'mvhd');
  if (!head || head.end - head.body < 32) return null;
  const isLong = bytes[head.body] === 1;
  const at = head.body + 4 + (isLong ? 16 : 8);
  const units = bytes.readUInt32BE(at);
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4);
  const isKnown = length !== (isLong ? Number(0xffff_ffff_ffff_ffffn) : 0xffff_ffff);
  if (units === 0 || !isKnown || length / units > LONGEST) return null;
  return Math.round(length / units);
}
