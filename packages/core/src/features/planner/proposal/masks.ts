const SIZE = 1 << 16;

/** For every day of 16 periods as bits: how many are busy, and how many free ones lie between busy ones. */
export const BUSY = new Uint8Array(SIZE);
export const GAPS = new Uint8Array(SIZE);

for (let mask = 1; mask < SIZE; mask += 1) {
  BUSY[mask] = (BUSY[mask >> 1] as number) + (mask & 1);
  const first = 31 - Math.clz32(mask & -mask);
  const last = 31 - Math.clz32(mask);
  GAPS[mask] = last - first + 1 - (BUSY[mask] as number);
}

/** Is a day without a free period at noon, though lessons follow? */
export function lacksLunch(mask: number, lunch: number): boolean {
  if (lunch === 0 || (mask & lunch) !== lunch) return false;
  return mask >> (32 - Math.clz32(lunch)) !== 0;
}
