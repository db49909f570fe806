import type { AskedReading, ParsedPlan, ParseOptions, UnreadableReason } from '@kreide/core/features/timetable-import';
import type { ForeignFile, TimetableOptions } from '@kreide/formats/timetables';
import { UNPACK_LIMITS, type UnpackLimits } from '@kreide/formats/timetables/limits';
import { type Bounds, createSpareProcess, INCOMPLETE } from '../../kernel/child/index.ts';
import { fromJson } from './packed-plan.ts';

/** Resource limits of one upload. */
export interface ParseLimits extends UnpackLimits, Bounds {
  /** Wall-clock time in milliseconds. */
  milliseconds: number;
}

/** The limits of an import: a whole school takes a tenth of a second and 180 MB, files of 60 MB at most 900 MB. */
export const PARSE_LIMITS: ParseLimits = { ...UNPACK_LIMITS, heap_mb: 768, memory_mb: 1024, milliseconds: 120_000 };

/** Why nothing could be read; each reason has a text in `locales/<lang>/timetable-import.json` below `unreadable`. */
export interface ParseFailure {
  /** Empty when the failure is about the upload as a whole. */
  file: string;
  reason: UnreadableReason;
  params: Readonly<Record<string, string | number>>;
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
export interface ParseTask extends TimetableOptions {
  readonly files: readonly ForeignFile[];
}

const parsers = createSpareProcess(new URL('./parse-worker.ts', import.meta.url));

/** Starts a worker ahead of an upload in progress. */
export function prepareWorker(bounds: Bounds = PARSE_LIMITS): void {
  parsers.prepare(bounds);
}

/**
 * Unpacks, detects and parses an upload in a process of its own with limits. An unreadable file, a crash, too much
 * memory or time become a failure with a reason, and this process goes on; it rejects only while files of the program are
 * missing, which says nothing about the upload.
 */
export async function parseInWorker(
  files: readonly ForeignFile[],
  options: ParseOptions,
  limits: ParseLimits = PARSE_LIMITS,
  source: string | null = null,
  workers = parsers,
): Promise<ParseAnswer> {
  const packing = Promise.withResolvers<Uint8Array>();
  // Callers that do not use the packed plan can ignore its rejection.
  packing.promise.catch(() => {});
  const worker = await workers.take(limits);
  return new Promise((resolve, reject) => {
    const finish = (rss_mb: number) => {
      clearTimeout(timer);
      workers.giveBack(worker, limits, rss_mb);
    };
    const fail = (reason: UnreadableReason, params: ParseFailure['params'], cause?: unknown) => {
      clearTimeout(timer);
      const failure = { file: '', reason, params, ...(cause === undefined ? {} : { cause }) };
      packing.reject(new Error(`The worker ended before the plan was packed: ${reason}`, { cause }));
      void workers.drop(worker).then(() => resolve({ ok: false, failure }));
    };
    const timer = setTimeout(
      () => fail('too_slow', { limit_s: Math.ceil(limits.milliseconds / 1000) }),
      limits.milliseconds,
    );
    worker.listen({
      answer(answer, rss_mb) {
        const message = answer as WorkerMessage;
        if (!('type' in message)) {
          finish(rss_mb);
          resolve(message);
        } else if (message.type === 'plan') {
          fromJson(message.bytes).then(
            (plan) => resolve({ ok: true, plan, packed: packing.promise }),
            (error) => fail('parser_crashed', {}, error),
          );
        } else {
          finish(rss_mb);
          packing.resolve(message.bytes);
        }
      },
      ended(reason, cause) {
        if (reason === 'incomplete') {
          clearTimeout(timer);
          packing.reject(INCOMPLETE);
          return void workers.drop(worker).then(() => reject(INCOMPLETE));
        }
        if (reason === 'crashed') return fail('parser_crashed', {}, cause);
        const limit_mb = reason === 'out_of_heap' ? limits.heap_mb : limits.memory_mb;
        return fail('out_of_memory', { limit_mb }, cause);
      },
    });
    const task: ParseTask = { files, options, limits, source };
    worker.post(task);
  });
}
