import { createHash } from 'node:crypto';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import {
  countAttempt,
  type FailureKey,
  type FailureRow,
  type FailureRule,
  findFailures,
  removeFailures,
  removeFailuresBefore,
  uncountAttempt,
} from './queries/failures.ts';

const STRICT = { free: 5, longestWait: 15 * 60, forgotten: 24 * 60 * 60 } as const;
/** What one person makes in an hour; then each takes twice as long as the one before. */
const BY_HAND = { free: 50, longestWait: 60 * 60, forgotten: 60 * 60 } as const;
const GENEROUS = { free: 300, longestWait: 5 * 60, forgotten: 15 * 60 } as const;

/**
 * How many failures are free, and then the longest wait and when an unused counter is forgotten, seconds (D-4.09). The
 * wait doubles from one second on; nothing is locked for good. The counters are in the database: several processes
 * count together.
 */
export const LIMITS = {
  /** An account, by whatever name it was asked for, or a name that nobody has; not for its known devices. */
  user: STRICT,
  /** An account from one of its known devices. */
  device: STRICT,
  /** An address, on accounts that never signed in from there: a whole school shares one. */
  address: GENEROUS,
  /** An address, on names that nobody has: beyond it they are no longer hashed, and nobody waits. */
  name: { free: 10, longestWait: 5 * 60, forgotten: 15 * 60 },
  /** The second step of an account; its known devices have counters of their own. */
  step: STRICT,
  /** Codes that were sent to an account by e-mail since its last second step. */
  codes: { free: 3, longestWait: 15 * 60, forgotten: 24 * 60 * 60 },
  /** An address that asks for unknown one-time links. */
  link: GENEROUS,
  /** An address that opens or sends the page of a confirming link: a wrong one counts. */
  letter: { free: 200, longestWait: 60 * 60, forgotten: 60 * 60 },
  /** A session that switches between the accounts of its person. */
  switch: { free: 100, longestWait: 5 * 60, forgotten: 15 * 60 },
  /** A name for which a link for a new password is asked. */
  reset: { free: 3, longestWait: 60 * 60, forgotten: 24 * 60 * 60 },
  /** An address that asks for such links. */
  resets: { free: 60, longestWait: 5 * 60, forgotten: 15 * 60 },
  /** An address that enters activation codes: a class does it from one. */
  code: GENEROUS,
  /** An activation code for which the name of the child is given. */
  child: STRICT,
  /** An activation code with which names and addresses are tried. */
  check: { free: 100, longestWait: 5 * 60, forgotten: 15 * 60 },
  /** A person who enters codes of channels. */
  join: { free: 10, longestWait: 15 * 60, forgotten: 60 * 60 },
  /** A person who creates things that can reach a whole school: nobody does so by hand that often. */
  news: BY_HAND,
  event: BY_HAND,
  channel: BY_HAND,
  conversation: { ...BY_HAND, free: 60 },
  survey: BY_HAND,
  conference: BY_HAND,
  /** A person who puts plans or substitutions in force: everybody whom they affect is told. A desk publishes lesson by lesson. */
  publication: { ...BY_HAND, free: 120 },
  /** A person who enters or changes exams: those who write them are told, and their parents. */
  exam: { ...BY_HAND, free: 120 },
  /** A parent who makes, moves or cancels appointments of a parents' evening: the others of it are told of each. */
  appointment: BY_HAND,
  /** A family or a teacher that reports absences, or changes what is reported: those who look after the class, or the desk, are told. */
  note: BY_HAND,
  /** Somebody of the school who tells parents of absences or arranges appointments: an office does it for a whole school in a morning. */
  contact: { ...BY_HAND, free: 300 },
  /** A person who orders activation letters for many people, or mails in their place. */
  letters: { ...BY_HAND, free: 30 },
  /** A person who sends messages to the devices of others. */
  push: { ...BY_HAND, free: 60 },
  /** A person who reacts to messages, taking back too: all members of a channel are told of each. */
  reaction: { free: 40, longestWait: 60, forgotten: 60 },
  /** A person who changes messages: all members are told of each, and whoever is mentioned anew is woken. */
  edit: { free: 25, longestWait: 5 * 60, forgotten: 5 * 60 },
  /** A person who makes folders in clouds: enough for a whole course at once, and no more than that by hand. */
  folder: { ...BY_HAND, free: 100 },
  /** A person who gives work back: a teacher does it for several classes. */
  returned: { ...BY_HAND, free: 300 },
  /** An address from which administrators are asked for help. */
  help: { free: 20, longestWait: 60 * 60, forgotten: 24 * 60 * 60 },
  /** An address that sends applications: a family does it for all of its members. */
  apply: { free: 10, longestWait: 60 * 60, forgotten: 24 * 60 * 60 },
  /** An address that asks for unknown calendars: programs of a whole school go on asking after they were revoked. */
  feed: GENEROUS,
  /** An address that asks for schools and screens that there are not. */
  public: GENEROUS,
  /** An address that hands keys to the two-factor service: a whole school does it on one day. */
  keys: { free: 2000, longestWait: 5 * 60, forgotten: 15 * 60 },
  /** An address that asks the two-factor service for unknown keys. */
  unknown_keys: GENEROUS,
} as const;
export type FailureScope = keyof typeof LIMITS;

