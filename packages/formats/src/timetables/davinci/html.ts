import type {
  ParsedPlan,
  SourceFile,
  SubstitutionRecord,
  SubstitutionSide,
} from '@kreide/core/features/timetable-import';
import { decodeText } from '../../tables/text.ts';
import { parsePeriod } from '../calendar.ts';
import { completePlan } from '../complete-plan.ts';
import { createFindings, type Findings, unreadable } from '../findings.ts';
import type { Parser } from '../parser.ts';
import { createPlan, MAX_TEXT_LENGTH, parseDate } from '../plan.ts';
import { toPlanYear } from '../plan-year.ts';
import { toStableId } from '../stable-id.ts';
import { createUnitCollector } from '../unit-collector.ts';
import { hasLongCode } from '../xml-node.ts';
import { type HtmlTable, readTables } from './html-table.ts';

const HEAD_BYTES = 4096;
const GENERATOR = /<meta[^>]+name="generator"[^>]+content="davinci/i;

/** A page that Davinci has made, by its own words at the beginning. */
export const isDavinciPage = ({ bytes }: SourceFile): boolean =>
  GENERATOR.test(decodeText(bytes.subarray(0, HEAD_BYTES)).text);

/** What a column is, by its heading; schools choose which ones there are. */
const COLUMNS = {
  grade: /^klasse/i,
  hour: /^(?:pos|stunde|std)/i,
  subject: /^fach/i,
  newSubject: /^v-?fach/i,
  room: /^raum/i,
  newRoom: /^v-?raum/i,
  teacher: /^lehrer/i,
  newTeacher: /^v-?lehrer/i,
  note: /^(?:mitteilung|info)/i,
  kind: /^art/i,
};
type Column = keyof typeof COLUMNS;

const NOTHING: SubstitutionSide = { subject: null, grades: null, teachers: null, bookables: null };
/** `+MA (LA)`: mathematics instead of Latin. */
const INSTEAD = /^\+\s*(.+?)\s*\(([^()]+)\)$/;
/** `Auf 29.08. Mo 3 verschoben`. */
const MOVED = /^(auf|von) (\d{1,2})\.(\d{1,2})\. \p{L}+ (\d{1,2}) verschoben$/iu;
const FREE = /^(?:klasse )?(?:frei|fehlt)$|^(?:ent)?fällt(?: aus)?$|^entfall$/i;
/** The class works without a teacher. */
const ALONE = /^selbst/i;

/** The day of a page: `Montag 05.09.2016`. */
const dateIn = (caption: string) => parseDate(/\d{1,2}\.\d{1,2}\.\d{4}/.exec(caption)?.[0] ?? '');

/** A day without its year: the one that is nearest to the day of the page. */
function nearest(day: string, month: string, date: string): string | null {
  const year = Number(date.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap((one) => parseDate(`${day}.${month}.${one}`) ?? []);
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(date));
  return days.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** `5`, or `5-6` as both. */
function toHours(text: string): string[] | null {
  const [from, to] = text.split(/\s*[-–]\s*/).map(parsePeriod);
  if (!from || to === null) return null;
  const hours = Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, at) => String(Number(from) + at));
  return hours.length > 0 ? hours : null;
}

