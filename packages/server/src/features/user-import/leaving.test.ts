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
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let importing: Importing;
let schools = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const NOW = new Date(TEST_NOW).getTime();
const at = (days: number) => new Date(NOW + days * 24 * 60 * 60 * 1000).toISOString();
const HEAD = 'ID;Nachname;Vorname;Geburtsdatum;Klasse';
const ABEL = '1;Abel;Anton;01.02.2010;10a';
const BLUM = '2;Blum;Berta;03.04.2010;10a';
const upload = (...rows: string[]) => uploadPeople(importing, [HEAD, ...rows]);
const anton = () =>
  server.test.database.kysely
    .selectFrom('users')
    .select(['deleted_at', 'expire_at', 'read_only_from'])
    .where('school_id', '=', school.id)
    .where('firstname', '=', 'Anton')
    .executeTakeFirstOrThrow();
const setAnton = (values: { deleted_at?: string; expire_at: string | null; read_only_from?: string }) =>
  server.test.database.kysely
    .updateTable('users')
    .set(values)
    .where('school_id', '=', school.id)
    .where('firstname', '=', 'Anton')
    .execute();

beforeEach(async () => {
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `wren-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
  await savePeople(importing, await upload(ABEL, BLUM));
});

describe('somebody of whom a change of the school year has it that they leave', () => {
  it.each([
    ['who may still read', at(0)],
    ['whose last day is to come', at(1)],
  ])('and %s is not archived before their time because a list lacks them', async (_, read_only_from) => {
    await setAnton({ read_only_from, expire_at: at(30) });
    const run = await upload(BLUM);
    expect(run.counts).toMatchObject({ missing: 0, unchanged: 1 });
    await savePeople(importing, run, { archive_missing: true, many_missing: true });
    expect(await anton()).toEqual({ deleted_at: null, expire_at: at(30), read_only_from });
  });

  it('and has left is back with all rights when a list has them, which is shown before and can be undone', async () => {
    await setAnton({ read_only_from: at(0), expire_at: at(30) });
    const before = await readPeopleTables(server);
    const run = await upload(ABEL, BLUM);
    expect(run.counts).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await linesOf(importing, '?kind=changed')).toMatchObject([
      { name: 'Abel, Anton', changes: [{ field: 'archived', before: 'true', after: 'false' }] },
    ]);
    const { id } = await savePeople(importing, run);
    expect(await anton()).toEqual({ deleted_at: null, expire_at: null, read_only_from: null });
    await revertPeople(importing, { id });
    expect(await readPeopleTables(server)).toEqual(before);
  });

  it('and is still here stays as it was decided when a list of this year has them', async () => {
    await setAnton({ read_only_from: at(1), expire_at: at(30) });
    expect((await upload(ABEL, BLUM)).counts).toMatchObject({ changed: 0, unchanged: 2 });
  });

  it.each([
    ['by such a change', { read_only_from: at(-60) }],
    ['before there was time to read', {}],
  ])('and was archived %s can sign in again when a list has them', async (_, values) => {
    await setAnton({ ...values, expire_at: at(-30), deleted_at: at(-30) });
    await savePeople(importing, await upload(ABEL, BLUM));
    expect(await anton()).toEqual({ deleted_at: null, expire_at: null, read_only_from: null });
  });

  it('but whose end was taken away by hand is missing as everybody else is', async () => {
    await setAnton({ read_only_from: at(0), expire_at: null });
    expect((await upload(BLUM)).counts).toMatchObject({ missing: 1, unchanged: 1 });
    expect((await upload(ABEL, BLUM)).counts).toMatchObject({ missing: 0, changed: 0, unchanged: 2 });
  });

  it('keeps an end to come that somebody set by hand', async () => {
    await setAnton({ expire_at: at(30), deleted_at: at(-1) });
    await savePeople(importing, await upload(ABEL, BLUM));
    expect(await anton()).toEqual({ deleted_at: null, expire_at: at(30), read_only_from: null });
  });
});
