// features: classbook, absences

import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { visit } from '../support/go-inside.ts';
import { buildUser } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import type { TestServer } from '../support/server.ts';

const kreide = withApp(async (server: TestServer) => {
  const school = await buildPlanSchool(server);
  const db = server.test.database.kysely;
  const eva = await buildUser(db, school.id, 'eva', 'STUDENT');
  await db.updateTable('users').set({ firstname: 'Eva', lastname: 'Blum' }).where('id', '=', eva.id).execute();
  await db
    .insertInto('grade_memberships')
    .values({ school_id: school.id, user_id: eva.id, grade_id: school.gradeId, begins_at: '2026-08-01' })
    .execute();
  return { ...school, evaId: eva.id };
});
const MATHS = /^Mittwoch, 18\. November, 09:55 bis 11:\d\d, Mathematik/;
const overview = (rest: string) =>
  `/classbooks/${kreide.school.yearId}/overview/grades/details/${kreide.school.gradeId}/${rest}`;

it('a teacher opens the entry of a lesson from the plan, writes topic and homework and marks who is absent and late; a pupil sees the homework [T-1.04] [T-2.09] [T-2.10] [T-2.52] [T-2.53] [T-2.54]', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  await page.goto('/timetable');
  await page.getByRole('button', { name: MATHS }).click();
  await page
    .getByRole('link', { name: /^Klassenbuch/ })
    .first()
    .click();
  await page.waitForURL(/\/lesson\/[^/]+\/entry\/new\/absences$/);
  const ada = page.getByRole('group', { name: 'Anwesenheit von Ada Kern' });
  const eva = page.getByRole('group', { name: 'Anwesenheit von Eva Blum' });
  await page.getByText('Noch nicht geprüft').waitFor();
  // Looking at a lesson makes no entry.
  const entries = () => kreide.server.test.database.kysely.selectFrom('classbook_entries').select('id').execute();
  expect(await entries()).toEqual([]);
  await ada.getByRole('button', { name: 'Fehlt' }).click();
  await expect.poll(() => ada.getByRole('button', { name: 'Fehlt' }).getAttribute('aria-pressed')).toBe('true');
  await eva.getByRole('button', { name: 'Zu spät' }).click();
  await page.getByText('Geprüft um 10:10').waitFor();
  // The lesson began at 9:55.
  await eva.getByRole('button', { name: 'Zu spät 15' }).waitFor();
  await expect.poll(entries).toHaveLength(1);
  await page.getByRole('button', { name: 'Thema, Hausaufgaben und Notizen' }).click();
  await page.waitForURL(/\/lesson\/[^/]+\/entry\/\d+\/absences$/);
  await page.getByLabel('Thema der Stunde').fill('Brüche kürzen');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Thema gespeichert').waitFor();
  await page.getByRole('link', { name: 'Eva Blum' }).click();
  await page.getByLabel('Minuten zu spät').fill('7');
  const dialog = page.getByRole('dialog', { name: 'Eva Blum' });
  await dialog.getByRole('button', { name: 'Zu spät' }).click();
  await dialog.getByText('7 Minuten zu spät').waitFor();
  expect(page.url()).toMatch(new RegExp(`/absences/user/${kreide.school.evaId}$`));
  await dialog.getByRole('button', { name: 'Schließen' }).last().click();

  await page.getByRole('button', { name: 'Hausaufgaben geben' }).click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Bitte schreib etwas.').waitFor();
  await page.getByLabel('Was ist zu tun?').fill('Seite 12, Nummer 3');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('article', { name: 'Seite 12, Nummer 3' }).waitFor();

  await page.goto(overview('entries/classes'));
  await page.getByText('Brüche kürzen').waitFor();
  await page.getByText('1 fehlt').waitFor();
  await page.getByRole('tab', { name: 'Statistik' }).click();
  await page.getByText('Gefehlt 1×').waitFor();
  expect(page.url()).toContain(overview('statistics?entity=grades'));
  await page.getByRole('tab', { name: 'Fehlzeiten' }).click();
  await page.getByText('7 Minuten zu spät').waitFor();
  await page.getByRole('tab', { name: 'Mitglieder' }).click();
  await page.waitForURL(/\/users\b/);
  await page.getByRole('searchbox', { name: 'Suchen' }).fill('blum');
  await expect.poll(() => page.getByText('Ada Kern').count()).toBe(0);
  await page.getByText('Eva Blum').waitFor();
  expect(app.problems).toEqual([]);

  await using pupil = await kreide.open({ username: 'ada' });
  await pupil.page.goto('/more');
  await pupil.page.getByRole('main').getByRole('link', { name: 'Klassenbuch' }).click();
  await pupil.page.getByText('Seite 12, Nummer 3').waitFor();
  expect(await pupil.page.getByRole('tab').count()).toBe(0);
  expect(pupil.problems).toEqual([]);
});

