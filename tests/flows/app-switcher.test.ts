// features: schools, start

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ACCESSIBILITY_SCHOOL } from '../../packages/core/src/kernel/product.ts';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { withBrandValue } from '../support/brand-value.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const PRODUCTS = [
  { name: 'Wolke', url: 'https://cloud.example.org/', icon: 'globe', is_marketing: false },
  { name: 'Schulladen', url: 'https://shop.example.org/', icon: 'school', is_marketing: true },
];
const kreide = withApp(
  async ({ test: { database } }) => {
    for (const [slink, purpose, permissions] of [
      ['amsel', 'usual', []],
      ['drossel', 'usual', ['marketing']],
      ['meise', 'internal', []],
      [ACCESSIBILITY_SCHOOL, 'internal', ['marketing']],
    ] as const) {
      const { id } = await buildSchool(database.kysely, slink);
      const permitted = { purpose, permissions: [...permissions] };
      await database.kysely.updateTable('schools').set(permitted).where('id', '=', id).execute();
      for (const role of ['ADMIN', 'TEACHER', 'STUDENT'] as const)
        await buildUser(database.kysely, id, role.toLowerCase(), role);
    }
  },
  { env: { KREIDE_PRODUCTS: JSON.stringify(PRODUCTS) } },
);
const button = (page: Page) => page.getByRole('button', { name: 'Weitere Anwendungen' });

/** It is fetched on demand, and its place is there only where it is to come. */
async function isOffered(slink: string, username: string): Promise<void> {
  await using app = await kreide.open({ slink, username });
  await app.page.goto('/more');
  await button(app.page).waitFor();
}

async function isShown(slink: string, username: string): Promise<boolean> {
  await using app = await kreide.open({ slink, username });
  await app.page.goto('/more');
  await app.page.getByRole('main').getByRole('button', { name: 'Abmelden' }).waitFor();
  // The menu of the account is in the same file and opens after it.
  await app.page.getByRole('main').getByRole('button', { name: 'Sprache und Anzeige' }).click();
  await app.page.getByRole('dialog').waitFor();
  await app.page.keyboard.press('Escape');
  return (await button(app.page).count()) > 0;
}

it('the app switcher is there for teachers once their school takes part, and leads to other products [C-2.62] [C-2.63]', async () => {
  expect(await isShown('amsel', 'teacher')).toBe(false);
  await using admin = await kreide.open({ username: 'admin' });
  await admin.page.goto('/more/administration');
  await admin.page.locator('a[href$="/school-data/edit-settings"]').click();
  await admin.page.getByRole('switch', { name: 'Weitere Anwendungen' }).press('Space');
  await admin.page.getByText('Lehrkräfte sehen weitere Anwendungen').waitFor();
  expect(admin.problems).toEqual([]);

  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  await page.goto('/feed');
  await button(page).click();
  await page.getByRole('menu').waitFor();
  await expectAccessible(page);
  const entries = page.getByRole('menuitem');
  expect(await entries.allTextContents()).toEqual(['Wolke', 'Schulladen']);
  const links = await entries.evaluateAll((all) =>
    all.map((one) => [one.getAttribute('href'), one.getAttribute('rel')]),
  );
  expect(links).toEqual(PRODUCTS.map(({ url }) => [url, 'noopener noreferrer']));
  expect(await isShown('amsel', 'student')).toBe(false);
  expect(await isShown('amsel', 'admin')).toBe(false);
  expect(app.problems).toEqual([]);
});

it('the app switcher is there for everybody at internal schools and for nobody at the one that demonstrates accessibility [C-2.64] [C-2.65] [P-6.26]', async () => {
  await isOffered('meise', 'student');
  expect(await isShown('drossel', 'student')).toBe(false);
  expect(await isShown(ACCESSIBILITY_SCHOOL, 'teacher')).toBe(false);
});

it('a branding can do without the entries that only advertise [P-1.14]', async () => {
  await using app = await kreide.open({ slink: 'drossel', username: 'teacher' });
  const { page } = app;
  const changed = await withBrandValue(page, 'marketing:!0', 'marketing:!1');
  await page.goto('/feed');
  await button(page).click();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Wolke']);
  expect(changed()).toBeGreaterThan(0);
});
