// features: auth

import { beforeEach, describe, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const school = await buildSchool(test.database.kysely, 'amsel');
  await buildUser(test.database.kysely, school.id, 'ada', 'STUDENT');
});
beforeEach(() => kreide.server.test.database.kysely.deleteFrom('sessions').execute());

/** Ada in the app, whose session then ends on the server alone. */
async function openEnded() {
  const storage = { last_school: JSON.stringify({ slink: 'amsel', name: 'Amsel' }) };
  const app = await kreide.open({ username: 'ada', language: 'en', storage });
  await app.page.goto('/feed');
  await app.page.getByRole('heading', { level: 2, name: 'News' }).waitFor();
  await kreide.server.test.database.kysely.deleteFrom('sessions').execute();
  kreide.server.clock.advance(60 * 60 * 1000);
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
    // Whoever had been signed out by a refusal would not ask again.
    for (const count of [1, 2, 3]) {
      await page.reload();
      await expect.poll(() => renewals).toBeGreaterThanOrEqual(count);
    }
    expect(await kept()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/feed');
    await context.close();
  });
});

describe('the question before signing out', () => {
  it('stands over the page whose address asks for it, and Escape closes it [C-4.71]', async () => {
    await using app = await kreide.open({ username: 'ada', language: 'en' });
    const { page } = app;
    await page.goto('/feed');
    await page.getByRole('heading', { level: 2, name: 'News' }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.goto('/feed?logout=true');
    await page.getByRole('alertdialog', { name: 'Sign out?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  });

  it('is forced for an account that is no more: neither Escape nor a press outside closes it, it reloads or signs out [P-4.27] [C-4.72] [C-8.11] [P-8.04]', async () => {
    const { page, context, kept } = await openEnded();
    await page.route('**/v1/auth/refresh', (route) =>
      route.fulfill({ status: 422, json: { error: { code: 'invalid_user_id', message: 'gone' }, meta: {} } }),
    );
    await page.reload();
    const dialog = page.getByRole('alertdialog');
    const reload = dialog.getByRole('button', { name: /reload|refresh/i });
    await reload.waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(3, 3);
    expect([await dialog.count(), await dialog.getByRole('button', { name: 'Close' }).count()]).toEqual([1, 0]);
    const loaded = page.waitForEvent('load');
    await reload.click();
    await loaded;
    await reload.waitFor();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname !== '/feed');
    expect(await kept()).toBe(false);
    await context.close();
  });
});
