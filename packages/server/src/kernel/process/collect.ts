import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So long after the start, ms: the first people who wait are answered before. */
const QUIET = 3_000;

/**
 * Gives back once what a start has left: modules as they were read, schemas while they were built. A server that is little used would
 * keep these 40 MB for hours, since the engine collects what is old only when it needs the room. It takes a tenth of a second.
 */
export function collectAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: (options: object) => void = runInNewContext('gc');
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, QUIET).unref();
}
