import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startTestServer({ pages: APP_PAGES });
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'ada', 'STUDENT');
  browser = await openBrowser();
});
beforeEach(() => server.test.database.kysely.deleteFrom('sessions').execute());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Ada in the app, whose session then ends on the server alone. */
async function openEnded() {
  const storage = { last_school: JSON.stringify({ slink: 'amsel', name: 'Amsel' }) };
  const app = await openApp(browser, server, { username: 'ada', language: 'en', storage });
  await app.page.goto('/feed');
  await app.page.getByRole('heading', { level: 1, name: 'News' }).waitFor();
  await server.test.database.kysely.deleteFrom('sessions').execute();
  server.clock.advance(60 * 60 * 1000);
  const kept = () => app.page.evaluate(() => localStorage.getItem('auth_token') !== null);
  return { ...app, kept };
}

describe('a session that ended on the server', () => {
  it('and cannot be renewed signs out on the device, says so, and leaves nothing of it [P-4.08] [P-4.07]', async () => {
    const { page, context, kept, problems } = await openEnded();
    expect(await kept()).toBe(true);
    await page.reload();
    await page.waitForURL('**/amsel/login');
    await page.getByText('The session has ended').waitFor();
    expect(await kept()).toBe(false);
    await page.goto('/feed');
    await page.waitForURL((url) => url.pathname !== '/feed');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('stays on the device while the renewal is refused only for a while [P-4.08]', async () => {
    const { page, context, kept } = await openEnded();
    let renewals = 0;
    await page.route('**/v1/auth/refresh', (route) => {
      renewals += 1;
      return route.fulfill({ status: 503, json: { error: { code: 'not_ready', message: 'soon' }, meta: {} } });
    });
    await page.reload();
    await expect.poll(() => renewals, { timeout: 15_000 }).toBeGreaterThan(0);
    await page.waitForTimeout(500);
    expect(await kept()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/feed');
    await context.close();
  });
});
