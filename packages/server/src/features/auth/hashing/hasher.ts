import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ApiError } from '@kreide/core/kernel';
import type { Derivation, Derive } from '../passwords.ts';
import { createFairQueue, type QueueLimits } from './fair-queue.ts';

/** Who asks for a hash. Known devices come first; everybody else takes turns, lane by lane. */
export interface Asker {
  lane: string;
  isKnownDevice: boolean;
}

export interface Hasher {
  /** The `derive` of one caller; it throws `not_ready` when too many wait. */
  deriveFor(asker: Asker): Derive;
  /** A time that a hash took recently, waiting included, ms. */
  typicalMs(): number;
  end(): Promise<void>;
}

interface Job {
  derivation: Derivation;
  resolve: (key: Buffer) => void;
  reject: (error: unknown) => void;
  asked: number;
}

/** A thread and what it works on. */
interface Thread {
  worker: Worker;
  job: Job | null;
}

/** More would give up before it is their turn. */
const LIMITS: QueueLimits = { lane: 300, total: 600 };
/** How many durations are kept. */
const SAMPLES = 16;
/** Before there is any, ms. */
const FIRST_GUESS_MS = 50;

/**
 * Hashes passwords in threads of their own, so that a flood of sign-ins takes neither the main thread nor the threads
 * that read files, in a queue with a bound: one thread a core, as nothing else that a sign-in does takes as long. The threads start with the first hash and do not keep the process alive.
 */
export function createHasher({ threads = availableParallelism(), limits = LIMITS } = {}): Hasher {
  const known = createFairQueue<Job>(limits);
  const others = createFairQueue<Job>(limits);
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const durations: number[] = [];

  /** Its listeners are attached once and stay. */
  function start(): Thread {
    const thread: Thread = { worker: new Worker(new URL('./hash-worker.ts', import.meta.url), { env: {} }), job: null };
    all.add(thread);
    thread.worker.unref();
    thread.worker.on('message', (key: Uint8Array) => {
      const { job } = thread;
      thread.job = null;
      if (job) {
        durations.push(performance.now() - job.asked);
        if (durations.length > SAMPLES) durations.shift();
        job.resolve(Buffer.from(key));
      }
      idle.push(thread);
      next();
    });
    const lose = (error: unknown) => {
      thread.job?.reject(error);
      thread.job = null;
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
      if (all.delete(thread)) next();
    };
    thread.worker.on('error', lose);
    thread.worker.on('exit', (code) => lose(new Error(`The thread that hashes passwords ended with code ${code}.`)));
    return thread;
  }

  function next(): void {
    while (idle.length > 0 || all.size < threads) {
      const job = known.take() ?? others.take();
      if (!job) return;
      const thread = idle.pop() ?? start();
      thread.job = job;
      thread.worker.postMessage(job.derivation);
    }
  }

  function typicalMs(): number {
    return durations[Math.floor(Math.random() * durations.length)] ?? FIRST_GUESS_MS;
  }

  return {
    deriveFor:
      ({ lane, isKnownDevice }) =>
      (derivation) =>
        new Promise((resolve, reject) => {
          const job = { derivation, resolve, reject, asked: performance.now() };
          if (!(isKnownDevice ? known : others).push(lane, job)) {
            const seconds = Math.max(1, Math.ceil(Math.max(...durations, FIRST_GUESS_MS) / 1000));
            reject(new ApiError({ code: 'not_ready', retry_after: seconds }));
          }
          next();
        }),
    typicalMs,
    async end() {
      await Promise.all([...all].map(({ worker }) => worker.terminate()));
    },
  };
}

/** The hasher of this process. */
export const hasher: Hasher = createHasher();
