import { isFilm, stripFilm } from './film.ts';
import { isGif, stripGif } from './gif.ts';
import { isHeif, stripHeif } from './heif.ts';
import { isJpeg, stripJpeg } from './jpeg.ts';
import { isPng, stripPng } from './png.ts';
import { isTiff, stripTiff } from './tiff.ts';
import { isWebp, stripWebp } from './webp.ts';

const KINDS = [
  [isJpeg, stripJpeg],
  [isPng, stripPng],
  [isWebp, stripWebp],
  [isHeif, stripHeif],
  [isGif, stripGif],
  [isTiff, stripTiff],
  [isFilm, stripFilm],
] as const;

/** Bytes that are enough to see whether something is a picture or a film that may say where it was taken. */
export const PICTURE_HEAD_BYTES = 512;

const stripOf = (bytes: Buffer) => KINDS.find(([is]) => is(bytes))?.[1];

/** Can a file that begins like this say where, when and with what it was taken? */
export const canTellPlace = (head: Buffer): boolean => stripOf(head) !== undefined;

/**
 * A picture or a film without what it says of itself: place, device, time, texts and small pictures of it. It looks the same: nothing is decoded,
 * and which side is up stays. Null: the file is of none of these kinds, or so damaged that nobody can say what it contains.
 */
export function stripMetadata(bytes: Buffer): Buffer | null {
  try {
    return stripOf(bytes)?.(bytes) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
