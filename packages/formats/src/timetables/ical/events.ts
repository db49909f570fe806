import type { ParseOptions, Reason, Weeks } from '@kreide/core/features/timetable-import';
import { addDays, daysBetween, toMinutes, toTime, type Weekday } from '@kreide/core/kernel';
import type { Findings } from '../findings.ts';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH } from '../plan.ts';
import { hasLongCode } from '../xml-node.ts';
import type { RawEvent } from './components.ts';
import { type ContentLine, unescapeText } from './content-lines.ts';
import type { Described } from './description.ts';
import { type Clocks, type Moment, momentOf, readDuration, readMoment } from './moments.ts';
import { everyWeek, expandRule, readRule } from './rule.ts';
import { toZone } from './zones.ts';

/** When an event is held: in every week of a time, or on dates. */
export interface Held {
  weekdays: (Weekday | null)[];
  weeks: Weeks;
  begins_at: string | null;
  ends_at: string | null;
}

/** A good event. */
export interface LessonEvent extends Held {
  raw: RawEvent;
  uid: string | null;
  subject: string | null;
  teachers: string[];
  grades: string[];
  rooms: string[];
  notes: string | null;
  begins: string;
  ends: string;
  /** The one date that it stands for instead of its series. */
  instead_of: string | null;
  /** Off, but known: the series stays, and the day says that it is cancelled. */
  is_cancelled: boolean;
}

/** What an event is read with. */
export interface EventContext {
  findings: Findings;
  clocks: Clocks;
  options: ParseOptions;
  describe: (text: string) => Described;
  /** Dates of a series that other events stand for, by UID. */
  replaced: ReadonlyMap<string, ReadonlySet<string>>;
}

type Refuse = (column: string, reason: Reason, value?: string | null) => null;

const firstOf = ({ properties }: RawEvent, name: string): ContentLine | undefined => properties.get(name)?.[0];

/** The text of a property without its escapes; null when nothing is left. */
export function textOf(raw: RawEvent, name: string): string | null {
  return unescapeText(firstOf(raw, name)?.value ?? '').trim() || null;
}

/** All days of a list such as EXDATE. */
function datesOf(raw: RawEvent, name: string, clocks: Clocks): (Moment | null)[] {
  return (raw.properties.get(name) ?? []).flatMap(({ value, params }) =>
    value.split(',').map((part) => readMoment(part, params.TZID, clocks)),
  );
}

/** Addresses on a map and of a call are no rooms. */
const isRoom = (location: string) => location.length <= MAX_CODE_LENGTH && !/:\/\/|^(geo|mailto|tel):/i.test(location);

/** From the start to the end of one day. */
function readTimes(raw: RawEvent, clocks: Clocks, refuse: Refuse) {
  const start = firstOf(raw, 'DTSTART');
  const begins = start ? momentOf(start, clocks) : null;
  if (!start) return refuse('DTSTART', 'missing_value');
  if (begins === null) return refuse('DTSTART', 'bad_date', start.value);
  // Holidays, birthdays and trips: no lesson has a whole day.
  if (begins.time === null) return refuse('DTSTART', 'unsupported_row', start.value);
  const end = firstOf(raw, 'DTEND');
  const duration = firstOf(raw, 'DURATION');
  if (!end && !duration) return refuse('DTEND', 'missing_value');
  if (!end) {
    const minutes = readDuration(duration!.value);
    const last = minutes === null ? null : toMinutes(begins.time) + minutes;
    if (!minutes || last === null || last >= 1440) return refuse('DURATION', 'bad_range', duration!.value);
    return { start: begins, begins: begins.time, ends: toTime(last) };
  }
  const ends = momentOf(end, clocks);
  if (ends === null || ends.time === null) return refuse('DTEND', 'bad_time', end.value);
  if (ends.date !== begins.date || ends.time <= begins.time) return refuse('DTEND', 'bad_range', end.value);
  return { start: begins, begins: begins.time, ends: ends.time };
}

