import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  type Importing,
  linesOf,
  readPeopleTables,
  revertPeople,
  savePeople,
  uploadPeople,
} from '../../../../../tests/support/people-imports.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let importing: Importing;
let schools = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `dohle-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
  await kysely.insertInto('grades').values({ school_id: school.id, shortcut: '5a', source: 'manual' }).execute();
});

/** Twenty pupils; the first `anew` of them have another id, the others that of before. */
const rows = (anew: number) => [
  'ID;Nachname;Vorname;Geburtsdatum;Klasse',
  ...Array.from({ length: 20 }, (_, at) => {
    const letter = 'abcdefghijklmnopqrst'[at];
    return `${at < anew ? 900 + at : at + 1};Kind${letter};Toni;${String(at + 1).padStart(2, '0')}.02.2015;5a`;
  }),
];
const take = (is_taken: boolean) =>
  server.request('POST', `/v1/schools/${school.id}/csv-users/new-ids`, { token: importing.token, body: { is_taken } });
const idsOf = async () => {
  const { kysely } = server.test.database;
  const found = kysely.selectFrom('user_import_identities').select('external_id').where('school_id', '=', school.id);
  return (await found.execute()).map(({ external_id }) => external_id).toSorted();
};

describe('a list whose office has numbered its people anew', () => {
  it('is told of beyond five of a hundred, and merges nobody and gives no id before somebody has said so [T-7.97]', async () => {
    await savePeople(importing, await uploadPeople(importing, rows(0)));
    const before = await idsOf();
    const one = await uploadPeople(importing, rows(1));
    expect(one).toMatchObject({ renumbered: null, counts: { ambiguous: 1, unchanged: 19 } });
    const refused = await take(true);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'nobody_renumbered']);

    const two = await uploadPeople(importing, rows(2));
    expect(two).toMatchObject({
      renumbered: { known: 20, people: 2, taken: 0 },
      counts: { ambiguous: 2, unchanged: 18, changed: 0 },
    });
    await savePeople(importing, two);
    expect(await idsOf()).toEqual(before);
  });

  it('gets all new ids by one word, which is taken back before saving, and undone after it to the former ids [T-7.97] [T-7.104]', async () => {
    await savePeople(importing, await uploadPeople(importing, rows(0)));
    const before = await readPeopleTables(server);
    await uploadPeople(importing, rows(20));
    const taken = await take(true);
    expect(taken.body.data, taken.text).toMatchObject({
      renumbered: { known: 20, people: 20, taken: 20 },
      counts: { ambiguous: 0, changed: 20, new: 0, missing: 0 },
    });
    const [line] = await linesOf(importing, '?kind=changed');
    expect(line).toMatchObject({
      matched_by: 'decision',
      changes: [{ field: 'external_id', before: '1', after: '900' }],
    });
    const back = await take(false);
    expect(back.body.data).toMatchObject({ renumbered: { taken: 0 }, counts: { ambiguous: 20, changed: 0 } });
    const again = await take(true);
    const saved = await savePeople(importing, again.body.data);
    expect(saved.state).toBe('SAVED');
    expect(await idsOf()).toEqual(Array.from({ length: 20 }, (_, at) => String(900 + at)));
    // The list is known from now on.
    expect(await uploadPeople(importing, rows(20))).toMatchObject({ renumbered: null, counts: { unchanged: 20 } });
    expect(await revertPeople(importing, saved)).toMatchObject({ state: 'UNDONE', kept_count: 0 });
    expect(await readPeopleTables(server)).toEqual(before);
  });

  it('keeps what was decided of one person otherwise [T-7.97]', async () => {
    await savePeople(importing, await uploadPeople(importing, rows(0)));
    await uploadPeople(importing, rows(3));
    const [first] = await linesOf(importing, '?kind=ambiguous');
    await server.request('POST', `/v1/schools/${school.id}/csv-users/import-users`, {
      token: importing.token,
      body: { keys: [first?.key] },
    });
    const taken = await take(true);
    expect(taken.body.data).toMatchObject({ renumbered: { people: 2, taken: 2 }, counts: { new: 1, changed: 2 } });
  });

  it('leaves who administers the school to administrators, whoever gives the word for all others', async () => {
    const { kysely } = server.test.database;
    await savePeople(importing, await uploadPeople(importing, rows(0)));
    await kysely
      .updateTable('users')
      .set({ role: 'ADMIN' })
      .where('school_id', '=', school.id)
      .where('lastname', '=', 'Kinda')
      .execute();
    const { id: user_id } = await buildUser(kysely, school.id, 'office', 'EMPLOYEE');
    const given = { school_id: school.id, user_id, permission: 'manage-users', is_allowed: true };
    await kysely.insertInto('user_permissions').values(given).execute();
    await uploadPeople(importing, rows(20));
    const office = await signIn(server, school.slink, 'office');
    const taken = await server.request('POST', `/v1/schools/${school.id}/csv-users/new-ids`, {
      token: office,
      body: { is_taken: true },
    });
    expect(taken.body.data).toMatchObject({
      renumbered: { people: 20, taken: 19 },
      counts: { ambiguous: 1, changed: 19 },
    });
    expect((await take(true)).body.data).toMatchObject({ renumbered: { taken: 20 } });
  });
});
