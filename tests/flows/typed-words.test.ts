// features: calendar, classbook, timetable
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildEvent } from '../support/events.ts';
import { listens } from '../support/news-flows.ts';
import { buildUser, signIn } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

let event = 0;
const kreide = withApp(async (server) => {
  const school = await buildPlanSchool(server);
  const db = server.test.database.kysely;
  const tess = await buildUser(db, school.id, 'tess', 'TEACHER');
  const paul = await buildUser(db, school.id, 'paul', 'STUDENT');
  event = await buildEvent(db, school.id, tess.id, { users: [paul.id] }, { name: 'Probe' });
  return { ...school, tess: tess.id, paul: paul.id };
});

/** The same person at another device. */
async function elsewhere(username: string) {
  const token = await signIn(kreide.server, 'amsel', username);
  return async (method: string, path: string, body?: object) => {
    kreide.server.clock.advance(60_000);
    const answer = await kreide.server.request(method, path, { token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
}

const version = (page: Page, name: string) => page.getByRole('definition').filter({ hasText: name });

it('what is typed into an event stays while others change this event and another one, and both versions are shown when it is saved', async () => {
  await using app = await kreide.open({ isPrompt: true, username: 'tess' });
  const { page } = app;
  const connected = listens(page);
  await page.goto(`/calendar/${kreide.school.tess}/list?event-creation=true&id=${event}`);
  const form = page.getByRole('dialog', { name: 'Termin bearbeiten' });
  const title = form.getByRole('textbox', { name: 'Titel' });
  await title.fill('Generalprobe');
  const path = `/v1/channels/calendars/events/${event}`;
  await connected;
  const call = await elsewhere('tess');
  const seen = await call('GET', path);
  const { category, begins_at, ends_at, is_all_day, location, description, participants_visible } = seen;
  const rest = { category, begins_at, ends_at, is_all_day, location, description, participants_visible };
  const draft = { ...rest, is_notifiable: false, channels: [], users: [kreide.school.paul] };
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await call('PUT', path, { ...draft, name: 'Hauptprobe', updated_at: seen.updated_at });
  // The page has heard of it and has read the event anew.
  expect((await (await asked).json()).data.name).toBe('Hauptprobe');
  await call('POST', '/v1/channels/calendars/events', { ...draft, users: [], name: 'Auftritt' });
  await page.getByRole('link', { name: /Auftritt/, includeHidden: true }).waitFor({ state: 'attached' });
  expect(await title.inputValue()).toBe('Generalprobe');

  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByRole('heading', { name: 'Inzwischen hat jemand anderes gespeichert' }).waitFor();
  await version(page, 'Hauptprobe').waitFor();
  await version(page, 'Generalprobe').waitFor();
  expect(await form.getByRole('term').count()).toBe(2);
  await expectAccessible(page);
  expect(await title.inputValue()).toBe('Generalprobe');
  await form.getByRole('button', { name: 'Meine Fassung speichern' }).click();
  await form.waitFor({ state: 'detached' });
  expect((await call('GET', path)).name).toBe('Generalprobe');
  expect(app.problems).toEqual([]);
});

it('the topic of a lesson that a colleague has saved meanwhile is neither overwritten nor lost, and may be taken instead of the own one', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  await page.goto('/timetable');
  await page.getByRole('button', { name: /^Mittwoch, 18\. November, 09:55 bis 11:\d\d, Mathematik/ }).click();
  await page
    .getByRole('link', { name: /^Klassenbuch/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Thema, Hausaufgaben und Notizen' }).click();
  await page.waitForURL(/\/entry\/\d+\/absences$/);
  const topic = page.getByLabel('Thema der Stunde');
  await topic.fill('Brüche kürzen');
  const [, entry = ''] = /\/entry\/(\d+)/.exec(page.url()) ?? [];
  const path = `/v1/classbooks/${kreide.school.yearId}/entries/${entry}`;
  const call = await elsewhere('teacher');
  const { updated_at } = await call('GET', path);
  await call('PUT', `${path}/topic`, { topic: 'Brüche erweitern', updated_at });
  // The page reads the entry anew, as marking somebody makes it do.
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await page.getByRole('group', { name: 'Anwesenheit von Ada Kern' }).getByRole('button', { name: 'Fehlt' }).click();
  expect((await (await asked).json()).data.topic).toBe('Brüche erweitern');
  expect(await topic.inputValue()).toBe('Brüche kürzen');

  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('heading', { name: 'Inzwischen hat jemand anderes gespeichert' }).waitFor();
  await version(page, 'Brüche erweitern').waitFor();
  await version(page, 'Brüche kürzen').waitFor();
  expect((await call('GET', path)).topic).toBe('Brüche erweitern');
  // A link asks first.
  await page.getByRole('link', { name: 'Zum Stundenplan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hier bleiben' }).click();
  await page.getByRole('button', { name: 'Gespeicherte übernehmen' }).click();
  await expect.poll(() => topic.inputValue()).toBe('Brüche erweitern');
  // Nothing is left to save, and what others save is shown.
  expect(await page.getByRole('button', { name: 'Speichern' }).count()).toBe(0);
  expect(app.problems).toEqual([]);
});
