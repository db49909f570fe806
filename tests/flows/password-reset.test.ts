// features: auth

import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSchool } from '../../packages/server/src/commands/school.ts';
import { expectAccessible } from '../support/accessible.ts';
import { type AppPage, withApp } from '../support/app-browser.ts';

const kreide = withApp(async () => {});
let app: AppPage;
let page: Page;
let link: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  link = await createSchool(
    kreide.server.test.database.kysely,
    {
      name: 'Gymnasium Lindenau',
      slink: `linden${count}`,
      locale: 'en',
      timeZone: 'Europe/Berlin',
      adminUsername: 'office',
    },
    kreide.server.clock.now(),
  );
  app = await kreide.open({
    language: 'en',
    viewport: { width: 390, height: 844 },
    colorScheme: count % 2 === 0 ? 'dark' : 'light',
  });
  page = app.page;
  await page.goto(link);
});
afterEach(() => app[Symbol.asyncDispose]());

const field = (name: string) => page.getByLabel(name, { exact: true });

describe('the page behind a one-time link', () => {
  it('sets the password of the first administrator, who signs in with it [P-2.16] [P-7.12] [D-4.15]', async () => {
    await page.getByRole('heading', { level: 1, name: 'New password' }).waitFor();
    expect(link).toMatch(/#token=[\w-]{43}$/);
    await page.waitForURL((url) => url.hash === '' && url.search === '' && url.pathname.endsWith('/password-reset'));
    await field('New password').fill('chalk and cheese');
    await field('Repeat new password').fill('chalk and cheese');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'The password is saved' }).waitFor();
    await page.getByText('office').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'To the sign-in' }).click();
    await field('Username or e-mail').fill('office');
    await field('Password').fill('chalk and cheese');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/feed');
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await field('New password').fill('chalk and cheese');
    await field('Repeat new password').fill('chalk and cheese');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'This link is no longer valid' }).waitFor();
    await expectAccessible(page);
  });

  it('says how many characters are missing, then moderate, then strong, with a bar in the colour of it [P-5.21] [P-5.22] [P-5.23] [P-5.24]', async () => {
    const bar = page.locator('[data-colour]');
    for (const [password, words, colour] of [
      ['', '8 more characters.', 'red'],
      ['12', '6 more characters.', 'red'],
      ['123', '5 more characters.', 'yellow'],
      ['1234567', '1 more character.', 'yellow'],
      ['12345678', 'Moderate', 'yellow'],
      ['123456789', 'Moderate', 'yellow'],
      ['1234567890', 'Strong', 'green'],
    ] as const) {
      await field('New password').fill(password);
      await page.getByText(words).waitFor();
      expect(await bar.getAttribute('data-colour'), password).toBe(colour);
    }
    await expectAccessible(page);
  });

  it('needs both fields, equal, with eight characters, and sends nothing before [P-5.19] [P-5.20] [P-5.01] [P-5.12]', async () => {
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/password-reset/confirm')) calls += 1;
    });
    const save = page.getByRole('button', { name: 'Save password' });
    await save.click();
    await page.getByText('Please enter a password.').waitFor();
    await page.getByText('Please repeat the password.').waitFor();
    await field('New password').fill('1234567');
    await field('Repeat new password').fill('1234567');
    await save.click();
    await page.getByText('The password needs at least 8 characters.').waitFor();
    await field('New password').fill('8 Giraff');
    await page.getByText('The two passwords differ.').waitFor();
    await expectAccessible(page);
    expect(calls).toBe(0);
    await field('Repeat new password').fill('8 Giraff');
    await save.click();
    await page.getByRole('heading', { level: 1, name: 'The password is saved' }).waitFor();
    expect(calls).toBe(1);
  });

  it('says what is wrong in the language that is chosen, also after it was said in another [P-5.14]', async () => {
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Please enter a password.').waitFor();
    await page.getByRole('button', { name: 'Language and display' }).click();
    await page.getByText('Türkçe').click();
    await page.keyboard.press('Escape');
    await page.getByText('Lütfen bir parola gir.').waitFor();
    expect(await page.getByText('Please enter a password.').count()).toBe(0);
  });
});
