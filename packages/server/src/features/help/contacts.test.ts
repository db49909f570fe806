import { CONTACTS_MAXIMUM, type ContactPerson } from '@kreide/core/features/help';
import type { Translate } from '@kreide/core/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hear } from '../../../../../tests/support/chats.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { contactData } from './queries.ts';

let server: TestServer;
let path: string;
let school: { id: number };
let ida: { id: number };
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  const other = await buildSchool(db(), 'drossel');
  path = `/v1/schools/${school.id}/contact-person`;
  await buildUser(db(), school.id, 'ada', 'ADMIN');
  await buildUser(db(), school.id, 'ben', 'STUDENT');
  ida = await buildUser(db(), school.id, 'ida', 'TEACHER');
  await buildUser(db(), other.id, 'dana', 'STUDENT');
  for (const name of ['ada', 'ben']) tokens[name] = await signIn(server, 'amsel', name);
  tokens.dana = await signIn(server, 'drossel', 'dana');
});
afterAll(() => server.stop());

const get = async (who = 'ben') => (await server.request('GET', path, { token: tokens[who] ?? '' })).body.data;
const put = (persons: readonly ContactPerson[], updated_at: string | null) =>
  server.request('PUT', path, { token: tokens.ada ?? '', body: { persons, updated_at } });
const office = { name: ' Sekretariat ', user_id: null, about: '', email: '', telephone: '040 / 123-45', hours: '' };

it('contact persons are stored whole, told to all of the school, and leave with who is erased [P-7.47] [T-7.136]', async () => {
  using ben = await hear(server.url, tokens.ben ?? '', ['contacts.changed']);
  using dana = await hear(server.url, tokens.dana ?? '', ['contacts.changed']);
  const advice = { ...office, name: 'Ida', user_id: ida.id, about: 'Beratung', hours: 'Mo 8 Uhr' };
  const wrong = await put([office, { ...advice, telephone: 'Zimmer 4' }], null);
  expect(wrong.body.error.issues).toMatchObject([
    { path: 'body.persons.1.telephone', message: 'Das ist keine Telefonnummer: 0, + oder 00 und dann Ziffern.' },
  ]);
  const first = await put([advice, office], null);
  expect(first.body.data).toMatchObject({ persons: [advice, { ...office, name: 'Sekretariat' }], can: { update: 1 } });
  expect(await get()).toEqual({ ...first.body.data, can: { update: 0 } });

  // From an older list nobody writes: what a colleague has stored stays.
  server.clock.set(new Date(Date.parse(TEST_NOW) + 1000));
  const second = await put([office, advice], first.body.data.updated_at);
  expect((await put([], first.body.data.updated_at)).status).toBe(409);
  const told = () =>
    ben.events.map(({ payload }) => (payload.persons as ContactPerson[]).map(({ name }) => name).join(' '));
  await expect.poll(told).toEqual(['Ida Sekretariat', 'Sekretariat Ida']);
  expect(dana.events).toEqual([]);
  const t = (() => '') as unknown as Translate;
  const data = await contactData.contact_persons?.(db(), { school_id: school.id, user_id: ida.id }, t);
  expect(data).toMatchObject([{ name: 'Ida', phone: '040 / 123-45', text: ['Beratung', 'Mo 8 Uhr'] }]);

  const names = async () => (await get()).persons.map(({ name }: ContactPerson) => name);
  // Who cannot use the account now is not shown, and comes back with it.
  for (const is_locked of [true, false]) {
    await db().updateTable('users').set({ is_locked }).where('id', '=', ida.id).execute();
    expect(await names()).toEqual(is_locked ? ['Sekretariat'] : ['Sekretariat', 'Ida']);
  }
  // Whoever stores the list meanwhile has not seen them, and takes nobody away.
  await db().updateTable('users').set({ is_locked: true }).where('id', '=', ida.id).execute();
  const third = await put([office], second.body.data.updated_at);
  expect(third.body.data.persons).toHaveLength(1);
  await db().updateTable('users').set({ is_locked: false }).where('id', '=', ida.id).execute();
  expect(await names()).toEqual(['Sekretariat', 'Ida']);
  const call = (method: string, end: string) =>
    server.request(method, `/v1/users/${ida.id}${end}`, { token: tokens.ada ?? '' });
  expect((await call('DELETE', '/hard-delete')).status).toBe(204);
  // Those who look at the list, or keep it on their device, hear of it.
  await expect.poll(told).toEqual(['Ida Sekretariat', 'Sekretariat Ida', 'Sekretariat', 'Sekretariat']);
  expect(await names()).toEqual(['Sekretariat']);
  // Undoing what was shown before does not bring back who is gone.
  expect((await put([advice, office], third.body.data.updated_at)).status).toBe(404);
  expect(
    await db().selectFrom('contact_persons').select('user_id').where('school_id', '=', school.id).execute(),
  ).toEqual([{ user_id: null }]);
});

it('of contact persons there are twenty at most, and one person may be two of them [P-7.47]', async () => {
  const most = Array.from({ length: CONTACTS_MAXIMUM }, () => ({ ...office, user_id: null as number | null }));
  expect((await put([...most, office], (await get()).updated_at)).status).toBe(422);
  const { id } = await buildUser(db(), school.id, 'jan', 'TEACHER');
  for (const one of most.slice(0, 2)) one.user_id = id;
  const stored = await put(most, (await get()).updated_at);
  expect(stored.body.data?.persons, stored.text).toHaveLength(CONTACTS_MAXIMUM);
});
