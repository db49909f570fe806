// features: classbook, absences

import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildUser } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import { TEST_NOW } from '../support/server.ts';

const kreide = withApp(async (server) => {
  const school = await buildPlanSchool(server);
  const db = server.test.database.kysely;
  const eva = await buildUser(db, school.id, 'eva', 'STUDENT');
  await db
    .insertInto('grade_memberships')
    .values({ school_id: school.id, user_id: eva.id, grade_id: school.gradeId, begins_at: '2026-08-01' })
    .execute();
  return { ...school, evaId: eva.id };
});
const db = () => kreide.server.test.database.kysely;
const MATHS = /^Mittwoch, 18\. November, 09:55 bis 11:\d\d, Mathematik/;
const marks = () =>
  db().selectFrom('classbook_marks').select(['user_id', 'kind', 'marked_at']).orderBy('user_id').execute();
const isPressed = (button: Locator) => button.getAttribute('aria-pressed');
const heightOf = (row: Locator) => row.evaluate((element) => element.getBoundingClientRect().height);

it('the roll of a lesson is called in a classroom without a network, survives the page, and is sent once [D-6.07] [T-7.56] [T-7.57]', async () => {
  await using app = await kreide.open({
    username: 'teacher',
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 844 },
  });
  const { page, context } = app;
  // Nobody asks for it: it comes with the start of the app.
  const ahead = page.waitForResponse(/\/rolls\?date=2026-11-18$/);
  await page.goto('/timetable');
  expect((await ahead).status()).toBe(200);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('button', { name: MATHS }).click();
  const book = page.getByRole('link', { name: /^Klassenbuch/ }).first();
  const href = (await book.getAttribute('href')) ?? '';
  // The code of the page was fetched once; here by looking at it.
  await book.click();
  const ada = page.getByRole('group', { name: 'Anwesenheit von Ada Kern' });
  const eva = page.getByRole('group', { name: /^Anwesenheit von eva/ });
  const absent = ada.getByRole('button', { name: 'Fehlt' });
  await absent.waitFor();

  await context.setOffline(true);
  await page.reload();
  await page.getByText('Offline. Was zu sehen ist', { exact: false }).waitFor();
  expect(page.url()).toContain(href);
  const before = await heightOf(ada);
  await absent.click();
  await expect.poll(() => isPressed(absent)).toBe('true');
  await ada.getByRole('img', { name: 'Noch nicht gesendet' }).waitFor();
  await eva.getByRole('button', { name: 'Zu spät' }).click();
  await eva.getByRole('button', { name: 'Zu spät 15′' }).waitFor();
  // Nothing moves below a thumb.
  expect(await heightOf(ada)).toBe(before);
  expect(await heightOf(eva)).toBe(before);
  await expectAccessible(page);
  expect(await marks()).toEqual([]);
  // The page is closed and opened again: what was marked is still there, and still not sent.
  await page.reload();
  await expect.poll(() => isPressed(absent)).toBe('true');
  await page.getByText('2 Änderungen warten', { exact: false }).waitFor();
  await absent.click();
  await expect.poll(() => isPressed(absent)).toBe('false');

  await context.setOffline(false);
  await expect.poll(marks).toEqual([{ user_id: kreide.school.evaId, kind: 'too-late', marked_at: expect.anything() }]);
  await ada.getByRole('img', { name: 'Noch nicht gesendet' }).waitFor({ state: 'detached' });
  await page.getByText('Geprüft um 10:10').waitFor();
  expect(await db().selectFrom('classbook_entries').select('id').execute()).toHaveLength(1);
  await db().deleteFrom('classbook_marks').execute();
  await db().deleteFrom('classbook_entries').execute();
});

