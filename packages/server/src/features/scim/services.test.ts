import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { savePeople, uploadPeople } from '../../../../../tests/support/people-imports.ts';
import { BULK, connectScim, GROUP, KREIDE, person, type ScimPeer, USER } from '../../../../../tests/support/scim.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let other: BuiltSchool;
let admin: string;
let peer: ScimPeer;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  other = await buildSchool(kysely, 'drossel');
  for (const { id } of [school, other]) await buildUser(kysely, id, 'admin', 'ADMIN');
  admin = await signIn(server, 'amsel', 'admin');
  peer = await connectScim(server, school, admin);
});
afterAll(() => server.stop());

const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;
const find = async (filter: string) =>
  (await peer.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.Resources;

describe('a token', () => {
  it('opens its own school until it ends or is revoked, and is kept as a hash', async () => {
    const there = await connectScim(server, other, await signIn(server, 'drossel', 'admin'));
    expect((await there.call('GET', '/Users')).body.totalResults).toBe(1);
    const foreign = await peer.call('GET', '/Users', undefined, { token: there.token });
    expect(foreign.body).toMatchObject({ status: '403', schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] });
    for (const [method, path] of [
      ['POST', '/Users'],
      ['PUT', '/Users/1'],
      ['PATCH', '/Groups/1'],
      ['DELETE', '/Groups/1'],
      ['POST', '/Bulk'],
      ['GET', '/Schemas'],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : person('x');
      expect((await peer.call(method, path, body, { token: undefined })).status).toBe(401);
      expect((await peer.call(method, path, body, { token: there.token })).status).toBe(403);
      // A session is no token.
      expect((await peer.call(method, path, body, { token: admin })).status).toBe(401);
    }
    expect((await peer.call('GET', '/Users?count=0')).status).toBe(200);
    const settings = `/v1/schools/${school.id}/scim`;
    const { data } = (await server.request('GET', settings, { token: admin })).body;
    expect(data).toMatchObject({
      address: `${server.url}${peer.base}`,
      tokens: [{ name: 'Entra' }],
      can: { update: 1 },
    });
    expect(data.tokens[0].last_used_at).not.toBeNull();
    expect(JSON.stringify(data)).not.toContain(peer.token);
    expect(JSON.stringify(await run('select * from audit_log'))).not.toContain(peer.token);
    const short = await connectScim(server, school, admin, 'Okta');
    const [row] = await run("select id from scim_clients where name = 'Okta'");
    await run("update scim_clients set ends_on = '2026-11-17' where name = 'Okta'");
    expect((await short.call('GET', '/Users')).body.detail).toContain('2026-11-17');
    await run("update scim_clients set ends_on = '2026-11-18' where name = 'Okta'");
    expect((await short.call('GET', '/Users')).status).toBe(200);
    expect((await server.request('DELETE', `${settings}/tokens/${row.id}`, { token: admin })).status).toBe(204);
    expect((await short.call('GET', '/Users')).status).toBe(401);
  });

  it('is made by an administrator with their password, and for an office with the same right by nobody', async () => {
    const { id } = await buildUser(server.test.database.kysely, school.id, 'office', 'EMPLOYEE');
    await run("insert into user_permissions values ($1, $2, 'edit-school', true)", [school.id, id]);
    const office = await signIn(server, 'amsel', 'office');
    const make = (token: string, body: object) =>
      server.request('POST', `/v1/schools/${school.id}/scim/tokens`, {
        token,
        body: { name: 'X', ends_on: '2027-01-01', password: PASSWORD, ...body },
      });
    expect((await make(office, {})).status).toBe(403);
    const wrong = await make(admin, { ends_on: '2026-11-17', password: 'wrong' });
    expect(wrong.body.error.issues.map(({ path }: { path: string }) => path)).toEqual([
      'body.ends_on',
      'body.password',
    ]);
    expect((await make(admin, { ends_on: '2029-01-01' })).status).toBe(422);
    expect(await run("select count(*)::int as count from scim_clients where name = 'X'")).toEqual([{ count: 0 }]);
  });
});

describe('Entra', () => {
  it('looks for somebody, brings them, changes and disables them: its calls as it writes them [D-6.10]', async () => {
    expect(await find('userName eq "6a1c@school.example"')).toEqual([]);
    const made = await peer.call(
      'POST',
      '/Users',
      {
        schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
        externalId: '6a1c9f3e',
        userName: '6a1c@school.example',
        active: true,
        displayName: 'Mia Klar',
        emails: [{ primary: true, type: 'work', value: 'mia.klar@school.example' }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Mia Klar', familyName: 'Klar', givenName: 'Mia' },
        roles: [{ primary: 'True', value: '{"id":"18d14569","value":"Student","displayName":"Student"}' }],
      },
      { headers: { 'content-type': 'application/scim+json; charset=utf-8' } },
    );
    expect(made.status, made.text).toBe(201);
    const { id } = made.body;
    // An address is a way to sign in, and no username.
    expect(await run('select username, type, role, state from users where uuid = $1', [id])).toEqual([
      { username: 'mia.klar', type: 'STUDENT', role: 'STUDENT', state: 'PENDING' },
    ]);
    const changed = await peer.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'mia.tal@school.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Tal' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+49 30 2' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: '5a' },
    );
    expect(changed.body).toMatchObject({
      name: { familyName: 'Tal' },
      emails: [{ value: 'mia.tal@school.example', type: 'work' }],
      phoneNumbers: [{ value: '+49 30 2' }],
    });
    const disabled = await peer.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(disabled.body.active).toBe(false);
    const enabled = await peer.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' });
    expect(enabled.body.active).toBe(true);

    const { body: group } = await peer.call('POST', '/Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0',
      displayName: '5a',
      meta: { resourceType: 'Group' },
    });
    const path = `/Groups/${group.id}`;
    const list = await peer.call(
      'GET',
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "5a"')}`,
    );
    expect(list.body.Resources).toHaveLength(1);
    expect(list.body.Resources[0]).not.toHaveProperty('members');
    const joined = await peer.patch(path, {
      op: 'Add',
      path: 'members',
      value: [{ $ref: null, value: id }],
    });
    expect(joined.body.members).toHaveLength(1);
    const left = await peer.patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] });
    expect(left.body.members).toEqual([]);
    // What is gone already is removed again without a fuss.
    expect((await peer.patch(path, { op: 'Remove', path: `members[value eq "${id}"]` })).status).toBe(200);
    expect((await peer.call('DELETE', `/Users/${id}`)).status).toBe(204);
  });
});

