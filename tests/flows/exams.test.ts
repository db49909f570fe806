// features: exams, start, timetable

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { subjectOf } from '../support/exams.ts';
import { holdLine } from '../support/hold-line.ts';
import { signIn } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

let school: Awaited<ReturnType<typeof buildPlanSchool>>;
const kreide = withApp(async (server) => {
  school = await buildPlanSchool(server);
});

const rest = { bookable_id: null, kind: 'exam', topic: '', note: '', is_public: false, over_reason: '' };

/** Somebody at another device. */
async function elsewhere(method: string, path: string, body?: object) {
  const token = await signIn(kreide.server, 'amsel', 'admin');
  kreide.server.clock.advance(1000);
  const answer = await kreide.server.request(method, `/v1${path}`, { token, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body?.data;
}

describe('exams', () => {
  it('are entered by who teaches, within the limits, and seen by pupil and parent, also when they are off [D-6.01] [C-3.33]', async () => {
    const german = await subjectOf(kreide.server.test.database.kysely, school.id, 'DE');
    await elsewhere('POST', '/exams', {
      ...rest,
      course_id: null,
      grade_id: school.gradeId,
      subject_id: german,
      date: '2026-11-24',
      time_begins_at: '08:00',
      time_ends_at: '09:00',
    });
    await using app = await kreide.open({ username: 'teacher' });
    const { page } = app;
    await page.goto('/more');
    await page.getByRole('main').getByRole('link', { name: 'Prüfungen' }).click();
    await page.getByText('In dieser Woche ist nichts eingetragen.').waitFor();
    await page.getByRole('button', { name: 'Woche danach' }).click();
    await page.getByText('Deutsch · 10b').waitFor();

    await page.getByRole('button', { name: 'Prüfung eintragen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('Bitte wähle, für wen die Prüfung ist.').waitFor();
    await dialog.getByRole('button', { name: /Für wen ist sie/ }).click();
    await page.getByRole('option', { name: 'Mathematik · 10b', exact: true }).click();
    await dialog.getByRole('button', { name: /Stunden/ }).click();
    await page.getByRole('option', { name: /^1\.–2\./ }).click();
    const day = dialog.getByRole('spinbutton', { name: /Tag/ }).first();
    await day.click();
    await page.keyboard.type('24');
    await dialog.getByText('10b: 2 Prüfungen an diesem Tag, erlaubt: 1').waitFor();
    await dialog.getByText(/Deutsch · 10b \(24/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText(/mehr Prüfungen, als die Schule erlaubt/).waitFor();
    await day.click();
    await page.keyboard.type('25');
    await dialog.getByText('10b: 2 Prüfungen').waitFor({ state: 'detached' });
    await dialog.getByRole('textbox', { name: 'Thema' }).fill('Brüche');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Brüche').waitFor();
    await expectAccessible(page);

    // Somebody else changes it while it is open: nothing of either is lost unseen.
    await page.getByRole('button', { name: 'Mathematik · 10b bearbeiten' }).click();
    await dialog.getByRole('textbox', { name: 'Thema' }).fill('Brüche kürzen');
    const [, made] = await elsewhere('GET', '/exams?from=2026-11-23&until=2026-11-29');
    const { date, time_begins_at, time_ends_at, is_cancelled, updated_at } = made;
    const change = { ...rest, date, time_begins_at, time_ends_at, is_cancelled, updated_at };
    await elsewhere('PUT', `/exams/${made.id}`, { ...change, topic: 'Dezimalzahlen', is_cancelled: true });
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Dezimalzahlen').first().waitFor();
    await page.locator('dl').getByText('Klausur', { exact: true }).waitFor();
    await page.locator('dl').getByText('fällt aus', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Meine Fassung speichern' }).click();
    await page.getByText('Brüche kürzen').first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Prüfungsplan' }).click();
    await page.getByRole('row', { name: /Mathematik · 10b.*Brüche kürzen/ }).waitFor();
    await expectAccessible(page);
    await page.goBack();
    await using pupil = await kreide.open({ username: 'ada' });
    const release = await holdLine(pupil.page);
    await pupil.page.goto('/exams?day=2026-11-25');
    await pupil.page.getByText('Brüche kürzen').waitFor();
    await page.getByRole('button', { name: 'Mathematik · 10b absagen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mathematik · 10b absagen' }).click();
    await page.getByText('fällt aus').waitFor();
    // What changed before the page could hear of it is there when it can; the notification says it as well.
    release();
    await pupil.page.getByRole('main').getByText('fällt aus', { exact: true }).waitFor();

    for (const username of ['ada', 'parent']) {
      await using other = await kreide.open({ username });
      await other.page.goto('/exams?day=2026-11-25');
      await other.page.getByText('fällt aus').waitFor();
      expect(await other.page.getByRole('button', { name: /bearbeiten/ }).count()).toBe(0);
      // What is off is no date of the week.
      await other.page.goto('/');
      const near = other.page.getByRole('region', { name: 'Prüfungen' });
      await near.getByText('Deutsch · 10b').waitFor();
      expect(await near.getByText('Mathematik · 10b').count()).toBe(0);
    }
  });

  it('stand below the own plan in their week, and at their lesson', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(`/timetable/users/${school.users.ada}?startDate=2026-11-23`);
    const mark = page.getByRole('region', { name: 'Prüfungen' });
    await mark.getByText('Deutsch · 10b').waitFor();
    await expectAccessible(page);
    // Another exam comes into the plan, and onto the start page, while they are open.
    await using start = await kreide.open({ username: 'ada' });
    await start.page.goto('/');
    const near = start.page.getByRole('region', { name: 'Prüfungen' });
    await near.getByText('Deutsch · 10b').waitFor();
    const english = await subjectOf(kreide.server.test.database.kysely, school.id, 'EN');
    await elsewhere('POST', '/exams', {
      ...rest,
      course_id: null,
      grade_id: school.gradeId,
      subject_id: english,
      date: '2026-11-26',
      time_begins_at: '08:00',
      time_ends_at: '09:00',
    });
    await mark.getByText('Englisch · 10b').waitFor();
    await near.getByText('Englisch · 10b').waitFor();
    await mark.getByRole('link', { name: /Deutsch · 10b/ }).click();
    await page.getByRole('heading', { name: /Woche 48/ }).waitFor();
  });

  it('have the limits that the administration sets, and nobody’s are overwritten unseen [D-4.11]', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /Grenzen für Prüfungen/ }).click();
    const day = page.getByLabel('Prüfungen an einem Tag');
    await day.fill('30');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Eine Zahl von 0 bis 20.').waitFor();
    await day.fill('2');
    const { updated_at } = await elsewhere('GET', '/exam-settings');
    await elsewhere('PUT', '/exam-settings', { per_day: 4, per_week: 3, updated_at });
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('button', { name: 'Meine Fassung speichern' }).click();
    await page.getByText('Die Grenzen sind gespeichert.').waitFor();
    expect(await elsewhere('GET', '/exam-settings')).toMatchObject({ per_day: 2, per_week: 3 });
    await expectAccessible(page);
  });
});