it('a notice is written in a field that grows to 186 px, changed and deleted with its history; nobody but those whom it names reads it [T-2.11] [T-2.139] [T-2.140] [T-4.22] [T-4.23] [T-4.24] [T-5.02] [T-5.03] [T-6.06] [T-9.11]', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  await page.goto('/timetable');
  await page.getByRole('button', { name: MATHS }).click();
  await page
    .getByRole('link', { name: /^Klassenbuch/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Thema, Hausaufgaben und Notizen' }).click();
  await page.waitForURL(/\/entry\/\d+\/absences$/);
  const entry = page.url();
  await page.getByRole('button', { name: 'Notiz schreiben' }).click();
  const form = page.getByRole('dialog', { name: 'Notiz schreiben' });
  await form.getByText('Die ganze Klasse: 10b').waitFor();
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByText('Bitte schreib etwas.').waitFor();
  const field = form.getByLabel('Was ist geschehen?');
  const height = () => field.evaluate((element) => element.getBoundingClientRect().height);
  const low = await height();
  await field.fill('Eins\n'.repeat(5));
  expect(await height()).toBeGreaterThan(low);
  await field.fill('Eins\n'.repeat(30));
  expect(await height()).toBe(186);
  await field.fill('Eva hat vorgerechnet');
  await form.getByRole('button', { name: 'Personen wählen' }).click();
  const people = page.getByRole('dialog', { name: 'Personen wählen' });
  await people.getByLabel('Personen suchen').fill('blu');
  expect(await people.getByText('Ada Kern').count()).toBe(0);
  await people.getByText('Eva Blum').click();
  await people.getByRole('button', { name: 'Fertig' }).click();
  await form.getByText('Eva Blum').waitFor();

  // The server refuses it: what was written stays.
  const refusal = { error: { code: 'forbidden', message: '-', request_id: '-' }, meta: {} };
  await page.route('**/notices', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: refusal }) : route.continue(),
  );
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByText(/^Nicht gespeichert/).waitFor();
  expect(await form.getByLabel('Was ist geschehen?').inputValue()).toBe('Eva hat vorgerechnet');
  await page.unroute('**/notices');
  await form.getByRole('button', { name: 'Speichern' }).click();
  const notice = page.getByRole('article', { name: 'Bemerkung: Eva Blum' });
  await notice.getByText('Eva hat vorgerechnet').waitFor();
  expect(await notice.getByText('Bearbeitet').count()).toBe(0);

  await notice.getByRole('button', { name: 'Was tun mit der Notiz?' }).click();
  await page.getByRole('menuitem', { name: 'Ändern' }).click();
  const edit = page.getByRole('dialog', { name: 'Notiz ändern' });
  await edit.getByLabel('Was ist geschehen?').fill('Eva hat gut vorgerechnet');
  await edit.getByRole('button', { name: 'Speichern' }).click();
  await notice.getByText('Bearbeitet').waitFor();

  await using pupil = await kreide.open({ username: 'eva' });
  await pupil.page.goto(`/classbooks/${kreide.school.yearId}/overview/users/details/all-users/entries/notices`);
  await pupil.page.getByText('Eva hat gut vorgerechnet').waitFor();
  expect(await pupil.page.getByRole('button', { name: 'Was tun mit der Notiz?' }).count()).toBe(0);
  await using other = await kreide.open({ username: 'ada' });
  await other.page.goto(`/classbooks/${kreide.school.yearId}/overview/users/details/all-users/entries/notices`);
  await other.page.getByText('Hier steht noch nichts').waitFor();

  await notice.getByRole('button', { name: 'Was tun mit der Notiz?' }).click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await notice.getByText('Diese Notiz ist gelöscht').waitFor();
  expect(await notice.getByText('Bearbeitet').count()).toBe(0);
  await notice.getByText('Gelöscht', { exact: true }).waitFor();
  await notice.getByRole('button', { name: 'Was tun mit der Notiz?' }).click();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Verlauf']);
  await page.getByRole('menuitem', { name: 'Verlauf' }).click();
  const history = page.getByRole('dialog', { name: 'Verlauf' });
  await expect.poll(() => history.getByRole('listitem').count()).toBe(3);
  await history.getByText('Eva hat vorgerechnet', { exact: true }).waitFor();

  await page.goto(entry.replace(/absences$/, `notices/user/${kreide.school.evaId}`));
  await page.getByRole('heading', { name: 'Notizen zu Eva Blum' }).waitFor();
  await page.getByText('Diese Notiz ist gelöscht').waitFor();
  expect(app.problems).toEqual([]);
});

