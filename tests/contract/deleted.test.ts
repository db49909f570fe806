import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { withAbsences } from '../support/absence-books.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { buildAppointment, buildEvening } from '../support/evenings.ts';
import { buildUser, signIn } from '../support/people.ts';

const book = withAbsences();
const { ids, tokens, db, create } = book;
let channel: BuiltChannel;

beforeAll(async () => {
  const idOf = (who: string) => ids[who] as number;
  const people = { admins: [idOf('admin')], members: [idOf('parent'), idOf('teacher')] };
  channel = await buildChannel(db(), book.school.id, people);
  const properties = JSON.stringify({ basic_admin_content_moderation: true });
  await db()
    .updateTable('schools')
    .set({ properties: properties as never })
    .execute();
});

async function call(who: string, method: string, path: string, body?: unknown) {
  // The app names its changes, so that each is made once.
  const headers = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
  const answer = await book.server.request(method, `/v1${path}`, { token: tokens[who], body, headers });
  expect([200, 204], `${method} ${path} ${answer.text}`).toContain(answer.status);
  return answer.body?.data;
}

/** Every column of every table in which a word stands. */
async function placesOf(word: string): Promise<string[]> {
  const { pool } = book.server.test.database;
  const { rows: columns } = await pool.query(`select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', current_schema()) and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'tsvector')
    order by 1, 2`);
  const found: string[] = [];
  for (const { table_name, column_name } of columns) {
    const { rows } = await pool.query(
      `select 1 from "${table_name}" where "${column_name}"::text ilike '%' || $1 || '%' limit 1`,
      [word],
    );
    if (rows.length > 0) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

const LOG = { 'audit_log.before': 'the log says what stood there, for as long as the school keeps it' };
const PUBLISHED = { ...LOG, 'audit_log.after': 'the log says what was published, for as long as the school keeps it' };

interface Kind {
  /** Makes it, and everything that copies it; answers how it is deleted. */
  make(word: string): Promise<() => Promise<unknown>>;
  /** Where it stands before. */
  copied: readonly string[];
  /** Where it still stands, and why. */
  stays: Readonly<Record<string, string>>;
}

const chat = () => `/channels/chats/${channel.chat_id}/messages`;
const taking = (id: number) => async () => call('admin', 'DELETE', `${chat()}/${id}`);
async function survey(word: string) {
  const questions = [{ question: `Wohin, ${word}?`, options: [{ name: `${word} See` }, { name: 'Wald' }] }];
  const { id } = await call('admin', 'POST', '/channels/surveys', { questions });
  const sent = await call('admin', 'POST', `${chat()}/survey`, { uuid: randomUUID(), survey_form_id: id });
  return { id, message: sent.id };
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a message that is taken back, edited and answered before': {
    async make(word) {
      const sent = await call('admin', 'POST', chat(), { uuid: randomUUID(), content: `Erst ${word}` });
      await call('admin', 'PUT', `${chat()}/${sent.id}`, { content: `Dann ${word}` });
      await call('parent', 'POST', chat(), { uuid: randomUUID(), content: 'Ja', reply_uuid: sent.uuid });
      return taking(sent.id);
    },
    copied: ['messages.content', 'messages.search_text'],
    stays: {},
  },
  'the file of a message that is taken back': {
    async make(word) {
      const form = new FormData();
      form.append('uuid', randomUUID());
      form.append('file_alt_name', `Bild von ${word}`);
      form.append('files', new Blob(['x']), `${word}.txt`);
      const sent = await call('admin', 'POST', chat(), form);
      return taking(sent.id);
    },
    copied: ['files.alt_name', 'files.name', 'messages.file_label', 'messages.search_text'],
    stays: {},
  },
  'a survey, and the messages that carry it': {
    async make(word) {
      const { id } = await survey(word);
      return async () => call('admin', 'DELETE', `/channels/surveys/${id}`);
    },
    copied: ['messages.target_snapshot', 'survey_options.name', 'survey_questions.question'],
    stays: {},
  },
  'a news item that was told, to be confirmed, reminded of and reported': {
    async make(word) {
      const item = await call('admin', 'POST', '/channels/news', {
        title: `${word} fällt aus`,
        content: `<p>${word}</p>`,
        publish_at: null,
        is_notifiable: true,
        is_pinned: false,
        is_official: false,
        is_public: false,
        is_confirmable: true,
        channels: [channel.id],
        user_ids: [],
      });
      await call('admin', 'POST', `/channels/news/${item.id}/notify`);
      await call('parent', 'POST', `/channels/news/${item.id}/report`, { text: `Was soll ${word}?` });
      return async () => call('admin', 'DELETE', `/channels/news/${item.id}`);
    },
    copied: ['messages.content', 'messages.target_snapshot', 'news.title', 'outbox.payload'],
    stays: {
      ...PUBLISHED,
      'news.title': 'it can be brought back for a day',
      'news.content': 'it can be brought back for a day',
      'news.content_rendered': 'it can be brought back for a day',
      'news.excerpt': 'it can be brought back for a day',
    },
  },
  'a calendar event': {
    async make(word) {
      const event = await call('admin', 'POST', '/channels/calendars/events', {
        name: `Treffen ${word}`,
        description: `Wegen ${word}`,
        location: word,
        category: 'MEETING',
        is_all_day: false,
        begins_at: '2026-11-20T18:00:00.000Z',
        ends_at: '2026-11-20T19:00:00.000Z',
        is_notifiable: true,
        channels: [channel.id],
        users: [],
      });
      return async () => call('admin', 'DELETE', `/channels/calendars/events/${event.id}`, { is_notifiable: false });
    },
    copied: ['calendar_events.name', 'messages.content', 'messages.target_snapshot'],
    stays: {
      ...PUBLISHED,
      'calendar_events.name': 'deleting is soft',
      'calendar_events.description': 'deleting is soft',
      'calendar_events.location': 'deleting is soft',
    },
  },
  'a file of a cloud': {
    async make(word) {
      const form = new FormData();
      form.append('files', new Blob(['x']), `${word}.txt`);
      const [file] = await call('admin', 'POST', `/channels/cloud/${channel.id}/upload`, form);
      return async () => call('admin', 'DELETE', `/channels/cloud/${channel.id}/delete`, { files: [file.uuid] });
    },
    copied: ['cloud_files.name', 'files.name'],
    stays: {
      ...PUBLISHED,
      'cloud_files.name': 'it goes for good after some days, with its content',
      'cloud_files.name_key': 'it goes for good after some days, with its content',
      'files.name': 'it goes for good after some days, with its content',
    },
  },
  'an absence': {
    async make(word) {
      const made = await create('admin', { comment: word });
      return async () => call('admin', 'DELETE', `/classbooks/${book.school.yearId}/absences/${made.uuid}`);
    },
    copied: ['absences.comment'],
    stays: {
      'absences.comment': 'a register: its history says who deleted what',
      'absence_steps.comment': 'a register: its history says who deleted what',
    },
  },
};

describe('nothing of a deleted record stays but the rows that are named here', () => {
  for (const [at, [name, { make, copied, stays }]] of Object.entries(KINDS).entries())
    it(`${name} [C-4.33]`, async () => {
      const word = `Zwiebelfisch${at}`;
      const remove = await make(word);
      expect(await placesOf(word)).toEqual(expect.arrayContaining([...copied]));
      await remove();
      expect((await placesOf(word)).filter((place) => !(place in stays))).toEqual([]);
    });
});

it('an absence that is taken back leaves of what was told that it was taken back [C-4.33] [T-1.05]', async () => {
  const toldTo = async (who: string) => {
    const { rows } = await book.server.test.database.pool.query(
      `select content from messages join chats on chats.id = chat_id join channels on channels.id = channel_id
        where owner_id = $1 and messages.type = 'NC_EVENT' and actions::text like '%absences%' order by seq`,
      [ids[who]],
    );
    return rows.map(({ content }) => content.split('\n')[0]);
  };
  const made = await create('parent');
  const before = await toldTo('teacher');
  await call('parent', 'DELETE', `/classbooks/${book.school.yearId}/absences/${made.uuid}`);
  const after = await toldTo('teacher');
  expect(before).toHaveLength(1);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

it('who is no parent of a child any more keeps nothing of what they were told about it [P-7.73]', async () => {
  const { pool } = book.server.test.database;
  const school_id = book.school.id;
  const { rows } = await pool.query('select id from teachers where user_id = $1', [ids.teacher]);
  const of = { school_id, teacher_id: rows[0].id as number };
  const evening = await buildEvening(db(), { school_id, teachers: [of.teacher_id] });
  const whose = { evening_id: evening.id, child_id: ids.ada as number, parent_id: ids.parent as number };
  for (const [starts_at, who] of [
    ['16:00', 'teacher'],
    ['16:20', 'parent'],
  ] as const) {
    const appointment = await buildAppointment(db(), { ...of, ...whose, starts_at });
    await call(who, 'DELETE', `/parents-evenings/${evening.id}/bookings/${appointment}`);
  }
  const toldOf = async (who: string) => {
    const told = await pool.query(
      `select 1 from messages join chats on chats.id = chat_id join channels on channels.id = channel_id
        where owner_id = $1 and named_id = $2`,
      [ids[who], ids.ada],
    );
    return told.rows.length;
  };
  const before = await toldOf('teacher');
  expect([before > 0, (await toldOf('parent')) > 0]).toEqual([true, true]);
  await call('admin', 'POST', `/users/${ids.ada}/parents/remove`, { parent_id: ids.parent });
  expect([await toldOf('teacher'), await toldOf('parent')]).toEqual([before, 0]);
});

it('nobody reads the name of somebody who was erased where they were told of it [P-6.13]', async () => {
  const { pool } = book.server.test.database;
  const school_id = book.school.id;
  const author = await buildUser(db(), school_id, 'leaver', 'TEACHER');
  const writer = await buildChannel(db(), school_id, {
    admins: [author.id],
    members: [ids.parent as number, ids.ada as number],
  });
  for (const [id, name] of [
    [ids.ada, 'Zwiebelkind'],
    [author.id, 'Zwiebelfrau'],
  ])
    await pool.query('update users set firstname = $2, lastname = $2 where id = $1', [id, name]);
  const parents = { school_id, user_id: ids.ada as number, parent_id: ids.parent as number };
  await db()
    .insertInto('user_parents')
    .values(parents)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db()
    .insertInto('user_permissions')
    .values({ school_id, user_id: author.id, permission: 'send-push', is_allowed: true })
    .execute();
  for (const [who, username] of [
    ['leaver', author.username],
    ['ada', 'ada'],
  ] as const)
    tokens[who] = await signIn(book.server, 'amsel', username);
  const { rows } = await pool.query('select id from teachers where user_id = $1', [ids.teacher]);
  const of = { school_id, teacher_id: rows[0].id as number };
  const evening = await buildEvening(db(), { school_id, teachers: [of.teacher_id] });
  const whose = { evening_id: evening.id, child_id: ids.ada as number, parent_id: ids.parent as number };
  const appointment = await buildAppointment(db(), { ...of, ...whose });

  await create('parent');
  await call('parent', 'DELETE', `/parents-evenings/${evening.id}/bookings/${appointment}`);
  const news = await call('leaver', 'POST', '/channels/news', {
    title: 'Ausflug',
    content: '<p>Morgen</p>',
    publish_at: null,
    is_notifiable: true,
    is_pinned: false,
    is_official: false,
    is_public: false,
    is_confirmable: false,
    channels: [writer.id],
    user_ids: [],
  });
  await call('leaver', 'POST', '/channels/calendars/events', {
    name: 'Treffen',
    description: '',
    location: null,
    category: 'MEETING',
    is_all_day: false,
    begins_at: '2026-11-20T18:00:00.000Z',
    ends_at: '2026-11-20T19:00:00.000Z',
    is_notifiable: true,
    channels: [writer.id],
    users: [],
  });
  const mentions = [{ user: ids.parent, at: 0, length: 7 }];
  await call('leaver', 'POST', `/channels/chats/${writer.chat_id}/messages`, {
    uuid: randomUUID(),
    content: '@parent bitte lesen',
    mentions,
  });
  await call('ada', 'POST', `/channels/news/${news.id}/report`, { text: 'Das stimmt nicht' });
  await call('leaver', 'POST', `/users/${ids.parent}/send-push`, { title: 'Bitte melden', text: '', is_urgent: false });
  const messages = `/channels/chats/${writer.chat_id}/messages`;
  const { id: message } = await call('parent', 'POST', messages, { uuid: randomUUID(), content: 'Unfug' });
  await call('leaver', 'POST', `${messages}/${message}/report`, { text: 'Das ist es' });
  const named = async () => {
    const told = await pool.query(
      `select content, target_snapshot::text as shown from messages where type = 'NC_EVENT' and school_id = $1`,
      [school_id],
    );
    return told.rows.filter((row) => /zwiebel(kind|frau)/i.test(JSON.stringify(row))).length;
  };
  const passing = { ...PUBLISHED, 'outbox.payload': 'what was told to open apps goes after a day' };
  // An absence, an appointment and a report of the child; a news item, an event, a mention, a push and a report of the other.
  expect(await named()).toBeGreaterThanOrEqual(8);
  for (const [id, word] of [
    [ids.ada, 'Zwiebelkind'],
    [author.id, 'Zwiebelfrau'],
  ] as const) {
    await call('admin', 'DELETE', `/users/${id}`);
    await call('admin', 'DELETE', `/users/${id}/hard-delete`);
    expect(
      (await placesOf(word)).filter((place) => !(place in passing)),
      word,
    ).toEqual([]);
  }
});
