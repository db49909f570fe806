import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { hasExpired } from '../users/index.ts';
import { type MatchedAppPassword, matchAppPassword } from './app-passwords.ts';
import {
  countWithin,
  type FailureKeys,
  findWaits,
  forgetFailures,
  giveBack,
  refuseUncounted,
  reserveAttempt,
  ruleOf,
  toKeys,
} from './failures.ts';
import { type Asker, hasher } from './hashing/hasher.ts';
import { verifyPassword } from './passwords.ts';
import { createPlaces } from './places.ts';
import type { AppPasswordPurpose } from './queries/app-passwords.ts';
import { toCountRule } from './queries/failures.ts';
import { addKnown, isIssued, removeKnownBefore, type Sender, type SenderKind } from './queries/known-senders.ts';
import type { NewSession } from './queries/sessions.ts';
import { findNamedAccount } from './queries/sign-in.ts';
import { createToken, hashToken } from './tokens.ts';

/** Whether somebody who has the right password is wanted to come another way. */
export type RefusesPassword = (db: Kysely<DB>, account: { school_id: number; id: number }) => Promise<boolean>;

export interface Credentials {
  slink: string;
  /** Username or e-mail address. */
  username: string;
  password: string;
  /** Of the caller, as a record of the attempt shows it. */
  ip: string;
  /** What is counted of it (`RequestFacts.network`). */
  network: string;
  /** The token that the device was given at an earlier sign-in, of whatever account. */
  device: string | null;
}

/** How long a device keeps its token after a sign-in, seconds: the longest that browsers keep a cookie. */
export const DEVICE_SECONDS = 400 * 24 * 60 * 60;
/** How long an address is known after a sign-in, seconds. */
const ADDRESS_SECONDS = 90 * 24 * 60 * 60;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Attempts at the same time in one process: more would keep each other from the database. */
const strangers = createPlaces({ lane: 60, total: 200 });
/** Those that bring the token of a device have places of their own. */
const devices = createPlaces({ lane: 60, total: 200 });

type Account = NonNullable<Awaited<ReturnType<typeof findNamedAccount>>>['account'];

/** An attempt to sign in, counted as a failure until it is accepted. */
export interface Attempt {
  /** Null: nobody has this name. */
  readonly account: Account | null;
  readonly address: Sender;
  readonly device: { token: string; sender: Sender } | null;
  readonly keys: FailureKeys;
  readonly asker: Asker;
  /** False: enough names that nobody has were hashed for this address. */
  readonly isHashed: boolean;
  /** The account signed in from this address within the last day. */
  readonly isUsual: boolean;
}

/**
 * Whom an attempt counts against. A device that signed in to the account before has a counter of its own: strangers
 * cannot keep it out. An account that signed in from the address before is not held up by others there. Names that
 * nobody has are answered like every other, cost the address nothing, and beyond a number no work either.
 */
async function openAttempt(db: Kysely<DB>, credentials: Credentials, now: Date): Promise<Attempt> {
  const name = credentials.username.trim().toLowerCase();
  const address = toSender(credentials.network);
  const device = credentials.device
    ? { token: credentials.device, sender: { kind: 'device' as const, hash: hashToken(credentials.device) } }
    : null;
  const { slink, network } = credentials;
  const senders = { address: address.hash, device: device?.sender.hash ?? null };
  const found = await findNamedAccount(db, { slink, name, ...senders }, toCountRule('device', ruleOf('device', now)));
  const { account = null, known = new Map<SenderKind, Date>(), isCounted = false } = found ?? {};
  const who = { account, address, device, isHashed: true, isUsual: false };
  if (!account) {
    const keys = { user: `${slink} ${name}` };
    const { name: isUsedUp, ...waits } = await findWaits(db, { ...keys, address: network, name: network }, now);
    await reserveAttempt(db, keys, now, waits);
    const isHashed = !isUsedUp && (await countWithin(db, { name: network }, now));
    return { ...who, keys, asker: { lane: network, isKnownDevice: false }, isHashed };
  }
  const user = toUserKey(account);
  const isKnownDevice = device !== null && known.has('device');
  const keys: FailureKeys = isKnownDevice
    ? { device: deviceKey(account, device.sender.hash) }
    : known.has('address')
      ? { user }
      : { address: network, user };
  if (!isKnownDevice) await reserveAttempt(db, keys, now);
  else if (!isCounted) await refuseUncounted(db, keys, now);
  const lane = known.size > 0 ? user : network;
  const isUsual = now.getTime() - (known.get('address')?.getTime() ?? 0) < DAY_MS;
  return { ...who, keys, asker: { lane, isKnownDevice }, isUsual };
}

