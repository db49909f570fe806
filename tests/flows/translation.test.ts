// features: translations, chat, news

import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { writeMessage } from '../support/chats.ts';
import { buildSchool, buildUser, signIn } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { buildSurvey } from '../support/surveys.ts';
import { startTranslationService } from '../support/translation-service.ts';

let service: Awaited<ReturnType<typeof startTranslationService>>;
let server: TestServer;
let browser: Browser;
let place: { id: number; chat_id: number };

beforeAll(async () => {
  service = await startTranslationService();
  const env = { KREIDE_TRANSLATE_URL: service.url, KREIDE_TRANSLATE_KEY: service.key };
  server = await startTestServer({ pages: APP_PAGES, env });
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  const ada = await buildUser(db, school.id, 'ada', 'TEACHER');
  const uli = await buildUser(db, school.id, 'uli', 'PARENT');
  await buildUser(db, school.id, 'other', 'PARENT');
  await buildUser(db, school.id, 'cem', 'ADMIN');
  place = await buildChannel(db, school.id, { admins: [ada.id], members: [uli.id] });
  await writeMessage(db, school.id, place, ada.id, 'Morgen ist schulfrei.');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await service?.[Symbol.asyncDispose]();
});

it('a message is shown in another language when its reader asks for it, who is told where it goes first [C-1.11] [C-1.12] [C-7.55]', async () => {
  await using app = await openApp(browser, server, { username: 'uli' });
  const { page } = app;
  await page.goto(`/channels/${place.id}/chat`);
  await page.getByRole('log').getByText('Morgen ist schulfrei.').waitFor();
  await page
    .getByRole('log')
    .getByRole('button', { name: /^Aktionen/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Übersetzen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Übersetzen' });
  await dialog.getByText(/außerhalb der EU/).waitFor();
  await dialog.getByText(new URL(service.url).host).waitFor();
  await expectAccessible(page);
  expect(service.asked).toEqual([]);
  await dialog.getByRole('button', { name: /Sprache/ }).click();
  await page.getByRole('option', { name: 'українська' }).click();
  await dialog.getByRole('button', { name: 'Übersetzen' }).click();
  await dialog.getByText('[uk] Morgen ist schulfrei.').waitFor();
  expect(await dialog.getByRole('status').getAttribute('lang')).toBe('uk');
  expect(service.asked).toEqual([{ q: ['Morgen ist schulfrei.'], target: 'uk' }]);
  service.isDown = true;
  await dialog.getByRole('button', { name: /Sprache/ }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await dialog.getByRole('button', { name: 'Übersetzen' }).click();
  await dialog.getByText(/nicht gelungen/).waitFor();
  service.isDown = false;
  await dialog.getByRole('button', { name: 'Schließen' }).click();
  await page.getByRole('log').getByText('Morgen ist schulfrei.').waitFor();
  expect(app.problems).toEqual([]);
});

it('a survey is shown in another language when its reader asks for it, the original first [C-7.80] [C-1.11]', async () => {
  const db = server.test.database.kysely;
  const school = await db.selectFrom('schools').select('id').executeTakeFirstOrThrow();
  const ada = await db.selectFrom('users').select('id').where('username', '=', 'ada').executeTakeFirstOrThrow();
  const survey = await buildSurvey(server, school.id, ada.id, []);
  const [sender, uli] = [await signIn(server, 'amsel', 'ada'), await signIn(server, 'amsel', 'uli')];
  const body = { uuid: randomUUID(), content: '', survey_uuid: survey.uuid };
  const path = `/v1/channels/chats/${place.chat_id}/messages/survey`;
  expect((await server.request('POST', path, { token: sender, body })).status).toBe(200);
  await using app = await openApp(browser, server, { username: 'uli' });
  const { page } = app;
  await page.goto(`/channels/${place.id}/chat`);
  const card = page.getByRole('region', { name: 'Umfrage: Wohin wandern wir?' });
  await card.getByText('Wald').waitFor();
  await card.getByRole('button', { name: 'Mehr zu dieser Umfrage' }).click();
  await page.getByRole('menuitem', { name: 'Übersetzen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Übersetzen' });
  await dialog.getByRole('button', { name: /Sprache/ }).click();
  await page.getByRole('option', { name: 'English' }).click();
  const before = service.asked.length;
  await dialog.getByRole('button', { name: 'Übersetzen' }).click();
  await dialog.getByText('[en] Wohin wandern wir?').waitFor();
  expect(await dialog.getByRole('status').innerText()).toBe('[en] Wohin wandern wir?\n– [en] Wald\n– [en] See');
  expect(service.asked.slice(before)).toEqual([{ q: ['Wohin wandern wir?', 'Wald', 'See'], target: 'en' }]);
  await dialog.getByRole('button', { name: 'Schließen' }).click();
  await card.getByText('Wald').waitFor();
  const asked = await server.request('GET', `/v1/channels/surveys/${survey.id}/translate?lang=en`, { token: uli });
  expect(asked.body.data).toMatchObject({
    lang: 'en',
    questions: [{ uuid: survey.question_uuid, options: survey.options.map((id) => ({ id })) }],
  });
  expect(app.problems).toEqual([]);
});

it('nobody gets the text of a chat by asking for its translation [C-7.55]', async () => {
  const token = await signIn(server, 'amsel', 'other');
  const before = service.asked.length;
  const path = `/v1/channels/chats/${place.chat_id}/messages/1/translate`;
  expect((await server.request('GET', `${path}?lang=en`, { token })).status).toBe(403);
  const uli = await signIn(server, 'amsel', 'uli');
  expect((await server.request('GET', `${path}?lang=xx`, { token: uli })).body.error.code).toBe('translation_failed');
  expect((await server.request('GET', `${path}?lang=..`, { token: uli })).status).toBe(422);
  expect(service.asked).toHaveLength(before);
});

it('a news item is shown in another language beside its original when a reader asks for it [C-1.11] [C-2.113] [C-2.114]', async () => {
  const token = await signIn(server, 'amsel', 'ada');
  const body = {
    title: 'Wandertag',
    content: '<p>Wir gehen <strong>an die Elbe</strong>.</p>',
    publish_at: null,
    is_pinned: false,
    is_official: false,
    is_public: false,
    channels: [place.id],
  };
  expect((await server.request('POST', '/v1/channels/news', { token, body })).status).toBe(200);
  const before = service.asked.length;
  await using app = await openApp(browser, server, { username: 'uli' });
  const { page } = app;
  await page.goto('/news');
  const item = page.getByRole('article', { name: 'Wandertag' });
  await item.getByRole('button', { name: /^Aktionen/ }).click();
  const entriesOf = (on: typeof page) => on.getByRole('menuitem').allTextContents();
  await page.getByRole('menuitem').first().waitFor();
  expect(await entriesOf(page)).toEqual(['Übersetzen']);
  await page.getByRole('menuitem', { name: 'Übersetzen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Übersetzen' });
  await dialog.getByText(/außerhalb der EU/).waitFor();
  expect(service.asked).toHaveLength(before);
  await dialog.getByRole('button', { name: /Sprache/ }).click();
  await page.getByRole('option', { name: 'українська' }).click();
  await dialog.getByRole('button', { name: 'Übersetzen' }).click();
  const shown = dialog.getByRole('status');
  await shown.getByRole('heading', { name: '[uk] Wandertag' }).waitFor();
  expect([await shown.getAttribute('lang'), await shown.locator('strong').textContent()]).toEqual([
    'uk',
    'an die Elbe',
  ]);
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Ursprünglich' }).check();
  await shown.getByRole('heading', { name: 'Wandertag', exact: true }).waitFor();
  expect(await shown.getAttribute('lang')).toBe('');
  expect(service.asked).toHaveLength(before + 2);
  await dialog.getByRole('radio', { name: 'Übersetzung' }).check();
  await shown.getByRole('heading', { name: '[uk] Wandertag' }).waitFor();
  await page.keyboard.press('Escape');
  await item.getByText('Wir gehen an die Elbe.').waitFor();
  expect(app.problems).toEqual([]);
  // Others have what they may do besides, and nothing else.
  for (const [username, entries] of [
    ['ada', ['Übersetzen', 'Bearbeiten', 'Löschen']],
    ['cem', ['Übersetzen', 'Bearbeiten', 'Anheften', 'Löschen']],
  ] as const) {
    await using other = await openApp(browser, server, { username });
    await other.page.goto('/news');
    await other.page.getByRole('button', { name: 'Aktionen für „Wandertag“' }).click();
    await other.page.getByRole('menuitem').first().waitFor();
    expect(await entriesOf(other.page)).toEqual(entries);
  }
});
