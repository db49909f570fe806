/** How a picture is turned, as in its Exif data: 1 upright, 2 to 8 mirrored or turned. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const TAG = 0x0112;
const SHORT = 3;
/** Bytes of an entry of a TIFF directory. */
const ENTRY = 12;
/** `Exif\0\0`, which stands before the TIFF data in JPEG and sometimes in WebP. */
export const EXIF_MARK: Buffer = Buffer.from('Exif\0\0', 'latin1');

const isOrientation = (value: number): value is Orientation => Number.isInteger(value) && value >= 1 && value <= 8;

/** The orientation that Exif data say, with or without their mark; upright when they say none, or are broken. */
export function readOrientation(exif: Buffer): Orientation {
  const tiff = exif.subarray(0, EXIF_MARK.length).equals(EXIF_MARK) ? exif.subarray(EXIF_MARK.length) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const read = (at: number, bytes: 2 | 4) => (order === 'II' ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes));
  const start = read(4, 4);
  if (start + 2 > tiff.length) return 1;
  const count = read(start, 2);
  for (let at = start + 2, index = 0; index < count && at + ENTRY <= tiff.length; at += ENTRY, index += 1) {
    if (read(at, 2) !== TAG || read(at + 2, 2) !== SHORT) continue;
    const value = read(at + 8, 2);
    return isOrientation(value) ? value : 1;
  }
  return 1;
}

/** Exif data that say how a picture is turned and nothing else: TIFF without a mark. */
export function writeOrientation(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(8 + 2 + ENTRY + 4);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
