import {
  type calendarApi,
  type EventSeries,
  moveRepeat,
  parseRepeat,
  repeatDates,
  type SeriesScope,
  seriesSpan,
  toEventTimes,
  toSeriesTimes,
  writeRepeat,
} from '@kreide/core/features/calendar';
import { addDays, addMonths, type BodyOf, createInstants, daysBetween, monthStartOf } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { type MatchedDates, matchDates, matchInOrder } from './matching.ts';
import { followHolidays } from './queries/holidays.ts';
import type { EventRow } from './queries/reading.ts';
import {
  attachEvent,
  deleteSeriesDates,
  dropSeriesDates,
  findSeriesEvent,
  insertSeries,
  insertSeriesDates,
  listSeriesDates,
  listSeriesWords,
  lockSeries,
  markParts,
  moveSeriesDates,
  type SeriesHead,
  setSeriesParticipants,
  splitSeries,
  updateSeries,
  writeSeries,
} from './queries/series.ts';
import {
  type EventKey,
  type EventValues,
  listAudience,
  listParticipants,
  type Participants,
  writeEventTimes,
} from './queries.ts';
import { planDates, seriesLimits } from './repeating.ts';
import { type EventPart, SERIES_COLUMNS } from './values.ts';

type Repeats = NonNullable<BodyOf<typeof calendarApi.create>['repeats']>;

export interface Changing extends Pick<HandlerContext, 'now' | 't' | 'language'> {
  readonly actor: Actor;
}

const PATH = 'body.repeats.rule';
/** Before every date of a series. */
export const FIRST = '1900-01-01';

/** 422 where holidays leave nothing of a series. */
function refuseEmpty({ t }: Pick<HandlerContext, 't'>): never {
  return refuseIssues([
    { path: PATH, rule: 'repeatNone', params: {}, message: t('calendar:rules.repeatNone') },
  ]) as never;
}

/** The months in which a moved series can begin, the likeliest first. */
const monthsAround = (first: string) => [0, 1, -1].map((by) => addMonths(monthStartOf(first), by));

/** When the events of a series are on these dates. */
export const datedBy = (head: SeriesHead, dates: readonly string[]) => {
  const instantOf = createInstants(head.time_zone);
  return dates.map((recurs_on) => ({ recurs_on, ...seriesSpan(head, recurs_on, instantOf) }));
};

/** Creates a series with all of its events, and answers the id of the first that takes place. */
export async function createSeries(
  db: Kysely<DB>,
  values: EventValues,
  { rule, skips_holidays }: Repeats,
  participants: Participants,
  { actor, now, t, language }: Changing,
): Promise<number> {
  const { school_id, user_id, time_zone } = actor;
  const times = toEventTimes(values, time_zone);
  const limits = await seriesLimits(db, school_id, times.begins_date);
  const { text, dates } = planDates(rule, times.begins_date, limits, { t, language, path: PATH });
  const [begins_on, ends_on] = [dates[0] ?? times.begins_date, dates.at(-1) ?? times.begins_date];
  const head = { rule: text, begins_on, ends_on, time_zone, skips_holidays, ...toSeriesTimes(times) };
  const id = await insertSeries(db, school_id, head, now);
  const key = { school_id, id };
  await insertSeriesDates(db, key, user_id, values, datedBy(head, dates), now);
  await setSeriesParticipants(db, key, participants, []);
  await followHolidays(db, key, now);
  return (await findSeriesEvent(db, key, begins_on)) ?? refuseEmpty({ t });
}

/** What somebody changes of several dates of a series. */
export interface SeriesChange {
  readonly former: EventRow;
  readonly values: EventValues;
  readonly participants: Participants;
  readonly parts: readonly EventPart[];
  readonly repeats: Repeats | undefined;
}

/** Makes an event the first of a series, so that its dates can be added like those of any other. */
async function beginSeries(db: Kysely<DB>, { former, values }: SeriesChange, { actor, now }: Changing) {
  const { school_id, time_zone } = actor;
  const times = toEventTimes(values, time_zone);
  const date = times.begins_date;
  const days = { rule: 'FREQ=DAILY;COUNT=1', begins_on: date, ends_on: date };
  const head = { ...days, time_zone, skips_holidays: false, ...toSeriesTimes(times) };
  const id = await insertSeries(db, school_id, head, now);
  await attachEvent(db, { school_id, id: former.id }, id, date);
  return { id, head, date };
}

