// features: authenticator

import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { withBrandValue } from '../support/brand-value.ts';
import { visit } from '../support/go-inside.ts';
import { buildSchool, buildUser } from '../support/people.ts';
import { TEST_NOW } from '../support/server.ts';

const KEY = { key: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const PAGES = {
  start: 'Authenticator',
  add: 'Add an account',
  scan: 'Scan a QR code',
  'setup-key': 'Enter a key',
  backup: 'Backup',
  restore: 'Restore a backup',
} as const;
const START = '/authenticator/start';

const kreide = withApp(async ({ test }) => {
  const school = await buildSchool(test.database.kysely, 'amsel');
  await buildSchool(test.database.kysely, 'birke');
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'STUDENT'],
    ['admin', 'ADMIN'],
  ] as const)
    await buildUser(test.database.kysely, school.id, name, role);
  return school;
});

const permit = (permissions: string[]) =>
  kreide.server.test.database.kysely.updateTable('schools').set({ permissions }).where('slink', '=', 'amsel').execute();
beforeEach(async () => {
  kreide.server.clock.set(TEST_NOW);
  await permit(['totp-2fa']);
});

const open = (options: Parameters<typeof kreide.open>[0] = {}) =>
  kreide.open({ username: 'ada', language: 'en', permissions: ['clipboard-read', 'clipboard-write'], ...options });
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);
/** The rows of the list, as text. */
const rows = (page: Page) => page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
const codes = (page: Page) => page.locator('[data-code]').allTextContents();

