// features: auth, schools

import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { type AppPage, withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const db = test.database.kysely;
  const school = await buildSchool(db, 'linden', { name: 'Gymnasium Lindenau' });
  await buildUser(db, school.id, 'mira', 'STUDENT');
  const other = await buildSchool(db, 'seehof', { name: 'Hafenschule', app_branding: 'hafen' });
  await buildUser(db, other.id, 'jan', 'STUDENT');
});
let app: AppPage;
let context: BrowserContext;
let page: Page;

beforeEach(async () => {
  app = await kreide.open({ drivesClock: true, language: 'en', viewport: { width: 1280, height: 800 } });
  ({ context, page } = app);
});

afterEach(async () => {
  await app[Symbol.asyncDispose]();
  // Neither a script error nor a style that the strict policy refuses, on any page.
  expect(app.problems).toEqual([]);
});

const path = () => new URL(page.url()).pathname + new URL(page.url()).search;
async function open(address: string): Promise<void> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
}

async function signIn({ username = 'mira', password = PASSWORD, stays = true } = {}): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (!stays) await page.getByText('Stay signed in').click();
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describe('the way in', () => {
  it('leads from the start over the search, whose keyword stays in the address, to the school [P-2.10] [P-2.17] [P-5.30] [D-7.03]', async () => {
    await open('/');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Find your school' }).click();
    await page.getByRole('searchbox').fill('Lindenau');
    await page.getByRole('link', { name: /Gymnasium Lindenau/ }).waitFor();
    expect(path()).toBe('/select-school?keyword=Lindenau');
    await page.reload();
    await page.getByRole('link', { name: /Gymnasium Lindenau/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: /Gymnasium Lindenau/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
    await page.getByText('Gymnasium Lindenau').waitFor();
    expect(path()).toBe('/linden/login');
    await expectAccessible(page);
  });

  it('asks once, 500 ms after the last key and from three characters on, and clears the results below [P-5.28] [P-5.29] [P-9.09]', async () => {
    const keywords: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/find-schools')) keywords.push(url.searchParams.get('keyword'));
    });
    await page.clock.install();
    await open('/select-school');
    await page.clock.pauseAt(Date.now() + 60_000);
    const box = page.getByRole('searchbox');
    const type = async (text: string, pause: number) => {
      await box.pressSequentially(text);
      await page.clock.runFor(pause);
    };
    await type('li', 2000);
    for (const key of 'nden') await type(key, 499);
    expect([await box.inputValue(), keywords]).toEqual(['linden', []]);
    await page.clock.runFor(1);
    await expect.poll(() => keywords).toEqual(['linden']);
    await page.clock.resume();
    await page.getByRole('link', { name: /Gymnasium Lindenau/ }).waitFor();
    await box.fill('li');
    await page.getByRole('link', { name: /Gymnasium Lindenau/ }).waitFor({ state: 'detached' });
    expect(keywords).toEqual(['linden']);
  });

  it('guards pages, keeps branding, and goes to the school selection without a school [P-2.01] [P-2.04] [P-2.09]', async () => {
    await open('/more?branding=hafen');
    await expect.poll(path).toBe('/?branding=hafen');
    await page.getByText('Everyone arrives well.').waitFor();
    await open('/login');
    await expect.poll(path).toBe('/select-school');
    await open('/no/such/page');
    await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor();
  });
});