describe('Okta', () => {
  it('brings somebody with userType, writes them whole and disables them without a path [D-6.10]', async () => {
    const found = await peer.call(
      'GET',
      '/Users?filter=userName%20eq%20%22ole%40school.example%22&startIndex=1&count=100',
    );
    expect(found.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0 });
    const body = {
      schemas: [USER],
      userName: 'ole@school.example',
      name: { givenName: 'Ole', familyName: 'Kern' },
      emails: [{ primary: true, value: 'ole@school.example', type: 'work' }],
      userType: 'Teacher',
      displayName: 'Ole Kern',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const made = await peer.call('POST', '/Users', body);
    expect(made.status, made.text).toBe(201);
    expect(await run('select password_hash, type from users where uuid = $1', [made.body.id])).toEqual([
      { password_hash: null, type: 'TEACHER' },
    ]);
    const put = await peer.call('PUT', `/Users/${made.body.id}`, {
      ...body,
      id: made.body.id,
      name: { givenName: 'Ole', familyName: 'Stein' },
      meta: { resourceType: 'User' },
    });
    expect(put.body).toMatchObject({ name: { familyName: 'Stein' }, userType: 'TEACHER' });
    const off = await peer.patch(`/Users/${made.body.id}`, { op: 'replace', value: { active: false } });
    expect(off.body.active).toBe(false);
    const group = await peer.call('POST', '/Groups', { schemas: [GROUP], displayName: '5o', members: [] });
    const renamed = await peer.patch(`/Groups/${group.body.id}`, {
      op: 'replace',
      value: { id: group.body.id, displayName: '5p' },
    });
    expect(renamed.body.displayName).toBe('5p');
  });
});

