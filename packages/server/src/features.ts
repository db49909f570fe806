import type { FastifyInstance } from 'fastify';
import { authHandlers, createIdleSessions, createSessions, SESSION_CHANNEL } from './features/auth/index.ts';
import { filesHandlers } from './features/files/index.ts';
import { monitorHandlers } from './features/monitor/index.ts';
import { newsHandlers } from './features/news/index.ts';
import { schoolsHandlers } from './features/schools/index.ts';
import { subscriptionsHandlers } from './features/subscriptions/index.ts';
import {
  createPlanStore,
  PLAN_CHANNEL,
  timetableHandlers,
  timetableSubscriptionSource,
} from './features/timetable/index.ts';
import { createRecentChange, processTask, timetableImportHandlers } from './features/timetable-import/index.ts';
import { usersHandlers } from './features/users/index.ts';
import { mountWebUntis, type WebUntisParts } from './features/webuntis/index.ts';
import { createHousekeeping } from './housekeeping.ts';
import type { Clock } from './kernel/clock.ts';
import type { Database } from './kernel/database.ts';
import type { FileStore } from './kernel/files/index.ts';
import type { Log } from './kernel/log.ts';
import type { Texts } from './kernel/texts.ts';

export interface FeatureParts {
  database: Database;
  clock: Clock;
  secret: string;
  store: FileStore;
  fileKey: Uint8Array;
  appUrl: () => string;
  /** Other origins whose pages may call with a session. */
  appOrigins: readonly string[];
  /** Where forms are received. */
  temporaryFolder: string;
  texts: Texts;
  log: Log;
}

/** Every feature with what it needs: the server half of the contract's registry. */
export function joinFeatures(parts: FeatureParts) {
  const { database, clock, secret, store, fileKey, appUrl, appOrigins, temporaryFolder, texts, log } = parts;
  const { kysely } = database;
  const tell = (channel: string, payload: number) => {
    database
      .notify(channel, String(payload))
      .catch((err) => log.warn({ err, channel }, 'the other processes were not told'));
  };
  const sessions = createSessions({ kysely, clock, secret, announce: (userId) => tell(SESSION_CHANNEL, userId) });
  const plans = createPlanStore(kysely);
  const planChanged = (schoolId: number) => {
    plans.drop(schoolId);
    tell(PLAN_CHANNEL, schoolId);
  };
  const news = { fileKey, appUrl };
  const recent = createRecentChange();
  const process = processTask({ kysely, store, clock, recent });

  const housekeeping = createHousekeeping({ database, clock, sessions, temporaryFolder, log });
  const webUntis: WebUntisParts = {
    ...{ kysely, plans, clock, log },
    sessions: createIdleSessions({ kysely, clock, kind: 'webuntis' }),
  };

  return {
    sessions,
    plans,
    planChanged,
    implemented: [
      ...authHandlers({ sessions, appOrigins }),
      // A feature that has something for people's calendars adds its source here.
      ...subscriptionsHandlers({ sources: [timetableSubscriptionSource({ plans })], texts, appUrl }),
      ...filesHandlers({ store, key: fileKey }),
      ...monitorHandlers({ plans, news }),
      ...newsHandlers(news),
      ...schoolsHandlers({ appUrl, changed: planChanged }),
      ...timetableHandlers({ plans }),
      ...timetableImportHandlers({ store, process, recent, changed: planChanged }),
      ...usersHandlers({ planChanged }),
    ],
    /** Doors with an envelope of their own beside the contract's. */
    mountRoutes(app: FastifyInstance, isSecure: () => boolean): void {
      mountWebUntis(app, webUntis, isSecure);
    },
    tasks: [process, ...housekeeping.tasks],
    schedule: housekeeping.schedule,

    /**
     * What the memory holds is dropped when another process changes it; while nothing can be heard, nothing is trusted.
     * `revoked` is told whose sessions may have ended, here or elsewhere; null: anybody's.
     */
    async listen(revoked: (userId: number | null) => void): Promise<AsyncDisposable> {
      const endPlans = await database.listen(PLAN_CHANNEL, (payload) => plans.drop(Number(payload)));
      const endSessions = await database.listen(SESSION_CHANNEL, (payload) => {
        sessions.forgetUser(Number(payload));
        revoked(Number(payload));
      });
      const unwatch = database.watchListener({
        onLost() {
          plans.trust(false);
          sessions.trust(false);
        },
        onBack() {
          plans.trust(true);
          sessions.trust(true);
          revoked(null);
        },
      });
      return {
        async [Symbol.asyncDispose]() {
          unwatch();
          await endPlans();
          await endSessions();
        },
      };
    },
  };
}

export type Features = ReturnType<typeof joinFeatures>;
