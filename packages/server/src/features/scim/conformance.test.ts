import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { BULK, connectScim, GROUP, KREIDE, person, type ScimPeer, USER } from '../../../../../tests/support/scim.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let peer: ScimPeer;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  peer = await connectScim(server, school, await signIn(server, 'amsel', 'admin'));
});
afterAll(() => server.stop());

const make = async (userName: string, values = {}) => {
  const answer = await peer.call('POST', '/Users', person(userName, values));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const find = async (filter: string, path = '/Users') => {
  const answer = await peer.call('GET', `${path}?filter=${encodeURIComponent(filter)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const namesOf = (list: { Resources: { userName: string }[] }) => list.Resources.map(({ userName }) => userName).sort();

describe('what the service says of itself (RFC 7643 §5 to §7)', () => {
  it('names its abilities, resource types and schemas, each by itself too [D-6.10]', async () => {
    const config = await peer.call('GET', '/ServiceProviderConfig');
    expect(config.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    expect(config.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 500, maxPayloadSize: 1_048_576 },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
    });
    expect(config.body.authenticationSchemes[0].type).toBe('oauthbearertoken');
    const types = (await peer.call('GET', '/ResourceTypes')).body;
    expect(types).toMatchObject({ totalResults: 2, itemsPerPage: 2, startIndex: 1 });
    expect(types.Resources.map((type: { endpoint: string }) => type.endpoint)).toEqual(['/Users', '/Groups']);
    for (const { id, meta } of types.Resources) {
      const one = await peer.call('GET', `/ResourceTypes/${id}`);
      expect(one.body.id).toBe(id);
      expect(meta.location).toBe(`${server.url}${peer.base}/ResourceTypes/${id}`);
    }
    const schemas = (await peer.call('GET', '/Schemas')).body.Resources;
    expect(schemas.map(({ id }: { id: string }) => id)).toEqual([USER, GROUP, KREIDE]);
    for (const { id, attributes } of schemas) {
      expect((await peer.call('GET', `/Schemas/${id}`)).body.attributes).toEqual(attributes);
      for (const attribute of attributes)
        for (const trait of ['name', 'type', 'multiValued', 'required', 'mutability', 'returned', 'uniqueness'])
          expect(attribute).toHaveProperty(trait);
    }
    expect((await peer.call('GET', '/Schemas?filter=id%20eq%20%22x%22')).status).toBe(403);
    expect((await peer.call('GET', '/Schemas/urn:none')).status).toBe(404);
  });

  it('shows every attribute of its schemas, and no others', async () => {
    const made = await make('whole', {
      emails: [{ value: 'whole@school.example', type: 'work' }],
      phoneNumbers: [{ value: '+49 30 1', type: 'work' }],
      [KREIDE]: { role: 'STUDENT', birthDate: '2015-08-31', schoolNumber: '4711' },
    });
    await peer.call('POST', '/Groups', { schemas: [GROUP], displayName: '5w', members: [{ value: made.id }] });
    const shown = (await peer.call('GET', `/Users/${made.id}`)).body;
    const schemas = (await peer.call('GET', '/Schemas')).body.Resources;
    const declared = (id: string) =>
      schemas.find((each: { id: string }) => each.id === id).attributes.map(({ name }: { name: string }) => name);
    const common = ['schemas', 'id', 'externalId', 'meta', KREIDE];
    expect(
      Object.keys(shown)
        .filter((name) => !common.includes(name))
        .toSorted(),
    ).toEqual(declared(USER).toSorted());
    expect(Object.keys(shown[KREIDE]).toSorted()).toEqual(declared(KREIDE).toSorted());
  });
});

describe('a resource (RFC 7644 §3.3 to §3.6)', () => {
  it('is made with 201, its address and its version, and reads the same', async () => {
    const answer = await peer.call(
      'POST',
      '/Users',
      person('bjensen', {
        name: { givenName: 'Barbara', familyName: 'Jensen', formatted: 'Ms. Barbara J Jensen III' },
        emails: [
          { value: 'babs@jensen.org', type: 'home' },
          { value: 'bjensen@example.com', type: 'work', primary: true },
        ],
        title: 'Tour Guide',
        addresses: [{ type: 'work', locality: 'Hollywood' }],
      }),
    );
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('location')).toBe(answer.body.meta.location);
    expect(answer.headers.get('etag')).toBe(answer.body.meta.version);
    expect(answer.body).toMatchObject({
      schemas: [USER, KREIDE],
      externalId: 'ext-bjensen',
      userName: 'bjensen',
      name: { formatted: 'Barbara Jensen', familyName: 'Jensen', givenName: 'Barbara' },
      active: true,
      emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
      [KREIDE]: { role: 'STUDENT' },
      meta: { resourceType: 'User' },
    });
    expect(answer.body).not.toHaveProperty('password');
    const read = await peer.call('GET', `/Users/${answer.body.id}`);
    expect(read.body).toEqual(answer.body);
  });

  it('keeps what a PUT does not name, and takes away what it empties', async () => {
    const { id } = await make('put', { emails: [{ value: 'put@school.example', type: 'work' }] });
    const put = (values: object) => peer.call('PUT', `/Users/${id}`, { ...person('put'), ...values });
    const renamed = await put({ id, name: { givenName: 'Lina', familyName: 'Tal' } });
    expect(renamed.status, renamed.text).toBe(200);
    expect(renamed.body).toMatchObject({ name: { familyName: 'Tal' }, emails: [{ value: 'put@school.example' }] });
    expect((await put({ emails: [] })).body).not.toHaveProperty('emails');
    expect((await put({ externalId: null })).body).not.toHaveProperty('externalId');
    const missing = await peer.call('PUT', `/Users/${id}`, { schemas: [USER], name: { givenName: 'x' } });
    expect(missing.body).toMatchObject({ status: '400', scimType: 'invalidValue' });
  });

  it('is changed only from the version that it was read in, and read again only when it is another', async () => {
    const { id, meta } = await make('tagged');
    const same = await peer.call('GET', `/Users/${id}`, undefined, { headers: { 'if-none-match': meta.version } });
    expect(same.status).toBe(304);
    const change = (version: string, familyName: string) =>
      peer.call(
        'PUT',
        `/Users/${id}`,
        { ...person('tagged'), name: { givenName: 'Lina', familyName } },
        { headers: { 'if-match': version } },
      );
    const changed = await change(meta.version, 'Tal');
    expect(changed.status).toBe(200);
    expect(changed.body.meta.version).not.toBe(meta.version);
    expect((await change(meta.version, 'Alt')).body).toMatchObject({ status: '412' });
    expect((await change('*', 'Au')).status).toBe(200);
    expect((await change('W/"x", W/"y"', 'Au')).status).toBe(412);
    const gone = await peer.call('DELETE', `/Users/${id}`, undefined, { headers: { 'if-match': meta.version } });
    expect(gone.status).toBe(412);
  });

  it('is gone with 204, and 404 from then on', async () => {
    const { id } = await make('gone');
    expect((await peer.call('DELETE', `/Users/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await peer.call(method, `/Users/${id}`)).status).toBe(404);
    expect((await peer.call('PUT', `/Users/${id}`, person('gone'))).status).toBe(404);
    expect((await peer.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })).status).toBe(404);
    expect((await find('userName eq "gone"')).totalResults).toBe(0);
  });

  it('has the attributes that are asked for (RFC 7644 §3.9)', async () => {
    const { id } = await make('part', { emails: [{ value: 'part@school.example', type: 'work' }] });
    const get = async (query: string) => (await peer.call('GET', `/Users/${id}?${query}`)).body;
    expect(await get('attributes=userName')).toEqual({ schemas: [USER, KREIDE], id, userName: 'part' });
    expect(await get('attributes=name.familyName,emails.value')).toEqual({
      schemas: [USER, KREIDE],
      id,
      name: { familyName: 'Berg' },
      emails: [{ value: 'part@school.example' }],
    });
    expect(await get(`attributes=${KREIDE}:role`)).toMatchObject({ id, [KREIDE]: { role: 'STUDENT' } });
    const without = await get('excludedAttributes=name.formatted,emails,id,meta');
    expect(without).toMatchObject({ id, name: { familyName: 'Berg', givenName: 'Lina' } });
    for (const name of ['emails', 'meta']) expect(without).not.toHaveProperty(name);
    expect(without.name).not.toHaveProperty('formatted');
    expect((await peer.call('GET', '/Users?attributes=id&excludedAttributes=name')).status).toBe(400);
  });
});

