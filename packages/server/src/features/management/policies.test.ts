import type { Translate } from '@kreide/core/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
  for (const [name, role] of [
    ['ada', 'STUDENT'],
    ['ben', 'STUDENT'],
    ['cem', 'PARENT'],
    ['office', 'ADMIN'],
  ] as const) {
    ids[name] = (await buildUser(server.test.database.kysely, school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());

const call = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.request(method, `/v1${path}`, { token: tokens[who] ?? '', ...(body && { body }) });
const t = ((key: string) => key) as unknown as Translate;
const policies = (path = '') => `/schools/${school.id}/policies${path}`;
const publish = async (text: string, title = 'Nutzung') =>
  (await call('office', 'POST', policies(), { actor: 'STUDENT', title, text })).body.data;
const isDue = async (who: string) => (await call(who, 'GET', '/users/self')).body.data.has_due_policy;
const list = async (who: string) => (await call(who, 'GET', policies())).body.data;
const accept = (who: string, id: number) => call(who, 'PUT', policies(`/${id}/accept`), {});

it('are put into force for a kind of people, who accept each version once; former versions stay [T-7.112] [T-7.113]', async () => {
  expect([await isDue('ada'), await list('ada')]).toEqual([false, []]);
  const first = await publish('Seid nett.');
  expect(first).toMatchObject({ version: 1, is_current: true, accepted_count: 0, people_count: 2 });
  expect([await isDue('ada'), await isDue('cem'), await isDue('office')]).toEqual([true, false, false]);
  expect(await list('ada')).toEqual([
    expect.objectContaining({ id: first.id, text: 'Seid nett.', accepted_count: null, can: { accept: 1 } }),
  ]);
  expect(await list('cem')).toEqual([]);
  expect((await accept('cem', first.id)).body.error.code).toBe('policy_replaced');
  for (const _ of [1, 2]) expect((await accept('ada', first.id)).body.data.can).toEqual({ accept: 0 });
  expect([await isDue('ada'), await isDue('ben')]).toEqual([false, true]);

  const second = await publish('Seid sehr nett.');
  expect([await isDue('ada'), await isDue('ben')]).toEqual([true, true]);
  expect((await accept('ben', first.id)).body.error.code).toBe('policy_replaced');
  await accept('ben', second.id);
  const versions = (await list('office')).map((one: Record<string, unknown>) => [one.version, one.accepted_count]);
  expect(versions).toEqual([
    [2, 1],
    [1, 1],
  ]);
  // A version without words ends it.
  await publish('');
  expect([await isDue('ada'), await list('ada')]).toEqual([false, []]);
});

it('say who accepted which, in the archive of a person too, and lose them with the person', async () => {
  const { id } = await publish('Bitte leise.', 'Ruhe');
  await accept('ben', id);
  const accepted = async () =>
    (await call('office', 'GET', policies(`/${id}/acceptances`))).body.data.map(
      (one: { user_id: number }) => one.user_id,
    );
  expect(await accepted()).toEqual([ids.ben]);
  const own = server.server.features.all.flatMap(({ personalData }) => personalData?.policy_acceptances ?? []);
  const person = { school_id: school.id, user_id: ids.ben ?? 0 };
  const stored = await Promise.all(own.map((read) => read(server.test.database.kysely, person, t)));
  expect(stored.flat()).toContainEqual({ title: 'Ruhe', version: 4, agreed_at: server.clock.now().toISOString() });
  expect((await call('office', 'DELETE', `/users/${ids.ben}/hard-delete`)).status).toBe(204);
  expect(await accepted()).toEqual([]);
});

it('have a title, and are for a kind of people that there is', async () => {
  const draft = { actor: 'STUDENT', title: 'Nutzung', text: 'Seid nett.' };
  for (const wrong of [{ title: ' ' }, { actor: 'ADMIN' }, { text: 'x'.repeat(20_001) }, { version: 9 }])
    expect((await call('office', 'POST', policies(), { ...draft, ...wrong })).status, JSON.stringify(wrong)).toBe(422);
});

it('are in force for their own kind of people, who alone accept them, and nobody accepts one that ends it', async () => {
  const draft = { actor: 'EMPLOYEE', title: 'Dienst', text: 'Seid da.' };
  const own = (await call('office', 'POST', policies(), draft)).body.data;
  // Pupils have had more versions; those who have gone are not waited for.
  expect(own).toMatchObject({ version: 1, is_current: true, people_count: 1, can: { accept: 1 } });
  const { kysely } = server.test.database;
  await kysely
    .updateTable('users')
    .set({ deleted_at: server.clock.now().toISOString() })
    .where('id', '=', ids.cem ?? 0)
    .execute();
  const other = (await call('office', 'POST', policies(), { ...draft, actor: 'PARENT' })).body.data;
  expect([other.people_count, other.can]).toEqual([0, { accept: 0 }]);
  const ended = await publish('');
  expect((await accept('ada', ended.id)).body.error?.code).toBe('policy_replaced');
});

it('say who accepted them page by page, each with one more that opens the next', async () => {
  const { id } = await publish('Lest.');
  await server.test.database.pool.query(
    `with made as (insert into users (school_id, username, firstname, lastname, sex, type, role)
       select $1, 'zug' || n, 'P' || lpad(n::text, 2, '0'), 'Zug', 'NONE', 'STUDENT', 'STUDENT'
       from generate_series(1, 52) n returning id)
     insert into policy_acceptances (school_id, policy_id, user_id, accepted_at) select $1, $2, id, now() from made`,
    [school.id, id],
  );
  const page = async (number: number) =>
    (await call('office', 'GET', policies(`/${id}/acceptances?page=${number}`))).body.data.map(
      ({ displayname }: { displayname: string }) => displayname,
    );
  expect([(await page(1)).length, await page(2)]).toEqual([51, ['Zug, P51', 'Zug, P52']]);
});
