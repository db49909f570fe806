import * as z from 'zod/mini';
import { pruneFailures, prunePasswordResets, type Sessions } from './features/auth/index.ts';
import { pruneSubscriptions } from './features/subscriptions/index.ts';
import { pruneUploads } from './features/timetable-import/index.ts';
import type { Clock } from './kernel/clock.ts';
import type { Database } from './kernel/database.ts';
import { pruneAnswers } from './kernel/idempotency.ts';
import { pruneJobs, repeat, task } from './kernel/jobs/index.ts';
import type { Log } from './kernel/log.ts';
import { pruneForms } from './kernel/uploads.ts';

export interface HousekeepingParts {
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  sessions: Pick<Sessions, 'prune'>;
  /** Where forms are received. */
  temporaryFolder: string;
  log: Log;
}

/** Removes what is over. The outbox tidies itself up, and a publication the versions of the plan before it. */
export async function tidy({ database: { kysely }, clock, sessions, temporaryFolder }: HousekeepingParts) {
  const now = clock.now();
  return {
    sessions: await sessions.prune(),
    links: await prunePasswordResets(kysely, now),
    failures: await pruneFailures(kysely, now),
    answers: await pruneAnswers(kysely, now),
    uploads: await pruneUploads(kysely, now),
    jobs: await pruneJobs(kysely),
    forms: await pruneForms(temporaryFolder, now),
    subscriptions: await pruneSubscriptions(kysely),
  };
}

/** The same every night. */
export function createHousekeeping(parts: HousekeepingParts) {
  const nightly = task('kernel:tidy', z.object({}), async () => parts.log.info(await tidy(parts), 'tidied'));
  return { tasks: [nightly], schedule: [repeat(nightly, '25 2 * * *', {}, { catchUpMs: 24 * 60 * 60 * 1000 })] };
}
