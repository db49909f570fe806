// features: management, users
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

it('an administrator orders the end of the school by its name; everybody reads when, and it is taken back [D-6.08]', async () => {
  const { kysely } = kreide.server.test.database;
  const { id } = kreide.school;
  const { name } = await kysely.selectFrom('schools').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  const endsAt = async () =>
    (await kysely.selectFrom('schools').select('ends_at').where('id', '=', id).executeTakeFirstOrThrow()).ends_at;
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: /^Schule löschen/ }).click();
  await page.getByRole('heading', { name: 'Was gelöscht wird' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Schule löschen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name der Schule').fill('Irgendeine');
  await dialog.getByRole('button', { name: 'In 30 Tagen löschen' }).click();
  await dialog.getByText(`Hier muss der Name der Schule stehen: ${name}`).waitFor();
  expect(await endsAt()).toBeNull();
  await dialog.getByLabel('Name der Schule').fill(name.toUpperCase());
  await dialog.getByRole('button', { name: 'In 30 Tagen löschen' }).click();
  await page.getByRole('heading', { name: /^Die Schule wird am 18\. Dezember 2026 um 10:10 Uhr gelöscht/ }).waitFor();
  await expectAccessible(page);
  expect(await endsAt()).not.toBeNull();

  // Of what comes first, though the account has an end of its own.
  await kysely
    .updateTable('users')
    .set({ expire_at: '2027-07-31T22:00:00Z' })
    .where('school_id', '=', id)
    .where('username', '=', 'ada')
    .execute();
  await using pupil = await kreide.open({ username: 'ada' });
  await pupil.page.goto('/feed');
  await pupil.page.getByText(/wird am 18\. Dezember 2026 um 10:10 Uhr mit allem gelöscht/).waitFor();
  await pupil.page.getByRole('link', { name: 'Meine Daten sichern' }).click();
  await pupil.page.waitForURL('**/personal-data');

  await page.getByRole('button', { name: 'Löschung zurücknehmen' }).click();
  await page.getByRole('heading', { name: /^Die Schule wird am/ }).waitFor({ state: 'detached' });
  await page.getByText(/mit allem gelöscht/).waitFor({ state: 'detached' });
  expect(await endsAt()).toBeNull();
  expect([...app.problems, ...pupil.problems]).toEqual([]);
});