/** The counter of an account; no short link begins like this. */
export function toUserKey({ school_id, id }: { school_id: number; id: number }): string {
  return `#${school_id} ${id}`;
}

/** The counter of a device of an account: `findNamedAccount` makes the same. */
function deviceKey(account: { school_id: number; id: number }, device: Buffer): string {
  return `${toUserKey(account)} ${device.toString('hex')}`;
}

async function isRightPassword(db: Kysely<DB>, attempt: Attempt, password: string): Promise<boolean> {
  if (!attempt.isHashed) {
    await pause(hasher.typicalMs());
    return false;
  }
  try {
    return await verifyPassword(password, attempt.account?.password_hash ?? null, hasher.deriveFor(attempt.asker));
  } catch (thrown) {
    // Nothing was checked.
    await giveBack(db, attempt.keys);
    throw thrown;
  }
}

/**
 * The account for credentials, whatever protocol they come through: the same limits, and the same answer and time for
 * a wrong name and a wrong password (D-4.09). The caller opens the session and accepts the attempt. Throws `too_many`,
 * `not_ready`, `wrong_credentials`, `school_locked`, `user_locked` or `user_expired`. `db` must not be a transaction that the error
 * rolls back: attempts are counted with it.
 */
export function checkCredentials(db: Kysely<DB>, credentials: Credentials, now: Date) {
  const within = credentials.device === null ? strangers : devices;
  return within(credentials.network, () => checkInPlace(db, credentials, isRightPassword, now));
}

/**
 * The same for a program, which may also have an app password. Without one, what it does is done with the password of
 * the account: the caller refuses that where the account has a second step. For uploads and files there is no other
 * password than one for uploads or files.
 */
export async function checkProgramCredentials(
  db: Kysely<DB>,
  credentials: Credentials,
  now: Date,
  purpose: AppPasswordPurpose = 'program',
) {
  let appPassword: MatchedAppPassword = null;
  const isRight: Check = async (trx, attempt, password) => {
    appPassword = attempt.account && (await matchAppPassword(trx, attempt.account, password, purpose));
    // A text that is no app password is checked as slowly as everywhere, so the time tells nothing.
    const isOwn = appPassword !== null || (await isRightPassword(trx, attempt, password));
    return purpose === 'program' ? isOwn : appPassword !== null;
  };
  const within = () => checkInPlace(db, credentials, isRight, now);
  const attempt = await strangers(credentials.network, within);
  return { attempt, appPassword: appPassword as MatchedAppPassword };
}

/** Why nobody signs in to an account whose password was right. */
function refusalOf({ school, is_locked, expire_at }: Account, now: Date) {
  if (school.is_locked) return 'school_locked';
  if (is_locked) return 'user_locked';
  return hasExpired({ expire_at }, now) ? 'user_expired' : null;
}

type Check = typeof isRightPassword;

async function checkInPlace(db: Kysely<DB>, credentials: Credentials, check: Check, now: Date) {
  const attempt = await openAttempt(db, credentials, now);
  const isRight = await check(db, attempt, credentials.password);
  const { account } = attempt;
  if (!account || !isRight) return rejectAttempt(db, account, credentials.ip, now);
  const refusal = refusalOf(account, now);
  if (refusal) {
    await giveBack(db, attempt.keys);
    throw new ApiError({ code: refusal });
  }
  return { ...attempt, account };
}

