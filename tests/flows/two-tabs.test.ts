// features: auth

import { describe, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const school = await buildSchool(test.database.kysely, 'amsel');
  await buildUser(test.database.kysely, school.id, 'ada', 'STUDENT');
});

const isGone = (url: URL) => url.pathname !== '/feed';

/** Two tabs of one browser, signed in in the first. */
async function openTwo(stays: boolean) {
  const app = await kreide.open({ language: 'en' });
  const { page, context } = app;
  await page.goto('/amsel/login');
  await page.getByLabel('Username or e-mail').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  if (!stays) await page.getByText('Stay signed in').click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/feed');
  // A tab opened from a tab gets a copy of its session storage.
  const opening = context.waitForEvent('page');
  await page.evaluate(() => void window.open('/feed', '_blank', 'opener'));
  const second = await opening;
  for (const tab of [page, second]) await tab.getByRole('heading', { level: 2, name: 'News' }).waitFor();
  return { ...app, second, [Symbol.asyncDispose]: () => context.close() };
}

describe('two tabs of one account', () => {
  it('renew the session once between them [P-4.10]', async () => {
    await using app = await openTwo(true);
    const { page, second, context } = app;
    let renewals = 0;
    context.on('request', (request) => {
      if (request.url().includes('/v1/auth/refresh')) renewals += 1;
    });
    // Nothing of the pages before may renew it too, and be cut off by what comes next.
    for (const tab of [page, second]) await tab.goto('about:blank');
    kreide.server.clock.advance(61 * 60_000);
    const again = [page, second].map(async (tab) => {
      // What is kept on the device is shown before the server has answered.
      const answered = tab.waitForResponse((response) => response.url().includes('/v1/users/self') && response.ok());
      await tab.goto('/feed');
      await answered;
      await tab.getByText('As soon as the school has something to say, it is here.').waitFor();
    });
    await Promise.all(again);
    expect(renewals).toBe(1);
    expect([page, second].map((tab) => new URL(tab.url()).pathname)).toEqual(['/feed', '/feed']);
  });

  it.each([true, false])('are both signed out by one, "stay signed in" being %s [P-4.07]', async (stays) => {
    await using app = await openTwo(stays);
    const { page, second } = app;
    await page.goto('/feed?logout=true');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await Promise.all([page.waitForURL(isGone), second.waitForURL(isGone)]);
    const left = await second.evaluate(() => [
      localStorage.getItem('auth_token'),
      sessionStorage.getItem('auth_token'),
    ]);
    expect(left).toEqual([null, null]);
  });
});
