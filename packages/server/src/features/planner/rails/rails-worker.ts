/** Runs in a bounded process: puts courses on rails until its steps are done or somebody ends it. Started by task.ts only. */
import { constants, setPriority } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { railModel, searchRails } from '@kreide/core/features/planner/rails';
import type { RailsMessage, RailsOrder } from './rails-messages.ts';

/** Time between two reports, ms. */
const REPORT_MS = 700;

const say = (message: RailsMessage) => parentPort?.postMessage(message);
let isStopped = false;

async function search({ input, seed, steps }: Extract<RailsOrder, { kind: 'start' }>): Promise<void> {
  const search = searchRails(railModel(input), { seed, steps });
  let reported = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { done, value } = search.next();
    const now = performance.now();
    if (now - reported >= REPORT_MS) {
      const { open, teachers, crowded } = value;
      say({ kind: 'progress', progress: { open, clashes: teachers + crowded, steps: value.steps, of: steps } });
      reported = now;
    }
    if (done || isStopped) return say({ kind: 'done', rail: value.rail, seats: value.seats, steps: value.steps });
    await turn();
  }
}

parentPort?.on('message', (order: RailsOrder) => {
  if (order.kind === 'stop') {
    isStopped = true;
    return;
  }
  // Of this thread: whoever waits for an answer of the server comes first.
  setPriority(constants.priority.PRIORITY_LOW);
  void search(order);
});
