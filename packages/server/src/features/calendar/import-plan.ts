import { createHash } from 'node:crypto';
import {
  eventProblems,
  type FileEvent,
  type FileTimes,
  type FileWords,
  type ImportLeftReason,
  parseRepeat,
  type RepeatRule,
  repeatDates,
  SERIES_DATES_MAXIMUM,
  toEventSpan,
  toSeriesTimes,
  writeRepeat,
} from '@kreide/core/features/calendar';
import { addDays, addMonths, daysBetween, monthStartOf, toLocal, weekdayOf } from '@kreide/core/kernel';
import type { SeriesDate, SeriesHead } from './queries/series.ts';
import type { EventValues } from './queries.ts';
import { limitsIn } from './repeating.ts';
import { datedBy } from './series.ts';

/** So many dates of a rule are walked through at most. */
const WALKED = 2000;

/** The school that an import is for. */
export interface ImportPlace {
  readonly zone: string;
  readonly years: readonly { readonly begins_at: string; readonly ends_at: string }[];
  readonly now: Date;
  /** So many dates may still come. */
  readonly room: number;
}

/** An event of a file, as it would be stored. */
export interface PlannedEvent {
  readonly uid_hash: string;
  readonly content_hash: string;
  /** The event that a calendar address of ours wrote so; null: another program wrote it. */
  readonly own_id: number | null;
  readonly values: EventValues;
  /** Null: it does not repeat. */
  readonly series: {
    readonly head: SeriesHead;
    readonly dates: readonly SeriesDate[];
    /** Of these dates none takes place. */
    readonly excluded: readonly string[];
    /** By date. */
    readonly changes: readonly { readonly date: string; readonly values: EventValues }[];
  } | null;
}

/** The uid of an event in a calendar address. */
const OWN = /^event-(\d{1,15})@kreide$/;

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

const REASONS = {
  nameRequired: 'name',
  nameLength: 'name',
  descriptionMax: 'length',
  locationMax: 'length',
  endsBefore: 'end',
  tooLong: 'duration',
  years: 'start',
  participantsMax: 'length',
  answersNames: 'length',
} as const satisfies Record<string, ImportLeftReason>;

function toValues({ name, description, location, ...times }: FileWords & FileTimes, zone: string): EventValues {
  const { is_all_day, begins_at, ends_at } = toEventSpan(times, zone);
  // The hour that a clock skips can take an event its end.
  const end = ends_at < begins_at ? begins_at : ends_at;
  const said = { name, description, location, category: 'MEETING' as const };
  const choices = { is_notifiable: false, participants_visible: true, answers_for: null };
  return { ...said, is_all_day, begins_at, ends_at: end, ...choices };
}

const problemOf = (values: EventValues): ImportLeftReason | null => {
  const [found] = eventProblems({ ...values, channels: [], users: [] });
  return found ? REASONS[found.rule] : null;
};

/**
 * A rule that began long ago, and where the walk through it begins: the rounds before count alike, as long as nobody counts them.
 */
function skipAhead(rule: RepeatRule, first: string, from: string): { rule: RepeatRule; start: string } {
  const { unit, every, count, monthday, nth } = rule;
  if (count !== null || first >= from || unit === 'YEARLY') return { rule, start: first };
  if (unit === 'MONTHLY') {
    const [month, until] = [first, from].map((date) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)));
    const rounds = Math.floor(((until ?? 0) - (month ?? 0)) / every) - 1;
    const onDay = { ...rule, monthday: nth ? null : (monthday ?? Number(first.slice(8))) };
    return rounds < 1 ? { rule, start: first } : { rule: onDay, start: addMonths(monthStartOf(first), rounds * every) };
  }
  const step = every * (unit === 'DAILY' ? 1 : 7);
  const rounds = Math.max(0, Math.floor(daysBetween(first, from) / step) - 1);
  // A week whose first days are before the beginning has been over for long.
  return { rule: weekdaysOf(rule, first), start: addDays(first, rounds * step) };
}

/** On which weekdays a weekly rule is, wherever the walk begins. */
const weekdaysOf = (rule: RepeatRule, first: string): RepeatRule =>
  rule.unit === 'WEEKLY' && rule.weekdays.length === 0 ? { ...rule, weekdays: [weekdayOf(first)] } : rule;

/** The same text for the same words and times. */
const textOf = ({ name, description, location, ...times }: FileWords & FileTimes) => {
  const { is_all_day, begins_date, begins_time, ends_date, ends_time } = times;
  return [name, description, location, is_all_day, begins_date, begins_time, ends_date, ends_time];
};

/** The dates of a series from this school year on, to where series end; null: none, or more than one has. */
function planSeries(event: FileEvent, rule: string, { zone, years, now, room }: ImportPlace) {
  const read = parseRepeat(rule);
  if ('problem' in read) return null;
  const today = toLocal(now, zone).date;
  const current = years.find(({ ends_at }) => ends_at >= today);
  const begin = current?.begins_at ?? addDays(today, -365);
  const from = begin > event.begins_date ? begin : event.begins_date;
  const { end, latest } = limitsIn(years, from);
  const { count, until } = read.rule;
  const wanted = count === null ? (until ?? end) : latest;
  const walked = skipAhead(read.rule, event.begins_date, from);
  const all = repeatDates(walked.rule, walked.start, wanted < latest ? wanted : latest, WALKED);
  const dates = all.filter((date) => date >= from);
  const [begins_on, ends_on] = [dates[0], dates.at(-1)];
  if (begins_on === undefined || ends_on === undefined || dates.length > Math.min(SERIES_DATES_MAXIMUM, room))
    return null;
  const gone = new Set(event.excluded);
  if (dates.every((date) => gone.has(date))) return null;
  const text = writeRepeat({ ...read.rule, count: null, until: ends_on });
  const head = { rule: text, begins_on, ends_on, time_zone: zone, skips_holidays: false, ...toSeriesTimes(event) };
  return { head, dates };
}

/** What becomes of an event of a file, or why nothing does. */
export function planEvent(event: FileEvent, place: ImportPlace): PlannedEvent | { readonly left: ImportLeftReason } {
  const { line: _, uid, rule, excluded, changes, ...said } = event;
  const uid_hash = hash(uid ?? `${said.name} ${said.begins_date} ${said.begins_time}`);
  const others = changes.map((one) => [one.date, textOf(one)]);
  const content_hash = hash(JSON.stringify([textOf(said), rule, excluded, others]));
  const series = rule === null ? null : planSeries(event, rule, place);
  if (place.room < 1 || (rule !== null && series === null)) return { left: 'dates' };
  const [all, without] = [new Set(series?.dates), new Set(excluded)];
  const first = toValues(said, place.zone);
  const dated = series && datedBy(series.head, series.dates);
  const values = dated?.[0] ? { ...first, begins_at: dated[0].begins_at, ends_at: dated[0].ends_at } : first;
  const changed = changes
    .filter(({ date }) => all.has(date) && !without.has(date))
    .map(({ date, ...change }) => ({ date, values: toValues(change, place.zone) }));
  const problem = [values, ...changed.map((one) => one.values)].map(problemOf).find((one) => one !== null);
  if (problem) return { left: problem };
  const gone = [...all].filter((date) => without.has(date));
  return {
    uid_hash,
    content_hash,
    own_id: Number(OWN.exec(uid ?? '')?.[1] ?? 0) || null,
    values,
    series: series && dated && { head: series.head, dates: dated, excluded: gone, changes: changed },
  };
}
