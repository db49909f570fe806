import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewsItem } from '../../packages/core/src/features/news/index.ts';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { passJobWaits } from '../support/jobs.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let browser: Browser;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer({ pages: APP_PAGES });
  const db = server.test.database.kysely;
  school = await buildSchool(db, 'amsel');
  for (const [name, role] of [
    ['tess', 'TEACHER'],
    ['carla', 'ADMIN'],
    ['paul', 'STUDENT'],
  ] as const) {
    await buildUser(db, school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  await server.test.database.kysely.deleteFrom('news').where('school_id', '=', school.id).execute();
});

const DRAFT = {
  ...{ title: 'Wandertag', content: '<p>Wir gehen an die Elbe.</p>', publish_at: null as string | null },
  ...{ is_pinned: false, is_official: false, is_public: false },
};
const TOMORROW = '2026-11-19T07:30:00.000Z';

async function made(who: string, values: Partial<typeof DRAFT> = {}): Promise<NewsItem> {
  const body = { ...DRAFT, ...values };
  return (await server.request('POST', '/v1/channels/news', { token: tokens[who], body })).body.data;
}
const change = (who: string, { id, updated_at, publish_at }: NewsItem, values: Partial<typeof DRAFT>) =>
  server.request('PUT', `/v1/channels/news/${id}`, {
    token: tokens[who],
    body: { ...DRAFT, publish_at, updated_at, ...values },
  });
