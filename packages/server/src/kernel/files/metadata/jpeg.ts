import { EXIF_MARK, type Orientation, readOrientation, writeOrientation } from './orientation.ts';

const [SOI, EOI, SOS, COM, APP0, APP1, APP2, APP14, APP15] = [
  0xd8, 0xd9, 0xda, 0xfe, 0xe0, 0xe1, 0xe2, 0xee, 0xef,
] as const;
const NO_LENGTH = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
const FRAME = Buffer.from([0xff, SOI]);

export const isJpeg = (bytes: Buffer): boolean => bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff;

/** What a decoder needs of the segments that programs add: JFIF, the colour profile, and how Adobe turned colours. */
function isNeeded(marker: number, body: Buffer): boolean {
  const mark = body.toString('latin1', 0, 12);
  if (marker === APP0) return mark.startsWith('JFIF\0');
  if (marker === APP2) return mark === 'ICC_PROFILE\0';
  if (marker === APP14) return mark.startsWith('Adobe');
  return marker !== COM && !(marker >= APP0 && marker <= APP15);
}

function exifSegment(orientation: Orientation): Buffer {
  const body = Buffer.concat([EXIF_MARK, writeOrientation(orientation)]);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Where the coded picture that begins here ends: at the next marker that is none of its own. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] as number;
    if (next !== 0x00 && next !== 0xff && !NO_LENGTH(next)) return at;
  }
  return bytes.length;
}

/**
 * A JPEG without what programs have written into it: Exif, XMP, IPTC, comments, small pictures, and whatever follows its end (further
 * pictures and films, each with a place of its own). Which side is up is kept; the coded picture is not touched.
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let orientation: Orientation = 1;
  let at = FRAME.length;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] as number;
    // Bytes between segments are no picture; decoders skip them too.
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0x00) {
      at += 1;
      continue;
    }
    if (marker === EOI) {
      kept.push(bytes.subarray(at, at + 2));
      break;
    }
    if (NO_LENGTH(marker) || marker === SOI) {
      at += 2;
      continue;
    }
    const end = at + 4 <= bytes.length ? at + 2 + bytes.readUInt16BE(at + 2) : bytes.length;
    const body = bytes.subarray(at + 4, end);
    if (marker === APP1 && body.subarray(0, EXIF_MARK.length).equals(EXIF_MARK)) orientation = readOrientation(body);
    const next = marker === SOS ? endOfScan(bytes, end) : end;
    if (isNeeded(marker, body)) kept.push(bytes.subarray(at, next));
    at = Math.max(next, at + 2);
  }
  return Buffer.concat([FRAME, ...withOrientation(kept, orientation)]);
}

/** Exif data follow JFIF where that is there. */
function withOrientation(segments: readonly Buffer[], orientation: Orientation): readonly Buffer[] {
  if (orientation === 1) return segments;
  const place = segments[0]?.[1] === APP0 ? 1 : 0;
  return segments.toSpliced(place, 0, exifSegment(orientation));
}
