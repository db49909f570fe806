/** A clock that is off by less is taken as right: the way of an answer is not longer, ms. */
const TOLERANCE = 2 * 60_000;
/** The header names whole seconds: on average half of one has passed, ms. */
const HALF = 500;

/** When a request left this device and when its answer came, by this device's clock, epoch ms. */
export interface Asked {
  readonly at: number;
  readonly until: number;
}

/**
 * By how much the clock of this device is behind that of the server, ms; null: the answer says nothing of it, since it names
 * no time or was kept somewhere.
 */
export function offsetOf({ headers }: Pick<Response, 'headers'>, { at, until }: Asked): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  const isKept = !/\b(no-store|no-cache)\b/.test(headers.get('cache-control') ?? '');
  if (Number.isNaN(date) || isKept) return null;
  const offset = date + HALF - (at + until) / 2;
  return Math.abs(offset) > TOLERANCE ? offset : 0;
}

let offset = 0;

/** The time of the server as far as this device knows it, epoch ms: what is pressed without a network has that time too. */
export const serverTime = (device = Date.now()): number => device + offset;

/** `fetch`, which learns from each answer how far off the clock of this device is. */
export function learningTime(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const at = Date.now();
    const answer = await send(input, init);
    offset = offsetOf(answer, { at, until: Date.now() }) ?? offset;
    return answer;
  };
}
