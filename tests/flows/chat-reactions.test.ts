// features: chat

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { writeMessage } from '../support/chats.ts';
import { openListening } from '../support/listening.ts';
import { buildSchool, buildUser } from '../support/people.ts';

/** Ada alone writes in the channel; Ben reads it. */
const kreide = withApp(
  async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel');
    const [ada, ben] = [
      await buildUser(db, school.id, 'ada', 'TEACHER'),
      await buildUser(db, school.id, 'ben', 'STUDENT'),
    ];
    const channel = await buildChannel(
      db,
      school.id,
      { admins: [ada.id], members: [ben.id] },
      { is_twoway: false, name: 'Klasse 5a' },
    );
    await writeMessage(db, school.id, channel, ada.id, 'Morgen ist Wandertag');
    for (let index = 0; index < 30; index += 1)
      await writeMessage(db, school.id, channel, ada.id, `Packliste ${index}`);
    return { ...school, channel };
  },
  { isPrompt: true },
);

const message = (page: Page, text: string) =>
  page.getByRole('log', { name: 'Nachrichten' }).getByRole('article').filter({ hasText: text });
async function choose(page: Page, text: string, action: string) {
  await message(page, text)
    .getByRole('button', { name: /^Aktionen/ })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
async function openChat(page: Page) {
  await openListening(page, `/channels/${kreide.school.channel.id}/chat`);
  await message(page, 'Packliste 29').waitFor();
}

it('who only reads reacts, everybody sees it at once, and one message stands above the others [D-6.12]', async () => {
  await using here = await kreide.open({ username: 'ada' });
  await using there = await kreide.open({ username: 'ben', viewport: { width: 390, height: 844 } });
  const [ada, ben] = [here.page, there.page];
  await openChat(ada);
  await openChat(ben);

  await choose(ben, 'Packliste 29', 'Reagieren');
  const dialog = ben.getByRole('dialog', { name: 'Reagieren' });
  await expectAccessible(ben, 'the choice at 390 px');
  await dialog.getByRole('button', { name: 'Daumen hoch' }).click();
  const chip = (page: Page, text: string) => message(page, 'Packliste 29').getByRole('button', { name: text });
  await expect.poll(() => chip(ben, 'Daumen hoch, 1').getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => chip(ada, 'Daumen hoch, 1').getAttribute('aria-pressed')).toBe('false');
  await expectAccessible(ben, 'a reaction at 390 px');

  // A press says the same, and takes it back.
  await chip(ada, 'Daumen hoch, 1').click();
  await chip(ben, 'Daumen hoch, 2').waitFor();
  await choose(ada, 'Packliste 29', 'Wer hat reagiert?');
  const who = ada.getByRole('dialog', { name: 'Reaktionen' });
  await who.getByRole('img', { name: 'Daumen hoch' }).nth(1).waitFor();
  await who.getByRole('button', { name: 'Schließen' }).last().click();
  await chip(ben, 'Daumen hoch, 2').click();
  await chip(ada, 'Daumen hoch, 1').waitFor();

  // What stands above leads to the message, which is far from the end.
  expect(await ben.getByRole('menuitem', { name: 'Oben anheften' }).count()).toBe(0);
  await ada.getByRole('log', { name: 'Nachrichten' }).evaluate((one) => one.scrollTo(0, 0));
  await choose(ada, 'Morgen ist Wandertag', 'Oben anheften');
  const pinned = ben.getByRole('button', { name: /^Angeheftet .*Wandertag/ });
  await pinned.click();
  await expect
    .poll(() => message(ben, 'Morgen ist Wandertag').evaluate((one) => one.getBoundingClientRect().top))
    .toBeGreaterThan(0);
  await expectAccessible(ben, 'a pinned message at 390 px');
  await choose(ada, 'Morgen ist Wandertag', 'Nicht mehr anheften');
  await expect.poll(() => pinned.count()).toBe(0);
  expect([...here.problems, ...there.problems]).toEqual([]);
});
