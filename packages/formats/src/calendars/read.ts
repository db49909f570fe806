import {
  EVENT_DESCRIPTION_MAXIMUM,
  EVENT_LOCATION_MAXIMUM,
  type FileCalendar,
  type FileChange,
  type FileEvent,
  type FileLeft,
  IMPORT_EVENTS_MAXIMUM,
  type ImportLeftReason,
} from '@kreide/core/features/calendar';
import { addDays, daysBetween, toDate, toDay, toMinutes, toTime } from '@kreide/core/kernel';
import type { ForeignFile, Reader, Refusal } from '../reader.ts';
import { createFindings } from '../timetables/findings.ts';
import { type RawEvent, readCalendar } from '../timetables/ical/components.ts';
import { isCalendar, unescapeText } from '../timetables/ical/content-lines.ts';
import { type Clocks, type Moment, momentOf, readDuration, readMoment } from '../timetables/ical/moments.ts';
import { toOwnZone } from '../timetables/ical/own-zones.ts';
import { toZone } from '../timetables/ical/zones.ts';
import { UnreadableFile } from '../timetables/parser.ts';
import { readFileRule } from './rule.ts';

export interface CalendarOptions {
  /** The zone of the school: times without one are on its clock. */
  readonly zone: string;
}

export type CalendarRefusal = Refusal<'no_calendar' | 'too_many_events'>;

/** Signs that no text has; line ends and tabs stay. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;
const DAY_MINUTES = 1440;
/** Longest value that is said of what was left out. */
const SAID = 80;

const first = ({ properties }: RawEvent, name: string) => properties.get(name)?.[0];
const textOf = (raw: RawEvent, name: string) =>
  unescapeText(first(raw, name)?.value ?? '')
    .replace(CONTROL, '')
    .trim();
const lineOf = (raw: RawEvent, name: string) => textOf(raw, name).replace(/\s+/g, ' ');

class Left extends Error {
  readonly reason: ImportLeftReason;
  readonly property: string;

  constructor(reason: ImportLeftReason, property: string) {
    super(reason);
    this.reason = reason;
    this.property = property;
  }
}

function wordsOf(raw: RawEvent) {
  const [name, location, description] = [lineOf(raw, 'SUMMARY'), lineOf(raw, 'LOCATION'), textOf(raw, 'DESCRIPTION')];
  if (name === '') throw new Left('name', 'SUMMARY');
  if (description.length > EVENT_DESCRIPTION_MAXIMUM) throw new Left('length', 'DESCRIPTION');
  if (location.length > EVENT_LOCATION_MAXIMUM) throw new Left('length', 'LOCATION');
  return { name, description, location: location || null };
}

const plus = (date: string, time: string, minutes: number) => {
  const all = toDay(date) * DAY_MINUTES + toMinutes(time) + minutes;
  return { date: toDate(Math.floor(all / DAY_MINUTES)), time: toTime(all % DAY_MINUTES) };
};

function timesOf(raw: RawEvent, clocks: Clocks) {
  const start = first(raw, 'DTSTART');
  const begins = start ? momentOf(start, clocks) : null;
  if (begins === null) throw new Left('start', 'DTSTART');
  const [end, duration] = [first(raw, 'DTEND'), first(raw, 'DURATION')];
  const ends = end ? momentOf(end, clocks) : null;
  if (end && (ends === null || (ends.time === null) !== (begins.time === null))) throw new Left('end', 'DTEND');
  const minutes = duration && !end ? readDuration(duration.value) : 0;
  if (minutes === null) throw new Left('duration', 'DURATION');
  if (begins.time === null) {
    // The end is the first day that it does not have; some programs write the same day twice.
    const days = ends ? daysBetween(begins.date, ends.date) : Math.ceil(minutes / DAY_MINUTES);
    if (days < 0) throw new Left('end', 'DTEND');
    const last = addDays(begins.date, Math.max(days, 1) - 1);
    const whole = { begins_time: '00:00', ends_time: '23:59' };
    return { begins, times: { is_all_day: true, begins_date: begins.date, ends_date: last, ...whole } };
  }
  const last = ends?.time ? { date: ends.date, time: ends.time } : plus(begins.date, begins.time, minutes);
  if (`${last.date} ${last.time}` < `${begins.date} ${begins.time}`) throw new Left('end', 'DTEND');
  const [begins_date, begins_time] = [begins.date, begins.time];
  return {
    begins,
    times: { is_all_day: false, begins_date, begins_time, ends_date: last.date, ends_time: last.time },
  };
}

