import { readOrientation, writeOrientation } from './orientation.ts';

const PICTURE = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Bits of `VP8X`: there are Exif data, there is XMP. */
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04] as const;

export const isWebp = (bytes: Buffer): boolean =>
  bytes.length > 12 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

function chunkOf(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + body.length + (body.length % 2));
  chunk.write(type, 0, 'latin1');
  chunk.writeUInt32LE(body.length, 4);
  body.copy(chunk, 8);
  return chunk;
}

/** A WebP with its frames and colour profile alone; of Exif data the orientation stays. */
export function stripWebp(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let exif: Buffer | null = null;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'EXIF') {
      const orientation = readOrientation(body);
      exif = orientation === 1 ? null : chunkOf('EXIF', writeOrientation(orientation));
    } else if (PICTURE.has(type)) kept.push(chunkOf(type, body));
    at += 8 + length + (length % 2);
  }
  const [first] = kept;
  if (first?.toString('latin1', 0, 4) === 'VP8X' && first.length > 8)
    first[8] = ((first[8] as number) & ~(HAS_EXIF | HAS_XMP)) | (exif ? HAS_EXIF : 0);
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept, ...(exif ? [exif] : [])]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}
