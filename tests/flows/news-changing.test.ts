// features: news

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { NewsItem } from '../../packages/core/src/features/news/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { chooseOption, datePicker, fillDate } from '../support/date-picker.ts';
import { passJobWaits } from '../support/jobs.ts';
import {
  card,
  chooseReceivers,
  editorOf,
  isFocused,
  listens,
  send,
  titleOf,
  withNews,
  write,
} from '../support/news-flows.ts';
import { TEST_NOW } from '../support/server.ts';

const { kreide, tokens, create, change, isSeenBy } = withNews();

/** Soon enough that nobody has to sign in again meanwhile. */
const LATER = '2026-11-18T09:15:00.000Z';

async function choose(page: Page, title: string, action: string) {
  await page.getByRole('button', { name: `Aktionen für „${title}“` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

describe('changing news', () => {
  it('an author mends an item, on a page of its own too [C-2.20] [C-6.16]', async () => {
    const item = await create('tess', { content: '<h2>Plan</h2><ul><li>Elbe</li></ul>' });
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news');
    await card(page, 'Wandertag').getByRole('link', { name: 'Wandertag' }).click();
    await page.waitForURL(`**/news/${item.id}`);
    await card(page, 'Wandertag').waitFor();
    await expectAccessible(page);
    await choose(page, 'Wandertag', 'Bearbeiten');
    await titleOf(page).fill('Ausflug');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await card(page, 'Ausflug').waitFor();
    const kept = (await kreide.server.request('GET', `/v1/channels/news/${item.id}`, { token: tokens.paul })).body.data;
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

  it('says that there is no network when the menu cannot be fetched, and opens it when there is one', async () => {
    await create('tess');
    await using app = await kreide.open({ username: 'tess', isFirstVisit: true });
    const { page, context } = app;
    await page.goto('/news');
    const menu = page.getByRole('button', { name: 'Aktionen für „Wandertag“' }).first();
    await menu.waitFor();
    await page.route('**/NewsActions*', (route) => route.abort('internetdisconnected'));
    await context.setOffline(true);
    await menu.click();
    await page.getByRole('alert').getByText('Keine Verbindung').waitFor();
    await page.unroute('**/NewsActions*');
    await context.setOffline(false);
    await page.getByRole('menuitem', { name: 'Bearbeiten', exact: true }).waitFor();
  });

  it('shows a text that the editor would spoil and leaves it as it is', async () => {
    const content = '<p>Zeiten</p><table><tbody><tr><td>8 Uhr</td></tr></tbody></table>';
    const item = await create('tess', { content });
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto(`/news/${item.id}/edit`);
    await page.getByText('Dieser Text enthält etwas').waitFor();
    expect(await editorOf(page).count()).toBe(0);
    await titleOf(page).fill('Ausflug');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await card(page, 'Ausflug').getByRole('cell', { name: '8 Uhr' }).waitFor();
    const kept = (await kreide.server.request('GET', `/v1/channels/news/${item.id}`, { token: tokens.paul })).body.data;
    expect(kept.content_rendered).toBe(content);
  });

  it('somebody who was overtaken is told, sees the newer version and loses nothing', async () => {
    const item = await create('tess');
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto(`/news/${item.id}/edit`);
    await write(page, 'Meiner', ' Meine Worte.');
    expect((await change('carla', item, { title: 'Ihrer' })).status).toBe(200);
    await page.getByRole('button', { name: 'Speichern' }).click();
    const versions = page.getByRole('region', { name: 'Inzwischen hat jemand anderes gespeichert' });
    await versions.getByText('Ihrer').waitFor();
    await versions.getByText('Meine Worte.').waitFor();
    expect(await titleOf(page).inputValue()).toBe('Meiner');
    await editorOf(page).getByText('Meine Worte.').waitFor();
    await page.getByRole('button', { name: 'Meine Fassung speichern' }).click();
    await card(page, 'Meiner').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('who manages news pins an item: it goes to the top at once, and back by itself when that fails [C-4.30] [C-6.15]', async () => {
    await create('tess', { title: 'Wandertag' });
    await create('tess', { title: 'Neueres' });
    await using app = await kreide.open({ username: 'carla' });
    const { page } = app;
    await page.goto('/news');
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
    const item = await create('tess');
    await using reader = await kreide.open({ isPrompt: true, username: 'paul' });
    const connected = listens(reader.page);
    await reader.page.goto('/news');
    await connected;
    await card(reader.page, 'Wandertag').waitFor();
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news');
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
    await using app = await kreide.open({ drivesClock: true, username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await chooseReceivers(page);
    await write(page, 'Morgen', 'Text');
    await page.getByText('Später', { exact: true }).click();
    await fillDate(datePicker(page, 'Datum'), '2026-11-18');
    await chooseOption(page, 'Stunde', '10');
    await chooseOption(page, 'Minute', '15');
    await send(page, 'Planen');
    await page.waitForURL('**/news/scheduled');
    await card(page, 'Morgen').getByText('18. November 2026 um 10:15').waitFor();
    await expectAccessible(page);
    const [item] = (
      await kreide.server.request('GET', '/v1/users/self/feed/news?is_scheduled=1', { token: tokens.tess })
    ).body.data as NewsItem[];
    expect(item?.publish_at).toBe(LATER);
    expect(item && (await isSeenBy('paul', item))).toBe(false);

    await using reader = await kreide.open({ isPrompt: true, drivesClock: true, username: 'paul' });
    const connected = listens(reader.page);
    await reader.page.goto('/news');
    await connected;
    await reader.page.getByText('Noch nichts Neues').waitFor();
    try {
      for (const each of [page, reader.page]) await each.clock.setFixedTime(LATER);
      kreide.server.clock.set(new Date(LATER));
      await passJobWaits(kreide.server.test.database.pool);
      await card(reader.page, 'Morgen').waitFor({ timeout: 40_000 });
      await card(page, 'Morgen').waitFor({ state: 'detached', timeout: 20_000 });
    } finally {
      kreide.server.clock.set(new Date(TEST_NOW));
    }
    expect([...app.problems, ...reader.problems]).toEqual([]);
  });
});
