/** Runs in a bounded process: searches for a plan until its time is over or somebody ends it. Started by search-plan.ts only. */
import { constants, setPriority } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import {
  buildModel,
  carryPlacements,
  costsOf,
  divide,
  dividedOf,
  givenPlacements,
  lessonIdOf,
  lessonPlaces,
  type Model,
  openHours,
  openUnitsOf,
  type Placement,
  Search,
  toDivide,
} from '@kreide/core/features/planner/proposal';
import type { SearchMessage, SearchOrder } from './search-messages.ts';

/** Moves between two looks at the clock: some milliseconds. */
const SLICE = 2000;
/** Time between two reports, ms. */
const REPORT_MS = 700;
/** After these parts of its time a search in which something is open may divide what is only wished whole. */
const DIVIDING = [0.4, 0.7];
/** Most lessons without a place that are named, and explained. */
const OPEN_NAMED = 20;

const say = (message: SearchMessage) => parentPort?.postMessage(message);
let isStopped = false;

interface Made {
  model: Model;
  placements: Placement[];
}

/** Nothing is divided for its own sake: only if fewer periods stay open. */
const betterOf = (before: Made | null, later: Made): Made =>
  before && openHours(before.model, before.placements) <= openHours(later.model, later.placements) ? before : later;

async function search({ input, seed, seconds, fromGiven }: Extract<SearchOrder, { kind: 'start' }>): Promise<void> {
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const given = buildModel(input);
  let [tried, model] = [input, given];
  let found = new Search(model, { seed, fromGiven });
  /** The best plan in which less is divided, and the moves of the searches before. */
  let best: Made | null = null;
  let [rounds, moves] = [0, 0];
  let reported = Number.NEGATIVE_INFINITY;
  for (;;) {
    const now = performance.now();
    const { open, cost, ...told } = found.progress();
    const progress = { open, cost, moves: moves + told.moves };
    const isOver = isStopped || now >= end || (open === 0 && cost === 0);
    if (isOver || now - reported >= REPORT_MS) {
      const placements = found.placements();
      const waiting = model.units.flatMap(({ lessons }, unit) => (placements[unit] ? [] : lessons));
      const ids = waiting.slice(0, OPEN_NAMED).map(({ lesson_id }) => lessonIdOf(lesson_id));
      say({ kind: 'progress', progress, open_ids: [...new Set(ids)] });
      reported = now;
    }
    if (isOver) break;
    if (open > 0 && now >= begun + (DIVIDING[rounds] ?? Number.POSITIVE_INFINITY) * (end - begun)) {
      rounds += 1;
      const placements = found.placements();
      const ids = toDivide(model, tried, placements);
      if (ids.size > 0) {
        best = betterOf(best, { model, placements });
        tried = divide(tried, ids);
        const divided = buildModel(tried);
        moves += told.moves;
        found = new Search(divided, { seed, fromGiven, starts: carryPlacements(model, placements, divided) });
        model = divided;
      }
    }
    found.run(SLICE);
    await turn();
  }
  moves += found.progress().moves;
  const made = betterOf(best, { model, placements: found.placements() });
  const { places, divided } = dividedOf(input.lessons, lessonPlaces(made.model, made.placements));
  say({
    kind: 'done',
    places,
    divided,
    before: costsOf(given, givenPlacements(given)),
    after: costsOf(made.model, made.placements),
    moves,
    open: openUnitsOf(made.model, made.placements, OPEN_NAMED).map((one) => ({
      ...one,
      lesson_ids: one.lesson_ids.map(lessonIdOf),
    })),
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