/** Cuts a series before a date; answers the part from that date on, a series of its own. */
async function cutSeries(
  db: Kysely<DB>,
  { id, head, date }: { id: number; head: SeriesHead; date: string },
  { actor, now }: Changing,
): Promise<{ id: number; head: SeriesHead }> {
  const { school_id } = actor;
  const dates = await listSeriesDates(db, { school_id, id });
  const before = dates.filter(({ recurs_on }) => recurs_on < date);
  const last = before.at(-1)?.recurs_on;
  const read = parseRepeat(head.rule);
  if (last === undefined || !('rule' in read)) return { id, head };
  const { rule } = read;
  const rest = { ...rule, count: rule.count === null ? null : dates.length - before.length };
  const split = { ...head, rule: writeRepeat(rest), begins_on: date };
  const next = await insertSeries(db, school_id, split, now);
  await splitSeries(db, { school_id, id }, date, next);
  const kept = { rule: writeRepeat({ ...rule, count: null, until: last }), ends_on: last };
  await updateSeries(db, { school_id, id }, kept, now);
  return { id: next, head: split };
}

/** The dates that a series has from now on, and which of its events takes place on which; `rule`: a new one. */
async function redate(
  db: Kysely<DB>,
  { id, head, date, rule }: { id: number; head: SeriesHead; date: string; rule: string | null },
  { values, repeats, former, parts }: SeriesChange,
  { actor, t, language }: Changing,
): Promise<{ head: SeriesHead; matched: MatchedDates }> {
  const { school_id, time_zone } = actor;
  const [was, times] = [toEventTimes(former, time_zone), toEventTimes(values, time_zone)];
  const isMoved = parts.includes('times') && was.begins_date !== times.begins_date;
  const shift = isMoved ? daysBetween(date, times.begins_date) : 0;
  const rows = await listSeriesDates(db, { school_id, id });
  const first = addDays(head.begins_on, shift);
  const limits = await seriesLimits(db, school_id, first);
  const skips_holidays = repeats?.skips_holidays ?? head.skips_holidays;
  const timed = { ...head, ...(parts.includes('times') && toSeriesTimes(times)), skips_holidays };
  if (rule !== null) {
    const { text, dates } = planDates(rule, first, limits, { t, language, path: PATH });
    const matched = rows.length === 1 ? matchInOrder(rows, dates) : matchDates(rows, dates, shift);
    const ends = { begins_on: dates[0] ?? first, ends_on: dates.at(-1) ?? first };
    return { head: { ...timed, rule: text, ...ends }, matched };
  }
  const read = parseRepeat(head.rule);
  if (shift === 0 || !('rule' in read))
    return {
      head: timed,
      matched: matchInOrder(
        rows,
        rows.map(({ recurs_on }) => recurs_on),
      ),
    };
  const moved = moveRepeat(read.rule, date, shift);
  const endless = { ...moved, count: null, until: null };
  const starts = moved.monthday === null && !moved.nth ? [first] : monthsAround(first);
  const walked = starts.map((from) => repeatDates(endless, from, limits.latest, rows.length));
  const at = rows.findIndex(({ recurs_on }) => recurs_on === date);
  const dates = walked.find((one) => one[at] === times.begins_date) ?? walked[0] ?? [];
  const [begins_on, ends_on] = [dates[0] ?? first, dates.at(-1) ?? first];
  const until = moved.until === null || moved.until > ends_on ? moved.until : ends_on;
  return {
    head: { ...timed, rule: writeRepeat({ ...moved, until }), begins_on, ends_on },
    matched: matchInOrder(rows, dates),
  };
}

/** What dates say that a series gains: what was changed of all, else what those say that have nothing of their own in it. */
async function sharedWords(
  db: Kysely<DB>,
  key: EventKey,
  { values, participants, parts }: Pick<SeriesChange, 'values' | 'participants' | 'parts'>,
): Promise<{ values: EventValues; participants: Participants }> {
  const rows = await listSeriesWords(db, key);
  const without = (part: EventPart) =>
    parts.includes(part) ? null : rows.find(({ changed }) => !changed.includes(part));
  const said = SERIES_COLUMNS.flatMap((column) => {
    const row = without(column);
    return row ? [[column, row[column]] as const] : [];
  });
  const one = without('participants');
  return {
    values: { ...values, ...Object.fromEntries(said) },
    participants: one ? await listParticipants(db, { school_id: key.school_id, id: one.id }) : participants,
  };
}

