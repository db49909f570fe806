// features: auth, settings

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { withBrandValue } from '../support/brand-value.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../support/people.ts';
import { TEST_NOW } from '../support/server.ts';

const kreide = withApp(async ({ test }) => {
  const school = await buildSchool(test.database.kysely, 'amsel');
  for (const name of ['ada', 'bea']) await buildUser(test.database.kysely, school.id, name, 'PARENT');
});
beforeEach(() => kreide.server.test.database.kysely.deleteFrom('sessions').execute());

const NOW = Date.parse(TEST_NOW);
const PAGE = '/settings/security/self';
const count = async () =>
  Number((await kreide.server.test.database.pool.query('select count(*) from sessions')).rows[0].count);
const isGone = (page: Page) => page.waitForURL((url) => url.pathname !== PAGE);

describe('the security page', () => {
  it('changes the password for who knows the present one, and signs the other devices out [P-2.66] [P-5.15] [P-7.53]', async () => {
    await using app = await kreide.open({ username: 'ada', language: 'en' });
    const { page } = app;
    await signIn(kreide.server, 'amsel', 'ada');
    await page.goto('/more');
    await page.getByRole('main').getByRole('link', { name: 'Security' }).click();
    const save = page.getByRole('button', { name: 'Save password' });
    await save.click();
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(3);
    await expectAccessible(page);
    const fill = (name: string, value: string) => page.getByLabel(name, { exact: true }).fill(value);
    await fill('Present password', 'something else');
    await fill('New password', 'chalk and cheese');
    await fill('Repeat new password', 'chalk and cheese');
    await save.click();
    await page.getByText('This is not the present password.').waitFor();
    expect(await count()).toBe(2);
    await fill('Present password', PASSWORD);
    await save.click();
    await page.getByText('The password is changed. 1 other device is signed out.').waitFor();
    expect(await count()).toBe(1);
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('');
    await page.reload();
    await save.waitFor();
    await signIn(kreide.server, 'amsel', 'ada', 'chalk and cheese');
    expect(app.problems).toEqual([]);
  });

  it('lists where somebody is signed in, and signs out there [P-2.66]', async () => {
    await using app = await kreide.open({ username: 'bea', language: 'en' });
    const { page } = app;
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };
    const body = { slink: 'amsel', username: 'bea', password: PASSWORD, stayLoggedIn: true };
    await kreide.server.request('POST', '/v1/auth/login', { body, headers });
    await page.goto(PAGE);
    const devices = page.getByRole('list', { name: 'Signed-in devices' });
    await devices.getByText('This device').waitFor();
    await expectAccessible(page);
    await devices.getByRole('button', { name: 'Firefox, Linux' }).click();
    await page
      .getByRole('alertdialog', { name: /Sign out there/ })
      .getByRole('button', { name: 'Sign out' })
      .click();
    await page.getByText('Firefox, Linux is signed out.').waitFor();
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
    expect(await count()).toBe(1);
    expect(app.problems).toEqual([]);
  });

  it('signs out on all devices, this one too [P-7.14]', async () => {
    await using app = await kreide.open({ username: 'bea', language: 'en' });
    const { page } = app;
    await signIn(kreide.server, 'amsel', 'bea');
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'Sign out on all devices' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await isGone(page);
    expect(await count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    expect(app.problems).toEqual([]);
  });
});

describe('signs of life, in a variant that wants them', () => {
  async function open(silentFor: number) {
    const stamp = String(NOW - silentFor);
    const app = await kreide.open({ username: 'bea', language: 'en', storage: { keep_alive: stamp } });
    const changed = await withBrandValue(app.page, 'keep_alive:!1', 'keep_alive:!0');
    await app.page.goto(PAGE);
    expect(changed()).toBe(1);
    return app;
  }
  const stamp = (page: Page) => page.evaluate(() => localStorage.getItem('keep_alive'));

  it('are left by every page; without them for 65 s the session is over, at exactly 65 s not [P-1.15] [P-4.28] [P-4.29]', async () => {
    {
      await using app = await open(65_000);
      await expect.poll(() => stamp(app.page)).toBe(String(NOW));
      await app.page.getByRole('heading', { name: 'Change password' }).waitFor();
    }
    await using app = await open(65_001);
    await isGone(app.page);
    await app.page
      .getByRole('button', { name: 'Sign in' })
      .or(app.page.getByRole('link', { name: /school/ }))
      .first()
      .waitFor();
    expect(await count()).toBe(1);
    expect(app.problems).toEqual([]);
  });

  it('come every ten seconds [P-9.10] [P-4.28]', async () => {
    await using app = await kreide.open({ drivesClock: true, username: 'bea', language: 'en' });
    const { page } = app;
    await page.clock.install({ time: NOW });
    await withBrandValue(page, 'keep_alive:!1', 'keep_alive:!0');
    await page.goto(PAGE);
    await expect.poll(() => stamp(page)).not.toBeNull();
    const first = Number(await stamp(page));
    await page.clock.runFor(9_000);
    expect(Number(await stamp(page)) - first).toBeLessThan(9_000);
    await page.clock.runFor(11_000);
    await expect.poll(async () => Number(await stamp(page)) - first).toBeGreaterThanOrEqual(10_000);
  });

  it('are not wanted of who has opted out, and begin anew with a sign-in [P-4.31] [P-6.20]', async () => {
    {
      await using app = await open(0);
      const off = app.page.getByRole('switch', { name: 'Sign out by itself' });
      await off.waitFor();
      await expectAccessible(app.page);
      await off.click({ force: true });
      const kept = () =>
        kreide.server.test.database.pool
          .query("select properties from users where username = 'bea'")
          .then(({ rows }) => rows[0].properties);
      await expect.poll(kept).toMatchObject({ 'users.keep_alive.off': '1' });
    }
    {
      await using app = await open(999_999);
      await app.page.getByRole('heading', { name: 'Change password' }).waitFor();
      await app.page.reload();
      await app.page.getByRole('heading', { name: 'Change password' }).waitFor();
      await app.page.getByRole('switch', { name: 'Sign out by itself' }).click({ force: true });
    }
    await using app = await kreide.open({ language: 'en', storage: { keep_alive: '1' } });
    const { page } = app;
    await withBrandValue(page, 'keep_alive:!1', 'keep_alive:!0');
    await page.goto('/amsel/login');
    await page.getByLabel('Username or e-mail').fill('bea');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/feed');
    await expect.poll(() => stamp(page)).toBe(String(NOW));
    expect(new URL(page.url()).pathname).toBe('/feed');
  });
});
