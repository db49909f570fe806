// features: auth, users

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { type AppPageOptions, withApp } from '../support/app-browser.ts';
import { visit } from '../support/go-inside.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const db = test.database.kysely;
  const amsel = await buildSchool(db, 'amsel', { name: 'Amselschule' });
  const drossel = await buildSchool(db, 'drossel', { name: 'Drosselschule', app_branding: 'hafen' });
  const head = await buildSchool(db, 'head', { name: 'Verwaltung' });
  await db.updateTable('schools').set({ purpose: 'management' }).where('id', '=', head.id).execute();
  const ada = await buildUser(db, amsel.id, 'ada', 'PARENT');
  await buildUser(db, drossel.id, 'bea', 'TEACHER');
  await buildUser(db, amsel.id, 'cem', 'STUDENT');
  await buildUser(db, amsel.id, 'dora', 'PARENT');
  await buildUser(db, head.id, 'root', 'ADMIN');
  return { ada, amsel, head };
});
beforeEach(() => kreide.server.test.database.kysely.deleteFrom('sessions').execute());

async function fill(page: Page, username: string) {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
/** Adds an account to those of the page, whose new one is then selected. */
async function add(page: Page, slink: string, username: string) {
  await visit(page, `/login/add/user?slink=${slink}`);
  await fill(page, username);
  await page.waitForURL('**/feed');
  await isShown(page, username);
}
const isShown = (page: Page, username: string) => page.getByRole('complementary').getByText(`${username} of`).waitFor();
const list = (page: Page) => page.getByRole('list', { name: 'Accounts' });
const row = (page: Page, username: string) => list(page).getByRole('button', { name: new RegExp(`^${username} of`) });
const kept = (page: Page) =>
  page.evaluate(() => ({
    names: (JSON.parse(localStorage.getItem('auth_users') ?? '[]') as { displayname: string }[]).map(
      ({ displayname }) => displayname.split(' ')[0],
    ),
    selected: localStorage.getItem('auth_user'),
  }));
const sessions = async () => {
  const rows = await kreide.server.test.database.kysely
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'sessions.school_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .select('users.username')
    .orderBy('users.username')
    .execute();
  return rows.map(({ username }) => username);
};

/** Ada, a parent, signed in by the form, so that the browser has her cookie. */
async function openAda(options: AppPageOptions = {}) {
  const app = await kreide.open({ language: 'en', ...options });
  await app.page.goto('/Amsel/login');
  await fill(app.page, 'ada');
  await app.page.waitForURL('**/feed');
  await isShown(app.page, 'ada');
  return app;
}

/** How often a key is pressed until it is listened to, ms: pressed before an account has come, it would go on to the next one. */
const SELDOM = { interval: 300 };

describe('several accounts on one device', () => {
  it('are changed 100 ms after the press, not before: what is being sent goes out as the one who wrote it [C-9.33] [P-9.17]', async () => {
    await using app = await openAda({ drivesClock: true });
    const { page } = app;
    await add(page, 'drossel', 'bea');
    await page.clock.install();
    await page.goto('/users-select');
    await row(page, 'ada').waitFor();
    const { selected: before } = await kept(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await row(page, 'ada').click();
    await page.clock.runFor(99);
    expect((await kept(page)).selected).toBe(before);
    await expect
      .poll(async () => {
        await page.clock.runFor(1);
        return (await kept(page)).selected;
      })
      .not.toBe(before);
  });

  it('are added, shown and selected without signing in again, each with its own school and brand [P-1.05] [P-2.18] [P-4.11] [P-4.13] [C-2.76]', async () => {
    await using app = await openAda();
    const { page } = app;
    expect((await kept(page)).names).toEqual([]);
    await page.getByRole('button', { name: 'Account and menu' }).first().click();
    await page.getByRole('dialog').getByRole('link', { name: 'Accounts' }).click();
    await row(page, 'ada').waitFor();
    expect(await list(page).getByRole('listitem').count()).toBe(1);
    await page.getByRole('link', { name: 'Add account' }).click();
    await page.getByRole('searchbox').fill('drossel');
    await page.getByRole('link', { name: /Drosselschule/ }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByText('Drosselschule').first().waitFor();
    await expectAccessible(page);
    await fill(page, 'bea');
    await page.waitForURL('**/feed');
    await isShown(page, 'bea');
    const brand = () => page.evaluate(() => document.documentElement.dataset.branding);
    await expect.poll(brand).toBe('hafen');
    expect((await kept(page)).names).toEqual(['ada', 'bea']);

    // One press in the account panel; the page of the former account is left, its brand too.
    await visit(page, '/users-select');
    await page.getByRole('button', { name: 'Account and menu' }).first().click();
    const panel = page.getByRole('dialog');
    await panel
      .getByRole('list', { name: 'Change account' })
      .getByRole('button', { name: /ada of/ })
      .click();
    await page.waitForURL('**/feed');
    await isShown(page, 'ada');
    await expect.poll(brand).toBe('default');
    expect(await sessions()).toEqual(['ada', 'bea']);
    await page.reload();
    await isShown(page, 'ada');
    expect(app.problems).toEqual([]);
  });

  it('are kept from the moment that another one comes, also where the app is left before it is known who; all are signed out at once where that is wanted [P-4.11] [P-4.13]', async () => {
    await using app = await openAda();
    const { page } = app;
    await visit(page, '/login/add/user?slink=drossel');
    // Never answered.
    await page.route('**/v1/users/self', () => {});
    await fill(page, 'bea');
    await expect.poll(async () => (await kept(page)).names).toEqual(['ada', 'bea']);
    await page.unroute('**/v1/users/self');
    await page.goto('/users-select');
    await isShown(page, 'bea');
    const both = list(page).getByRole('button', { name: /^(ada|bea) of/ });
    await expect.poll(() => both.count()).toBe(2);
    // Nothing else asks who it is before the first answer has come: the line for events opens after it.
    let asked = 0;
    const together: number[] = [];
    await page.route('**/v1/users/self', async (route) => {
      asked += 1;
      if (asked === 1) {
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        together.push(asked);
      }
      await route.continue();
    });
    await row(page, 'ada').dblclick();
    await isShown(page, 'ada');
    await page.waitForURL('**/feed');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(together).toEqual([1]);

    await page.goto('/feed?logout=true');
    await page.getByRole('button', { name: 'Sign out all accounts' }).click();
    await page.waitForURL((url) => url.pathname !== '/feed');
    expect([await sessions(), await kept(page)]).toEqual([[], { names: [], selected: null }]);
  });

  it('are selected by one press in the list, in every tab at once; the one that is selected already is said to be; keys change none of them [P-2.63] [P-8.29] [C-8.22] [P-4.11] [C-2.83] [P-9.32]', async () => {
    await using app = await openAda();
    const { page, context } = app;
    const brand = () => page.evaluate(() => document.documentElement.dataset.branding);
    await add(page, 'drossel', 'bea');
    await expect.poll(brand).toBe('hafen');
    await add(page, 'amsel', 'ada');
    // Signing in at a school without a brand ends that of the other, too.
    await expect.poll(brand).toBe('default');
    const second = await context.newPage();
    await second.goto('/news');
    await isShown(second, 'ada');
    await visit(page, '/users-select');
    await row(page, 'ada').getByText('Selected').waitFor();
    // The keys of those who run the product do nothing where none of them is signed in: this page would be left.
    for (const key of ['Alt+1', 'Alt+s', 'Alt+a']) await page.keyboard.press(key);
    await row(page, 'ada').click();
    await page.getByText('This account is selected already.').waitFor();
    await row(page, 'bea').click();
    await page.waitForURL('**/feed');
    await isShown(page, 'bea');
    await isShown(second, 'bea');
    await second.waitForURL('**/feed');
    expect(app.problems).toEqual([]);
  });

  it('are signed out one by one, from the list and by signing out, until the last ends all [P-4.12] [P-4.07]', async () => {
    await using app = await openAda();
    const { page } = app;
    await add(page, 'drossel', 'bea');
    await add(page, 'head', 'root');
    await visit(page, '/users-select');
    await page.getByRole('button', { name: /^Sign out bea of/ }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByText(/bea of \d+ is signed out/).waitFor();
    expect(await list(page).getByRole('listitem').count()).toBe(2);
    expect(await sessions()).toEqual(['ada', 'root']);

    await visit(page, '/feed?logout=true');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await isShown(page, 'ada');
    expect(await sessions()).toEqual(['ada']);
    expect((await kept(page)).names).toEqual([]);

    await page.goto('/feed?logout=true');
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.getByRole('button', { name: 'Sign out all accounts' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname !== '/feed');
    expect([await sessions(), await kept(page)]).toEqual([[], { names: [], selected: null }]);
  });

  it('lose only the one whose session cannot be renewed, and say so [P-8.03]', async () => {
    await using app = await openAda();
    const { page } = app;
    await add(page, 'drossel', 'bea');
    const db = kreide.server.test.database.kysely;
    await db.deleteFrom('sessions').where('user_id', '!=', kreide.school.ada.id).execute();
    kreide.server.clock.advance(61 * 60_000);
    await page.reload();
    await page.getByText(/The session of bea of \d+ has ended/).waitFor();
    await isShown(page, 'ada');
    expect(await kept(page)).toEqual({ names: [], selected: kreide.school.ada.uuid });
  });

  it('that cannot be selected say why, and the present one stays [P-8.22] [P-8.23] [P-5.26]', async () => {
    await using app = await openAda();
    const { page } = app;
    await page.evaluate(() => {
      const user = { access_token: 'x', type: 'PARENT', stays: true, is_manager: false };
      const lost = { ...user, uuid: 'lost', displayname: 'lost of 9' };
      const gone = { ...user, uuid: 'gone', displayname: 'gone of 9', school: { slink: 'a', name: 'A' } };
      localStorage.setItem('auth_users', JSON.stringify([lost, gone]));
    });
    await page.goto('/users-select');
    await row(page, 'lost').click();
    await page.getByText('The school of this account is missing.').waitFor();
    // Another tab has signed it out meanwhile.
    await row(page, 'gone').waitFor();
    await page.evaluate(() => localStorage.setItem('auth_users', '[]'));
    await row(page, 'gone').click();
    await page.getByText('This account could not be selected.').waitFor();
    expect((await kept(page)).selected).toBe(kreide.school.ada.uuid);
  });

  it('of parents end when a pupil signs in, by name, and stay when an administrator of the product is there [P-4.14] [P-4.15] [P-8.24]', async () => {
    await using app = await openAda();
    const { page } = app;
    await add(page, 'amsel', 'dora');
    await visit(page, '/login/add/user?slink=amsel');
    await fill(page, 'cem');
    for (const parent of ['ada', 'dora'])
      await page.getByText(new RegExp(`${parent} of \\d+ was signed out: a child has signed in`)).waitFor();
    expect(await sessions()).toEqual(['cem']);
    expect((await kept(page)).names).toEqual([]);
    await add(page, 'head', 'root');
    await add(page, 'amsel', 'ada');
    await add(page, 'amsel', 'cem');
    expect((await kept(page)).names).toEqual(['cem', 'root', 'ada']);
    expect(new Set(await sessions())).toEqual(new Set(['ada', 'cem', 'root']));
  });
});

describe('those who run the product', () => {
  it('go between accounts by Alt and a digit, to another school by Alt+S, to its settings by Alt+A [C-2.81] [C-2.82] [C-2.49] [P-9.29] [P-9.30]', async () => {
    await using app = await openAda();
    const { page } = app;
    await add(page, 'head', 'root');
    await visit(page, '/users-select');
    await row(page, 'ada').click();
    await isShown(page, 'ada');
    await add(page, 'drossel', 'bea');
    // Nothing on screen says when the keys are listened to.
    const goes = async (key: string, shown: string) => {
      await page.keyboard.press(key);
      return page.getByText(shown).count();
    };
    await expect.poll(() => goes('Alt+1', `ada of ${kreide.school.amsel.id}`), SELDOM).toBeGreaterThan(0);
    await page.waitForURL('**/news');
    await expect.poll(() => goes('Alt+s', `root of ${kreide.school.head.id}`), SELDOM).toBeGreaterThan(0);
    await page.waitForURL('**/news');
    // At the management school nobody becomes somebody else by a key.
    await expect.poll(() => goes('Alt+1', 'This is the management school already.'), SELDOM).toBe(1);
    await expect
      .poll(async () => {
        await page.keyboard.press('Alt+a');
        return page.url();
      }, SELDOM)
      .toMatch(/\/management\/[^/]+\/school-data\/edit-settings$/);
    await isShown(page, 'root');
  });

  it('see the ways to the management school and internal ones in the account panel, nobody else [C-2.80] [C-6.10] [P-8.27] [P-6.23]', async () => {
    await using app = await openAda();
    const { page } = app;
    const open = () => page.getByRole('button', { name: 'Account and menu' }).first().click();
    const way = page.getByRole('dialog').getByRole('button', { name: 'Management school' });
    await open();
    await page.getByRole('dialog').getByRole('link', { name: 'Accounts' }).waitFor();
    expect(await way.count()).toBe(0);
    await add(page, 'head', 'root');
    await open();
    await way.click();
    await page.getByText('This is the management school already.').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^ada of/ })
      .click();
    await isShown(page, 'ada');
    await page.evaluate(() => localStorage.setItem('sampleSchoolData', '{}'));
    await open();
    await way.click();
    await isShown(page, 'root');
  });

  it('are told at an internal school, too, that they are there, by the way and by the keys [C-8.18] [C-8.19] [C-8.20] [C-8.21] [P-8.28]', async () => {
    const db = kreide.server.test.database.kysely;
    await db.updateTable('schools').set({ purpose: 'internal' }).where('id', '=', kreide.school.head.id).execute();
    await using app = await openAda();
    const { page } = app;
    await add(page, 'head', 'root');
    const told = page.getByText('This is an internal school already.');
    await expect
      .poll(async () => {
        await page.keyboard.press('Alt+1');
        return told.count();
      }, SELDOM)
      .toBe(1);
    await told.waitFor({ state: 'detached' });
    await isShown(page, 'root');
    await page.getByRole('button', { name: 'Account and menu' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Internal school' }).click();
    await told.waitFor();
  });
});
