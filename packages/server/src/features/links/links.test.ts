import { LINK_RESTORE_HOURS, LINKS_MAXIMUM, type Link } from '@kreide/core/features/links';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hear } from '../../../../../tests/support/chats.ts';
import { buildLink } from '../../../../../tests/support/links.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { pruneLinks } from './queries.ts';

let server: TestServer;
let school: BuiltSchool;
let other: BuiltSchool;
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  other = await buildSchool(db(), 'drossel');
  await buildUser(db(), school.id, 'ada', 'ADMIN');
  await buildUser(db(), school.id, 'ben', 'STUDENT');
  await buildUser(db(), other.id, 'dana', 'STUDENT');
  for (const name of ['ada', 'ben']) tokens[name] = await signIn(server, 'amsel', name);
  tokens.dana = await signIn(server, 'drossel', 'dana');
});
beforeEach(async () => {
  server.clock.set(TEST_NOW);
  await db().deleteFrom('school_links').execute();
});
afterAll(() => server.stop());

const call = (method: string, path: string, body?: object, who = 'ada') =>
  server.request(method, `/v1/links${path}`, { token: tokens[who] ?? '', ...(body ? { body } : {}) });
const draft = { title: ' Mensa ', address: 'mensa.example/plan', about: ' Was es heute gibt ' };
async function add(values: Partial<typeof draft> = {}): Promise<Link> {
  const answer = await call('POST', '', { ...draft, ...values });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const titles = async (who = 'ben') => (await call('GET', '', undefined, who)).body.data.map((one: Link) => one.title);

describe('the links of a school', () => {
  it('are read by everybody there and by nobody elsewhere, each as it was meant [P-7.95]', async () => {
    const link = await add();
    expect(link).toMatchObject({ title: 'Mensa', address: 'https://mensa.example/plan', about: 'Was es heute gibt' });
    expect(link.can).toEqual({ update: 1, delete: 1, move: 1 });
    const [seen] = (await call('GET', '', undefined, 'ben')).body.data;
    expect(seen).toEqual({ ...link, can: { update: 0, delete: 0, move: 0 } });
    expect(await titles('dana')).toEqual([]);
  });

  it('are refused with what is wrong in words, and from the thirty-first on [P-7.95]', async () => {
    const wrong = await call('POST', '', { title: ' ', address: 'javascript:alert(1)', about: '' });
    expect(wrong.status).toBe(422);
    expect(wrong.body.error.issues).toMatchObject([
      { path: 'body.title', message: 'Bitte gib einen Namen an.' },
      { path: 'body.address', message: 'Das ist keine Adresse, die mit http oder https beginnt.' },
    ]);
    for (let place = 1; place < LINKS_MAXIMUM; place += 1) await buildLink(db(), school.id, { place });
    const last = await add({ title: 'Letzter' });
    expect((await call('POST', '', draft)).body.error.code).toBe('links_full');
    expect((await titles()).at(-1)).toBe('Letzter');
    await call('DELETE', `/${last.id}`);
    await add();
    expect((await call('POST', `/${last.id}/restore`)).body.error.code).toBe('links_full');
  });

  it('are changed from the version that somebody saw, and from no older one [P-7.96]', async () => {
    const link = await add();
    server.clock.set(new Date(Date.parse(TEST_NOW) + 1000));
    const body = { ...draft, title: 'Kantine', updated_at: link.updated_at };
    const changed = await call('PUT', `/${link.id}`, body);
    expect(changed.body.data).toMatchObject({ id: link.id, title: 'Kantine' });
    expect((await call('PUT', `/${link.id}`, { ...body, title: 'Imbiss' })).body.error.code).toBe('conflict');
    expect(await titles()).toEqual(['Kantine']);
  });

  it('are removed, come back to their place for a day, and are gone after it [P-7.97]', async () => {
    const [first] = [await add({ title: 'A' }), await add({ title: 'B' })];
    expect((await call('DELETE', `/${first.id}`)).status).toBe(204);
    expect(await titles()).toEqual(['B']);
    expect((await call('DELETE', `/${first.id}`)).status).toBe(404);
    const ends = Date.parse(TEST_NOW) + LINK_RESTORE_HOURS * 3_600_000;
    server.clock.set(new Date(ends));
    tokens.ada = await signIn(server, 'amsel', 'ada');
    tokens.ben = await signIn(server, 'amsel', 'ben');
    expect((await call('POST', `/${first.id}/restore`)).body.data.title).toBe('A');
    expect(await titles()).toEqual(['A', 'B']);
    expect((await call('POST', `/${first.id}/restore`)).status).toBe(404);
    server.clock.set(TEST_NOW);
    tokens.ada = await signIn(server, 'amsel', 'ada');
    await call('DELETE', `/${first.id}`);
    server.clock.set(new Date(ends + 1));
    tokens.ada = await signIn(server, 'amsel', 'ada');
    expect((await call('POST', `/${first.id}/restore`)).status).toBe(404);
    expect(await pruneLinks(db(), new Date(TEST_NOW))).toBe(0);
    expect(await pruneLinks(db(), new Date(ends))).toBe(1);
    server.clock.set(TEST_NOW);
    for (const name of ['ada', 'ben']) tokens[name] = await signIn(server, 'amsel', name);
  });

  it('have the order that was stored last, which names each of them once [P-7.98]', async () => {
    const ids = [(await add({ title: 'A' })).id, (await add({ title: 'B' })).id, (await add({ title: 'C' })).id];
    const [a, b, c] = ids as [number, number, number];
    expect((await call('PUT', '/reorder', { ids: [c, a, b] })).body.data.map((one: Link) => one.title)).toEqual([
      'C',
      'A',
      'B',
    ]);
    for (const wrong of [
      [c, a],
      [c, a, b, b],
      [c, a, a],
      [c, a, 999_999],
    ])
      expect((await call('PUT', '/reorder', { ids: wrong })).body.error.code, JSON.stringify(wrong)).toBe('conflict');
    expect(await titles()).toEqual(['C', 'A', 'B']);
  });

  it('are told to everybody of the school whenever something about them changes', async () => {
    using ben = await hear(server.url, tokens.ben ?? '', ['link.changed']);
    using dana = await hear(server.url, tokens.dana ?? '', ['link.changed']);
    const link = await add({ title: 'A' });
    const second = await add({ title: 'B' });
    await call('PUT', `/${link.id}`, { ...draft, title: 'A2', updated_at: link.updated_at });
    await call('PUT', '/reorder', { ids: [second.id, link.id] });
    await call('DELETE', `/${link.id}`);
    await call('POST', `/${link.id}/restore`);
    const told = () =>
      ben.events.map(({ payload }) => (payload as unknown as Link[]).map(({ title }) => title).join(' '));
    await expect.poll(told).toEqual(['A', 'A B', 'A2 B', 'B A2', 'B', 'B A2']);
    expect(dana.events).toEqual([]);
  });
});