const isSeenBy = async (who: string, { id }: NewsItem) =>
  (await server.request('GET', `/v1/channels/news/${id}`, { token: tokens[who] })).status === 200;

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Titel' });
const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
async function choose(page: Page, title: string, action: string) {
  await page.getByRole('button', { name: `Aktionen für „${title}“` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
async function write(page: Page, title: string, text: string) {
  await titleOf(page).fill(title);
  await editorOf(page).click();
  await page.keyboard.type(text);
  await editorOf(page).getByText(text.trim()).waitFor();
}
async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
/** The page hears events from now on. */
const listens = (page: Page) => page.waitForEvent('websocket', { timeout: 20_000 });

describe('writing news', () => {
  it('a teacher writes with formatting, and the open feed of a pupil shows it without loading anew [C-6.12]', async () => {
    await using reader = await openApp(browser, server, { username: 'paul' });
    const connected = listens(reader.page);
    await reader.page.goto('/feed');
    await connected;
    await using writer = await openApp(browser, server, { username: 'tess' });
    const { page } = writer;
    await page.goto('/feed');
    await page.getByRole('link', { name: 'Neuigkeit schreiben' }).click();
    await write(page, 'Wandertag', 'Bitte ');
    const tools = page.getByRole('toolbar', { name: 'Formatierung' });
    await tools.getByRole('button', { name: 'Fett' }).click();
    expect(await tools.getByRole('button', { name: 'Fett' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.type('Regenjacke');
    await tools.getByRole('button', { name: 'Fett' }).click();
    await page.keyboard.type(' mitbringen: ');
    await tools.getByRole('button', { name: 'Link' }).click();
    await page.getByLabel('Adresse des Links').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await page.getByText('Bitte eine Webadresse').waitFor();
    await page.getByLabel('Adresse des Links').fill('wetter.example');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    await card(page, 'Wandertag').waitFor();
    const seen = card(reader.page, 'Wandertag');
    await seen.waitFor();
    expect(await seen.locator('strong').textContent()).toBe('Regenjacke');
    expect(await seen.getByRole('link', { name: 'wetter.example' }).getAttribute('href')).toBe(
      'https://wetter.example/',
    );
    expect(await seen.getByRole('button').count()).toBe(0);
    expect([...writer.problems, ...reader.problems]).toEqual([]);
  });

  it('says everything that is wrong at the field and at the top, and goes to the first [C-2.24]', async () => {
    await using app = await openApp(browser, server, { username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await editorOf(page).waitFor();
    await page.getByText('Später', { exact: true }).click();
    await page.getByLabel('Datum').fill('2031-01-01');
    await page.getByRole('button', { name: 'Planen' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Noch nicht gesendet.' });
    await alert.waitFor();
    expect(await alert.getByRole('listitem').allTextContents()).toEqual([
      'Bitte einen Titel schreiben.',
      'Bitte einen Text schreiben.',
      'Bitte einen Zeitpunkt in den nächsten 400 Tagen wählen.',
    ]);
    await expect.poll(() => isFocused(titleOf(page))).toBe(true);
    for (const field of [titleOf(page), editorOf(page), page.getByLabel('Datum')])
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await titleOf(page).fill('Wandertag');
    expect(await alert.getByRole('listitem').count()).toBe(2);
    expect(await titleOf(page).getAttribute('aria-invalid')).not.toBe('true');
    expect(app.problems).toEqual([]);
  });

  it('is for those who may: a pupil sees no controls, and the page refuses in words [C-6.02] [C-6.12] [C-6.16] [C-6.17]', async () => {
    const item = await made('carla');
    await using app = await openApp(browser, server, { username: 'paul' });
    const { page } = app;
    await page.goto('/feed');
    await card(page, 'Wandertag').waitFor();
    expect(await page.getByRole('link', { name: 'Neuigkeit schreiben' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Aktionen/ }).count()).toBe(0);
    for (const path of ['/news/create', '/news/scheduled', `/news/${item.id}/edit`]) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Kein Zugang' }).waitFor();
      expect(await titleOf(page).count()).toBe(0);
    }
    await using other = await openApp(browser, server, { username: 'tess' });
    await other.page.goto('/feed');
    await card(other.page, 'Wandertag').waitFor();
    await other.page.getByRole('link', { name: 'Neuigkeit schreiben' }).waitFor();
    expect(await other.page.getByRole('button', { name: /^Aktionen/ }).count()).toBe(0);
    expect([...app.problems, ...other.problems]).toEqual([]);
  });

  it('keeps what was written when the server is out of reach, and sends it once when it is back', async () => {
    await using app = await openApp(browser, server, { username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await write(page, 'Wandertag', 'Text');
    const keys: (string | undefined)[] = [];
    await page.route('**/v1/channels/news', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      // It arrives, and the answer does not.
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) await page.clock.runFor(5000);
    await page.getByRole('alert').filter({ hasText: 'Dein Text ist noch da.' }).waitFor();
    expect(await titleOf(page).inputValue()).toBe('Wandertag');
    await page.unroute('**/v1/channels/news');
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    await card(page, 'Wandertag').waitFor();
    expect(await card(page, 'Wandertag').count()).toBe(1);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('leaving the form', () => {
  it('is asked about when something was changed, and a draft comes back', async () => {
    await using app = await openApp(browser, server, { username: 'tess' });
    const { page } = app;
    await page.goto('/feed');
    await page.getByRole('link', { name: 'Neuigkeit schreiben' }).click();
    await write(page, 'Wandertag', 'Halb fertig');
    const question = page.getByRole('alertdialog', { name: 'Seite verlassen?' });
    await page.goBack();
    await question.getByRole('button', { name: 'Hier bleiben' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await titleOf(page).inputValue()).toBe('Wandertag');
    await page.getByRole('link', { name: 'Abbrechen' }).click();
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Verlassen' }).click();
    await page.waitForURL('**/feed');

    await page.getByRole('link', { name: 'Neuigkeit schreiben' }).click();
    await page.getByText('Das ist dein Entwurf vom letzten Mal.').waitFor();
    expect(await titleOf(page).inputValue()).toBe('Wandertag');
    await editorOf(page).getByText('Halb fertig').waitFor();
    await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
    expect(await titleOf(page).inputValue()).toBe('');
    await expect.poll(() => editorOf(page).textContent()).toBe('');
    await page.getByRole('link', { name: 'Abbrechen' }).click();
    await page.waitForURL('**/feed');
    expect(await page.evaluate(() => localStorage.getItem('drafts'))).toBeNull();
    expect(app.problems).toEqual([]);
  });

  it('by loading anew is asked about by the browser', async () => {
    await using app = await openApp(browser, server, { username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await write(page, 'Wandertag', 'Text');
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload({ timeout: 5000 }).catch(() => null);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reloaded;
    expect(await titleOf(page).inputValue()).toBe('Wandertag');
  });
});

describe('changing news', () => {
  it('an author mends an item, on a page of its own too [C-2.20] [C-6.16]', async () => {
    const item = await made('tess', { content: '<h2>Plan</h2><ul><li>Elbe</li></ul>' });
    await using app = await openApp(browser, server, { username: 'tess' });
    const { page } = app;
    await page.goto('/feed');
    await card(page, 'Wandertag').getByRole('link', { name: 'Wandertag' }).click();
    await page.waitForURL(`**/news/${item.id}`);
    await card(page, 'Wandertag').waitFor();
    await expectAccessible(page);
    await choose(page, 'Wandertag', 'Bearbeiten');
    await titleOf(page).fill('Ausflug');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await card(page, 'Ausflug').waitFor();
    const kept = (await server.request('GET', `/v1/channels/news/${item.id}`, { token: tokens.paul })).body.data;
    expect(kept).toMatchObject({
      content_rendered: '<h2>Plan</h2><ul><li>Elbe</li></ul>',
      publish_at: item.publish_at,
    });
    for (const path of ['/news/999999', '/news/abc']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Diese Neuigkeit gibt es nicht' }).waitFor();
      await page.getByRole('navigation', { name: 'Hauptnavigation' }).first().waitFor();
    }
    expect(app.problems).toEqual([]);
  });

  it('shows a text that the editor would spoil and leaves it as it is', async () => {
    const content = '<p>Zeiten</p><table><tbody><tr><td>8 Uhr</td></tr></tbody></table>';
    const item = await made('tess', { content });
    await using app = await openApp(browser, server, { username: 'tess' });
    const { page } = app;
    await page.goto(`/news/${item.id}/edit`);
    await page.getByText('Dieser Text enthält etwas').waitFor();
    expect(await editorOf(page).count()).toBe(0);
    await titleOf(page).fill('Ausflug');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await card(page, 'Ausflug').getByRole('cell', { name: '8 Uhr' }).waitFor();
    const kept = (await server.request('GET', `/v1/channels/news/${item.id}`, { token: tokens.paul })).body.data;
    expect(kept.content_rendered).toBe(content);
  });

  it('somebody who was overtaken is told, sees the newer version and loses nothing', async () => {
    const item = await made('tess');
    await using app = await openApp(browser, server, { username: 'tess' });
    const { page } = app;
    await page.goto(`/news/${item.id}/edit`);
    await write(page, 'Meiner', ' Meine Worte.');
    expect((await change('carla', item, { title: 'Ihrer' })).status).toBe(200);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('button', { name: 'Neuere Fassung laden' }).click();
    const own = page.getByRole('region', { name: 'Deine Fassung' });
    await own.getByText('Meine Worte.').waitFor();
    expect(await titleOf(page).inputValue()).toBe('Ihrer');
    await page.getByRole('button', { name: 'Meinen Titel und Text übernehmen' }).click();
    expect(await titleOf(page).inputValue()).toBe('Meiner');
    await editorOf(page).getByText('Meine Worte.').waitFor();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await card(page, 'Meiner').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('who manages news pins an item: it goes to the top at once, and back by itself when that fails [C-4.30] [C-6.15]', async () => {
    await made('tess', { title: 'Wandertag' });
    await made('tess', { title: 'Neueres' });
    await using app = await openApp(browser, server, { username: 'carla' });
    const { page } = app;
    await page.goto('/feed');
    await card(page, 'Neueres').waitFor();
    const first = () => page.getByRole('article').first().getByRole('heading', { level: 2 }).textContent();
    expect(await first()).toBe('Neueres');
    await page.getByRole('button', { name: 'Aktionen für „Wandertag“' }).click();
    await page.getByRole('menu').waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Anheften' }).click();
    await expect.poll(first).toBe('Wandertag');
    await card(page, 'Wandertag').getByText('Angeheftet').waitFor();
    await page.route('**/pin', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x' }, meta: {} } }),
    );
    await choose(page, 'Wandertag', 'Nicht mehr anheften');
    await expect.poll(first).toBe('Wandertag');
    expect(app.problems).toEqual([]);
  });

  it('deleting takes an item from everybody at once, and can be undone with the keys alone [C-4.33] [C-6.17]', async () => {
    const item = await made('tess');
    await using reader = await openApp(browser, server, { username: 'paul' });
    const connected = listens(reader.page);
    await reader.page.goto('/feed');
    await connected;
    await card(reader.page, 'Wandertag').waitFor();
    await using app = await openApp(browser, server, { username: 'tess' });
    const { page } = app;
    await page.goto('/feed');
    await page.getByRole('button', { name: 'Aktionen für „Wandertag“' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Löschen' }).focus();
    await page.keyboard.press('Enter');
    await card(page, 'Wandertag').waitFor({ state: 'detached' });
    await card(reader.page, 'Wandertag').waitFor({ state: 'detached' });
    expect(await isSeenBy('paul', item)).toBe(false);
    const undo = page.getByRole('button', { name: 'Rückgängig' });
    await expect.poll(() => isFocused(undo)).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await card(page, 'Wandertag').waitFor();
    await card(reader.page, 'Wandertag').waitFor();
    expect([...app.problems, ...reader.problems]).toEqual([]);
  });
});

describe('scheduled news', () => {
  it('stand in their own list, are kept from readers, and appear by themselves when due [C-2.19] [C-4.29]', async () => {
    await using app = await openApp(browser, server, { username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await write(page, 'Morgen', 'Text');
    await page.getByText('Später', { exact: true }).click();
    await page.getByLabel('Datum').fill('2026-11-19');
    await page.getByRole('spinbutton', { name: /Stunde/ }).click();
    await page.keyboard.type('0830');
    await page.getByRole('button', { name: 'Planen' }).click();
    await page.waitForURL('**/news/scheduled');
    await card(page, 'Morgen').getByText('19. November 2026 um 08:30').waitFor();
    await expectAccessible(page);
    const [item] = (await server.request('GET', '/v1/users/self/feed/news?is_scheduled=1', { token: tokens.tess })).body
      .data as NewsItem[];
    expect(item?.publish_at).toBe(TOMORROW);
    expect(item && (await isSeenBy('paul', item))).toBe(false);

    await using reader = await openApp(browser, server, { username: 'paul' });
    const connected = listens(reader.page);
    await reader.page.goto('/feed');
    await connected;
    await reader.page.getByText('Noch nichts Neues').waitFor();
    try {
      for (const each of [page, reader.page]) await each.clock.setFixedTime(TOMORROW);
      server.clock.set(new Date(TOMORROW));
      await passJobWaits(server.test.database.pool);
      await card(reader.page, 'Morgen').waitFor({ timeout: 40_000 });
      await card(page, 'Morgen').waitFor({ state: 'detached', timeout: 20_000 });
    } finally {
      server.clock.set(new Date(TEST_NOW));
    }
    expect([...app.problems, ...reader.problems]).toEqual([]);
  }, 120_000);
});
