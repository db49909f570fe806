/** Runs in a bounded process: reads the events out of one upload. Started by read-in-worker.ts only. */
import { parentPort } from 'node:worker_threads';
import { readCalendarFiles } from '@kreide/formats/calendars';
import type { CalendarTask } from './read-in-worker.ts';

// Any error ends the worker: the parent treats it as a crash.
parentPort?.on('message', async ({ files, ...options }: CalendarTask) =>
  parentPort?.postMessage(await readCalendarFiles(files, options)),
);
