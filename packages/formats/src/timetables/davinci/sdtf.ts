import type { ParsedPlan, ParseOptions, SourceFile } from '@kreide/core/features/timetable-import';
import { decodeText } from '../../tables/text.ts';
import { completePlan } from '../complete-plan.ts';
import { createFindings, unreadable } from '../findings.ts';
import type { Parser } from '../parser.ts';
import { createPlan, fillTimes } from '../plan.ts';
import { toPlanYear } from '../plan-year.ts';
import { createUnitCollector } from '../unit-collector.ts';
import { readLessons } from './sdtf-lessons.ts';
import { defineUnits, readFrame, readLines } from './sdtf-lines.ts';

const HEAD_BYTES = 4096;
/** Lines of people, of why somebody is away, and those that only older versions write: a warning says that they stay outside. */
const TOLD = ['B2', 'L6', 'P1', 'U2'];

/** A line of a type that transfer files alone have, with what follows it there. */
const isTransfer = ({ bytes }: SourceFile): boolean =>
  /^(?:V1;[^;\n]*;"?(?:DAVINCI|MAGELLAN)|U0;\d{8};\d{8};|U1;\d+;|[KLRF]1;\d+;)/m.test(
    decodeText(bytes.subarray(0, HEAD_BYTES)).text,
  );

function recognise(files: readonly SourceFile[]): number {
  return files.length > 0 && files.every(isTransfer) ? 1 : 0;
}

function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const [file, second] = files;
  if (!file) throw unreadable('', 'no_files');
  if (second) throw unreadable(second.name, 'one_file_only', { other: file.name });
  const findings = createFindings();
  const lines = readLines(file, findings);
  const units = createUnitCollector();
  defineUnits(lines, units);
  const frame = readFrame(lines);
  const times = fillTimes(frame?.times ?? [], options.grid);
  const lessons = readLessons(lines, { frame, times });
  for (const table of TOLD) if (lines.some(({ type }) => type === table)) findings.warn('table_ignored', { table });
  const plan = { ...createPlan('davinci-sdtf'), times, lessons };
  const hasLessons = lines.some(({ type }) => type === 'U1');
  return completePlan(
    {
      ...plan,
      school_year: toPlanYear(frame, plan),
      scope: {
        complete: (frame?.times.length ?? 0) > 0 ? ['times'] : [],
        // A file of master data alone leaves the plan as it is.
        lessons: hasLessons ? 'all' : 'none',
        substitutions: null,
      },
    },
    units,
    findings,
  );
}

/**
 * The school data transfer file of Davinci (docs/import-formats.md, Davinci): lines of fields between semicolons. References are
 * codes. Counts: lessons, their appointments, codes; no changes of single days.
 */
export const sdtfParser: Parser = { formats: ['davinci-sdtf'], recognise, parse };
