/**
 * Runs in a worker thread: unpacks, detects, parses and packs one upload after the other. Started by parse-in-worker.ts
 * only.
 */
import { parentPort } from 'node:worker_threads';
import type { ParsedPlan } from '@kreide/core/features/timetable-import';
import {
  createFindings,
  detectParser,
  isAccess,
  limitPlan,
  type Parser,
  parsers,
  UndecidedReading,
  UnreadableFile,
  unpack,
  warnOfEncoding,
} from '@kreide/formats/timetables';
import { isUndescribed, programOf } from '@kreide/formats/timetables/programs';
import { packJson, toJson } from './packed-plan.ts';
import type { ParseRefusal, ParseTask, WorkerMessage } from './parse-in-worker.ts';

/** Sources without their own parser deliver files of others (Pupil, TIME): then every parser may try. */
function readersFor(source: string | null): readonly Parser[] {
  const own = parsers.filter(({ formats }) =>
    formats.some((format) => format === source || format.startsWith(`${source}-`)),
  );
  return source === null || own.length === 0 || isUndescribed(source) ? parsers : own;
}

/** What a file of an undocumented program is taken for, because it is none that we know. */
const NOT_KNOWN: ReadonlySet<string> = new Set(['binary', 'spreadsheet', 'unknown_format']);

/** Of a program whose format is nowhere described: what to send instead is a better answer than what the file is not. */
function toRefusal({ file, reason, params }: UnreadableFile, source: string | null): ParseRefusal {
  const program = NOT_KNOWN.has(reason) ? programOf(source) : null;
  if (program === null) return { ok: false, failure: { file, reason, params } };
  return { ok: false, failure: { file, reason: 'program_unknown', params: { program } } };
}

async function read({ files, options, limits, source }: ParseTask): Promise<ParsedPlan | ParseRefusal> {
  try {
    const unpacked = await unpack(files, limits);
    const plan = detectParser(unpacked, readersFor(source)).parse(unpacked, options);
    const findings = createFindings();
    for (const file of unpacked) if (!isAccess(file)) warnOfEncoding(file, findings);
    const limited = limitPlan(plan, findings);
    return {
      ...limited,
      warnings: [...findings.warnings, ...plan.warnings],
      rejected: [...plan.rejected, ...findings.rejected],
    };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const refusal = toRefusal(error, source);
    return error instanceof UndecidedReading ? { ...refusal, asked: error.asked } : refusal;
  }
}

const say = (message: WorkerMessage, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

// Any other error of a parser ends the worker: the parent treats it as a crash.
parentPort?.on('message', async (task: ParseTask) => {
  const plan = await read(task);
  if ('ok' in plan) return say(plan);
  const json = toJson(plan);
  // Copied, not transferred: it is being packed at the same time.
  say({ type: 'plan', bytes: json });
  const bytes = packJson(json);
  return say({ type: 'packed', bytes }, [bytes.buffer]);
});