describe('whoever is disabled', () => {
  it('is signed out at once and comes in again when they are enabled, unless the school has locked them', async () => {
    await buildUser(server.test.database.kysely, school.id, 'toni', 'TEACHER');
    const token = await signIn(server, 'amsel', 'toni');
    const self = (own = token) => server.request('GET', '/v1/users/self', { token: own });
    expect((await self()).status).toBe(200);
    const [{ id }] = await find('userName eq "toni"');
    const set = async (active: boolean) =>
      (await peer.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: active })).body.active;
    expect(await set(false)).toBe(false);
    expect((await self()).status).toBe(401);
    await expect(signIn(server, 'amsel', 'toni')).rejects.toThrow('user_locked');
    expect(await set(true)).toBe(true);
    // The session of before stays over.
    expect((await self()).status).toBe(401);
    expect((await self(await signIn(server, 'amsel', 'toni'))).status).toBe(200);
    await run("update users set is_locked = true where username = 'toni'");
    expect(await set(true)).toBe(false);
    const log = await run(
      "select origin, before, after from audit_log where action = 'scim.person' and entity_id = (select id::text from users where username = 'toni') order by seq",
    );
    expect(log).toHaveLength(2);
    expect(log[0]).toMatchObject({ origin: 'system', before: { is_locked: false }, after: { is_locked: true } });
  });

  it('is never an administrator: no service changes, disables or takes over one', async () => {
    const [{ id, userType }] = await find('userName eq "admin"');
    expect(userType).toBe('ADMIN');
    const tries = [
      peer.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
      peer.patch(`/Users/${id}`, { op: 'replace', path: 'emails', value: [{ value: 'thief@evil.example' }] }),
      peer.call('PUT', `/Users/${id}`, person('admin')),
      peer.call('DELETE', `/Users/${id}`),
    ];
    for (const tried of tries) expect((await tried).body).toMatchObject({ status: '403' });
    expect(await run('select email, is_locked, deleted_at from users where uuid = $1', [id])).toEqual([
      { email: null, is_locked: false, deleted_at: null },
    ]);
    for (const role of ['ADMIN', 'Administrator', 'admin']) {
      const made = await peer.call('POST', '/Users', person('chef', { [KREIDE]: { role } }));
      expect(made.body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    }
  });
});

