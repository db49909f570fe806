import type { SourceFile } from '@kreide/core/features/timetable-import';
import ICAL from 'ical.js';
import Papa from 'papaparse';
import { SaxesParser } from 'saxes';
import { exampleFiles } from '../../../packages/demo/src/exports/index.ts';
import { detectParser } from '../../../packages/server/src/features/timetable-import/parsers/detect.ts';
import { parsers } from '../../../packages/server/src/features/timetable-import/parsers/index.ts';
import type { BenchRow } from '../row.ts';
import { davinciFile, fetFile, icalFile, xhsttFile } from './files.ts';

/** No slower than three times the bare parse of the same bytes. */
const LIMIT = 3;
/** Long enough to be compiled, and for a quiet moment of the machine. */
const WARM_MS = 600;
const MEASURED_MS = 1200;

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const nothing = () => {};

/** What the libraries need for the bytes alone: every element with its attributes and texts, and nothing made of it. */
const BARE = {
  XML(bytes: Uint8Array) {
    const parser = new SaxesParser();
    parser.on('opentag', nothing);
    parser.on('text', nothing);
    parser.on('closetag', nothing);
    parser.write(decode(bytes));
    parser.close();
  },
  JSON: (bytes: Uint8Array) => void JSON.parse(decode(bytes)),
  CSV: (bytes: Uint8Array) => void Papa.parse(decode(bytes), { skipEmptyLines: true }),
  /** Rows by the names of their columns. */
  'CSV with columns': (bytes: Uint8Array) => void Papa.parse(decode(bytes), { header: true, skipEmptyLines: true }),
  iCalendar: (bytes: Uint8Array) => void ICAL.parse(decode(bytes)),
} as const;
type Language = keyof typeof BARE;

const languageOf = (format: string): Language =>
  format === 'csv' ? 'CSV with columns' : format === 'untis-gpu' ? 'CSV' : 'XML';

function timeOf(work: () => void): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}

/** Both in turns, each at its best: what else the machine does falls on neither. */
function compare(ours: () => void, bare: () => void): { ours: number; bare: number } {
  for (const end = performance.now() + WARM_MS; performance.now() < end; ) {
    ours();
    bare();
  }
  const best = { ours: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY };
  for (const end = performance.now() + MEASURED_MS; performance.now() < end; ) {
    best.ours = Math.min(best.ours, timeOf(ours));
    best.bare = Math.min(best.bare, timeOf(bare));
  }
  return best;
}

function measure(name: string, files: readonly SourceFile[], language: Language): BenchRow {
  const parser = detectParser(files, parsers);
  const options = { time_zone: 'Europe/Berlin' };
  const plan = parser.parse(files, options);
  if (plan.lessons.length + plan.substitutions.length === 0) throw new Error(`${name}: nothing was read`);
  const took = compare(
    () => void parser.parse(files, options),
    () => {
      for (const { bytes } of files) BARE[language](bytes);
    },
  );
  const value = took.ours / took.bare;
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return {
    name: `${name} read whole`,
    value,
    limit: `≤ ${LIMIT}`,
    unit: `× ${language}`,
    ok: value <= LIMIT,
    detail: `${took.ours.toFixed(1)} ms against ${took.bare.toFixed(1)} ms, ${Math.round(size / 1024)} kB`,
  };
}

/** Every parser of timetables beside the bare parse of the same bytes: the demo school as each program writes it. */
export async function runParsersBench(): Promise<BenchRow[]> {
  const { sets, source } = exampleFiles('2026-11-18');
  const { plan } = source.school;
  // Changes only are a few rows.
  const written = sets.filter(({ format }) => format !== 'indiware-vp');
  return [
    ...written.map(({ folder, format, files }) => measure(folder, files, languageOf(format))),
    measure('fet', [fetFile(plan)], 'XML'),
    measure('xhstt', [xhsttFile(plan)], 'XML'),
    measure('ical', [icalFile(plan)], 'iCalendar'),
    measure('davinci', [davinciFile(plan)], 'JSON'),
  ];
}