describe('the session', () => {
  it('tells wrong credentials in words and keeps the form filled [P-8.30]', async () => {
    await open('/linden/login');
    await signIn({ password: 'wrong' });
    await page.getByRole('alert').filter({ hasText: 'The username or the password is wrong.' }).waitFor();
    expect(await page.getByLabel('Username or e-mail').inputValue()).toBe('mira');
    await expectAccessible(page);
  });

  it('lands on the feed, survives in local storage, and ends at the login of the school [P-2.06] [P-2.99] [P-4.01] [P-4.07] [C-2.42]', async () => {
    await open('/linden/login');
    await signIn();
    await page.getByRole('heading', { level: 2, name: 'News' }).waitFor();
    expect(path()).toBe('/feed');
    expect(
      await page.evaluate(() => [localStorage.getItem('auth_token') !== null, sessionStorage.getItem('auth_token')]),
    ).toEqual([true, null]);
    await page.getByText('As soon as the school has something to say, it is here.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'More' }).click();
    await page.getByRole('heading', { level: 1, name: 'More' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    // Rows are named once their words have come.
    await page.locator('main a[href="/classbooks"]', { hasText: /\w/ }).waitFor();
    await expectAccessible(page);
    await open('/more?logout=true');
    const dialog = page.getByRole('alertdialog', { name: 'Sign out?' });
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/linden/login');
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  });

  it('is in session storage only without "stay signed in", and goes on to the page that was wanted [P-4.02] [C-2.37]', async () => {
    await open('/more');
    await expect.poll(path).toBe('/');
    await open('/linden/login');
    await signIn({ stays: false });
    await page.getByRole('heading', { level: 1, name: 'More' }).waitFor();
    expect(
      await page.evaluate(() => [localStorage.getItem('auth_token'), sessionStorage.getItem('auth_token') !== null]),
    ).toEqual([null, true]);
  });

  it('of another account begins with empty caches, its own user, and the brand of its school [P-4.03] [P-4.05] [P-2.11] [C-2.56]', async () => {
    await open('/linden/login');
    await signIn();
    await page.getByRole('heading', { level: 2, name: 'News' }).waitFor();
    await open('/more');
    await page.getByText('Gymnasium Lindenau').first().waitFor();
    const brand = () => page.evaluate(() => document.documentElement.dataset.branding);
    const first = await brand();
    await open('/more?logout=true');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/linden/login');
    await open('/post-logout');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.waitForURL('**/linden/login');
    await open('/seehof/login');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await signIn({ username: 'jan' });
    await page.getByRole('heading', { level: 2, name: 'News' }).waitFor();
    expect(asked.filter((one) => one === '/v1/auth/login' || one === '/v1/users/self').slice(0, 2)).toEqual([
      '/v1/auth/login',
      '/v1/users/self',
    ]);
    await page.getByText('Hafenschule').first().waitFor();
    expect([first, await brand()]).toEqual(['default', 'hafen']);
    const kept = await page.evaluate(() => Object.values({ ...localStorage }).join());
    expect(kept).toContain('"slink":"seehof"');
    expect(await page.locator('body').textContent()).not.toContain('Lindenau');
  });

  it('shows the side navigation above 768 px and the bottom bar at 768 px [P-9.06] [C-2.84]', async () => {
    await open('/linden/login');
    await signIn();
    await page.getByRole('heading', { level: 2, name: 'News' }).waitFor();
    const at = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      const box = await page.getByRole('navigation').boundingBox();
      return (box?.y ?? 0) > 600 ? 'bottom' : 'side';
    };
    expect([await at(769), await at(768)]).toEqual(['side', 'bottom']);
  });
});

it('is dark where the device is, until something is chosen; speaks another language and turns dark at once, and still does after a reload [D-6.06] [P-9.05]', async () => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await open('/');
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe('rgb(15, 20, 18)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(background).toBe(light);
  await page.getByRole('button', { name: 'Language and display' }).click();
  await page.getByRole('dialog').getByText('Türkçe').click();
  await page.getByRole('radio', { name: 'Koyu' }).click();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('link', { name: 'Okulunu bul' }).waitFor();
  expect([await page.evaluate(() => document.documentElement.lang), await background()]).toEqual([
    'tr',
    'rgb(15, 20, 18)',
  ]);
});

it('ships at most 200 kB of compressed JavaScript with the first load [D-7.01]', async () => {
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => request.url().endsWith('.js') && scripts.push(request));
  await open('/linden/login');
  await signIn();
  await page.getByRole('heading', { level: 2, name: 'News' }).waitFor();
  await page.getByText('As soon as the school has something to say, it is here.').waitFor();
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  scripts.length = 0;
  await page.reload();
  // What comes later, the connection and the pages behind the navigation, waits for the page.
  await page.getByText('As soon as the school has something to say, it is here.').waitFor();
  const sizes = await Promise.all(scripts.map((script) => script.sizes()));
  const total = sizes.reduce((sum, size) => sum + size.responseBodySize, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(200_000);
});
