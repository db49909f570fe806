import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/database.generated.ts';
import { listLivingJobs } from '../../kernel/jobs/index.ts';
import type { RunKey, RunRow } from './queries.ts';

/** The job that saves a run. */
export const SAVING_JOB = {
  name: 'user-import:save',
  schema: z.object({ school_id: z.int(), import_id: z.int() }),
} as const;

const textOf = ({ school_id, id }: RunKey) => `${school_id} ${id}`;

/** Who is at saving a run, or will be within a minute? */
export async function savedNow(db: Kysely<DB>): Promise<(run: RunKey) => boolean> {
  const jobs = await listLivingJobs(db, SAVING_JOB);
  const living = new Set(jobs.map(({ school_id, import_id }) => textOf({ school_id, id: import_id })));
  return (run) => living.has(textOf(run));
}

/** Is it to be saved, and nobody is at it? As after an outage that outlasted all attempts. */
export async function isStalled(db: Kysely<DB>, run: Pick<RunRow, 'school_id' | 'id' | 'state'>): Promise<boolean> {
  return run.state === 'SAVING' && !(await savedNow(db))(run);
}
