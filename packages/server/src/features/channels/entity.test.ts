import type { Channel, ChannelDetail } from '@kreide/core/features/channels';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildChannel, buildConversation } from '../../../../../tests/support/channels.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let schoolId = 0;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const idOf = (name: string) => ids[name] ?? 0;
const db = () => server.test.database.kysely;
const run = async (statement: string, values: readonly unknown[] = []) =>
  (await server.test.database.pool.query(statement, [...values])).rows;
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const detailOf = async (who: string, id: number): Promise<ChannelDetail> =>
  (await call(who, 'GET', `/channels/${id}`)).body.data;
const minutesOn = (minutes: number) => server.clock.set(new Date(Date.parse(TEST_NOW) + minutes * 60_000));
const at = (minutes: number) => new Date(Date.parse(TEST_NOW) + minutes * 60_000).toISOString();

beforeAll(async () => {
  server = await startTestServer();
  schoolId = (await buildSchool(db(), 'amsel')).id;
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'TEACHER'],
    ['boss', 'ADMIN'],
    ['dana', 'STUDENT'],
    ['emil', 'STUDENT'],
    ['fatma', 'PARENT'],
  ] as const) {
    ids[name] = (await buildUser(db(), schoolId, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterEach(() => server.clock.set(new Date(TEST_NOW)));
afterAll(() => server.stop());

/** An item of news in a channel. */
async function publish(channel: number, title: string, minutes: number, isDeleted = false) {
  const [{ id }] = await run(
    `insert into news (school_id, user_id, title, content, excerpt, content_rendered, publish_at, deleted_at)
     values ($1, $2, $3, 'x', 'x', '<p>x</p>', $4, $5) returning id`,
    [schoolId, idOf('ada'), title, at(minutes), isDeleted ? at(minutes) : null],
  );
  await run('insert into news_channels (school_id, news_id, channel_id) values ($1, $2, $3)', [schoolId, id, channel]);
}

/** A channel that has everything, with one member whose account was deleted. */
async function full() {
  const gone = (await buildUser(db(), schoolId, `gone${Math.random()}`, 'STUDENT')).id;
  const people = { admins: [idOf('ada')], members: [idOf('dana'), idOf('emil'), gone], former: [idOf('ben')] };
  const built = await buildChannel(db(), schoolId, people, {
    name: 'Big Band',
    code: `${people.members[2]}`.padStart(8, 'A'),
    messages_sent: 2,
    activity_at: '2026-11-12T08:00:00.000Z',
  });
  await run('update users set deleted_at = now() where id = $1', [gone]);
  await run(
    `update channels set description = 'Tuesdays', color = '#112233', created_at = '2026-11-01T08:00:00Z',
       updated_at = '2026-11-02T08:00:00Z', twoway_expires_at = $2, expires_at = $3 where id = $1`,
    [built.id, at(60), at(120)],
  );
  return built;
}

describe('a channel', () => {
  it('carries its name, its look, its members, its news, its chat and the abilities of the reader [C-3.01]', async () => {
    const { id, chat_id } = await full();
    for (const [title, minutes] of [
      ['one', -400],
      ['two', -300],
      ['three', -200],
      ['four', -100],
      ['later', 10],
    ] as const)
      await publish(id, title, minutes);
    await publish(id, 'deleted', -1, true);
    const [row] = await run('select uuid, code from channels where id = $1', [id]);
    const seen = await detailOf('ada', id);
    const person = (name: string, type: string, is_admin: boolean) => ({
      id: idOf(name),
      uuid: expect.any(String),
      type,
      is_admin,
      displayname: expect.stringContaining(name),
    });
    expect(seen).toMatchObject({
      id,
      uuid: row.uuid,
      school_id: schoolId,
      type: 'CUSTOM',
      group: 'groups',
      icon: 'group',
      name: 'Big Band',
      description: 'Tuesdays',
      color: '#112233',
      code: row.code,
      avatar: { id, letters: 'BB' },
      description_members: '2 Schüler:innen, 1 Lehrkraft',
      courses: [],
      grades: [],
      target_types: [],
      target_roles: [],
      admin_ids: [idOf('ada')],
      admins: [person('ada', 'TEACHER', true)],
      user_ids: [idOf('ada'), idOf('dana'), idOf('emil')],
      users: [person('ada', 'TEACHER', true), person('dana', 'STUDENT', false), person('emil', 'STUDENT', false)],
      users_count: 3,
      chat_id,
      cloud_id: id,
      chat: { id: chat_id, messages_sent: 2 },
      can: { view: 1, read: 1, write: 1, knock: 1, update: 1, moderate: 1, leave: 1 },
    });
    expect(seen.news.map(({ title }) => title)).toEqual(['four', 'three', 'two']);
    expect(seen.news[0]?.publish_at).toBe(at(-100));
    expect((await call('ada', 'GET', `/channels/${id}/metrics`)).body.data).toMatchObject({ news_count: 4 });
    // Who is not in it hears nothing of its news; who looks after the school sees the rest.
    expect(await detailOf('boss', id)).toMatchObject({ news: [], user_ids: [idOf('ada'), idOf('dana'), idOf('emil')] });
  });

  it('of a class and a course, of the whole school and of two says whom it is for [C-3.01] [C-3.06]', async () => {
    const [{ id: grade }] = await run(
      `insert into grades (school_id, shortcut, source) values ($1, '5a', 'manual') returning id`,
      [schoolId],
    );
    await run(
      `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
      [schoolId, idOf('dana'), grade],
    );
    const [{ id: course }] = await run(
      `insert into courses (school_id, shortcut, name, source) values ($1, 'MU', 'Music', 'manual') returning id`,
      [schoolId],
    );
    await run(`insert into enrolments (school_id, user_id, course_id, joined_at) values ($1, $2, $3, '2026-08-01')`, [
      schoolId,
      idOf('dana'),
      course,
    ]);
    const all: Channel[] = (await call('boss', 'GET', '/channels')).body.data;
    const kindOf = (target: string, unit: string | null = null) => {
      const found = all.find((one) => one.target_types[0] === target && one.meta.shortcut === unit);
      return found && [found.icon, found.group, found.target_roles, found.avatar.letters];
    };
    expect(kindOf('students', '5a')).toEqual(['pupils', 'classes', ['STUDENT'], '5a']);
    expect(kindOf('parents', '5a')).toEqual(['parents', 'classes', ['PARENT'], '5a']);
    expect(kindOf('courses', 'MU')).toEqual(['course', 'courses', ['STUDENT'], 'MU']);
    expect(kindOf('course-parents', 'MU')).toEqual(['parents', 'courses', ['PARENT'], 'MU']);
    expect(kindOf('teachers')).toEqual(['teachers', 'school', ['TEACHER'], 'K']);
    expect(kindOf('students')?.slice(0, 3)).toEqual(['pupils', 'school', ['STUDENT']]);
    expect(kindOf('parents')?.slice(0, 3)).toEqual(['parents', 'school', ['PARENT']]);
    expect(kindOf('sv')?.slice(0, 3)).toEqual(['council', 'school', ['STUDENT']]);
    expect(kindOf('sekretariat')?.slice(0, 3)).toEqual(['office', 'school', ['EMPLOYEE']]);
    expect(kindOf('global')?.slice(0, 3)).toEqual([
      'school',
      'school',
      ['STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE', 'ADMIN'],
    ]);
    const ofCourse = all.find(({ courses }) => courses.some(({ id }) => id === course));
    expect(ofCourse).toMatchObject({ courses: [{ id: course, shortcut: 'MU', name: 'Music' }], grades: [] });
    expect(all.find(({ grades }) => grades.some(({ id }) => id === grade))).toMatchObject({ courses: [] });
    const talk = await buildConversation(db(), schoolId, idOf('ada'), idOf('ben'));
    expect(await detailOf('ada', talk.id)).toMatchObject({
      icon: 'person',
      group: 'conversations',
      target_roles: [],
      avatar: { id: idOf('ben') },
      description_members: null,
      user_ids: [idOf('ada'), idOf('ben')],
      admins: [],
    });
  });

  it('carries its times and how it is [C-3.02]', async () => {
    const { id } = await full();
    expect(await detailOf('dana', id)).toMatchObject({
      activity_at: '2026-11-12T08:00:00.000Z',
      created_at: '2026-11-01T08:00:00.000Z',
      twoway_expires_at: at(60),
      expires_at: at(120),
      content_moved_at: null,
      deleted_at: null,
      is_outdated: false,
      is_public: false,
      is_leavable: true,
      is_disabled: false,
      is_unread: true,
      is_twoway: true,
      is_hidden_memberlist: false,
    });
    await run(
      `update channels set is_public = true, is_leavable = false, is_disabled = true, is_twoway = false,
         is_hidden_memberlist = true where id = $1`,
      [id],
    );
    await call('dana', 'POST', `/channels/chats/${(await detailOf('dana', id)).chat_id}/read`, { read_seq: null });
    minutesOn(120);
    tokens.late = await signIn(server, 'amsel', 'dana');
    expect(await detailOf('late', id)).toMatchObject({
      is_outdated: true,
      is_public: true,
      is_leavable: false,
      is_disabled: true,
      is_unread: false,
      is_twoway: false,
      is_hidden_memberlist: true,
      can: { write: 0 },
    });
  });

  it('carries how its reader has it, what it says of itself and whether the other lets things ring [C-3.03]', async () => {
    const { id } = await full();
    expect((await detailOf('dana', id)).meta).toMatchObject({
      displayname: 'Big Band',
      description: 'Tuesdays',
      subtitle: null,
      shortcut: null,
      user_id: null,
      user_type: null,
      last_unread_count: 2,
      is_unread: false,
      is_pinned: false,
      is_muted: false,
      is_archived: false,
      next_possible_knock_at: null,
      is_paused: false,
      is_movable: false,
    });
    const talk = await buildConversation(db(), schoolId, idOf('ada'), idOf('ben'));
    const knock = { uuid: crypto.randomUUID(), content: '' };
    expect((await call('ada', 'POST', `/channels/chats/${talk.chat_id}/messages/knock`, knock)).status).toBe(200);
    const metaOf = async (who: string) => (await detailOf(who, talk.id)).meta;
    expect(await metaOf('ada')).toMatchObject({
      description: null,
      subtitle: 'Lehrkraft',
      user_id: idOf('ben'),
      user_type: 'TEACHER',
      is_paused: false,
      next_possible_knock_at: at(1),
    });
    await call('ben', 'PUT', '/users/self/settings/pause-notifications', { until: at(30) });
    expect([(await metaOf('ada')).is_paused, (await metaOf('ben')).is_paused]).toEqual([true, false]);
    const listed = async (who: string) => {
      const all: Channel[] = (await call(who, 'GET', '/users/self/channels')).body.data;
      return all.find((one) => one.id === talk.id)?.meta;
    };
    expect(await listed('ada')).toMatchObject({ is_paused: true, is_movable: false });
    // Of two conversations in one list each has its own.
    const { id: other } = await buildConversation(db(), schoolId, idOf('ada'), idOf('emil'));
    const all: Channel[] = (await call('ada', 'GET', '/users/self/channels')).body.data;
    expect(all.find((one) => one.id === other)?.meta.is_paused).toBe(false);
    expect(await listed('ben')).toMatchObject({ is_paused: false, is_movable: false });
  });

  it('tells who is in it, in numbers too, to nobody from whom the list is hidden [C-4.10]', async () => {
    const { id } = await full();
    await run('update channels set is_hidden_memberlist = true where id = $1', [id]);
    const hidden = { admin_ids: null, admins: null, user_ids: null, users: null, description_members: null };
    expect(await detailOf('dana', id)).toMatchObject({ ...hidden, users_count: 3 });
    const listed: Channel[] = (await call('dana', 'GET', '/users/self/channels?search=Band')).body.data;
    expect(listed.find((one) => one.id === id)?.admin_ids).toBeNull();
    const seen = { admin_ids: [idOf('ada')], user_ids: [idOf('ada'), idOf('dana'), idOf('emil')] };
    for (const who of ['ada', 'boss']) expect(await detailOf(who, id)).toMatchObject(seen);
    await run(`insert into user_permissions (school_id, user_id, permission, is_allowed) values ($1, $2, $3, true)`, [
      schoolId,
      idOf('fatma'),
      'view-all-channels',
    ]);
    tokens.fatma = await signIn(server, 'amsel', 'fatma');
    expect(await detailOf('fatma', id)).toMatchObject(hidden);
  });
});

describe('a channel with an end', () => {
  const made = async (): Promise<Channel> =>
    (
      await call('ada', 'POST', '/channels/start', {
        name: 'Trip',
        description: null,
        color: null,
        users: [idOf('ben')],
        is_twoway: true,
      })
    ).body.data;
  const change = async (who: string, id: number, expires_at: string | null | undefined) => {
    const { updated_at, name, description, color } = await detailOf(who, id);
    return call(who, 'PUT', `/channels/${id}`, { name, description, color, expires_at, updated_at });
  };
  const send = (who: string, chat_id: number) => {
    const body = { uuid: crypto.randomUUID(), content: 'Anybody?', reply_uuid: null };
    return call(who, 'POST', `/channels/chats/${chat_id}/messages`, body);
  };

  it('is given it by its administrators, in the time to come, and keeps it when other things change [C-3.02] [C-7.08]', async () => {
    const { id } = await made();
    expect((await change('ada', id, at(0))).body.error.issues).toMatchObject([
      { path: 'body.expires_at', rule: 'past' },
    ]);
    expect((await change('ben', id, at(60))).status).toBe(403);
    expect((await change('ada', id, at(60))).body.data).toMatchObject({ expires_at: at(60), is_outdated: false });
    expect((await change('ada', id, undefined)).body.data.expires_at).toBe(at(60));
    minutesOn(61);
    tokens.later = await signIn(server, 'amsel', 'ada');
    // What it says changes still, with the end that it had, and its end may come later.
    expect((await change('later', id, at(60))).body.data).toMatchObject({ expires_at: at(60), is_outdated: true });
    expect((await change('later', id, null)).body.data).toMatchObject({ expires_at: null, is_outdated: false });
  });

  it('is read only from that moment on, and offered to nobody who chooses one [C-3.02] [C-7.26] [C-7.27]', async () => {
    const { id, chat_id } = await made();
    await change('ada', id, at(60));
    expect((await send('ben', chat_id)).status).toBe(200);
    const offered = async (who: string, path: string) =>
      ((await call(who, 'GET', path)).body.data as Channel[]).some((one) => one.id === id);
    expect(await offered('ada', '/channels/self-postable?search=Trip')).toBe(true);
    minutesOn(60);
    for (const who of ['ada', 'ben', 'boss']) tokens[`${who}2`] = await signIn(server, 'amsel', who);
    for (const who of ['ada2', 'ben2'])
      expect(await send(who, chat_id)).toMatchObject({ status: 403, body: { error: { code: 'chat_disabled' } } });
    expect((await call('ben2', 'GET', `/channels/chats/${chat_id}/messages`)).body.data).toHaveLength(1);
    expect(await offered('ada2', '/channels/self-postable?search=Trip')).toBe(false);
    expect(await offered('boss2', '/channels?search=Trip')).toBe(false);
    expect(await offered('boss2', '/channels?search=Trip&with_disabled=1')).toBe(true);
    expect((await call('ben2', 'GET', `/channels/cloud/${id}`)).body.data.is_locked).toBe(true);
  });

  it('is none that follows the school: those end with their class [C-3.02]', async () => {
    const [{ id }] = await run(`select id from channels where school_id = $1 and target = 'teachers'`, [schoolId]);
    expect((await change('boss', id, at(60))).body.data).toMatchObject({ expires_at: null });
    await run('update channels set ended_at = $2 where id = $1', [id, at(-5)]);
    expect(await detailOf('ben', id)).toMatchObject({ expires_at: at(-5), is_outdated: true });
    await run('update channels set ended_at = null where id = $1', [id]);
  });
});

describe('who comes back into a channel', () => {
  it('has it as new: neither pinned nor in the archive, nor marked as unread [C-4.03] [C-4.06] [C-7.23] [C-7.24]', async () => {
    const { id } = await buildChannel(db(), schoolId, { admins: [idOf('ada')], members: [idOf('ben')] });
    const { chat_id } = await detailOf('ben', id);
    await call('ben', 'PUT', `/channels/${id}/pin`, { is_pinned: true });
    await call('ben', 'POST', `/channels/${id}/archive`);
    await call('ben', 'POST', `/channels/chats/${chat_id}/unread`, { is_unread: true });
    const before = (await detailOf('ben', id)).meta;
    expect(before).toMatchObject({ is_pinned: true, is_archived: true, is_unread: true });
    await call('ada', 'POST', `/channels/${id}/users/remove`, { users: [idOf('ben')] });
    await call('ada', 'POST', `/channels/${id}/users/add`, { users: [idOf('ben')] });
    const after = (await detailOf('ben', id)).meta;
    expect(after).toMatchObject({ is_pinned: false, is_archived: false, is_unread: false });
  });
});

describe('a channel in which all write until a time', () => {
  it('is offered to its members until then, to its administrators after it too [C-4.09] [C-7.26]', async () => {
    const { id } = await buildChannel(
      db(),
      schoolId,
      { admins: [idOf('ada')], members: [idOf('ben')] },
      { name: 'Answers' },
    );
    await call('ada', 'PUT', `/channels/${id}/oneway`, { is_twoway: true, twoway_expires_at: at(5) });
    const offered = async (who: string) =>
      (await call(who, 'GET', '/channels/self-postable?search=Answers')).body.data.length;
    expect([await offered('ben'), await offered('ada')]).toEqual([1, 1]);
    minutesOn(5);
    expect([await offered('ben'), await offered('ada')]).toEqual([0, 1]);
  });
});
