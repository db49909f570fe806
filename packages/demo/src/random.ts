/** A repeatable random source: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  int(below: number): number;
  pick<T>(list: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** A new list in random order; the input stays unchanged. */
  shuffled<T>(list: readonly T[]): T[];
}

function hash(text: string): number {
  let value = 2166136261;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619);
  return value >>> 0;
}

/** A random source from a seed text (mulberry32 over an FNV-1a hash). */
export function randomOf(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    pick<T>(list: readonly T[]): T {
      const chosen = list[int(list.length)];
      if (chosen === undefined) throw new Error('pick needs a list that is not empty');
      return chosen;
    },
    chance: (probability) => next() < probability,
    shuffled<T>(list: readonly T[]): T[] {
      const order = [...list];
      for (let i = order.length - 1; i > 0; i--) {
        const j = int(i + 1);
        [order[i], order[j]] = [order[j] as T, order[i] as T];
      }
      return order;
    },
  };
}
