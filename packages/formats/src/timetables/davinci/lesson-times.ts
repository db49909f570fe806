import { addDays, type Weekday } from '@kreide/core/kernel';
import { parseWeekday } from '../calendar.ts';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH } from '../plan.ts';
import { hasLongCode } from '../xml-node.ts';
import type { Series } from './dates.ts';
import { type Codes, changedCodes, changesOf, codesOf } from './master-data.ts';
import { type Entry, type Fields, type Reject, textOf, timeOf } from './values.ts';

/** An entry of `lessonTimes`, or of a list that is built alike. */
export interface LessonTime {
  entry: Entry;
  /** The lesson's, the same in all of its entries. */
  ref: string | null;
  subject: string | null;
  title: string | null;
  begins: string;
  ends: string;
  hour: string | null;
  dates: readonly string[];
  weekday: Weekday | null;
  /** As planned. */
  planned: Codes;
  changes: Fields | null;
}

const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];

/**
 * The lists as planned. Those of a changed entry hold the new values already, or miss the absent ones: the absent ones
 * come back, and the new ones go.
 */
function toPlanned(now: Codes, changes: Fields | null): Codes {
  if (!changes) return now;
  const absent = changedCodes(changes, 'absent');
  const fresh = changedCodes(changes, 'new');
  const back = (kind: keyof Codes) =>
    union(
      absent[kind],
      now[kind].filter((code) => !fresh[kind].includes(code) || absent[kind].includes(code)),
    );
  return { grades: back('grades'), teachers: back('teachers'), rooms: back('rooms') };
}

const TEXTS = ['information', 'message', 'caption'];
const isTooLong = (text: string | null) => text !== null && text.length > MAX_TEXT_LENGTH;

/** Reads one entry; null (and reported) when it cannot be placed. */
export function readLessonTime(
  entry: Entry,
  hourOf: (time: string) => string | null,
  readSeries: (fields: Fields) => Series,
  reject: Reject,
): LessonTime | null {
  const { fields } = entry;
  const begins = timeOf(fields, 'startTime');
  const ends = timeOf(fields, 'endTime');
  const { dates, bad } = readSeries(fields);
  const day = textOf(fields, 'weekday');
  const weekday = day === null ? null : parseWeekday(day);
  const now = codesOf(fields);
  const changes = changesOf(fields);
  const title = textOf(fields, 'courseTitle');
  const subject = textOf(fields, 'subjectCode');
  const ref = textOf(fields, 'lessonRef', 'courseRef');
  if (begins === null) reject(entry, 'startTime', 'bad_time', fields.startTime);
  else if (ends === null) reject(entry, 'endTime', 'bad_time', fields.endTime);
  else if (ends <= begins) reject(entry, 'endTime', 'bad_range', fields.endTime);
  else if (bad !== null) reject(entry, 'dates', 'bad_date', bad);
  else if (dates.length === 0 && weekday === null) {
    reject(entry, 'dates', fields.weekday === undefined ? 'missing_value' : 'unknown_weekday', fields.weekday);
  } else if (dates.length === 0 && changes) reject(entry, 'dates', 'missing_value');
  else if (subject === null && title === null && now.grades.length + now.teachers.length === 0) {
    reject(entry, 'subjectCode', 'missing_value');
  } else if (
    (subject ?? title ?? '').length > MAX_CODE_LENGTH ||
    (ref ?? '').length > MAX_CODE_LENGTH ||
    hasLongCode(now.grades, now.teachers, now.rooms)
  ) {
    reject(entry, 'subjectCode', 'too_long', subject ?? title);
  } else if (isTooLong(title) || (changes && TEXTS.some((name) => isTooLong(textOf(changes, name))))) {
    reject(entry, 'changes', 'too_long');
  } else {
    return {
      entry,
      ref,
      subject: subject ?? title,
      title: subject === null ? null : title,
      begins,
      ends,
      hour: hourOf(begins),
      dates,
      weekday,
      planned: toPlanned(now, changes),
      changes,
    };
  }
  return null;
}

/** Days from one to another, at most those of two years. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length < 731; day = addDays(day, 1)) days.push(day);
  return days;
}