/** When an event without RECURRENCE-ID is held. */
function readHeld(
  raw: RawEvent,
  start: Moment,
  uid: string | null,
  context: EventContext,
  refuse: Refuse,
): Held | null {
  const { clocks, options, replaced } = context;
  const year = options.school_year;
  const rules = raw.properties.get('RRULE') ?? [];
  const rule = rules[0] ? readRule(rules[0].value, clocks.school) : null;
  if (rules.length > 1 || raw.properties.has('EXRULE') || (rules[0] && rule === null)) {
    return refuse('RRULE', 'unsupported_row', rules[0]?.value);
  }
  const added = datesOf(raw, 'RDATE', clocks);
  if (added.includes(null)) return refuse('RDATE', 'bad_date');
  const excluded = datesOf(raw, 'EXDATE', clocks);
  if (excluded.includes(null)) return refuse('EXDATE', 'bad_date');
  const gone = new Set([...excluded.map((moment) => moment!.date), ...((uid && replaced.get(uid)) || [])]);
  // Of an event in another zone the school's day may be the one before or after the written one.
  const shift = start.written === start.date ? 0 : daysBetween(start.written, start.date);
  const weekly = rule && gone.size + added.length === 0 ? everyWeek(rule, start.written) : null;
  if (weekly) {
    const until = rule!.until === null ? null : addDays(rule!.until, shift);
    if (year && (start.date > year.ends_at || (until !== null && until < year.begins_at))) {
      return refuse('DTSTART', 'outside_school_year', start.date);
    }
    if (until !== null && until < start.date) return refuse('RRULE', 'bad_range', rules[0]!.value);
    return {
      weekdays: weekly.map((day) => (((day - 1 + shift + 7) % 7) + 1) as Weekday),
      weeks: { kind: 'every' },
      begins_at: year && start.date <= year.begins_at ? null : start.date,
      ends_at: year && until !== null && until >= year.ends_at ? null : until,
    };
  }
  const end = year?.ends_at ?? addDays(start.date, 366);
  const ruled = rule ? expandRule(rule, start.written, addDays(end, 1)) : [start.written];
  if (ruled === null) return refuse('DTSTART', 'outside_school_year', start.date);
  const all = new Set([...ruled.map((date) => addDays(date, shift)), ...added.map((moment) => moment!.date)]);
  const dates = [...all].filter((date) => !gone.has(date)).sort();
  const inYear = year ? dates.filter((date) => date >= year.begins_at && date <= year.ends_at) : dates;
  if (inYear.length === 0) {
    // Every date of it is told by other events.
    return refuse('DTSTART', dates.length === 0 ? 'outside_validity' : 'outside_school_year', start.date);
  }
  return { weekdays: [null], weeks: { kind: 'dates', dates: inYear }, begins_at: null, ends_at: null };
}

/** The one date that a changed event stands for. */
function readInstead(raw: RawEvent, { date }: Moment, { options }: EventContext, refuse: Refuse): Held | null {
  const year = options.school_year;
  if (year && (date < year.begins_at || date > year.ends_at)) return refuse('DTSTART', 'outside_school_year', date);
  if (raw.properties.has('RRULE')) return refuse('RRULE', 'unsupported_row');
  return { weekdays: [null], weeks: { kind: 'dates', dates: [date] }, begins_at: null, ends_at: null };
}

/** Reads one event; null (and reported with its line) when it is no lesson or cannot be read. */
export function readEvent(raw: RawEvent, className: string, context: EventContext): LessonEvent | null {
  const refuse: Refuse = (column, reason, value = null) => {
    context.findings.reject(raw.file, { row: firstOf(raw, column)?.line ?? raw.line, column, value }, reason);
    return null;
  };
  const uid = textOf(raw, 'UID');
  const subject = textOf(raw, 'SUMMARY');
  const location = textOf(raw, 'LOCATION');
  const described = context.describe(textOf(raw, 'DESCRIPTION') ?? '');
  const grades = described.grades.length > 0 ? described.grades : [className];
  const isPlace = location !== null && isRoom(location);
  if (location !== null && !isPlace) context.findings.warn('location_no_room', { location: location.slice(0, 80) });
  const rooms = isPlace ? [location] : described.rooms;
  const tzid = firstOf(raw, 'DTSTART')?.params.TZID;
  if (tzid !== undefined && !context.clocks.own.has(tzid) && toZone(tzid) === null)
    context.findings.warn('zone_assumed', { zone: tzid.slice(0, 80) });
  if (subject === null) return refuse('SUMMARY', 'missing_value');
  if (subject.length > MAX_CODE_LENGTH) return refuse('SUMMARY', 'too_long', subject);
  if (hasLongCode(rooms)) return refuse('LOCATION', 'too_long', location);
  if (hasLongCode(described.teachers, grades) || described.notes.length > MAX_TEXT_LENGTH) {
    return refuse('DESCRIPTION', 'too_long');
  }
  const times = readTimes(raw, context.clocks, refuse);
  if (times === null) return null;
  const isCancelled = textOf(raw, 'STATUS')?.toUpperCase() === 'CANCELLED';
  const recurrence = firstOf(raw, 'RECURRENCE-ID');
  const instead = recurrence ? momentOf(recurrence, context.clocks) : null;
  if (recurrence && (instead === null || recurrence.params.RANGE !== undefined)) {
    return refuse('RECURRENCE-ID', instead === null ? 'bad_date' : 'unsupported_row', recurrence.value);
  }
  // A whole series that is off is no plan; a single day that is off is news.
  if (isCancelled && !instead && raw.properties.has('RRULE')) return refuse('STATUS', 'unsupported_row', 'CANCELLED');
  const held = instead
    ? readInstead(raw, times.start, context, refuse)
    : readHeld(raw, times.start, uid, context, refuse);
  if (held === null) return null;
  return {
    ...held,
    raw,
    uid,
    subject,
    teachers: described.teachers,
    grades,
    rooms,
    notes: described.notes || null,
    begins: times.begins,
    ends: times.ends,
    instead_of: instead?.date ?? null,
    is_cancelled: isCancelled,
  };
}
