import { ACCESS_TOKEN_SECONDS, ROTATION_WINDOW_SECONDS, SESSION_SECONDS } from '@kreide/core/features/auth';
import { ApiError, toInstant } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { dutyOf } from '../schools/index.ts';
import { hasExpired } from '../users/index.ts';
import { createActorMemory, type RememberedActor } from './actor-memory.ts';
import { leaveJoinedAll } from './queries/joining.ts';
import {
  createSession,
  findForReuse,
  findLiving,
  findSession,
  lockForRefresh,
  type NewSession,
  pruneSessions,
  removeOtherSessions,
  removeSession,
  removeSessionsOf,
  removeSessionsOfService,
  type SessionRow,
  summariseSessions,
  updateSession,
} from './queries/sessions.ts';
import { toActor } from './session-actor.ts';
import { createRefreshToken, createToken, familyOf, hashToken, successorsOf, xsrfOf } from './tokens.ts';

/** Channel on which processes notify each other that a session or a user's rights changed; payload is the user id. */
export const SESSION_CHANNEL = 'kreide_sessions';

/** What a sign-in or a refresh returns. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
}

export interface SessionParts {
  readonly kysely: Kysely<DB>;
  readonly clock: Clock;
  readonly secret: string;
  /** Notifies the other processes. */
  readonly announce: (userId: number) => void;
}

/** The time when a second step becomes due and the person's rights change, epoch ms. */
function toDutyStart(row: SessionRow, now: Date): number {
  const { second_step_from: from, time_zone } = row;
  return from !== null && dutyOf(row, row, now) === 'soon' ? toInstant(from, '00:00', time_zone).getTime() : Infinity;
}

