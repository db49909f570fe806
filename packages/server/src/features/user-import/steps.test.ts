import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  type Importing,
  linesOf,
  savePeople,
  settledRun,
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
  school = await buildSchool(kysely, `finch-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  await buildUser(kysely, school.id, 'office', 'EMPLOYEE');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
});

const act = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = importing.token) =>
  server.request(method, `/v1/schools/${school.id}/csv-users${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
const enter = (step: string) => act('PUT', '/step', { step });
const compare = () => act('POST', '/comparison', { type: 'csv' });
const HEAD = 'Nachname;Vorname;Geburtsdatum;Klasse';
const OLD = ['Abel;Anton;01.02.2010;10a', 'Blum;Berta;03.04.2014;5a', 'Cohn;Carl;05.06.2014;5a'];
const NEW = ['Blum;Berta;03.04.2014;6a', 'Kohn;Carl;05.06.2014;6a', 'Dorn;Dina;07.08.2015;5a'];
/** Through the first two steps. */
async function toList() {
  await compare();
  await enter('remove-duplicated-users');
  return enter('new-users-list');
}

describe('the comparison of a change of school year', () => {
  it('goes through its steps one by one, and is saved at the last and not before [T-4.61]', async () => {
    await savePeople(importing, await uploadPeople(importing, [HEAD, ...OLD]));
    const begun = await compare();
    expect(begun.body.data).toMatchObject({ state: 'OPEN', comparison: { type: 'csv', step: 'introduction' } });
    expect((await enter('new-users-list')).body.error.code).toBe('step_missing');
    expect((await enter('remove-duplicated-users')).status).toBe(200);
    expect((await enter('new-users-list')).status).toBe(200);
    expect((await enter('auto-matches')).body.error.code).toBe('step_missing');
    const run = await uploadPeople(importing, [HEAD, ...NEW], { comparison: 'true' });
    expect(run).toMatchObject({ state: 'READY', comparison: { step: 'new-users-list' } });
    // Whoever is not in the list leaves, though the list says nothing of the tenth grade.
    expect((await linesOf(importing, '?kind=missing')).map(({ name }) => name)).toEqual(['Abel, Anton']);
    await enter('auto-matches');
    expect((await enter('confirm-graduates')).body.error.code).toBe('step_missing');
    const [doubt] = await linesOf(importing, '?kind=ambiguous');
    await act('POST', `/users/${doubt?.candidates[0]?.id}/merge`, { key: doubt?.key });
    expect((await enter('confirm-graduates')).status).toBe(200);
    const early = await settledRun(importing);
    expect((await savePeople(importing, early, { archive_missing: true, many_missing: true })).code).toBe(
      'step_missing',
    );
    await enter('confirm-new-students');
    await enter('summary');
    // A reload, another tab: it stands where it stood.
    const last = await settledRun(importing);
    expect(last.comparison).toEqual({ type: 'csv', step: 'summary' });
    const saved = await savePeople(importing, last, { archive_missing: true, many_missing: true });
    expect(saved).toMatchObject({ state: 'SAVED', counts: { new: 1, changed: 2, missing: 1 } });
  });

  it('waits until somebody has said of doubles who they are, and keeps that for the list [T-4.61] [T-2.112]', async () => {
    const { kysely } = server.test.database;
    const ids = [];
    for (const username of ['d1', 'd2']) ids.push((await buildUser(kysely, school.id, username, 'TEACHER')).id);
    const called = kysely.updateTable('users').set({ firstname: 'Dora', lastname: 'Dold' });
    await called.where('school_id', '=', school.id).where('id', 'in', ids).execute();
    await compare();
    await enter('remove-duplicated-users');
    expect((await enter('new-users-list')).body.error.code).toBe('doubles_open');
    expect((await act('DELETE', `/users/${ids[1]}`)).status).toBe(200);
    expect((await enter('new-users-list')).status).toBe(200);
    await uploadPeople(importing, ['Nachname;Vorname;Rolle;E-Mail', 'Dold;Dora;Lehrer;d@school.example'], {
      comparison: 'true',
    });
    const [line] = await linesOf(importing, '?kind=ambiguous');
    expect(line?.candidates.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('is for administrators alone: whoever manages people otherwise neither begins, decides, saves nor drops it [T-6.26]', async () => {
    const { kysely } = server.test.database;
    const office = kysely.selectFrom('users').select('id').where('school_id', '=', school.id);
    const { id: user_id } = await office.where('username', '=', 'office').executeTakeFirstOrThrow();
    const right = { school_id: school.id, user_id, permission: 'manage-users', is_allowed: true };
    await kysely.insertInto('user_permissions').values(right).execute();
    const token = await signIn(server, school.slink, 'office');
    expect((await act('POST', '/comparison', { type: 'csv' }, token)).status).toBe(403);
    await toList();
    const run = await uploadPeople(importing, [HEAD, ...NEW], { comparison: 'true' });
    const [line] = await linesOf(importing, '?kind=new');
    expect((await act('GET', '/status', undefined, token)).status).toBe(200);
    expect((await act('PUT', '/step', { step: 'auto-matches' }, token)).status).toBe(403);
    expect((await act('POST', '/import-users', { keys: [line?.key] }, token)).status).toBe(403);
    const body = { revision: run.revision, archive_missing: false, many_missing: false };
    expect((await act('PUT', '/save', body, token)).status).toBe(403);
    expect((await act('DELETE', '', undefined, token)).status).toBe(403);
  });

  it('is of a list, as no directory is connected; an upload without it drops it [T-2.118] [T-2.110]', async () => {
    expect((await act('POST', '/comparison', { type: 'data-sync' })).body.error.code).toBe('directory_missing');
    expect((await act('GET', '/comparison')).body.data).toEqual({ directory: null });
    expect((await act('POST', '/comparison', { type: 'paper' })).status).toBe(422);
    await toList();
    expect((await uploadPeople(importing, [HEAD, ...NEW])).comparison).toBeNull();
    await expect(uploadPeople(importing, [HEAD, ...NEW], { comparison: 'true' })).rejects.toThrow(/409/);
  });
});
