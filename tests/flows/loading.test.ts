// features: auth

import { expect, it } from 'vitest';
import { expectAccessible, WCAG } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool, { isFirstVisit: true });

it('the page /loading waits for the user and gives way to the page that was wanted [P-2.36]', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  const answered = Promise.withResolvers<void>();
  await page.route('**/v1/users/self', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.addInitScript(() => sessionStorage.setItem('wanted_path', '/more'));
  await page.goto('/loading');
  await page.getByRole('status').filter({ hasText: 'Einen Moment' }).waitFor();
  await expectAccessible(page, 'loading', WCAG);
  expect(new URL(page.url()).pathname).toBe('/loading');
  const length = await page.evaluate(() => window.history.length);
  answered.resolve();
  await page.waitForURL('**/more');
  await page.getByRole('main').getByRole('button', { name: 'Abmelden' }).waitFor();
  expect(await page.evaluate(() => window.history.length)).toBe(length);
});

it('a page whose scripts an engine cannot read says which browsers can, and nothing of it when the app comes', async () => {
  await using app = await kreide.open();
  const { page } = app;
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  const words = page.getByText('ist dieser Browser zu alt', { exact: false });
  expect(await words.isVisible()).toBe(false);
  await page.evaluate(() => {
    for (const one of document.getAnimations()) one.finish();
  });
  await words.waitFor();
  await expectAccessible(page, 'too old', WCAG);
  await page.unroute('**/assets/*.js');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await words.count()).toBe(0);
});

it('the page /loading sends those who are not signed in to the start', async () => {
  await using app = await kreide.open();
  await app.page.goto('/loading');
  await app.page.waitForURL((url) => url.pathname === '/');
});

it('the page /loading tells of a lost connection after three seconds without the user, and goes on when there is one [P-9.11] [P-2.36]', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  const answered = Promise.withResolvers<void>();
  await page.route('**/v1/users/self', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.addInitScript(() => sessionStorage.setItem('wanted_path', '/more'));
  await page.goto('/loading');
  await page.getByRole('heading', { name: 'Keine Verbindung' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/loading');
  await expectAccessible(page, 'loading', WCAG);
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await page.getByRole('status').filter({ hasText: 'Einen Moment' }).waitFor();
  answered.resolve();
  await page.waitForURL('**/more');
});

it('a screen reader is told of a list that loads for longer than 1.5 seconds, not before [P-9.14]', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  const answered = Promise.withResolvers<void>();
  await page.route(/\/v1\/users\/self\/settings/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen: { shown?: number; told?: number } = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const skeleton = document.querySelector('[role=status][data-type]');
      if (skeleton) seen.shown ??= performance.now();
      if (skeleton?.textContent) seen.told ??= performance.now();
    }).observe(document, { subtree: true, childList: true });
  });
  const times = () => page.evaluate(() => (window as unknown as { seen: { shown?: number; told?: number } }).seen);
  await page.goto('/settings');
  await expect.poll(async () => (await times()).told, { timeout: 10_000 }).toBeDefined();
  const { shown = 0, told = 0 } = await times();
  // The timer starts with the next frame and counts whole milliseconds.
  expect(told - shown).toBeGreaterThan(1400);
  answered.resolve();
});

it('a page whose code is on its way has the shape of what will stand there, in the frame of the app', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  await page.goto('/more');
  await page.getByRole('main').getByRole('button', { name: 'Abmelden' }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/calendar-[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/calendar');
  await page.locator('main [role=status][data-type="calendar-list"]').waitFor();
  await expectAccessible(page, 'on its way', WCAG);
  held.resolve();
  await page.waitForURL(/\/calendar\/\d+\/grid/);
  await page.locator('main [role=status][data-type]').waitFor({ state: 'detached' });
});
