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
  school = await buildSchool(server.test.database.kysely, `wren-${schools}`);
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
});

const act = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  server.request(method, `/v1/schools/${school.id}/${path}`, {
    token: importing.token,
    ...(body === undefined ? {} : { body }),
  });
const HEAD = 'Nachname;Vorname;Geburtsdatum;Klasse;Erzieher 1: Nachname;Erzieher 1: Vorname;Erzieher 1: E-Mail';
const FAMILY = [
  'Adler;Ava;01.02.2014;5a;Adler;Uta;uta@home.example',
  'Adler;Ben;03.04.2015;5a;Adler;Uta;uta@home.example',
  'Bauer;Cem;05.06.2014;5a;Bauer;Ida;ida@home.example',
];
const saved = async (rows: readonly string[], choices = {}) =>
  savePeople(importing, await uploadPeople(importing, [HEAD, ...rows]), choices);
const namesOf = async (kind: string) => (await linesOf(importing, `?kind=${kind}`)).map(({ name }) => name);
const idOf = async (lastname: string, firstname: string) => {
  const { kysely } = server.test.database;
  const found = kysely.selectFrom('users').select('id').where('school_id', '=', school.id);
  const { id } = await found
    .where('lastname', '=', lastname)
    .where('firstname', '=', firstname)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
};
const inUse = async (table: 'grades' | 'teachers') => {
  const { kysely } = server.test.database;
  const rows = kysely.selectFrom(table).select('shortcut').where('school_id', '=', school.id);
  return (await rows.where('ended_at', 'is', null).orderBy('shortcut').execute()).map(({ shortcut }) => shortcut);
};

describe('parents in an import', () => {
  it('stay unless it is said that they go with the last of their children, and come back with them [T-7.93]', async () => {
    await saved(FAMILY);
    const before = await readPeopleTables(server);
    await uploadPeople(importing, [HEAD, 'Adler;Ava;01.02.2014;5a;;;']);
    expect(await namesOf('missing')).toEqual(['Adler, Ben', 'Bauer, Cem']);
    const { body } = await act('POST', 'csv-users/parents/keep', { is_kept: false });
    expect(body.data).toMatchObject({ keeps_parents: false, counts: { missing: 3 } });
    // One of Uta's children stays.
    expect(await namesOf('missing')).toEqual(['Adler, Ben', 'Bauer, Cem', 'Bauer, Ida']);
    const kept = await act('POST', 'csv-users/keep', { user_ids: [await idOf('Bauer', 'Cem')], is_kept: true });
    expect(kept.body.data.counts.missing).toBe(2);
    const gone = await act('POST', 'csv-users/keep', { user_ids: [await idOf('Bauer', 'Cem')], is_kept: false });
    const run = await savePeople(importing, gone.body.data, { archive_missing: true, many_missing: true });
    const { kysely } = server.test.database;
    const archived = kysely.selectFrom('users').select('firstname').where('school_id', '=', school.id);
    expect(
      (await archived.where('deleted_at', 'is not', null).orderBy('firstname').execute()).map((one) => one.firstname),
    ).toEqual(['Ben', 'Cem', 'Ida']);
    expect((await revertPeople(importing, run)).state).toBe('UNDONE');
    expect(await readPeopleTables(server)).toEqual(before);
  });
});

describe('doubles', () => {
  async function buildDoubles() {
    const { kysely } = server.test.database;
    const teacher = async (username: string, lastname: string) => {
      const user = await buildUser(kysely, school.id, username, 'TEACHER');
      await kysely
        .updateTable('users')
        .set({ firstname: 'Dora', lastname })
        .where('school_id', '=', school.id)
        .where('id', '=', user.id)
        .execute();
      return user;
    };
    return [await teacher('d1', 'Dold'), await teacher('d2', 'Dold'), await teacher('e1', 'Ebel')] as const;
  }

  it('are listed with search, page by page [T-7.108]', async () => {
    await buildDoubles();
    const { body } = await act('GET', 'duplicated-users');
    expect(body.data).toHaveLength(1);
    expect(body.data[0].users.map(({ name }: { name: string }) => name)).toEqual(['Dold, Dora', 'Dold, Dora']);
    expect((await act('GET', 'duplicated-users?search=dold')).body.data).toHaveLength(1);
    expect((await act('GET', 'duplicated-users?search=ebel')).body.data).toEqual([]);
    expect((await act('GET', 'duplicated-users?page=2')).body.data).toEqual([]);
  });

  it('are left out of the comparison, come back into it, or are said to be two people [T-7.100] [T-7.108]', async () => {
    const [first, second] = await buildDoubles();
    const list = ['Nachname;Vorname;Rolle;E-Mail', 'Dold;Dora;Lehrer;dora@school.example'];
    await uploadPeople(importing, list);
    expect(await namesOf('ambiguous')).toEqual(['Dold, Dora']);
    expect((await act('DELETE', `csv-users/users/${second.id}`)).status).toBe(200);
    // Only one candidate is left, and nobody else is archived for it.
    const [line] = await linesOf(importing, '?kind=ambiguous');
    expect(line?.candidates.map(({ id }) => id)).toEqual([first.id]);
    expect(await namesOf('missing')).toEqual([]);
    expect((await act('GET', 'duplicated-users')).body.data[0]).toMatchObject({
      is_settled: true,
      users: [{ is_removed: false }, { is_removed: true }],
    });
    await act('POST', 'csv-users/users', { user_ids: [first.id, second.id] });
    expect((await linesOf(importing, '?kind=ambiguous'))[0]?.candidates).toHaveLength(2);
    expect((await act('GET', 'duplicated-users')).body.data[0]).toMatchObject({ is_settled: true });
    expect((await act('DELETE', 'csv-users/users/999999999')).body.error.code).toBe('not_found');
  });

  it('cannot be left out of an import that is not open any more', async () => {
    const [first] = await buildDoubles();
    await saved(FAMILY);
    expect((await act('DELETE', `csv-users/users/${first.id}`)).body.error.code).toBe('import_not_open');
  });
});

