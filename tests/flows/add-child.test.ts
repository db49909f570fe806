// features: registration, settings

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { STEPS, type Step } from '../../packages/app/src/features/registration/add-child-steps.ts';
import { expectAccessible } from '../support/accessible.ts';
import { createKeyFor, pendingIn } from '../support/activation.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

let schoolId = 0;
const kreide = withApp(async ({ test }) => {
  const { kysely } = test.database;
  const school = await buildSchool(kysely, 'amsel', { name: 'Amselschule' });
  schoolId = school.id;
  await buildUser(kysely, school.id, 'office', 'ADMIN');
  await kysely.insertInto('grades').values({ school_id: school.id, shortcut: '5a', source: 'manual' }).execute();
});

const NARROW = { language: 'en', viewport: { width: 390, height: 844 } };
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** The address changes before the page does: its button is that of the step before until the line says which one it is. */
const step = async (page: Page, name: Step) => {
  await page.waitForURL(`**/settings/add-child/${name}`);
  await page.getByText(`Step ${STEPS.indexOf(name) + 1} of 4`, { exact: true }).waitFor();
};
const pupil = (firstname: string) => pendingIn(kreide.server, schoolId, 'STUDENT', { firstname, lastname: 'Berg' });
const codeOf = (id: number, days = 30) => createKeyFor(kreide.server, schoolId, 'child', id, { days });
const childsOf = async (username: string) => {
  const { rows } = await kreide.server.test.database.pool.query(
    `select c.firstname, l.relation from user_parents l join users c on c.id = l.user_id
     join users p on p.id = l.parent_id where p.username = $1 order by l.id`,
    [username],
  );
  return rows;
};

async function fillName(page: Page, firstname: string, lastname = 'Berg'): Promise<void> {
  await field(page, 'First name').fill(firstname);
  await field(page, 'Last name').fill(lastname);
  await next(page);
}

