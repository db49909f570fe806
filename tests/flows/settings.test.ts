// features: settings

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createEmailChange } from '../../packages/server/src/features/settings/queries/email-changes.ts';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { visit } from '../support/go-inside.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const school = await buildSchool(test.database.kysely, 'amsel');
  const people = { school, ids: {} as Record<string, number> };
  for (const name of ['ada', 'bea', 'cem', 'dan', 'eve'])
    people.ids[name] = (await buildUser(test.database.kysely, school.id, name, 'PARENT')).id;
  people.ids.office = (await buildUser(test.database.kysely, school.id, 'office', 'ADMIN')).id;
  return people;
});

const PHONE = { width: 390, height: 844 };
const main = (page: Page) => page.getByRole('main');
const section = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

describe('the settings', () => {
  it('are reached from the account panel and list their pages with what each is for; every one opens [P-2.56] [C-2.43] [C-2.44]', async () => {
    await using app = await kreide.open({ username: 'ada', language: 'en', viewport: PHONE });
    const { page } = app;
    await page.goto('/more');
    await main(page).getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/settings');
    const pages = page.getByRole('navigation', { name: 'Pages of the settings' }).getByRole('link');
    await pages.first().waitFor();
    await expectAccessible(page);
    const hrefs = await pages.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const { ada } = kreide.school.ids;
    expect(hrefs).toEqual([
      `/settings/${ada}`,
      `/settings/security/${ada}`,
      `/settings/${ada}/notifications`,
      `/settings/${ada}/family`,
      '/users-select',
      `/settings/copyright/${ada}`,
      '/data-protection',
      `/settings/${ada}/personal-data`,
      '/release-notes',
      `/settings/${ada}/delete-account`,
    ]);
    await main(page)
      .getByRole('link', { name: /^Profile/ })
      .click();
    await section(page, 'My name').waitFor();
    for (const href of hrefs.slice(1)) {
      await visit(page, href ?? '');
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.getByText('This page does not exist').count(), href ?? '').toBe(0);
    }
    expect(app.problems).toEqual([]);
  });

  it('stand beside each of their pages on a wide screen, and begin with the profile there: that of oneself, which says that no link can be sent where there is no mail server [P-2.56] [P-2.59] [P-5.16]', async () => {
    await using app = await kreide.open({ username: 'ada', language: 'en' });
    const { page } = app;
    await page.goto('/settings');
    await section(page, 'My name').waitFor();
    const list = page.getByRole('navigation', { name: 'Pages of the settings' });
    expect(await list.count()).toBe(1);
    await list.getByRole('link', { name: /^Security/ }).click();
    await main(page).getByRole('heading', { name: 'Change password' }).waitFor();
    expect(await list.getByRole('link', { name: /^Security/ }).getAttribute('aria-current')).toBe('page');
    await expectAccessible(page);

    await visit(page, `/settings/${kreide.school.ids.cem}`);
    await page.getByText('This is not one’s own profile').waitFor();
    await page.getByRole('link', { name: 'To my profile' }).click();
    await section(page, 'My name').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('ada');
    const email = section(page, 'E-mail');
    await email.getByRole('button', { name: 'Send link' }).click();
    await expect.poll(() => email.locator('[aria-invalid=true]').count()).toBe(2);
    expect(app.problems).toEqual([]);
    await email.getByLabel('New e-mail address').fill('ada@new.example');
    await email.getByLabel('Present password', { exact: true }).fill(PASSWORD);
    await email.getByRole('button', { name: 'Send link' }).click();
    await email
      .getByRole('alert')
      .getByText(/e-mail/i)
      .waitFor();
  });
});