/** What one attempt counts against. */
export type FailureKeys = Partial<Record<FailureScope, string>>;

/** Clocks of several processes differ by less, ms. What is further ahead is of a clock that was wrong. */
const CLOCK_DIFFERENCE = 60_000;

const DAY_MS = 24 * 60 * 60 * 1000;

export function toKeys(keys: FailureKeys): (FailureKey & { scope: FailureScope })[] {
  return Object.entries(keys).map(([scope, key]) => ({
    scope: scope as FailureScope,
    hash: createHash('sha256').update(key).digest(),
  }));
}

/** Seconds to wait after the n-th failure: none at first, then 1, 2, 4, 8 … up to the maximum. */
export function waitAfter(scope: FailureScope, failures: number): number {
  const { free, longestWait } = LIMITS[scope];
  return failures < free ? 0 : Math.min(2 ** Math.min(failures - free, 20), longestWait);
}

/** Seconds that an attempt has to wait, by counter; one that is not here lets it through. */
export type Waits = Partial<Record<FailureScope, number>>;

/** Reads all counters of an attempt at once. */
export async function findWaits(db: Kysely<DB>, keys: FailureKeys, now: Date): Promise<Waits> {
  const rows = await findFailures(db, toKeys(keys));
  return Object.fromEntries(rows.map((row) => [row.scope, toWait(row, now)]).filter(([, seconds]) => seconds));
}

function toWait({ scope, failures, last_at }: FailureRow, now: Date): number {
  const since = (now.getTime() - new Date(last_at).getTime()) / 1000;
  if (since * 1000 < -CLOCK_DIFFERENCE) return 0;
  return Math.max(0, Math.ceil(waitAfter(scope as FailureScope, failures) - Math.max(0, since)));
}

function refuse(seconds: number): never {
  throw new ApiError({ code: 'too_many', retry_after: seconds, params: { seconds } });
}

/** 429 when one of the counters says to wait. */
function refuseWhileWaiting(waits: Waits): void {
  const seconds = Math.max(0, ...Object.values(waits));
  if (seconds > 0) refuse(seconds);
}

/** How a counter counts at this time. */
export function ruleOf(scope: FailureScope, now: Date): FailureRule {
  const { free, longestWait, forgotten } = LIMITS[scope];
  return {
    free,
    longestWait,
    now,
    forgotten: new Date(now.getTime() - forgotten * 1000),
    ahead: new Date(now.getTime() + CLOCK_DIFFERENCE),
  };
}

/** Counts an attempt with one counter; false when that says to wait. */
function take(db: Kysely<DB>, key: FailureKey & { scope: FailureScope }, now: Date): Promise<boolean> {
  return countAttempt(db, key, ruleOf(key.scope, now));
}

/** 429 for an attempt that one of its counters did not take. */
export async function refuseUncounted(db: Kysely<DB>, keys: FailureKeys, now: Date): Promise<never> {
  refuse(Math.max(1, ...Object.values(await findWaits(db, keys, now))));
}

/**
 * Counts an attempt as a failure before its secret is checked, so that attempts at the same time see each other; 429
 * when a counter says to wait. Whoever turns out to be right gives it back. Several counters are read first: where one
 * is used up, the others are not even counted and given back.
 * @param waits of these counters, where they were read before
 */
export async function reserveAttempt(db: Kysely<DB>, keys: FailureKeys, now: Date, waits?: Waits): Promise<void> {
  const counters = toKeys(keys);
  if (waits || counters.length > 1) refuseWhileWaiting(waits ?? (await findWaits(db, keys, now)));
  const taken: FailureKey[] = [];
  for (const key of counters) {
    if (await take(db, key, now)) taken.push(key);
    else {
      for (const one of taken) await uncountAttempt(db, one);
      refuse(Math.max(1, (await findWaits(db, keys, now))[key.scope] ?? 0));
    }
  }
}

/** Counts an attempt; false, and nothing is refused, once the counter is used up. */
export async function countWithin(db: Kysely<DB>, keys: FailureKeys, now: Date): Promise<boolean> {
  for (const key of toKeys(keys)) if (!(await take(db, key, now))) return false;
  return true;
}

/** The attempt was no failure. */
export async function giveBack(db: Kysely<DB>, keys: FailureKeys): Promise<void> {
  for (const key of toKeys(keys)) await uncountAttempt(db, key);
}

/** After the right secret: these counters start anew. */
export async function forgetFailures(db: Kysely<DB>, keys: FailureKeys): Promise<void> {
  for (const key of toKeys(keys)) await removeFailures(db, key);
}

/** Removes counters that were unused for two days: none of them affects anybody any more. */
export async function pruneFailures(db: Kysely<DB>, now: Date): Promise<number> {
  return removeFailuresBefore(db, new Date(now.getTime() - 2 * DAY_MS));
}

/** 404 for a school or a screen that there is not, and 429 for who asks for many: hits cost nothing. */
export async function refuseUnknown(db: Kysely<DB>, network: string, now: Date): Promise<never> {
  await reserveAttempt(db, { public: network }, now);
  throw new ApiError({ code: 'not_found' });
}
