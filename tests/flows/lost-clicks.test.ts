// features: timetable, channels

import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool, { isFirstVisit: true });

it('a link that is chosen while a page repairs its address leads where it says, however slow both are', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  const { page, problems } = app;
  const plan = Promise.withResolvers<void>();
  const code = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(/\/v1\/timetable/, async (route) => {
    await plan.promise;
    await route.continue();
  });
  await page.goto('/timetable');
  const link = page.getByRole('navigation').getByRole('link', { name: 'Kanäle' }).first();
  await link.waitFor();
  await page.waitForURL(({ pathname }) => pathname !== '/timetable', { waitUntil: 'commit' });
  await page.route(/\/assets\/ChannelsScreen.*\.js/, async (route) => {
    asked.resolve();
    await code.promise;
    await route.continue();
  });
  await link.click();
  await asked.promise;
  const answered = page.waitForResponse(/\/v1\/timetable/);
  plan.resolve();
  await answered;
  // The plan stands there, and has looked at its address.
  await page.getByText('08:45').first().waitFor();
  code.resolve();
  await page.waitForURL('**/channels**');
  await page.getByRole('heading', { name: 'Kanäle', level: 1 }).waitFor();
  expect(problems).toEqual([]);
});
