/** People for whom a time is looked for at once, besides the one who looks. */
export const SUITABLE_PEOPLE_MAXIMUM = 20;
/** Days in which one is looked for. */
export const SUITABLE_DAYS = 14;
/** Minutes that it may take. */
export const SUITABLE_MINUTES = [5, 480] as const;
/** When it begins and ends at the earliest and latest, of a school day. */
export const SUITABLE_HOURS = ['07:30', '18:00'] as const;
/** Answers of one day, and of all. */
export const SUITABLE_OF_DAY = 3;
export const SUITABLE_MAXIMUM = 12;
/** Minutes between two beginnings that are tried. */
const STEP = 15;

const MINUTE = 60_000;

/** Somebody has no time; instants in ms. */
export interface Busy {
  readonly user_id: number;
  readonly begins_at: number;
  readonly ends_at: number;
}

/** A time that all have, or all but these. */
export interface Suitable {
  readonly begins_at: number;
  readonly ends_at: number;
  readonly missing: readonly number[];
}

/**
 * The times at which all have time; where there is none, those at which the fewest are missing. The earliest come first, those of a day do
 * not overlap.
 * @param days the part of each day in which it may be, instants in ms, ascending
 * @param from an instant in ms: nothing begins before
 */
export function suitableTimes(
  days: readonly { readonly begins_at: number; readonly ends_at: number }[],
  busy: readonly Busy[],
  minutes: number,
  from: number,
): Suitable[] {
  const found = days.map(({ begins_at, ends_at }) => {
    const near = busy.filter((one) => one.begins_at < ends_at && one.ends_at > begins_at);
    const tried: Suitable[] = [];
    for (let begin = begins_at; begin + minutes * MINUTE <= ends_at; begin += STEP * MINUTE) {
      const end = begin + minutes * MINUTE;
      if (begin < from) continue;
      const missing = near.filter((one) => one.begins_at < end && one.ends_at > begin).map(({ user_id }) => user_id);
      tried.push({ begins_at: begin, ends_at: end, missing: [...new Set(missing)].sort((one, other) => one - other) });
    }
    return tried;
  });
  const fewest = Math.min(...found.flat().map(({ missing }) => missing.length));
  return found
    .flatMap((ofDay) => apart(ofDay.filter(({ missing }) => missing.length === fewest)))
    .slice(0, SUITABLE_MAXIMUM);
}

/** The first ones of a day that do not overlap. */
function apart(times: readonly Suitable[]): Suitable[] {
  const kept: Suitable[] = [];
  for (const time of times)
    if (kept.length < SUITABLE_OF_DAY && (kept.at(-1)?.ends_at ?? 0) <= time.begins_at) kept.push(time);
  return kept;
}
