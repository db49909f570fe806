import {
  TABLE_FIELDS,
  type TableColumns,
  type TableField,
  type TableOfFile,
} from '@kreide/core/features/timetable-import';
import { foldWord, parsePeriods, parseWeekday } from '../csv/cells.ts';
import type { AccessTable } from './database.ts';

/** The names of columns in such tables, folded. */
const NAMES: Record<TableField, string> = {
  lesson: 'nummer nr unr unterrichtsnummer unterrichtsnr unterrichtnr unterricht lessonid lesson lnr',
  classes: 'klasse klassen kl kla class classes grade',
  teachers: 'lehrer lehrkraft lehrkraefte lehrerkuerzel lehrperson le lkz teacher teachers',
  subject: 'fach fachkuerzel unterrichtsfach fa subject',
  rooms: 'raum raeume ra room rooms',
  weekday: 'tag wochentag wtag day weekday',
  period: 'stunde std stunden unterrichtsstunde period hour',
  week: 'woche wochen week',
};
const FIELD_OF_NAME = new Map(
  TABLE_FIELDS.flatMap((field) => NAMES[field].split(' ').map((word) => [word, field] as const)),
);

/** Rows that are looked at. */
const SAMPLE = 200;
const EXAMPLES = 3;
const EXAMPLE_LENGTH = 30;
/** Tables that are offered, the likeliest first. */
const TABLES_SHOWN = 60;

const isWeekday = (cell: string) => cell === '0' || parseWeekday(cell) !== null;
const FITS: Partial<Record<TableField, (cell: string) => boolean>> = {
  weekday: isWeekday,
  period: (cell) => parsePeriods(cell) !== null,
};

/** The columns by their names. A column whose values are no days or periods is left out, and so are two columns of one kind. */
function propose(columns: readonly string[], valuesOf: (column: string) => readonly string[]): Partial<TableColumns> {
  const proposed: Partial<TableColumns> = {};
  for (const field of TABLE_FIELDS) {
    const fits = FITS[field];
    const named = columns.filter((column) => {
      if (FIELD_OF_NAME.get(foldWord(column)) !== field) return false;
      const values = valuesOf(column);
      return fits === undefined || (values.length > 0 && values.every(fits));
    });
    if (named.length === 1) proposed[field] = named[0]!;
  }
  return proposed;
}

/** Tables that may hold lessons, those that look most like it first, with what their columns may be. */
export function proposeTables(tables: readonly AccessTable[]): TableOfFile[] {
  return tables
    .filter(({ columns, rows }) => columns.length >= 2 && rows > 0)
    .map((table) => {
      const rows = table.read(SAMPLE);
      const valuesOf = (column: string) => [
        ...new Set(rows.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '')),
      ];
      return {
        name: table.name,
        rows: table.rows,
        columns: table.columns.map((name) => ({
          name,
          examples: valuesOf(name)
            .slice(0, EXAMPLES)
            .map((value) => (value.length > EXAMPLE_LENGTH ? `${value.slice(0, EXAMPLE_LENGTH)}…` : value)),
        })),
        proposed: propose(table.columns, valuesOf),
      };
    })
    .sort((a, b) => Object.keys(b.proposed).length - Object.keys(a.proposed).length || b.rows - a.rows)
    .slice(0, TABLES_SHOWN);
}
