import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { connectScim, GROUP, KREIDE, person, type ScimPeer } from '../../../../../tests/support/scim.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let peer: ScimPeer;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  admin = await signIn(server, 'amsel', 'admin');
  peer = await connectScim(server, school, admin);
});
afterAll(() => server.stop());
beforeEach(() => server.clock.set(new Date(TEST_NOW)));

const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;
const make = async (userName: string, values = {}) => {
  const answer = await peer.call('POST', '/Users', person(userName, values));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const makeGroup = async (displayName: string, values = {}) =>
  (await peer.call('POST', '/Groups', { schemas: [GROUP], displayName, ...values })).body;
const put = (id: string, userName: string, values = {}) => peer.call('PUT', `/Users/${id}`, person(userName, values));
const isTaken = { status: '409', scimType: 'uniqueness' };
const settings = () => `/v1/schools/${school.id}/scim`;

describe('a token', () => {
  it('opens no school that is locked or closed, and ends with the day of the school', async () => {
    const status = async () => (await peer.call('GET', '/Users?count=0')).status;
    await run('update schools set is_locked = true where id = $1', [school.id]);
    expect(await status()).toBe(403);
    await run("update schools set is_locked = false, state = 'LEAD' where id = $1", [school.id]);
    expect(await status()).toBe(403);
    await run("update schools set state = 'ACTIVE' where id = $1", [school.id]);
    expect(await status()).toBe(200);
    // Half past midnight in Berlin is still the day before at Greenwich.
    await run("update scim_clients set ends_on = '2026-11-18'");
    server.clock.set(new Date('2026-11-18T22:30:00Z'));
    expect(await status()).toBe(200);
    server.clock.set(new Date('2026-11-18T23:30:00Z'));
    expect(await status()).toBe(401);
    await run("update scim_clients set ends_on = '2027-07-31'");
    await status();
    const [row] = await run('select last_used_at from scim_clients');
    expect(new Date(row.last_used_at).toISOString()).toBe('2026-11-18T23:30:00.000Z');
  });

  it('is one of ten at most, also where two are made at once', async () => {
    const token = () =>
      server.request('POST', `${settings()}/tokens`, {
        token: admin,
        body: { name: 'More', ends_on: '2027-01-01', password: PASSWORD },
      });
    for (let count = 2; count < 10; count += 1) expect((await token()).status).toBe(200);
    const client = await server.test.database.pool.connect();
    try {
      await client.query('begin');
      await client.query("select pg_advisory_xact_lock(hashtextextended('scim', $1))", [school.id]);
      const both = [token(), token()];
      const waiting = "select 1 from pg_stat_activity where wait_event = 'advisory' and datname = current_database()";
      await expect.poll(async () => (await run(waiting)).length).toBe(2);
      await client.query('commit');
      expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    } finally {
      client.release();
    }
    expect((await token()).body.error.code).toBe('scim_tokens_full');
  });
});

describe('one person', () => {
  it('keeps what is somebody else’s: a name, an address, a key and a number, also when somebody is changed', async () => {
    await make('one', { emails: [{ value: 'one@school.example' }], [KREIDE]: { role: 'STUDENT', schoolNumber: '11' } });
    await buildUser(server.test.database.kysely, school.id, 'toni', 'TEACHER');
    const { id } = await make('two');
    for (const [userName, values] of [
      ['toni', {}],
      ['one', {}],
      ['two', { emails: [{ value: 'ONE@school.example' }] }],
      ['two', { externalId: 'ext-one' }],
      ['two', { [KREIDE]: { role: 'STUDENT', schoolNumber: '11' } }],
    ] as const)
      expect((await put(id, userName, { externalId: 'ext-two', ...values })).body, userName).toMatchObject(isTaken);
    // One of last name, first name and birth date proves nothing.
    const like = { externalId: 'x', name: { givenName: 'Mia', familyName: 'Berg' } };
    const number = { [KREIDE]: { role: 'STUDENT', schoolNumber: '11' } };
    expect((await peer.call('POST', '/Users', person('three', { ...like, ...number }))).body).toMatchObject(isTaken);
    const other = await buildSchool(server.test.database.kysely, 'drossel');
    await buildUser(server.test.database.kysely, other.id, 'admin', 'ADMIN');
    const there = await connectScim(server, other, await signIn(server, 'drossel', 'admin'));
    expect((await there.call('POST', '/Users', person('one'))).status).toBe(201);
  });

  it('is made once when several calls name one key at the same moment', async () => {
    const calls = ['a', 'b', 'c'].map((name) => peer.call('POST', '/Users', person(name, { externalId: 'same' })));
    expect((await Promise.all(calls)).map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it('whose name somebody takes at the same moment is refused, and is no failure of the server', async () => {
    const { id } = await buildUser(server.test.database.kysely, school.id, 'before', 'TEACHER');
    const client = await server.test.database.pool.connect();
    try {
      await client.query('begin');
      await client.query("update users set username = 'clash' where id = $1", [id]);
      const answer = peer.call('POST', '/Users', person('clash'));
      await expect
        .poll(
          async () =>
            (
              await run(
                "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
              )
            ).length,
        )
        .toBeGreaterThan(0);
      await client.query('commit');
      expect((await answer).body).toMatchObject(isTaken);
    } finally {
      client.release();
    }
  });

  it('who has left is signed out, counts no more, gives the name back, and comes back without the end of before', async () => {
    await buildUser(server.test.database.kysely, school.id, 'lea', 'STUDENT');
    const token = await signIn(server, 'amsel', 'lea');
    const { Resources } = (await peer.call('GET', '/Users?filter=userName%20eq%20%22lea%22')).body;
    const [{ id }] = Resources;
    expect((await put(id, 'lea')).status).toBe(200);
    const people = async () => (await server.request('GET', settings(), { token: admin })).body.data.people;
    const before = await people();
    expect((await peer.call('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await people()).toBe(before - 1);
    expect((await server.request('GET', '/v1/users/self', { token })).status).toBe(401);
    expect(await run('select 1 from sessions where user_id = (select id from users where uuid = $1)', [id])).toEqual(
      [],
    );
    await run("update users set expire_at = '2026-11-01' where uuid = $1", [id]);
    expect((await peer.call('POST', '/Users', person('lea'))).body).toMatchObject({ id, active: true });
    await run("update users set expire_at = '2026-11-01' where uuid = $1", [id]);
    expect((await peer.call('GET', `/Users/${id}`)).body.active).toBe(false);
    // An import archives them without telling the service.
    await run('update users set deleted_at = now(), expire_at = null where uuid = $1', [id]);
    const next = await make('LEA', { externalId: 'another' });
    expect(next.id).not.toBe(id);
    await run('update users set deleted_at = $2, removed_at = $2 where uuid = $1', [next.id, TEST_NOW]);
    const again = await peer.call('POST', '/Users', person('lea2', { externalId: 'another' }));
    expect(again.body).toMatchObject({ ...isTaken, detail: expect.stringMatching(/deleted by hand/) });
  });

  it('whom the school has locked stays locked, also where a service had disabled them once', async () => {
    const { id } = await make('locked');
    const set = async (active: boolean) =>
      (await peer.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: active })).body.active;
    expect(await set(false)).toBe(false);
    await run('update users set is_locked = false where uuid = $1', [id]);
    await run('update users set is_locked = true where uuid = $1', [id]);
    expect(await set(true)).toBe(false);
  });

  it('says when it was changed, and the audit log says what every call of a service has done', async () => {
    const { id, meta } = await make('logged');
    server.clock.advance(60_000);
    const changed = (await put(id, 'logged', { phoneNumbers: [{ value: '1' }] })).body;
    expect(Date.parse(changed.meta.lastModified) - Date.parse(meta.lastModified)).toBe(60_000);
    const group = await makeGroup('9l', { members: [{ value: id }] });
    expect((await peer.call('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect((await peer.call('GET', `/Users/${id}`)).body).not.toHaveProperty('groups');
    expect((await peer.call('DELETE', `/Users/${id}`)).status).toBe(204);
    const log = await run(
      "select action, before, after from audit_log where action like 'scim.%' and action <> 'scim.tokenCreated' order by seq desc limit 7",
    );
    expect(log.toReversed()).toMatchObject([
      { action: 'scim.person', before: null, after: { username: 'logged', source: 'Entra' } },
      { action: 'scim.person', before: { phone: null }, after: { phone: '1' } },
      { action: 'scim.place', before: { grade_id: null }, after: { grade_id: Number(group.id) } },
      { action: 'scim.class', before: null, after: { name: '9l' } },
      { action: 'scim.place', before: { grade_id: Number(group.id) }, after: { grade_id: null } },
      { action: 'scim.class', before: { name: '9l' }, after: null },
      { action: 'scim.person', before: { deleted_at: null }, after: { deleted_at: expect.any(String) } },
    ]);
  });
});

it('a class is made once when two calls name it at the same moment', async () => {
  const make = () => peer.call('POST', '/Groups', { schemas: [GROUP], displayName: '5r' });
  const both = await Promise.all([make(), make(), make()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});

it('a class keeps its name and its key before another one, and takes pupils only', async () => {
  const [one, two] = [await makeGroup('6a', { externalId: 'k6a' }), await makeGroup('6b')];
  const rename = { op: 'replace', path: 'displayName', value: '6A' };
  expect((await peer.patch(`/Groups/${two.id}`, rename)).body).toMatchObject(isTaken);
  const key = { op: 'add', path: 'externalId', value: 'k6a' };
  expect((await peer.patch(`/Groups/${two.id}`, key)).body).toMatchObject(isTaken);
  expect((await peer.call('DELETE', `/Groups/${one.id}`)).status).toBe(204);
  expect((await peer.patch(`/Groups/${two.id}`, key)).body.externalId).toBe('k6a');
});
