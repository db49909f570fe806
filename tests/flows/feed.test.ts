import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startTestServer({ pages: APP_PAGES });
  await buildPlanSchool(server);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('today on the feed', () => {
  it('shows a pupil the own lessons, a teacher the lessons given', async () => {
    for (const username of ['ada', 'teacher']) {
      await using app = await openApp(browser, server, { username });
      await app.page.goto('/feed');
      await app.page.getByText('Mathematik').first().waitFor();
      expect(app.problems).toEqual([]);
    }
  });

  it('shows a parent the lessons of each child under the child’s name, and no empty plan of the parent', async () => {
    await using app = await openApp(browser, server, { username: 'parent' });
    await app.page.goto('/feed');
    for (const name of ['Ada', 'Ben']) await app.page.getByRole('heading', { name: new RegExp(name) }).waitFor();
    await app.page.getByText('Mathematik').first().waitFor();
    expect(await app.page.getByRole('heading', { name: /Heute/ }).count()).toBe(2);
  });

  it('is left out for somebody without a plan', async () => {
    await using app = await openApp(browser, server, { username: 'office' });
    await app.page.goto('/feed');
    await app.page.getByText('Hallo').waitFor();
    expect(await app.page.getByRole('heading', { name: /Heute/ }).count()).toBe(0);
  });
});
