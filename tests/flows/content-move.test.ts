// features: content-move, channels, chat, cloud

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildMoveSchool, type MoveSchool } from '../support/move-school.ts';

let at: MoveSchool;
const kreide = withApp(async (server) => {
  at = await buildMoveSchool(server, 'amsel');
  return at.school;
});
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });

it('a teacher takes chat and files of last year into the class, sees them there, and takes the move back [T-2.148] [C-6.35] [T-6.22] [C-4.78] [C-4.81]', async () => {
  await using ada = await kreide.open({ username: 'ada' });
  await ada.page.goto(`/channels/${at.fresh.id}/content-move`);
  await ada.page.getByRole('heading', { name: 'Die Kanäle konnten nicht geladen werden' }).waitFor();

  await using app = await kreide.open({ username: 'klein' });
  const { page } = app;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/channels/${at.fresh.id}/chat`);
  await button(page, 'Aktionen für den Chat').click();
  await page.getByRole('menuitem', { name: 'Ins neue Schuljahr' }).click();
  await page.getByText('Dieser Kanal gehört zum laufenden Schuljahr.').waitFor();
  await expectAccessible(page);
  await button(page, 'Inhalte übernehmen').click();
  const chosen = page.getByRole('dialog', { name: 'Was zieht um?' });
  await chosen.getByText('Aus Klasse 5a').waitFor();
  await expectAccessible(page);
  await button(page, 'Weiter').click();
  const asked = page.getByRole('alertdialog');
  await asked.getByText('Nachrichten: 6').waitFor();
  await expectAccessible(page);
  // Cleo could not see the files: without a word of the mover they stay.
  expect(await button(page, 'Umziehen').isDisabled()).toBe(true);
  await asked.getByText('Alle im neuen Kanal dürfen diese Inhalte sehen').click();
  await button(page, 'Umziehen').click();
  await page.getByText(/^Übernommen aus .*5a/).waitFor({ timeout: 20_000 });
  await page.goto(`/channels/${at.fresh.id}/chat`);
  for (const text of ['alt 1', 'alt 6', 'Hallo 6a']) await bubble(page, text).waitFor();
  await page.goto(`/cloud/files/${at.fresh.id}`);
  await page.getByRole('listitem').filter({ hasText: 'Fotos' }).waitFor();

  await page.goto(`/channels/${at.fresh.id}/content-move`);
  await button(page, 'Umzug zurücknehmen').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Umzug zurücknehmen' }).click();
  await button(page, 'Inhalte übernehmen').waitFor({ timeout: 20_000 });
  expect((await at.messages('ada', at.fresh)).map(({ content }: { content: string }) => content)).toEqual(['Hallo 6a']);
  expect(app.problems).toEqual([]);
});

const ENDED = '2026-07-20T00:00:00Z';

it('the content of an old channel goes to a chosen one, and who moved it to the channels [C-4.82] [T-4.54] [T-7.81]', async () => {
  const going = await at.buildUnit('9y', { klein: { admin: true }, ada: {} }, ENDED);
  const target = await at.buildUnit('10y', { klein: { admin: true }, ada: {} });
  await at.say(going, 'ada', 'Bis zum neuen Jahr', '2026-06-01T08:00:00Z');
  await using app = await kreide.open({ username: 'klein' });
  const { page } = app;
  await page.goto(`/channels/${going.id}/content-move`);
  await button(page, 'Inhalte umziehen').click();
  await button(page, 'Anderen Kanal wählen').click();
  const group = page.getByRole('dialog', { name: 'Kanal wählen' });
  await group.getByText(/10y/).click();
  await expectAccessible(page);
  await group.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('dialog', { name: 'Was zieht um?' }).getByText(/10y/).waitFor();
  await button(page, 'Weiter').click();
  await button(page, 'Umziehen').click();
  await page.waitForURL('**/channels');
  await expect
    .poll(async () => (await at.messages('ada', target)).map(({ content }: { content: string }) => content))
    .toEqual(['Bis zum neuen Jahr']);
  expect(app.problems).toEqual([]);
});

it('who declines archives an old channel for all its members, and starts a new one empty [C-4.79] [C-4.80] [C-7.41] [T-7.79] [T-7.80]', async () => {
  const alone = await at.buildUnit('9x', { klein: { admin: true }, ada: {} }, ENDED);
  await using app = await kreide.open({ username: 'klein' });
  const { page } = app;
  await page.goto(`/channels/${alone.id}/content-move`);
  await button(page, 'Archivieren').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archivieren' }).click();
  await page.getByText('Für dieses Schuljahr ist das entschieden.').waitFor();
  expect((await at.shown('ada', alone)).meta.is_archived).toBe(true);

  await page.goto(`/channels/${at.fresh.id}/content-move`);
  await button(page, 'Leer beginnen').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leer beginnen' }).click();
  await page.getByText('Für dieses Schuljahr ist das entschieden.').waitFor();
  expect(app.problems).toEqual([]);
});
