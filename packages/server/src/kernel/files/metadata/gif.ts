const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b] as const;
const [COMMENT, APPLICATION] = [0xfe, 0xff] as const;
/** How often it is shown, and its colour profile. */
const KEPT = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

export const isGif = (bytes: Buffer): boolean => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6));

/** The bytes of a table of colours, by the byte that describes it. */
const coloursOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Where a row of blocks ends that begins here: each has its length before it, the last is empty. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] as number);
  return Math.min(at + 1, bytes.length);
}

/** A GIF without comments and what programs have put into it. One that is cut off ends where it is. */
export function stripGif(bytes: Buffer): Buffer {
  const head = Math.min(13 + coloursOf(bytes[10] ?? 0), bytes.length);
  const kept = [bytes.subarray(0, head)];
  let at = head;
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === END) {
      kept.push(bytes.subarray(at, at + 1));
      break;
    }
    if (kind !== IMAGE && kind !== EXTENSION) break;
    const label = bytes[at + 1];
    const content = kind === IMAGE ? at + 11 + coloursOf(bytes[at + 9] ?? 0) : at + 2;
    const end = endOfBlocks(bytes, content);
    const isForeign = label === APPLICATION && !KEPT.has(bytes.toString('latin1', at + 3, at + 14));
    if (kind === IMAGE || (label !== COMMENT && !isForeign)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}
