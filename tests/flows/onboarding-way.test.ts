// features: onboarding, schools

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const kreide = withApp(
  async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel', { name: 'Amselschule' });
    await db.updateTable('schools').set({ state: 'ONBOARDING' }).execute();
    await buildUser(db, school.id, 'admin', 'ADMIN');
    await buildUser(db, school.id, 'ada', 'TEACHER');
    return school;
  },
  // Mails wait: nobody listens there.
  { env: { KREIDE_SMTP_URL: 'smtp://127.0.0.1:9', KREIDE_MAIL_FROM: 'kreide@school.example' } },
);

it('whoever administers a school that is set up is led to it; its people are not [P-2.07] [P-4.16] [T-4.01] [T-2.131] [T-2.122]', async () => {
  const start = `/onboarding/${kreide.school.uuid}/start`;
  await using admin = await kreide.open({ username: 'admin' });
  for (const path of ['/feed', '/timetable']) {
    await admin.page.goto(path);
    await admin.page.waitForURL(`**${start}`);
  }
  await admin.page.getByRole('heading', { name: '2 von 7' }).waitFor();
  await using teacher = await kreide.open({ username: 'ada' });
  await teacher.page.goto('/feed');
  await teacher.page.getByRole('main').waitFor();
  expect(new URL(teacher.page.url()).pathname).toBe('/feed');
  await teacher.page.goto(start);
  await teacher.page.getByText('Kein Zugang').first().waitFor();
});