/** A leap year from which on birthdays are read: some programs write 1604 where nobody knows the year. */
const FIRST_YEAR = 1972;

/** A birthday, or another day of each year, that began long ago: as if it had begun later. */
function withoutAge(raw: RawEvent): RawEvent {
  const value = first(raw, 'DTSTART')?.value.trim() ?? '';
  const rule = first(raw, 'RRULE')?.value.toUpperCase() ?? '';
  const years = FIRST_YEAR - Number(value.slice(0, 4));
  if (!/^1\d{7}/.test(value) || years <= 0 || !/FREQ=YEARLY/.test(rule) || /COUNT=|INTERVAL=/.test(rule)) return raw;
  const later = (name: string) =>
    (raw.properties.get(name) ?? []).map((line) => {
      const text = line.value.trim();
      return { ...line, value: `${Number(text.slice(0, 4)) + years}${text.slice(4)}` };
    });
  const moved = (['DTSTART', 'DTEND'] as const).map((name) => [name, later(name)] as const);
  return { ...raw, properties: new Map([...raw.properties, ...moved.filter(([, lines]) => lines.length > 0)]) };
}

/** The dates that are left out. */
function excludedOf(raw: RawEvent, clocks: Clocks): string[] {
  const moments = (raw.properties.get('EXDATE') ?? []).flatMap(({ value, params }) =>
    value.split(',').map((part) => readMoment(part, params.TZID, clocks)),
  );
  const dates = new Set<string>();
  for (const moment of moments) {
    if (moment === null) throw new Left('exception', 'EXDATE');
    dates.add(moment.date);
  }
  return [...dates];
}

function ruleOf(raw: RawEvent, begins: Moment, clocks: Clocks): string | null {
  const rules = raw.properties.get('RRULE') ?? [];
  for (const name of ['RDATE', 'EXRULE']) if (raw.properties.has(name)) throw new Left('repeatRule', name);
  if (rules.length > 1) throw new Left('repeatRule', 'RRULE');
  if (!rules[0]) return null;
  const read = readFileRule(rules[0].value, begins, clocks);
  if ('problem' in read) throw new Left(read.problem, 'RRULE');
  return read.rule;
}

const isCancelled = (raw: RawEvent) => textOf(raw, 'STATUS').toUpperCase() === 'CANCELLED';

/** One date of a series; null: it does not take place. */
function readChange(raw: RawEvent, clocks: Clocks): { date: string; change: FileChange | null } {
  const recurrence = first(raw, 'RECURRENCE-ID');
  const date = recurrence ? momentOf(recurrence, clocks)?.date : undefined;
  if (date === undefined || recurrence?.params.RANGE !== undefined) throw new Left('exception', 'RECURRENCE-ID');
  if (isCancelled(raw)) return { date, change: null };
  return { date, change: { date, ...wordsOf(raw), ...timesOf(raw, clocks).times } };
}

function readOne(said: RawEvent, clocks: Clocks): FileEvent {
  const raw = withoutAge(said);
  if (isCancelled(raw)) throw new Left('cancelled', 'STATUS');
  const { begins, times } = timesOf(raw, clocks);
  const rule = ruleOf(raw, begins, clocks);
  const excluded = rule === null ? [] : excludedOf(raw, clocks);
  return { line: raw.line, uid: lineOf(raw, 'UID') || null, ...wordsOf(raw), ...times, rule, excluded, changes: [] };
}

