import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { exampleFiles } from '../../../packages/demo/src/exports/index.ts';
import type { BenchRow } from '../row.ts';
import type { Case, Compared, Language } from './compare.ts';
import { accessSchool, davinciFile, fetFile, gpnFile, icalFile, sdtfFile, xhsttFile } from './files.ts';

/** No slower than three times the bare parse of the same bytes. */
const LIMIT = 3;

const languageOf = (format: string): Language =>
  format === 'csv' ? 'CSV with columns' : format === 'untis-gpu' ? 'CSV' : 'XML';

async function measure(one: Case): Promise<BenchRow> {
  const worker = new Worker(new URL('./compare.ts', import.meta.url), { workerData: one });
  const [took] = (await once(worker, 'message')) as [Compared];
  const value = took.ours / took.bare;
  const size = one.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return {
    name: `${one.name} read whole`,
    value,
    limit: `≤ ${LIMIT}`,
    unit: `× ${one.language}`,
    ok: value <= LIMIT,
    detail: `${took.ours.toFixed(1)} ms against ${took.bare.toFixed(1)} ms, ${Math.round(size / 1024)} kB`,
  };
}

/** Every parser of timetables beside the bare parse of the same bytes: the demo school as each program writes it. */
export async function runParsersBench(): Promise<BenchRow[]> {
  const { sets, source } = exampleFiles('2026-11-18');
  const { plan } = source.school;
  const cases: Case[] = [
    // Changes only are a few rows.
    ...sets
      .filter(({ format }) => format !== 'indiware-vp')
      .map(({ folder, format, files }) => ({ name: folder, files, language: languageOf(format) })),
    { name: 'fet', files: [fetFile(plan)], language: 'XML' },
    { name: 'xhstt', files: [xhsttFile(plan)], language: 'XML' },
    { name: 'ical', files: [icalFile(plan)], language: 'iCalendar' },
    { name: 'davinci', files: [davinciFile(plan)], language: 'JSON' },
    { name: 'davinci-sdtf', files: [sdtfFile(plan)], language: 'CSV' },
    { name: 'untis-gpn', files: [gpnFile(plan)], language: 'CSV' },
    { name: 'time2007-access', files: [accessSchool(plan)], language: 'Access' },
  ];
  const rows: BenchRow[] = [];
  for (const one of cases) rows.push(await measure(one));
  return rows;
}
