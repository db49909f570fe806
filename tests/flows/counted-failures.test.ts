// features: absences, calendar, timetable, usage

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { buildEvent } from '../support/events.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool, { isPrompt: true });
const MATHS = /^Mittwoch, 18\. November, 09:55 bis 11:\d\d, Mathematik/;
const REFUSAL = { error: { code: 'internal', message: 'Geheimes Wort', request_id: '-' }, meta: {} };

/** Counts for somebody who has consented; answers what was sent so far, once the tab is hidden. */
async function countFor(page: Page): Promise<() => Promise<unknown[]>> {
  const events: unknown[] = [];
  await page.route('**/v1/usage/events', (route) => {
    events.push(...route.request().postDataJSON().events);
    return route.fulfill({ status: 204 });
  });
  await page.route('**/v1/users/self', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const json = await response.json();
    json.data.is_tracked = true;
    return route.fulfill({ response, json });
  });
  return async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'visibilityState');
    });
    return events.filter((event) => (event as { kind: string }).kind === 'submit');
  };
}
const refuse = (page: Page, path: string, method: string) =>
  page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: REFUSAL }) : route.fallback(),
  );

it('a notice that is not saved or not deleted says so, stays as it was written, and is counted as failed [T-8.07]', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  const counted = await countFor(page);
  const tracking = page.waitForResponse(/\/tracking-[^/]*\.js$/);
  await page.goto('/timetable');
  await tracking;
  await page.getByRole('button', { name: MATHS }).click();
  await page
    .getByRole('link', { name: /^Klassenbuch/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Thema, Hausaufgaben und Notizen' }).click();
  await page.getByRole('button', { name: 'Notiz schreiben' }).click();
  const form = page.getByRole('dialog', { name: 'Notiz schreiben' });
  await refuse(page, '**/notices', 'POST');
  await form.getByLabel('Was ist geschehen?').fill('Alle waren leise');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByText(/^Nicht gespeichert/).waitFor();
  expect(await form.getByLabel('Was ist geschehen?').inputValue()).toBe('Alle waren leise');
  const failed = { kind: 'submit', outcome: 'failed', reason: 'fault' };
  await expect.poll(counted).toMatchObject([failed]);
  await page.unroute('**/notices');
  await form.getByRole('button', { name: 'Speichern' }).click();
  const notice = page.getByRole('article', { name: /^Bemerkung/ });
  await notice.getByText('Alle waren leise').waitFor();

  // Whatever was submitted before does not stand in for what follows.
  const again = page.waitForResponse(/\/tracking-[^/]*\.js$/);
  await page.reload();
  await again;
  await notice.getByText('Alle waren leise').waitFor();

  await refuse(page, '**/notices/*', 'DELETE');
  await notice.getByRole('button', { name: 'Was tun mit der Notiz?' }).click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Löschen' }).click();
  await question.getByText(/^Nicht gelöscht/).waitFor();
  await expect.poll(counted).toMatchObject([failed, failed]);
  expect(JSON.stringify(await counted())).not.toMatch(/leise|Geheim/);
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await notice.getByText('Alle waren leise').waitFor();
});

it('an event that is not deleted says so, its view stays open, and it is counted as failed [C-8.09]', async () => {
  const db = kreide.server.test.database.kysely;
  const { id, users } = kreide.school;
  const channel = await buildChannel(db, id, { admins: [users.teacher] });
  await buildEvent(db, id, users.teacher, { channels: [channel.id] }, { name: 'Probe' });
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  const counted = await countFor(page);
  const tracking = page.waitForResponse(/\/tracking-[^/]*\.js$/);
  await page.goto(`/calendar/${users.teacher}/list`);
  await tracking;
  await page.getByRole('link', { name: /Probe/ }).click();
  const details = page.getByRole('dialog', { name: 'Probe' });
  await refuse(page, '**/v1/channels/calendars/events/*', 'DELETE');
  await details.getByRole('button', { name: 'Löschen' }).click();
  const question = page.getByRole('alertdialog', { name: 'Termin löschen?' });
  expect(await counted()).toEqual([]);
  await question.getByRole('button', { name: 'Löschen' }).click();
  await page.getByRole('region', { name: 'Mitteilungen der App' }).locator('[role=alert]').first().waitFor();
  await expect.poll(counted).toMatchObject([{ kind: 'submit', outcome: 'failed', reason: 'fault' }]);
  await question.waitFor();
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await details.waitFor();
});

it('an absence that is not valid, not saved or not deleted says so, stays as it was written, and is counted as failed [T-5.05] [T-8.08] [T-8.09] [T-8.10]', async () => {
  await using app = await kreide.open({ username: 'parent' });
  const { page } = app;
  const counted = await countFor(page);
  const tracking = page.waitForResponse(/\/tracking-[^/]*\.js$/);
  await page.goto(`/sicknotes/${kreide.school.yearId}/overview/new`);
  await tracking;
  const form = page.getByRole('dialog', { name: 'Krank melden' });
  const press = (name: string) => form.getByRole('button', { name, exact: true }).click();
  await form.getByText('Ada Kern').click();
  await press('Weiter');
  const note = form.getByLabel('Mitteilung der Familie');
  await note.fill('Kommt am Freitag wieder');
  await press('Weiter');
  await form.getByText('Bitte wähle, warum jemand fehlt.').waitFor();
  const invalid = { kind: 'submit', outcome: 'failed', reason: 'validation' };
  await expect.poll(counted).toMatchObject([invalid]);

  await form.getByText('Krank', { exact: true }).click();
  await refuse(page, '**/absences', 'POST');
  await press('Weiter');
  await press('Melden');
  await form.getByText(/^Nicht gespeichert \(Ada Kern\)/).waitFor();
  await form.getByText('Kommt am Freitag wieder').waitFor();
  const failed = { ...invalid, reason: 'fault' };
  await expect.poll(counted).toMatchObject([invalid, failed]);
  await page.unroute('**/absences');
  await form.getByRole('button', { name: 'Melden' }).click();
  const absence = page.getByRole('article', { name: 'Ada Kern: Krank' });
  await absence.waitFor();
  // Its address opens it again.
  await form.waitFor({ state: 'detached' });

  // Whatever was submitted before does not stand in for what follows.
  const again = page.waitForResponse(/\/tracking-[^/]*\.js$/);
  await page.reload();
  await again;
  await refuse(page, '**/absences/*', 'DELETE');
  await absence.getByRole('button', { name: 'Was tun mit der Fehlzeit von Ada Kern?' }).click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  const question = page.getByRole('alertdialog', { name: 'Fehlzeit löschen?' });
  await question.getByRole('button', { name: 'Löschen' }).click();
  await question.getByText(/^Nicht gelöscht/).waitFor();
  await expect.poll(counted).toMatchObject([invalid, failed, failed]);
  expect(JSON.stringify(await counted())).not.toMatch(/Freitag|Ada|Geheim/);
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await absence.waitFor();
});
