import { createClient, memoryTokenStore } from '@kreide/core/client';
import { type Channel, type ChannelMember, type Contact, channelsApi } from '@kreide/core/features/channels';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChannel, buildConversation } from '../../../../../tests/support/channels.ts';
import { addParents } from '../../../../../tests/support/chats.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const run = async (statement: string, values: readonly unknown[] = []) =>
  (await server.test.database.pool.query(statement, [...values])).rows;
const idOf = (name: string) => people[name]?.id ?? 0;
const call = (who: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body, headers });

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['boss', 'ADMIN'],
    ['dana', 'STUDENT'],
    ['emil', 'STUDENT'],
    ['fred', 'STUDENT'],
  ] as const) {
    people[name] = await buildUser(db(), school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());

const membersOf = async (who: string, id: number, query = ''): Promise<ChannelMember[]> =>
  (await call(who, 'GET', `/channels/${id}/users${query}`)).body.data;
const generated = async (target: string): Promise<number> => {
  const [row] = await run('select id from channels where school_id = $1 and target = $2 and grade_id is null', [
    school.id,
    target,
  ]);
  return row.id;
};

describe('somebody in a list of members', () => {
  it('is on one page alone, of fifty and one more that opens the next [C-7.21]', async () => {
    const channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('dana')] });
    const many = await addParents(server, school.id, channel, 60);
    const [first = [], second = []] = [
      await membersOf('dana', channel.id),
      await membersOf('dana', channel.id, '?page=2'),
    ];
    expect([first.length, second.length]).toEqual([51, 12]);
    const listed = [...first.slice(0, 50), ...second].map(({ id }) => id);
    expect(listed.toSorted()).toEqual([idOf('ada'), idOf('dana'), ...many].toSorted());
  });

  it('carries state, end of the account, how they came in, what they are and whether they let things ring [C-3.50] [P-3.04]', async () => {
    const { id } = await buildChannel(db(), school.id, {
      admins: [idOf('ada')],
      members: [idOf('dana'), idOf('emil')],
    });
    await run(`update channel_members set method = 'code' where channel_id = $1 and user_id = $2`, [id, idOf('dana')]);
    await run(`update users set state = 'PENDING' where id = $1`, [idOf('emil')]);
    await run(`update users set expire_at = '2027-07-31T22:00:00Z' where id = $1`, [idOf('dana')]);
    const until = new Date(Date.now() + 60_000).toISOString();
    expect((await call('ada', 'PUT', '/users/self/settings/pause-notifications', { until })).status).toBe(200);
    const [ada, ...others] = await membersOf('dana', id);
    expect(ada).toMatchObject({
      id: idOf('ada'),
      state: 'ACTIVE',
      expire_at: null,
      method: 'added',
      is_admin: true,
      type: 'TEACHER',
      enrolment: null,
      meta: { displayname: ada?.displayname, subtitle: 'Lehrkraft', is_paused: true },
      primary_role: { translated_description: 'Lehrkraft' },
    });
    const byId = new Map(others.map((member) => [member.id, member]));
    expect(byId.get(idOf('dana'))).toMatchObject({
      method: 'code',
      expire_at: '2027-07-31T22:00:00.000Z',
      is_admin: false,
      meta: { subtitle: 'Schüler:in', is_paused: false },
    });
    expect(byId.get(idOf('emil'))).toMatchObject({ method: 'added', state: 'PENDING' });
    await run(`update users set state = 'ACTIVE', expire_at = null where school_id = $1`, [school.id]);
    // A pause that is over is none.
    await run(`update notification_settings set paused_until = '2026-01-01T00:00:00Z'`);
    expect((await membersOf('dana', id))[0]?.meta.is_paused).toBe(false);
  });

  it('in the channel of a course, since and until when they take it [C-3.50] [C-3.53]', async () => {
    const [{ id: course }] = await run(
      `insert into courses (school_id, shortcut, source) values ($1, 'MU', 'manual') returning id`,
      [school.id],
    );
    for (const [name, from, to] of [
      ['dana', '2026-08-01', null],
      ['emil', '2026-08-02', null],
      ['fred', '2026-08-01', '2027-07-14'],
    ] as const)
      await run(
        'insert into enrolments (school_id, user_id, course_id, joined_at, left_at) values ($1, $2, $3, $4, $5)',
        [school.id, idOf(name), course, from, to],
      );
    const [{ id }] = await run(`select id from channels where course_id = $1 and target = 'courses'`, [course]);
    const shown = new Map((await membersOf('boss', id)).map((member) => [member.id, member]));
    expect(shown.get(idOf('dana'))?.enrolment).toEqual({ joined_at: '2026-08-01', left_at: null, is_whole_year: true });
    expect(shown.get(idOf('emil'))?.enrolment).toEqual({
      joined_at: '2026-08-02',
      left_at: null,
      is_whole_year: false,
    });
    expect(shown.get(idOf('fred'))).toMatchObject({
      method: 'generated',
      enrolment: { left_at: '2027-07-14', is_whole_year: false },
    });
  });
});