/** The changes of one row; none (and reported) when it cannot be used. */
function readRow(
  read: (column: Column) => string,
  date: string,
  reject: (column: Column, reason: Parameters<Findings['reject']>[2]) => void,
): SubstitutionRecord[] {
  const [, fresh = '', replaced = ''] = INSTEAD.exec(read('subject')) ?? [];
  const subject = replaced || read('subject').replace(/^\+\s*/, '');
  const [grade, kindText] = [read('grade'), read('kind')];
  const hours = toHours(read('hour'));
  const [newSubject, newTeacher, newRoom] = [read('newSubject') || fresh, read('newTeacher'), read('newRoom')];
  const comment = [...new Set([read('note'), kindText].filter(Boolean))].join('; ') || null;
  const refuse = (...why: Parameters<typeof reject>) => {
    reject(...why);
    return [];
  };
  if (grade === '') return refuse('grade', 'missing_value');
  if (hours === null) return refuse('hour', read('hour') === '' ? 'missing_value' : 'bad_period');
  if (subject === '' && newSubject === '') return refuse('subject', 'missing_value');
  if (hasLongCode([grade, subject, newSubject, newTeacher, newRoom, read('teacher'), read('room')]))
    return refuse('subject', 'too_long');
  if ((comment?.length ?? 0) > MAX_TEXT_LENGTH) return refuse('note', 'too_long');
  const [, direction, day = '', month = '', hour = ''] = MOVED.exec(kindText) ?? [undefined];
  const other = direction === undefined ? null : nearest(day, month, date);
  const kind = other
    ? direction?.toLowerCase() === 'auf'
      ? 'MOVED_TO'
      : 'MOVED_FROM'
    : FREE.test(kindText)
      ? 'CANCLED'
      : subject === ''
        ? 'ADDITIONAL'
        : null;
  const grades = [grade];
  const planned = {
    subject,
    grades,
    teachers: read('teacher') ? [read('teacher')] : null,
    bookables: read('room') ? [read('room')] : null,
  };
  // What arrives is all new; in place of another lesson only where the row names one.
  const arrives = kind === 'MOVED_FROM' || kind === 'ADDITIONAL';
  const goes = kind === 'MOVED_TO' || kind === 'CANCLED';
  const to = {
    subject: arrives || newSubject !== subject ? newSubject || subject : null,
    grades: arrives ? grades : null,
    teachers: newTeacher ? [newTeacher] : ALONE.test(kindText) ? [] : null,
    bookables: newRoom ? [newRoom] : null,
  };
  return hours.map((one) => ({
    external_id: toStableId(date, one, grade, subject, newSubject, kind, other),
    date,
    hour: one,
    begins_at: null,
    ends_at: null,
    kind,
    lesson: null,
    from: arrives && replaced === '' ? NOTHING : planned,
    to: goes ? NOTHING : to,
    comment,
    is_hidden: false,
    moved_comment: null,
    counterpart:
      other === null
        ? null
        : {
            date: other,
            hour: String(Number(hour)),
            begins_at: null,
            ends_at: null,
            external_id: null,
          },
  }));
}

/** The changes of one day's table; null when the table holds no changes. */
function readTable({ head, rows, caption }: HtmlTable, file: string, findings: Findings) {
  const columns = new Map<Column, number>();
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const place = head.findIndex((title) => COLUMNS[column].test(title));
    if (place >= 0) columns.set(column, place);
  }
  const date = dateIn(caption);
  if (!columns.has('grade') || !columns.has('hour') || !columns.has('subject')) return null;
  if (date === null) throw unreadable(file, 'date_missing');
  const seen = new Set<string>();
  const changes = rows.flatMap(({ line, cells }) => {
    const read = (column: Column) => cells[columns.get(column) ?? -1] ?? '';
    const report = (column: Column, reason: Parameters<Findings['reject']>[2]) =>
      findings.reject(
        file,
        { row: line, column: head[columns.get(column) ?? -1] ?? null, value: read(column) },
        reason,
      );
    return readRow(read, date, report).filter((change) => {
      const isNew = !seen.has(change.external_id);
      seen.add(change.external_id);
      if (!isNew) report('subject', 'duplicate_row');
      return isNew;
    });
  });
  return { date, changes };
}

function parse(files: readonly SourceFile[]): ParsedPlan {
  const findings = createFindings();
  const days = files.flatMap((file) => {
    const tables = readTables(decodeText(file.bytes).text);
    const found = tables.flatMap((table) => readTable(table, file.name, findings) ?? []);
    // The page that leads to those of the days.
    if (found.length === 0) findings.warn('file_ignored', { file: file.name });
    return found;
  });
  const dates = [...new Set(days.map(({ date }) => date))].sort();
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) throw unreadable(files[0]?.name ?? '', 'date_missing');
  const plan = { ...createPlan('davinci-html'), substitutions: days.flatMap(({ changes }) => changes) };
  return completePlan(
    {
      ...plan,
      school_year: toPlanYear(null, plan, dates),
      scope: { complete: [], lessons: 'none', substitutions: { from, to, days: dates } },
    },
    createUnitCollector(),
    findings,
  );
}

/**
 * Pages of changes that Davinci publishes (docs/import-formats.md, Davinci), one table for each day. References are codes. Counts:
 * changes, and the codes in them.
 */
export const davinciHtmlParser: Parser = {
  formats: ['davinci-html'],
  recognise: (files) => (files.length > 0 && files.every(isDavinciPage) ? 1 : 0),
  parse,
};