/** The events of one file, in its order: series with the dates that are other than the rest. */
function readFile(file: ForeignFile, { zone }: CalendarOptions): FileCalendar {
  const findings = createFindings();
  const { name, events: raws, zones: described } = readCalendar(file, findings);
  const own = new Map(
    described.flatMap(({ tzid, observances }) => {
      // A zone that everybody knows is read by its name.
      const read = toZone(tzid) === null ? toOwnZone(observances, zone) : null;
      return read ? [[tzid, read] as const] : [];
    }),
  );
  const clocks: Clocks = { school: zone, own };
  const left: FileLeft[] = findings.rejected.map(({ row, column, value, reason }) => ({
    line: row ?? 1,
    name: null,
    reason: reason === 'unsupported_row' && column === 'BEGIN' ? 'kind' : 'broken',
    value: value?.slice(0, SAID) ?? null,
  }));
  const zones = new Set<string>();
  const events: FileEvent[] = [];
  const series = new Map<string, { at: number; changes: Map<string, FileChange>; excluded: Set<string> }>();
  const trying = (raw: RawEvent, read: () => void) => {
    const tzid = first(raw, 'DTSTART')?.params.TZID;
    if (tzid !== undefined && !own.has(tzid) && toZone(tzid) === null) zones.add(tzid.slice(0, SAID));
    try {
      read();
    } catch (error) {
      if (!(error instanceof Left)) throw error;
      const { reason, property } = error;
      const found = first(raw, property);
      const value = found?.value.slice(0, SAID) ?? null;
      left.push({ line: found?.line ?? raw.line, name: lineOf(raw, 'SUMMARY').slice(0, SAID) || null, reason, value });
    }
  };
  for (const raw of raws.filter(({ properties }) => !properties.has('RECURRENCE-ID')))
    trying(raw, () => {
      const event = readOne(raw, clocks);
      if (event.uid !== null && event.rule !== null && !series.has(event.uid))
        series.set(event.uid, { at: events.length, changes: new Map(), excluded: new Set(event.excluded) });
      events.push(event);
    });
  for (const raw of raws.filter(({ properties }) => properties.has('RECURRENCE-ID')))
    trying(raw, () => {
      const { date, change } = readChange(raw, clocks);
      const of = series.get(lineOf(raw, 'UID'));
      if (of) {
        // What a file says last of a date holds.
        if (change === null) of.excluded.add(date);
        else {
          of.changes.set(date, change);
          if (!events[of.at]?.excluded.includes(date)) of.excluded.delete(date);
        }
      } else if (change) {
        // The rest of its series stands in no file.
        const { date: _, ...event } = change;
        const uid = lineOf(raw, 'UID');
        events.push({
          line: raw.line,
          uid: uid === '' ? null : `${uid} ${date}`,
          ...event,
          rule: null,
          excluded: [],
          changes: [],
        });
      }
    });
  const whole = [...events];
  for (const { at, changes, excluded } of series.values())
    whole[at] = { ...(events[at] as FileEvent), changes: [...changes.values()], excluded: [...excluded] };
  return { name, events: whole, left, zones: [...zones] };
}

/** Reads the first file: an iCalendar file of events. What of it cannot be read is named with its line. */
export const readCalendarFiles: Reader<CalendarOptions, FileCalendar, CalendarRefusal> = async (files, options) => {
  const [file] = files;
  const refuse = (reason: CalendarRefusal['reason'], params = {}): CalendarRefusal => ({
    ok: false,
    file: file?.name ?? '',
    reason,
    params,
  });
  if (!file || !isCalendar(file)) return refuse('no_calendar');
  const many = refuse('too_many_events', { maximum: IMPORT_EVENTS_MAXIMUM });
  try {
    const records = readFile(file, options);
    return records.events.length > IMPORT_EVENTS_MAXIMUM ? many : { ok: true, records };
  } catch (error) {
    if (error instanceof UnreadableFile) return many;
    throw error;
  }
};
