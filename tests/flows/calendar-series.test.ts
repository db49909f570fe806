// features: calendar

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';

let tess = 0;
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  tess = (await buildUser(db, school.id, 'tess', 'TEACHER')).id;
  return school;
});
const eventLink = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

it('an event repeats by a rule whose dates are seen before it is saved, and is changed for one date, those that follow or all [C-3.37] [C-6.04]', async () => {
  await using app = await kreide.open({ username: 'tess' });
  const { page } = app;
  await page.goto(`/calendar/${tess}/list?event-creation=true`);
  const form = dialog(page, 'Neuer Termin');
  await form.getByLabel('Titel').fill('Chorprobe');
  await form.getByRole('button', { name: /^Wiederholt sich Nie/ }).click();
  await form.getByText('Alle 2 Wochen: Mittwoch', { exact: true }).click();
  await form.getByText('Nach einer Anzahl', { exact: true }).click();
  await form.getByLabel('Anzahl der Termine').fill('3');
  const dates = form.getByRole('region', { name: 'Die Termine' });
  await dates.getByText('Alle 2 Wochen: Mittwoch, bis 16. Dezember 2026, 3 Termine').waitFor();
  expect(await dates.getByRole('listitem').allInnerTexts()).toEqual([
    'Mi., 18.11.2026',
    'Mi., 2.12.2026',
    'Mi., 16.12.2026',
  ]);
  await expectAccessible(page);
  await form.getByText('Eigene Regel', { exact: true }).click();
  await form.getByText('Freitag', { exact: true }).click();
  await dates.getByText('Jede Woche: Mittwoch und Freitag, bis 25. November 2026, 3 Termine').waitFor();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Erstellen' }).click();
  await form.waitFor({ state: 'detached' });
  await eventLink(page, 'Chorprobe').nth(2).waitFor();

  await eventLink(page, 'Chorprobe').first().click();
  const details = dialog(page, 'Chorprobe');
  await details.getByText('Jede Woche: Mittwoch und Freitag, bis 25. November 2026, 3 Termine').waitFor();
  await details.getByRole('link', { name: 'Nächster Termin' }).click();
  await details.getByText(/Freitag, 20. November 2026, 11:00/).waitFor();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Erinnerungen ändern' }).click();
  await details.getByRole('radio', { name: 'Alle', exact: true }).click();
  await details.getByText('10 Minuten vorher', { exact: true }).click();
  await details.getByText('Wie bei allen Terminen der Serie: 10 Minuten vorher').waitFor();
  await details.getByRole('link', { name: 'Bearbeiten' }).click();
  const edit = dialog(page, 'Termin bearbeiten');
  await edit.getByRole('radio', { name: 'Dieser und folgende' }).click();
  await edit.getByLabel('Titel').fill('Generalprobe');
  await edit.getByRole('button', { name: 'Speichern' }).click();
  await edit.waitFor({ state: 'detached' });
  await dialog(page, 'Generalprobe').waitFor();
  await page.goto(`/calendar/${tess}/list`);
  await eventLink(page, 'Generalprobe').nth(1).waitFor();
  expect(await eventLink(page, 'Chorprobe').count()).toBe(1);

  await eventLink(page, 'Generalprobe').first().click();
  await dialog(page, 'Generalprobe').getByRole('button', { name: 'Löschen' }).click();
  const question = page.getByRole('alertdialog', { name: 'Termin löschen?' });
  await question.getByRole('radio', { name: 'Alle' }).click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Löschen' }).click();
  await question.waitFor({ state: 'detached' });
  await eventLink(page, 'Generalprobe').first().waitFor({ state: 'detached' });
  await eventLink(page, 'Chorprobe').waitFor();
  expect(app.problems).toEqual([]);
});
