// features: chat, files

import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { longFile } from '../support/long-file.ts';
import { type BuiltUser, buildSchool, buildUser } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
const kreide = withApp(
  async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel');
    for (const name of ['ada', 'ben']) people[name] = await buildUser(db, school.id, name, 'TEACHER');
    return school;
  },
  { isPrompt: true },
);
let channel: BuiltChannel;
let photo: Buffer;
const db = () => kreide.server.test.database.kysely;
const idOf = (name: string) => people[name]?.id ?? 0;

beforeAll(async () => {
  const shape = { width: 3000, height: 2000, channels: 3, background: '#205090' } as const;
  // A phone writes down where it was.
  const exif = { IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
  photo = await sharp({ create: shape }).jpeg().withExif(exif).toBuffer();
});
beforeEach(async () => {
  channel = await buildChannel(db(), kreide.school.id, { admins: [idOf('ada')], members: [idOf('ben')] });
});

const log = (page: Page) => page.getByRole('log', { name: 'Nachrichten' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Nachricht', exact: true });
const sendButton = (page: Page) => page.getByRole('button', { name: 'An 1 Person senden' });
const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files);
const note = (name = 'Notizen.txt', content: string | Buffer = 'Kreide') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const stored = () =>
  db()
    .selectFrom('messages')
    .leftJoin('files', 'files.id', 'messages.file_id')
    .select(['messages.uuid', 'messages.content', 'files.name', 'files.width', 'files.height', 'files.alt_name'])
    .where('messages.chat_id', '=', channel.chat_id)
    .orderBy('messages.seq')
    .execute();

async function openChat(page: Page) {
  const listens = page.waitForEvent('websocket', { timeout: 20_000 });
  await page.goto(`/channels/${channel.id}/chat`);
  await field(page).waitFor();
  await listens;
}

describe('files in a chat', () => {
  it('go with a text, are described, and are seen and enlarged by the others [C-7.48] [C-8.06]', async () => {
    await using one = await kreide.open({ username: 'ada' });
    await using other = await kreide.open({ username: 'ben', viewport: { width: 390, height: 844 } });
    await openChat(one.page);
    await openChat(other.page);
    await choose(one.page, { name: 'See.jpg', mimeType: 'image/jpeg', buffer: photo }, note());
    const chosen = one.page.getByRole('list', { name: 'Angehängte Dateien' });
    await chosen.getByText('Notizen.txt', { exact: true }).waitFor();
    await chosen.getByRole('textbox', { name: 'Was zeigt See.jpg?' }).fill('Der See am Morgen');
    await field(one.page).fill('Vom Ausflug');
    await expectAccessible(one.page);
    await sendButton(one.page).click();
    await one.page.getByText('Die Datei ist gesendet.').waitFor();
    await expect.poll(async () => (await stored()).length).toBe(2);
    expect(await stored()).toMatchObject([
      { content: 'Vom Ausflug', name: 'See.jpg', width: 2560, height: 1707, alt_name: 'Der See am Morgen' },
      { content: '', name: 'Notizen.txt' },
    ]);
    expect(await chosen.count()).toBe(0);
    const link = log(other.page).getByRole('link', { name: /^Notizen\.txt/ });
    await link.waitFor();
    const address = new URL((await link.getAttribute('href')) ?? '', kreide.server.url);
    expect(await (await fetch(address)).text()).toBe('Kreide');
    const picture = log(other.page).getByRole('button', { name: 'Der See am Morgen vergrößern' });
    await picture.click();
    const dialog = other.page.getByRole('dialog', { name: 'Der See am Morgen' });
    const large = dialog.getByRole('img', { name: 'Der See am Morgen' });
    await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2560);
    await expectAccessible(other.page);
    expect(await other.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect([...one.problems, ...other.problems]).toEqual([]);
  });

  it('lose the place where a picture was taken, in full size too', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await openChat(page);
    for (const isOriginal of [false, true]) {
      await choose(page, { name: 'See.jpg', mimeType: 'image/jpeg', buffer: photo });
      if (isOriginal) await page.getByText('Bilder in voller Größe senden').click();
      await sendButton(page).click();
      await expect.poll(async () => (await stored()).length).toBe(isOriginal ? 2 : 1);
    }
    const pictures = log(page).getByRole('button', { name: 'See.jpg vergrößern' }).locator('img');
    await expect.poll(() => pictures.count()).toBe(2);
    const exifs = await Promise.all(
      (await pictures.all()).map(async (picture) => {
        const url = new URL((await picture.getAttribute('src')) ?? '', kreide.server.url);
        return (await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()).exif !== undefined;
      }),
    );
    expect(exifs).toEqual([false, false]);
  });

  it('show how much has been sent and can be stopped: then there is nothing of them [C-4.20]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page, context } = app;
    await openChat(page);
    const network = await context.newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await choose(page, note('Lang.txt', Buffer.alloc(2_000_000, 'a')));
    await sendButton(page).click();
    const progress = log(page).getByRole('progressbar', { name: 'Lang.txt wird hochgeladen' });
    const shareOf = () => progress.evaluate((bar: HTMLProgressElement) => bar.value);
    await expect.poll(shareOf, { timeout: 15_000 }).toBeGreaterThan(2);
    expect(await shareOf()).toBeLessThan(100);
    await expectAccessible(page);
    await log(page).getByRole('button', { name: 'Hochladen abbrechen' }).click();
    await expect.poll(() => log(page).getByText('Lang.txt').count()).toBe(0);
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await field(page).fill('Danach');
    await page.keyboard.press('Enter');
    await expect.poll(stored).toMatchObject([{ content: 'Danach', name: null }]);
  });

  it('stay in their place when the network is dead, and go once with the same uuid when they are sent again [C-8.02] [C-8.06]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await openChat(page);
    const uuids: string[] = [];
    await page.route('**/messages', async (route) => {
      uuids.push(/name="uuid"\s+([-0-9a-f]{36})/.exec(route.request().postData() ?? '')?.[1] ?? '');
      // At first nothing arrives, then the server takes it, but its answer gets lost.
      if (uuids.length > 2) await route.fetch();
      return route.abort('internetdisconnected');
    });
    await choose(page, note('eins.txt'), note('zwei.txt'));
    await sendButton(page).click();
    await expect.poll(() => log(page).getByText('Nicht gesendet').count()).toBe(2);
    await log(page).getByText('Der Server ist nicht zu erreichen', { exact: false }).first().waitFor();
    await log(page).getByRole('button', { name: 'Löschen' }).last().click();
    await expect.poll(() => log(page).getByText('zwei.txt').count()).toBe(0);
    expect(await stored()).toEqual([]);
    expect(await page.getByText('Die Datei ist gesendet.').count()).toBe(0);
    await log(page).getByRole('button', { name: 'Noch einmal senden' }).click();
    await log(page)
      .getByRole('link', { name: /^eins\.txt/ })
      .waitFor();
    await expect.poll(() => log(page).getByText('Nicht gesendet').count()).toBe(0);
    expect(await stored()).toMatchObject([{ name: 'eins.txt', uuid: uuids[0] }]);
    expect(uuids).toEqual([uuids[0], uuids[1], uuids[0]]);
  });

  it('are not lost without a question: the browser asks before it leaves the page as long as one is not sent', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await openChat(page);
    await page.route('**/messages', (route) => route.abort('internetdisconnected'));
    await field(page).fill('Wie besprochen');
    await choose(page, note('eins.txt'));
    await sendButton(page).click();
    await log(page).getByText('Nicht gesendet').waitFor();
    await page.unroute('**/messages');
    await page.getByRole('link', { name: 'Kanäle' }).first().click();
    await page.waitForURL(/\/channels$/);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await page.locator(`main a[href*="/channels/${channel.id}"]`).first().click();
    await log(page).getByText('Wie besprochen').waitFor();
    await log(page).getByRole('button', { name: 'Löschen' }).click();
    await expect.poll(() => log(page).getByText('eins.txt').count()).toBe(0);
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    expect(asked).toEqual(['beforeunload']);
  });

  it('that are chosen and not sent yet are there again after a look at another page, and the browser asks before it closes', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await openChat(page);
    await choose(page, { name: 'See.jpg', mimeType: 'image/jpeg', buffer: photo }, note());
    const chosen = page.getByRole('list', { name: 'Angehängte Dateien' });
    await chosen.getByRole('textbox', { name: 'Was zeigt See.jpg?' }).fill('Der See');
    await page.getByText('Bilder in voller Größe senden').click();
    await page.getByRole('link', { name: 'Kanäle' }).first().click();
    await page.waitForURL(/\/channels$/);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await page.locator(`main a[href*="/channels/${channel.id}"]`).first().click();
    await chosen.getByText('Notizen.txt', { exact: true }).waitFor();
    await sendButton(page).click();
    await expect
      .poll(stored)
      .toMatchObject([{ name: 'See.jpg', width: 3000, alt_name: 'Der See' }, { name: 'Notizen.txt' }]);
    expect(await chosen.count()).toBe(0);
    // The server has them before the answer is here, and until then the browser would ask.
    await page.getByText('Die Datei ist gesendet.').waitFor();
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    expect(asked).toEqual(['beforeunload']);
  });

  it('that were sent are told on a phone without covering what one writes next', async () => {
    await using app = await kreide.open({ username: 'ada', viewport: { width: 390, height: 844 } });
    const { page } = app;
    await openChat(page);
    await choose(page, note());
    await sendButton(page).click();
    const told = page.getByText('Die Datei ist gesendet.');
    await told.waitFor();
    const placeOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const toast = await placeOf(told.locator('..'));
    for (const part of [field(page), sendButton(page), page.getByRole('button', { name: 'Aktionen für den Chat' })]) {
      const { y, height } = await placeOf(part);
      expect(height).toBeGreaterThan(0);
      expect(y >= toast.y + toast.height || y + height <= toast.y).toBe(true);
    }
    expect(toast.y).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Zurück zu den Kanälen' }).click();
    await page.waitForURL(/\/channels$/);
  });

  it('are dropped into the window or pasted, and too many or too large ones are told', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await openChat(page);
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'gefallen.txt', { type: 'text/plain' }));
      const init = { dataTransfer, bubbles: true, cancelable: true };
      for (const name of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(name, init));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['y'], 'eingesetzt.txt', { type: 'text/plain' }));
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.querySelector('textarea')?.dispatchEvent(paste);
    });
    const chosen = page.getByRole('list', { name: 'Angehängte Dateien' });
    await expect
      .poll(async () => (await chosen.getByRole('listitem').allInnerTexts()).sort())
      .toEqual(['eingesetzt.txt', 'gefallen.txt']);
    await using film = await longFile('Film.txt', 25 * 1024 * 1024 + 1);
    await page.locator('input[type=file][multiple]').setInputFiles(film.path);
    await page.getByText('Film.txt ist zu groß: höchstens 25 MB.').waitFor();
    await choose(page, ...Array.from({ length: 9 }, (_, n) => note(`${n}.txt`)));
    await page.getByText('Höchstens 10 Dateien auf einmal.').waitFor();
    expect(await chosen.getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: 'gefallen.txt entfernen' }).click();
    expect(await chosen.getByText('gefallen.txt').count()).toBe(0);
  });

  it('do not move what stands above while a picture is loaded', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await openChat(page);
    await choose(page, { name: 'See.jpg', mimeType: 'image/jpeg', buffer: photo });
    await sendButton(page).click();
    const picture = () => log(page).getByRole('button', { name: 'See.jpg vergrößern' });
    await picture().waitFor();
    let isLoading = false;
    await page.route('**/v1/files/**', () => {
      isLoading = true;
    });
    await page.reload();
    await picture().waitFor();
    await expect.poll(() => isLoading).toBe(true);
    const waiting = await picture().boundingBox();
    await page.unroute('**/v1/files/**');
    await page.reload();
    const image = picture().locator('img');
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(2560);
    expect(await picture().boundingBox()).toEqual(waiting);
    expect(waiting?.height).toBeGreaterThan(150);
  });
});
