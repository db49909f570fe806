/** Runs in a bounded process: reads and packs one upload after the other. Started by parse-in-worker.ts only. */
import { parentPort } from 'node:worker_threads';
import { readTimetable } from '@kreide/formats/timetables';
import { packJson, toJson } from './packed-plan.ts';
import type { ParseTask, WorkerMessage } from './parse-in-worker.ts';

const say = (message: WorkerMessage, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

// Any other error of a parser ends the worker: the parent treats it as a crash.
parentPort?.on('message', async ({ files, ...options }: ParseTask) => {
  const reading = await readTimetable(files, options);
  if (!reading.ok) {
    const { asked, file, reason, params } = reading;
    return say({ ok: false, failure: { file, reason, params }, ...(asked && { asked }) });
  }
  const json = toJson(reading.records);
  // Copied, not transferred: it is being packed at the same time.
  say({ type: 'plan', bytes: json });
  const bytes = packJson(json);
  return say({ type: 'packed', bytes }, [bytes.buffer]);
});
