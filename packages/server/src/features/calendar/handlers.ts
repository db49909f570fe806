import { calendarApi, EVENT_RANGE_DAYS } from '@kreide/core/features/calendar';
import { addDays, daysBetween, toInstant } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { reserveAttempt } from '../auth/index.ts';
import type { WithdrawTold } from '../channels/index.ts';
import { listHolidays } from '../structure/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import type { EventTeller } from './announcing.ts';
import { createAnswering } from './answering.ts';
import { reminderHandlers } from './choosing-reminders.ts';
import { importHandlers } from './importing.ts';
import { load, readingOf } from './loading.ts';
import { refuseParticipants, withSubtitles } from './participants.ts';
import { keepAnswersOf } from './queries/answers.ts';
import { findEvent, listEntries, listEvents, listEventsIn, listLocations } from './queries/reading.ts';
import { isAsSeen, lockSeries, markParts } from './queries/series.ts';
import {
  type EventKey,
  insertEvent,
  listAudience,
  listParticipants,
  markEventDeleted,
  setParticipants,
  updateEvent,
} from './queries.ts';
import { createTakingBack } from './reminding.ts';
import { planDates, seriesLimits } from './repeating.ts';
import { changeSeries, createSeries, refuseScope, removeDates } from './series.ts';
import { areCostly, parseFields, toEntry, toEvent, toRecorded } from './shown.ts';
import { suitableHandlers } from './suitable.ts';
import { createTelling } from './telling.ts';
import { changedParts, toValues } from './values.ts';

/** How people are told of events, and how that is taken back. */
export interface EventWays {
  readonly tellOfEvents: EventTeller;
  readonly withdrawTold: WithdrawTold;
}

