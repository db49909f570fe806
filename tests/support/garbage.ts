import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Frees what nothing refers to any more: what a `WeakRef` gave out is held until the running job ends. */
export async function collectGarbage(): Promise<void> {
  await setImmediate();
  collect();
}
