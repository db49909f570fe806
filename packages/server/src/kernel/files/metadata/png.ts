import { crc32 } from 'node:zlib';
import { readOrientation, writeOrientation } from './orientation.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length, type and sum of a chunk, bytes. */
const FRAME = 12;
/** The chunks that change how the picture looks, beside those that a decoder must know (with a capital first letter). */
const LOOKS = new Set(
  ['tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'hIST', 'pHYs', 'sPLT'].concat([
    'acTL',
    'fcTL',
    'fdAT',
  ]),
);

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

function chunkOf(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(FRAME + body.length);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, 'latin1');
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
  return chunk;
}

/** A PNG without its texts, its time and what programs have added; of Exif data the orientation stays. */
export function stripPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [SIGNATURE];
  let at = SIGNATURE.length;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + FRAME + bytes.readUInt32BE(at);
    const chunk = bytes.subarray(at, end);
    if (type === 'eXIf') {
      const orientation = readOrientation(chunk.subarray(8, -4));
      if (orientation !== 1) kept.push(chunkOf('eXIf', writeOrientation(orientation)));
    } else if (/^[A-Z]/.test(type) || LOOKS.has(type)) kept.push(chunk);
    if (type === 'IEND') break;
    at = end;
  }
  return Buffer.concat(kept);
}
