// features: personal-data

import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const school = await buildSchool(test.database.kysely, 'amsel');
  const people = { school, ids: {} as Record<string, number> };
  for (const name of ['ada', 'bea'])
    people.ids[name] = (await buildUser(test.database.kysely, school.id, name, 'PARENT')).id;
  people.ids.office = (await buildUser(test.database.kysely, school.id, 'office', 'ADMIN')).id;
  await test.database.pool.query(`update users set locale = 'en'`);
  return people;
});

const PHONE = { width: 390, height: 844 };
const main = (page: Page) => page.getByRole('main');
const archives = (page: Page) => main(page).getByRole('list', { name: 'Archives' }).getByRole('listitem');

/** The files of the archive behind the only button. */
async function downloadFrom(page: Page): Promise<{ name: string; files: Record<string, Uint8Array> }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    archives(page).getByRole('button', { name: 'Download' }).first().click(),
  ]);
  return {
    name: saved.suggestedFilename(),
    files: unzipSync(new Uint8Array(await buffer(await saved.createReadStream()))),
  };
}

describe('what is stored about a person', () => {
  it('is downloaded from the settings: proven by the password, followed while it is made, once at a time [P-7.61] [D-6.08]', async () => {
    await using app = await kreide.open({ username: 'ada', language: 'en', viewport: PHONE });
    const { page } = app;
    await page.goto('/settings');
    await main(page)
      .getByRole('link', { name: /^My data/ })
      .click();
    await page.getByText('No archive yet', { exact: false }).waitFor();
    await expectAccessible(page);
    const submit = page.getByRole('button', { name: 'Make the archive' });
    await submit.click();
    await expect.poll(() => page.getByLabel('Your password').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Your password').fill('not this one');
    await submit.click();
    await page.getByText('This is not the present password.').waitFor();
    await expect.poll(() => page.getByLabel('Your password').getAttribute('aria-invalid')).toBe('true');
    expect(await archives(page).count()).toBe(0);
    await page.getByLabel('Your password').fill(PASSWORD);
    await submit.click();
    await archives(page).getByRole('button', { name: 'Download' }).waitFor();
    await expectAccessible(page);
    const { name, files } = await downloadFrom(page);
    expect(name).toBe('personal-data-2026-11-18.zip');
    expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain('<dt>Username</dt><dd>ada</dd>');
    expect(app.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });

  it('is made by an administrator from the page of the person, who sees that [P-7.61]', async () => {
    const { bea } = kreide.school.ids;
    await using office = await kreide.open({ username: 'office', language: 'en' });
    const { page } = office;
    await page.goto(`/users/${bea}`);
    await main(page).getByRole('link', { name: 'Personal data' }).click();
    await main(page)
      .getByRole('heading', { name: /^bea of/ })
      .waitFor();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Make the archive' }).click();
    const { files } = await downloadFrom(page);
    expect(JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array())).data.users[0].username).toBe('bea');
    expect(office.problems).toEqual([]);
    await using own = await kreide.open({ username: 'bea', language: 'en' });
    await own.page.goto('/settings/self/personal-data');
    await own.page.getByText('Asked for by the school').waitFor();
    await own.page.goto(`/users/${kreide.school.ids.ada}/personal-data`);
    await own.page.getByText('Only for the administration').waitFor();
    expect(own.problems).toEqual([]);
  });
});

describe('the periods of a school', () => {
  it('are changed by an administrator: within bounds, and after a question where they become shorter [D-6.08]', async () => {
    await using app = await kreide.open({ username: 'office', language: 'en' });
    const { page } = app;
    await page.goto(`/management/${kreide.school.school.uuid}/retention`);
    const mails = page.getByRole('group', { name: 'Delivery log of e-mails' }).getByRole('textbox');
    await expect.poll(() => mails.inputValue()).toBe('30');
    await expectAccessible(page);
    const save = main(page).getByRole('button', { name: 'Save the periods' });
    await mails.fill('6');
    await save.click();
    await expect.poll(() => mails.getAttribute('aria-invalid')).toBe('true');
    await mails.fill('14');
    await save.click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await question.getByText('cannot be undone', { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Save the periods' }).click();
    await page.getByText('The periods are saved.', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => mails.inputValue()).toBe('14');
    expect(app.problems).toEqual([]);
  });
});
