// features: settings, users

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const school = await buildSchool(test.database.kysely, 'amsel');
  for (const name of ['bea', 'cem']) await buildUser(test.database.kysely, school.id, name, 'PARENT');
  await test.database.kysely
    .updateTable('users')
    .set({ sex: null, lastname: '' })
    .where('username', '=', 'bea')
    .execute();
  return { school };
});

const PHONE = { width: 390, height: 844 };
const main = (page: Page) => page.getByRole('main');

describe('who has not said what is needed', () => {
  it('is asked for just that before any other page, and then gets the page that was wanted [P-2.02] [P-2.57] [P-5.25]', async () => {
    await using app = await kreide.open({ username: 'bea', language: 'en', viewport: PHONE });
    const { page } = app;
    await page.goto('/news?from=mail');
    await page.waitForURL('**/settings/fill-user-details');
    await page.getByLabel('Last name').waitFor();
    expect(await page.getByLabel('First name').count()).toBe(0);
    await page.goto('/settings');
    await page.waitForURL('**/settings/fill-user-details');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => page.getByText('Please fill this in.').count()).toBe(2);
    await expectAccessible(page);
    await page.getByLabel('Last name').fill('Beck');
    await page.getByText('Not stated').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/settings');
    await page.goto('/more');
    await main(page)
      .getByText(/bea Beck/)
      .first()
      .waitFor();
    expect(app.problems).toEqual([]);
  });

  it('is asked no more where the answer was given on another device meanwhile [P-2.02]', async () => {
    const say = (lastname: string) =>
      kreide.server.test.database.kysely
        .updateTable('users')
        .set({ sex: 'FEMALE', lastname })
        .where('username', '=', 'cem')
        .execute();
    await say('');
    await using app = await kreide.open({ username: 'cem', language: 'en' });
    const { page } = app;
    await page.goto('/more');
    await page.waitForURL('**/settings/fill-user-details');
    await page.getByLabel('Last name').waitFor();
    await say('Beck');
    await page.goto('/more');
    await main(page)
      .getByText(/cem Beck/)
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/more');
    expect(app.problems).toEqual([]);
  });
});
