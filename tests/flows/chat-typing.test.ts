// features: chat

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { openListening } from '../support/listening.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const kreide = withApp(
  async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel');
    const members = [];
    for (const name of ['ada', 'ben']) members.push((await buildUser(db, school.id, name, 'TEACHER')).id);
    return { ...school, channel: await buildChannel(db, school.id, { members }) };
  },
  { isPrompt: true },
);
const field = (page: Page) => page.getByRole('textbox', { name: 'Nachricht', exact: true });

async function openChat(page: Page) {
  await openListening(page, `/channels/${kreide.school.channel.id}/chat`);
  await field(page).waitFor();
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

it('who does not want it to be seen says so in the settings, and types unseen [C-4.21]', async () => {
  await using one = await kreide.open({ username: 'ada' });
  await using other = await kreide.open({ username: 'ben' });
  await one.page.goto('/settings/self');
  const seen = one.page.getByRole('switch', { name: 'Anderen zeigen, dass ich gerade schreibe' });
  await seen.waitFor();
  expect(await seen.isChecked()).toBe(true);
  const saved = one.page.waitForResponse('**/users/self/properties');
  await one.page.getByText('Anderen zeigen, dass ich gerade schreibe').click();
  expect((await saved).status()).toBe(200);
  expect(await seen.isChecked()).toBe(false);
  const sent: string[] = [];
  one.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await openChat(one.page);
  await openChat(other.page);
  await field(one.page).pressSequentially('Guten Tag');
  await one.page.keyboard.press('Enter');
  await other.page.getByRole('log').getByText('Guten Tag').waitFor();
  expect(sent.filter((payload) => payload.includes('typing'))).toEqual([]);
  // Switched on again it is told.
  await one.page.goto('/settings/self');
  await one.page.getByText('Anderen zeigen, dass ich gerade schreibe').click();
  await expect.poll(() => seen.isChecked()).toBe(true);
  await openChat(one.page);
  await expect
    .poll(async () => {
      await field(one.page).press('a');
      return sent.filter((payload) => payload.includes('typing')).length;
    })
    .toBeGreaterThan(0);
});
