import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What the main thread of a bounded process says. */
export type BoundedMessage =
  | { kind: 'answer'; answer: unknown; rss_mb: number }
  | { kind: 'ended'; reason: EndReason; cause: string };

/**
 * Beyond the bound of the heap or of the whole process; a file of the program is missing, as while an upgrade swaps them; or
 * anything else.
 */
export type EndReason = 'out_of_heap' | 'out_of_memory' | 'incomplete' | 'crashed';

export interface Bounds {
  /** Objects and texts of the thread, megabytes. */
  readonly heap_mb: number;
  /** Everything that the process holds: buffers, what libraries allocate, the runtime itself. Megabytes. */
  readonly memory_mb: number;
}

/** Whoever waits for the work of a process. */
export interface Listener {
  /** A message of the work; `rss_mb` is what the process holds, megabytes. */
  answer(message: unknown, rss_mb: number): void;
  /** The process is over; nothing comes after it. */
  ended(reason: EndReason, cause: Error): void;
}

/**
 * A process for work on data of strangers. The work is a file that runs in a thread and talks over its `parentPort`; the
 * whole process has a bound on its memory, whatever takes it, and is ended beyond it. It never outlives this process.
 */
export interface BoundedProcess {
  readonly pid: number | undefined;
  /** Sends data to the work; it is copied. */
  post(message: unknown): void;
  /** The listener from now on, instead of the one until now. */
  listen(listener: Listener): void;
  /** Ends it; resolves once its memory is given back. */
  end(): Promise<void>;
  /** Whether it keeps this process from ending. */
  hold(isHeld: boolean): void;
}

const ENTRY = new URL('./bounded-entry.ts', import.meta.url);

export function startBounded(work: URL, { heap_mb, memory_mb }: Bounds): BoundedProcess {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = fork(ENTRY, [work.href, String(heap_mb), String(memory_mb)], {
    serialization: 'advanced',
    // Without our own flags: an inspector's port is taken, and a watcher watches one process.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Of the server's environment it gets where compiled code lies: compiling the readers anew is half of what a start costs. The work
    // sees nothing of it, and has nothing to say but its answers.
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let listener: Listener | null = null;
  let isOver = false;
  const over = Promise.withResolvers<void>();
  const finish = (reason: EndReason, cause: string) => {
    if (isOver) return;
    isOver = true;
    listener?.ended(reason, new Error(cause));
  };
  child.on('message', (message: BoundedMessage) => {
    // It may have answered in the moment in which it was ended.
    if (isOver) return;
    if (message.kind === 'answer') listener?.answer(message.answer, message.rss_mb);
    else finish(message.reason, message.cause);
  });
  child.on('error', (error) => {
    // What could not be started at all never closes.
    if (child.pid === undefined) over.resolve();
    finish('crashed', error.message);
  });
  child.on('close', (code, signal) => {
    over.resolve();
    // Without its first file it ends before it can tell why.
    finish(
      existsSync(ENTRY) ? 'crashed' : 'incomplete',
      `The process was ended ${signal ? `by ${signal}` : `with code ${code}`}.`,
    );
  });
  return {
    pid: child.pid,
    // A process that ends before it has read this is handled by its end.
    post: (message) => void child.send(message as object, () => {}),
    listen(next) {
      listener = next;
    },
    end() {
      isOver = true;
      child.kill('SIGKILL');
      return over.promise;
    },
    hold(isHeld) {
      if (isHeld) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
  };
}