describe('a list (RFC 7644 §3.4.2)', () => {
  it('is searched by filters, in whatever capitals', async () => {
    await make('Fil.Ada', { name: { givenName: 'Ada', familyName: 'Lovelace' } });
    await make('fil.bob', {
      name: { givenName: 'Bob', familyName: 'O"Malley' },
      emails: [{ value: 'bob@filter.example', type: 'work' }],
      [KREIDE]: { role: 'TEACHER', schoolNumber: 'T-9' },
    });
    await make('fil.cem', { active: false });
    const both = 'userName sw "fil."';
    const expected: Record<string, string[]> = {
      'userName eq "FIL.ADA"': ['Fil.Ada'],
      'USERNAME Eq "fil.ada"': ['Fil.Ada'],
      [`${USER}:userName eq "fil.ada"`]: ['Fil.Ada'],
      'externalId eq "ext-fil.bob"': ['fil.bob'],
      'externalId eq "EXT-fil.bob"': [],
      'emails[type eq "work"].value eq "BOB@filter.example"': ['fil.bob'],
      'emails[type eq "work" and value co "@filter.example"]': ['fil.bob'],
      'emails.value ew "filter.example"': ['fil.bob'],
      'emails[type eq "home"].value eq "bob@filter.example"': [],
      'name.familyName co "O\\"Malley"': ['fil.bob'],
      [`${both} and active eq true`]: ['Fil.Ada', 'fil.bob'],
      [`${both} and active eq "False"`]: ['fil.cem'],
      [`${both} and not (active eq false)`]: ['Fil.Ada', 'fil.bob'],
      [`${both} and (active eq false or name.givenName eq "ada")`]: ['Fil.Ada', 'fil.cem'],
      [`${both} and emails pr`]: ['fil.bob'],
      [`${both} and not (emails pr)`]: ['Fil.Ada', 'fil.cem'],
      [`${both} and userName ne "fil.cem"`]: ['Fil.Ada', 'fil.bob'],
      [`${both} and ${KREIDE}:role eq "TEACHER"`]: ['fil.bob'],
      [`${KREIDE}:schoolNumber eq "T-9"`]: ['fil.bob'],
      [`${both} and meta.lastModified gt "2011-05-13T04:42:34Z" and active eq false`]: ['fil.cem'],
      [`${both} and meta.lastModified lt "2011-05-13T04:42:34Z"`]: [],
      'id eq "7"': [],
      'nothing.such eq "x"': [],
    };
    for (const [filter, names] of Object.entries(expected)) expect(namesOf(await find(filter)), filter).toEqual(names);
  });

  it('refuses what is no filter, in words', async () => {
    for (const filter of [
      'userName',
      'userName eq',
      'userName xx "a"',
      '(userName eq "a"',
      'userName eq "a" garbage',
      'active gt true',
      `${'('.repeat(60)}a pr${')'.repeat(60)}`,
      `userName eq "${'\n'.repeat(40)}`,
      `userName eq "${'a'.repeat(5000)}"`,
    ]) {
      const answer = await peer.call('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect(answer.body, filter).toMatchObject({ status: '400', scimType: 'invalidFilter' });
    }
  });

  it('comes in pages', async () => {
    for (const number of [1, 2, 3, 4, 5]) await make(`page${number}`);
    const get = async (query: string) => (await peer.call('GET', `/Users?${query}`)).body;
    const all = await get('');
    expect(all.totalResults).toBe(all.Resources.length);
    const page = await get('startIndex=2&count=3');
    expect(page).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 3 });
    expect(page.Resources).toEqual(all.Resources.slice(1, 4));
    expect(await get('startIndex=0&count=1')).toMatchObject({ startIndex: 1, itemsPerPage: 1 });
    expect(await get('count=0')).toMatchObject({ totalResults: all.totalResults, itemsPerPage: 0, Resources: [] });
    expect((await get('count=-4')).Resources).toEqual([]);
    expect((await get('startIndex=9999')).Resources).toEqual([]);
    const filtered = await get(`filter=${encodeURIComponent('userName sw "page"')}&startIndex=4&count=10`);
    expect(filtered).toMatchObject({ totalResults: 5, startIndex: 4, itemsPerPage: 2 });
    expect((await peer.call('GET', '/Users?count=many')).status).toBe(400);
    const search = await peer.call('POST', '/Users/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      attributes: ['userName'],
      filter: 'userName sw "page"',
      startIndex: 1,
      count: 2,
    });
    expect(search.body).toMatchObject({ totalResults: 5, itemsPerPage: 2 });
    expect(Object.keys(search.body.Resources[0])).toEqual(['schemas', 'id', 'userName']);
  });
});