/** Fills in the page of the key. */
async function setUp(page: Page, issuer: string, account = '', key: string = KEY.key): Promise<void> {
  await page.getByLabel('Service', { exact: true }).fill(issuer);
  await page.getByLabel('Account at this service').fill(account);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

/** What the service says at this moment. */
async function codeNow(): Promise<string> {
  const { body } = await kreide.server.request('POST', '/v1/keys', { body: KEY });
  const code = (await kreide.server.request('GET', `/v1/codes/${body.data.id}`)).body.data.code as string;
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

describe('the pages of the authenticator', () => {
  it('are six, each with its own screen, for everybody at a school with the permission [P-2.32] [P-2.33] [P-6.08]', async () => {
    await using app = await open({ username: 'ben' });
    for (const [path, title] of Object.entries(PAGES)) {
      await visit(app.page, `/authenticator/${path}`);
      await app.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await expectAccessible(app.page, path);
    }
    await app.page.goto('/authenticator/elsewhere');
    await app.page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    await app.page.goto('/authenticator');
    await isAt(app.page, START);
    await app.page.goto('/settings');
    await app.page.getByRole('link', { name: 'Authenticator' }).click();
    await isAt(app.page, START);
    expect(app.problems).toEqual([]);
  });

  it('cannot be reached where neither the brand nor the school has them, signed in or not [P-2.33]', async () => {
    await permit([]);
    await using app = await open();
    for (const path of ['', ...Object.keys(PAGES).map((name) => `/${name}`)]) {
      await app.page.goto(`/authenticator${path}`);
      // The start page sends those who are signed in to the feed.
      await isAt(app.page, '/feed');
    }
    await app.page.goto('/settings');
    await app.page.getByRole('link', { name: 'Security' }).first().waitFor();
    expect(await app.page.getByRole('link', { name: 'Authenticator' }).count()).toBe(0);
    await using stranger = await kreide.open({ language: 'en' });
    for (const path of Object.keys(PAGES)) {
      await stranger.page.goto(`/authenticator/${path}?branding=default`);
      await isAt(stranger.page, '/');
      expect(new URL(stranger.page.url()).search).toBe('?branding=default');
    }
    expect(await stranger.page.getByRole('link', { name: 'Open the authenticator' }).count()).toBe(0);
  });

  it('are switched on by the administrator for the whole school, which is recorded [P-6.08] [P-2.33]', async () => {
    await permit([]);
    await using app = await open({ username: 'admin' });
    await app.page.goto(`/management/${kreide.school.uuid}/school-data/edit-settings`);
    const door = app.page.getByRole('switch', { name: 'Authenticator' });
    await door.waitFor();
    await expectAccessible(app.page);
    await door.press('Space');
    await app.page.getByText('The authenticator is there for everybody from now on.').waitFor();
    await using pupil = await open({ username: 'ben' });
    await pupil.page.goto(START);
    await pupil.page.getByText('No accounts yet').waitFor();
    const entries = await kreide.server.test.database.kysely
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('action', '=', 'schools.permissions')
      .execute();
    expect(entries).toEqual([{ action: 'schools.permissions', after: { permissions: ['totp-2fa'] } }]);
    await door.press('Space');
    await app.page.getByText('The authenticator can no longer be reached.').waitFor();
    await pupil.page.reload();
    await isAt(pupil.page, '/feed');
  });

  it('are offered on the start page where the brand has them, before anybody signs in [P-1.16] [P-2.33]', async () => {
    await permit([]);
    await using app = await kreide.open({ language: 'en' });
    const changed = await withBrandValue(app.page, 'two_factor:!1', 'two_factor:!0');
    await app.page.goto('/');
    await app.page.getByRole('link', { name: 'Open the authenticator' }).click();
    await app.page.getByRole('heading', { level: 1, name: 'Authenticator' }).waitFor();
    expect(changed()).toBe(1);
    await expectAccessible(app.page);
    await app.page.goto('/authenticator/setup-key');
    await setUp(app.page, 'Bank');
    await expect.poll(() => codes(app.page)).toEqual([await codeNow()]);
  });
});

describe('an account', () => {
  it('is set up by its key, with every mistake said at its field [P-2.32]', async () => {
    await using app = await open({ viewport: { width: 390, height: 844 } });
    const { page } = app;
    await page.goto(START);
    await page.getByRole('link', { name: 'Add an account' }).click();
    await page.getByRole('link', { name: 'Enter a key' }).click();
    await setUp(page, '', '', '1234');
    await page.getByText('Please enter the name of the service.').waitFor();
    await page.getByText('A key has only letters from A to Z and the digits 2 to 7.').waitFor();
    expect(await page.locator(':focus').getAttribute('name')).toBe('issuer');
    await expectAccessible(page);
    await setUp(page, 'Bank', 'ada', 'gezd gnbv');
    await page.getByText('Too short: a key has at least 16 characters.').waitFor();
    await setUp(page, 'Bank', 'ada', `${KEY.key}A`);
    await page.getByText('Something of the key is missing').waitFor();
    await page.getByText('Digits, time and algorithm').click();
    await page.getByLabel('A code holds for so many seconds').fill('5');
    await setUp(page, 'Bank', 'ada', 'gezd gnbv gy3t qojq gezd gnbv gy3t qojq');
    await page.getByText('A whole number from 15 to 120.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('A code holds for so many seconds').fill('30');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Bank (ada) is added.').waitFor();
    await isAt(page, START);
    await expect.poll(() => codes(page)).toEqual([await codeNow()]);
    await expectAccessible(page);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(KEY.key);
    expect(app.problems).toEqual([]);
  });

  it('shows for how long its code holds, gets the next one by itself, and copies it [P-2.32] [T-7.156]', async () => {
    await using app = await open();
    const { page } = app;
    await page.goto('/authenticator/setup-key');
    await setUp(page, 'Bank', 'ada');
    const first = await codeNow();
    await expect.poll(() => codes(page)).toEqual([first]);
    const timer = page.getByRole('timer');
    expect(await timer.getAttribute('aria-label')).toMatch(/^Holds for (2\d|30) more seconds$/);
    const copy = page.getByRole('button', { name: 'Copy the code of Bank (ada)' });
    await copy.click();
    await page.getByText('The code of Bank (ada) is copied.').waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first.replace(' ', ''));
    // Two seconds before the end of a period: the page asks again when that is over.
    kreide.server.clock.set('2026-11-18T09:10:28Z');
    await page.reload();
    await expect.poll(() => codes(page)).toEqual([first]);
    kreide.server.clock.set('2026-11-18T09:10:30Z');
    const next = await codeNow();
    expect(next).not.toBe(first);
    await expect.poll(() => codes(page), { timeout: 10_000 }).toEqual([next]);
    expect(app.problems).toEqual([]);
  });

  it('stays with its person on this device: another one who signs in does not see it, its owner does later [P-2.32]', async () => {
    await using app = await open();
    await app.page.goto('/authenticator/setup-key');
    await setUp(app.page, 'Bank');
    await rows(app.page).getByText('Bank').waitFor();
    const kept = await app.page.evaluate(() =>
      Object.fromEntries(Object.entries({ ...localStorage }).filter(([name]) => name.startsWith('authenticator_'))),
    );
    expect(Object.keys(kept)).toHaveLength(1);
    await using other = await open({ username: 'ben', storage: kept });
    await other.page.goto(START);
    await other.page.getByText('No accounts yet').waitFor();
    await using again = await open({ storage: kept });
    await again.page.goto(START);
    await rows(again.page).getByText('Bank').waitFor();
  });

  it('is removed for good after a question, and one that was removed elsewhere says so [P-2.32] [T-7.154]', async () => {
    await using app = await open();
    const { page } = app;
    for (const name of ['Bank', 'Shop']) {
      await page.goto('/authenticator/setup-key');
      await setUp(page, name);
      await rows(page).getByText(name).waitFor();
    }
    await expect.poll(() => codes(page).then((all) => all.filter((code) => /\d/.test(code)).length)).toBe(2);
    await page.getByRole('button', { name: 'Remove Bank' }).click();
    await page.getByRole('alertdialog', { name: 'Remove Bank?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Bank is removed.').waitFor();
    expect(await rows(page).allTextContents()).toEqual([expect.stringContaining('Shop')]);
    await kreide.server.test.database.kysely.deleteFrom('two_factor_keys').execute();
    await page.reload();
    await page.getByText('This account is no more').waitFor();
    await page.getByRole('button', { name: 'Remove Shop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No accounts yet').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('keeps its name on screen while the service cannot be reached, which is told, and comes back [P-2.32] [P-8.07] [T-7.159]', async () => {
    await using app = await open();
    const { page } = app;
    await page.goto('/authenticator/setup-key');
    await setUp(page, 'Bank');
    await expect.poll(() => codes(page)).toEqual([await codeNow()]);
    let asked = 0;
    await page.route('**/v1/codes', async (route) => {
      asked += 1;
      // Busy twice, then too much.
      const status = asked <= 2 ? 503 : 429;
      const code = status === 503 ? 'not_ready' : 'too_many';
      const body = JSON.stringify({ error: { code, message: '', request_id: 'r' }, meta: {} });
      await route.fulfill({ status, contentType: 'application/json', body });
    });
    await page.reload();
    await page.getByRole('alert').getByText('The codes could not be fetched').waitFor();
    expect(asked).toBe(3);
    await rows(page).getByText('Bank').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: 'Copy the code of Bank' }).isDisabled()).toBe(true);
    await page.unroute('**/v1/codes');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => codes(page)).toEqual([await codeNow()]);
  });

  it('comes to another device by a backup, which opens with its passphrase alone [P-2.32]', async () => {
    await using app = await open();
    const { page } = app;
    for (const name of ['Bank', 'Shop']) {
      await page.goto('/authenticator/setup-key');
      await setUp(page, name);
      await rows(page).getByText(name).waitFor();
    }
    await page.getByRole('link', { name: 'Backup' }).click();
    await page.getByText('2 accounts go into the backup.').waitFor();
    const save = page.getByRole('button', { name: 'Save the backup' });
    const write = async (first: string, second: string) => {
      await page.getByLabel('Passphrase', { exact: true }).fill(first);
      await page.getByLabel('Repeat the passphrase').fill(second);
    };
    await write('too short', 'too short');
    await save.click();
    await page.getByText('At least 12 characters.', { exact: true }).waitFor();
    await write('chalk and blue cheese', 'chalk and blue');
    await save.click();
    await page.getByText('This is not the same passphrase.').waitFor();
    await expectAccessible(page);
    await write('chalk and blue cheese', 'chalk and blue cheese');
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toBe('kreide-authenticator.json');
    const content = await buffer(await download.createReadStream());
    expect(String(content)).not.toMatch(/Bank|Shop/);

    await using other = await open({ username: 'ben' });
    await other.page.goto('/authenticator/restore');
    const restore = other.page.getByRole('button', { name: 'Restore', exact: true });
    await restore.click();
    await other.page.getByText('Please choose the backup file first.').waitFor();
    await expectAccessible(other.page);
    const choose = (name: string, bytes: Buffer) =>
      other.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: bytes });
    const passphrase = other.page.getByLabel('Passphrase of the backup');
    await choose('other.json', Buffer.from('{"a":1}'));
    await other.page.getByText('Chosen: other.json').waitFor();
    await passphrase.fill('chalk and blue cheese');
    await restore.click();
    await other.page.getByText('This file is no backup of the authenticator.').waitFor();
    await choose('backup.json', content);
    await passphrase.fill('chalk and green cheese');
    await restore.click();
    await other.page.getByText('The passphrase does not fit this backup').waitFor();
    await passphrase.fill('chalk and blue cheese');
    await restore.click();
    await other.page.getByText('2 accounts were added.').waitFor();
    const code = await codeNow();
    await expect.poll(() => codes(other.page)).toEqual([code, code]);
    expect([app.problems, other.problems]).toEqual([[], []]);
  });
});
