import { endpointsOf } from '@kreide/core/contract';
import { isChanging, isReadingAbility, toPath } from '@kreide/core/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../support/channels.ts';
import { countRows } from '../support/fuzz.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../support/server.ts';

/** Changing calls that are left to somebody who has left the school, with the reason. Everything else is refused. */
const OPEN: Readonly<Record<string, string>> = {
  'auth.addPasskey': 'how they sign in themselves',
  'auth.changeSecondFactor': 'the same; a school may require it of everybody',
  'auth.endSession': 'the same',
  'auth.logout': 'the same',
  'auth.logoutAll': 'the same',
  'auth.preparePasskey': 'the same',
  'auth.removeAppPassword': 'the same',
  'auth.removeJoinedAccount': 'the same',
  'auth.removePasskey': 'the same',
  'auth.setUpSecondFactor': 'the same',
  'auth.switchAccount': 'to another account of the same person',
  'auth.updatePassword': 'how they sign in themselves',
  'channels.archive': 'how somebody has their own list changes nothing for others',
  'channels.mute': 'the same',
  'channels.pin': 'the same',
  'channels.unarchive': 'the same',
  'chat.read': 'what they have read',
  'chat.setPinned': 'how somebody has their own list changes nothing for others',
  'chat.setUnread': 'what they have read',
  'management.acceptPolicy': 'what they agree to themselves',
  'notifications.markSeen': 'what they have read',
  'notifications.markUnseen': 'the same',
  'notifications.pause': 'what they are told of, and where',
  'notifications.removeToken': 'the same',
  'notifications.saveDevice': 'the same',
  'notifications.testPush': 'the same',
  'notifications.updateSettings': 'the same',
  'personal-data.createArchive': 'everything about themselves, to take along',
  'settings.cancelDeletion': 'what becomes of their own data',
  'settings.changeStatistics': 'the same',
  'settings.requestDeletion': 'the same',
  'settings.updateEmail': 'what is known of themselves',
  'settings.updateLocale': 'the same',
  'settings.updateName': 'the same',
  'settings.updateSettings': 'the same',
  'settings.updateUsername': 'the same',
  'subscriptions.remove': 'ends an address that somebody else may have',
  'timetable.setCourseColor': 'how a course looks to them',
  'timetable.setFavourite': 'how somebody has their own list changes nothing for others',
  'usage.count': 'counted without a name, and only with consent',
  'users.updateProperties': 'which hints they have put away',
};

const LEFT = '2026-11-01T00:00:00Z';
const ENDS = '2026-12-01T00:00:00Z';
const isSignedIn = ({ endpoint }: ReturnType<typeof endpointsOf>[number]) =>
  endpoint.auth === 'user' || endpoint.auth === 'upload';
const changing = endpointsOf().filter((one) => isSignedIn(one) && isChanging(one.endpoint));
const readings = endpointsOf().filter((one) => isSignedIn(one) && !isChanging(one.endpoint));

let server: TestServer;
let school: BuiltSchool;
let channel: { id: number };
const ids: Record<string, number> = {};

const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;
const leave = (names: readonly string[], from: string | null = LEFT, at: string | null = ENDS) =>
  run('update users set read_only_from = $1, expire_at = $2 where username = any($3)', [from, at, names]);

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  for (const role of ['STUDENT', 'TEACHER', 'ADMIN'] as const)
    for (const name of [role, `stays-${role}`].map((one) => one.toLowerCase()))
      ids[name] = (await buildUser(kysely, school.id, name, role)).id;
  channel = await buildChannel(kysely, school.id, {
    members: [ids.student ?? 0, ids['stays-student'] ?? 0, ids['stays-admin'] ?? 0],
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(TEST_NOW);
  await leave(['student', 'teacher', 'admin']);
});

const signInAs = (name: string) => signIn(server, 'amsel', name);
/** With parameters that name nothing: who is let in hears of something else than who is not. */
const call = (endpoint: (typeof changing)[number]['endpoint'], token: string, own = '999999999') =>
  server.request(endpoint.method, `/v1${toPath(endpoint.path, new Proxy({}, { get: () => own }))}`, {
    token,
    ...(isChanging(endpoint) ? { body: {} } : {}),
  });