describe('one person', () => {
  it('is made once when two services bring them at the same moment', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) => peer.call('POST', '/Users', person('race', { externalId: `race-${number}` }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await find('userName eq "race"')).toHaveLength(1);
  });

  it('stays one who left and came back', async () => {
    const first = (await peer.call('POST', '/Users', person('back'))).body;
    await peer.call('DELETE', `/Users/${first.id}`);
    expect((await run('select deleted_at, removed_at from users where uuid = $1', [first.id]))[0]).toMatchObject({
      deleted_at: expect.anything(),
      removed_at: null,
    });
    const again = await peer.call('POST', '/Users', person('back'));
    expect(again.status, again.text).toBe(201);
    expect(again.body).toMatchObject({ id: first.id, active: true });
  });

  it('is the one of the list by the number of the school, in both orders', async () => {
    const importing = { server, token: admin, schoolId: school.id };
    const list = ['ID;Nachname;Vorname;Geburtsdatum;Klasse', '71;Groß;Zoë;29.02.2016;6a', '72;Falk;Ida;01.03.2016;6a'];
    const brought = await peer.call(
      'POST',
      '/Users',
      person('ida', {
        name: { givenName: 'Ida', familyName: 'Falk' },
        [KREIDE]: { role: 'STUDENT', schoolNumber: '72', birthDate: '2016-03-01' },
      }),
    );
    expect(brought.status, brought.text).toBe(201);
    await savePeople(importing, await uploadPeople(importing, list));
    expect(await run("select count(*)::int as count from users where lastname = 'Falk'")).toEqual([{ count: 1 }]);
    const listed = await run("select uuid from users where lastname = 'Groß'");
    const zoe = (values: object, name = { givenName: 'Zoë', familyName: 'Groß' }) =>
      peer.call(
        'POST',
        '/Users',
        person('zoe', { name, [KREIDE]: { role: 'STUDENT', schoolNumber: '71', ...values } }),
      );
    // A number whose name is another proves nothing.
    expect((await zoe({}, { givenName: 'Ben', familyName: 'Weiß' })).body.scimType).toBe('uniqueness');
    expect((await zoe({ role: 'TEACHER' })).body.scimType).toBe('mutability');
    const same = await zoe({});
    expect(same.status, same.text).toBe(201);
    expect(same.body).toMatchObject({ id: listed[0].uuid, userName: 'zoe', groups: [{ display: '6a' }] });
    expect(await run("select count(*)::int as count from users where lastname = 'Groß'")).toEqual([{ count: 1 }]);
  });

  it('is never found by an address', async () => {
    await run("update users set email = 'known@school.example' where username = 'toni'");
    const made = await peer.call(
      'POST',
      '/Users',
      person('thief', { emails: [{ value: 'known@school.example', type: 'work' }] }),
    );
    expect(made.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    const named = await peer.call('POST', '/Users', person('known@school.example', { externalId: 'k' }));
    expect(named.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
  });
});

it('a school with fifty pupils: brought in one call, one moves to another class, one is disabled [D-6.10]', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => `fifty${index}`);
  const members = (from: number, to: number) => ids.slice(from, to).map((id) => ({ value: `bulkId:${id}` }));
  const answer = await peer.call('POST', '/Bulk', {
    schemas: [BULK],
    Operations: [
      ...ids.map((id, index) => ({
        method: 'POST',
        path: '/Users',
        bulkId: id,
        data: person(id, { name: { givenName: `Kind${index}`, familyName: 'Fünfzig' } }),
      })),
      ...[['8a', members(0, 25)] as const, ['8b', members(25, 50)] as const].map(([displayName, list]) => ({
        method: 'POST',
        path: '/Groups',
        bulkId: displayName,
        data: { schemas: [GROUP], displayName, members: list },
      })),
    ],
  });
  const statuses = answer.body.Operations.map(({ status }: { status: string }) => status);
  expect(new Set(statuses)).toEqual(new Set(['201']));
  expect(statuses).toHaveLength(52);
  const [first] = await find('userName eq "fifty0"');
  const { Resources } = (await peer.call('GET', `/Groups?filter=${encodeURIComponent('displayName sw "8"')}`)).body;
  const [a, b] = Resources;
  expect([a.members.length, b.members.length]).toEqual([25, 25]);
  const moved = await peer.patch(`/Groups/${b.id}`, { op: 'Add', path: 'members', value: [{ value: first.id }] });
  expect(moved.body.members).toHaveLength(26);
  expect((await peer.call('GET', `/Groups/${a.id}`)).body.members).toHaveLength(24);
  expect((await peer.call('GET', `/Users/${first.id}`)).body.groups).toMatchObject([{ display: '8b' }]);
  await peer.patch(`/Users/${first.id}`, { op: 'Replace', path: 'active', value: 'False' });
  const active = await peer.call(
    'GET',
    `/Users?filter=${encodeURIComponent('name.familyName eq "Fünfzig" and active eq true')}&count=0`,
  );
  expect(active.body.totalResults).toBe(49);
});