/**
 * Changes an event and the other dates of its series, all or those that follow, or makes an event the first of a series. What was
 * changed of one alone stays as it is, and so do the answers of events that take place on. Answers the event to go on with, and
 * those that have no date any more.
 */
export async function changeSeries(
  db: Kysely<DB>,
  scope: SeriesScope,
  change: SeriesChange,
  context: Changing,
): Promise<{ id: number; gone: readonly number[] }> {
  const { former, values, parts } = change;
  const { actor, now } = context;
  const { school_id, time_zone } = actor;
  const of = former.series;
  const begun = of
    ? { id: of.id, head: await lockSeries(db, { school_id, id: of.id }), date: of.date }
    : await beginSeries(db, change, context);
  const { id, head } = scope === 'following' ? await cutSeries(db, begun, context) : begun;
  const key = { school_id, id };
  const rule = change.repeats && change.repeats.rule !== begun.head.rule ? change.repeats.rule : null;
  const { head: next, matched } = await redate(db, { id, head, date: begun.date, rule }, change, context);
  const clicked = { school_id, id: former.id };
  // What somebody writes about one event and says of several is not its own any more.
  await markParts(db, clicked, [], parts);
  await dropSeriesDates(db, key, matched.dropped, now);
  const placed = datedBy(
    next,
    matched.kept.map(({ date }) => date),
  );
  const kept = placed.map((span, at) => ({ ...span, id: matched.kept[at]?.id ?? 0 }));
  const isRedated = parts.includes('times') || rule !== null;
  if (isRedated) await moveSeriesDates(db, key, kept, next.is_all_day);
  const shared = await sharedWords(db, key, change);
  const fresh = { ...shared.values, is_all_day: next.is_all_day };
  await insertSeriesDates(db, key, former.user_id, fresh, datedBy(next, matched.added), now);
  await updateSeries(db, key, next, now);
  await writeSeries(db, key, values, parts, now);
  const date = matched.kept.find((one) => one.id === former.id)?.date;
  if (date !== undefined && isRedated && parts.includes('times')) {
    await writeEventTimes(db, clicked, values);
    if (toEventTimes(values, time_zone).begins_date !== date) await markParts(db, clicked, ['times']);
  }
  const audience = await listAudience(db, school_id, shared.participants, false);
  const dates = parts.includes('participants') ? undefined : matched.added;
  await setSeriesParticipants(db, key, shared.participants, audience, dates);
  await followHolidays(db, key, now);
  const goesOn = (await findSeriesEvent(db, key, date ?? next.begins_on)) ?? refuseEmpty(context);
  return { id: goesOn, gone: matched.dropped };
}

/** Deletes all dates of a series, or those from its event on; answers the ids of the events. */
export async function removeDates(
  db: Kysely<DB>,
  series: EventSeries,
  scope: SeriesScope,
  { actor, now }: Pick<Changing, 'actor' | 'now'>,
): Promise<number[]> {
  const key = { school_id: actor.school_id, id: series.id };
  const { rule: text } = await lockSeries(db, key);
  const dates = await listSeriesDates(db, key);
  const last = dates.filter(({ recurs_on }) => recurs_on < series.date).at(-1)?.recurs_on;
  const read = parseRepeat(text);
  if (scope === 'all' || last === undefined || !('rule' in read)) return deleteSeriesDates(db, key, FIRST, now);
  const rule = writeRepeat({ ...read.rule, count: null, until: last });
  await updateSeries(db, key, { rule, ends_on: last }, now);
  return deleteSeriesDates(db, key, series.date, now);
}

/** 422 for a rule that is to hold for one date of a series, and for several dates of an event that has but one. */
export function refuseScope(
  { series }: Pick<EventRow, 'series'>,
  { scope, repeats }: { scope: SeriesScope; repeats?: Repeats | undefined },
  t: HandlerContext['t'],
): void {
  const wrong = series ? repeats && scope === 'this' && 'repeatSingle' : scope !== 'this' && 'repeatScope';
  if (wrong) refuseIssues([{ path: 'body.scope', rule: wrong, params: {}, message: t(`calendar:rules.${wrong}`) }]);
}
