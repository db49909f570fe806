// features: structure, timetable

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(async (server) => {
  const permissions = ['totp-2fa'];
  const school = await buildPlanSchool(server);
  await server.test.database.kysely.updateTable('schools').set({ permissions }).where('id', '=', school.id).execute();
  return school;
});
const PHONE = { width: 390, height: 844 };
const header = (page: Page) => page.getByRole('banner');
const bar = (page: Page) => page.getByRole('navigation', { name: 'Hauptnavigation' });

it('a page of the group timetable marks that entry as the current one wherever it lies [C-2.58]', async () => {
  await using app = await kreide.open({ username: 'office', viewport: PHONE });
  const { page } = app;
  await page.goto('/no-timetable');
  await page.getByRole('heading', { name: 'Noch kein Stundenplan' }).waitFor();
  expect(await bar(page).getByRole('link', { name: 'Stundenplan' }).getAttribute('aria-current')).toBe('page');
  await page.goto('/notification-centre');
  await bar(page).getByRole('link', { name: 'Stundenplan' }).waitFor();
  expect(await bar(page).locator('[aria-current]').count()).toBe(0);
});

it('the name of the school stands below the title, not on pages that are about the person [C-2.60]', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  await page.goto('/more');
  await header(page).getByRole('heading', { name: 'Mehr' }).waitFor();
  await header(page).getByText('Amsel-Gymnasium').waitFor();
  for (const [path, title] of [
    ['/users-select', 'Konten'],
    ['/authenticator/start', 'Authenticator'],
  ] as const) {
    await page.goto(path);
    await header(page).getByRole('heading', { name: title }).waitFor();
    expect(await header(page).getByText('Amsel-Gymnasium').count(), path).toBe(0);
  }
});

it('who goes on from the start of the authenticator by the bar does not come back to it [C-2.95]', async () => {
  await using app = await kreide.open({ username: 'ada', viewport: PHONE });
  const { page } = app;
  const length = () => page.evaluate(() => window.history.length);
  await page.goto('/feed');
  await page.goto('/authenticator/start');
  const start = await length();
  await bar(page).getByRole('link', { name: 'Mehr' }).click();
  await page.waitForURL('**/more');
  // The address changes first; what is pressed before the page is there still belongs to the start.
  await header(page).getByRole('heading', { name: 'Mehr' }).waitFor();
  expect(await length()).toBe(start);
  await bar(page).getByRole('link', { name: 'Start' }).click();
  await page.waitForURL('**/feed');
  expect(await length()).toBe(start + 1);
  await page.goBack();
  await page.waitForURL('**/more');
  await page.goBack();
  await page.waitForURL('**/feed');
});