export function calendarHandlers({ tellOfEvents, withdrawTold, plans }: EventWays & { readonly plans: PlanStore }) {
  const tell = createTelling(tellOfEvents);
  const withdraw = (db: Kysely<DB>, { school_id }: Pick<EventKey, 'school_id'>, ids: readonly number[], now: Date) =>
    withdrawTold(
      db,
      { school_id, told_of: ids.flatMap((id) => [`event:${id}` as const, `reminder:${id}` as const]) },
      now,
    );
  const takeBack = createTakingBack(withdrawTold);

  return implement(calendarApi, {
    ...createAnswering(takeBack),
    ...reminderHandlers,
    ...suitableHandlers(plans),
    ...importHandlers(withdrawTold, takeBack),

    async list({ query, actor, db, now, t }) {
      const wanted = { now, page: query.page ?? 1, isPast: query.scroll === 'past' };
      const rows = await listEvents(db, readingOf(actor, t), wanted);
      return { data: rows.map((row) => toEvent(row, actor, now)) };
    },

    async listRange({ query, actor, db, now, t }) {
      const days = daysBetween(query.from, query.to) + 1;
      if (days < 1 || days > EVENT_RANGE_DAYS)
        refuseIssues([
          {
            path: 'query.to',
            rule: 'range',
            params: { days: EVENT_RANGE_DAYS },
            message: t('calendar:rangeDays', { days: EVENT_RANGE_DAYS }),
          },
        ]);
      const fields = parseFields(query.fields);
      const zone = actor.time_zone;
      const range = {
        from: toInstant(query.from, '00:00', zone),
        to: toInstant(addDays(query.to, 1), '00:00', zone),
      };
      const reader = readingOf(actor, t);
      const rows = areCostly(fields) ? await listEventsIn(db, reader, range) : await listEntries(db, reader, range);
      return { data: rows.map((row) => toEntry(row, actor, now, fields)) };
    },

    async listLocations({ actor, db, t }) {
      return { data: await listLocations(db, readingOf(actor, t)) };
    },

    async get({ params, actor, db, now, t, fail }) {
      const row = await findEvent(db, readingOf(actor, t), params.id);
      return row ? { data: await withSubtitles(db, actor, toEvent(row, actor, now), { now, t }) } : fail('not_found');
    },

    async listDates({ query, actor, db, t, language }) {
      const { school_id } = actor;
      const limits = await seriesLimits(db, school_id, query.from);
      const { dates } = planDates(query.rule, query.from, limits, { t, language, path: 'query.rule' });
      const holidays = await listHolidays(db, school_id);
      const nameOf = (date: string) => holidays.find(({ begins_at, ends_at }) => begins_at <= date && date <= ends_at);
      return { data: dates.map((date) => ({ date, holiday: nameOf(date)?.name ?? null })) };
    },

    async create(context) {
      const { body, actor, db, now, t, write, record, fail } = context;
      const { channels, users, repeats } = body;
      const values = toValues(body, actor.time_zone, t);
      await refuseParticipants(db, actor, { channels, users }, { now, t, fail });
      await reserveAttempt(db, { event: `${actor.school_id}:${actor.user_id}` }, now);
      const trx = await write();
      const id = repeats
        ? await createSeries(trx, values, repeats, { channels, users }, context)
        : await insertEvent(trx, actor.school_id, actor.user_id, values, now);
      if (!repeats) await setParticipants(trx, { school_id: actor.school_id, id }, { channels, users });
      const row = await findEvent(trx, readingOf(actor, t), id);
      if (!row) throw new Error('the event that was just made is not there');
      record({ entity: 'calendar', id, after: { ...toRecorded(row), channels, users } });
      const after = { channels, users };
      const { is_notifiable: rings, series } = row;
      await tell('created', row, { rings, before: { channels: [], users: [] }, after, series }, context);
      return { data: await withSubtitles(trx, actor, toEvent(row, actor, now), context) };
    },

    async update(context) {
      const { params, body, actor, db, now, t, write, record, fail } = context;
      const former = await load('update', params.id, context);
      const { updated_at, channels, users, scope = 'this', repeats, ...draft } = body;
      refuseScope(former, { scope, repeats }, t);
      const key = { school_id: actor.school_id, id: former.id };
      const before = await listParticipants(db, key);
      const participants = { channels, users };
      const values = toValues({ ...draft, ...participants }, actor.time_zone, t, former);
      await refuseParticipants(db, actor, { channels, users }, { now, t, former: before, fail });
      if (values.is_notifiable) await reserveAttempt(db, { event: `${actor.school_id}:${actor.user_id}` }, now);
      const trx = await write();
      const parts = changedParts(former, values, before, participants);
      let id = former.id;
      if (scope !== 'this' || repeats) {
        // Before the event: of two changes at one moment, each would wait for the event of the other.
        if (former.series) await lockSeries(trx, { ...key, id: former.series.id });
        if (!(await isAsSeen(trx, key, updated_at))) return fail('conflict');
        const next = await changeSeries(trx, scope, { former, values, participants, parts, repeats }, context);
        id = next.id;
        await withdraw(trx, key, next.gone, now);
        await takeBack(trx, { school_id: actor.school_id, ids: next.gone }, now);
      } else {
        if (!(await updateEvent(trx, key, values, updated_at, now))) return fail('conflict');
        if (former.series) await markParts(trx, key, parts);
        await setParticipants(trx, key, participants);
        await keepAnswersOf(trx, key, await listAudience(trx, actor.school_id, participants, false));
      }
      await takeBack(trx, { school_id: actor.school_id, ids: [former.id, id] }, now);
      const row = await findEvent(trx, readingOf(actor, t), id);
      record({
        entity: 'calendar',
        id: former.id,
        before: { ...toRecorded(former), ...before },
        after: { ...toRecorded(row ?? { ...former, ...values }), channels, users },
      });
      const told = row ?? { ...former, ...values };
      const series = scope !== 'this' || repeats ? told.series : null;
      await tell('changed', told, { rings: values.is_notifiable, before, after: participants, series }, context);
      // Whoever takes themselves out of another's event does not see it any more.
      return { data: await withSubtitles(trx, actor, toEvent(told, actor, now), context) };
    },

    async remove(context) {
      const { params, body, actor, now, t, write, record, fail } = context;
      const row = await load('delete', params.id, context);
      const { scope = 'this', updated_at = row.updated_at } = body;
      refuseScope(row, { scope }, t);
      const trx = await write();
      const key = { school_id: actor.school_id, id: row.id };
      const before = await listParticipants(trx, key);
      const series = scope === 'this' ? null : row.series;
      // A part of it may have become another series since it was read.
      if (series) await lockSeries(trx, { ...key, id: series.id });
      if (!(await isAsSeen(trx, key, updated_at))) return fail('conflict');
      const gone = series ? await removeDates(trx, series, scope, context) : [row.id];
      if (!series) {
        await markEventDeleted(trx, key, now);
        await keepAnswersOf(trx, key, []);
      }
      await withdraw(trx, key, gone, now);
      await takeBack(trx, { school_id: actor.school_id, ids: gone }, now);
      record({ entity: 'calendar', id: row.id, before: { ...toRecorded(row), ...before } });
      const nobody = { channels: [], users: [] };
      await tell('removed', row, { rings: body.is_notifiable, before, after: nobody, series }, context);
    },
  });
}
