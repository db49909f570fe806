import { createPlaces } from '../process/places.ts';
import { type BoundedProcess, type Bounds, startBounded } from './bounded-process.ts';

/** An idle process ends after this time, ms: one upload is often followed by another. */
const IDLE_MS = 60_000;
/** A process is ended when it holds more than this after its work, megabytes: a usual school leaves 200 behind. */
const IDLE_MB = 320;

/** So many work at once, whatever their work is: each has a bound of its own, and together they fill no machine. */
const AT_WORK = 2;

const places = createPlaces(AT_WORK);

/** Processes for one kind of work, of which one is kept for the next piece. */
export interface SpareProcess {
  /**
   * The one that waits, if it has the same bounds, or a new one, as soon as there is a place for its work. Whoever takes it
   * gives it back or drops it, once.
   */
  take(bounds: Bounds): Promise<BoundedProcess>;
  /** After work that came to its end; `rss_mb` is what the process holds, megabytes. */
  giveBack(process: BoundedProcess, bounds: Bounds, rss_mb: number): void;
  /** After work that failed; resolves once its memory is given back. */
  drop(process: BoundedProcess): Promise<void>;
  /** Starts one ahead of work that will come. */
  prepare(bounds: Bounds): void;
}

/** Keeps at most one process that runs the file, for a minute, unless it has grown. */
export function createSpareProcess(work: URL): SpareProcess {
  let spare: { process: BoundedProcess; bounds: Bounds; timer: NodeJS.Timeout } | null = null;

  function end(process: BoundedProcess): Promise<void> {
    if (spare?.process === process) {
      clearTimeout(spare.timer);
      spare = null;
    }
    return process.end();
  }

  function keep(process: BoundedProcess, bounds: Bounds): void {
    // Nobody waits for an idle process: it is dropped when it fails.
    process.listen({ answer() {}, ended: () => void end(process) });
    process.hold(false);
    spare = { process, bounds, timer: setTimeout(() => end(process), IDLE_MS).unref() };
  }

  const drop = (process: BoundedProcess) => end(process).finally(places.leave);

  return {
    async take(bounds) {
      await places.take();
      if (spare?.bounds.heap_mb !== bounds.heap_mb || spare.bounds.memory_mb !== bounds.memory_mb)
        return startBounded(work, bounds);
      const { process, timer } = spare;
      spare = null;
      clearTimeout(timer);
      process.hold(true);
      return process;
    },
    giveBack(process, bounds, rss_mb) {
      if (spare || rss_mb > IDLE_MB) return void drop(process);
      keep(process, bounds);
      places.leave();
    },
    drop,
    prepare(bounds) {
      if (!spare) keep(startBounded(work, bounds), bounds);
    },
  };
}
