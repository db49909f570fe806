// features: timetable, desk

import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);
const MATHS = /^Mittwoch, 18\. November, 09:55 bis 11:\d\d, Mathematik/;

it('a teacher leaves a task in the lesson, first for colleagues, then for the class, which reads it on a phone; the desk has it too [D-8.14]', async () => {
  await using teacher = await kreide.open({ username: 'teacher' });
  const { page } = teacher;
  await page.goto('/timetable');
  await page.getByRole('button', { name: MATHS }).click();
  await page.getByRole('button', { name: 'Aufgabe hinterlassen' }).click();
  const form = page.getByRole('dialog', { name: 'Aufgabe hinterlassen' });
  await form.getByLabel('Was ist zu tun?').fill('Seite 12\nNummer 3');
  await form.getByText('Klasse und Eltern lesen es auch').click();
  await form.getByRole('button', { name: 'Speichern' }).click();
  const task = page.getByRole('region', { name: 'Aufgabe' });
  await task.getByText('Nur für Lehrkräfte').waitFor();
  const lesson = new URL(page.url());
  await using pupil = await kreide.open({ username: 'ada', viewport: { width: 390, height: 844 } });
  await pupil.page.goto('/timetable');
  await pupil.page.getByRole('button', { name: MATHS }).click();
  await Promise.all([pupil.page.waitForResponse(/\/task$/), pupil.page.waitForURL(/\/lesson\//)]);
  await pupil.page.getByRole('heading', { name: 'Mathematik' }).first().waitFor();
  expect(await pupil.page.getByRole('region', { name: 'Aufgabe' }).count()).toBe(0);
  expect(await pupil.page.getByRole('button', { name: 'Aufgabe hinterlassen' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Aufgabe bearbeiten' }).click();
  const edit = page.getByRole('dialog', { name: 'Aufgabe bearbeiten' });
  expect(await edit.getByLabel('Was ist zu tun?').inputValue()).toBe('Seite 12\nNummer 3');
  await edit.getByText('Klasse und Eltern lesen es auch').click();
  await edit.getByRole('button', { name: 'Speichern' }).click();
  await task.getByText('Nur für Lehrkräfte').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await pupil.page.reload();
  await pupil.page.getByRole('region', { name: 'Aufgabe' }).getByText('Nummer 3').waitFor();
  await expectAccessible(pupil.page);

  await using desk = await kreide.open({ username: 'admin' });
  await desk.page.goto(lesson.pathname.replace(/^\/timetable\/\w+\/\d+/, `/timetable/grades/${kreide.school.gradeId}`));
  await desk.page.getByRole('region', { name: 'Aufgabe' }).getByText('Nummer 3').waitFor();
  expect([...teacher.problems, ...pupil.problems, ...desk.problems]).toEqual([]);
});
