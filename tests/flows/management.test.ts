// features: management, settings, users

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { PASSWORD } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);
const at = (page: Page, path: string) => page.goto(`/management/${kreide.school.uuid}/${path}`);
const person = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name });
const people = (page: Page, list: string) => page.getByRole('grid', { name: list, exact: true });

it('people leave the list of everybody for that of the deleted, the archived or the going, and come back [T-2.93] [T-2.94] [T-2.95] [T-2.97] [P-4.26]', async () => {
  const { id } = kreide.school;
  const { pool } = kreide.server.test.database;
  const values = [id];
  await using pupil = await kreide.open({ username: 'ada' });
  await pupil.page.goto('/settings/self/delete-account');
  await pupil.page.getByLabel('E-Mail').fill('ada@later.example');
  await pupil.page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await pupil.page.getByRole('button', { name: /Löschung beantragen/ }).click();
  await pupil.page
    .getByRole('alertdialog')
    .getByRole('button', { name: /beantragen/ })
    .click();
  await pupil.page.getByText('In Prüfung').first().waitFor();
  await pool.query(
    `update users set deleted_at = now(), removed_at = now() where school_id = $1 and username = 'teacher'`,
    values,
  );
  await pool.query(`update users set deleted_at = now() where school_id = $1 and username = 'office'`, values);

  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await at(page, 'users');
  await people(page, 'Personen').getByRole('link').first().waitFor();
  expect([await person(page, 'teacher').count(), await person(page, 'office').count()]).toEqual([0, 0]);

  await at(page, 'deletion-request-users');
  await page.getByRole('button', { name: /Löschung von Ada Kern genehmigen/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Genehmigen' }).click();
  await page.getByText(/^Die Löschung von Ada Kern .* genehmigt\.$/).waitFor();
  await page.goto('/more/administration');
  await page.locator('a[href$="/deletion-pending-users"]').click();
  await people(page, 'Genehmigte Löschungen')
    .getByText(/25\..*2026/)
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Löschung von Ada Kern zurücknehmen$/ }).click();
  await page.getByText('Kein Konto wird gerade gelöscht').waitFor();

  for (const [list, title, name, empty] of [
    ['deleted-users', 'Gelöschte Personen', 'teacher', 'Niemand ist gelöscht'],
    ['archived-users', 'Archivierte Personen', 'office', 'Niemand ist archiviert'],
  ] as const) {
    await at(page, list);
    await people(page, title).getByRole('link', { name }).waitFor();
    expect(await people(page, title).getByRole('link').count()).toBe(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: new RegExp(`^${name} .* wiederherstellen$`) }).click();
    await page.getByText(empty).waitFor();
  }
  await at(page, 'users?search=office');
  await person(page, 'office').getByRole('link').waitFor();
  expect([...app.problems, ...pupil.problems]).toEqual([]);
});

it('what the school wants accepted stands before the next page of a person, and who accepted it is told [T-2.91] [T-7.112] [T-7.113]', async () => {
  await using pupil = await kreide.open({ username: 'ben' });
  await pupil.page.goto('/feed');
  await pupil.page.getByRole('navigation').first().waitFor();
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.locator('a[href$="/policies"]').click();
  await page.getByRole('button', { name: /Für wen/ }).click();
  await page.getByRole('option', { name: 'Schüler:innen' }).click();
  await page.getByText('Niemand muss etwas annehmen.').waitFor();
  await page.getByLabel('Titel').fill('Nutzungsordnung');
  await page.getByLabel('Wortlaut').fill('Wir schreiben freundlich.');
  await page.getByRole('button', { name: 'In Kraft setzen' }).click();
  await page.getByText('In Kraft', { exact: true }).waitFor();
  await expectAccessible(page);

  // Everybody reads themselves anew: the page on screen gives way at once, or the next one does.
  await pupil.page.goto('/feed');
  await pupil.page.getByRole('heading', { name: 'Nutzungsordnung' }).waitFor();
  expect(await pupil.page.getByRole('navigation').count()).toBe(0);
  await expectAccessible(pupil.page);
  await pupil.page.getByRole('button', { name: 'Annehmen und weiter' }).click();
  await pupil.page.getByRole('navigation').first().waitFor();
  await page.reload();
  await page.getByText(/^1 von \d+ haben sie angenommen$/).waitFor();
  await page.getByRole('button', { name: 'Wer hat angenommen' }).click();
  await page.getByRole('list', { name: 'Wer hat angenommen' }).getByText('Kern, Ben').waitFor();
  expect([...app.problems, ...pupil.problems]).toEqual([]);
});

it('the numbers of the school stand in tables for the time that is wished, and what is wrong leads to where it is mended; so do the days of a school year [T-2.81] [T-2.88]', async () => {
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.locator('a[href$="/school-stats"]').click();
  const table = (name: string) => page.getByRole('region', { name }).getByRole('table');
  const day = table('Tag für Tag').locator('tbody').getByRole('row');
  await day.first().waitFor();
  expect(await day.count()).toBe(28);
  const pupils = table('Konten nach Rolle').getByRole('row').filter({ hasText: 'Schüler' });
  expect(Number(await pupils.getByRole('cell').first().textContent())).toBeGreaterThan(0);
  await table('Fehlzeiten nach Klasse').getByText('wenige').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /Zeitraum/ }).click();
  await page.getByRole('option', { name: '7 Tage' }).click();
  await expect.poll(() => day.count()).toBe(7);
  expect(new URL(page.url()).search).toBe('?days=7');

  await page.goto('/more/administration');
  await page.locator('a[href$="/health"]').click();
  const found = page.getByRole('list', { name: 'Zu beheben' });
  const unreached = found.getByRole('link', { name: /Kinder ohne erreichte Eltern/ });
  await unreached.waitFor();
  await expectAccessible(page);
  await unreached.click();
  await page.waitForURL('**/users?role=STUDENT&status=without_family');
  await people(page, 'Personen').getByRole('link').first().waitFor();

  await kreide.server.test.database.pool.query(
    `insert into holidays (school_id, school_year_id, name, begins_at, ends_at, source)
     values ($1, $2, 'Herbst', '2026-10-19', '2026-10-30', 'manual')`,
    [kreide.school.id, kreide.school.yearId],
  );
  await page.goto('/more/administration');
  await page.locator('a[href$="/periods/schoolyears"]').click();
  const events = page.getByRole('list', { name: 'Freie Tage und Pläne' }).getByRole('listitem');
  await events.filter({ hasText: 'Herbst' }).first().waitFor();
  await events.filter({ hasText: 'Plan veröffentlicht' }).first().waitFor();
  await expectAccessible(page);
  await page.goto(`/management/${kreide.school.uuid}/periods/schoolyears/${kreide.school.yearId}`);
  await events.filter({ hasText: 'Herbst' }).first().waitFor();
  await page.goto(`/management/${crypto.randomUUID()}/periods/schoolyears`);
  await page.getByRole('main').getByText('Diese Seite gibt es nicht').waitFor();
  expect(app.problems).toEqual([]);
});
