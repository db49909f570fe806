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
import { addDays, daysBetween, toLocal } from '@kreide/core/kernel';
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
}

/** An event of a file, as it would be stored. */
export interface PlannedEvent {
  readonly uid_hash: string;
  readonly content_hash: string;
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

/** Where the walk through a rule begins that began long ago: days and weeks before count alike, as long as nobody counts them. */
function startOf(rule: RepeatRule, first: string, from: string): string {
  const step = rule.every * (rule.unit === 'DAILY' ? 1 : 7);
  const isEven = rule.count === null && (rule.unit === 'DAILY' || rule.unit === 'WEEKLY');
  const rounds = isEven && first < from ? Math.floor(daysBetween(first, from) / step) - 1 : 0;
  return addDays(first, Math.max(0, rounds) * step);
}

/** The same text for the same words and times. */
const textOf = ({ name, description, location, ...times }: FileWords & FileTimes) => {
  const { is_all_day, begins_date, begins_time, ends_date, ends_time } = times;
  return [name, description, location, is_all_day, begins_date, begins_time, ends_date, ends_time];
};

/** The dates of a series from this school year on, to where series end; null: none, or more than one has. */
function planSeries(event: FileEvent, rule: string, { zone, years, now }: ImportPlace) {
  const read = parseRepeat(rule);
  if ('problem' in read) return null;
  const today = toLocal(now, zone).date;
  const current = years.find(({ ends_at }) => ends_at >= today);
  const begin = current?.begins_at ?? addDays(today, -365);
  const from = begin > event.begins_date ? begin : event.begins_date;
  const { end, latest } = limitsIn(years, from);
  const { count, until } = read.rule;
  const wanted = count === null ? (until ?? end) : latest;
  const start = startOf(read.rule, event.begins_date, from);
  const all = repeatDates(read.rule, start, wanted < latest ? wanted : latest, WALKED);
  const dates = all.filter((date) => date >= from);
  const [begins_on, ends_on] = [dates[0], dates.at(-1)];
  if (begins_on === undefined || ends_on === undefined || dates.length > SERIES_DATES_MAXIMUM) return null;
  if (dates.every((date) => event.excluded.includes(date))) return null;
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
  if (rule !== null && series === null) return { left: 'dates' };
  const first = toValues(said, place.zone);
  const dated = series && datedBy(series.head, series.dates);
  const values = dated?.[0] ? { ...first, begins_at: dated[0].begins_at, ends_at: dated[0].ends_at } : first;
  const changed = changes
    .filter(({ date }) => series?.dates.includes(date) && !excluded.includes(date))
    .map(({ date, ...change }) => ({ date, values: toValues(change, place.zone) }));
  const problem = [values, ...changed.map((one) => one.values)].map(problemOf).find((one) => one !== null);
  if (problem) return { left: problem };
  const gone = series?.dates.filter((date) => excluded.includes(date)) ?? [];
  return {
    uid_hash,
    content_hash,
    values,
    series: series && dated && { head: series.head, dates: dated, excluded: gone, changes: changed },
  };
}
