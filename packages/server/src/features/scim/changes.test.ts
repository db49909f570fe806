import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { BULK, connectScim, GROUP, KREIDE, person, type ScimPeer } from '../../../../../tests/support/scim.ts';
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

describe('a PATCH (RFC 7644 §3.5.2)', () => {
  it('adds, replaces and removes, by a path or without one', async () => {
    const { id } = await make('patched');
    const patch = async (...operations: object[]) => {
      const answer = await peer.patch(`/Users/${id}`, ...operations);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    expect((await patch({ op: 'replace', path: 'name.familyName', value: 'Tal' })).name).toEqual({
      formatted: 'Lina Tal',
      familyName: 'Tal',
      givenName: 'Lina',
    });
    const added = await patch({
      op: 'add',
      value: { emails: [{ value: 'p@school.example', type: 'work' }], name: { givenName: 'Mia' } },
    });
    expect(added).toMatchObject({ name: { givenName: 'Mia' }, emails: [{ value: 'p@school.example' }] });
    const replaced = await patch({ op: 'replace', path: 'emails[type eq "work"].value', value: 'q@school.example' });
    expect(replaced.emails[0].value).toBe('q@school.example');
    expect(await patch({ op: 'remove', path: 'emails[type eq "work"]' })).not.toHaveProperty('emails');
    expect((await patch({ op: 'add', path: `${KREIDE}:birthDate`, value: '2015-08-31' }))[KREIDE].birthDate).toBe(
      '2015-08-31',
    );
    expect((await patch({ op: 'remove', path: `${KREIDE}:birthDate` }))[KREIDE]).not.toHaveProperty('birthDate');
    // What the school does not know changes nothing, its version neither.
    const before = await patch({ op: 'replace', path: 'active', value: true });
    const after = await patch({ op: 'add', path: 'title', value: 'Dr.' }, { op: 'add', path: 'locale', value: 'de' });
    expect(after).toEqual(before);
  });

  it('is carried out whole or not at all, and refused with the kind of mistake', async () => {
    const { id } = await make('refused');
    const refusals: [object, string][] = [
      [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
      [{ op: 'replace', path: 'meta.version', value: 'x' }, 'mutability'],
      [{ op: 'add', path: 'groups', value: [{ value: '1' }] }, 'mutability'],
      [{ op: 'replace', path: `${KREIDE}:role`, value: 'TEACHER' }, 'mutability'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'jump', path: 'active' }, 'invalidSyntax'],
      [{ op: 'replace', path: 'active' }, 'invalidValue'],
      [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
      [{ op: 'remove', path: 'userName' }, 'invalidValue'],
      [{ op: 'remove', path: 'name.familyName' }, 'invalidValue'],
      [{ op: 'replace', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
      [{ op: 'replace', path: 'emails[type xx "work"].value', value: 'x' }, 'invalidFilter'],
      [{ op: 'replace', path: 'emails[type ne "work"].value', value: 'a@b.example' }, 'noTarget'],
      [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'no address' }, 'invalidValue'],
      [{ op: 'replace', path: `${KREIDE}:birthDate`, value: '31.08.2015' }, 'invalidValue'],
      [{ op: 'add', value: 'x' }, 'invalidValue'],
    ];
    for (const [operation, scimType] of refusals) {
      const answer = await peer.patch(
        `/Users/${id}`,
        { op: 'replace', path: 'name.familyName', value: 'Half' },
        operation,
      );
      expect(answer.body, JSON.stringify(operation)).toMatchObject({ status: '400', scimType });
      expect(answer.body.detail.length).toBeGreaterThan(10);
    }
    expect((await peer.call('GET', `/Users/${id}`)).body.name.familyName).toBe('Berg');
    expect((await peer.call('PATCH', `/Users/${id}`, { Operations: [] })).body.scimType).toBe('invalidSyntax');
  });
});

describe('many in one call (RFC 7644 §3.7)', () => {
  it('are carried out each by itself, in an order in which what they name is there', async () => {
    const answer = await peer.call('POST', '/Bulk', {
      schemas: [BULK],
      Operations: [
        {
          method: 'POST',
          path: '/Groups',
          bulkId: 'tour',
          data: { schemas: [GROUP], displayName: '9t', members: [{ type: 'User', value: 'bulkId:alice' }] },
        },
        { method: 'POST', path: '/Users', bulkId: 'alice', data: person('alice') },
        { method: 'POST', path: '/Users', bulkId: 'again', data: person('alice') },
        {
          method: 'PATCH',
          path: '/Users/bulkId:alice',
          data: {
            schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
            Operations: [{ op: 'replace', path: 'name.givenName', value: 'Alice' }],
          },
        },
        { method: 'DELETE', path: '/Users/bulkId:nobody' },
      ],
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:BulkResponse']);
    const [group, alice, again, patched, nobody] = answer.body.Operations;
    expect(group).toMatchObject({ method: 'POST', bulkId: 'tour', status: '201' });
    expect(alice).toMatchObject({ method: 'POST', bulkId: 'alice', status: '201' });
    expect(again).toMatchObject({ bulkId: 'again', status: '409', response: { scimType: 'uniqueness' } });
    expect(patched).toMatchObject({ method: 'PATCH', status: '200', location: alice.location });
    expect(nobody).toMatchObject({ method: 'DELETE', status: '409' });
    const [found] = (await find('displayName eq "9t"', '/Groups')).Resources;
    expect(found.members).toMatchObject([{ display: 'Alice Berg', $ref: alice.location }]);
  });

  it('end at the number of failures that the service names', async () => {
    const operation = (bulkId: string) => ({ method: 'POST', path: '/Users', bulkId, data: person('alice') });
    const { body } = await peer.call('POST', '/Bulk', {
      schemas: [BULK],
      failOnErrors: 2,
      Operations: ['a', 'b', 'c'].map(operation),
    });
    expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual(['409', '409']);
  });
});

describe('a class', () => {
  it('is a group of pupils', async () => {
    const ada = await make('pupil.ada');
    const made = await peer.call('POST', '/Groups', {
      schemas: [GROUP],
      displayName: '7a',
      externalId: 'g7a',
      members: [{ value: ada.id }],
    });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({
      schemas: [GROUP],
      externalId: 'g7a',
      displayName: '7a',
      members: [{ value: ada.id, display: 'Lina Berg', type: 'User' }],
      meta: { resourceType: 'Group' },
    });
    const { id } = made.body;
    expect((await peer.call('GET', `/Users/${ada.id}`)).body.groups).toMatchObject([{ value: id, display: '7a' }]);
    expect((await peer.call('POST', '/Groups', { schemas: [GROUP], displayName: '7A' })).body.scimType).toBe(
      'uniqueness',
    );
    const teacher = await make('no.pupil', { [KREIDE]: { role: 'TEACHER' } });
    for (const value of [teacher.id, 'nobody', '00000000-0000-4000-8000-000000000000']) {
      const answer = await peer.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value }] });
      expect(answer.body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    }
    const renamed = await peer.call('PUT', `/Groups/${id}`, { schemas: [GROUP], displayName: '7b', members: [] });
    expect(renamed.body).toMatchObject({ displayName: '7b', members: [] });
    expect((await peer.call('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await peer.call('GET', `/Groups/${id}`)).status).toBe(404);
  });

  it('of the timetable keeps its name, whatever a service says', async () => {
    const { kysely } = server.test.database;
    const { id } = await kysely
      .insertInto('grades')
      .values({ school_id: school.id, shortcut: '10c', name: null, source: 'untis' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const renamed = await peer.patch(`/Groups/${id}`, { op: 'Replace', path: 'displayName', value: '10d' });
    expect(renamed.body).toMatchObject({ status: '400', scimType: 'mutability' });
    expect((await peer.call('DELETE', `/Groups/${id}`)).status).toBe(403);
    const key = await peer.patch(`/Groups/${id}`, { op: 'Add', path: 'externalId', value: 'g10c' });
    expect(key.body).toMatchObject({ displayName: '10c', externalId: 'g10c' });
  });
});
