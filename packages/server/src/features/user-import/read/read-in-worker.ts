import { Worker } from 'node:worker_threads';
import type { ImportProfile, ReadPeople, UnreadablePeople } from '@kreide/core/features/user-import';
import type { PeopleFile } from '@kreide/formats/people';

/** Input of the worker. */
export interface ReadTask {
  readonly files: readonly PeopleFile[];
  readonly profile: ImportProfile;
  /** At the school. */
  readonly today: string;
}

export type ReadAnswer =
  | { readonly ok: true; readonly read: ReadPeople }
  | {
      readonly ok: false;
      readonly file: string;
      readonly reason: UnreadablePeople;
      readonly params: Readonly<Record<string, string | number>>;
    };

/** 100,000 rows take a few seconds and 300 MB. */
const READ_LIMITS = { heap_mb: 768, milliseconds: 120_000 };

/**
 * Reads an upload in a thread with limits. Never rejects: a crash, too much memory or time become a reason, and the
 * process goes on.
 */
export function readInWorker(task: ReadTask, limits = READ_LIMITS): Promise<ReadAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: limits.heap_mb },
      // Reading needs nothing of the server's environment.
      env: {},
    });
    const end = (answer: ReadAnswer) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(answer);
    };
    const fail = (reason: UnreadablePeople) => end({ ok: false, file: '', reason, params: {} });
    const timer = setTimeout(() => fail('too_slow'), limits.milliseconds);
    worker.once('message', end);
    worker.on('error', (error) =>
      fail(
        'code' in (error as Error) && (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? 'too_large'
          : 'reader_crashed',
      ),
    );
    worker.once('exit', () => fail('reader_crashed'));
  });
}
