// features: registration, settings

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { pendingIn } from '../support/activation.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

let schoolId = 0;
const kreide = withApp(async ({ test }) => {
  const { kysely } = test.database;
  const school = await buildSchool(kysely, 'amsel', { name: 'Amselschule' });
  schoolId = school.id;
  // Where there are classes, a child without one is not registered yet.
  await kysely.insertInto('grades').values({ school_id: school.id, shortcut: '5a', source: 'manual' }).execute();
  await buildUser(kysely, school.id, 'office', 'ADMIN');
});

const NARROW = { language: 'en', viewport: { width: 390, height: 844 } };
const WIDE = { language: 'en', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const };
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const office = () => kreide.open({ ...WIDE, username: 'office', password: PASSWORD, slink: 'amsel' });

/** A parent who has to add a child before anything else. */
async function forcedParent(username: string, firstname: string) {
  const child = await pendingIn(kreide.server, schoolId, 'STUDENT', { firstname, lastname: 'Berg' });
  const { kysely } = kreide.server.test.database;
  const parent = await buildUser(kysely, schoolId, username, 'PARENT');
  await kysely
    .insertInto('user_parents')
    .values({ school_id: schoolId, user_id: child.id, parent_id: parent.id })
    .execute();
  return kreide.open({ ...NARROW, username, password: PASSWORD, slink: 'amsel' });
}

async function ask(page: Page, firstname: string): Promise<void> {
  await page.getByRole('link', { name: 'No code? Ask the school' }).click();
  await page.waitForURL('**/settings/add-child/request');
  await field(page, 'First name').fill(firstname);
  await field(page, 'Last name').fill('Berg');
  await field(page, 'The child’s grade').fill('5a');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.waitForURL('**/settings/add-child/activation-key');
  await page.getByText('Waiting for the school').waitFor();
}

describe('a parent who is forced to add a child and has no code', () => {
  it('asks the school, which sees it at once and gives one; the answer shows without a reload [P-7.75] [P-6.22] [P-2.08]', async () => {
    await using home = await forcedParent('papa', 'Cleo');
    await using school = await office();
    await school.page.goto('/users');
    await school.page.getByRole('grid', { name: 'People' }).waitFor();
    const { page } = home;
    await page.goto('/feed');
    await page.waitForURL('**/settings/add-child/activation-key');
    await page.getByText('Until then privacy, language and accounts are open to you.').waitFor();
    await page.getByRole('link', { name: 'No code? Ask the school' }).click();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Please fill this in.').first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back' }).click();
    await ask(page, 'Cleo');
    await expectAccessible(page);

    await school.page.getByText('1 request for a child’s code').waitFor();
    await school.page.getByRole('link', { name: 'Look' }).click();
    await school.page.getByRole('heading', { name: 'Cleo Berg' }).waitFor();
    await school.page.getByText('Grade 5a').waitFor();
    await expectAccessible(school.page);
    await school.page.getByRole('button', { name: 'Give a code: Cleo Berg' }).click();
    await school.page.getByText('This account has no e-mail address').waitFor();
    await expectAccessible(school.page);
    await school.page.getByRole('button', { name: /^Cleo Berg/ }).click();
    await school.page.getByRole('heading', { name: 'Code for Cleo Berg' }).waitFor();
    const code = (await school.page.locator('code').first().textContent()) ?? '';

    await page.getByText('The code is here').waitFor();
    await page.getByText('The school will give you the code').waitFor();
    await page.goto(`/settings/add-child/activation-key#${code.replace('-', '')}`);
    await expect.poll(() => field(page, 'Activation code').inputValue()).toBe(code);
    await expect.poll(() => page.url()).not.toContain('#');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL('**/settings/add-child/name');
    expect([...home.problems, ...school.problems]).toEqual([]);
  });

  it('reads the reason of a refusal, and takes back what nobody has answered yet [P-7.75]', async () => {
    await using home = await forcedParent('mama', 'Dora');
    const { page } = home;
    await page.goto('/settings/add-child/activation-key');
    await ask(page, 'Dora');
    await page.getByRole('button', { name: 'Take back the request for Dora Berg' }).click();
    await page.getByText('The request is taken back.').waitFor();
    await page.getByText('Waiting for the school').waitFor({ state: 'detached' });
    await ask(page, 'Dora');

    await using school = await office();
    await school.page.goto('/more/administration');
    await field(school.page, 'Search for a setting or an area').fill('lost letter');
    const pages = school.page.getByRole('main').getByRole('link');
    await expect.poll(() => pages.count()).toBe(1);
    await school.page.getByText('1 waits').waitFor();
    await pages.filter({ hasText: 'Requests for codes' }).click();
    await school.page.getByRole('button', { name: 'Refuse: Dora Berg' }).click();
    await school.page.getByRole('button', { name: 'Refuse', exact: true }).last().click();
    await school.page.getByText('Please fill this in.').waitFor();
    await expectAccessible(school.page);
    await field(school.page, 'Reason').fill('Please come to the office with your passport.');
    await school.page.getByRole('button', { name: 'Refuse', exact: true }).last().click();
    await school.page.getByText('Refused. The parents see the reason.').waitFor();

    await page.getByText('The school writes: Please come to the office with your passport.').waitFor();
    await expectAccessible(page);

    await school.page.getByText('Date of birth', { exact: true }).click();
    await school.page.getByText('Saved.').waitFor();
    await page.getByRole('link', { name: 'No code? Ask the school' }).click();
    await page.getByText('The child’s date of birth').waitFor();
    // As everywhere in Europe the day comes first, and the month after it.
    const parts = page.getByRole('group', { name: 'The child’s date of birth' }).getByRole('spinbutton');
    const names = await parts.evaluateAll((all) => all.map((one) => one.getAttribute('data-type')));
    expect(names).toEqual(['day', 'month', 'year']);
    expect(await field(page, 'The child’s grade').count()).toBe(0);
    await expectAccessible(page);
    expect([...home.problems, ...school.problems]).toEqual([]);
  });
});
