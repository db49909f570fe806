import type { ReadPeople, UnreadablePeople } from '@kreide/core/features/user-import';
import type { ForeignFile, PeopleOptions, Reading, Refusal } from '@kreide/formats/people';
import { createSpareProcess, INCOMPLETE } from '../../../kernel/child/index.ts';

/** Input of the worker. */
export interface ReadTask extends PeopleOptions {
  readonly files: readonly ForeignFile[];
}

export type ReadAnswer = Reading<ReadPeople, Refusal<UnreadablePeople>>;

/** 100,000 rows take a few seconds and 350 MB. */
export const READ_LIMITS = { heap_mb: 768, memory_mb: 1024, milliseconds: 120_000 };

const readers = createSpareProcess(new URL('./read-worker.ts', import.meta.url));

/** Starts a worker ahead of an upload in progress. */
export function prepareReader(): void {
  readers.prepare(READ_LIMITS);
}

/**
 * Reads an upload in a process of its own with limits. A crash, too much memory or time become a reason, and this
 * process goes on; it rejects only while files of the program are missing, which says nothing about the upload.
 */
export async function readInWorker(task: ReadTask, limits = READ_LIMITS, workers = readers): Promise<ReadAnswer> {
  const worker = await workers.take(limits);
  return new Promise((resolve, reject) => {
    const fail = (reason: UnreadablePeople) => {
      clearTimeout(timer);
      void workers.drop(worker).then(() => resolve({ ok: false, file: '', reason, params: {} }));
    };
    const timer = setTimeout(() => fail('too_slow'), limits.milliseconds);
    worker.listen({
      answer(answer, rss_mb) {
        clearTimeout(timer);
        workers.giveBack(worker, limits, rss_mb);
        resolve(answer as ReadAnswer);
      },
      ended(reason) {
        if (reason !== 'incomplete') return fail(reason === 'crashed' ? 'reader_crashed' : 'too_large');
        clearTimeout(timer);
        void workers.drop(worker).then(() => reject(INCOMPLETE));
      },
    });
    worker.post(task);
  });
}