describe('somebody who has left the school', () => {
  it.each(['student', 'teacher', 'admin'])(
    'is refused every changing call of the contract but those about themselves, and nothing is written: %s [D-4.07]',
    async (name) => {
      const token = await signInAs(name);
      const before = await countRows(server);
      const open: string[] = [];
      for (const { name: called, endpoint } of changing) {
        if (called in OPEN) continue;
        const { status, body } = await call(endpoint, token);
        if (status !== 403 || body?.error?.code !== 'reading_only') open.push(`${called}: ${status}`);
      }
      expect(open).toEqual([]);
      expect(await countRows(server)).toEqual(before);
      const { body } = await server.request('POST', '/v1/channels/surveys', {
        token,
        body: {},
        headers: { 'accept-language': 'de' },
      });
      expect(body.error.message).toBe(
        'Du hast die Schule verlassen: Du kannst noch lesen, aber nichts mehr schreiben oder ändern.',
      );
      expect(changing.length - Object.keys(OPEN).length).toBeGreaterThan(150);
    },
  );

  it('may do what every account has to be able to, and no more is marked so', async () => {
    const marked = endpointsOf().filter(({ endpoint }) => endpoint.forLeavers);
    expect(marked.map(({ name }) => name).sort()).toEqual(Object.keys(OPEN).sort());
    const closed: string[] = [];
    for (const { name, endpoint } of changing.filter((one) => one.name in OPEN)) {
      const { body } = await call(endpoint, await signInAs('student'));
      if (body?.error?.code === 'reading_only') closed.push(name);
    }
    expect(closed).toEqual([]);

    const token = await signInAs('student');
    const ask = (method: 'POST' | 'PUT', path: string, body: unknown = {}) =>
      server.request(method, `/v1${path}`, { token, body });
    const done = [
      await ask('PUT', '/users/self/update-locale', { locale: 'uk' }),
      await ask('PUT', `/channels/${channel.id}/mute`, { is_muted: true }),
      await ask('POST', '/users/self/personal-data', { current_password: PASSWORD }),
      await ask('POST', '/logout'),
    ];
    expect(done.map(({ status, text }) => (status === 200 || status === 202 ? 'done' : text))).toEqual([
      'done',
      'done',
      'done',
      'done',
    ]);
    await run('update users set locale = null');
  });

  it('reads what others of their kind read, at every address', async () => {
    const [left, stays] = [await signInAs('student'), await signInAs('stays-student')];
    const other: string[] = [];
    for (const { name, endpoint } of readings) {
      const [one, two] = [await call(endpoint, left, 'self'), await call(endpoint, stays, 'self')];
      if (one.status !== two.status) other.push(`${name}: ${one.status}, not ${two.status}`);
    }
    expect(other).toEqual([]);
  });

  it('is offered nothing but reading, by their permissions and by what can be done with each thing', async () => {
    const token = await signInAs('teacher');
    const self = (await server.request('GET', '/v1/users/self', { token })).body.data;
    expect(self).toMatchObject({ reads_only: true, expire_at: new Date(ENDS).toISOString() });
    expect(self.permissions.filter((permission: string) => !permission.startsWith('view-'))).toEqual([]);
    expect(self.permissions).toContain('view-news');
    expect(self.permissions).not.toContain('create-news');

    const canOf = async (name: string) =>
      (await server.request('GET', `/v1/channels/${channel.id}`, { token: await signInAs(name) })).body.data.can;
    const [left, stays] = [await canOf('student'), await canOf('stays-student')];
    expect(stays).toMatchObject({ read: 1, write: 1, knock: 1 });
    expect(left).toMatchObject({ view: 1, read: 1, write: 0, knock: 0, leave: 0 });
    for (const [ability, allowed] of Object.entries(stays))
      expect([ability, left[ability]]).toEqual([ability, isReadingAbility(ability) ? allowed : 0]);
  });

  it('is one from the first moment of that time to its last, in sessions that are open too [P-4.25]', async () => {
    const [from, to] = [new Date(Date.parse(TEST_NOW) + 60_000), new Date(Date.parse(TEST_NOW) + 120_000)];
    await leave(['student'], from.toISOString(), to.toISOString());
    const token = await signInAs('student');
    const write = async () =>
      (await server.request('POST', `/v1/channels/${channel.id}/leave`, { token, body: { nothing: 1 } })).body.error
        .code;
    const read = async () => (await server.request('GET', '/v1/users/self', { token })).status;
    await expect.poll(write).toBe('invalid');
    server.clock.set(new Date(from.getTime() - 1));
    expect([await write(), await read()]).toEqual(['invalid', 200]);
    server.clock.set(from);
    expect([await write(), await read()]).toEqual(['reading_only', 200]);
    server.clock.set(new Date(to.getTime() - 1));
    expect([await write(), await read()]).toEqual(['reading_only', 200]);
    server.clock.set(to);
    expect([await write(), await read()]).toEqual(['session_expired', 401]);
    const again = await server.request('POST', '/v1/auth/login', {
      body: { slink: 'amsel', username: 'student', password: PASSWORD, stayLoggedIn: false },
    });
    expect(again.body.error.code).toBe('user_expired');
  });

  it('writes again as soon as an administrator lets them stay, and not because the end is moved [P-4.25]', async () => {
    const token = await signInAs('student');
    const admin = await signInAs('stays-admin');
    const isClosed = async () =>
      (await server.request('POST', '/v1/channels/surveys', { token, body: {} })).body.error.code;
    expect(await isClosed()).toBe('reading_only');
    const put = (path: string, body?: unknown) =>
      server.request('PUT', `/v1/users/${ids.student}/${path}`, { token: admin, body: body ?? {} });
    expect((await put('expire', { expire_at: '2027-01-01T00:00:00Z' })).status).toBe(200);
    await expect.poll(isClosed).toBe('reading_only');
    expect((await put('undo-expire')).status).toBe(200);
    await expect.poll(isClosed).toBe('invalid');
    expect((await put('expire', { expire_at: '2027-01-01T00:00:00Z' })).status).toBe(200);
    await expect.poll(isClosed).toBe('invalid');
  });
});
