import type { NewsItem } from '@kreide/core/features/news';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { startTranslationService } from '../../../../../tests/support/translation-service.ts';

let service: Awaited<ReturnType<typeof startTranslationService>>;
let server: TestServer;
let choir: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  service = await startTranslationService();
  const env = { KREIDE_TRANSLATE_URL: service.url, KREIDE_TRANSLATE_KEY: service.key };
  server = await startTestServer({ env });
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  const ids: Record<string, number> = {};
  for (const name of ['ada', 'uli', 'other']) {
    ids[name] = (await buildUser(db, school.id, name, name === 'ada' ? 'TEACHER' : 'PARENT')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  choir = (await buildChannel(db, school.id, { admins: [ids.ada as number], members: [ids.uli as number] })).id;
});
afterAll(async () => {
  await server?.stop();
  await service?.[Symbol.asyncDispose]();
});

const made = async (values: object = {}): Promise<NewsItem> => {
  const body = {
    title: 'Chor & Band',
    content: '<p>Am <b>Freitag</b>.</p>',
    publish_at: null,
    is_pinned: false,
    is_official: false,
    is_public: false,
    channels: [choir],
    ...values,
  };
  return (await server.request('POST', '/v1/channels/news', { token: tokens.ada, body })).body.data;
};
const translate = (who: string, { id }: NewsItem, lang: string) =>
  server.request('GET', `/v1/channels/news/${id}/translate?lang=${lang}`, { token: tokens[who] });

it('title and text come in the language that somebody asked for, the markup as it was [C-7.92]', async () => {
  const item = await made();
  expect(service.asked).toEqual([]);
  const { status, body } = await translate('uli', item, 'uk');
  expect(status).toBe(200);
  expect(body.data).toEqual({ lang: 'uk', texts: ['[uk] Chor & Band', '<p>[uk] Am <b>Freitag</b>.</p>'] });
  expect(service.asked).toEqual([
    { q: ['Chor & Band'], target: 'uk' },
    { q: ['<p>Am <b>Freitag</b>.</p>'], target: 'uk', format: 'html' },
  ]);
});

it('what the service makes of it is cleaned as what somebody writes [C-7.92]', async () => {
  const item = await made();
  service.turn = () =>
    '<p onclick="x()">Hello<script>x()</script><a href="javascript:x()">here</a><img src="https://spy.example/x.png"></p>';
  const { body } = await translate('uli', item, 'en');
  service.turn = null;
  expect(body.data.texts[1]).toBe('<p>Hello<a>here</a></p>');
});

it('nobody gets an item by asking for its translation, and what is wrong is said [C-7.92]', async () => {
  const item = await made();
  const before = service.asked.length;
  expect((await translate('other', item, 'en')).status).toBe(404);
  expect((await translate('uli', item, 'xx')).body.error.code).toBe('translation_failed');
  expect((await translate('uli', item, '..')).status).toBe(422);
  const later = await made({ publish_at: '2026-11-20T08:00:00.000Z' });
  expect((await translate('uli', later, 'en')).status).toBe(404);
  expect(service.asked).toHaveLength(before);
  expect((await translate('ada', later, 'en')).status).toBe(200);
});

it('an item says that it can be translated, and that no SMS goes with it; a draft says neither [C-3.28]', async () => {
  const item = await made({ is_confirmable: true, is_notifiable: false });
  const flags = {
    is_public: false,
    is_confirmable: true,
    is_notifiable: false,
    is_official: false,
    is_pinned: false,
    has_translations: true,
    has_emergency_sms: false,
  };
  expect(item).toMatchObject(flags);
  const listed = (await server.request('GET', '/v1/users/self/feed/news', { token: tokens.uli })).body.data;
  expect(listed.find(({ id }: NewsItem) => id === item.id)).toMatchObject(flags);
  for (const flag of ['has_translations', 'has_emergency_sms']) expect(await made({ [flag]: true })).toBeUndefined();
});
