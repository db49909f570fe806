// features: chat

import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { writeMessage } from '../support/chats.ts';
import { type BuiltUser, buildSchool, buildUser, signIn } from '../support/people.ts';

let ada: BuiltUser;
let ben: BuiltUser;
let token = '';
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  ada = await buildUser(db, school.id, 'ada', 'TEACHER');
  ben = await buildUser(db, school.id, 'ben', 'TEACHER');
  token = await signIn(server, 'amsel', 'ben');
  return school;
});
let channel: BuiltChannel;
let name = '';
let count = 0;

beforeEach(async () => {
  const db = kreide.server.test.database.kysely;
  count += 1;
  name = `Chor Nummer ${count}`;
  channel = await buildChannel(db, kreide.school.id, { admins: [ada.id], members: [ben.id] }, { name });
  await writeMessage(db, kreide.school.id, channel, ben.id, 'Probe um drei');
});

const log = (page: Page) => page.getByRole('log', { name: 'Nachrichten' });
const paths = () => [
  `/v1/channels/${channel.id}`,
  `/v1/channels/chats/${channel.chat_id}`,
  `/v1/channels/chats/${channel.chat_id}/messages`,
];

/** Requests of the chosen chat, held back until they are let go. */
async function hold(page: Page, held: readonly string[]) {
  const waiting: Route[] = [];
  const asked: string[] = [];
  await page.route(
    (url) => held.includes(url.pathname),
    (route) => {
      const { pathname, search } = new URL(route.request().url());
      // What has happened since is asked for whenever the line stands anew.
      if (!search.includes('after_change')) asked.push(pathname);
      waiting.push(route);
    },
  );
  return {
    asked,
    async release() {
      await page.unroute((url) => held.includes(url.pathname));
      await Promise.all(waiting.splice(0).map((route) => route.continue()));
    },
  };
}

/** The list of channels, with the code of the chats there. */
async function openList(page: Page) {
  const code = page.waitForResponse(/ChatScreen[^/]*\.js$/);
  await page.goto('/channels');
  // That it has come is not that it has run.
  await page.evaluate(`import('${(await code).url()}').then(() => {})`);
}

it('a chat that is chosen asks for all that it shows at once', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  await openList(page);
  const held = await hold(page, paths());
  await page.getByRole('link', { name }).click();
  await expect.poll(() => [...new Set(held.asked)].sort()).toEqual(paths().sort());
  await held.release();
  await log(page).getByText('Probe um drei').waitFor();
  // What was asked for ahead is what is shown: it is not asked for again.
  expect(held.asked.filter((path) => path.endsWith('/messages'))).toHaveLength(1);
});

it('a chat at its address asks for its messages together with the rest of it', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  const held = await hold(page, paths().slice(1));
  await page.goto(`/channels/${channel.id}/chat`);
  await expect.poll(() => [...new Set(held.asked)].sort()).toEqual(paths().slice(1).sort());
  await held.release();
  await log(page).getByText('Probe um drei').waitFor();
});

it('what is written while the page of a chosen chat is still on its way is shown', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  const frames: string[] = [];
  const line = page.waitForEvent('websocket');
  await openList(page);
  (await line).on('framereceived', ({ payload }) => frames.push(String(payload)));
  const [, chat, messages] = paths() as [string, string, string];
  const held = await hold(page, [chat]);
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === messages);
  await page.getByRole('link', { name }).click();
  await (await answered).finished();
  await kreide.server.request('POST', messages, {
    token,
    body: { uuid: crypto.randomUUID(), content: 'Doch erst um vier' },
  });
  await expect.poll(() => frames.some((frame) => frame.includes('message.created'))).toBe(true);
  await held.release();
  await log(page).getByText('Doch erst um vier').waitFor();
});
