import type {
  HolidayRecord,
  SubstitutionRecord,
  SupervisionRecord,
  TimeRecord,
} from '@kreide/core/features/timetable-import';
import { weekdayOf } from '@kreide/core/kernel';
import { parseWeekday } from '../calendar.ts';
import { MAX_TEXT_LENGTH, parseDate } from '../plan.ts';
import { toStableId } from '../stable-id.ts';
import { hasLongCode } from '../xml-node.ts';
import { daysOf } from './lesson-times.ts';
import { changesOf, codesOf } from './master-data.ts';
import { dateOf, type Entry, listOf, type Reject, textOf, timeOf } from './values.ts';

const FREE = /ferien|feiertag|holiday|vacation/i;
const PUBLIC = /feiertag|public holiday/i;

/** The break before the first period that begins with or after a time. */
function hourAfter(time: string, times: readonly TimeRecord[]): string | null {
  const later = times.filter(({ begins_at }) => begins_at >= time);
  return later.toSorted((a, b) => (a.begins_at < b.begins_at ? -1 : 1))[0]?.hour ?? null;
}

/** One supervision for every teacher and weekday of an entry; empty (and reported) when it cannot be placed. */
export function readSupervision(entry: Entry, times: readonly TimeRecord[], reject: Reject): SupervisionRecord[] {
  const { fields } = entry;
  const area = textOf(fields, 'areaCode', 'supervisionTitle');
  const begins = timeOf(fields, 'startTime');
  const ends = timeOf(fields, 'endTime');
  const listed = listOf(fields, 'dates');
  const dates = listed.map((date) => parseDate(date));
  const weekday = parseWeekday(textOf(fields, 'weekday') ?? '');
  const teachers = listOf(fields, 'teacherCodes');
  const before_hour = begins === null ? null : hourAfter(begins, times);
  if (area === null) reject(entry, 'areaCode', 'missing_value');
  else if (hasLongCode([area], teachers)) reject(entry, 'areaCode', 'too_long', area);
  else if (begins === null) reject(entry, 'startTime', 'bad_time', fields.startTime);
  else if (before_hour === null) reject(entry, 'startTime', 'no_grid_time', fields.startTime);
  else if (dates.includes(null)) reject(entry, 'dates', 'bad_date', listed[dates.indexOf(null)]);
  else if (listed.length === 0 && weekday === null) reject(entry, 'weekday', 'unknown_weekday', fields.weekday);
  // A change of one day would become the rule of all weeks.
  else if (changesOf(fields)) reject(entry, 'changes', 'unsupported_row');
  else {
    const minutes = ends !== null && ends > begins ? minutesBetween(begins, ends) : null;
    const common = { area, before_hour, minutes };
    const byDay = Map.groupBy(
      dates.filter((date) => date !== null),
      weekdayOf,
    );
    const days =
      listed.length === 0
        ? [{ weekday: weekday!, weeks: { kind: 'every' } as const }]
        : [...byDay].map(([day, list]) => ({ weekday: day, weeks: { kind: 'dates', dates: list.sort() } as const }));
    return (teachers.length === 0 ? [null] : teachers).flatMap((teacher) =>
      days.map((day) => ({ ...common, ...day, teacher })),
    );
  }
  return [];
}

function minutesBetween(begins: string, ends: string): number {
  const [from, to] = [begins, ends].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
  return to! - from!;
}

/** A day without lessons becomes a holiday, an event of classes, teachers or rooms one of each day; others are reported. */
export function readEvent(
  entry: Entry,
  reject: Reject,
): { holiday: HolidayRecord } | { events: SubstitutionRecord[] } | null {
  const { fields } = entry;
  const name = textOf(fields, 'eventCaption', 'title', 'caption');
  const begins = dateOf(fields, 'startDate');
  const ends = textOf(fields, 'endDate') === null ? begins : dateOf(fields, 'endDate');
  const { grades, teachers, rooms } = codesOf(fields);
  const isFree = fields.noLessons === true || FREE.test(textOf(fields, 'category') ?? '');
  const time = timeOf(fields, 'startTime');
  const until = timeOf(fields, 'endTime');
  if (begins === null) reject(entry, 'startDate', 'bad_date', fields.startDate);
  else if (ends === null) reject(entry, 'endDate', 'bad_date', fields.endDate);
  else if (ends < begins) reject(entry, 'endDate', 'bad_range', fields.endDate);
  else if (name === null) reject(entry, 'eventCaption', 'missing_value');
  else if (name.length > MAX_TEXT_LENGTH || hasLongCode(grades, teachers, rooms)) {
    reject(entry, 'eventCaption', 'too_long', name);
  } else if (isFree && grades.length + teachers.length + rooms.length === 0) {
    return {
      holiday: {
        name,
        shortcut: null,
        begins_at: begins,
        ends_at: ends,
        is_public: PUBLIC.test(textOf(fields, 'category') ?? ''),
      },
    };
  } else if (grades.length + teachers.length + rooms.length === 0) reject(entry, 'classCodes', 'unsupported_row', name);
  else {
    const isTimed = fields.wholeDay !== true && time !== null && until !== null && time < until;
    const side = { subject: null, grades, teachers, bookables: rooms };
    return {
      events: daysOf(begins, ends).map((date) => ({
        external_id: toStableId('event', date, time, name, grades, teachers, rooms),
        date,
        hour: null,
        begins_at: isTimed ? time : null,
        ends_at: isTimed ? until : null,
        kind: 'EVENT',
        lesson: null,
        from: { subject: null, grades: null, teachers: null, bookables: null },
        to: side,
        comment: name,
        is_hidden: false,
        counterpart: null,
        moved_comment: null,
      })),
    };
  }
  return null;
}
