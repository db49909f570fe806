/**
 * Exports of the demo school in every format that the importer reads, generated from its neutral records. For examples
 * and tests; `exampleFiles` works for any date.
 */
import type { ParsedPlan, SourceFile } from '@kreide/core/features/timetable-import';
import { demoSchool } from '../school.ts';
import { schoolDayOf } from '../school-day.ts';
import { ascFile } from './asc.ts';
import { ascLegacyFile } from './asc-legacy.ts';
import { changedSchool } from './changes.ts';
import { csvLessons, csvSubstitutions, portalCsv } from './csv.ts';
import { splankFile } from './indiware.ts';
import { vpFile, vpMobilFile } from './indiware-days.ts';
import { type ExportSource, exportSource } from './source.ts';
import { EXAMS, gpuFiles, lessonNumbers } from './untis-gpu.ts';
import { untisXmlFile } from './untis-xml.ts';

export { changedSchool } from './changes.ts';
export { type ExportSource, exportSource } from './source.ts';

/** Files that are uploaded together. */
export interface ExampleSet {
  /** Folder below `examples/import-files`. */
  folder: string;
  /** Description for the README. */
  title: string;
  note: string;
  /** `ParsedPlan.format` that the importer must detect. */
  format: string;
  /** What the files contain, counted the way the importer counts this kind of file. */
  counts: ExampleCounts;
  files: SourceFile[];
}

export type ExampleCounts = Pick<ParsedPlan['counts'], 'lessons' | 'placements' | 'substitutions'>;

/** Counted in the plan, not in the files: lessons and slots, or rows where the format repeats them for every class. */
function countsFor(source: ExportSource) {
  const { plan } = source.school;
  const [day] = source.days;
  const { lessons, placements } = plan.counts;
  const rows = plan.lessons.reduce((sum, lesson) => sum + lesson.placements.length * lesson.grades.length, 0);
  const numbers = new Set(lessonNumbers(source.school).values()).size;
  const visible = source.substitutions.filter((one) => !one.is_hidden);
  const today = visible.filter((one) => one.date === day);
  const inUntis = source.substitutions.filter((one) => one.kind !== 'MESSAGE').length;
  const inserted = today.filter((one) => one.kind === 'MOVED_FROM' || one.kind === 'ADDITIONAL');
  const held = day === undefined ? [] : schoolDayOf(plan, day).occurrences.map((one) => one.lesson.grades.length);
  const added = inserted.map((one) => one.to.grades?.length ?? 0);
  return {
    plan: { lessons, placements, substitutions: 0 },
    gpu: { lessons: numbers, placements: rows, substitutions: inUntis + EXAMS },
    gpuPlan: { lessons: numbers, placements: rows, substitutions: 0 },
    splan: { lessons, placements: rows, substitutions: 0 },
    day: {
      lessons: plan.lessons.reduce((sum, lesson) => sum + lesson.grades.length, 0),
      placements: [...held, ...added].reduce((sum, grades) => sum + grades, 0),
      substitutions: today.length,
    },
    changes: { lessons: 0, placements: 0, substitutions: visible.length },
    csv: { lessons, placements, substitutions: source.substitutions.length },
  };
}

/** All sets for one source; dated files cover the days of the source. */
export function exampleSets(source: ExportSource): ExampleSet[] {
  const day = source.days[0];
  const counts = countsFor(source);
  const windows = gpuFiles(source, { delimiter: ';', lineEnd: '\r\n', encoding: 'windows-1252' });
  const modern = gpuFiles(source, { delimiter: ',', lineEnd: '\n', encoding: 'utf-8' });
  return [
    {
      folder: 'asc-2012',
      title: 'aSc Timetables 2012 XML',
      note: 'Whole weekly plan, weeks A and B, groups; no dates. UTF-8 written as ASCII with character references.',
      format: 'asc-2012',
      counts: counts.plan,
      files: [ascFile(source)],
    },
    {
      folder: 'asc-legacy',
      title: 'aSc Timetables, older XML dialect',
      note: 'The same plan with `<days>` and day numbers, without an XML declaration; no dates.',
      format: 'asc-legacy',
      counts: counts.plan,
      files: [ascLegacyFile(source)],
    },
    {
      folder: 'untis-gpu',
      title: 'Untis text export (GPU/DIF), Windows-1252, semicolons, CRLF',
      note: 'Upload all files together. GPU014 holds the substitution days, GPU017 two exams. A lesson that moves to or from a day outside the file has no partner in it (a warning says so). Untis has no bare messages, so those are missing. Letters that Windows-1252 lacks have lost their accents.',
      format: 'untis-gpu',
      counts: counts.gpu,
      files: windows,
    },
    {
      folder: 'untis-gpu-utf8',
      title: 'Untis text export, UTF-8, commas, LF',
      note: 'Weekly plan only: GPU001 and GPU002, as many schools send it; period times come from the school.',
      format: 'untis-gpu',
      counts: counts.gpuPlan,
      files: modern.filter(({ name }) => name === 'GPU001.TXT' || name === 'GPU002.TXT'),
    },
    {
      folder: 'untis-xml',
      title: 'Untis XML',
      note: 'Master data, period times, holidays and the whole weekly plan with one character a day; dated through its school year.',
      format: 'untis-xml',
      counts: counts.plan,
      files: [untisXmlFile(source)],
    },
    {
      folder: 'indiware-splan',
      title: 'Indiware, weekly plan of the classes',
      note: 'Root `<splan>`, weeks by label with a list of school weeks. It names the course in place of the subject.',
      format: 'indiware-splan',
      counts: counts.splan,
      files: [splankFile(source)],
    },
    {
      folder: 'indiware-vpmobil',
      title: 'Indiware, one day with changes',
      note: 'Root `<VpMobil>`, the complete plan of the first substitution day. Hidden changes are not in it.',
      format: 'indiware-vpmobil',
      counts: counts.day,
      files: day === undefined ? [] : [vpMobilFile(source, day)],
    },
    {
      folder: 'indiware-vp',
      title: 'Indiware, changes only',
      note: 'Root `<vp>`, all substitution days in one document.',
      format: 'indiware-vp',
      counts: counts.changes,
      files: [vpFile(source)],
    },
    {
      folder: 'csv',
      title: 'CSV of this product',
      note: 'Weekly plan and substitutions; the second file has a byte order mark, as spreadsheets write it.',
      format: 'csv',
      counts: counts.csv,
      files: [csvLessons(source), csvSubstitutions(source)],
    },
    {
      folder: 'csv-portal',
      title: 'CSV with the columns of a German state portal',
      note: 'Weekly plan with double lessons as `1-2`, and break supervisions; period times come from the school.',
      format: 'csv',
      counts: counts.plan,
      files: [portalCsv(source)],
    },
  ];
}

/** The shipped examples for any date: the changed demo school and its changes on the next two school days. */
export function exampleFiles(date: string): { sets: ExampleSet[]; changes: string[]; source: ExportSource } {
  const { school, changes } = changedSchool(demoSchool(new Date(`${date}T10:00:00Z`)));
  const source = exportSource(school, date, 2, 'examples');
  return { sets: exampleSets(source), changes, source };
}
