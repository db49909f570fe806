// features: auth

import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

let uuid = '';
const kreide = withApp(async ({ test }) => {
  const { kysely } = test.database;
  const school = await buildSchool(kysely, 'amsel', { name: 'Amselschule' });
  uuid = school.uuid;
  await buildUser(kysely, school.id, 'olga', 'ADMIN');
  await buildUser(kysely, school.id, 'ada', 'TEACHER');
});

const setRule = (roles: string[], from: string | null) =>
  kreide.server.test.database.pool.query('update schools set second_step_roles = $1, second_step_from = $2', [
    roles,
    from,
  ]);

describe('a second step that the school requires', () => {
  it('is asked of kinds of roles, at once or from a day on, on the page of the school', async () => {
    await using app = await kreide.open({ username: 'olga', language: 'en' });
    const { page } = app;
    await page.goto(`/management/${uuid}/school-data/edit-settings`);
    const card = page.getByRole('region', { name: 'Require a sign-in in two steps' });
    await card.getByText('Teachers', { exact: true }).click();
    await card.getByText('From a day on').click();
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Please choose a date.').first().waitFor();
    await expectAccessible(page);
    await card.getByText('At once').click();
    await card.getByText('Administrators', { exact: true }).click();
    await card.getByText('This account is then among them too.').waitFor();
    await card.getByText('Administrators', { exact: true }).click();
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { rows } = await kreide.server.test.database.pool.query(
      'select second_step_roles, second_step_from from schools',
    );
    expect(rows).toEqual([{ second_step_roles: ['TEACHER'], second_step_from: null }]);
    expect(app.problems).toEqual([]);
  });

  it('is announced until its day, with the way to set it up', async () => {
    await setRule(['TEACHER'], '2026-12-01');
    await using app = await kreide.open({ username: 'ada', language: 'en' });
    const { page } = app;
    await page.goto('/feed');
    await page.getByText(/^From .*December.* on, your school requires/).waitFor();
    await page.getByRole('link', { name: 'Set up' }).click();
    await page.waitForURL('**/settings/security/self');
    expect(app.problems).toEqual([]);
  });

  it('is set up before anything else works, and then the page comes that was wanted [P-7.60]', async () => {
    await setRule(['TEACHER'], null);
    await using app = await kreide.open({ username: 'ada', language: 'en', viewport: { width: 390, height: 844 } });
    const { page } = app;
    await page.goto('/timetable');
    await page.getByText('Amselschule requires a sign-in in two steps for this account.').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Set up with an app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
    const secret = Secret.fromBase32((await dialog.locator('code').innerText()).replace(/\s/g, ''));
    const code = new TOTP({ secret }).generate({ timestamp: kreide.server.clock.now().getTime() });
    await dialog.getByLabel('Code of the app', { exact: true }).fill(code);
    await dialog.getByLabel('Present password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'They are kept' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('navigation').first().waitFor();
    expect(new URL(page.url()).pathname).toContain('timetable');
    expect(app.problems).toEqual([]);
  });
});
