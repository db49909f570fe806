// features: chat

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { writeMessage } from '../support/chats.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const ids: Record<string, number> = {};
let channel: BuiltChannel;
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  for (const [name, role] of [['ada', 'STUDENT'] as const, ['ben', 'STUDENT'] as const, ['cem', 'ADMIN'] as const])
    ids[name] = (await buildUser(db, school.id, name, role)).id;
  channel = await buildChannel(db, school.id, { members: [ids.ada ?? 0, ids.ben ?? 0] });
  await writeMessage(db, school.id, channel, ids.ben ?? 0, 'Wer hat die Aufgaben?');
  await writeMessage(db, school.id, channel, ids.ada ?? 0, 'Du bist doof');
  return school;
});

const log = (page: Page) => page.getByRole('log', { name: 'Nachrichten' });
const actionsOf = (page: Page, text: string) =>
  log(page)
    .getByRole('article')
    .filter({ hasText: text })
    .getByRole('button', { name: /^Aktionen/ });

it('a message is reported from its menu, where the school has that on, looked at by the administration and taken back [C-6.36]', async () => {
  await using reader = await kreide.open({ username: 'ben' });
  await reader.page.goto(`/channels/${channel.id}/chat`);
  await actionsOf(reader.page, 'doof').click();
  await reader.page.getByRole('menuitem').first().waitFor();
  expect(await reader.page.getByRole('menuitem', { name: 'Melden' }).count()).toBe(0);

  await using admin = await kreide.open({ username: 'cem' });
  await admin.page.goto('/more/administration');
  await admin.page.locator('a[href$="/school-data/channels"]').click();
  await admin.page.getByText('Inhalte lassen sich melden').click();
  await admin.page.getByText('Gespeichert.').waitFor();

  await reader.page.reload();
  await actionsOf(reader.page, 'Aufgaben').click();
  await reader.page.getByRole('menuitem').first().waitFor();
  expect(await reader.page.getByRole('menuitem', { name: 'Melden' }).count()).toBe(0);
  await reader.page.keyboard.press('Escape');
  await actionsOf(reader.page, 'doof').click();
  await reader.page.getByRole('menuitem', { name: 'Melden' }).click();
  const dialog = reader.page.getByRole('dialog', { name: 'Nachricht melden' });
  await dialog.getByRole('button', { name: 'Melden' }).click();
  await dialog.getByText('Bitte ausfüllen.').waitFor();
  await expectAccessible(reader.page);
  await dialog.getByRole('textbox').fill('Das ist gemein.');
  await dialog.getByRole('button', { name: 'Melden' }).click();
  await reader.page.getByText('Danke, die Verwaltung weiß Bescheid.').waitFor();

  await admin.page.goto('/notification-centre');
  await admin.page.getByText('Eine Nachricht wurde gemeldet').first().click();
  const report = admin.page.getByRole('region', { name: 'Nachricht von ada of 1' });
  await report.getByText('Das ist gemein.').waitFor();
  expect(await admin.page.getByText('Du bist doof').count()).toBe(0);
  await report.getByRole('button', { name: /^Nachricht ansehen/ }).click();
  await report.getByText('Du bist doof').waitFor();
  await report.getByText('Wer hat die Aufgaben?').waitFor();
  await expectAccessible(admin.page);
  await report.getByRole('button', { name: 'Zurücknehmen' }).click();
  await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Zurücknehmen' }).click();
  await admin.page.getByText('Keine Meldungen').waitFor();
  await log(reader.page).getByText('cem of 1 hat diese Nachricht zurückgenommen').waitFor();

  await admin.page.getByRole('radio', { name: 'Entschieden' }).click();
  await report.getByText('Zurückgenommen', { exact: true }).waitFor();
  await report.getByRole('button', { name: /^Nachricht ansehen/ }).click();
  await report.getByRole('button', { name: 'Person sperren' }).click();
  await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Person sperren' }).click();
  await admin.page.getByText('ada of 1 ist gesperrt.').waitFor();
  expect([...reader.problems, ...admin.problems]).toEqual([]);
});
