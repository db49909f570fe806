import { unmatched } from './match.ts';
import { QUARTERS, WHEN_BITS } from './when.ts';

/** A rail and the quarters of the year that something takes there. */
export interface RailOption {
  readonly rail: number;
  readonly bits: number;
}

/** Most ways that are looked at; the best of them counts. */
const LOOKS = 300;
const QUARTER_NUMBERS = Array.from({ length: QUARTERS }, (_, quarter) => quarter);

/** Those that cannot but be there in a quarter, each by its rails: so many of them are too many at least. */
function tooMany(groups: readonly (readonly RailOption[])[], owners: Int8Array): number {
  const counts = QUARTER_NUMBERS.map((quarter) => {
    const bound = groups.filter((options) => options.every(({ bits }) => ((bits >> quarter) & 1) === 1));
    return unmatched(bound.map(maskOf), owners);
  });
  return Math.max(...counts);
}

const maskOf = (options: readonly RailOption[]) => options.reduce((mask, { rail }) => mask | (1 << rail), 0);

/**
 * How many of some groups find no rail, when each needs one of its options and nothing else may be there in the same
 * quarters: groups that run in a part of the year are tried one by one, the others are matched.
 * @param owners room for one number per rail, written over
 */
export function unplaced(groups: readonly (readonly RailOption[])[], owners: Int8Array): number {
  const isWhole = (options: readonly RailOption[]) => options.every(({ bits }) => bits === WHEN_BITS.WHOLE);
  const masks = groups.flatMap((options) => (isWhole(options) ? [maskOf(options)] : []));
  const parts = groups.filter((options) => !isWhole(options)).sort((one, other) => one.length - other.length);
  const used = new Int8Array(owners.length);
  const alone = unmatched(masks, owners);
  const least = tooMany(groups, owners);
  let best = Number.POSITIVE_INFINITY;
  let looks = 0;
  const next = (at: number, taken: number, open: number): void => {
    if (open + alone >= best || looks >= LOOKS) return;
    const options = parts[at];
    if (!options) {
      looks += 1;
      const free = masks.map((mask) => mask & ~taken);
      best = Math.min(best, open + unmatched(free, owners));
      return;
    }
    for (const { rail, bits } of options) {
      const there = used[rail] as number;
      if ((there & bits) !== 0) continue;
      used[rail] = there | bits;
      next(at + 1, taken | (1 << rail), open);
      used[rail] = there;
      if (best === least) return;
    }
    next(at + 1, taken, open + 1);
  };
  next(0, 0, 0);
  return best;
}