describe('a refusal (RFC 7644 §3.12)', () => {
  it('has the form of the protocol, whatever goes wrong', async () => {
    const { id } = await make('taken', { emails: [{ value: 'taken@school.example', type: 'work' }] });
    const refusals: [Promise<{ status: number; body: unknown; text: string }>, number, string | undefined][] = [
      [peer.call('GET', '/Users', undefined, { token: undefined }), 401, undefined],
      [peer.call('GET', '/Users', undefined, { token: 'kreide-scim-wrongwrongwrongwrong' }), 401, undefined],
      [peer.call('GET', '/Nothing'), 404, undefined],
      [peer.call('GET', '/Users/a/b'), 404, undefined],
      [peer.call('GET', '/Users/12'), 404, undefined],
      [peer.call('GET', '/Groups/0x1'), 404, undefined],
      [peer.call('GET', '/Me'), 501, undefined],
      [peer.call('DELETE', '/Users'), 405, undefined],
      [peer.call('POST', `/Users/${id}`, person('x1x')), 405, undefined],
      [peer.call('POST', '/Users', '{"broken'), 400, 'invalidSyntax'],
      [peer.call('POST', '/Users', '[]'), 400, 'invalidSyntax'],
      [peer.call('POST', '/Users', '{"__proto__":{"x":1}}'), 400, 'invalidSyntax'],
      [peer.call('POST', '/Users', { userName: 'x' }), 400, 'invalidSyntax'],
      [peer.call('POST', '/Users', person('TAKEN', { externalId: 'other' })), 409, 'uniqueness'],
      [peer.call('POST', '/Users', person('taken2', { externalId: 'ext-taken' })), 409, 'uniqueness'],
      [
        peer.call('POST', '/Users', person('taken3', { emails: [{ value: 'TAKEN@school.example' }] })),
        409,
        'uniqueness',
      ],
      [peer.call('POST', '/Users', person('noname', { name: {} })), 400, 'invalidValue'],
      [peer.call('POST', '/Users', person('norole', { [KREIDE]: {} })), 400, 'invalidValue'],
      [peer.call('POST', '/Users', person('boss', { [KREIDE]: { role: 'ADMIN' } })), 400, 'invalidValue'],
      [peer.call('POST', '/Users', person('nul\u0000')), 400, 'invalidValue'],
      [peer.call('POST', '/Users', 'x', { headers: { 'content-type': 'text/plain' } }), 415, undefined],
      [peer.call('POST', '/Users', person('x'.repeat(1_100_000))), 413, undefined],
      [peer.call('POST', '/Bulk', { schemas: [BULK], Operations: Array(501).fill({}) }), 413, undefined],
      [peer.call('GET', '/Bulk'), 404, undefined],
    ];
    for (const [asked, status, scimType] of refusals) {
      const answer = await asked;
      expect(answer.status, answer.text).toBe(status);
      expect(answer.body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: `${status}`,
        ...(scimType && { scimType }),
      });
    }
  });
});
