// features: auth

import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { type AppPage, withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const db = test.database.kysely;
  const amsel = await buildSchool(db, 'amsel', { name: 'Amselschule' });
  const drossel = await buildSchool(db, 'drossel', { name: 'Drosselschule', app_branding: 'hafen' });
  for (const [school, username, type] of [
    [amsel, 'ada', 'PARENT'],
    [drossel, 'bea', 'PARENT'],
    [amsel, 'dan', 'PARENT'],
    [drossel, 'eva', 'PARENT'],
    [amsel, 'cem', 'STUDENT'],
  ] as const)
    await buildUser(db, school.id, username, type);
});

async function fill(page: Page, username: string) {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
}
/** Signed in by the form, so that the browser has the cookie of a real sign-in. */
async function open(slink: string, username: string): Promise<AppPage> {
  const app = await kreide.open({ language: 'en' });
  await app.page.goto(`/${slink}/login`);
  await fill(app.page, username);
  await app.page.getByRole('button', { name: 'Sign in' }).click();
  await app.page.waitForURL('**/feed');
  await isShown(app.page, username);
  return app;
}
const isShown = (page: Page, username: string) => page.getByRole('complementary').getByText(`${username} of`).waitFor();
const joined = (page: Page) => page.getByRole('list', { name: 'Joined accounts' });
const row = (page: Page, username: string) => joined(page).getByRole('button', { name: new RegExp(`^${username} of`) });

/** From the list of accounts to the form for one at that school. */
async function chooseSchool(page: Page, keyword: string) {
  await page.goto('/users-select');
  await page.getByRole('link', { name: 'Join an account' }).click();
  await page.getByRole('searchbox').fill(keyword);
  await page.getByRole('link', { name: new RegExp(keyword, 'i') }).click();
  await page.getByRole('heading', { name: 'Join an account' }).waitFor();
}
async function join(page: Page, username: string, own = PASSWORD) {
  await fill(page, username);
  await page.getByLabel('Your password at').fill(own);
  await page.getByRole('button', { name: 'Join' }).click();
}

async function turnOnApp(slink: string, username: string): Promise<() => string> {
  const token = await signIn(kreide.server, slink, username);
  const settings = '/v1/users/self/2fa';
  const set = await kreide.server.request('POST', `${settings}/setup`, { token, body: { mode: 'totp' } });
  const app = new TOTP({ secret: Secret.fromBase32(set.body.data.totp.key) });
  const code = () => app.generate({ timestamp: kreide.server.clock.now().getTime() });
  const body = { password: PASSWORD, is_enabled: true, mode: 'totp', new_code: code() };
  const answer = await kreide.server.request('PUT', settings, { token, body });
  expect(answer.status, answer.text).toBe(200);
  kreide.server.clock.advance(60_000);
  return code;
}

describe('a parent with accounts at two schools', () => {
  it('joins them once by proving both, changes on another device by one press, and separates them again [D-6.05]', async () => {
    await using app = await open('amsel', 'ada');
    const { page } = app;
    await chooseSchool(page, 'Drossel');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('Please enter the username.').waitFor();
    await expectAccessible(page);
    await join(page, 'bea', 'not this one at all');
    await page.getByText('This is not the present password.').waitFor();
    await page.getByLabel('Your password at Amselschule').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText(/bea of \d+ is now joined with this account/).waitFor();
    await row(page, 'bea').waitFor();
    await joined(page).getByText('Drosselschule · never used to change from').waitFor();
    await expectAccessible(page);
    expect(app.problems).toEqual([]);

    await using elsewhere = await open('drossel', 'bea');
    const { page: other } = elsewhere;
    await other.getByRole('button', { name: 'Account and menu' }).first().click();
    const panel = other.getByRole('dialog').getByRole('list', { name: 'Change account' });
    await panel.getByRole('button', { name: /ada of/ }).click();
    await isShown(other, 'ada');
    // Whoever it was: the other account says when.
    await page.reload();
    await joined(page).getByText('Drosselschule · last used to change from').waitFor();
    await expect.poll(() => other.evaluate(() => document.documentElement.dataset.branding)).toBe('default');
    // Both are on this device now, and the way back is the usual one.
    await other.goto('/users-select');
    await row(other, 'bea').click();
    await isShown(other, 'bea');
    await other.goto('/users-select');
    await joined(other)
      .getByRole('button', { name: /^Separate ada of/ })
      .click();
    await other
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Separate ada/ })
      .click();
    await other.getByText(/ada of \d+ is separated/).waitFor();
    await joined(other).waitFor({ state: 'detached' });
    expect(elsewhere.problems).toEqual([]);
    await page.reload();
    await page.getByRole('link', { name: 'Join an account' }).waitFor();
    await expect.poll(() => joined(page).count()).toBe(0);
  });

  it('takes the second step of the other account to join it, and again to change to it [D-6.05]', async () => {
    const code = await turnOnApp('drossel', 'eva');
    await using app = await open('amsel', 'dan');
    const { page } = app;
    await chooseSchool(page, 'Drossel');
    await join(page, 'eva');
    await page.getByLabel('Code of six digits').fill(code());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(/eva of \d+ is now joined with this account/).waitFor();

    kreide.server.clock.advance(60_000);
    await row(page, 'eva').click();
    await page.getByLabel('Code of six digits').fill(code());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await isShown(page, 'eva');
    expect(app.problems).toEqual([]);
  });

  it('does not join the account of a child: what a child is signed in with stays apart [P-4.14] [D-6.05]', async () => {
    await using app = await open('drossel', 'bea');
    const { page } = app;
    await chooseSchool(page, 'Amsel');
    await join(page, 'cem');
    await page.getByText('The account of a child cannot be joined with that of an adult.').waitFor();
    expect(app.problems).toEqual([]);
  });
});