/**
 * The attempt failed: it was counted before it was checked, and stays counted. It is recorded for an account that
 * exists: unknown names belong to nobody's log.
 */
async function rejectAttempt(db: Kysely<DB>, account: Account | null, address: string, now: Date): Promise<never> {
  if (account) {
    const { school_id, id } = account;
    await appendAudit(db, [
      { school_id, origin: 'visitor', address, action: 'auth:audit.signInFailed', entity: 'users', id, now },
    ]);
  }
  throw new ApiError({ code: 'wrong_credentials' });
}

/** The password was right: its counters start anew, and the counter of the address takes the attempt back. */
export async function clearAttempt(db: Kysely<DB>, { keys }: Pick<Attempt, 'keys'>): Promise<void> {
  const { address: shared, ...own } = keys;
  await forgetFailures(db, own);
  if (shared) await giveBack(db, { address: shared });
}

/** Where somebody signed in from, and whether the device keeps a token. */
export interface Arrival {
  address: Sender;
  /** Null: a device that we have not given a token yet. */
  device: Buffer | null;
  keepsDevice: boolean;
}

/**
 * The account is known to come from there. Returns the token of a device that was given its first one; null where it
 * has one, or asks for none.
 */
export async function addArrival(
  db: Kysely<DB>,
  account: { school_id: number; id: number },
  { address, device, keepsDevice }: Arrival,
  now: Date,
): Promise<string | null> {
  const token = keepsDevice && !device ? createToken() : null;
  const hash = token === null ? device : hashToken(token);
  await addKnown(db, account, keepsDevice && hash ? [address, { kind: 'device', hash }] : [address], now);
  return token;
}

/** The device that an attempt came from; null: it has no token of ours, and one that is not ours could be planted. */
export async function findDevice(
  db: Kysely<DB>,
  attempt: Pick<Attempt, 'device'> & { asker?: Asker },
): Promise<Buffer | null> {
  const { device, asker } = attempt;
  return device && (asker?.isKnownDevice || (await isIssued(db, device.sender.hash))) ? device.sender.hash : null;
}

/** The sender of a call by its network. */
export function toSender(network: string): Sender {
  return { kind: 'address', hash: createHash('sha256').update(network).digest() };
}

/** The attempt succeeded, and nothing more is asked. Returns the token that the device keeps; null: it asks for none. */
export async function acceptAttempt(
  db: Kysely<DB>,
  attempt: Attempt & { account: Account },
  { keepsDevice }: { keepsDevice: boolean },
  now: Date,
): Promise<string | null> {
  await clearAttempt(db, attempt);
  const device = await findDevice(db, attempt);
  const { account, address } = attempt;
  const given = await addArrival(db, account, { address, device, keepsDevice }, now);
  return given ?? (keepsDevice && device ? (attempt.device?.token ?? null) : null);
}

/** How it is written down that somebody came in. */
export interface Writing {
  /** Notes where the account signed in from; returns the token for the device, if it gets one. */
  keepDevice: () => Promise<string | null>;
  /** Writes the session, where that is done together with everything else. */
  create?: (session: NewSession) => Promise<void>;
}

/**
 * What is to be written for an attempt that succeeded from a device of the account, which is how people come every day;
 * null: it did not, and `acceptAttempt` writes.
 */
export function returnOf({ asker, device, address, keys }: Attempt) {
  const [failures] = toKeys(keys);
  if (!asker.isKnownDevice || !device || !failures) return null;
  return { token: device.token, from: { failures, from_address: address.hash, from_device: device.sender.hash } };
}

/** A new password: the failures with the old one no longer count. */
export async function forgetAccountFailures(db: Kysely<DB>, account: { school_id: number; id: number }): Promise<void> {
  await forgetFailures(db, { user: toUserKey(account) });
}

/** Removes devices and addresses that were not used for long; returns their number. */
export async function pruneKnownSenders(db: Kysely<DB>, now: Date): Promise<number> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const devices = await removeKnownBefore(db, 'device', before(DEVICE_SECONDS));
  return devices + (await removeKnownBefore(db, 'address', before(ADDRESS_SECONDS)));
}
