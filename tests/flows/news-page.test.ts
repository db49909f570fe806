// features: news

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let kreide: TestServer;
let browser: Browser;
let path: string;
let title: string;

beforeAll(async () => {
  kreide = await startTestServer({ env: { KREIDE_DEMO: 'true' }, pages: APP_PAGES });
  const { news } = (await kreide.request('GET', '/v1/public/news/demo?limit=30')).body.data;
  const item = news.find(({ preview_image }: { preview_image: object | null }) => preview_image !== null);
  title = item.title;
  path = new URL(item.url).pathname;
});
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await kreide?.stop();
});

const brand = (app_branding: string | null) =>
  kreide.test.database.kysely.updateTable('schools').set({ app_branding }).where('slink', '=', 'demo').execute();
const picture = (page: Page) =>
  page.locator('img.picture').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
const colourOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

describe('the public page of a news item', () => {
  it('is read without the app and accessible, on a phone and a desk, light and dark, in the colours of the school [D-2.03] [D-4.10]', async () => {
    for (const [width, colorScheme, variant] of [
      [390, 'light', 'hafen'],
      [390, 'dark', null],
      [1280, 'dark', 'hafen'],
      [1280, 'light', null],
    ] as const) {
      await brand(variant);
      await using app = await openApp(browser, kreide, { viewport: { width, height: 844 }, colorScheme });
      const { page, problems } = app;
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(request.url());
      });
      await page.goto(path);
      const state = `${width} ${colorScheme} ${variant}`;
      expect(await page.locator('h1').textContent(), state).toBe(title);
      expect((await page.locator('.content').innerText()).length, state).toBeGreaterThan(40);
      await expect.poll(() => picture(page), { message: state }).toBeGreaterThan(100);
      const board = variant === 'hafen' ? ['rgb(8, 57, 91)', 'rgb(5, 52, 83)'] : ['rgb(23, 63, 49)', 'rgb(23, 56, 44)'];
      expect(await colourOf(page, 'header'), state).toBe(board[colorScheme === 'light' ? 0 : 1]);
      await expectAccessible(page, state);
      expect(scripts, state).toEqual([]);
      // What the policy refuses is told here.
      expect(problems, state).toEqual([]);
    }
  });

  it('leads to the page of the school, and prints without it [D-2.03]', async () => {
    await brand(null);
    await using app = await openApp(browser, kreide);
    const { page } = app;
    await page.goto(path);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('link', { name: 'Zur Seite der Schule' }).count()).toBe(0);
    expect(await colourOf(page, 'body')).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Zur Seite der Schule' }).click();
    await page.waitForURL('**/demo/login');
    await page.getByRole('button', { name: 'Anmelden' }).first().waitFor();
  });

  it('comes from the server also where the app answers pages from the device [D-6.07]', async () => {
    await using app = await openApp(browser, kreide, { serviceWorkers: 'allow' });
    const { page } = app;
    await page.goto('/demo/login');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
    });
    await page.goto(path);
    expect(await page.locator('h1').textContent()).toBe(title);
    await page.goto(path.replace(/\w{12}$/, '000000000000'));
    expect(await page.locator('h1').textContent()).toBe('Diese Neuigkeit gibt es nicht');
    await expectAccessible(page);
  });
});
