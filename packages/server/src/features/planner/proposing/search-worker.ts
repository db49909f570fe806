/** Runs in a bounded process: searches for a plan until its time is over or somebody ends it. Started by search-plan.ts only. */
import { constants, setPriority } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import {
  buildModel,
  costsOf,
  givenPlacements,
  lessonPlaces,
  openUnitsOf,
  Search,
} from '@kreide/core/features/planner/proposal';
import type { SearchMessage, SearchOrder } from './search-messages.ts';

/** Moves between two looks at the clock: some milliseconds. */
const SLICE = 2000;
/** Time between two reports, ms. */
const REPORT_MS = 700;
/** Most lessons without a place that are named, and explained. */
const OPEN_NAMED = 20;

const say = (message: SearchMessage) => parentPort?.postMessage(message);
let isStopped = false;

async function search({ input, seed, seconds, fromGiven }: Extract<SearchOrder, { kind: 'start' }>): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const model = buildModel(input);
  const found = new Search(model, { seed, fromGiven });
  let reported = Number.NEGATIVE_INFINITY;
  for (;;) {
    const now = performance.now();
    const progress = found.progress();
    const isOver = isStopped || now >= end || (progress.open === 0 && progress.cost === 0);
    if (isOver || now - reported >= REPORT_MS) {
      const placements = found.placements();
      const open = model.units.flatMap(({ lessons }, unit) => (placements[unit] ? [] : lessons));
      say({ kind: 'progress', progress, open_ids: open.slice(0, OPEN_NAMED).map(({ lesson_id }) => lesson_id) });
      reported = now;
    }
    if (isOver) break;
    found.run(SLICE);
    await turn();
  }
  const placements = found.placements();
  say({
    kind: 'done',
    places: lessonPlaces(model, placements),
    before: costsOf(model, givenPlacements(model)),
    after: costsOf(model, placements),
    moves: found.progress().moves,
    open: openUnitsOf(model, placements, OPEN_NAMED),
  });
}

parentPort?.on('message', (order: SearchOrder) => {
  if (order.kind === 'stop') {
    isStopped = true;
    return;
  }
  // Of this thread: whoever waits for an answer of the server comes first.
  setPriority(constants.priority.PRIORITY_LOW);
  void search(order);
});
