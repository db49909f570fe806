// features: chat, channels, notifications

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { type BuiltUser, buildSchool, buildUser } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
let channel: BuiltChannel;
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  for (const name of ['ada', 'ben', 'cem']) people[name] = await buildUser(db, school.id, name, 'TEACHER');
  await server.test.database.pool.query(
    `update users set firstname = 'Özge', lastname = 'Müller Sánchez' where username = 'ben'`,
  );
  return school;
});
const idOf = (name: string) => people[name]?.id ?? 0;
beforeAll(async () => {
  const db = kreide.server.test.database.kysely;
  channel = await buildChannel(
    db,
    kreide.school.id,
    { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] },
    { name: 'Garten' },
  );
});

const NAME = 'Özge Müller Sánchez';
const field = (page: Page) => page.getByRole('textbox', { name: 'Nachricht', exact: true });
const names = (page: Page) => page.getByRole('listbox', { name: 'Wen erwähnen?' });
const log = (page: Page) => page.getByRole('log', { name: 'Nachrichten' });

it('somebody is mentioned by keys or by a tap, also after a reload, and finds the message from their notification [D-6.12]', async () => {
  await using ada = await kreide.open({ username: 'ada' });
  const { page } = ada;
  await page.goto(`/channels/${channel.id}/chat`);
  await field(page).click();
  await page.keyboard.type('Hallo @');
  await expect.poll(() => names(page).getByRole('option').count()).toBe(2);
  await page.keyboard.type('mull');
  await expect.poll(() => names(page).getByRole('option').count()).toBe(0);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('MÜL');
  await names(page).getByRole('option', { name: NAME }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => names(page).count()).toBe(0);
  await page.keyboard.type('l');
  expect(await names(page).count()).toBe(0);
  await field(page).fill('');
  await page.keyboard.type('Hallo @');
  await names(page).getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chosen = await names(page).getByRole('option', { selected: true }).innerText();
  await page.keyboard.press('Enter');
  expect(await field(page).inputValue()).toContain(`@${chosen.split('\n').at(-1)} `);
  await field(page).fill('Hallo @mueller');
  await names(page).getByRole('option', { name: NAME }).waitFor();
  await page.keyboard.press('Enter');
  expect(await field(page).inputValue()).toBe(`Hallo @${NAME} `);
  await page.keyboard.type('bitte gießen');
  // The draft knows whom it mentions.
  await page.reload();
  await page.getByText(`Bekommt eine Mitteilung: ${NAME}`).waitFor();
  await field(page).press('Enter');
  const written = log(page).getByRole('article').filter({ hasText: 'bitte gießen' });
  await written.waitFor();
  expect(await written.locator('p span').allInnerTexts()).toEqual([`@${NAME}`]);
  expect(ada.problems).toEqual([]);

  await using ben = await kreide.open({ username: 'ben', viewport: { width: 390, height: 844 } });
  await ben.page.goto('/notification-centre');
  await ben.page.getByText('hat dich erwähnt').click();
  await ben.page.getByText('bitte gießen').waitFor();
  expect(new URL(ben.page.url()).pathname).toBe(`/channels/${channel.id}/chat`);
  await field(ben.page).click();
  await ben.page.keyboard.type('Ja @ce');
  await names(ben.page).getByRole('option', { name: /^cem/ }).click();
  expect(await field(ben.page).inputValue()).toMatch(/^Ja @cem .+ $/);
  await expectAccessible(ben.page);
  expect(ben.problems).toEqual([]);
});
