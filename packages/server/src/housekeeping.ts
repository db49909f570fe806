import * as z from 'zod/mini';
import { pruneFailures, type Sessions } from './features/auth/index.ts';
import { pruneFeeds } from './features/feeds/index.ts';
import { pruneUploads } from './features/timetable-import/index.ts';
import type { Clock } from './kernel/clock.ts';
import type { Database } from './kernel/database.ts';
import { pruneAnswers } from './kernel/idempotency.ts';
import { repeat, task } from './kernel/jobs/index.ts';
import type { Log } from './kernel/log.ts';

export interface HousekeepingParts {
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  sessions: Pick<Sessions, 'prune'>;
  log: Log;
}

/** Removes what is over: sessions, counters of failures, stored answers, uploads that nobody published, addresses of calendars whose reason is gone. */
export async function tidy({ database: { kysely }, clock, sessions }: HousekeepingParts) {
  const now = clock.now();
  return {
    sessions: await sessions.prune(),
    failures: await pruneFailures(kysely, now),
    answers: await pruneAnswers(kysely, now),
    uploads: await pruneUploads(kysely, now),
    feeds: await pruneFeeds(kysely),
  };
}

/** The same every night. */
export function createHousekeeping(parts: HousekeepingParts) {
  const nightly = task('kernel:tidy', z.object({}), async () => parts.log.info(await tidy(parts), 'tidied'));
  return { tasks: [nightly], schedule: [repeat(nightly, '25 2 * * *', {}, { catchUpMs: 24 * 60 * 60 * 1000 })] };
}
