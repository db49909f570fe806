/** Runs in a bounded process: reads the people out of one upload. Started by read-in-worker.ts only. */
import { parentPort } from 'node:worker_threads';
import { readPeopleFiles } from '@kreide/formats/people';
import type { ReadTask } from './read-in-worker.ts';

// Any error ends the worker: the parent treats it as a crash.
parentPort?.on('message', async ({ files, ...options }: ReadTask) =>
  parentPort?.postMessage(await readPeopleFiles(files, options)),
);
