// features: chat

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { type AppPageOptions, withApp } from '../support/app-browser.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { type BuiltUser, buildSchool, buildUser, signIn } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  for (const name of ['ada', 'ben']) people[name] = await buildUser(db, school.id, name, 'TEACHER');
  return school;
});
let channel: BuiltChannel;
beforeEach(async () => {
  const members = ['ada', 'ben'].map((name) => people[name]?.id ?? 0);
  channel = await buildChannel(kreide.server.test.database.kysely, kreide.school.id, { members });
});

/** Ben writes, from somewhere else. */
async function write(): Promise<void> {
  const token = await signIn(kreide.server, 'amsel', 'ben');
  const path = `/v1/channels/chats/${channel.chat_id}/messages`;
  const body = { uuid: randomUUID(), content: 'Guten Tag', reply_uuid: null };
  expect((await kreide.server.request('POST', path, { token, body })).status).toBe(200);
}

/** A page whose sounds are noted, and which can be hidden. */
async function open(options: AppPageOptions = {}) {
  const app = await kreide.open({ username: 'ada', isPrompt: true, ...options });
  const scripts: string[] = [];
  app.page.on('response', (answer) => scripts.push(answer.url()));
  await app.page.addInitScript(() => {
    const sounds: [number, string][] = [];
    Object.assign(globalThis, { sounds });
    HTMLMediaElement.prototype.play = async function (this: HTMLAudioElement) {
      sounds.push([this.volume, this.src]);
    };
    Object.defineProperty(document, 'visibilityState', {
      get: () => (document.documentElement?.dataset.hidden ? 'hidden' : 'visible'),
    });
  });
  // What listens for arrivals comes once the first page stands.
  const watches = app.page.waitForResponse('**/assets/start-keeping*', { timeout: 20_000 });
  const listens = app.page.waitForEvent('websocket', { timeout: 20_000 });
  await app.page.goto('/feed');
  await (await listens).waitForEvent('framereceived');
  await watches;
  await app.page.getByRole('heading', { level: 1 }).click();
  return Object.assign(app, { scripts });
}
const soundsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { sounds: [number, string][] }).sounds);
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    if (hidden) document.documentElement.dataset.hidden = 'true';
    else delete document.documentElement.dataset.hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

it('a message that comes sounds, one that goes sounds otherwise, both at 0.8 [C-9.12] [C-9.13]', async () => {
  await using app = await open();
  const { page, scripts } = app;
  await write();
  await expect.poll(async () => (await soundsOf(page)).length, { timeout: 10_000 }).toBe(1);
  // What makes sounds is a file of its own, fetched now or ahead when the page was idle: no first visit has it.
  expect(scripts.some((url) => url.includes('/assets/arrivals'))).toBe(true);
  const listens = page.waitForEvent('websocket', { timeout: 20_000 });
  await page.goto(`/channels/${channel.id}/chat`);
  await (await listens).waitForEvent('framereceived');
  const field = page.getByRole('textbox', { name: 'Nachricht', exact: true });
  await field.click();
  await field.fill('Danke');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await soundsOf(page)).length).toBe(1);
  const [[volume, sent] = []] = await soundsOf(page);
  expect(volume).toBe(0.8);
  await write();
  await expect.poll(async () => (await soundsOf(page)).length, { timeout: 10_000 }).toBe(2);
  const [, [loud, received] = []] = await soundsOf(page);
  expect(loud).toBe(0.8);
  expect(received).not.toBe(sent);
  for (const src of [sent, received]) expect(src).toMatch(/^blob:/);
  expect(app.problems).toEqual([]);
});

it('nothing sounds on a phone, nor for those who have switched it off [C-9.12]', async () => {
  await using phone = await open({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await using app = await open();
  for (const { page } of [phone, app]) {
    await page.goto('/settings/self');
    await page.getByRole('switch', { name: 'Töne, wenn Nachrichten kommen', exact: false }).waitFor();
  }
  const saved = app.page.waitForResponse('**/users/self/properties');
  await app.page.getByText('Töne, wenn Nachrichten kommen', { exact: false }).click();
  expect((await saved).status()).toBe(200);
  await write();
  for (const { page } of [phone, app]) {
    await page
      .getByRole('img', { name: /ungelesen/ })
      .first()
      .waitFor({ timeout: 10_000 });
    expect(await soundsOf(page)).toEqual([]);
  }
});

it('the title of a page that nobody looks at says that a message has come, until somebody looks [C-9.14]', async () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await using app = await open({ reducedMotion });
    const { page } = app;
    const own = await page.title();
    await setHidden(page, true);
    await write();
    const seen = new Set<string>();
    const expected = reducedMotion === 'reduce' ? [`(1) ${own}`] : ['1 neue Nachricht', own];
    await expect
      .poll(
        async () => {
          const title = await page.title();
          if (seen.size > 0 || title !== own) seen.add(title);
          return expected.every((one) => seen.has(one));
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    await setHidden(page, false);
    expect(await page.title()).toBe(own);
  }
});
