import type { TableAnswer } from '@kreide/core/features/timetable-import';
import { parseList, parsePeriods, parseWeekday } from '../csv/cells.ts';
import type { Findings } from '../findings.ts';
import { MAX_CODE_LENGTH } from '../plan.ts';
import { toStableId } from '../stable-id.ts';
import type { LessonRow, PlacementRow } from '../untis/gpu/lessons.ts';
import { toLineKey } from '../untis/lesson-key.ts';

/** One row, read by the meaning that somebody gave to its columns. */
interface Row {
  row: number;
  lesson: string;
  classes: string[];
  teacher: string;
  subject: string;
  room: string;
  weekday: string;
  period: string;
  week: string;
}

/** Where Monday is 0, as the number that it is here; any other number is shown with what was expected. */
function toDay(cell: string, monday: 0 | 1): string {
  if (monday === 1 || !/^\d+$/.test(cell)) return cell;
  return Number(cell) <= 6 ? String(Number(cell) + 1) : `${cell} (0–6)`;
}

/** Rows of one lesson in one place that differ only in their class become one row of all these classes. */
function joinClasses(rows: readonly Row[]): Row[] {
  const joined = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify([row.teacher, row.subject, row.room, row.weekday, row.period, row.week]);
    const known = joined.get(key);
    if (known && row.teacher !== '') known.classes = [...new Set([...known.classes, ...row.classes])];
    else joined.set(known ? `${key}${row.row}` : key, row);
  }
  return [...joined.values()];
}

/** The rows of a table in the shape of the text exports of Untis; what cannot be used is reported. */
export function toRows(
  rows: readonly Record<string, string>[],
  { columns, monday }: TableAnswer,
  { file, findings }: { file: string; findings: Findings },
): { placements: PlacementRow[]; unplaced: LessonRow[] } {
  const cellOf = (row: Record<string, string>, column: string | undefined) =>
    column === undefined ? '' : (row[column] ?? '');
  const named = Object.values(columns).filter((column) => column !== undefined);
  const read: Row[] = [];
  for (const [at, cells] of rows.entries()) {
    const reject = (column: string | undefined, reason: 'too_long' | 'missing_value') =>
      findings.reject(file, { row: at + 1, column: column ?? null, value: cellOf(cells, column) }, reason);
    const long = named.find((column) => (cells[column] ?? '').length > MAX_CODE_LENGTH);
    if (long !== undefined) {
      reject(long, 'too_long');
      continue;
    }
    const row: Row = {
      row: at + 1,
      lesson: cellOf(cells, columns.lesson).trim(),
      classes: parseList(cellOf(cells, columns.classes)),
      teacher: cellOf(cells, columns.teachers).trim(),
      subject: cellOf(cells, columns.subject).trim(),
      room: cellOf(cells, columns.rooms).trim(),
      weekday: toDay(cellOf(cells, columns.weekday).trim(), monday),
      period: cellOf(cells, columns.period).trim(),
      week: cellOf(cells, columns.week).trim(),
    };
    if (row.classes.length === 0 && row.teacher === '' && row.subject === '') {
      reject(columns.subject ?? columns.classes ?? columns.teachers, 'missing_value');
    } else read.push(row);
  }

  const placements: PlacementRow[] = [];
  const unplaced: LessonRow[] = [];
  // Without a number, class, subject and teacher tell lessons apart.
  for (const row of columns.lesson === undefined ? joinClasses(read) : read) {
    const number = columns.lesson === undefined ? toStableId(row.classes) : row.lesson;
    const { teacher, subject, room, week } = row;
    const key = toLineKey(number, subject, teacher);
    const grades = row.classes.length === 0 ? [''] : row.classes;
    const about = { key, number, teacher, subject };
    if (row.weekday === '' && row.period === '') {
      const nothing = { subject_rooms: [], home_rooms: [], begins_at: null, ends_at: null, comment: null };
      for (const grade of grades) {
        unplaced.push({ ...about, ...nothing, grade, week, course: '', course_name: null });
      }
      continue;
    }
    const weekday = parseWeekday(row.weekday);
    const hours = parsePeriods(row.period);
    if (weekday === null) {
      findings.reject(file, { row: row.row, column: columns.weekday, value: row.weekday }, 'unknown_weekday');
    } else if (hours === null) {
      findings.reject(file, { row: row.row, column: columns.period, value: row.period }, 'bad_period');
    } else {
      for (const hour of hours) {
        for (const grade of grades) placements.push({ ...about, grade, room, weekday, hour, week });
      }
    }
  }
  return { placements, unplaced };
}
