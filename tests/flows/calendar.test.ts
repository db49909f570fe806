// features: calendar

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { buildEvent } from '../support/events.ts';
import { visit } from '../support/go-inside.ts';
import { type BuiltUser, buildSchool, buildUser } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
let choir = 0;
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  for (const [name, role] of [
    ['tess', 'TEACHER'],
    ['toni', 'TEACHER'],
    ['paul', 'STUDENT'],
  ] as const)
    people[name] = await buildUser(db, school.id, name, role);
  const [admins, members] = [[people.tess?.id ?? 0], [people.toni?.id ?? 0, people.paul?.id ?? 0]];
  choir = (await buildChannel(db, school.id, { admins, members })).id;
  return school;
});
const idOf = (name: string) => people[name]?.id ?? 0;
const db = () => kreide.server.test.database.kysely;
const pathOf = (name: string, rest: string) => `/calendar/${idOf(name)}/${rest}`;
const made = (values: Parameters<typeof buildEvent>[4] = {}) =>
  buildEvent(db(), kreide.school.id, idOf('tess'), { channels: [choir] }, values);
const eventLink = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

beforeEach(async () => {
  await kreide.server.test.database.pool.query('delete from calendar_events');
});

describe('an event', () => {
  it('is made in the form with its pages, begins as a meeting of the next hour, and stands in the calendar of who takes part [C-1.09] [C-2.51] [C-2.53] [C-2.54] [C-2.55] [C-2.106] [C-4.51] [C-4.60] [C-4.85]', async () => {
    await made({ name: 'Früher', location: 'Musiksaal' });
    const busy = { begins_at: '2026-11-18T10:00:00Z', ends_at: '2026-11-18T11:30:00Z' };
    await buildEvent(db(), kreide.school.id, idOf('toni'), {}, busy);
    await using reader = await kreide.open({ username: 'paul' });
    await reader.page.goto(pathOf('paul', 'list'));
    await eventLink(reader.page, 'Früher').waitFor();
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto(pathOf('tess', 'list'));
    await page.getByRole('link', { name: 'Neuer Termin' }).click();
    const form = dialog(page, 'Neuer Termin');
    await form.getByRole('button', { name: 'Erstellen' }).click();
    await form.getByText('Bitte einen Titel eingeben.').waitFor();
    await expectAccessible(page);
    await form.getByLabel('Titel').fill('Sommerfest');
    await form.getByText('Treffen').waitFor();
    expect(await form.getByRole('button', { name: /Stunde/ }).allInnerTexts()).toEqual(['11', '12']);

    await form.getByRole('button', { name: /^Art ./ }).click();
    expect(new URL(page.url()).searchParams.get('event-categories')).toBe('true');
    await page.getByRole('dialog').getByRole('button', { name: 'Ausflug' }).click();
    await form.getByText('Ausflug').waitFor();
    await form.getByRole('button', { name: /^Ort ./ }).click();
    expect(new URL(page.url()).searchParams.get('event-locations')).toBe('true');
    await page.getByRole('dialog').getByRole('button', { name: 'Musiksaal' }).click();
    await form.getByText('Musiksaal').waitFor();
    await form.getByRole('button', { name: /^Teilnehmende ./ }).click();
    expect(new URL(page.url()).searchParams.get('event-participants')).toBe('true');
    await expectAccessible(page);
    await expect
      .poll(() => page.getByRole('tab').allInnerTexts())
      .toEqual(['Alle', 'Kanäle', 'Klassen', 'Kurse', 'Personen']);
    await page.getByRole('tab', { name: 'Kanäle' }).click();
    await page.getByRole('button', { name: 'Chor einladen' }).click();
    await page.getByRole('button', { name: 'Chor entfernen' }).waitFor();
    await page.getByRole('tab', { name: 'Personen' }).click();
    await page.getByRole('button', { name: /^Einladen: toni of/ }).click();
    await page.getByRole('button', { name: /^toni of \d+ \(Lehrkraft\) entfernen$/ }).waitFor();
    // Its steps are named, and what was written stays.
    await form.getByRole('heading', { name: 'Schritt 5 von 5: Teilnehmende' }).waitFor();
    await form.getByRole('button', { name: 'Zurück' }).click();
    await form.getByLabel('Ort').waitFor();
    await form.getByRole('button', { name: /^Angaben/ }).click();
    expect(await form.getByLabel('Titel').inputValue()).toBe('Sommerfest');
    await form.getByRole('button', { name: 'Zeiten suchen, die allen passen' }).click();
    await form.getByRole('button', { name: /18. November, 12:30–13:30/ }).click();
    await form.getByRole('button', { name: /18. November, 12:30–13:30/, pressed: true }).waitFor();
    expect(await form.getByRole('button', { name: /Stunde/ }).allInnerTexts()).toEqual(['12', '13']);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Erstellen' }).click();
    await form.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await eventLink(page, 'Sommerfest').waitFor();
    // Heard at once, without asking.
    await eventLink(reader.page, 'Sommerfest').waitFor();
    expect(await eventLink(reader.page, 'Sommerfest').textContent()).toContain(
      'Mittwoch, 18. November 2026, 12:30–13:30, Musiksaal, Ausflug',
    );
    expect([...app.problems, ...reader.problems]).toEqual([]);
  });

  it('is edited with an end that moves along, cannot be saved unchanged, and asks before changes are lost [C-2.52] [C-4.52] [C-4.53] [C-4.54] [C-4.55]', async () => {
    const id = await made();
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto(`${pathOf('tess', 'list')}?event-creation=true&id=${id}`);
    const form = dialog(page, 'Termin bearbeiten');
    const save = form.getByRole('button', { name: 'Speichern' });
    await save.waitFor();
    expect(await save.isDisabled()).toBe(true);
    const hours = form.getByRole('button', { name: /Stunde/ });
    expect(await hours.allInnerTexts()).toEqual(['19', '20']);
    await hours.first().click();
    await page.getByRole('option', { name: '21' }).click();
    expect(await hours.allInnerTexts()).toEqual(['21', '22']);
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await question.waitFor({ state: 'detached' });
    await save.click();
    await form.waitFor({ state: 'detached' });
    const event = await db().selectFrom('calendar_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([event.begins_at, event.ends_at].map((at) => new Date(at).toISOString())).toEqual([
      '2026-11-20T20:00:00.000Z',
      '2026-11-20T21:30:00.000Z',
    ]);
    // Without changes it closes at once.
    await page.goto(`${pathOf('tess', 'list')}?event-creation=true&id=${id}`);
    await save.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(await question.count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('whose answer has not come is no longer asked for by who has gone on, and the screen stays as it is [C-7.103]', async () => {
    const id = await made({ name: 'Probe' });
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    await page.goto(pathOf('paul', 'list'));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/v1/channels/calendars/events/${id}`, async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    const asked = page.waitForRequest(`**/v1/channels/calendars/events/${id}`);
    const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/events/${id}`));
    await eventLink(page, 'Probe').click();
    await asked;
    await page.keyboard.press('Escape');
    await page.waitForURL(`**${pathOf('paul', 'list')}*`);
    expect((await given).failure()?.errorText).toBe('net::ERR_ABORTED');
    release();
    await eventLink(page, 'Probe').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('shows its details, and what may be done with it only to who may; the author can be written to; one that cannot be deleted stays on screen, with the reason [C-2.35] [C-2.103] [C-2.104] [C-2.105] [C-6.06] [T-2.15]', async () => {
    const id = await made({ description: 'Bitte Noten mitbringen.', location: 'Aula' });
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    await page.goto(pathOf('paul', 'list'));
    await eventLink(page, 'Elternabend').click();
    await page.waitForURL(`**${pathOf('paul', `event/${id}`)}`);
    const details = dialog(page, 'Elternabend');
    for (const text of [
      'Freitag, 20. November 2026, 19:00–20:30',
      'Aula',
      'Chor',
      'Bitte Noten mitbringen.',
      '3 Personen nehmen teil',
    ])
      await details.getByText(text).waitFor();
    await details.getByText(/^tess/).waitFor();
    await details.getByRole('button', { name: 'Nachricht schreiben' }).waitFor();
    expect(await details.getByRole('button', { name: 'Löschen' }).count()).toBe(0);
    expect(await details.getByRole('link', { name: 'Bearbeiten' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.waitForURL(`**${pathOf('paul', 'list')}`);
    await using author = await kreide.open({ username: 'tess' });
    await author.page.goto(pathOf('tess', `event/${id}`));
    await author.page.getByRole('link', { name: 'Bearbeiten' }).waitFor();
    expect(await author.page.getByRole('button', { name: 'Nachricht schreiben' }).count()).toBe(0);
    await author.page.route('**/v1/channels/calendars/events/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await dialog(author.page, 'Elternabend').getByRole('button', { name: 'Löschen' }).click();
    await author.page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
    const toasts = author.page
      .getByRole('region', { name: 'Mitteilungen der App' })
      .locator('[role=alert] li, [role=alert] p');
    await expect.poll(() => toasts.allInnerTexts()).toEqual(['Die Antwort des Servers war nicht zu verstehen.']);
    expect(await author.page.getByRole('alertdialog').count()).toBe(1);
    expect([...app.problems, ...author.problems]).toEqual([]);
  });

  it('asks for answers, which its author sees come in, by number and by name [C-3.32]', async () => {
    await using author = await kreide.open({ username: 'tess' });
    await author.page.goto(`${pathOf('tess', 'list')}?event-creation=true`);
    const form = dialog(author.page, 'Neuer Termin');
    await form.getByLabel('Titel').fill('Sommerfest');
    await form.getByText('Um Antwort bitten').click();
    await form.getByRole('radio', { name: 'Alle die Zahlen' }).click();
    await expectAccessible(author.page);
    await form.getByRole('button', { name: /^Teilnehmende ./ }).click();
    await author.page.getByRole('tab', { name: 'Kanäle' }).click();
    await author.page.getByRole('button', { name: 'Chor einladen' }).click();
    await form.getByRole('button', { name: /^Angaben/ }).click();
    await form.getByRole('button', { name: 'Erstellen' }).click();
    await form.waitFor({ state: 'detached' });
    const { id } = await db().selectFrom('calendar_events').select('id').executeTakeFirstOrThrow();
    const later = { begins_at: '2026-11-20T18:00:00Z', ends_at: '2026-11-20T19:00:00Z' };
    await db().updateTable('calendar_events').set(later).where('id', '=', id).execute();
    const listens = author.page.waitForEvent('websocket', { timeout: 20_000 });
    await author.page.goto(pathOf('tess', `event/${id}`));
    const details = dialog(author.page, 'Sommerfest');
    await listens;
    await details.getByRole('radio', { name: 'Ja 0' }).waitFor();
    await details.getByText('Hier steht noch niemand.').waitFor();

    await using guest = await kreide.open({ username: 'paul', viewport: { width: 390, height: 844 } });
    await guest.page.goto(pathOf('paul', `event/${id}`));
    const invitation = dialog(guest.page, 'Sommerfest');
    await invitation.getByRole('radio', { name: 'Ja', exact: true }).click();
    await invitation.getByText('Ja 1').waitFor();
    await expectAccessible(guest.page);
    // Heard at once: the number, and who it is.
    await details.getByRole('radio', { name: 'Ja 1' }).waitFor();
    await details
      .getByRole('list', { name: 'Ja' })
      .getByText(/^paul of/)
      .waitFor();
    await details.getByRole('radio', { name: 'Offen 2' }).click();
    await details
      .getByRole('list', { name: 'Offen' })
      .getByText(/^toni of/)
      .waitFor();
    await expectAccessible(author.page);
    expect(await invitation.getByText(/^paul of/).count()).toBe(0);
    expect([...author.problems, ...guest.problems]).toEqual([]);
  });

  it('is deleted after a question whose switch is on and counts, and is not asked for meanwhile; its view closes, and whoever has it open sees that it is gone [C-4.61] [C-4.62] [C-4.63] [C-4.64] [C-8.10]', async () => {
    const id = await made();
    await using reader = await kreide.open({ isPrompt: true, username: 'paul' });
    await reader.page.goto('/calendar/self/event/999999');
    await reader.page.getByRole('heading', { name: 'Diesen Termin gibt es nicht mehr' }).waitFor();
    const listens = reader.page.waitForEvent('websocket', { timeout: 20_000 });
    await reader.page.goto(`/calendar/self/event/${id}`);
    await dialog(reader.page, 'Elternabend').waitFor();
    await listens;
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    const hears = page.waitForEvent('websocket');
    await page.goto(pathOf('tess', `event/${id}`));
    await dialog(page, 'Elternabend').getByRole('button', { name: 'Löschen' }).click();
    await hears;
    const question = page.getByRole('alertdialog', { name: 'Termin löschen?' });
    expect(await question.getByRole('switch', { name: 'Teilnehmende benachrichtigen' }).isChecked()).toBe(true);
    await expectAccessible(page);
    await question.getByText('Teilnehmende benachrichtigen').click();
    // The answer comes after everybody has heard of it, here too: the range is asked for again, the event is not.
    const gone = reader.page.getByRole('heading', { name: 'Diesen Termin gibt es nicht mehr' });
    const again = page.waitForResponse((response) => /\/calendars\/events(\/dateRange)?\?/.test(response.url()));
    const asked: unknown[] = [];
    await page.route(`**/calendars/events/${id}`, async (route) => {
      asked.push([route.request().method(), route.request().postDataJSON()]);
      const response = await route.fetch();
      if (asked.length === 1) await Promise.all([gone.waitFor(), again]);
      await route.fulfill({ response });
    });
    await question.getByRole('button', { name: 'Löschen' }).click();
    await page.waitForURL(/\/calendar\/\d+\/(grid|list)/);
    expect(asked).toEqual([['DELETE', { is_notifiable: false, updated_at: expect.any(String) }]]);
    await dialog(page, 'Elternabend').waitFor({ state: 'detached' });
    expect(app.problems).toEqual([]);
  });
});

describe('the calendar', () => {
  it('has four views; the kind is kept on the device for the next visit; an event of no length is drawn as a quarter of an hour, and a week from Monday [C-2.33] [C-2.34] [C-2.50] [C-2.102] [C-9.19] [P-3.38] [T-2.13] [T-2.14]', async () => {
    await made();
    await made({
      name: 'Ausflug',
      is_all_day: true,
      begins_at: '2026-11-18T23:00:00Z',
      ends_at: '2026-11-21T22:59:59Z',
    });
    await made({ name: 'Kurz', begins_at: '2026-11-18T10:00:00Z', ends_at: '2026-11-18T10:00:00Z' });
    await made({ name: 'Lang', begins_at: '2026-11-19T10:00:00Z', ends_at: '2026-11-19T11:00:00Z' });
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    await page.goto('/calendar');
    await page.waitForURL(`**${pathOf('paul', 'grid')}`);
    const choose = (view: string) => page.getByRole('radio', { name: view, exact: true }).click();
    const kept = () => page.evaluate(() => localStorage.getItem('calendar_view_type'));
    for (const [view, type] of [
      ['Tag', 'day'],
      ['Woche', 'week'],
      ['Monat', 'month'],
    ] as const) {
      await choose(view);
      await page.waitForURL((url) => url.searchParams.get('viewType') === type);
      await eventLink(page, 'Kurz').waitFor();
    }
    expect(await kept()).toBe('grid');
    await choose('Liste');
    await page.waitForURL(`**${pathOf('paul', 'list')}?*`);
    await eventLink(page, 'Kurz').waitFor();
    expect(await kept()).toBe('list');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(
      expect.arrayContaining(['auth_token', 'calendar_view_type']),
    );
    await page.goto('/calendar');
    await page.waitForURL(`**${pathOf('paul', 'list')}`);

    await visit(page, `${pathOf('paul', 'grid')}?viewType=week`);
    const heightOf = async (name: string) => (await eventLink(page, name).boundingBox())?.height ?? 0;
    await page.getByRole('list', { name: 'Montag, 16. November' }).waitFor();
    await eventLink(page, 'Kurz').waitFor();
    expect(Math.abs((await heightOf('Lang')) / 4 - (await heightOf('Kurz')))).toBeLessThan(2);
    await page.getByRole('button', { name: 'Später' }).click();
    await page.getByRole('list', { name: 'Montag, 23. November' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('has on a phone a notch that offers a new event to who may create one [C-2.90] [C-6.13]', async () => {
    await using app = await kreide.open({ username: 'tess', viewport: { width: 390, height: 844 } });
    const { page } = app;
    await page.goto('/more');
    await page.getByRole('main').getByRole('link', { name: 'Kalender' }).waitFor();
    await page.getByRole('button', { name: 'Neu anlegen' }).click();
    await page.getByRole('link', { name: 'Termin', exact: true }).click();
    await dialog(page, 'Neuer Termin').waitFor();
    expect(page.url()).toMatch(/\/more\?event-creation=true$/);
    await expectAccessible(page);
    await using pupil = await kreide.open({ username: 'paul', viewport: { width: 390, height: 844 } });
    await pupil.page.goto('/more');
    await pupil.page.getByRole('button', { name: 'Neu anlegen' }).click();
    await pupil.page.getByRole('dialog').getByRole('link').first().waitFor();
    expect(await pupil.page.getByRole('link', { name: 'Termin', exact: true }).count()).toBe(0);
    expect([...app.problems, ...pupil.problems]).toEqual([]);
  });
});