describe('classes and teachers of a list', () => {
  const LIST = [
    'Nachname;Vorname;Rolle;Klasse;Kürzel',
    'Neu;Nika;Schüler;5x;',
    'Neu;Nils;Schüler;5x;',
    'Kern;Kai;Lehrer;;Kn',
  ];

  it('are extracted, added before anybody is saved, and go when the import is dropped [T-7.90] [T-7.91]', async () => {
    await uploadPeople(importing, LIST);
    const extracted = await act('POST', 'csv-users/extract-timetable-entities');
    expect(extracted.body.data).toEqual({
      grades: [{ shortcut: '5x', people: 2, is_doubtful: false }],
      teachers: [{ shortcut: 'Kn', firstname: 'Kai', lastname: 'Kern' }],
    });
    expect(await inUse('grades')).toEqual([]);
    const foreign = await act('POST', 'csv-users/publish-timetable-entities', { grades: ['5x', '9z'], teachers: [] });
    expect(foreign.body.error.code).toBe('not_found');
    const { body } = await act('POST', 'csv-users/publish-timetable-entities', { grades: ['5x'], teachers: ['Kn'] });
    expect(body.data.new_classes).toEqual([]);
    expect([await inUse('grades'), await inUse('teachers')]).toEqual([['5x'], ['Kn']]);
    const again = await act('POST', 'csv-users/publish-timetable-entities', { grades: ['5x'], teachers: [] });
    expect(again.body.error.code).toBe('not_found');
    // Another reading of the list does not lose sight of them.
    await uploadPeople(importing, LIST);
    expect((await act('DELETE', 'csv-users')).status).toBe(204);
    expect([await inUse('grades'), await inUse('teachers')]).toEqual([[], []]);
  });

  it('are not added unasked where they look like something else, or like another class', async () => {
    const doubtful = ['030 1234567', '5 X', '@b'].map((name, at) => `Neu;N${at};Schüler;${name};`);
    await uploadPeople(importing, [...LIST, ...doubtful]);
    const { grades } = (await act('POST', 'csv-users/extract-timetable-entities')).body.data;
    const names = (isDoubtful: boolean) =>
      grades.flatMap((one: { shortcut: string; is_doubtful: boolean }) =>
        one.is_doubtful === isDoubtful ? [one.shortcut] : [],
      );
    expect([names(false).length, names(true).length]).toEqual([1, 3]);
    const add = (...accept_classes: string[]) =>
      act('POST', 'csv-users/publish-timetable-entities', {
        grades: [...names(false), ...names(true)],
        teachers: [],
        accept_classes,
      });
    expect((await add(...names(true).slice(1))).body.error.code).toBe('doubtful_classes');
    expect(await inUse('grades')).toEqual([]);
    expect((await add(...names(true))).status).toBe(200);
    expect(await inUse('grades')).toHaveLength(4);
    await act('DELETE', 'csv-users');
  });

  it('go when the import is taken back [T-7.91]', async () => {
    await uploadPeople(importing, LIST);
    const { body } = await act('POST', 'csv-users/publish-timetable-entities', { grades: ['5x'], teachers: ['Kn'] });
    const run = await savePeople(importing, body.data);
    expect(run.state).toBe('SAVED');
    expect((await revertPeople(importing, run)).state).toBe('UNDONE');
    expect([await inUse('grades'), await inUse('teachers')]).toEqual([[], []]);
  });
});
