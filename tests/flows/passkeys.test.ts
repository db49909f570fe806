// features: auth

import { createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

/** A name, not a number: passkeys belong to names. */
const env: Record<string, string> = {};
beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  env.PORT = String(port);
  env.KREIDE_URL = `http://localhost:${port}`;
});
const kreide = withApp(
  async ({ test }) => {
    const school = await buildSchool(test.database.kysely, 'amsel');
    await buildUser(test.database.kysely, school.id, 'ada', 'TEACHER');
  },
  { env },
);

/** A device that confirms at once, as with a finger on it. */
async function withDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

it('a passkey is added on the security page, then signs in alone and as the second step, and is removed', async () => {
  await using app = await kreide.open({ username: 'ada', language: 'en', baseURL: env.KREIDE_URL ?? '' });
  const { page } = app;
  await withDevice(page);
  await page.goto('/settings/security/self');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Please fill in.').first().waitFor();
  await page.getByLabel('Name, such as the device').fill('Phone');
  const passwords = page.locator('input[name=passkey_password]');
  await passwords.fill('not this one');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This is not the present password.').waitFor();
  await passwords.fill(PASSWORD);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Remove Phone' }).waitFor();
  await expectAccessible(page);

  const leave = async () => {
    await page.goto('/feed?logout');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname !== '/feed');
    await page.goto('/amsel/login');
  };
  await leave();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/feed');

  await page.goto('/settings/security/self');
  await page.getByRole('button', { name: 'Turn on with a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Present password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'They are kept' }).click();
  await page.getByText('On, with a passkey').waitFor();
  await page.getByRole('button', { name: 'Remove Phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Phone' }).click();
  await page.getByText('Please change to another way first.').waitFor();

  await leave();
  await page.getByLabel('Username or e-mail').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/feed');
  expect(app.problems).toEqual([]);
});
