// features: help, timetable, notifications

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);
const stepOf = (page: Page) => (name: string) => page.waitForURL(new RegExp(`/feedback/dialog/\\d+/${name}(\\?|$)`));

it('a pupil says from a lesson what is wrong, step by step, and reads what a planner answers [T-2.41] [T-2.42] [T-2.44] [T-2.46] [T-2.51]', async () => {
  await using app = await kreide.open({ username: 'ada', viewport: { width: 390, height: 844 } });
  const { page } = app;
  await page.goto('/feedback/dialog/self');
  await page.waitForURL(/\/feedback\/dialog\/\d+\/start$/);
  const lessons = page.getByRole('list', { name: 'Um welche Stunde geht es?' }).getByRole('link');
  await lessons.first().waitFor();
  await expectAccessible(page);
  await page.goto('/timetable');
  await page.getByRole('button', { name: /^Mittwoch, 18\. November, .*Geschichte/ }).click();
  await page.getByRole('link', { name: 'Stimmt etwas nicht?' }).click();
  await page.waitForURL('**/selected?unit=*');
  await page.getByRole('heading', { name: 'Diese Stunde stimmt nicht' }).waitFor();
  await page.getByRole('button', { name: 'Weiter' }).click();
  // The substitution of that lesson may be what is meant.
  await page.getByRole('link', { name: 'Nein, es ist trotzdem falsch' }).click();
  await page.getByText('Falscher Raum').click();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.waitForURL('**/confirm?*');
  await page.getByRole('link', { name: 'Weiter' }).click();
  await page.waitForURL('**/send-feedback?*');
  await page.getByLabel('Noch etwas dazu? (freiwillig)').fill('Dort ist Sport.');
  await page.getByRole('button', { name: 'An die Planer senden' }).click();
  await page.waitForURL('**/response?*');
  const reports = page.getByRole('list', { name: 'Meldungen und Antworten' });
  await reports.getByText('Wartet auf Antwort').waitFor();
  await expectAccessible(page);

  await using office = await kreide.open({ username: 'admin' });
  await office.page.goto(`/management/${kreide.school.uuid}/timetable-reports`);
  await office.page.getByText('Dort ist Sport.').waitFor();
  await office.page.getByRole('button', { name: /^Antwort an/ }).click();
  const dialog = office.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Antwort senden' }).click();
  await dialog.getByText('Bitte schreib eine Antwort.').waitFor();
  await dialog.getByLabel('Deine Antwort').fill('Ab Montag in 204.');
  await expectAccessible(office.page);
  await dialog.getByRole('button', { name: 'Antwort senden' }).click();
  await dialog.waitFor({ state: 'detached' });
  await office.page.getByText('Ab Montag in 204.').waitFor();
  await page.reload();
  await reports.getByText('Ab Montag in 204.').waitFor();
  expect([...app.problems, ...office.problems]).toEqual([]);
});

it('what explains a lesson comes before anything is sent [T-2.43] [T-2.45] [T-2.47]', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  const step = stepOf(page);
  await page.goto('/feedback/dialog/self/start');
  const lessons = page.getByRole('list', { name: 'Um welche Stunde geht es?' }).getByRole('link');
  await lessons.first().waitFor();
  // On this day somebody else teaches it.
  await lessons.filter({ hasText: 'Geschichte' }).first().click();
  await step('selected');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await step('predicted-solution');
  await page.getByText('An diesem Tag ist Vertretung').waitFor();
  await page.getByRole('link', { name: 'Ja, damit ist es geklärt' }).click();
  await step('solution');
  await page.getByText('Es wurde nichts gesendet.').waitFor();
  expect(app.problems).toEqual([]);
});

it('a wrong course is named, and shown before it is sent [T-2.48] [T-2.49] [T-2.50]', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  const step = stepOf(page);
  await page.goto('/feedback/dialog/self/wrong-timetable?lesson=Mo');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByText('Bitte wähle, was nicht stimmt.').first().waitFor();
  await page.getByText('Falscher Kurs').click();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await step('courses');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByText('Bitte schreib den Kurs auf').waitFor();
  await page.getByLabel('Welcher Kurs wäre richtig?').fill('Deutsch 2');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await step('confirm');
  await page.getByText('Deutsch 2').waitFor();
  await expectAccessible(page);
  expect(app.problems).toEqual([]);
});
