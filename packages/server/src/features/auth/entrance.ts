import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { RequestFacts } from '../../kernel/http/context.ts';
import { type SchoolFace, toSchool } from '../schools/index.ts';
import { COOKIE_PATH, DEVICE_COOKIE, type Reply, setCookies } from './cookies.ts';
import { DEVICE_SECONDS, type Writing } from './credentials.ts';
import { hasKnownDevice } from './queries/known-senders.ts';
import { listSessionIds } from './queries/sessions.ts';
import type { Sessions } from './sessions.ts';

/** Something happened to an account that its owner should hear of. */
export interface AccountEvent {
  school_id: number;
  user_id: number;
  kind: 'password' | 'device' | 'secondFactor' | 'appPassword' | 'joined' | 'left';
  user_agent: string | null;
  /** The sessions to whose open pages it is told; left out: all. */
  sessions?: readonly number[];
}
/** Called in the transaction of the event. */
export type AccountChanged = (db: Kysely<DB>, event: AccountEvent, now: Date) => Promise<void>;

/** How somebody asked to be signed in. */
export interface Manner {
  stay: boolean;
  is_native: boolean;
  keepsDevice: boolean;
  isKnownDevice: boolean;
  /** The session of the service that has named them; empty: it did not say which. Left out: they came another way. */
  service_sid?: string | null;
  /** Who comes from the real school into the invented one in which it looks around. */
  visitor?: { readonly school_id: number; readonly session_id: number };
}

export interface EnteringAccount {
  school_id: number;
  id: number;
  uuid: string;
  school: SchoolFace;
}

interface Call {
  request: RequestFacts;
  reply: Reply;
  now: Date;
}

/** Opens the session of somebody who has proven who they are, and tells the owner of a device that is new. */
export function createEntrance({ sessions, accountChanged }: { sessions: Sessions; accountChanged: AccountChanged }) {
  return async function enter(
    db: Kysely<DB>,
    account: EnteringAccount,
    manner: Manner & Writing,
    { request, reply, now }: Call,
  ) {
    const { stay, is_native, keepsDevice, isKnownDevice, service_sid = null, visitor, create } = manner;
    // Whatever somebody has proven: an invented school is entered from the real one only.
    if (account.school.purpose === 'trial' && !visitor) throw new ApiError({ code: 'school_locked' });
    const { user_agent } = request;
    const { school_id, id: user_id } = account;
    const before = keepsDevice && !isKnownDevice ? await listSessionIds(db, { school_id, user_id }, now) : [];
    const tokens = await sessions.open(db, account, { stay, is_native, user_agent, service_sid, visitor }, create);
    const isNewDevice = keepsDevice && !isKnownDevice && (await hasKnownDevice(db, account));
    const device_token = await manner.keepDevice();
    if (!is_native) {
      setCookies(reply, account.uuid, tokens, sessions.xsrfOf(tokens.refresh_token), stay);
      if (device_token)
        reply.setCookie(DEVICE_COOKIE, device_token, { path: COOKIE_PATH, httpOnly: true, maxAge: DEVICE_SECONDS });
    }
    // The device that signs in knows that it does: those are told that were there before.
    if (isNewDevice)
      await accountChanged(db, { school_id, user_id, kind: 'device', user_agent, sessions: before }, now);
    return {
      access_token: tokens.access_token,
      uuid: account.uuid,
      expires_in: tokens.expires_in,
      ...(is_native ? { refresh_token: tokens.refresh_token } : {}),
      ...(is_native && device_token ? { device_token } : {}),
      tfa_mode: '' as const,
      data: toSchool(account.school),
    };
  };
}

export type Enter = ReturnType<typeof createEntrance>;
