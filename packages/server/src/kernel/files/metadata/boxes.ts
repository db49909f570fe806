/** A box of a file of the ISO base media format: its type, where its content begins and where it ends. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

export const typeAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);

/** The boxes that follow one another between two places; a box that is cut off ends there. */
export function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  let start = from;
  while (start + 8 <= to) {
    const short = bytes.readUInt32BE(start);
    const isLong = short === 1 && start + 16 <= to;
    const size = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : short === 0 ? to - start : short;
    const body = start + (isLong ? 16 : 8);
    const end = Math.min(start + size, to);
    if (end < body) break;
    boxes.push({ type: typeAt(bytes, start + 4), start, body, end });
    start = end;
  }
  return boxes;
}

/** Numbers, one after the other. */
export function readerAt(bytes: Buffer, from: number) {
  let at = from;
  return (size: number): number => {
    const value = size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
}

/** Writes over a box, so that nothing moves in the file. */
export function emptyBox(bytes: Buffer, { start, body, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, body, end);
}

/** Boxes of a film that hold others, and those that only describe. */
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf']);
const DESCRIBING = new Set(['udta', 'meta']);

/** Empties what describes the film within a box. */
export function emptyDescriptions(bytes: Buffer, { body, end }: Pick<Box, 'body' | 'end'>): void {
  for (const box of boxesIn(bytes, body, end)) {
    if (DESCRIBING.has(box.type)) emptyBox(bytes, box);
    else if (HOLDERS.has(box.type)) emptyDescriptions(bytes, box);
  }
}