it('an address names the class book, the kind, the unit and one kind of absence, and in its query the tab [T-2.63] [T-2.64]', async () => {
  const db = kreide.server.test.database.kysely;
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  const school_id = kreide.school.id;
  const { id: teacher } = await db
    .selectFrom('teachers')
    .select('id')
    .where('user_id', '=', kreide.school.users.teacher)
    .executeTakeFirstOrThrow();
  const { id: course_id } = await db
    .insertInto('courses')
    .values({ school_id, shortcut: 'MA1', name: 'Mathe 1', source: 'manual', teacher_ids: [teacher] })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('enrolments')
    .values({ school_id, course_id, user_id: kreide.school.evaId, joined_at: '2026-08-01' })
    .execute();
  const ofCourse = `/classbooks/${kreide.school.yearId}/overview/courses/details/${course_id}`;
  await page.goto(`${ofCourse}/users?entity=courses`);
  await page.getByRole('heading', { name: 'MA1' }).waitFor();
  const members = page.getByRole('list', { name: 'Mitglieder' }).getByRole('listitem');
  await expect.poll(async () => (await members.allInnerTexts()).length).toBe(1);
  await members.getByText('Eva Blum').waitFor();
  expect(new URL(page.url()).search).toBe('?entity=courses');

  const rows = page.getByRole('list', { name: 'Fehlzeiten' }).getByRole('listitem');
  await page.goto(overview('absences/too-late?entity=grades'));
  await rows.getByText('7 Minuten zu spät').waitFor();
  expect(await rows.count()).toBe(1);
  await page.goto(overview('absences/absent?entity=grades'));
  await rows.getByText('Fehlt', { exact: true }).waitFor();
  expect(await rows.count()).toBe(1);
  await page.goto(overview('absences/nonsense?entity=grades'));
  await page.waitForURL(/\/absences\?/);
  await expect.poll(() => rows.count()).toBe(2);
  await page.goto(overview('users?entity=grades&activeTab=absences'));
  await page.waitForURL(/\/absences\?entity=grades$/);
  await expect.poll(() => rows.count()).toBe(2);
  await expectAccessible(page);
  expect(app.problems).toEqual([]);
});

it('filters stand in the address, one takes the place of the other, and an own choice opens a dialog [T-2.66] [T-2.70] [T-2.138] [T-4.26] [T-4.28] [T-4.29]', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  await page.goto(overview('entries/classes?begins_at=2026-11-01&entity=grades'));
  await page.getByRole('button', { name: 'Offen' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?entity=grades&filters=is_open');
  await page.getByRole('button', { name: 'Auswahl …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Auswahl' });
  await dialog.getByRole('button', { name: 'Anwenden' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?entity=grades&filters=CUSTOM');
  await page.getByRole('radio', { name: 'Notizen' }).click({ force: true });
  await page.waitForURL('**/entries/notices**');
  await expect.poll(() => page.getByRole('button', { name: 'Offen' }).count()).toBe(0);
  const { id } = await kreide.server.test.database.kysely
    .selectFrom('classbook_notices')
    .select('id')
    .executeTakeFirstOrThrow();
  await page.goto(overview(`entries/notices?entity=grades&showNoticeUsersModal=1&noticeId=${id}`));
  await page.getByRole('dialog', { name: 'Personen dieser Notiz' }).getByText('Eva Blum').waitFor();
  expect(new URL(page.url()).search).toBe('?entity=grades');
});

it('a tab without its permission leads to the first that is allowed, and without any the class book is closed [T-2.61] [T-2.62]', async () => {
  const db = kreide.server.test.database.kysely;
  const forbid = (permissions: string[]) =>
    db
      .insertInto('user_permissions')
      .values(
        permissions.map((permission) => ({
          school_id: kreide.school.id,
          user_id: kreide.school.users.teacher,
          permission,
          is_allowed: false,
        })),
      )
      .execute();
  await forbid(['view-members', 'view-absences', 'view-entries']);
  await using app = await kreide.open({ username: 'teacher' });
  await app.page.goto(overview('absences'));
  await app.page.waitForURL('**/entries/notices**');
  await expect.poll(() => app.page.getByRole('tab').allTextContents()).toEqual(['Einträge', 'Statistik']);
  await forbid(['view-notices', 'view-homeworks', 'view-statistics']);
  await app.page.goto(overview('users'));
  await app.page.waitForURL('**/feed');
  await db.deleteFrom('user_permissions').where('user_id', '=', kreide.school.users.teacher).execute();
});

it('an export of the class book is made and listed with its download [T-2.92] [T-7.65] [T-7.66]', async () => {
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(`/classbooks/${kreide.school.yearId}/overview`);
  await page.getByRole('link', { name: 'Exporte' }).click();
  await page.getByRole('button', { name: 'Export anlegen' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Herunterladen' }).click({ timeout: 20_000 });
  expect((await download).suggestedFilename()).toMatch(/^Klassenbuch .*\.pdf$/);
  expect(app.problems).toEqual([]);
});

it('fits a phone and is accessible there', async () => {
  await using app = await kreide.open({ username: 'teacher', viewport: { width: 390, height: 844 } });
  const { page } = app;
  const paths = ['entries/classes', 'entries/notices', 'entries/homework', 'users', 'statistics', 'absences'];
  for (const path of [`/classbooks/${kreide.school.yearId}/overview`, ...paths.map(overview)]) {
    await visit(page, path);
    await page.locator('main h2').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  }
  await page.goto(overview('entries/classes'));
  await page
    .getByRole('link', { name: /Mathematik/ })
    .first()
    .click();
  await page.getByRole('group', { name: 'Anwesenheit von Ada Kern' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
