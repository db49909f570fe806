import * as z from 'zod/mini';
import type { Clock } from './kernel/clock.ts';
import type { Database } from './kernel/database.ts';
import type { Feature } from './kernel/feature.ts';
import { pruneAnswers } from './kernel/idempotency.ts';
import { pruneJobs, repeat, task } from './kernel/jobs/index.ts';
import type { Log } from './kernel/log.ts';
import { pruneForms } from './kernel/uploads.ts';

export interface HousekeepingParts {
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  /** Each removes what is over of its own. */
  features: readonly Pick<Feature, 'prune'>[];
  /** Where forms are received. */
  temporaryFolder: string;
  log: Log;
}

/** Removes what is over. The outbox tidies itself up, and a publication the versions of the plan before it. */
export async function tidy({ database, clock, features, temporaryFolder }: HousekeepingParts) {
  const now = clock.now();
  const counts: Record<string, number> = {
    answers: await pruneAnswers(database.kysely, now),
    jobs: await pruneJobs(database.kysely),
    forms: await pruneForms(temporaryFolder, now),
  };
  for (const { prune = {} } of features)
    for (const [name, remove] of Object.entries(prune)) counts[name] = await remove(now);
  return counts;
}

/** The same every night. */
export function createHousekeeping(parts: HousekeepingParts) {
  const nightly = task('kernel:tidy', z.object({}), async () => parts.log.info(await tidy(parts), 'tidied'));
  return { tasks: [nightly], schedule: [repeat(nightly, '25 2 * * *', {}, { catchUpMs: 24 * 60 * 60 * 1000 })] };
}
