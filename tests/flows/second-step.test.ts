// features: auth

import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { jobsDone } from '../support/notifications.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

let mailbox: MailServer;
const env: Record<string, string> = { KREIDE_MAIL_FROM: 'kreide@school.example' };
beforeAll(async () => {
  mailbox = await startMailServer();
  env.KREIDE_SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
});
const kreide = withApp(
  async ({ test }) => {
    const { kysely, pool } = test.database;
    const school = await buildSchool(kysely, 'amsel');
    for (const name of ['ada', 'bea']) await buildUser(kysely, school.id, name, 'TEACHER');
    await pool.query(`update users set email = username || '@home.example'`);
  },
  { env },
);
afterAll(() => mailbox[Symbol.asyncDispose]());

async function mailedCode(): Promise<string> {
  await jobsDone(kreide.server);
  return /\b\d{3} \d{3}\b/.exec(mailbox.received.at(-1)?.mail.text ?? '')?.[0] ?? 'no code';
}
const fill = (page: Page, name: string, value: string) => page.getByLabel(name, { exact: true }).fill(value);

async function enterPassword(page: Page, username: string) {
  await page.goto('/amsel/login');
  await fill(page, 'Username or e-mail', username);
  await fill(page, 'Password', PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
}

/** On paper there are the codes and nothing else; and the page again, once they are gone. */
async function expectPrinted(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('code').isVisible()).toBe(true);
  const heading = page.getByText('Sign-in in two steps', { exact: true }).first();
  expect(await heading.evaluate((element) => getComputedStyle(element).visibility)).toBe('hidden');
  await page.emulateMedia({ media: 'screen' });
}

describe('the second step', () => {
  it('is turned on with an app, asked for at the next sign-in, and leads into the app; a recovery code does too [P-4.06] [P-7.60]', async () => {
    let codes: string[];
    let key: string;
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: kreide.server.clock.now().getTime() });
    {
      await using app = await kreide.open({ username: 'ada', language: 'en', viewport: { width: 390, height: 844 } });
      const { page } = app;
      await page.goto('/settings/security/self');
      await page.getByRole('button', { name: 'Set up with an app' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
      key = (await dialog.locator('code').innerText()).replace(/\s/g, '');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByText('Please fill in.').first().waitFor();
      await fill(page, 'Code of the app', '000 000');
      await dialog.getByLabel('Present password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByText('This code is wrong').waitFor();
      await fill(page, 'Code of the app', code());
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
      await expectAccessible(page);
      codes = (await dialog.locator('code').innerText()).split(' ');
      expect(codes).toHaveLength(10);
      const downloading = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download' }).click();
      expect((await downloading).suggestedFilename()).toBe('Recovery codes.txt');
      await expectPrinted(page);
      // Nothing lies above the codes; that it is on is told afterwards.
      expect(await page.getByText('The sign-in in two steps is on.').count()).toBe(0);
      await dialog.getByRole('button', { name: 'They are kept' }).click();
      await page.getByText('The sign-in in two steps is on.').waitFor();
      await page.getByText('On, with codes of an app').waitFor();
      await page.getByText('10 recovery codes left').waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByText('10 recovery codes left').isVisible()).toBe(true);
      await page.emulateMedia({ media: 'screen' });
      expect(app.problems).toEqual([]);
    }
    kreide.server.clock.advance(60_000);
    await using app = await kreide.open({ language: 'en', viewport: { width: 390, height: 844 } });
    const { page } = app;
    await enterPassword(page, 'ada');
    expect(await page.evaluate(() => [localStorage.auth_token, sessionStorage.auth_token])).toEqual(
      [null, null].map(() => undefined),
    );
    const field = page.getByLabel('Code of six digits');
    expect([await field.getAttribute('autocomplete'), await field.getAttribute('inputmode')]).toEqual([
      'one-time-code',
      'numeric',
    ]);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Please enter all six digits.').waitFor();
    await expectAccessible(page);
    await field.fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This code is wrong').waitFor();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/feed');
    expect(app.problems).toEqual([]);
  });

  it('comes by e-mail, can be sent again after a pause, and goes back to the password; a trusted device is not asked again [P-4.06]', async () => {
    {
      await using app = await kreide.open({ username: 'bea', language: 'en' });
      const { page } = app;
      await page.goto('/settings/security/self');
      await page.getByRole('button', { name: 'Set up with e-mail' }).click();
      await page.getByRole('button', { name: /Another code in/ }).waitFor();
      await fill(page, 'Code of the e-mail', await mailedCode());
      await page.getByRole('dialog').getByLabel('Present password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('button', { name: 'They are kept' }).click();
      await page.getByText('On, with codes by e-mail to b•••@home.example').waitFor();
      expect(app.problems).toEqual([]);
    }
    await using app = await kreide.open({ drivesClock: true, language: 'en' });
    const { page } = app;
    await page.clock.install({ time: kreide.server.clock.now() });
    await enterPassword(page, 'bea');
    const first = await mailedCode();
    await page.getByText('A code is on its way to b•••@home.example').waitFor();
    const again = page.getByRole('button', { name: /Another code|Send another/ });
    expect(await again.isDisabled()).toBe(true);
    // Each second is a render of its own.
    const isPaused = async () => {
      await page.clock.runFor(1000);
      return again.isDisabled();
    };
    await expect.poll(isPaused, { timeout: 30_000, interval: 10 }).toBe(false);
    await again.click();
    await page.getByText('Those before are no longer valid.').waitFor();
    const second = await mailedCode();
    await page.getByRole('button', { name: 'Back to the password' }).click();
    await fill(page, 'Password', PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    const third = await mailedCode();
    expect(new Set([first, second, third]).size).toBeGreaterThan(1);
    await page.getByLabel('Code of six digits').fill(third);
    await page.getByText('Do not ask on this device').click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/feed');
    await page.goto('/feed?logout');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname !== '/feed');
    await page.goto('/amsel/login');
    await fill(page, 'Username or e-mail', 'bea');
    await fill(page, 'Password', PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/feed');
    expect(app.problems).toEqual([]);
  });
});
