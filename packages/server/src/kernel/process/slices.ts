import { setImmediate } from 'node:timers/promises';

/** Long computation in short steps; between two of them other work may run. */
export type Steps<T> = Generator<void, T, void>;

/** Longest time for which the other requests of this process wait, ms; a step is never interrupted. */
const SLICE_MS = 12;

/** All steps at once: for small inputs, scripts and workers of their own. */
export function toEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** All steps, with a turn for everybody else after each slice of time. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  let end = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + SLICE_MS;
  }
}

/** Number of items of a step: one alone would cost less than asking for the time. */
const ITEMS_PER_STEP = 64;

/** `flatMap` in steps. */
export function* flatMapInSteps<Item, T>(items: readonly Item[], map: (item: Item) => readonly T[]): Steps<T[]> {
  const found: T[] = [];
  for (const [index, item] of items.entries()) {
    for (const value of map(item)) found.push(value);
    if (index % ITEMS_PER_STEP === ITEMS_PER_STEP - 1) yield;
  }
  return found;
}
