/** Directories that others point to: of the camera, of the place, of further pictures. */
const [EXIF, PLACE, PICTURES] = [34_665, 34_853, 330] as const;
/**
 * What names somebody, says something in words or is a packet of other metadata: description, time, artist, computer, copyright, XMP, IPTC,
 * Photoshop; owner, serial numbers of camera and lens, comment, own number. Make and model stay: cameras write their
 * raw pictures as TIFF, and what develops them has to know them.
 */
const TELLING = new Set([270, 306, 315, 316, 700, 33_432, 33_723, 34_377, 37_510, 42_016, 42_032, 42_033, 42_037]);
/** Bytes of a value, by its type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8] as const;
const ENTRY = 12;
/** More directories than any file has; a ring of them ends here. */
const DIRECTORIES = 200;

export const isTiff = (bytes: Buffer): boolean => {
  const mark = bytes.toString('latin1', 0, 4);
  return bytes.length >= 8 && (mark === 'II*\0' || mark === 'MM\0*');
};

/** A TIFF, or a raw picture written as one, without place, owner and words. Nothing moves. */
export function stripTiff(source: Buffer): Buffer {
  const bytes = Buffer.from(source);
  const isLittle = bytes[0] === 0x49;
  const read = (at: number, size: 2 | 4) => (isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size));
  const seen = new Set<number>();

  /** A directory, and those that follow it. */
  function walk(first: number, isOfPlace: boolean): void {
    let start = first;
    while (start > 0 && !seen.has(start) && seen.size < DIRECTORIES) {
      seen.add(start);
      if (start + 2 > bytes.length) return;
      // One that is cut off is read as far as it goes.
      const count = Math.min(read(start, 2), Math.floor((bytes.length - start - 2) / ENTRY));
      for (let index = 0; index < count; index += 1) enter(start + 2 + index * ENTRY, isOfPlace);
      const next = start + 2 + count * ENTRY;
      start = isOfPlace || next + 4 > bytes.length ? 0 : read(next, 4);
    }
  }

  function enter(at: number, isOfPlace: boolean): void {
    const tag = read(at, 2);
    const length = (SIZES[read(at + 2, 2)] ?? 1) * read(at + 4, 4);
    const content = length > 4 ? read(at + 8, 4) : at + 8;
    if (tag === PLACE || tag === EXIF) walk(read(at + 8, 4), tag === PLACE);
    else if (tag === PICTURES)
      for (let one = content; one + 4 <= Math.min(content + length, bytes.length); one += 4) walk(read(one, 4), false);
    if (!isOfPlace && !TELLING.has(tag)) return;
    bytes.fill(0, Math.min(content, bytes.length), Math.min(content + Math.max(length, 4), bytes.length));
  }

  walk(read(4, 4), false);
  return bytes;
}
