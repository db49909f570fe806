import * as z from 'zod/mini';
import type { Clock } from './kernel/clock.ts';
import type { Database } from './kernel/data/database.ts';
import type { Feature } from './kernel/feature.ts';
import { type FileStore, pruneUnowned } from './kernel/files/index.ts';
import { pruneAnswers } from './kernel/http/idempotency.ts';
import { pruneForms } from './kernel/http/uploads.ts';
import { pruneJobs, repeat, task } from './kernel/jobs/index.ts';
import type { Log } from './kernel/log.ts';

export interface HousekeepingParts {
  database: Pick<Database, 'kysely'>;
  store: Pick<FileStore, 'remove'>;
  clock: Clock;
  /** Each removes its own expired data. */
  features: readonly Pick<Feature, 'prune'>[];
  /** The folder in which forms are received. */
  temporaryFolder: string;
  log: Log;
}

/**
 * Removes expired data. The outbox cleans up after itself, and a publication removes the oldest versions of the plan.
 */
export async function tidy({ database, store, clock, features, temporaryFolder }: HousekeepingParts) {
  const now = clock.now();
  const counts: Record<string, number> = {
    answers: await pruneAnswers(database.kysely, now),
    jobs: await pruneJobs(database.kysely),
    forms: await pruneForms(temporaryFolder, now),
    'contents of nobody': await pruneUnowned(database.kysely, store, now),
  };
  for (const { prune = {} } of features)
    for (const [name, remove] of Object.entries(prune)) counts[name] = await remove(now);
  return counts;
}

/** The same as a nightly job. */
export function createHousekeeping(parts: HousekeepingParts) {
  const nightly = task('kernel:tidy', z.object({}), async () => parts.log.info(await tidy(parts), 'tidied'));
  return { tasks: [nightly], schedule: [repeat(nightly, '25 2 * * *', {}, { catchUpMs: 24 * 60 * 60 * 1000 })] };
}
