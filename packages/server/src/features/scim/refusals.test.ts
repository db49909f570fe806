import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  BULK,
  connectScim,
  GROUP,
  KREIDE,
  PATCH_OP,
  person,
  type ScimPeer,
} from '../../../../../tests/support/scim.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let peer: ScimPeer;
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  peer = await connectScim(server, school, await signIn(server, 'amsel', 'admin'));
  id = (await peer.call('POST', '/Users', person('lina'))).body.id;
});
afterAll(() => server.stop());

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const bulk = (Operations: object[], values = {}) =>
  peer.call('POST', '/Bulk', { schemas: [BULK], Operations, ...values });
const statusesOf = ({ body }: Awaited<ReturnType<typeof bulk>>) =>
  body.Operations.map(({ status }: { status: string }) => status);
const find = async (filter: string, path = '/Users') =>
  (await peer.call('GET', `${path}?filter=${encodeURIComponent(filter)}`)).body;

describe('a body', () => {
  it('that lies too deep, or has an object where a word belongs, is refused and is no failure of the server', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const send = (method: string, path: string, body: object) =>
      peer.call(method, path, JSON.stringify(body).replace('"DEEP"', deep));
    const patch = (path: string) => ({ schemas: [PATCH_OP], Operations: [{ op: 'add', path, value: 'DEEP' }] });
    const operation = { method: 'POST', path: '/Users', bulkId: 'a', data: 'DEEP' };
    const odd = { toString: 1 };
    for (const answer of [
      await send('PATCH', `/Users/${id}`, patch('emails')),
      await send('PATCH', `/Users/${id}`, patch('name')),
      await send('POST', '/Bulk', { schemas: [BULK], Operations: [operation] }),
      await send('POST', '/Users/.search', { schemas: [SEARCH], attributes: ['DEEP'] }),
      await peer.call('POST', '/Users/.search', { schemas: [SEARCH], filter: odd }),
      await peer.call('POST', '/Users', { ...person('odd'), schemas: [odd] }),
      await peer.patch(`/Users/${id}`, { op: odd, path: 'active', value: true }),
      await peer.patch(`/Users/${id}`, { op: 'add', path: `name${'.a'.repeat(50_000)}`, value: 'x' }),
    ])
      expect(answer.body, answer.text).toMatchObject({ status: '400', detail: expect.stringMatching(/\w{4}/) });
    const made = await peer.call('POST', '/Users', person('odd', { emails: [{ value: 'o@odd.example', type: odd }] }));
    expect(made.status, made.text).toBe(201);
    expect((await find('userName eq "a\\u0000b"')).scimType).toBe('invalidFilter');
  });

  it('has as many characters and operations as may be, and not one more', async () => {
    const most = await peer.call('POST', '/Users', person('u'.repeat(200), { externalId: null }));
    expect(most.status, most.text).toBe(201);
    expect((await peer.call('POST', '/Users', person('u'.repeat(201), { externalId: null }))).body.scimType).toBe(
      'invalidValue',
    );
    const nothing = { method: 'PUT', path: '/Users/1', data: {} };
    expect(statusesOf(await bulk(Array(500).fill(nothing)))).toEqual(Array(500).fill('400'));
    const jump = { op: 'jump' };
    expect((await peer.patch(`/Users/${id}`, ...Array(1000).fill(jump))).status).toBe(400);
    expect((await peer.patch(`/Users/${id}`, ...Array(1001).fill(jump))).status).toBe(413);
  });
});

describe('a bulk', () => {
  it('changes what it names from the version that it names, and says of a failure where it was', async () => {
    const old = { method: 'PUT', path: `/Users/${id}`, version: 'W/"old"', data: person('lina') };
    const twice = { method: 'POST', path: '/Users', bulkId: 'b', data: person('lina', { externalId: 'b' }) };
    const { body } = await bulk([old, twice]);
    expect(body.Operations).toMatchObject([
      { status: '412', location: `${server.url}${peer.base}/Users/${id}` },
      { status: '409' },
    ]);
    expect(body.Operations[1]).not.toHaveProperty('location');
    const waiting = { method: 'PATCH', path: '/Users/bulkId:b', data: {} };
    expect(statusesOf(await bulk([waiting, twice], { failOnErrors: 1 }))).toEqual(['409']);
  });

  it('is refused whole where an operation has no form, before anything is carried out', async () => {
    const made = { method: 'POST', path: '/Users', bulkId: 'x', data: person('half') };
    for (const wrong of [
      { ...made, path: '/Bulk' },
      { ...made, path: '/Schemas' },
      { ...made, bulkId: undefined },
      { ...made, method: 'GET' },
    ])
      expect((await bulk([made, wrong])).body.scimType).toBe('invalidSyntax');
    expect((await bulk([made], { failOnErrors: 0 })).body.scimType).toBe('invalidSyntax');
    expect((await find('userName eq "half"')).totalResults).toBe(0);
  });
});

