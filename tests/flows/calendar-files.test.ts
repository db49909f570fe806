// features: calendar, notifications

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { buildEvent } from '../support/events.ts';
import { type BuiltUser, buildSchool, buildUser } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
let choir = 0;
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  for (const [name, role] of [
    ['tess', 'TEACHER'],
    ['paul', 'STUDENT'],
  ] as const)
    people[name] = await buildUser(db, school.id, name, role);
  choir = (await buildChannel(db, school.id, { admins: [people.tess?.id ?? 0], members: [people.paul?.id ?? 0] })).id;
  return school;
});
const idOf = (name: string) => people[name]?.id ?? 0;
const pathOf = (name: string, rest: string) => `/calendar/${idOf(name)}/${rest}`;
const eventLink = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) });

beforeEach(async () => {
  await kreide.server.test.database.pool.query('delete from calendar_events');
});

describe('reminders', () => {
  it('are chosen for one event, and for all others in the settings of notifications [C-3.32] [P-2.67]', async () => {
    const db = kreide.server.test.database.kysely;
    const id = await buildEvent(db, kreide.school.id, idOf('tess'), { channels: [choir] }, { name: 'Auftritt' });
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    await page.goto('/settings/self/notifications');
    const usual = page.getByRole('group', { name: 'Erinnerungen an Termine' });
    await usual.getByText('1 Tag vorher').click();
    expect(await usual.getByRole('checkbox', { name: '1 Tag vorher' }).isChecked()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Gespeichert', { exact: true }).waitFor();
    await page.goto(pathOf('paul', `event/${id}`));
    const event = page.getByRole('dialog', { name: 'Auftritt' });
    await expect.poll(() => event.innerText()).toContain('Wie bei allen Terminen: 1 Tag vorher');
    await event.getByRole('button', { name: 'Erinnerungen ändern' }).click();
    await event.getByText('10 Minuten vorher').click();
    await event.getByText('10 Minuten vorher, 1 Tag vorher', { exact: true }).waitFor();
    await expectAccessible(page);
    await event.getByRole('button', { name: 'Eigene Wahl aufheben' }).click();
    await event.getByText('Wie bei allen Terminen: 1 Tag vorher').waitFor();
  });
});

describe('a file of another calendar', () => {
  it('is looked at first, comes into the calendar of a channel, and is taken back [C-3.32] [C-6.13]', async () => {
    await using reader = await kreide.open({ username: 'paul' });
    await reader.page.goto(pathOf('paul', 'list'));
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto(pathOf('tess', 'list'));
    await page.getByRole('link', { name: 'Termine aus einer Datei' }).click();
    const event = (lines: string) => `BEGIN:VEVENT\r\n${lines.replaceAll('\n', '\r\n')}\r\nEND:VEVENT\r\n`;
    const text = `BEGIN:VCALENDAR\r\n${[
      'UID:1\nSUMMARY:Konzert\nLOCATION:Aula\nDTSTART:20261120T180000\nDURATION:PT2H',
      'UID:2\nSUMMARY:Probe\nDTSTART:20261119T150000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3',
      'UID:3\nSUMMARY:Bombe\nDTSTART:20261119T150000\nRRULE:FREQ=SECONDLY',
    ]
      .map(event)
      .join('')}END:VCALENDAR\r\n`;
    const file = { name: 'Verein.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
    const found = page.getByRole('list', { name: 'Das steht in Verein.ics' });
    await found.getByText('Jede Woche: Donnerstag').waitFor();
    expect(await found.getByText('Neu', { exact: true }).count()).toBe(2);
    await page.getByText('Bombe: Er wiederholt sich öfter als täglich.').waitFor();
    await page.getByRole('button', { name: 'Chor einladen' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'In den Kalender: 2' }).click();
    await eventLink(reader.page, 'Konzert').waitFor();
    await page.getByRole('button', { name: 'Zurücknehmen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zurücknehmen' }).click();
    await page.getByText('Zurückgenommen').first().waitFor();
    await eventLink(reader.page, 'Konzert').waitFor({ state: 'detached' });
    await expectAccessible(page);
  });
});
