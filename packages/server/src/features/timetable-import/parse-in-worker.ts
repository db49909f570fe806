import { Worker } from 'node:worker_threads';
import type {
  AskedReading,
  ParsedPlan,
  ParseOptions,
  SourceFile,
  UnreadableReason,
} from '@kreide/core/features/timetable-import';
import { UNPACK_LIMITS, type UnpackLimits } from '@kreide/formats/timetables/limits';
import { fromJson } from './packed-plan.ts';

/** Resource limits of one upload. */
export interface ParseLimits extends UnpackLimits {
  /** Heap of the worker in megabytes; the bytes of the files are added to it. */
  heap_mb: number;
  /** Wall-clock time in milliseconds. */
  milliseconds: number;
}

/** The limits of an import: a whole school takes a tenth of a second and 60 MB. */
export const PARSE_LIMITS: ParseLimits = { ...UNPACK_LIMITS, heap_mb: 768, milliseconds: 120_000 };

/** Why nothing could be read; each reason has a text in `locales/<lang>/timetable-import.json` below `unreadable`. */
export interface ParseFailure {
  /** Empty when the failure is about the upload as a whole. */
  file: string;
  reason: UnreadableReason;
  params: Record<string, string | number>;
  /** The runtime's message about a crash; for the log, never for people. */
  cause?: unknown;
}

/**
 * The result of one upload. `packed` is the plan in its stored form (`unpackPlan`): the worker packs it while the
 * caller goes on with the plan. It rejects when the worker ends first.
 */
export type ParseAnswer = { ok: true; plan: ParsedPlan; packed: Promise<Uint8Array> } | ParseRefusal;
/** `asked`: what somebody has to say before the files can be read. */
export type ParseRefusal = { ok: false; failure: ParseFailure; asked?: AskedReading };

/**
 * Messages of the worker: a failure, or the plan as JSON (in a third of the time of cloning its objects), followed by
 * the packed form.
 */
export type WorkerMessage = { type: 'plan' | 'packed'; bytes: Uint8Array } | ParseRefusal;

/** Input of the worker. */
export interface ParseTask {
  files: SourceFile[];
  options: ParseOptions;
  limits: UnpackLimits;
  /** The chosen source; null: detected by content. */
  source: string | null;
}

/** Bytes that own their whole buffer can be transferred; a slice of Node's shared pool has to be copied first. */
function toMovable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const ownsBuffer = bytes.byteOffset === 0 && bytes.byteLength === buffer.byteLength;
  if (buffer instanceof ArrayBuffer && ownsBuffer) return new Uint8Array(buffer);
  return Uint8Array.from(bytes);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** An idle worker ends after this time, ms: one upload is often followed by another. */
const IDLE_MS = 60_000;

/** A worker and the call that waits for it. Its listeners are attached once and stay. */
interface Thread {
  worker: Worker;
  heap_mb: number;
  listener: { answer(message: WorkerMessage): void; error(error: unknown): void; exit(code: number): void } | null;
}

let spare: { thread: Thread; timer: NodeJS.Timeout } | null = null;

function startWorker(heap_mb: number): Thread {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heap_mb },
    // A parser needs nothing of the server's environment.
    env: {},
  });
  const thread: Thread = { worker, heap_mb, listener: null };
  // Nobody waits for an idle worker: it is dropped when it fails.
  worker.on('message', (message: WorkerMessage) => thread.listener?.answer(message));
  worker.on('error', (error) => (thread.listener ? thread.listener.error(error) : drop(thread)));
  worker.on('exit', (code) => (thread.listener ? thread.listener.exit(code) : drop(thread)));
  return thread;
}

function drop(thread: Thread): void {
  if (spare?.thread === thread) {
    clearTimeout(spare.timer);
    spare = null;
  }
  void thread.worker.terminate();
}

/** Keeps a healthy worker for the next upload; at most one. */
function keep(thread: Thread): void {
  thread.listener = null;
  if (spare) {
    drop(thread);
    return;
  }
  thread.worker.unref();
  spare = { thread, timer: setTimeout(() => drop(thread), IDLE_MS).unref() };
}

function takeWorker(heap_mb: number): Thread {
  if (spare?.thread.heap_mb !== heap_mb) return startWorker(heap_mb);
  const { thread, timer } = spare;
  spare = null;
  clearTimeout(timer);
  thread.worker.ref();
  return thread;
}

/** Starts a worker ahead of an upload in progress. */
export function prepareWorker(heap_mb: number = PARSE_LIMITS.heap_mb): void {
  if (!spare) keep(startWorker(heap_mb));
}

/**
 * Unpacks, detects and parses an upload in a worker thread with limits. The bytes are transferred to the worker: the
 * caller's arrays are empty afterwards. Never rejects: an unreadable file, a crash, too much memory or time become a
 * failure with a reason, and the process goes on.
 */
export function parseInWorker(
  files: readonly SourceFile[],
  options: ParseOptions,
  limits: ParseLimits = PARSE_LIMITS,
  source: string | null = null,
): Promise<ParseAnswer> {
  const movable = files.map((file) => ({ name: file.name, bytes: toMovable(file.bytes) }));
  const task: ParseTask = { files: movable, options, limits, source };
  const buffers = new Set(movable.map((file) => file.bytes.buffer));
  const packing = Promise.withResolvers<Uint8Array>();
  // Callers that do not use the packed plan can ignore its rejection.
  packing.promise.catch(() => {});
  return new Promise((resolve) => {
    const thread = takeWorker(limits.heap_mb);
    const finish = () => {
      clearTimeout(timer);
      keep(thread);
    };
    const fail = (reason: UnreadableReason, params: ParseFailure['params'], cause?: unknown) => {
      clearTimeout(timer);
      // A later error of the worker must not end the process.
      thread.listener = { answer() {}, error() {}, exit() {} };
      const failure = { file: '', reason, params, ...(cause === undefined ? {} : { cause }) };
      packing.reject(new Error(`The worker ended before the plan was packed: ${reason}`, { cause }));
      void thread.worker.terminate().then(() => resolve({ ok: false, failure }));
    };
    const timer = setTimeout(
      () => fail('too_slow', { limit_s: Math.ceil(limits.milliseconds / 1000) }),
      limits.milliseconds,
    );
    thread.listener = {
      answer(message) {
        if (!('type' in message)) {
          finish();
          resolve(message);
        } else if (message.type === 'plan') {
          fromJson(message.bytes).then(
            (plan) => resolve({ ok: true, plan, packed: packing.promise }),
            (error) => fail('parser_crashed', {}, error),
          );
        } else {
          finish();
          packing.resolve(message.bytes);
        }
      },
      error(error) {
        if (isOutOfMemory(error)) fail('out_of_memory', { limit_mb: limits.heap_mb }, error);
        else fail('parser_crashed', {}, error);
      },
      exit: (code) => fail('parser_crashed', {}, new Error(`The worker ended with code ${code}.`)),
    };
    thread.worker.postMessage(task, [...buffers]);
  });
}
