// features: choices, courses, timetable
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(async (server) => {
  const school = await buildPlanSchool(server);
  const run = (text: string, values: unknown[]) => server.test.database.pool.query(text, values);
  const { rows } = await run(
    `insert into courses (school_id, shortcut, name, subject_id, grade_ids, source)
      select $1, name, name, subject_id, array[$2::bigint], 'manual' from (values ('Ethik', (select id from subjects
        where school_id = $1 and shortcut = 'MA')), ('Religion', (select id from subjects where school_id = $1
        and shortcut = 'MA')), ('Chor', null)) as made (name, subject_id) returning id`,
    [school.id, school.gradeId],
  );
  await run(
    `update lessons set course_id = $3 where school_id = $1 and grade_ids = array[$2::bigint]
      and subject_id = (select id from subjects where school_id = $1 and shortcut = 'MA')`,
    [school.id, school.gradeId, rows[0].id],
  );
  await run(
    `insert into role_permissions (school_id, role, permission, is_allowed) values ($1, 'STUDENT', 'choose-courses', true)`,
    [school.id],
  );
  return school;
});

it('a pupil goes from the start through subjects and single courses to the last check; the plan follows, in the own colour [T-2.35] [T-2.36] [T-2.37] [T-2.38] [T-2.39] [T-2.40] [T-7.06] [T-2.151]', async () => {
  await using pupil = await kreide.open({ username: 'ada' });
  const { page } = pupil;
  await page.setViewportSize({ width: 390, height: 844 });
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(`${request.method()} ${new URL(request.url()).pathname.split('/').at(-1)}`),
  );
  await page.goto('/more');
  await page.getByRole('link', { name: 'Kurse wählen' }).click();
  await page.getByRole('button', { name: 'Auswahl beginnen' }).waitFor();
  await expectAccessible(page);
  expect(asked).not.toContain('GET available');
  await page.getByRole('button', { name: 'Auswahl beginnen' }).press('Enter');
  await page.waitForURL('**/course-selection/step/1');
  await page.getByRole('checkbox', { name: /Ethik/ }).press('Space');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Weiter' }).press('Enter');
  await page.waitForURL('**/course-selection/single-lessons');
  await page.getByRole('checkbox', { name: /Chor/ }).press('Space');
  await page.getByRole('button', { name: 'Weiter' }).press('Enter');
  await page.waitForURL('**/course-selection/last-check');
  expect(await page.getByRole('list', { name: 'Im Stundenplan', exact: true }).innerText()).toMatch(/Ethik[\s\S]*Chor/);
  expect(await page.getByRole('list', { name: 'Nicht im Stundenplan' }).innerText()).toMatch(/Religion/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Speichern' }).press('Enter');
  await page.waitForURL('**/course-selection/finished**');
  await page.getByRole('link', { name: 'Zum Stundenplan' }).click();
  // In the plan the course gets a colour of its own.
  const lesson = page
    .locator('.kt-lesson, .kt-row')
    .filter({ hasText: /MA|Mathe/ })
    .first();
  await lesson.click();
  // It is marked once the server has kept it.
  await page.getByRole('radio', { name: 'Violett' }).click();
  await expect.poll(() => page.locator('.kt-details').getAttribute('class')).toContain('kt-violet');
  await expectAccessible(page);
  // Nothing is left to choose: only the header is asked for.
  asked.length = 0;
  await page.goto('/course-selection/start');
  await page.getByText('Alles ist gewählt').waitFor();
  expect(asked.filter((one) => one.endsWith('available'))).toEqual(['OPTIONS available']);
});

it('a pupil wishes on a phone, an administrator gives places, moves one and publishes, and the pupil reads why [D-8.16] [D-8.17]', async () => {
  const { school, server } = kreide;
  await using desk = await kreide.open({ username: 'admin' });
  await desk.page.goto('/more/administration');
  await desk.page.getByRole('link', { name: /^Wahlen/ }).click();
  await desk.page.getByRole('button', { name: 'Wahl anlegen' }).click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByLabel('Titel').fill('AGs');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Bitte wähle mindestens eine Klasse.').waitFor();
  await expectAccessible(desk.page);
  await dialog.getByRole('checkbox').first().press('Space');
  await dialog.getByLabel('Name').nth(0).fill('Robotik');
  await dialog.getByLabel('Plätze').nth(0).fill('1');
  await dialog.getByLabel('mindestens').nth(0).fill('0');
  await dialog.getByLabel('Name').nth(1).fill('Garten');
  await dialog.getByLabel('mindestens').nth(1).fill('0');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.waitFor({ state: 'detached' });
  await desk.page.getByText('noch nicht offen').waitFor();
  const run = (text: string, values: unknown[]) => server.test.database.pool.query(text, values);
  await run(`update choices set opens_at = '2026-11-18T06:00:00Z' where school_id = $1`, [school.id]);

  await using pupil = await kreide.open({ username: 'ada' });
  await pupil.page.setViewportSize({ width: 390, height: 844 });
  await pupil.page.goto('/more');
  await pupil.page.getByRole('link', { name: 'Meine Wahlen' }).click();
  const wish = async (rank: number, title: string) => {
    await pupil.page.getByRole('button', { name: new RegExp(`${rank}\\. Wunsch`) }).click();
    await pupil.page.getByRole('option', { name: new RegExp(`^${title}`) }).click();
  };
  await wish(2, 'Robotik');
  await pupil.page.getByRole('button', { name: 'Speichern' }).click();
  await pupil.page.getByText('Bitte einen ersten Wunsch nennen.').waitFor();
  await wish(1, 'Robotik');
  await wish(2, 'Garten');
  await expectAccessible(pupil.page);
  await pupil.page.getByRole('button', { name: 'Speichern' }).press('Enter');
  await pupil.page.getByText('Die Wünsche sind gespeichert.').waitFor();

  await run(`update choices set closes_at = '2026-11-18T06:30:00Z' where school_id = $1`, [school.id]);
  await desk.page.reload();
  await desk.page.getByRole('link', { name: 'AGs' }).click();
  await desk.page.getByRole('button', { name: 'Plätze verteilen' }).press('Enter');
  await desk.page.getByText('1 von 1 Plätzen, 1 wünschen es zuerst').waitFor();
  await expectAccessible(desk.page);
  await desk.page.getByRole('button', { name: /Platz von Ada Kern/ }).click();
  await desk.page.getByRole('option', { name: 'Garten' }).click();
  await desk.page.getByText('Wunsch 2').or(desk.page.getByText('2. Wunsch')).first().waitFor();
  await desk.page.getByRole('button', { name: 'Veröffentlichen' }).click();
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Veröffentlichen' }).click();
  await desk.page.getByText('Veröffentlicht.').waitFor();
  await desk.page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(desk.page);

  await pupil.page.reload();
  await pupil.page.getByText('Platz: Garten').waitFor();
  await pupil.page.getByText('Die Schule hat diesen Platz von Hand vergeben.').waitFor();
  await expectAccessible(pupil.page);
});
