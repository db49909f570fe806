import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  const members = [];
  for (const name of ['ada', 'ben']) members.push((await buildUser(db, school.id, name, 'TEACHER')).id);
  return { ...school, channel: await buildChannel(db, school.id, { members }) };
});
const field = (page: Page) => page.getByRole('textbox', { name: 'Nachricht', exact: true });

async function openChat(page: Page) {
  const listens = page.waitForEvent('websocket', { timeout: 20_000 });
  await page.goto(`/channels/${kreide.school.channel.id}/chat`);
  await field(page).waitFor();
  const socket = await listens;
  // The server has let it in: it has said so.
  await socket.waitForEvent('framereceived');
}

it('who types is seen by the others, until they stop or their message has come [C-4.21] [C-9.15]', async () => {
  await using one = await kreide.open({ username: 'ada' });
  await using other = await kreide.open({ username: 'ben' });
  await openChat(one.page);
  await openChat(other.page);
  const hint = other.page.getByText('Schreibt gerade: ada', { exact: false });
  await expect
    .poll(async () => {
      await field(one.page).press('a');
      return hint.count();
    })
    .toBe(1);
  expect(await one.page.getByText('Schreibt gerade').count()).toBe(0);
  await hint.waitFor({ state: 'detached', timeout: 5_000 });
  await expect
    .poll(async () => {
      await field(one.page).press('b');
      return hint.count();
    })
    .toBe(1);
  await one.page.keyboard.press('Enter');
  await other.page.getByRole('log').getByRole('article').waitFor();
  await hint.waitFor({ state: 'detached', timeout: 5_000 });
});
