// features: usage

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { jobsDone } from '../support/notifications.ts';
import { buildSchool, buildUser } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startTrackingService, type TrackingService } from '../support/tracking-service.ts';

let service: TrackingService;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  service = await startTrackingService();
  server = await startTestServer({ pages: APP_PAGES, env: service.env });
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  await buildUser(db, school.id, 'ada', 'TEACHER');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await service?.[Symbol.asyncDispose]();
});

const TYPED = '12 34';

/** Another tab is shown: what was gathered is sent. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  });

/** A telephone number with too few digits. */
async function failToSave(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Telephone' }).fill(TYPED);
  await page.getByRole('region', { name: 'Telephone' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText(/4 to 20 digits/).waitFor();
}

it('pages and failed submits are counted from the consent on until it is taken back, by the way of this server [P-7.106] [C-5.12]', async () => {
  await using app = await openApp(browser, server, { isPrompt: true, username: 'ada', language: 'en' });
  const { page } = app;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const reports = () => asked.filter((url) => url.endsWith('/v1/usage/events')).length;
  const hasCode = () => asked.some((url) => /\/tracking-[^/]*\.js$/.test(url));
  const hideUntil = (number: number) =>
    expect
      .poll(async () => {
        await hide(page);
        return reports();
      })
      .toBe(number);
  const consent = page.getByRole('region', { name: 'Statistics' }).getByText('Be counted in statistics');

  // The parts that wait for calm have come; without consent none of them counts.
  const keeping = page.waitForResponse(/\/start-keeping-[^/]*\.js$/);
  await page.goto('/settings/self');
  await keeping;
  await failToSave(page);
  await hide(page);
  expect([reports(), hasCode()]).toEqual([0, false]);

  const code = page.waitForResponse(/\/tracking-[^/]*\.js$/);
  await consent.click();
  await code;
  const reported = page.waitForResponse(/\/v1\/usage\/events$/);
  await hideUntil(1);
  expect((await reported).status()).toBe(204);
  await failToSave(page);
  await hideUntil(2);
  const counted = () =>
    service.taken.flatMap(({ events }) => events).map(({ key, segmentation }) => ({ key, ...segmentation }));
  await expect.poll(counted).toEqual([
    { key: 'screen', route: '/settings/:id' },
    { key: 'submit', route: '/settings/:id', outcome: 'failed', reason: 'validation' },
  ]);
  expect(decodeURIComponent(service.seen.map(({ body }) => body).join())).not.toContain(TYPED);
  const origin = new URL(server.url).host;
  expect(asked.filter((url) => /^https?:/.test(url) && new URL(url).host !== origin)).toEqual([]);

  const known = reports();
  const self = page.waitForResponse(/\/v1\/users\/self$/);
  await consent.click();
  expect((await (await self).json()).data.is_tracked).toBe(false);
  await page.getByRole('switch', { name: 'Be counted in statistics', checked: false }).waitFor();
  await failToSave(page);
  await hide(page);
  await page.goto('/feed');
  expect(reports()).toBe(known);
  await jobsDone(server);
  expect(service.taken).toHaveLength(2);
  expect(app.problems).toEqual([]);
});
