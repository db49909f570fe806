/**
 * Exports of the demo school in every format that the importer reads, written from its neutral records. For examples and tests;
 * `exampleFiles` works for any date.
 */
import type { SourceFile } from '../../features/timetable-import/records.ts';
import { demoSchool } from '../school.ts';
import { ascFile, ascLegacyFile } from './asc.ts';
import { changedSchool } from './changes.ts';
import { csvLessons, csvSubstitutions, portalCsv } from './csv.ts';
import { splankFile } from './indiware.ts';
import { vpFile, vpMobilFile } from './indiware-days.ts';
import { type ExportSource, exportSource } from './source.ts';
import { gpuFiles } from './untis-gpu.ts';
import { untisXmlFile } from './untis-xml.ts';

export { changedSchool } from './changes.ts';
export { type ExportSource, exportSource } from './source.ts';

/** Files that are uploaded together. */
export interface ExampleSet {
  /** Folder below `examples/import-files`. */
  folder: string;
  /** What it is, for the README. */
  title: string;
  note: string;
  /** `ParsedPlan.format` that the importer must find. */
  format: string;
  files: SourceFile[];
}

/** All sets for one source; dated files speak about the days of the source. */
export function exampleSets(source: ExportSource): ExampleSet[] {
  const day = source.days[0];
  const windows = gpuFiles(source, { delimiter: ';', lineEnd: '\r\n', encoding: 'windows-1252' });
  const modern = gpuFiles(source, { delimiter: ',', lineEnd: '\n', encoding: 'utf-8' });
  return [
    {
      folder: 'asc-2012',
      title: 'aSc Timetables 2012 XML',
      note: 'Whole weekly plan, weeks A and B, groups; no dates. UTF-8 written as ASCII with character references.',
      format: 'asc-2012',
      files: [ascFile(source)],
    },
    {
      folder: 'asc-legacy',
      title: 'aSc Timetables, older XML dialect',
      note: 'The same plan with `<days>` and day numbers, without an XML declaration; no dates.',
      format: 'asc-legacy',
      files: [ascLegacyFile(source)],
    },
    {
      folder: 'untis-gpu',
      title: 'Untis text export (GPU/DIF), Windows-1252, semicolons, CRLF',
      note: 'Upload all files together. GPU014 holds the substitution days, GPU017 two exams. Untis has no bare messages, so those are missing. Letters that Windows-1252 lacks have lost their accents.',
      format: 'untis-gpu',
      files: windows,
    },
    {
      folder: 'untis-gpu-utf8',
      title: 'Untis text export, UTF-8, commas, LF',
      note: 'Weekly plan only: GPU001 and GPU002, as many schools send it; period times come from the school.',
      format: 'untis-gpu',
      files: modern.filter(({ name }) => name === 'GPU001.TXT' || name === 'GPU002.TXT'),
    },
    {
      folder: 'untis-xml',
      title: 'Untis XML',
      note: 'Master data, period times, holidays and the whole weekly plan with one character a day; dated through its school year.',
      format: 'untis-xml',
      files: [untisXmlFile(source)],
    },
    {
      folder: 'indiware-splan',
      title: 'Indiware, weekly plan of the classes',
      note: 'Root `<splan>`, weeks by label with a list of school weeks.',
      format: 'indiware-splan',
      files: [splankFile(source)],
    },
    {
      folder: 'indiware-vpmobil',
      title: 'Indiware, one day with changes',
      note: 'Root `<VpMobil>`, the complete plan of the first substitution day. Hidden changes are not in it.',
      format: 'indiware-vpmobil',
      files: day === undefined ? [] : [vpMobilFile(source, day)],
    },
    {
      folder: 'indiware-vp',
      title: 'Indiware, changes only',
      note: 'Root `<vp>`, all substitution days in one document.',
      format: 'indiware-vp',
      files: [vpFile(source)],
    },
    {
      folder: 'csv',
      title: 'CSV of this product',
      note: 'Weekly plan and substitutions; the second file has a byte order mark, as spreadsheets write it.',
      format: 'csv',
      files: [csvLessons(source), csvSubstitutions(source)],
    },
    {
      folder: 'csv-portal',
      title: 'CSV with the columns of a German state portal',
      note: 'Weekly plan with double lessons as `1-2`, and break supervisions; period times come from the school.',
      format: 'csv',
      files: [portalCsv(source)],
    },
  ];
}

/** The shipped examples as they would be for a date: the changed demo school and its changes on the next two school days. */
export function exampleFiles(date: string): { sets: ExampleSet[]; changes: string[]; source: ExportSource } {
  const { school, changes } = changedSchool(demoSchool(new Date(`${date}T10:00:00Z`)));
  const source = exportSource(school, date, 2, 'examples');
  return { sets: exampleSets(source), changes, source };
}
