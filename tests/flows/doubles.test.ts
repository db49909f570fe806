// features: doubles, users
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildUser } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

it('an administrator finds two accounts of one person, compares them, and makes them one [T-7.101]', async () => {
  const { school } = kreide;
  const { kysely } = kreide.server.test.database;
  const [stays, goes] = [
    await buildUser(kysely, school.id, 'mira', 'STUDENT'),
    await buildUser(kysely, school.id, 'mira.sso', 'STUDENT'),
  ];
  const name = (firstname: string, lastname: string, id: number, email: string | null) =>
    kysely
      .updateTable('users')
      .set({ firstname, lastname, email })
      .where('school_id', '=', school.id)
      .where('id', '=', id)
      .execute();
  await name('Mira', 'Müller', stays.id, null);
  await name('Mira', 'Mueller', goes.id, 'mira@home.example');
  await kysely.updateTable('users').set('is_tfa_enabled', true).where('id', '=', goes.id).execute();
  await kysely
    .insertInto('feedback')
    .values({ school_id: school.id, user_id: goes.id, kind: 'message', text: 'x', is_mailed: false, created_at: 'now' })
    .execute();

  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: /Doppelte Personen/ }).click();
  await page.getByText('Gleicher Name').first().waitFor();
  await expectAccessible(page);
  // Said to be two people, they are asked about no more, until somebody takes it back.
  await page.getByRole('button', { name: 'Das sind zwei Personen: mira, mira.sso' }).click();
  await page.getByText('Niemand ist doppelt').waitFor();
  await page.getByRole('radio', { name: 'Zwei Personen' }).click({ force: true });
  await page.getByRole('button', { name: 'Doch wieder vorschlagen: mira, mira.sso' }).click();
  await page.getByText('Noch nichts vermerkt').waitFor();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Vielleicht doppelt' }).click({ force: true });
  await page.getByRole('link', { name: 'mira und mira.sso vergleichen' }).click();
  await page.waitForURL(`**/doubles/${stays.id}/${goes.id}`);
  await page.getByRole('radio', { name: /Mira Müller \(mira\) bleibt/ }).check({ force: true });
  const mail = page.getByRole('radiogroup', { name: 'E-Mail' });
  // What only the one who goes says is kept, unless somebody wants it otherwise.
  expect(await mail.getByRole('radio', { name: 'mira@home.example' }).isChecked()).toBe(true);
  await page.getByText(/^Der zweite Schritt bei der Anmeldung endet mit dem anderen Konto/).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Aus zwei Konten eins machen' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByLabel('Name des Kontos, das endet').fill('Mira Müller');
  await dialog.getByRole('button', { name: 'Zusammenführen' }).click();
  await dialog.getByText('Hier muss der Name des Kontos stehen, das endet: Mira Mueller').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Name des Kontos, das endet').fill('mira mueller');
  await dialog.getByRole('button', { name: 'Zusammenführen' }).click();
  await page.waitForURL(`**/users/${stays.id}`);
  // The page that compared them stays until the one of the person has come.
  await mail.waitFor({ state: 'detached' });
  await page.getByText('mira@home.example').waitFor();
  const [moved] = await kysely.selectFrom('feedback').select('user_id').where('school_id', '=', school.id).execute();
  expect(moved?.user_id).toBe(stays.id);
  expect(app.problems).toEqual([]);
});

it('two people who are chosen in the list of people are compared', async () => {
  const { kysely } = kreide.server.test.database;
  const [one, other] = [
    await buildUser(kysely, kreide.school.id, 'zoe.a', 'STUDENT'),
    await buildUser(kysely, kreide.school.id, 'zoe.b', 'TEACHER'),
  ];
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto('/users?search=zoe');
  for (const username of ['zoe.a', 'zoe.b'])
    await page.getByRole('checkbox', { name: new RegExp(username) }).check({ force: true });
  await page.getByRole('link', { name: 'Zusammenführen' }).click();
  await page.waitForURL(`**/doubles/${one.id}/${other.id}`);
  await page.getByText('Zusammengeführt werden nur Konten derselben Art und Rolle.').waitFor();
  expect(await page.getByRole('button', { name: 'Aus zwei Konten eins machen' }).count()).toBe(0);
  expect(app.problems).toEqual([]);
});
