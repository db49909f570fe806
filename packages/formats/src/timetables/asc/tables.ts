import type { ParseOptions, SourceFile } from '@kreide/core/features/timetable-import';
import { type Findings, unreadable } from '../findings.ts';
import { readXml } from '../xml.ts';
import { type Days, readDays } from './days.ts';
import { type Row, readAttribute } from './rows.ts';

export { type Row, readAttribute, readText } from './rows.ts';

const ELEMENTS = [
  'period',
  'break',
  'day',
  'daysdef',
  'weeksdef',
  'subject',
  'teacher',
  'classroom',
  'class',
  'group',
  'student',
  'lesson',
  'card',
  'classroomsupervision',
] as const;
export type Element = (typeof ELEMENTS)[number];

/** Shared input of the parsers of one aSc file. */
export interface AscFile {
  name: string;
  rows: Record<Element, Row[]>;
  /** The tables in the file, with rows or without: `lessons`, `cards` … */
  tables: ReadonlySet<string>;
  /** `asc-2012` has day masks on its cards, `asc-legacy` day numbers. */
  format: 'asc-2012' | 'asc-legacy';
  days: Days;
  findings: Findings;
}

/** Reads all rows of an aSc file; tables that are missing are empty. Throws `UnreadableFile`. */
export function readTables(file: SourceFile, findings: Findings, choices: ParseOptions): AscFile {
  const rows = Object.fromEntries(ELEMENTS.map((name) => [name, [] as Row[]])) as Record<Element, Row[]>;
  const byElement = new Map<string, Row[]>(Object.entries(rows));
  const tables = new Set<string>();
  let options = '';
  readXml(file, {
    open(name, attributes, path, line) {
      if (path.length === 1 && name !== 'timetable') throw unreadable(file.name, 'wrong_root', { root: name });
      if (path.length === 1) options = attributes.options ?? '';
      if (path.length === 2) tables.add(name);
      if (path.length === 3) byElement.get(name)?.push({ attributes, line });
    },
  });
  const isLegacy = tables.has('days') && !tables.has('daysdefs');
  const days = readDays({ file: file.name, findings, options: choices }, rows, options);
  return { name: file.name, rows, tables, format: isLegacy ? 'asc-legacy' : 'asc-2012', days, findings };
}

/** The ids of a comma-separated list, each once; unknown ones are reported and skipped. */
export function readReferences(
  file: AscFile,
  row: Row,
  known: { has(id: string): boolean },
  names: [string, ...string[]],
) {
  const text = readAttribute(row, ...names);
  if (!text) return [];
  if (known.has(text) && !text.includes(',')) return [text];
  const ids = new Set<string>();
  for (const part of text.split(',')) {
    const id = part.trim();
    if (id === '') continue;
    if (known.has(id)) ids.add(id);
    else file.findings.reject(file.name, { row: row.line, column: names[0], value: id }, 'unknown_reference');
  }
  return [...ids];
}
