// features: auth, timetable

import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool, { isFirstVisit: true });

/** The app itself waits until the test lets it come; says which of its files have been asked for until then. */
async function holdApp(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/([\w-]+?)-[\w-]{8}\.(?:js|css)$/.exec(request.url())?.[1];
    if (name) asked.push(name);
    if (request.url().includes('/v1/public/schools/')) asked.push('school');
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/index-[\w-]{8}\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return { asked, release: () => release() };
}

it('what the sign-in needs comes beside the app, in the language of the device, and only there [D-7.01]', async () => {
  await using app = await kreide.open();
  const { page } = app;
  const { asked, release } = await holdApp(page);
  await page.goto('/amsel/login', { waitUntil: 'commit' });
  const early = ['school', 'de', 'sign-in', 'controls', 'late-texts', 'auth'];
  await vi.waitFor(() => expect(asked).toEqual(expect.arrayContaining(early)), { timeout: 20_000 });
  const before = asked.filter((name) => ['de', 'en', 'auth'].includes(name));
  expect(before.toSorted(), 'of one language').toEqual(['auth', 'de']);
  const stroke = page.locator('#root > .first-stroke');
  await stroke.waitFor();
  release();
  await page.getByLabel('Benutzername').waitFor();
  expect(await stroke.count()).toBe(0);
  expect(
    asked.filter((name) => name === 'sign-in'),
    'its script and its style, once',
  ).toHaveLength(2);
  expect(
    asked.filter((name) => name === 'school'),
    'the school, once',
  ).toHaveLength(1);
});

it('who is signed in gets the page of their address beside the app, never that for signing in [D-7.01]', async () => {
  for (const [path, early, others] of [
    ['/', ['start', 'daily'], ['timetable', 'lesson', 'dialogs', 'sign-in', 'school']],
    ['/timetable', ['timetable', 'daily'], ['start', 'lesson', 'dialogs', 'sign-in', 'school']],
    ['/channels', [], ['start', 'timetable', 'sign-in', 'school']],
  ] as const) {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    const { asked, release } = await holdApp(page);
    await page.goto(path, { waitUntil: 'commit' });
    await vi.waitFor(() => expect(asked).toEqual(expect.arrayContaining(['de', ...early])), { timeout: 20_000 });
    for (const name of others) expect(asked, path).not.toContain(name);
    release();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
});

it('the first stroke waits for no styles, and the app for its own [D-7.01]', async () => {
  await using app = await kreide.open();
  const { page } = app;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/index-[\w-]{8}\.css$/, async (route) => {
    await released;
    await route.continue();
  });
  const script = page.waitForResponse(/\/assets\/index-[\w-]{8}\.js$/);
  await page.goto('/amsel/login', { waitUntil: 'commit' });
  await (await script).finished();
  const stroke = page.locator('#root > .first-stroke');
  await stroke.waitFor();
  // The clock of the tests stands in the place of `performance`.
  await page.evaluate(
    () => new Promise((painted) => new PerformanceObserver(painted).observe({ type: 'paint', buffered: true })),
  );
  const { width, x } = (await stroke.boundingBox()) ?? { width: 0, x: 0 };
  expect(width).toBe(160);
  expect(x).toBeGreaterThan(50);
  release();
  await page.getByLabel('Benutzername').waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Geist');
});
