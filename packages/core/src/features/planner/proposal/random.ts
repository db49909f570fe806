/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Dice {
  /** 0 up to 1, without 1. */
  next(): number;
  /** A whole number from 0 up to a limit, without it. */
  below(limit: number): number;
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (limit) => Math.floor(next() * limit) };
}
