import { DAY_MESSAGE_DAYS, type monitorApi, type Screen } from '@kreide/core/features/monitor';
import { addDays, toLocal } from '@kreide/core/kernel';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import {
  changeMessage,
  deleteScreen,
  findScreen,
  insertMessage,
  insertScreen,
  listMessages,
  listScreens,
  lockMessage,
  renameScreen,
  renewScreen,
  type ScreenRow,
} from './queries.ts';

type Managing = Omit<Handlers<typeof monitorApi>, 'getSingle'>;

/** What administrators do with the screens of their school, and what they say to everybody there. */
export function screenHandlers({ appUrl }: { appUrl: () => string }): Managing {
  const toScreen = ({ secret, ...row }: ScreenRow): Screen => {
    const link = (mode: 'sub' | 'news-split') => `${appUrl()}/monitor/view?token=${secret}-${mode}`;
    return { ...row, links: { sub: link('sub'), news_split: link('news-split') } };
  };

  return {
    async listScreens({ actor, db }) {
      return { data: (await listScreens(db, actor.school_id)).map(toScreen) };
    },

    async createScreen({ body, actor, now, t, write, record, fail }) {
      const name = body.name.trim();
      if (name === '') refuse('body.name', t('kernel:rules.required', { field: 'name' }));
      const screen = await insertScreen(await write(), actor.school_id, name, now);
      if (!screen) return fail('screen_name_taken');
      record({ entity: 'screens', id: screen.uuid, after: { name } });
      return { data: toScreen(screen) };
    },

    async updateScreen({ params, body, actor, db, t, write, record, fail }) {
      const former = await findScreen(db, actor.school_id, params.uuid);
      if (!former) return fail('not_found');
      const name = body.name.trim();
      if (name === '') refuse('body.name', t('kernel:rules.required', { field: 'name' }));
      const screen = await renameScreen(await write(), actor.school_id, params.uuid, name);
      if (!screen) return fail('screen_name_taken');
      record({ entity: 'screens', id: screen.uuid, before: { name: former.name }, after: { name } });
      return { data: toScreen(screen) };
    },

    async renewScreen({ params, actor, now, write, record, fail }) {
      const screen = await renewScreen(await write(), actor.school_id, params.uuid, now);
      if (!screen) return fail('not_found');
      record({ entity: 'screens', id: screen.uuid });
      return { data: toScreen(screen) };
    },

    async removeScreen({ params, actor, write, record, fail }) {
      const screen = await deleteScreen(await write(), actor.school_id, params.uuid);
      if (!screen) return fail('not_found');
      record({ entity: 'screens', id: params.uuid, before: { name: screen.name } });
    },

    async listMessages({ actor, db, now }) {
      return { data: await listMessages(db, actor.school_id, toLocal(now, actor.time_zone).date) };
    },

    async setMessage({ body, actor, now, t, write, record, fail }) {
      const { date } = body;
      const today = toLocal(now, actor.time_zone).date;
      if (date < today || date > addDays(today, DAY_MESSAGE_DAYS))
        refuse('body.date', t('kernel:rules.date', { field: 'date' }));
      const db = await write();
      const { school_id } = actor;
      const before = await lockMessage(db, school_id, date);
      const text = body.text.trim();
      if ((before?.updated_at ?? null) !== body.updated_at && (before?.text ?? '') !== text) return fail('conflict');
      if (before) await changeMessage(db, school_id, date, text, now);
      else if (text !== '' && !(await insertMessage(db, school_id, date, text, now))) return fail('conflict');
      record({
        entity: 'day_messages',
        id: date,
        before: before ? { text: before.text } : null,
        after: text === '' ? null : { text },
      });
      return { data: await listMessages(db, school_id, today) };
    },
  };
}

function refuse(path: string, message: string): void {
  refuseIssues([{ path, rule: path === 'body.date' ? 'date' : 'required', params: {}, message }]);
}
