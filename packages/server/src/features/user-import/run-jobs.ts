import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listLivingJobs } from '../../kernel/jobs/index.ts';
import { getRun, type RunKey, type RunRow } from './queries.ts';

const schema = z.object({ school_id: z.int(), import_id: z.int() });

/** The job that reads a run. */
export const READING_JOB = { name: 'user-import:process', schema } as const;
/** The job that saves a run. */
export const SAVING_JOB = { name: 'user-import:save', schema } as const;
/** The job that takes a run back. */
export const UNDOING_JOB = { name: 'user-import:undo', schema } as const;
/** The job that tries out what taking a run back would do. */
export const TRIAL_JOB = { name: 'user-import:trial', schema } as const;
type RunJob = typeof READING_JOB | typeof SAVING_JOB | typeof UNDOING_JOB | typeof TRIAL_JOB;

const textOf = ({ school_id, id }: RunKey) => `${school_id} ${id}`;

/** Who is at a run with this job, or will be within a minute? */
export async function livingNow(db: Kysely<DB>, job: RunJob): Promise<(run: RunKey) => boolean> {
  const jobs = await listLivingJobs(db, job);
  const living = new Set(jobs.map(({ school_id, import_id }) => textOf({ school_id, id: import_id })));
  return (run) => living.has(textOf(run));
}

/** Is it to be saved or taken back, and nobody is at it? As after an outage that outlasted all attempts. */
export async function isStalled(db: Kysely<DB>, run: Pick<RunRow, 'school_id' | 'id' | 'state'>): Promise<boolean> {
  const job = run.state === 'SAVING' ? SAVING_JOB : run.state === 'UNDOING' ? UNDOING_JOB : null;
  if (job === null || (await livingNow(db, job))(run)) return false;
  // Whoever was at it may have ended between the two looks: it is in another state then.
  return (await getRun(db, run)).state === run.state;
}