describe('whether a list of members is out of date', () => {
  it('is said by a header, and changes with who is in it and how [C-7.22]', async () => {
    const { id } = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('dana')] });
    const client = createClient({
      baseUrl: server.url,
      tokens: memoryTokenStore({ access_token: tokens.dana ?? '', uuid: people.dana?.uuid ?? '' }),
    });
    const ask = (etag: string | null) =>
      client.callIfChanged(channelsApi.checkUsers, { params: { id: `${id}` } }, { etag });
    let known = (await ask(null)).etag;
    expect(await ask(known)).toEqual({ notModified: true, etag: known });
    for (const change of [
      () => call('ada', 'POST', `/channels/${id}/users/toggle-admin`, { user: idOf('dana'), is_admin: true }),
      () => run(`update users set lastname = 'Neumann' where id = $1`, [idOf('dana')]),
      () => run(`update users set deleted_at = now() where id = $1`, [idOf('ada')]),
    ]) {
      await change();
      const asked = await ask(known);
      expect(asked).toEqual({ notModified: false, answer: undefined, etag: expect.any(String) });
      expect(asked.etag).not.toBe(known);
      known = asked.etag;
    }
    await run(`update users set deleted_at = null where id = $1`, [idOf('ada')]);
    const answer = await call('dana', 'OPTIONS', `/channels/${id}/users`);
    expect([answer.status, answer.headers.get('need-change')]).toEqual([204, '1']);
  });

  it('is no question of a browser before a call from another origin [C-7.22]', async () => {
    const { id } = await buildChannel(db(), school.id, { admins: [idOf('ada')] });
    const headers = { origin: server.url, 'access-control-request-method': 'OPTIONS' };
    const preflight = await server.request('OPTIONS', `/v1/channels/${id}/users`, { headers });
    expect([preflight.status, preflight.headers.get('need-change')]).toEqual([204, null]);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('OPTIONS');
    const foreign = { ...headers, origin: 'https://other.example' };
    const refused = await server.request('OPTIONS', `/v1/channels/${id}/users`, { headers: foreign });
    expect(refused.headers.get('access-control-allow-methods')).toBeNull();
    expect((await server.request('OPTIONS', `/v1/channels/${id}/users`)).status).toBe(401);
  });
});

describe('channels by type', () => {
  const typesOf = async (who: string, whose: string, query = '') =>
    ((await call(who, 'GET', `/users/${whose}/channels${query}`)).body.data as Channel[]).map(({ type }) => type);

  it('are one’s own of that type only [C-2.04]', async () => {
    await buildConversation(db(), school.id, idOf('dana'), idOf('ada'));
    await buildChannel(db(), school.id, { members: [idOf('dana')] });
    for (const type of ['GENERATED', 'CUSTOM', 'GLOBAL', 'CHAT'])
      expect(new Set(await typesOf('dana', 'self', `?type=${type}`))).toEqual(new Set([type]));
  });

  it('of somebody else are for those who see all channels: facts, no conversations [C-2.04] [C-4.13]', async () => {
    const types = await typesOf('boss', `${idOf('dana')}`);
    expect(new Set(types)).toEqual(new Set(['GENERATED', 'CUSTOM', 'GLOBAL']));
    expect(await typesOf('boss', `${idOf('dana')}`, '?type=CHAT')).toEqual([]);
    const [custom] = (await call('boss', 'GET', `/users/${idOf('dana')}/channels?type=CUSTOM`)).body.data;
    expect(custom).toMatchObject({ can: { view: 1, read: 0 }, meta: { last_unread_count: 0 } });
    expect((await call('dana', 'GET', `/users/${idOf('emil')}/channels`)).status).toBe(403);
  });
});

describe('a channel that follows the school and is filled by hand', () => {
  it('takes anybody from those who look after the channels, and only from them [C-6.07] [C-3.06]', async () => {
    const id = await generated('sv');
    const choosable = async (query: string) =>
      ((await call('boss', 'GET', `/channels/contacts?${query}`)).body.data as Contact[]).map((one) => one.id);
    expect(await choosable('search=dana')).not.toContain(idOf('dana'));
    expect(await choosable(`search=dana&channel=${id}`)).toEqual([idOf('dana')]);
    expect((await call('boss', 'POST', `/channels/${id}/users/add`, { users: [idOf('dana')] })).status).toBe(200);
    expect((await membersOf('boss', id)).map((member) => member.id)).toContain(idOf('dana'));
    // A group that people made stays bound to who may write to whom.
    const { id: own } = await buildChannel(db(), school.id, { admins: [idOf('boss')] });
    expect(await choosable(`search=dana&channel=${own}`)).toEqual([]);
    expect((await call('boss', 'POST', `/channels/${own}/users/add`, { users: [idOf('dana')] })).status).toBe(422);
    await run('update channel_members set is_admin = true where channel_id = $1 and user_id = $2', [id, idOf('dana')]);
    expect((await call('dana', 'POST', `/channels/${id}/users/add`, { users: [idOf('ada')] })).status).toBe(422);
  });
});
