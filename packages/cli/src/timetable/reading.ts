import {
  type PeriodReading,
  type ReadingAnswer,
  TABLE_FIELDS,
  type TableColumns,
  timetableImportApi,
  type Upload,
} from '@kreide/core/features/timetable-import';
import type { Cli } from '../cli.ts';
import { wrongUse } from '../failures.ts';
import { quote, toPlain } from '../output.ts';
import type { Connection } from '../session.ts';

/** How files that can be read in several ways are meant. */
export interface ReadingOptions {
  table?: string;
  column?: string[];
  monday?: '0' | '1';
  periods?: PeriodReading;
  firstDay?: WeekdayWord;
  days?: string;
}

/** The weekdays as options name them, from Monday. */
export const WEEKDAY_WORDS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type WeekdayWord = (typeof WEEKDAY_WORDS)[number];

/** `monday,wednesday` as numbers. */
function toWeekdays({ t }: Pick<Cli, 't'>, value: string): number[] {
  const weekdays = value.split(',').map((word) => WEEKDAY_WORDS.indexOf(word.trim().toLowerCase() as WeekdayWord) + 1);
  if (weekdays.includes(0) || new Set(weekdays).size < weekdays.length)
    throw wrongUse(t('upload.badDays', { value, words: WEEKDAY_WORDS.join(', ') }));
  return weekdays;
}

/** Tables that are shown when it has to be said which one is meant. */
const TABLES_SHOWN = 5;

/** The options as the answer to the question of a file; null when there are none. Throws for wrong ones. */
export function toReading({ t }: Pick<Cli, 't'>, options: ReadingOptions): ReadingAnswer | null {
  if (options.periods !== undefined) return { kind: 'periods', reading: options.periods };
  const days = options.days ?? options.firstDay;
  if (days !== undefined) return { kind: 'days', weekdays: toWeekdays({ t }, days) };
  if (options.table === undefined) {
    if (options.column !== undefined || options.monday !== undefined) throw wrongUse(t('upload.columnNeedsTable'));
    return null;
  }
  const columns: Partial<TableColumns> = {};
  for (const value of options.column ?? []) {
    const [name = '', ...rest] = value.split('=');
    const field = TABLE_FIELDS.find((one) => one === name);
    const column = rest.join('=');
    if (field === undefined || column === '')
      throw wrongUse(t('upload.badColumn', { value, fields: TABLE_FIELDS.join(', ') }));
    columns[field] = column;
  }
  const { weekday, period } = columns;
  if (weekday === undefined || period === undefined) throw wrongUse(t('upload.tableNeeds'));
  const monday = options.monday === '0' ? 0 : 1;
  return { kind: 'table', table: options.table, columns: { ...columns, weekday, period }, monday };
}

/** What has to be said about the files of an upload, as options to copy; empty when nothing has. */
export async function toQuestion(cli: Cli, { client }: Connection, upload: Upload): Promise<string> {
  if (upload.asks === null || upload.state !== 'FAILED') return '';
  const { t } = cli;
  const params = { uuid: upload.uuid };
  const { data: reading } = await client.call(timetableImportApi.getReading, { params }, { signal: cli.signal });
  if (reading === null) return '';
  const file = toPlain(reading.file);
  const how = `\n${t('upload.readingHow', { number: String(upload.number) })}\n`;
  if (reading.kind === 'periods') {
    const first = String(reading.first_period ?? 1);
    return `\n${t('upload.readingPeriods', { file, first })}\n  --periods number\n  --periods place\n  --periods none\n${how}`;
  }
  if (reading.kind === 'days') {
    const days = reading.days.map(toPlain).join(', ');
    const all = WEEKDAY_WORDS.slice(0, reading.days.length).join(',');
    return `\n${t('upload.readingDays', { file, days })}\n  --first-day monday\n  --days ${all}\n${how}`;
  }
  const tables = reading.tables.slice(0, TABLES_SHOWN).map(({ name, columns, proposed }) => {
    const named = TABLE_FIELDS.flatMap((field) => {
      const column = proposed[field];
      return column === undefined ? [] : [` --column ${quote(`${field}=${column}`)}`];
    });
    return `  --table ${quote(name)}${named.join('')}\n    ${columns.map((column) => toPlain(column.name)).join(', ')}\n`;
  });
  return `\n${t('upload.readingTables', { file })}\n${tables.join('')}${how}`;
}
