// features: usage

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { LOOKS } from '../support/looks.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import { TEST_NOW } from '../support/server.ts';
import { RETRY_PAUSES } from '../support/stand-still.ts';

const kreide = withApp(buildPlanSchool);
const DAYS_15 = 15 * 24 * 60 * 60 * 1000;
const PHONE = { width: 390, height: 844 };

const run = (text: string, values: unknown[] = []) => kreide.server.test.database.pool.query(text, values);
/** What became of the question, of one person. */
const outcomeOf = async (username: string) =>
  (await run('select properties from users where username = $1', [username])).rows[0].properties;
const outcome = (result: string, feedback = '') => ({
  'users.surveys.satisfaction.result': result,
  'users.surveys.satisfaction.feedback': feedback,
  'users.surveys.satisfaction.hidden': '1',
  'users.surveys.satisfaction.month': '2026-11',
});

const card = (page: Page) => page.getByRole('region', { name: /^Wie gut funktioniert/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Wie gut funktioniert/ });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
/** The start page stands, with all that it shows to this person. */
const standing = (page: Page) => page.getByRole('heading', { name: 'Neuigkeiten' }).waitFor();
async function isWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

beforeEach(async () => {
  await run(`update users set properties = '{}', created_at = $1`, [new Date(Date.parse(TEST_NOW) - DAYS_15)]);
  await run(`update schools set properties = '{}'`);
});