/** The time from which the person has left the school and their rights change, epoch ms. */
function toReadingStart({ read_only_from }: SessionRow, now: Date): number {
  const from = read_only_from === null ? Infinity : Date.parse(read_only_from);
  return from > now.getTime() ? from : Infinity;
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Sessions in PostgreSQL behind a cache; `isTrusted(false)` disables the cache while notifications may be lost. */
export function createSessions({ kysely, clock, secret, announce }: SessionParts) {
  const remembered = createActorMemory();
  let trusted = true;
  /** Grows with every invalidation: rows that were read before may be out of date. */
  let forgotten = 0;

  function forgetUser(userId: number): void {
    forgotten += 1;
    remembered.forgetUser(userId);
  }

  /** The actor of an access token, if it is cached; the process may cache the token itself, but not store it. */
  const recognise = (token: string): Actor | undefined =>
    trusted ? remembered.get(token, clock.now().getTime()) : undefined;

  async function load(hash: Buffer): Promise<RememberedActor | null> {
    const now = clock.now();
    const row = await findSession(kysely, 'app', hash);
    if (!row) return null;
    const until = Math.min(Date.parse(row.access_expires_at), Date.parse(row.expire_at ?? row.access_expires_at));
    if (until <= now.getTime()) return null;
    // Ends with another session, whose end is told of another user.
    const isVisit = row.from_session_id !== null;
    const lastUsed = new Date(row.last_used_at).getTime();
    if (
      (row.rotated_at !== null && lastUsed <= new Date(row.rotated_at).getTime()) ||
      now.getTime() - lastUsed > 10 * 60_000
    ) {
      await updateSession(kysely, row, { last_used_at: now.toISOString() });
    }
    return {
      actor: toActor(row, now),
      until: isVisit ? now.getTime() : Math.min(until, toDutyStart(row, now), toReadingStart(row, now)),
    };
  }

  const isPrevious = (row: { previous_refresh_hash: Buffer | null; refresh_hash: Buffer }, hash: Buffer) =>
    row.previous_refresh_hash?.equals(hash) === true && !row.refresh_hash.equals(hash);

  const toFamilyHash = (refreshToken: string): Buffer | null => {
    const family = familyOf(refreshToken);
    return family === null ? null : hashToken(family);
  };

  /**
   * An old token whose successor is in use, and one older than that, was copied or stolen: the session ends, even if
   * the calling transaction rolls back.
   */
  async function endWhenReused(refreshToken: string, hash: Buffer, now: Date): Promise<void> {
    const row = await findForReuse(kysely, hash, toFamilyHash(refreshToken));
    if (!row || row.refresh_hash.equals(hash)) return;
    if (isPrevious(row, hash)) {
      const rotatedAt = new Date(row.rotated_at ?? 0).getTime();
      const isRecent = now.getTime() - rotatedAt <= ROTATION_WINDOW_SECONDS * 1000;
      const isUnused = new Date(row.last_used_at).getTime() <= rotatedAt;
      if (isRecent || isUnused) return;
    }
    await removeSession(kysely, row);
    forgetUser(row.user_id);
    announce(row.user_id);
  }

  /** Signs people out everywhere. Who has joined an account with one of theirs would come back without its password. */
  async function endAllOf(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<number> {
    await leaveJoinedAll(db, schoolId, ids);
    return removeSessionsOf(db, schoolId, ids);
  }

  return {
    recognise,

    /** The actor of an access token, synchronously when it is cached. */
    authenticate(token: string): Actor | null | Promise<Actor | null> {
      const known = recognise(token);
      if (known !== undefined) return known;
      const before = forgotten;
      return load(hashToken(token)).then((found) => {
        if (found && trusted && before === forgotten) remembered.set(token, found, clock.now().getTime());
        return found?.actor ?? null;
      });
    },

    /** Opens a session; `stay` decides whether it lives 180 days or 12 hours. */
    async open(
      db: Kysely<DB>,
      user: { school_id: number; id: number },
      options: {
        stay: boolean;
        is_native: boolean;
        user_agent: string | null;
        service_sid?: string | null;
        visitor?: { school_id: number; session_id: number } | undefined;
      },
      create = (session: NewSession) => createSession(db, session),
    ): Promise<Tokens> {
      const now = clock.now();
      const tokens = {
        access_token: createToken(),
        refresh_token: createRefreshToken(),
        expires_in: ACCESS_TOKEN_SECONDS,
      };
      await create({
        school_id: user.school_id,
        user_id: user.id,
        access_hash: hashToken(tokens.access_token),
        access_expires_at: later(now, ACCESS_TOKEN_SECONDS).toISOString(),
        refresh_hash: hashToken(tokens.refresh_token),
        family_hash: toFamilyHash(tokens.refresh_token),
        refresh_expires_at: later(now, options.stay ? SESSION_SECONDS.stay : SESSION_SECONDS.short).toISOString(),
        stay_logged_in: options.stay,
        is_native: options.is_native,
        user_agent: options.user_agent,
        service_sid: options.service_sid ?? null,
        ...(options.visitor && {
          from_school_id: options.visitor.school_id,
          from_session_id: options.visitor.session_id,
        }),
        created_at: now.toISOString(),
        last_used_at: now.toISOString(),
      });
      return tokens;
    },

    /**
     * Exchanges a refresh token. The token before the last rotation yields the same successor for 60 seconds, and
     * longer while nobody has used the successor (its answer was lost). Any other use of an old token ends the session.
     * After the commit call `changed`: the access tokens before the rotation end.
     */
    async refresh(
      db: Kysely<DB>,
      userUuid: string,
      refreshToken: string,
    ): Promise<{ tokens: Tokens; stay: boolean; is_native: boolean; user_id: number }> {
      const now = clock.now();
      const hash = hashToken(refreshToken);
      await endWhenReused(refreshToken, hash, now);
      const row = await lockForRefresh(db, hash);
      if (!row) throw new ApiError({ code: 'session_expired' });
      if (row.user_uuid !== userUuid || row.deleted_at !== null) throw new ApiError({ code: 'invalid_user_id' });
      if (row.school_is_locked) throw new ApiError({ code: 'school_locked' });
      if (row.is_locked) throw new ApiError({ code: 'user_locked' });
      if (hasExpired(row, now)) throw new ApiError({ code: 'user_expired' });
      const tokens = { ...successorsOf(secret, refreshToken), expires_in: ACCESS_TOKEN_SECONDS };
      const result = { tokens, stay: row.stay_logged_in, is_native: row.is_native, user_id: row.user_id };
      if (new Date(row.refresh_expires_at).getTime() <= now.getTime()) throw new ApiError({ code: 'session_expired' });
      if (isPrevious(row, hash)) return result;
      const seconds = row.stay_logged_in ? SESSION_SECONDS.stay : SESSION_SECONDS.short;
      await updateSession(
        db,
        { school_id: row.school_id, session_id: row.id },
        {
          access_hash: hashToken(tokens.access_token),
          access_expires_at: later(now, ACCESS_TOKEN_SECONDS).toISOString(),
          previous_refresh_hash: hash,
          refresh_hash: hashToken(tokens.refresh_token),
          family_hash: toFamilyHash(tokens.refresh_token),
          refresh_expires_at: later(now, seconds).toISOString(),
          rotated_at: now.toISOString(),
        },
      );
      return result;
    },

    /** What a page of ours repeats in a header beside the refresh token in its cookie. */
    xsrfOf: (refreshToken: string) => xsrfOf(secret, refreshToken),

    end: removeSession,
    endAllOf,
    endAll: (db: Kysely<DB>, { school_id, user_id }: { school_id: number; user_id: number }) =>
      endAllOf(db, school_id, [user_id]),
    /** Ends what a service has begun (`EndedThere`); returns whose sessions they were. After the commit call `changed` of each. */
    endOfService: removeSessionsOfService,
    endOthers: removeOtherSessions,
    summarise: summariseSessions,

    /** Which of these sessions may do everything: not expired, and of somebody who may sign in and lacks no second step. */
    living: (asked: readonly { school_id: number; session_id: number }[]) => findLiving(kysely, asked, clock.now()),

    /** After the commit: invalidates the cached sessions of the user in this process and the others. */
    changed(userId: number): void {
      forgetUser(userId);
      announce(userId);
    },

    forgetUser,

    /** While the listener is disconnected nothing is cached. */
    trust(value: boolean): void {
      trusted = value;
      forgotten += 1;
      remembered.clear();
    },

    /** Removes expired sessions and their cache entries; called by a job. */
    async prune(): Promise<number> {
      remembered.prune(clock.now().getTime());
      return pruneSessions(kysely, clock.now());
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
