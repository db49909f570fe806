import { AsyncLocalStorage } from 'node:async_hooks';

/** Is the present call part of work? */
const working = new AsyncLocalStorage<boolean>();

/**
 * Work is everything that no person waits for at a screen: tasks, seeding, commands, and the few calls that write a
 * whole school. What such a function asks of the database, and whatever it calls, has the limits of work
 * (`WORK_LIMITS`) instead of those of requests.
 */
export function asWork<Parts extends unknown[], Result>(run: (...parts: Parts) => Result): (...parts: Parts) => Result {
  return (...parts) => working.run(true, run, ...parts);
}

export function isWork(): boolean {
  return working.getStore() === true;
}