describe.each(LOOKS)('the question how well the product works, at $width px', ({ width, height }) => {
  it('stands below everything; a good answer is sent at once and thanked for, and it never comes again [T-2.145] [T-3.72] [T-4.30] [T-4.32]', async () => {
    await using app = await kreide.open({ username: 'teacher', viewport: { width, height } });
    const { page } = app;
    await page.goto('/feed');
    await card(page).waitFor();
    await expectAccessible(page);
    await standing(page);
    const [top, ...others] = await card(page).evaluate((element) => {
      const above = [...(element.parentElement?.children ?? [])].filter((one) => one !== element);
      return [element.getBoundingClientRect().top, ...above.map((one) => one.getBoundingClientRect().bottom)];
    });
    expect(others.length).toBeGreaterThan(1);
    expect(top).toBeGreaterThan(Math.max(...others));
    expect(await isWide(page)).toBe(false);

    await card(page).getByRole('button', { name: 'Antworten' }).press('Enter');
    await dialog(page).getByRole('button', { name: 'Sehr gut' }).waitFor();
    await expectAccessible(page);
    expect(await isWide(page)).toBe(false);
    expect(await outcomeOf('teacher')).toEqual({});
    await dialog(page).getByRole('button', { name: 'Sehr gut' }).press('Enter');
    await dialog(page).getByRole('status').getByText('Danke für deine Antwort!').waitFor();
    await expectAccessible(page);
    expect(await outcomeOf('teacher')).toEqual(outcome('5'));
    await page.keyboard.press('Enter');
    await card(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('main');
    await page.reload();
    await standing(page);
    expect(await card(page).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('asks after the reason of any other answer, and sends it with the button alone [T-4.31] [T-4.32] [T-9.18]', async () => {
    await using app = await kreide.open({ username: 'parent', viewport: { width, height }, colorScheme: 'dark' });
    const { page } = app;
    await page.goto('/feed');
    await card(page).getByRole('button', { name: 'Antworten' }).click();
    for (const name of ['Gar nicht gut', 'Mittelmäßig', 'Eher schlecht']) {
      await dialog(page).getByRole('button', { name }).click();
      await dialog(page).getByRole('button', { name, pressed: true }).waitFor();
      await dialog(page).getByRole('button', { name: 'Absenden' }).waitFor();
    }
    await expectAccessible(page);
    expect(await isWide(page)).toBe(false);
    const why = dialog(page).getByRole('textbox', { name: 'Was sollte besser werden?' });
    await why.fill('x'.repeat(1200));
    expect((await why.inputValue()).length).toBe(1000);
    await why.fill('  Montags ist es langsam. ');
    expect(await outcomeOf('parent')).toEqual({});
    await dialog(page).getByRole('button', { name: 'Absenden' }).click();
    await dialog(page).getByText('Danke für deine Antwort!').waitFor();
    expect(await outcomeOf('parent')).toEqual(outcome('2', 'Montags ist es langsam.'));
    expect(app.problems).toEqual([]);
  });
});

describe('the question how well the product works', () => {
  it('says when an answer could not be sent, keeps what was written, and sends it then', async () => {
    await using app = await kreide.open({ username: 'teacher', viewport: PHONE, skips: RETRY_PAUSES });
    const { page } = app;
    await page.goto('/feed');
    await card(page).getByRole('button', { name: 'Antworten' }).click();
    await dialog(page).getByRole('button', { name: 'Mittelmäßig' }).click();
    await dialog(page).getByRole('textbox').fill('Zu langsam.');
    await page.route('**/v1/users/self/properties', (route) => route.abort());
    await dialog(page).getByRole('button', { name: 'Absenden' }).click();
    await dialog(page).getByRole('alert').getByText('Nicht gesendet.', { exact: false }).waitFor();
    await expectAccessible(page);
    expect(await dialog(page).getByRole('textbox').inputValue()).toBe('Zu langsam.');
    await page.unroute('**/v1/users/self/properties');
    await dialog(page).getByRole('button', { name: 'Absenden' }).click();
    await dialog(page).getByText('Danke für deine Antwort!').waitFor();
    expect(await outcomeOf('teacher')).toEqual(outcome('3', 'Zu langsam.'));
  });

  it('can be closed and answered later, or put away for good without an answer [T-3.72]', async () => {
    await using app = await kreide.open({ username: 'teacher', viewport: PHONE });
    const { page } = app;
    await page.goto('/feed');
    await card(page).getByRole('button', { name: 'Antworten' }).click();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await card(page).getByRole('button', { name: 'Nicht mehr fragen' }).press('Enter');
    await card(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('main');
    await expect.poll(() => outcomeOf('teacher')).toEqual({ 'users.surveys.satisfaction.hidden': '1' });
    await page.reload();
    await standing(page);
    expect(await card(page).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('is neither put to pupils nor to whoever is new, and its code does not come to them', async () => {
    await run(`update users set created_at = $1 where username = 'parent'`, [new Date(TEST_NOW)]);
    for (const username of ['ada', 'parent']) {
      await using app = await kreide.open({ username, viewport: PHONE });
      const files: string[] = [];
      app.page.on('request', (request) => files.push(request.url()));
      await app.page.goto('/feed');
      await standing(app.page);
      await app.page.waitForLoadState('networkidle');
      expect(await card(app.page).count(), username).toBe(0);
      expect(
        files.filter((url) => url.includes('late-screens')),
        username,
      ).toEqual([]);
    }
  });

  it('is switched off for a school by its administrator', async () => {
    await using app = await kreide.open({ username: 'admin', viewport: PHONE });
    const { page } = app;
    await page.goto(`/management/${kreide.school.uuid}/school-data/edit-settings`);
    const toggle = page.getByRole('switch', { name: /^Frage zu / });
    await toggle.waitFor();
    expect(await toggle.isChecked()).toBe(true);
    await expectAccessible(page);
    await toggle.press('Space');
    await page.getByText('Ab jetzt wird niemand gefragt.').waitFor();
    expect(await toggle.isChecked()).toBe(false);
    expect(await isWide(page)).toBe(false);
    await using other = await kreide.open({ username: 'teacher', viewport: PHONE });
    await other.page.goto('/feed');
    await standing(other.page);
    expect(await card(other.page).count()).toBe(0);
    await page.reload();
    await toggle.press('Space');
    await page.getByText('Ab jetzt wird einmal gefragt.').waitFor();
    await other.page.reload();
    await card(other.page).waitFor();
    expect(app.problems).toEqual([]);
  });
});
