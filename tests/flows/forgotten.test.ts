// features: auth

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { withBrandValue } from '../support/brand-value.ts';
import { buildSchool, buildUser } from '../support/people.ts';

/** Nobody is there: what is ordered stays in line. */
const NO_SERVER = { KREIDE_SMTP_URL: 'smtp://127.0.0.1:9', KREIDE_MAIL_FROM: 'kreide@school.example' };
const kreide = withApp(
  async ({ test }) => {
    const school = await buildSchool(test.database.kysely, 'amsel');
    await buildUser(test.database.kysely, school.id, 'ada', 'PARENT');
    await buildUser(test.database.kysely, school.id, 'office', 'ADMIN');
    await test.database.pool.query("update users set email = 'ada@home.example' where username = 'ada'");
  },
  { env: NO_SERVER },
);
const mails = async () =>
  (await kreide.server.test.database.pool.query("select kind, recipient from mails where kind = 'password'")).rows;

describe('who forgot the password', () => {
  it('is led from the sign-in to a link by mail, without being told whether there is such an account [P-2.14] [P-1.10]', async () => {
    await using app = await kreide.open({ language: 'en', viewport: { width: 390, height: 844 } });
    const { page } = app;
    await page.goto('/amsel/login');
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('Please enter the username or e-mail.').waitFor();
    await expectAccessible(page);
    for (const identity of ['nobody', 'ada']) {
      await page.goto('/login/amsel/forgot');
      await page.getByLabel('Username or e-mail address').fill(identity);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByRole('heading', { level: 1, name: 'Please look into the mailbox' }).waitFor();
      await page.getByText('It is valid for 60 minutes.').waitFor();
    }
    await expectAccessible(page);
    await expect.poll(mails).toEqual([{ kind: 'password', recipient: 'ada@home.example' }]);
    await page.getByRole('link', { name: 'To the sign-in' }).click();
    await page.waitForURL('**/amsel/login');
    expect(app.problems).toEqual([]);
  });

  it('is not led there where the branding does without it [P-1.10]', async () => {
    await using app = await kreide.open({ language: 'en' });
    const { page } = app;
    const changed = await withBrandValue(page, 'password_reset:!0', 'password_reset:!1');
    await page.goto('/amsel/login');
    await page.getByText('Stay signed in').waitFor();
    expect(changed()).toBe(1);
    expect(await page.getByRole('link', { name: 'Forgotten your password?' }).count()).toBe(0);
  });

  it('and has no address asks the administrators, who find that among their notifications [P-2.15] [P-7.89]', async () => {
    await using app = await kreide.open({ language: 'en' });
    const { page } = app;
    await page.goto('/login/amsel/forgot');
    await page.getByRole('link', { name: 'No e-mail came, or none is known?' }).click();
    await page.getByRole('button', { name: 'Ask for help' }).click();
    await expect.poll(() => page.getByText('Please fill this in.').count()).toBe(2);
    await page.getByLabel('Name, with class').fill('Kim Beck, 7a');
    await page.getByLabel('Can be reached at').fill('0123 45678');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ask for help' }).click();
    await page.getByRole('heading', { level: 1, name: 'The school knows' }).waitFor();
    await expectAccessible(page);
    await using office = await kreide.open({ username: 'office', language: 'en' });
    await office.page.goto('/notification-centre');
    await office.page.getByText('Kim Beck, 7a').waitFor();
    expect(app.problems).toEqual([]);
  });
});