describe('the profile', () => {
  it('changes name, phone and username, with what is wrong at its field and the focus there [P-7.54] [P-7.49] [P-5.17] [P-7.56] [P-7.58]', async () => {
    await using app = await kreide.open({ username: 'cem', language: 'en' });
    const { page } = app;
    await page.goto('/settings/self');
    const name = section(page, 'My name');
    await name.getByLabel('First name').fill('Cemal');
    await name.getByText('Other', { exact: true }).click();
    await name.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Saved.');
    const phone = section(page, 'Telephone');
    await phone.getByLabel('Telephone').fill('12 34');
    await phone.getByRole('button', { name: 'Save' }).click();
    await phone.getByText(/4 to 20 digits/).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('phone');
    await expectAccessible(page);
    await phone.getByLabel('Telephone').fill('030 123456');
    await phone.getByRole('button', { name: 'Save' }).click();
    const username = section(page, 'Username');
    await username.getByLabel('Username').fill('cemal.k');
    await username.getByLabel('Present password', { exact: true }).fill('not this one');
    await username.getByRole('button', { name: 'Change username' }).click();
    await username.getByText('This is not the present password.').waitFor();
    await username.getByLabel('Present password', { exact: true }).fill(PASSWORD);
    await username.getByRole('button', { name: 'Change username' }).click();
    await expect.poll(() => username.getByLabel('Present password', { exact: true }).inputValue()).toBe('');
    const consent = page.getByRole('switch', { name: 'Be counted in statistics' });
    expect(await consent.isChecked()).toBe(false);
    await section(page, 'Statistics').getByText('Be counted in statistics').click();
    const saved = () =>
      kreide.server.test.database.kysely
        .selectFrom('users')
        .select(['firstname', 'sex', 'phone', 'username', 'is_trackable'])
        .where('id', '=', kreide.school.ids.cem as number)
        .executeTakeFirst();
    await expect
      .poll(saved)
      .toEqual({ firstname: 'Cemal', sex: 'DIVERSE', phone: '030 123456', username: 'cemal.k', is_trackable: true });
    expect(app.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });

  it('takes a new address by the link, once its button is pressed, without the secret in the address bar [P-5.16]', async () => {
    const { kysely } = kreide.server.test.database;
    const person = { school_id: kreide.school.school.id, user_id: kreide.school.ids.dan as number };
    const token = await createEmailChange(kysely, person, 'dan@new.example', 600, kreide.server.clock.now());
    await using app = await kreide.open({ language: 'en', viewport: PHONE });
    const { page } = app;
    await page.goto(`/confirm-email#token=${token}`);
    await page.waitForURL((url) => url.hash === '');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByText('dan@new.example', { exact: false }).waitFor();
    await page.goto('/feed');
    await page.goto(`/confirm-email#token=${token}`);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByText('This link is no longer valid').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('changes the language at once, here and on the other devices of the account [P-7.57]', async () => {
    await using here = await kreide.open({ username: 'dan', language: 'en' });
    await using there = await kreide.open({ username: 'dan', language: 'en' });
    await there.page.goto('/more');
    await main(there.page).getByRole('link', { name: 'Settings', exact: true }).waitFor();
    await here.page.goto('/settings/self');
    await section(here.page, 'Language').getByRole('button').click();
    await here.page.getByRole('option', { name: 'Français' }).click();
    await here.page.getByRole('region', { name: 'Langue', exact: true }).waitFor();
    await there.page.reload();
    await main(there.page).getByRole('link', { name: 'Paramètres', exact: true }).waitFor();
    expect([...here.problems, ...there.problems]).toEqual([]);
  });
});

describe('the deletion of the own account', () => {
  const set = (values: object) =>
    kreide.server.test.database.kysely.updateTable('deletion_requests').set(values).execute();
  const card = (page: Page) => main(page).getByRole('region', { name: 'Deletion of the account' });

  it('is asked for, in review, approved by an administrator and taken back in time [P-2.60] [C-4.65] [C-4.66] [C-4.70] [P-4.24]', async () => {
    await using app = await kreide.open({ username: 'ada', language: 'en' });
    const { page } = app;
    await page.goto('/settings/self/delete-account');
    await page.getByRole('button', { name: 'Ask for deletion …' }).click();
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(2);
    await page.getByLabel('E-mail for messages about the deletion').fill('ada@later.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Ask for deletion …' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ask for deletion' }).click();
    await card(page).getByText('In review').waitFor();
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);

    await using office = await kreide.open({ username: 'office', language: 'en' });
    await office.page.goto('/more/administration');
    await office.page.locator('a[href$="/deletion-request-users"]').click();
    await office.page.getByRole('button', { name: /^Approve the deletion of ada/ }).click();
    await office.page.getByRole('alertdialog').waitFor();
    await expectAccessible(office.page);
    await office.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await office.page.getByText(/^The deletion of ada .* is approved\.$/).waitFor();
    await office.page.getByRole('button', { name: /^Approve the deletion of ada/ }).waitFor({ state: 'detached' });
    await office.page.getByText(/168 hours left/).waitFor();

    await visit(page, '/settings');
    await card(page).getByText('168 hours left').waitFor();
    await card(page).getByRole('button', { name: 'See the state' }).click();
    await page.getByRole('dialog').getByText('Approved', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Take the deletion back' }).click();
    await page.getByText('The deletion is taken back.').waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
    await card(page).waitFor({ state: 'detached' });
    expect([...app.problems, ...office.problems]).toEqual([]);
  });

  it('counts down in hours, minutes and less than a minute; afterwards it cannot be taken back, and says so [P-4.22] [C-4.68] [C-4.69] [P-4.23] [P-4.20]', async () => {
    await using app = await kreide.open({ username: 'eve', language: 'en' });
    const { page } = app;
    const { kysely } = kreide.server.test.database;
    const now = kreide.server.clock.now().getTime();
    const ends = (seconds: number) => ({
      approved_at: new Date(now).toISOString(),
      ends_at: new Date(now + seconds * 1000).toISOString(),
    });
    await kysely
      .insertInto('deletion_requests')
      .values({
        school_id: kreide.school.school.id,
        user_id: kreide.school.ids.eve as number,
        email: 'c@home.example',
        submitted_at: new Date(now).toISOString(),
        ...ends(7200),
      })
      .execute();
    const shows = async (seconds: number, text: string) => {
      await set(ends(seconds));
      await page.goto('/settings');
      await card(page).getByText(text).waitFor();
    };
    await shows(2 * 3600, '2 hours left');
    await shows(3599, '59 minutes left');
    await shows(59, 'Less than a minute left');
    await shows(0, 'Being deleted');
    await card(page).getByRole('button', { name: 'See the state' }).click();
    await page.getByText('The deletion can no longer be taken back.', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Take the deletion back' }).isDisabled()).toBe(true);
    await kysely.deleteFrom('deletion_requests').execute();
    expect(app.problems).toEqual([]);
  });

  it('says when its state could not be loaded or it could not be taken back, and changes nothing then [P-8.25] [C-8.23] [P-8.26] [C-8.24]', async () => {
    await using app = await kreide.open({ username: 'eve', language: 'en' });
    const { page } = app;
    const { kysely } = kreide.server.test.database;
    await kysely
      .insertInto('deletion_requests')
      .values({
        school_id: kreide.school.school.id,
        user_id: kreide.school.ids.eve as number,
        email: 'c@home.example',
        submitted_at: kreide.server.clock.now().toISOString(),
      })
      .execute();
    await page.route('**/deletion-status', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal' } } }),
    );
    await page.goto('/settings');
    await card(page).getByText('could not be loaded', { exact: false }).waitFor();
    await page.unroute('**/deletion-status');
    await card(page).getByRole('button', { name: 'Try again' }).click();
    await card(page).getByText('In review').waitFor();
    await page.route('**/cancel-deletion', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal' } } }),
    );
    await card(page).getByRole('button', { name: 'See the state' }).click();
    await page.getByRole('button', { name: 'Take the deletion back' }).click();
    await page.getByText('The deletion could not be taken back. All is as it was.').waitFor();
    await expect.poll(() => app.problems.join()).toContain('The deletion could not be taken back.');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await card(page).getByText('In review').waitFor();
    await kysely.deleteFrom('deletion_requests').execute();
  });
});

describe('the family', () => {
  it('has the children of a parent, who ends a link after being asked, and says how another parent joins [P-2.61] [P-2.62] [P-7.70]', async () => {
    const { kysely } = kreide.server.test.database;
    const [school_id, parent_id] = [kreide.school.school.id, kreide.school.ids.dan as number];
    const kim = await buildUser(kysely, school_id, 'kim', 'STUDENT');
    // Who was never in a grade is not registered, and would be asked for first.
    await kreide.server.test.database.pool.query(
      `with grade as (insert into grades (school_id, shortcut, source) values ($1, '6k', 'manual') returning id),
         link as (insert into user_parents (school_id, user_id, parent_id, relation) values ($1, $2, $3, 'FATHER')) insert into grade_memberships (school_id, user_id, grade_id, begins_at) select $1, $2, id, '2026-08-01' from grade`,
      [school_id, kim.id, parent_id],
    );
    await kysely.updateTable('users').set({ locale: null }).where('id', '=', parent_id).execute();
    {
      await using pupil = await kreide.open({ username: 'kim', language: 'en', viewport: PHONE });
      await pupil.page.goto('/settings/self/family');
      await section(pupil.page, 'Parents').getByText('Father').waitFor();
      expect(await pupil.page.getByRole('button', { name: /^End the link/ }).count()).toBe(0);
      await pupil.page.getByRole('link', { name: 'Add a parent' }).click();
      await pupil.page.waitForURL('**/add-parent');
      await section(pupil.page, 'Invited and not registered yet').getByText('Nobody is invited.').waitFor();
      await expectAccessible(pupil.page);
      expect(pupil.problems).toEqual([]);
    }
    await using app = await kreide.open({ username: 'dan', language: 'en' });
    const { page } = app;
    await page.goto('/settings/self/family');
    await section(page, 'Children')
      .getByRole('button', { name: /^End the link with kim/ })
      .click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'End link' }).click();
    await page.getByText('Nobody is linked yet').waitFor();
    expect(await kysely.selectFrom('user_parents').select('id').where('parent_id', '=', parent_id).execute()).toEqual(
      [],
    );
    expect(app.problems).toEqual([]);
  });
});

describe('the page about copyright', () => {
  it('is written in German, English, French and Italian, in the name of the variant; others read English [P-2.64]', async () => {
    for (const [language, title] of [
      ['de', 'Urheberrecht'],
      ['fr', 'Droits d’auteur'],
      ['it', 'Diritto d’autore'],
      ['tr', 'Copyright'],
    ] as const) {
      await using app = await kreide.open({ username: 'eve', language });
      await app.page.goto(`/settings/copyright/${kreide.school.ids.eve}`);
      const notice = main(app.page).getByRole('article');
      await notice.getByText(title, { exact: true }).waitFor();
      expect(await notice.getAttribute('lang')).toBe(language === 'tr' ? 'en' : language);
      expect(await notice.innerText()).not.toContain('{product}');
      expect(app.problems).toEqual([]);
    }
  });
});

describe('another school', () => {
  it('is changed to from the profile, and by its address, among the accounts of the device [C-2.45] [P-2.100]', async () => {
    await using app = await kreide.open({ username: 'eve', language: 'en' });
    const { page } = app;
    await page.goto('/settings/self');
    await section(page, 'School').getByRole('button', { name: 'Change school' }).click();
    await page.getByRole('dialog').getByText('No account of another school', { exact: false }).waitFor();
    expect(new URL(page.url()).search).toBe('?modal=changeSchool');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.evaluate(() => {
      const school = { slink: 'drossel', name: 'Drosselschule', purpose: 'usual' };
      const user = {
        uuid: 'other',
        access_token: 'x',
        displayname: 'Eve D',
        type: 'PARENT',
        stays: true,
        is_manager: false,
      };
      localStorage.setItem('auth_users', JSON.stringify([{ ...user, school }]));
    });
    await page.goto(`/settings/${kreide.school.ids.eve}?modal=changeSchool`);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Drosselschule/ })
      .waitFor();
    expect(app.problems).toEqual([]);
  });
});
