import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Announcement } from '@kreide/core/features/help';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { readAnnouncement, readEnd, toAnnouncementLine } from '../../commands/announcement.ts';
import { addAnnouncement, listAllAnnouncements, removeAnnouncement } from './queries/announcements.ts';

let server: TestServer;
let token: string;
const db = () => server.test.database.kysely;
/** Less than a session lasts. */
const STEP = 5 * 60 * 1000;

beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(db(), 'amsel');
  await buildUser(db(), school.id, 'ben', 'STUDENT');
  token = await signIn(server, 'amsel', 'ben');
});
afterAll(() => server.stop());

const get = (path: string, language = 'de') =>
  server.request('GET', `/v1/announcements${path}`, { token, headers: { 'accept-language': language } });
const titles = async (path = '', language = 'de') =>
  (await get(path, language)).body.data.map(({ title }: Announcement) => title);
const text = (title: string) => ({ title, text: `${title}.\nMore.` });

it('everybody is told the newest three, in their language or in English, until they are over or gone [P-7.42] [P-9.27]', async () => {
  const now = server.clock.now();
  const at = (steps: number) => new Date(now.getTime() + steps * STEP);
  await addAnnouncement(db(), { en: text('One') }, null, at(-4));
  const two = await addAnnouncement(db(), { en: text('Two'), de: text('Zwei') }, null, at(-3));
  await addAnnouncement(db(), { en: text('Three') }, at(1).toISOString(), at(-2));
  await addAnnouncement(db(), { en: text('Four') }, null, at(-1));
  await addAnnouncement(db(), { en: text('Later') }, null, at(9));
  expect(await titles()).toEqual(['Four', 'Three', 'Zwei']);
  expect(await titles('?limit=3', 'fr')).toEqual(['Four', 'Three', 'Two']);
  expect(await titles('?limit=1')).toEqual(['Four']);
  expect((await get('?limit=4')).status).toBe(422);
  server.clock.set(at(1));
  expect(await titles()).toEqual(['Four', 'Zwei', 'One']);
  expect([await removeAnnouncement(db(), two), await removeAnnouncement(db(), two)]).toEqual([true, false]);
  expect(await titles()).toEqual(['Four', 'One']);
  server.clock.set(now);
});

it('one of them is read by its number, and not once it is over [P-7.43]', async () => {
  const now = server.clock.now();
  const end = new Date(now.getTime() + STEP).toISOString();
  const id = await addAnnouncement(db(), { en: text('Short'), uk: text('Коротко') }, end, now);
  expect((await get(`/${id}`, 'uk')).body.data).toEqual({ id, ...text('Коротко'), published_at: now.toISOString() });
  server.clock.set(end);
  expect((await get(`/${id}`)).status).toBe(404);
  expect(toAnnouncementLine((await listAllAnnouncements(db())).at(-1) as never)).toBe(
    `${id}  2026-11-18–2026-11-18  Short (en, uk)`,
  );
});

it('the command takes no file and no end that would show something wrong', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'announcement-')), 'texts.json');
  const read = (content: unknown) => {
    writeFileSync(file, JSON.stringify(content));
    return readAnnouncement(file);
  };
  expect(read({ en: text('Hello') })).toEqual({ en: text('Hello') });
  expect(() => read({ de: text('Hallo') })).toThrow('en:');
  expect(() => read({ en: { title: '', text: 'x' } })).toThrow('en.title:');
  expect(() => readAnnouncement(`${file}.not`)).toThrow('cannot be read');
  const now = new Date('2026-11-18T09:10:00Z');
  expect([readEnd(undefined, now), readEnd('2026-12-01', now)]).toEqual([null, '2026-12-01T00:00:00.000Z']);
  expect(() => readEnd('1.12.', now)).toThrow('expected a date');
  expect(() => readEnd('2026-11-18', now)).toThrow('is over');
});
