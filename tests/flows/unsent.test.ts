// features: chat, news

import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { card, chooseReceivers, editorOf, send, titleOf, withNews } from '../support/news-flows.ts';

const { kreide, create, tokens } = withNews();

const showUnsent = (page: Page) => page.getByRole('button', { name: 'Anzeigen' }).click();
const listOf = (page: Page) => page.getByRole('region', { name: 'Noch nicht gesendet' });

/** Uses the app until it has fetched what opens above the frame, the list among it. */
async function useForAMoment(page: Page): Promise<void> {
  let hasFetched = false;
  page.on('response', (response) => {
    if (response.url().includes('/overlays-')) hasFetched = true;
  });
  await openForm(page);
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Shift');
        return hasFetched;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

/** The form for a new item, opened from the list. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/news');
  await page.getByRole('link', { name: /schreiben/i }).click();
  await chooseReceivers(page);
}

async function write(page: Page, title: string): Promise<void> {
  await titleOf(page).fill(title);
  await editorOf(page).fill('Morgen um acht.');
  await send(page);
  await page.getByText('Keine Verbindung: Der Beitrag wird gesendet', { exact: false }).first().waitFor();
}

/** Every sending of news by this browser: title or path, and the key. */
function watch(context: BrowserContext): { what: string; key: string }[] {
  const sent: { what: string; key: string }[] = [];
  context.on('request', (request) => {
    if (request.method() === 'GET' || !request.url().includes('/channels/news')) return;
    const body = request.postDataJSON() as { title?: string } | null;
    sent.push({
      what: body?.title ?? new URL(request.url()).pathname,
      key: request.headers()['idempotency-key'] ?? '',
    });
  });
  return sent;
}

const titles = async () =>
  (await kreide.server.test.database.kysely.selectFrom('news').select('title').orderBy('id').execute()).map(
    ({ title }) => title,
  );

describe('what is written without a network', () => {
  it('waits, survives a reload, and is sent once and in order, however many tabs there are [D-6.07] [D-4.13]', async () => {
    await using app = await kreide.open({ username: 'tess', isFirstVisit: true });
    const { page, context } = app;
    await useForAMoment(page);
    const second = await context.newPage();
    await second.goto('/feed');
    await second.getByRole('heading', { name: 'Neuigkeiten' }).waitFor();
    await context.setOffline(true);
    await write(page, 'Erstens');
    await page.getByRole('link', { name: /schreiben/i }).click();
    await chooseReceivers(page);
    await write(page, 'Zweitens');
    await page.getByText('2 Änderungen warten auf die Verbindung.', { exact: false }).waitFor();
    await second.getByText('2 Änderungen warten auf die Verbindung.', { exact: false }).waitFor();
    await showUnsent(page);
    await expect.poll(() => listOf(page).getByRole('listitem').count()).toBe(2);
    await expectAccessible(page);
    expect(await titles()).toEqual([]);
    const sent = watch(context);
    await context.setOffline(false);
    await expect.poll(titles).toEqual(['Erstens', 'Zweitens']);
    await page.getByText('warten auf die Verbindung', { exact: false }).waitFor({ state: 'detached' });
    await card(page, 'Zweitens').waitFor();
    // What the change of network cut off may be sent again, under its own key.
    expect([...new Map(sent.map(({ key, what }) => [key, what])).values()]).toEqual(['Erstens', 'Zweitens']);
    expect(await titles()).toHaveLength(2);
  });

  it('is not made twice when only the answer was lost [D-6.07] [D-4.13]', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page, context } = app;
    await openForm(page);
    const sent = watch(context);
    // The server gets it; the answer does not arrive.
    await context.route('**/v1/channels/news', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await write(page, 'Wandertag');
    expect(await titles()).toEqual(['Wandertag']);
    await page.reload();
    await page.getByText('1 Änderung wartet auf die Verbindung.').waitFor();
    await context.unroute('**/v1/channels/news');
    await page.reload();
    await card(page, 'Wandertag').waitFor();
    await page.getByText('1 Änderung wartet auf die Verbindung.').waitFor({ state: 'detached' });
    expect(await titles()).toEqual(['Wandertag']);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent.length).toBeGreaterThan(1);
  });

  it('stays with its reason when the server refuses it, until the person decides [D-6.07]', async () => {
    const item = await create('tess', { title: 'Ausflug' });
    await using app = await kreide.open({ username: 'carla', isFirstVisit: true });
    const { page, context } = app;
    await page.goto('/news');
    await card(page, 'Ausflug').waitFor();
    await page.getByRole('button', { name: /Ausflug/ }).click();
    // What the menu consists of is fetched when it is opened.
    const remove = page.getByRole('menuitem', { name: 'Löschen' });
    await remove.waitFor();
    await context.setOffline(true);
    await remove.click();
    await card(page, 'Ausflug').waitFor({ state: 'detached' });
    await page.getByText('1 Änderung wartet auf die Verbindung.', { exact: false }).waitFor();
    const path = `/v1/channels/news/${item.id}`;
    expect((await kreide.server.request('DELETE', path, { token: tokens.tess })).status).toBeLessThan(300);
    await context.setOffline(false);
    await page.getByText('1 Änderung wurde nicht gesendet. Bitte ansehen.').waitFor();
    await showUnsent(page);
    const entry = listOf(page).getByRole('listitem');
    expect(await entry.innerText()).toContain('Beitrag „Ausflug“ löschen');
    await page.reload();
    await showUnsent(page);
    await entry.getByRole('button', { name: 'Verwerfen' }).click();
    await entry.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Neuigkeiten' }).waitFor();
    expect(await page.getByText('Bitte ansehen').count()).toBe(0);
  });

  it('is named before it is lost by signing out [D-6.07]', async () => {
    await using app = await kreide.open({ username: 'tess', isFirstVisit: true });
    const { page, context } = app;
    await openForm(page);
    await context.setOffline(true);
    await write(page, 'Bald weg');
    await context.route('**/v1/channels/news', (route) => route.abort());
    await context.setOffline(false);
    await page.goto('/feed?logout=true');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('1 Änderung ist noch nicht gesendet und geht dabei verloren.').waitFor();
    await dialog.getByRole('button', { name: 'Abmelden' }).click();
    await page.waitForURL((url) => url.pathname !== '/feed');
    const left = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          indexedDB.open('kreide').onsuccess = ({ target }) => {
            const count = (target as IDBOpenDBRequest).result.transaction('outbox').objectStore('outbox').count();
            count.onsuccess = () => resolve(count.result);
          };
        }),
    );
    expect(left).toBe(0);
    expect(await titles()).toEqual([]);
  });
});
