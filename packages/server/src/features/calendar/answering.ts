import { type calendarApi, calendarEvents, type EventAnswerer } from '@kreide/core/features/calendar';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { reserveAttempt } from '../auth/index.ts';
import { contactsOf, listHidden } from '../channels/index.ts';
import { describePeople } from '../users/index.ts';
import { load, readingOf } from './loading.ts';
import { withSubtitles } from './participants.ts';
import { listAnswerers, setAnswer } from './queries/answers.ts';
import { findEvent } from './queries/reading.ts';
import { listParticipants } from './queries.ts';
import type { TakeBackReminders } from './reminding.ts';
import { toEvent } from './shown.ts';

type Api = typeof calendarApi;

/** What those who take part in an event answer. */
export const createAnswering = (takeBack: TakeBackReminders) => ({
  async answer(context: HandlerContext<Api['answer']>) {
    const { params, body, actor, db, now, t, write, emit } = context;
    const { school_id, user_id } = actor;
    const row = await load('answer', params.id, context);
    await reserveAttempt(db, { reaction: `event:${school_id}:${user_id}` }, now);
    const trx = await write();
    await setAnswer(trx, { school_id, id: row.id }, user_id, body.answer, now);
    if (body.answer === 'no') await takeBack(trx, { school_id, ids: [row.id] }, now);
    const users = [...new Set([user_id, row.user_id ?? user_id])];
    await emit(calendarEvents.answered, { users }, { id: row.id });
    const answered = (await findEvent(trx, readingOf(actor, t), row.id)) ?? row;
    return { data: await withSubtitles(trx, actor, toEvent(answered, actor, now), { now, t }) };
  },

  async listAnswers(context: HandlerContext<Api['listAnswers']>): Promise<{ data: EventAnswerer[] }> {
    const { params, query, actor, db, now, t } = context;
    const { school_id, user_id } = actor;
    const row = await load('list-answers', params.id, context);
    if (query.answer === 'open') await load('update', params.id, context);
    const key = { school_id, id: row.id };
    const { channels } = await listParticipants(db, key);
    const hidden = [...(await listHidden(db, actor, channels, now))];
    const wanted = { answer: query.answer, page: query.page ?? 1, reader_id: user_id, hidden };
    const people = await listAnswerers(db, key, wanted);
    const described = await describePeople(db, contactsOf(actor, now), people, t);
    return {
      data: people.map(({ id, answer, firstname, lastname }) => ({
        id,
        answer,
        meta: { displayname: `${firstname} ${lastname}`, subtitle: described.get(id) ?? '' },
      })),
    };
  },
});
