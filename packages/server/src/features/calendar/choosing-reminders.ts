import { type calendarApi, toReminders } from '@kreide/core/features/calendar';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { readingOf } from './loading.ts';
import { findEvent } from './queries/reading.ts';
import {
  beginReminding,
  chooseForEvent,
  chooseForSeries,
  readReminders,
  readUsual,
  writeUsual,
} from './queries/reminders.ts';
import { refuseScope } from './series.ts';

type Api = typeof calendarApi;

/** When somebody wants to be reminded, each for themselves. */
export const reminderHandlers = {
  async getReminders({ params, actor, db, t, fail }: HandlerContext<Api['getReminders']>) {
    const row = await findEvent(db, readingOf(actor, t), params.id);
    if (!row) return fail('not_found');
    const key = { school_id: actor.school_id, id: row.id };
    return { data: await readReminders(db, key, row.series?.id ?? null, actor.user_id) };
  },

  async setReminders({ params, body, actor, db, now, t, write, fail }: HandlerContext<Api['setReminders']>) {
    const { school_id, user_id } = actor;
    const row = await findEvent(db, readingOf(actor, t), params.id);
    if (!row) return fail('not_found');
    const { scope = 'this' } = body;
    if (!row.series) refuseScope(row, { scope }, t);
    const key = { school_id, id: row.id };
    const minutes = body.minutes && toReminders(body.minutes);
    const trx = await write();
    if (scope === 'all' && row.series) await chooseForSeries(trx, { school_id, id: row.series.id }, user_id, minutes);
    else await chooseForEvent(trx, key, user_id, minutes);
    await beginReminding(trx, school_id, now);
    return { data: await readReminders(trx, key, row.series?.id ?? null, user_id) };
  },

  async getUsualReminders({ actor, db }: HandlerContext<Api['getUsualReminders']>) {
    return { data: { minutes: toReminders(await readUsual(db, actor.school_id, actor.user_id)) } };
  },

  async setUsualReminders({ body, actor, now, write }: HandlerContext<Api['setUsualReminders']>) {
    const { school_id, user_id } = actor;
    const minutes = toReminders(body.minutes);
    const db = await write();
    await writeUsual(db, school_id, user_id, minutes);
    await beginReminding(db, school_id, now);
    return { data: { minutes } };
  },
};
