// features: chat

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { writeMessage } from '../support/chats.ts';
import { type BuiltUser, buildSchool, buildUser } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
let channel: BuiltChannel;
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  for (const name of ['ada', 'ben']) people[name] = await buildUser(db, school.id, name, 'TEACHER');
  return school;
});
const idOf = (name: string) => people[name]?.id ?? 0;
beforeAll(async () => {
  const db = kreide.server.test.database.kysely;
  channel = await buildChannel(db, kreide.school.id, { admins: [idOf('ada')], members: [idOf('ben')] });
  for (let at = 1; at <= 45; at++)
    await writeMessage(
      db,
      kreide.school.id,
      channel,
      idOf(at % 3 ? 'ben' : 'ada'),
      `Nachricht ${at} von https://a.example`,
    );
});

const log = (page: Page) => page.getByRole('log', { name: 'Nachrichten' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Nachricht', exact: true });
async function openChat(page: Page) {
  await page.goto(`/channels/${channel.id}/chat`);
  await field(page).waitFor();
}
/** What has the focus: the text of a message, or the name of a control. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const text = at?.tagName === 'ARTICLE' ? /Nachricht \d+/.exec(at.textContent ?? '')?.[0] : undefined;
    return text ?? at?.getAttribute('aria-label') ?? at?.tagName;
  });

it('on a phone is one row that grows: with a keyboard and a long text half of the screen is left to messages', async () => {
  // 844 px without the keyboard.
  await using app = await kreide.open({ username: 'ben', viewport: { width: 390, height: 508 } });
  const { page } = app;
  await openChat(page);
  const heightOf = async (part: ReturnType<typeof log>) => (await part.boundingBox())?.height ?? 0;
  const row = page.locator('form').filter({ has: field(page) });
  expect(await heightOf(row)).toBeLessThanOrEqual(64);
  const send = page.getByRole('button', { name: 'An 1 Person senden' });
  expect(await send.innerText()).toBe('An 1');
  await field(page).fill('Zeile\n'.repeat(12));
  await expect.poll(() => heightOf(field(page))).toBeGreaterThan(80);
  expect(await heightOf(log(page))).toBeGreaterThanOrEqual(508 / 2);
  // How many are in it is not cut.
  await page.getByRole('banner').getByText('2 Mitglieder').waitFor();
  // No message is cut between the header and the list.
  const header = await page.getByRole('banner').boundingBox();
  expect((await log(page).boundingBox())?.y).toBeCloseTo((header?.y ?? 0) + (header?.height ?? 0), 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Datei, Foto oder Umfrage' }).click();
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual(['Dateien anhängen', 'Umfrage erstellen']);
  await page.getByRole('menuitem', { name: 'Umfrage erstellen' }).click();
  await page.getByRole('dialog', { name: 'Umfrage erstellen' }).waitFor();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  expect(app.problems).toEqual([]);
});

it('the messages are one stop of the Tab key, gone through by arrows, Home, End and the menu key', async () => {
  await using app = await kreide.open({ username: 'ben' });
  const { page } = app;
  await openChat(page);
  await log(page).getByText('Nachricht 45').waitFor();
  await log(page).focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return focused(page);
  };
  expect(await focused(page)).toBe('Nachricht 45');
  expect(await press('ArrowUp', 'ArrowUp', 'ArrowDown')).toBe('Nachricht 44');
  await press('Home');
  await expect.poll(() => focused(page)).toBe('Nachricht 1');
  await press('End');
  await expect.poll(() => focused(page)).toBe('Nachricht 45');
  // The composer is two stops away, and its first stop back is the message again.
  expect(await press('Tab')).toBe('Nachricht');
  expect(await press('Shift+Tab')).toBe('Nachricht 45');
  expect(await press('ArrowUp', 'Tab', 'Shift+Tab')).toBe('Nachricht 44');
  expect(await press('Shift+Tab')).not.toMatch(/Nachricht/);
  expect(await press('Tab')).toBe('Nachricht 44');
  expect(await press('Enter')).toBe('A');
  expect(await press('Escape')).toBe('Nachricht 44');
  await press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Antworten' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Antwort an').waitFor();
  expect(app.problems).toEqual([]);
});

it('one tick under what one has written says that it is sent, two that all have read it, a press who has', async () => {
  await using author = await kreide.open({ username: 'ada' });
  await openChat(author.page);
  const tick = (state: string) => log(author.page).getByRole('button', { name: `${state}. Wer hat sie gelesen?` });
  await field(author.page).fill('Kommt ihr?');
  await author.page.getByRole('button', { name: 'An 1 Person senden' }).click();
  await tick('Gesendet').last().waitFor();
  await using reader = await kreide.open({ username: 'ben' });
  await openChat(reader.page);
  await log(reader.page).getByText('Kommt ihr?').waitFor();
  await reader.page.bringToFront();
  await expect.poll(() => tick('Gesendet').count()).toBe(0);
  await tick('Von allen gelesen').last().click();
  await author.page.getByRole('dialog').getByText('1 von 1 Personen').waitFor();
  await expectAccessible(author.page);
  expect([...author.problems, ...reader.problems]).toEqual([]);
});
