import { shelves } from './storage.ts';

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

/** Local storage key of what this device knows of its clock: how far off it was, and when that was seen. */
export const CLOCK_KEY = 'device-clock';
/** An older measurement does not count, because the clock may have been set right, ms. */
const RELIED_ON = 7 * 24 * 60 * 60_000;
/** A device that is in use says this often that its clock is still as far off, ms. */
const KEPT_EVERY = 60 * 60_000;

interface Kept {
  readonly offset: number;
  /** By this device's clock, epoch ms. */
  readonly at: number;
}

/** The measurement of the last time the app was open; null: none, too old, or the clock was set back since. */
function readKept(): Kept | null {
  try {
    const kept = JSON.parse(shelves.local.getItem(CLOCK_KEY) ?? '') as Kept;
    const age = Date.now() - kept.at;
    return age >= 0 && age <= RELIED_ON && Number.isFinite(kept.offset) ? kept : null;
  } catch {
    return null;
  }
}

/** Null: nothing was read yet. */
let known: Kept | null = null;

function keep(offset: number): void {
  const at = Date.now();
  const { offset: before, at: since } = known ?? { offset: Number.NaN, at };
  const isSame = Math.abs(offset - before) <= 1000 && (offset === 0 || at - since <= KEPT_EVERY);
  known = { offset, at: isSame ? since : at };
  if (isSame) return;
  try {
    if (offset === 0) shelves.local.removeItem(CLOCK_KEY);
    else shelves.local.setItem(CLOCK_KEY, JSON.stringify(known));
  } catch {
    // Full or denied: it is known until the app is closed.
  }
}

/**
 * The time of the server as far as this device knows it, epoch ms: what is pressed without a network has that time too, also
 * after a start without one.
 */
export function serverTime(device = Date.now()): number {
  known ??= readKept() ?? { offset: 0, at: device };
  return device + known.offset;
}

/** `fetch`, which learns from each answer how far off the clock of this device is. */
export function learningTime(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const at = Date.now();
    const answer = await send(input, init);
    const offset = offsetOf(answer, { at, until: Date.now() });
    if (offset !== null) keep(offset);
    return answer;
  };
}
