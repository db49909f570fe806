// features: users, registration

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createKeyFor, pendingIn } from '../support/activation.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, PASSWORD } from '../support/people.ts';

const schools: Record<string, number> = {};
const kreide = withApp(async ({ test }) => {
  const db = test.database.kysely;
  for (const [slink, name] of [
    ['amsel', 'Amselschule'],
    ['drossel', 'Drosselschule'],
  ] as const) {
    const { id } = await buildSchool(db, slink, { name });
    schools[slink] = id;
    for (const shortcut of ['10a', '5b', '5a'])
      await db.insertInto('grades').values({ school_id: id, shortcut, source: 'manual' }).execute();
  }
});

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const step = (page: Page, name: string) => page.waitForURL(`**/registration/${name}`);

/** From the letter to the start page: of a child that the school has put into no grade yet. */
async function register(page: Page, slink: string, firstname: string): Promise<void> {
  const schoolId = schools[slink] ?? 0;
  const child = await pendingIn(kreide.server, schoolId, 'STUDENT', { firstname, lastname: 'Berg' });
  await page.goto(`/${slink}/login`);
  await page.getByRole('link', { name: 'Activation code? Register here' }).click();
  await field(page, 'Activation code').fill(await createKeyFor(kreide.server, schoolId, 'child', child.id));
  for (const number of [1, 2, 3]) {
    await next(page);
    await step(page, number === 3 ? 'intro-parent-3' : `intro-parent-${number}`);
  }
  await next(page);
  await page.getByText('agree to the terms').click();
  await next(page);
  await field(page, 'First name').fill('Mara');
  await field(page, 'Last name').fill('Berg');
  await next(page);
  await field(page, 'E-mail address').fill('mara@home.example');
  await next(page);
  await step(page, 'username');
  await expect.poll(() => field(page, 'Username').inputValue()).toBe('mara.berg');
  await next(page);
  await field(page, 'New password').fill(PASSWORD);
  await field(page, 'Repeat new password').fill(PASSWORD);
  await next(page);
  await step(page, 'child-credentials');
  await field(page, 'First name').fill(firstname);
  await next(page);
  await page.getByText('Mother', { exact: true }).click();
  await next(page);
  await step(page, 'grade');
  await page.getByText(`Which grade is ${firstname} Berg in?`).waitFor();
  await next(page);
  await page.getByText('Please choose something.').waitFor();
  await page.getByRole('button', { name: /Grade/ }).click();
  const options = page.getByRole('option');
  expect(await options.allTextContents()).toEqual(['Please choose', '5a', '5b', '10a']);
  await options.getByText('5a', { exact: true }).click();
  await next(page);
  await page.getByRole('definition').getByText('5a', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/feed');
}

it('a parent with a child at each of two schools registers with two codes, joins the accounts and changes by one press [P-2.48] [D-6.05]', async () => {
  await using app = await kreide.open({ language: 'en', viewport: { width: 390, height: 844 } });
  const { page } = app;
  await register(page, 'amsel', 'Ada');
  await using elsewhere = await kreide.open({ language: 'en' });
  await register(elsewhere.page, 'drossel', 'Ben');

  await page.goto('/users-select');
  await page.getByRole('link', { name: 'Join an account' }).click();
  await page.getByRole('searchbox').fill('Drossel');
  await page.getByRole('link', { name: /Drossel/ }).click();
  await field(page, 'Username or e-mail').fill('mara.berg');
  await field(page, 'Password').fill(PASSWORD);
  await page.getByLabel('Your password at Amselschule').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page
    .getByRole('list', { name: 'Joined accounts' })
    .getByRole('button', { name: /^Mara Berg/ })
    .click();
  await page.waitForURL('**/feed');
  const shown = () =>
    page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.auth_token}` };
      const { data } = await (await fetch('/v1/users/self', { headers })).json();
      return [data.school.name, ...data.childs.map(({ firstname }: { firstname: string }) => firstname)];
    });
  await expect.poll(shown).toEqual(['Drosselschule', 'Ben']);
  expect([...app.problems, ...elsewhere.problems]).toEqual([]);
});