it('a PATCH finds its place by filters: it makes no members by them, and goes into no text', async () => {
  const patch = async (...operations: object[]) => (await peer.patch(`/Users/${id}`, ...operations)).body;
  const phone = 'phoneNumbers[type eq "work" and primary eq true].value';
  expect((await patch({ op: 'replace', path: phone, value: '+49 30 7' })).phoneNumbers[0].value).toBe('+49 30 7');
  await patch({ op: 'add', path: 'emails', value: { value: 'l@lina.example', type: 'work' } });
  expect(await patch({ op: 'remove', path: 'emails[type eq "work"].value' })).not.toHaveProperty('emails');
  expect((await patch({ op: 'add', path: 'userName.x', value: 'y' })).scimType).toBe('invalidPath');
  expect((await patch({ op: 'replace', path: 'schemas', value: [] })).scimType).toBe('mutability');
  const group = (await peer.call('POST', '/Groups', { schemas: [GROUP], displayName: '5f' })).body;
  const member = { op: 'replace', path: `members[value eq "${id}"].type`, value: 'User' };
  expect((await peer.patch(`/Groups/${group.id}`, member)).body.scimType).toBe('noTarget');
});

it('a resource of another version is kept, a person as well as a class', async () => {
  const group = (await peer.call('POST', '/Groups', { schemas: [GROUP], displayName: '5v' })).body;
  const options = { headers: { 'if-match': 'W/"old"' } };
  const patch = { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'externalId', value: 'v' }] };
  for (const [method, path, body] of [
    ['PATCH', `/Users/${id}`, patch],
    ['PATCH', `/Groups/${group.id}`, patch],
    ['PUT', `/Groups/${group.id}`, { schemas: [GROUP], displayName: '5w' }],
    ['DELETE', `/Groups/${group.id}`, undefined],
  ] as const)
    expect((await peer.call(method, path, body, options)).status, `${method} ${path}`).toBe(412);
});

describe('a list', () => {
  it('is compared at both sides of an instant, with nothing, and with one of two', async () => {
    const { meta } = (await peer.call('GET', `/Users/${id}`)).body;
    const countOf = async (test: string) => (await find(`userName eq "lina" and ${test}`)).totalResults;
    const at = `"${meta.lastModified}"`;
    for (const [op, count] of [
      ['ge', 1],
      ['le', 1],
      ['gt', 0],
      ['lt', 0],
    ] as const)
      expect(await countOf(`meta.lastModified ${op} ${at}`), op).toBe(count);
    expect(await countOf('emails eq null')).toBe(1);
    expect(await countOf('externalId eq null')).toBe(0);
    expect(await countOf('externalId ne null')).toBe(1);
    expect(await countOf('emails.value ne "x@y.example"')).toBe(1);
    expect((await find('userName eq "lina" or userName eq "admin"')).totalResults).toBe(2);
    expect((await find('externalId eq "EXT-lina" or userName eq "nobody"')).totalResults).toBe(0);
  });

  it('has two hundred of a page at most, whatever is asked for', async () => {
    await server.test.database.pool.query(
      "insert into grades (school_id, shortcut, source) select id, 'many' || n, 'untis' from schools, generate_series(1, 201) n where slink = 'amsel'",
    );
    const { body } = await peer.call('GET', '/Groups?count=500');
    expect([body.itemsPerPage, body.totalResults > 200]).toEqual([200, true]);
  });
});

it('a role is said in the words of services, and none of them makes an administrator', async () => {
  const make = async (userName: string, role: string) => {
    const { body } = await peer.call('POST', '/Users', person(userName, { [KREIDE]: { role } }));
    return body.detail ?? body[KREIDE].role;
  };
  expect(await make('desk', 'office')).toBe('EMPLOYEE');
  for (const role of ['Schuladmin', 'Global Administrator', 'SUPERUSER'])
    expect(await make('chief', role)).toMatch(/no service makes administrators/);
});

it('an answer is kept by nobody on the way, names the way to sign in, and has a head', async () => {
  const refused = await peer.call('GET', '/Users', undefined, { token: undefined });
  expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/);
  const path = `${peer.base}/Users/${id}`;
  for (const method of ['GET', 'HEAD']) {
    const answer = await server.request(method, path, { token: peer.token });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
});
