import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage in a new task: a dereferenced `WeakRef` keeps its target until the current one ends. */
export async function collectGarbage(): Promise<void> {
  await setImmediate();
  collect();
}
