import type {
  AskedReading,
  ParsedPlan,
  ParseOptions,
  SourceFile,
  UnreadableReason,
} from '@kreide/core/features/timetable-import';
import type { Reader, Refusal } from '../reader.ts';
import { isAccess } from './access/index.ts';
import { detectParser } from './detect.ts';
import { warnOfEncoding } from './encoding.ts';
import { createFindings } from './findings.ts';
import { UNPACK_LIMITS, type UnpackLimits } from './limits.ts';
import { type Parser, UndecidedReading, UnreadableFile } from './parser.ts';
import { parsers } from './parsers.ts';
import { limitPlan } from './plan-limits.ts';
import { isUndescribed, nameOfFormat, nameOfSource, programOf } from './programs.ts';
import { unpack } from './unpack.ts';

/** How the files of an upload are meant. */
export interface TimetableOptions {
  /** School year, period times and choices of the school; what the files say themselves comes first. */
  readonly options: ParseOptions;
  /** The key of the program that wrote them; null: whichever recognises them by their content. */
  readonly source: string | null;
  readonly limits?: UnpackLimits;
}

/** `asked`: what somebody has to say before the files can be read. */
export interface TimetableRefusal extends Refusal<UnreadableReason> {
  readonly asked?: AskedReading;
}

/** Sources without their own parser deliver files of others (Pupil, TIME): then every parser may try. */
function parsersFor(source: string | null): readonly Parser[] {
  const own = parsers.filter(({ formats }) =>
    formats.some((format) => format === source || format.startsWith(`${source}-`)),
  );
  return source === null || own.length === 0 || isUndescribed(source) ? parsers : own;
}

/** The one that certainly reads the files; null: none, or which one is open. */
function findParser(files: readonly SourceFile[]): Parser | null {
  try {
    return detectParser(files, parsers);
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}

/** The parser for the files of a source. What their content says with certainty counts before what somebody said of them. */
function chooseParser(files: readonly SourceFile[], source: string | null): Parser {
  const own = parsersFor(source);
  if (source === null || own === parsers) return detectParser(files, own);
  const certain = findParser(files);
  if (certain === null) return detectParser(files, own);
  if (own.includes(certain)) return certain;
  const params = { program: nameOfFormat(certain.formats[0] ?? ''), source: nameOfSource(source) };
  throw new UnreadableFile(files[0]?.name ?? '', 'other_source', params);
}

/** What a file of an undocumented program is taken for, because it is none that we know. */
const NOT_KNOWN: ReadonlySet<string> = new Set(['binary', 'spreadsheet', 'unknown_format']);

/** Of a program whose format is nowhere described: what to send instead is a better answer than what the file is not. */
function toRefusal({ file, reason, params }: UnreadableFile, source: string | null): TimetableRefusal {
  const program = NOT_KNOWN.has(reason) ? programOf(source) : null;
  if (program === null) return { ok: false, file, reason, params };
  return { ok: false, file, reason: 'program_unknown', params: { program } };
}

/**
 * Throws where somebody says how files are meant whose format says so itself. Days that are counted from Monday, as in every
 * format that does not ask about them, may be said so.
 */
function refuseNotAsked({ asks }: Parser, file: string, { reading }: ParseOptions): void {
  if (!reading || asks?.includes(reading.kind)) return;
  if (reading.kind === 'days' && reading.weekdays.every((day, at) => day === at + 1)) return;
  throw new UnreadableFile(file, 'reading_not_asked');
}

/**
 * Reads the timetable, the substitutions or the day plan of one upload, in any format of docs/import-formats.md. Archives
 * are unpacked; a plan with more records than a school has is refused (docs/imports.md).
 */
export const readTimetable: Reader<TimetableOptions, ParsedPlan, TimetableRefusal> = async (
  files,
  { options, source, limits = UNPACK_LIMITS },
) => {
  try {
    const unpacked = await unpack(files, limits);
    const parser = chooseParser(unpacked, source);
    refuseNotAsked(parser, unpacked[0]?.name ?? '', options);
    const plan = parser.parse(unpacked, options);
    const findings = createFindings();
    for (const file of unpacked) if (!isAccess(file)) warnOfEncoding(file, findings);
    const limited = limitPlan(plan, findings);
    const warnings = [...findings.warnings, ...plan.warnings];
    const rejected = [...plan.rejected, ...findings.rejected];
    return { ok: true, records: { ...limited, warnings, rejected } };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const refusal = toRefusal(error, source);
    return error instanceof UndecidedReading ? { ...refusal, asked: error.asked } : refusal;
  }
};