describe('a parent with two children', () => {
  it('registers with the code of the first [P-2.52] [P-2.53]', async () => {
    const ada = await pupil('Ada');
    const { pool } = kreide.server.test.database;
    const [grade] = (await pool.query('select id from grades')).rows;
    await pool.query(
      "insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')",
      [schoolId, ada.id, grade.id],
    );
    await using app = await kreide.open(NARROW);
    const { page } = app;
    await page.goto(`/amsel/register/activate#${await codeOf(ada.id)}`);
    for (const number of [1, 2, 3]) {
      await page.waitForURL(`**/registration/intro-parent-${number}`);
      await page.getByText(new RegExp(`^Step ${number} of`)).waitFor();
      await next(page);
    }
    await page.getByText('agree to the terms').click();
    await next(page);
    await fillName(page, 'Mara');
    await field(page, 'E-mail address').fill('mara@home.example');
    await next(page);
    await page.waitForURL('**/registration/username');
    await expect.poll(() => field(page, 'Username').inputValue()).toBe('mara.berg');
    await next(page);
    await field(page, 'New password').fill(PASSWORD);
    await field(page, 'Repeat new password').fill(PASSWORD);
    await next(page);
    await page.waitForURL('**/registration/child-credentials');
    await fillName(page, 'Ida');
    await page.getByText('The code belongs to another child.').waitFor();
    await expectAccessible(page);
    await fillName(page, 'ada');
    await page.waitForURL('**/registration/child-confirmation');
    await page.getByText('Ada Berg', { exact: true }).waitFor();
    await page.getByText('Grade 5a').waitFor();
    await page.getByText('Mother', { exact: true }).click();
    await expectAccessible(page);
    await next(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/feed');
    expect(await childsOf('mara.berg')).toEqual([{ firstname: 'Ada', relation: 'MOTHER' }]);
    expect(app.problems.filter((line) => !line.includes('422'))).toEqual([]);
  });

  it('adds the second with its own code, in the same account [P-2.70] [P-2.71] [P-2.72] [P-2.73] [P-2.74]', async () => {
    const [ada, ben] = [await pupil('Ada'), await pupil('Ben')];
    const parent = await buildUser(kreide.server.test.database.kysely, schoolId, 'mama', 'PARENT');
    const { pool } = kreide.server.test.database;
    const [grade] = (await pool.query('select id from grades')).rows;
    await pool.query(
      "insert into user_parents (school_id, user_id, parent_id, relation) values ($1, $2, $3, 'MOTHER')",
      [schoolId, ada.id, parent.id],
    );
    await pool.query(
      "insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')",
      [schoolId, ada.id, grade.id],
    );
    await using app = await kreide.open({ ...NARROW, username: 'mama', password: PASSWORD, slink: 'amsel' });
    const { page } = app;
    await page.goto('/settings/add-child/relationship');
    await step(page, 'activation-key');
    await field(page, 'Activation code').fill(await codeOf(ben.id, -1));
    await next(page);
    await page.getByText('This code has expired.').waitFor();
    await expectAccessible(page);
    await field(page, 'Activation code').fill(await codeOf(ben.id));
    await next(page);
    await step(page, 'name');
    await fillName(page, 'Ben');
    await step(page, 'grade');
    await next(page);
    await page.getByText('Please choose something.').waitFor();
    await page.getByRole('button', { name: /Grade/ }).click();
    await page.getByRole('option', { name: '5a' }).click();
    await next(page);
    await step(page, 'relationship');
    await page.getByText('Mother', { exact: true }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Ben Berg now belongs to your account.').waitFor();
    await page.waitForURL('**/feed');
    expect(await childsOf('mama')).toEqual([
      { firstname: 'Ada', relation: 'MOTHER' },
      { firstname: 'Ben', relation: 'MOTHER' },
    ]);
    const state = await pool.query('select grade_id from grade_memberships where user_id = $1', [ben.id]);
    expect(state.rows).toEqual([{ grade_id: grade.id }]);
    expect(app.problems.filter((line) => !/4(09|22)/.test(line))).toEqual([]);
  });

  it('of whom one is not set up gets nowhere else before that is done, but can sign out [P-2.08] [T-4.60]', async () => {
    const cleo = await pupil('Cleo');
    const parent = await buildUser(kreide.server.test.database.kysely, schoolId, 'papa', 'PARENT');
    await kreide.server.test.database.kysely
      .insertInto('user_parents')
      .values({ school_id: schoolId, user_id: cleo.id, parent_id: parent.id })
      .execute();
    await using app = await kreide.open({ ...NARROW, username: 'papa', password: PASSWORD, slink: 'amsel' });
    const { page } = app;
    for (const path of ['/feed', '/timetable', '/more']) {
      await page.goto(path);
      await step(page, 'activation-key');
    }
    await page.getByText('A child that is not set up yet belongs to your account.').waitFor();
    await page.getByRole('button', { name: 'Account and menu' }).click();
    await page
      .getByRole('button', { name: /Sign out/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await field(page, 'Activation code').fill(await codeOf(cleo.id));
    await next(page);
    await fillName(page, 'Cleo');
    await page.getByRole('button', { name: /Grade/ }).click();
    await page.getByRole('option', { name: '5a' }).click();
    await next(page);
    await page.getByText('Father', { exact: true }).click();
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL('**/feed');
    await page.goto('/timetable');
    await page.waitForURL('**/timetable/**');
    expect(await childsOf('papa')).toEqual([{ firstname: 'Cleo', relation: 'FATHER' }]);
  });
});

describe('an administrator', () => {
  it('makes a code for somebody new, which opens the registration, and withdraws it [P-7.20] [P-2.38]', async () => {
    await using app = await kreide.open({
      language: 'en',
      viewport: { width: 1280, height: 800 },
      username: 'office',
      password: PASSWORD,
      slink: 'amsel',
    });
    const { page } = app;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /Activation codes/ }).click();
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByText('Somebody new', { exact: true }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Please fill this in.').first().waitFor();
    await field(page, 'First name').fill('Zoe');
    await field(page, 'Last name').fill('Zimt');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Code for Zoe Zimt' }).waitFor();
    await page.getByRole('img', { name: 'QR code that opens the registration' }).waitFor();
    await expectAccessible(page);
    const code = (await page.locator('code').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Own account · valid until').first().waitFor();
    await expectAccessible(page);
    await using visitor = await kreide.open(NARROW);
    await visitor.page.goto(`/amsel/register/activate/${code}`);
    await visitor.page.getByRole('heading', { name: 'Hello Zoe' }).waitFor();
    await page.getByRole('button', { name: 'Withdraw: Zoe Zimt' }).click();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).last().click();
    await page.getByText('Withdrawn', { exact: true }).waitFor();
    await visitor.page.goto(`/amsel/register/activate/${code}`);
    await visitor.page.getByRole('heading', { name: 'The school has withdrawn the code' }).waitFor();
  });
});