it('whoever is reported absent is set as absent before, saved with the first mark, and may be there after all; two teachers who differ are both shown [T-7.56]', async () => {
  const { id: school_id, yearId: school_year_id, users, evaId } = kreide.school;
  const at = '2026-11-18T06:00:00Z';
  await db()
    .insertInto('absences')
    .values(
      [users.ada, evaId].map((user_id) => ({
        school_id,
        school_year_id,
        user_id: user_id ?? 0,
        type_id: 'sick',
        created_by: users.parent ?? null,
        source: 'parent' as const,
        begins_at: '2026-11-17T23:00:00Z',
        ends_at: '2026-11-18T22:59:00Z',
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  await page.goto('/timetable');
  await page.getByRole('button', { name: MATHS }).click();
  await page
    .getByRole('link', { name: /^Klassenbuch/ })
    .first()
    .click();
  const absent = (name: string) =>
    page.getByRole('group', { name: `Anwesenheit von ${name}` }).getByRole('button', { name: 'Fehlt' });
  const eva = absent(`eva of ${school_id}`);
  await page.getByText('Wer abgemeldet ist, ist schon als fehlend vorgemerkt.').waitFor();
  expect([await isPressed(absent('Ada Kern')), await isPressed(eva)]).toEqual(['true', 'true']);
  expect(await marks()).toEqual([]);
  // Ada has come after all: Eva is saved as absent with the same press, as the page shows it.
  await absent('Ada Kern').click();
  await expect.poll(marks).toMatchObject([{ user_id: evaId, kind: 'absent' }]);
  expect([await isPressed(absent('Ada Kern')), await isPressed(eva)]).toEqual(['false', 'true']);

  await db()
    .updateTable('classbook_marks')
    .set({ other_kind: 'too-late', other_minutes: 4, other_by: users.admin ?? null, other_at: '2026-11-18T09:02:00Z' })
    .execute();
  await page.reload();
  await page
    .getByText('Zwei Angaben, bitte noch einmal wählen.', { exact: false })
    .filter({ hasText: 'um 10:02: 4 Minuten zu spät.' })
    .waitFor();
  await expectAccessible(page);
  expect(app.problems).toEqual([]);
});

it('leaves the device at the next start of whoever teaches no more', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open('kreide');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const asking = opening.result.transaction('answers').objectStore('answers').getAllKeys();
            asking.onsuccess = () => {
              opening.result.close();
              resolve(asking.result.map(String));
            };
          };
        }),
    );
  const rolls = async () => (await kept()).filter((key) => key.includes('/rolls'));
  await page.goto('/timetable');
  await expect.poll(rolls).toHaveLength(1);
  const teacher = await db().selectFrom('teachers').select('user_id').where('shortcut', '=', 'Bg').execute();
  const setTeacher = (user_id: number | null) =>
    db().updateTable('teachers').set({ user_id }).where('shortcut', '=', 'Bg').execute();
  await setTeacher(null);
  await page.reload();
  await expect.poll(rolls).toEqual([]);
  expect(await kept()).not.toEqual([]);
  await setTeacher(teacher[0]?.user_id ?? null);
});

it('rolls are asked for once more after half past six, and a roll that is open opens itself ten minutes before its lesson [D-6.07]', async () => {
  const { clock } = kreide.server;
  const setClocks = async (at: string) => {
    clock.set(new Date(at));
    await page.clock.setSystemTime(at);
  };
  await using app = await kreide.open({ username: 'teacher', drivesClock: true });
  const { page } = app;
  try {
    clock.set(new Date('2026-11-18T05:28:00Z'));
    await page.clock.install({ time: '2026-11-18T05:28:00Z' });
    let asked = 0;
    page.on('request', (request) => (asked += /\/rolls\?date=2026-11-18$/.test(request.url()) ? 1 : 0));
    await page.goto('/timetable');
    await expect.poll(() => asked).toBe(1);
    await page.getByRole('button', { name: MATHS }).waitFor();
    await page.clock.fastForward(60_000);
    expect(asked).toBe(1);
    // The teachers of a school ask within ten minutes, each at another second.
    for (let minute = 0; minute < 12; minute += 1) await page.clock.fastForward(60_000);
    await expect.poll(() => asked).toBeGreaterThan(1);

    await setClocks('2026-11-18T08:44:30Z');
    await page.getByRole('button', { name: MATHS }).click();
    const book = page.getByRole('link', { name: /^Klassenbuch/ });
    await book.first().click();
    const later = page.getByText('ab 10 Minuten vor Beginn', { exact: false });
    await later.waitFor();
    const absent = page.getByRole('group', { name: 'Anwesenheit von Ada Kern' }).getByRole('button', { name: 'Fehlt' });
    expect(await absent.count()).toBe(0);
    clock.set(new Date('2026-11-18T08:45:30Z'));
    await page.clock.fastForward(60_000);
    await absent.waitFor();
    expect(await later.count()).toBe(0);
    expect(app.problems).toEqual([]);
  } finally {
    clock.set(new Date(TEST_NOW));
  }
});