it('the three steps lead through all pages and keep what was done without [P-2.87] [P-2.88] [P-2.89] [T-2.123] [T-2.124]', async () => {
  const base = `/onboarding/${kreide.school.uuid}`;
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(`${base}/start`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Weitermachen' }).click();
  await page.waitForURL(`**${base}/school-data/edit-school`);
  const step = page.getByRole('navigation', { name: 'Die Schule einrichten' }).locator('[aria-current=step]');
  await step.filter({ hasText: 'Schule' }).waitFor();
  await page.getByLabel('Name der Schule').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ohne diesen Schritt weiter' }).click();
  await page.waitForURL(`**${base}/school-data/edit-school-billing`);
  await step.filter({ hasText: 'Rechnung und Stundenplan' }).waitFor();
  await page.getByLabel('Empfänger').waitFor();
  const next = page.getByRole('link', { name: 'Weiter', exact: true });
  for (const path of ['years', 'web-interface/upload', 'users/import', 'users/generate']) {
    // The foot of the page before is still there for a moment.
    await next.and(page.locator(`[href$="/${path}"]`)).click();
    await page.waitForURL(`**${base}/${path}`);
  }
  await step.filter({ hasText: 'Personen' }).waitFor();
  await page.getByRole('link', { name: 'Zur Übersicht' }).click();
  await page.getByRole('heading', { name: '3 von 7' }).waitFor();
  await page.getByRole('button', { name: 'Doch machen: Angaben zur Schule' }).click();
  await page.getByRole('heading', { name: '2 von 7' }).waitFor();
  expect(app.problems).toEqual([]);
});

/** The pages of a step, each with its title below the steps. */
async function expectStep(page: Page, number: '2' | '3', pages: readonly (readonly [string, string])[]) {
  const step = page.getByRole('navigation', { name: 'Die Schule einrichten' }).locator('[aria-current=step]');
  for (const [path, title] of pages) {
    await page.goto(`/onboarding/${kreide.school.uuid}/${path}`);
    await step.filter({ hasText: number }).waitFor();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
}

it('the pages of the plan are step two, and a group of pages leads to its first one [P-2.90] [P-2.91] [P-2.98] [T-2.125]', async () => {
  const base = `/onboarding/${kreide.school.uuid}`;
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await expectStep(page, '2', [
    ['web-interface/automatic-upload', 'Automatisch importieren'],
    ['web-interface/upload', 'Stundenplan importieren'],
  ]);
  for (const [group, first] of [
    ['school-data', 'edit-school'],
    ['web-interface', 'automatic-upload'],
    ['users', 'import'],
  ]) {
    await page.goto(`${base}/${group}`);
    await page.waitForURL(`**${base}/${group}/${first}`);
  }
  expect(app.problems).toEqual([]);
});

it('the pages of people are step three, master data stand beside [P-2.92] [P-2.93] [P-2.95] [T-2.126] [T-2.128]', async () => {
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await expectStep(page, '3', [
    ['users/import', 'Personen importieren'],
    ['users/generate', 'Zugangsbriefe aus einer Liste'],
  ]);
  await page.goto(`/onboarding/${kreide.school.uuid}/basedata/subjects`);
  await page.getByRole('heading', { level: 1, name: 'Stammdaten' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Die Schule einrichten' }).count()).toBe(0);
  expect(app.problems).toEqual([]);
});

it('a list of people that was taken over is followed by what has come of it [P-2.94] [T-2.127]', async () => {
  const base = `/onboarding/${kreide.school.uuid}`;
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(`${base}/users/import`);
  const buffer = Buffer.from('Nachname;Vorname;Geburtsdatum;Klasse\nMeier;Anna;04.05.2015;5a\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
  await page.getByRole('button', { name: 'Klassen und Lehrkräfte der Liste jetzt anlegen' }).click();
  await page.getByText('Angelegt: 5a', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.waitForURL(`**${base}/users/user-upload-success`);
  await page.getByRole('heading', { name: '1 Schülerin oder Schüler' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Zu den Zugangsbriefen' }).click();
  await page.waitForURL(`**${base}/users/generate`);
  expect(app.problems).toEqual([]);
});

it('an invented school is made, entered as somebody of it, marked on every page, left, and thrown away', async () => {
  const trial = `/onboarding/${kreide.school.uuid}/trial`;
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(`/onboarding/${kreide.school.uuid}/start`);
  await page.getByRole('link', { name: 'In einer erfundenen Schule umsehen' }).click();
  await page.waitForURL(`**${trial}`);
  await page.getByRole('button', { name: 'Erfundene Schule anlegen' }).click();
  await page.getByRole('heading', { name: 'Die erfundene Schule ist da' }).waitFor({ timeout: 110_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Als Schülerin' }).click();
  const banner = page.getByRole('status').filter({ hasText: 'Niemand und nichts hier ist echt' });
  await page.waitForURL('**/feed');
  for (const path of ['/timetable', '/news', '/channels']) {
    await page.goto(path);
    await banner.waitFor();
  }
  await page.waitForLoadState('networkidle');
  // It ends, which is nothing to save anything for.
  expect(await page.getByText('Meine Daten sichern').count()).toBe(0);
  await expectAccessible(page);
  await banner.getByRole('button', { name: 'Zurück zur eigenen Schule' }).click();
  await page.waitForURL(`**${trial}`);
  await page.getByRole('button', { name: 'Erfundene Schule wegwerfen' }).click();
  await page.getByRole('button', { name: 'Erfundene Schule anlegen' }).waitFor();
  expect(await banner.count()).toBe(0);
  // Nobody of it is left on the device either.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })))
    .not.toContain('trial');
  expect(app.problems).toEqual([]);
}, 240_000);

it('a call is asked for and kept, and the school begins to work; what is missing waits on the start page [P-2.96] [P-2.97] [T-2.129] [T-2.130]', async () => {
  const base = `/onboarding/${kreide.school.uuid}`;
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(`${base}/book-call`);
  await page.getByLabel('Unter welcher Nummer?').fill('040 12345');
  await page.getByRole('button', { name: 'Anruf wünschen' }).click();
  await page.getByText('Das wird gebraucht.').first().waitFor();
  await expectAccessible(page);
  await page.goto('/onboarding-success');
  await page.getByText('Amselschule wird noch eingerichtet').waitFor();
  await page.getByRole('link', { name: 'Zur Übersicht' }).click();
  await page.getByRole('button', { name: 'Einrichtung abschließen' }).click();
  await page.waitForURL('**/onboarding-success');
  await page.getByRole('heading', { name: 'Amselschule ist eingerichtet' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Zur Startseite' }).click();
  await page.waitForURL('**/feed');
  const { state } = await kreide.server.test.database.kysely
    .selectFrom('schools')
    .select('state')
    .executeTakeFirstOrThrow();
  expect(state).toBe('ACTIVE');
  expect(app.problems).toEqual([]);
});
