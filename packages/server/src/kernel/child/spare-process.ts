import { type BoundedProcess, type Bounds, startBounded } from './bounded-process.ts';

/** An idle process ends after this time, ms: one upload is often followed by another. */
const IDLE_MS = 60_000;
/** A process that holds more than this after its work is ended, megabytes: what a usual school leaves behind is 200. */
const IDLE_MB = 320;

/** Processes for one kind of work, of which one is kept for the next piece. */
export interface SpareProcess {
  /** The one that waits, if it has the same bounds, or a new one. Whoever takes it gives it back or ends it. */
  take(bounds: Bounds): BoundedProcess;
  /** After work that came to its end; `rss_mb` is what the process holds, megabytes. */
  giveBack(process: BoundedProcess, bounds: Bounds, rss_mb: number): void;
  /** Starts one ahead of work that will come. */
  prepare(bounds: Bounds): void;
}

/** Keeps at most one process that runs the file, for a minute, unless it has grown. */
export function createSpareProcess(work: URL): SpareProcess {
  let spare: { process: BoundedProcess; bounds: Bounds; timer: NodeJS.Timeout } | null = null;

  function drop(process: BoundedProcess): void {
    if (spare?.process === process) {
      clearTimeout(spare.timer);
      spare = null;
    }
    void process.end();
  }

  function giveBack(process: BoundedProcess, bounds: Bounds, rss_mb: number): void {
    if (spare || rss_mb > IDLE_MB) {
      drop(process);
      return;
    }
    // Nobody waits for an idle process: it is dropped when it fails.
    process.listen({ answer() {}, ended: () => drop(process) });
    process.hold(false);
    spare = { process, bounds, timer: setTimeout(() => drop(process), IDLE_MS).unref() };
  }

  return {
    take(bounds) {
      if (spare?.bounds.heap_mb !== bounds.heap_mb || spare.bounds.memory_mb !== bounds.memory_mb)
        return startBounded(work, bounds);
      const { process, timer } = spare;
      spare = null;
      clearTimeout(timer);
      process.hold(true);
      return process;
    },
    giveBack,
    prepare(bounds) {
      if (!spare) giveBack(startBounded(work, bounds), bounds, 0);
    },
  };
}
