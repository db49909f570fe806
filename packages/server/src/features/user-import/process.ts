import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { task } from '../../kernel/jobs/index.ts';
import { getSchool } from '../schools/index.ts';
import { packPeople, planRun, storePlan } from './planning.ts';
import { findRun, getRun, type RunKey, updateRun } from './queries.ts';
import { readInWorker } from './read/read-in-worker.ts';
import { READING_JOB } from './run-jobs.ts';

export interface ProcessParts {
  readonly kysely: Kysely<DB>;
  readonly store: FileStore;
  readonly clock: Clock;
}

async function readAll(store: FileStore, uuid: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of await store.open(uuid)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Reads the files of a run, plans it and stores the plan. May run again after a crash at any point. */
async function processRun({ kysely, store, clock }: ProcessParts, key: RunKey): Promise<void> {
  const run = await findRun(kysely, key);
  if (!run) return;
  const forgetFiles = async () => {
    for (const { file_uuid } of run.files) await store.remove(file_uuid);
  };
  // It may have been dropped meanwhile, or an interrupted job had already come to its end.
  if (!(await updateRun(kysely, run, { state: 'PROCESSING', progress: 10 }, ['QUEUED', 'PROCESSING'])))
    return forgetFiles();
  const files = [];
  for (const { name, file_uuid } of run.files) files.push({ name, bytes: await readAll(store, file_uuid) });
  const { time_zone } = await getSchool(kysely, run.school_id);
  const now = clock.now();
  const answer = await readInWorker({ files, profile: run.profile, today: toLocal(now, time_zone).date });
  if (!answer.ok) {
    const { reason, file, params } = answer;
    await updateRun(kysely, run, { state: 'FAILED', progress: 100, error: toJsonText({ reason, file, params }) }, [
      'PROCESSING',
    ]);
    return forgetFiles();
  }
  await updateRun(kysely, run, { progress: 50, records: packPeople(answer.records) }, ['PROCESSING']);
  const planned = await planRun(kysely, run, now);
  await kysely.transaction().execute(async (trx) => {
    if (planned && (await updateRun(trx, run, { state: 'READY', progress: 100 }, ['PROCESSING'])))
      await storePlan(trx, run, planned);
  });
  await forgetFiles();
}

const ATTEMPTS = 3;

/** The background job that reads an upload. */
export function processTask(parts: ProcessParts) {
  return task(
    READING_JOB.name,
    READING_JOB.schema,
    async ({ school_id, import_id }, { isLastAttempt }) => {
      const key = { school_id, id: import_id };
      try {
        await processRun(parts, key);
      } catch (thrown) {
        if (isLastAttempt) {
          const error = toJsonText({ reason: 'reader_crashed' as const, file: '', params: {} });
          const run = await getRun(parts.kysely, key);
          await updateRun(parts.kysely, run, { state: 'FAILED', progress: 100, records: null, error });
        }
        throw thrown;
      }
    },
    { attempts: ATTEMPTS },
  );
}
