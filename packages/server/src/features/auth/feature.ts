import { type Feature, type FeatureParts, tell } from '../../kernel/feature.ts';
import { pruneFailures } from './failures.ts';
import { authHandlers } from './handlers.ts';
import { prunePasswordResets } from './queries/password-resets.ts';
import { createSessions, SESSION_CHANNEL, type Sessions } from './sessions.ts';

export interface AuthFeature extends Feature {
  readonly sessions: Sessions;
  /** Calls back when sessions of a user may have ended, in any process; null: any user's. */
  onRevoked(listener: (userId: number | null) => void): void;
}

type Needed = 'database' | 'clock' | 'secret' | 'appOrigins' | 'log';

export function authFeature(parts: Pick<FeatureParts, Needed>): AuthFeature {
  const { clock, secret, appOrigins } = parts;
  const { kysely } = parts.database;
  const announce = (userId: number) => tell(parts, SESSION_CHANNEL, userId);
  const sessions = createSessions({ kysely, clock, secret, announce });
  const listeners: ((userId: number | null) => void)[] = [];
  const revoke = (userId: number | null) => {
    for (const listener of listeners) listener(userId);
  };
  return {
    sessions,
    onRevoked: (listener) => void listeners.push(listener),
    implemented: authHandlers({ sessions, appOrigins }),
    prune: {
      sessions: () => sessions.prune(),
      links: (now) => prunePasswordResets(kysely, now),
      failures: (now) => pruneFailures(kysely, now),
    },
    caches: [
      {
        channel: SESSION_CHANNEL,
        drop(userId) {
          sessions.forgetUser(userId);
          revoke(userId);
        },
        trust(value) {
          sessions.trust(value);
          // Notifications sent in the meantime were lost.
          if (value) revoke(null);
        },
      },
    ],
  };
}
