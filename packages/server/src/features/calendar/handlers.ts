import {
  calendarApi,
  calendarEvents,
  EVENT_RANGE_DAYS,
  eventProblems,
  toEventSpan,
  toEventTimes,
} from '@kreide/core/features/calendar';
import { addDays, type BodyOf, daysBetween, type Translate, toInstant } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { reserveAttempt } from '../auth/index.ts';
import type { WithdrawTold } from '../channels/index.ts';
import type { EventNews, EventTeller } from './announcing.ts';
import { answerHandlers } from './answering.ts';
import { load, readingOf } from './loading.ts';
import { refuseParticipants, withSubtitles } from './participants.ts';
import { keepAnswersOf } from './queries/answers.ts';
import { type EventRow, findEvent, listEntries, listEvents, listEventsIn, listLocations } from './queries/reading.ts';
import {
  type EventChoices,
  type EventValues,
  insertEvent,
  listAudience,
  listParticipants,
  markEventDeleted,
  type Participants,
  setParticipants,
  updateEvent,
} from './queries.ts';
import { areCostly, parseFields, toEntry, toEvent, toRecorded } from './shown.ts';

interface Telling extends Pick<HandlerContext, 'write' | 'emit' | 'now'> {
  actor: Actor;
}

const authorOf = ({ firstname, lastname }: EventRow) => (firstname === null ? null : `${firstname} ${lastname}`);

/** How people are told of events, and how that is taken back. */
export interface EventWays {
  readonly tellOfEvents: EventTeller;
  readonly withdrawTold: WithdrawTold;
}

export function calendarHandlers({ tellOfEvents, withdrawTold }: EventWays) {
  /** An event as stored; rejects what the form rejects too (C-5.01 to C-5.05). */
  function toValues(
    body: BodyOf<typeof calendarApi.create>,
    zone: string,
    t: Translate,
    former: EventChoices = { is_notifiable: true, participants_visible: true, answers_for: null },
  ): EventValues {
    const choices: EventChoices = {
      is_notifiable: body.is_notifiable ?? former.is_notifiable,
      participants_visible: body.participants_visible ?? former.participants_visible,
      answers_for: body.answers_for === undefined ? former.answers_for : body.answers_for,
    };
    refuseIssues(
      eventProblems({ ...body, ...choices }).map(({ field, rule, params }) => ({
        path: `body.${field}`,
        rule,
        params,
        message: t(`calendar:rules.${rule}`, params),
      })),
    );
    // Seconds of an event that is not all-day stay as they came.
    const whole = toEventSpan(toEventTimes(body, zone), zone);
    const { is_all_day, begins_at, ends_at } = whole.is_all_day ? whole : body;
    return {
      name: body.name.trim(),
      description: body.description,
      location: body.location?.trim() || null,
      category: body.category,
      is_all_day,
      begins_at,
      ends_at,
      ...choices,
    };
  }

  /** Tells whoever takes part, or did so before, that there is something new, and rings where it is wanted. */
  async function tell(
    about: EventNews,
    row: EventRow,
    { rings, before, after }: { rings: boolean; before: Participants; after: Participants },
    { actor, write, emit, now }: Telling,
  ): Promise<void> {
    const { school_id, user_id } = actor;
    const db = await write();
    const both = { channels: [...before.channels, ...after.channels], users: [...before.users, ...after.users] };
    const audience = await listAudience(db, school_id, both, false);
    const users = [...new Set([...audience, user_id, ...(row.user_id === null ? [] : [row.user_id])])];
    await emit(calendarEvents.changed, { users }, { id: row.id });
    if (!rings) return;
    const rung = await listAudience(db, school_id, about === 'removed' ? before : after, true);
    const people = rung.filter((id) => id !== user_id);
    const { id, name, begins_at, is_all_day } = row;
    const author = authorOf(row);
    await tellOfEvents(db, { about, school_id, id, name, begins_at, is_all_day, author, people }, now);
  }

  return implement(calendarApi, {
    ...answerHandlers,

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

    async create(context) {
      const { body, actor, db, now, t, write, record, fail } = context;
      const { channels, users } = body;
      const values = toValues(body, actor.time_zone, t);
      await refuseParticipants(db, actor, { channels, users }, { now, t, fail });
      await reserveAttempt(db, { event: `${actor.school_id}:${actor.user_id}` }, now);
      const trx = await write();
      const id = await insertEvent(trx, actor.school_id, actor.user_id, values, now);
      await setParticipants(trx, { school_id: actor.school_id, id }, { channels, users });
      const row = await findEvent(trx, readingOf(actor, t), id);
      if (!row) throw new Error('the event that was just made is not there');
      record({ entity: 'calendar', id, after: { ...toRecorded(row), channels, users } });
      const after = { channels, users };
      await tell('created', row, { rings: row.is_notifiable, before: { channels: [], users: [] }, after }, context);
      return { data: await withSubtitles(trx, actor, toEvent(row, actor, now), context) };
    },

    async update(context) {
      const { params, body, actor, db, now, t, write, record, fail } = context;
      const former = await load('update', params.id, context);
      const { updated_at, channels, users, ...draft } = body;
      const key = { school_id: actor.school_id, id: former.id };
      const before = await listParticipants(db, key);
      const values = toValues({ ...draft, channels, users }, actor.time_zone, t, former);
      await refuseParticipants(db, actor, { channels, users }, { now, t, former: before, fail });
      if (values.is_notifiable) await reserveAttempt(db, { event: `${actor.school_id}:${actor.user_id}` }, now);
      const trx = await write();
      if (!(await updateEvent(trx, key, values, updated_at, now))) return fail('conflict');
      await setParticipants(trx, key, { channels, users });
      await keepAnswersOf(trx, key, await listAudience(trx, actor.school_id, { channels, users }, false));
      const row = await findEvent(trx, readingOf(actor, t), former.id);
      record({
        entity: 'calendar',
        id: former.id,
        before: { ...toRecorded(former), ...before },
        after: { ...toRecorded(row ?? { ...former, ...values }), channels, users },
      });
      const told = row ?? { ...former, ...values };
      await tell('changed', told, { rings: values.is_notifiable, before, after: { channels, users } }, context);
      // Whoever takes themselves out of another's event does not see it any more.
      return { data: await withSubtitles(trx, actor, toEvent(told, actor, now), context) };
    },

    async remove(context) {
      const { params, body, actor, now, write, record } = context;
      const row = await load('delete', params.id, context);
      const trx = await write();
      const key = { school_id: actor.school_id, id: row.id };
      const before = await listParticipants(trx, key);
      await markEventDeleted(trx, key, now);
      await withdrawTold(trx, { school_id: key.school_id, told_of: [`event:${row.id}`] }, now);
      record({ entity: 'calendar', id: row.id, before: { ...toRecorded(row), ...before } });
      await keepAnswersOf(trx, key, []);
      const nobody = { channels: [], users: [] };
      await tell('removed', row, { rings: body.is_notifiable, before, after: nobody }, context);
    },
  });
}
