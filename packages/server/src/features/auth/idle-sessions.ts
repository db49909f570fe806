import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { hasExpired } from '../users/index.ts';
import { createSession, findSession, removeSession, type SessionKind, updateSession } from './queries/sessions.ts';
import { toActor } from './session-actor.ts';
import { createToken, hashToken } from './tokens.ts';

/** An idle session expires this long after its last call, and at the latest this long after the sign-in, seconds. */
export const IDLE_SESSION_SECONDS = { idle: 10 * 60, longest: 12 * 60 * 60 } as const;
/** A use is recorded when the last recorded one is this long ago, seconds. */
const TOUCH_SECONDS = 20;

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

/**
 * Sessions of one token that last while they are used, for protocols without refresh tokens. They are in the table of
 * all sessions, so that signing out everywhere, a new password and the nightly cleanup end them too. Every call queries
 * the database: a session revoked in one process is invalid in all.
 */
export function createIdleSessions({
  kysely,
  clock,
  kind,
}: {
  kysely: Kysely<DB>;
  clock: Clock;
  kind: Exclude<SessionKind, 'app'>;
}) {
  return {
    /**
     * Opens a session and returns its token, of which only the hash is stored (D-4.09).
     * @param by the app password that opened it, with which it ends; null: the password of the account
     */
    async open(
      user: { school_id: number; id: number },
      by: { id: number } | null,
      userAgent: string | null,
    ): Promise<string> {
      const now = clock.now();
      const token = createToken();
      await createSession(kysely, {
        school_id: user.school_id,
        user_id: user.id,
        kind,
        app_password_id: by?.id ?? null,
        access_hash: hashToken(token),
        access_expires_at: later(now, IDLE_SESSION_SECONDS.idle),
        // Nobody receives the refresh token: there is nothing to refresh.
        refresh_hash: hashToken(createToken()),
        refresh_expires_at: later(now, IDLE_SESSION_SECONDS.longest),
        stay_logged_in: false,
        is_native: true,
        user_agent: userAgent,
        created_at: now.toISOString(),
        last_used_at: now.toISOString(),
      });
      return token;
    },

    /** The actor of a token, whose idle time restarts; null when the session is unknown, expired or revoked. */
    async authenticate(token: string): Promise<Actor | null> {
      const row = await findSession(kysely, kind, hashToken(token));
      if (!row) return null;
      // The password alone opens nothing where there is a second step, even if that came a moment later.
      if (row.is_tfa_enabled && row.app_password_id === null) return null;
      const now = clock.now();
      const end = Math.min(new Date(row.access_expires_at).getTime(), new Date(row.refresh_expires_at).getTime());
      if (end <= now.getTime() || hasExpired(row, now)) return null;
      const actor = toActor(row, now, true);
      if (actor.lacks_second_step) return null;
      if (now.getTime() - new Date(row.last_used_at).getTime() >= TOUCH_SECONDS * 1000)
        await updateSession(kysely, row, {
          last_used_at: now.toISOString(),
          access_expires_at: later(now, IDLE_SESSION_SECONDS.idle),
        });
      return actor;
    },

    /** Ends the session of an actor. */
    async end(actor: Pick<Actor, 'school_id' | 'session_id'>): Promise<void> {
      await removeSession(kysely, actor);
    },
  };
}

export type IdleSessions = ReturnType<typeof createIdleSessions>;
