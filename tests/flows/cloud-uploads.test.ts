// features: cloud, files

import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { buildChannel } from '../support/channels.ts';
import { button, choose, dialog, namesIn, row, toText, withCloud } from '../support/cloud-flows.ts';

const { kreide, db, idOf, home, entry, stored } = withCloud();
let photo: Buffer;
beforeAll(async () => {
  photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#205090' } })
    .jpeg()
    .toBuffer();
});
const uploadIn = (page: Page) => dialog(page, 'Dateien hochladen');
const sending = (page: Page) => page.getByRole('list', { name: 'Wird hochgeladen' });
const isEmpty = (page: Page) => page.getByRole('heading', { name: 'Hier liegt noch nichts' }).waitFor();

it('a folder that takes some extensions says so at the field, and takes what ends with one of them [C-5.24] [T-5.20] [T-8.11]', async () => {
  const folder = await entry('Abgabe', { isFolder: true, allowed_extensions: ['pdf', 'docx'] });
  await using app = await kreide.open({ username: 'ben' });
  const { page } = app;
  await page.goto(`${home()}/${folder.uuid}`);
  await isEmpty(page);
  await choose(page, toText('Notiz.txt'), toText('Plan.PDF'));
  const upload = uploadIn(page);
  const alert = upload.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toBe('Notiz.txt wird hier nicht angenommen. Erlaubt sind: PDF, DOCX.');
  await upload.getByText('Erlaubt: PDF, DOCX.').waitFor();
  const chosen = upload.getByRole('list', { name: 'Gewählte Dateien' }).getByRole('listitem');
  expect(await chosen.count()).toBe(1);
  await upload.getByRole('button', { name: '1 Datei hochladen' }).click();
  await row(page, 'Plan.PDF').waitFor();
  expect(await namesIn(page)).toEqual(['Plan.PDF']);
  expect(app.problems).toEqual([]);
});

it('every channel has files of its own, which its members bring and all of them see [C-1.08]', async () => {
  const other = await buildChannel(db(), kreide.school.id, { members: [idOf('ben')] }, { name: 'Orchester' });
  await using ben = await kreide.open({ username: 'ben' });
  await ben.page.goto(home());
  await isEmpty(ben.page);
  await choose(ben.page, toText('Lied.txt', 'la la'));
  await uploadIn(ben.page).getByRole('button', { name: '1 Datei hochladen' }).click();
  await row(ben.page, 'Lied.txt').waitFor();
  await ben.page.goto(`/cloud/files/${other.id}`);
  await isEmpty(ben.page);
  await using ada = await kreide.open({ username: 'ada' });
  await ada.page.goto(home());
  await row(ada.page, 'Lied.txt').getByText('ben', { exact: false }).waitFor();
  expect(await namesIn(ada.page)).toEqual(['Lied.txt']);
  // She is in the choir alone.
  await ada.page.goto(`/cloud/files/${other.id}`);
  await ada.page.getByRole('heading', { name: 'Die Dateien ließen sich nicht laden' }).waitFor();
  expect(await button(ada.page, 'Hochladen').count()).toBe(0);
  expect(ben.problems).toEqual([]);
});

describe('what is chosen', () => {
  it('waits in a dialog, and is sent as it stands there [T-4.41]', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto(home());
    await isEmpty(page);
    await choose(page, toText('a.txt'), toText('b.txt'));
    const upload = uploadIn(page);
    await upload.getByRole('listitem').filter({ hasText: 'b.txt' }).waitFor();
    await upload.locator('input[type=file]').setInputFiles([toText('c.txt')]);
    await upload.getByRole('listitem').filter({ hasText: 'c.txt' }).waitFor();
    expect(await stored()).toEqual([]);
    await upload.getByRole('button', { name: 'a.txt entfernen' }).click();
    await upload.getByRole('button', { name: '2 Dateien hochladen' }).click();
    await row(page, 'c.txt').waitFor();
    expect(await namesIn(page)).toEqual(['b.txt', 'c.txt']);
    expect(app.problems).toEqual([]);
  });

  it('is forgotten by cancelling and by Escape, and nothing is sent [T-4.42]', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await page.goto(home());
    await isEmpty(page);
    const upload = uploadIn(page);
    for (const leave of [
      () => upload.getByRole('button', { name: 'Abbrechen' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await choose(page, toText('a.txt'), toText('b.txt'));
      await expect.poll(() => upload.getByRole('listitem').count()).toBe(2);
      await leave();
      await upload.waitFor({ state: 'detached' });
    }
    await choose(page, toText('c.txt'));
    await upload.getByText('c.txt', { exact: true }).waitFor();
    expect(await upload.getByRole('listitem').count()).toBe(1);
    expect(sent.filter((path) => path.endsWith('/upload'))).toEqual([]);
    expect(await stored()).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('is called off with its last file [T-4.43]', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto(home());
    await isEmpty(page);
    await choose(page, toText('a.txt'), toText('b.txt'));
    const upload = uploadIn(page);
    await upload.getByRole('button', { name: 'b.txt entfernen' }).click();
    await upload.getByRole('button', { name: '1 Datei hochladen' }).waitFor();
    await upload.getByRole('button', { name: 'a.txt entfernen' }).click();
    await upload.waitFor({ state: 'detached' });
    expect(await page.getByRole('list', { name: 'Wird hochgeladen' }).count()).toBe(0);
    expect(await stored()).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('is described before it is sent and afterwards, in at most 200 characters [T-2.146] [C-5.25] [T-5.01]', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto(home());
    await isEmpty(page);
    await choose(page, { name: 'See.jpg', mimeType: 'image/jpeg', buffer: photo });
    const before = uploadIn(page).getByRole('textbox', { name: 'Was zeigt See.jpg?' });
    await before.fill('');
    await before.pressSequentially('ä'.repeat(201), { delay: 0 });
    expect(await before.inputValue()).toBe('ä'.repeat(200));
    await uploadIn(page).getByRole('button', { name: '1 Datei hochladen' }).click();
    const altOf = async () =>
      (
        await db()
          .selectFrom('files')
          .select('alt_name')
          .where('name', '=', 'See.jpg')
          .where('school_id', '=', kreide.school.id)
          .orderBy('id', 'desc')
          .executeTakeFirst()
      )?.alt_name;
    await expect.poll(altOf).toBe('ä'.repeat(200));
    await sending(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^See\.jpg/ }).click();
    const details = dialog(page, 'See.jpg');
    const after = details.getByRole('textbox', { name: 'Was zeigt See.jpg?' });
    expect(await after.inputValue()).toBe('ä'.repeat(200));
    expect(await details.getByRole('button', { name: 'Speichern' }).isDisabled()).toBe(true);
    await after.press('End');
    await after.pressSequentially('ä');
    expect(await after.inputValue()).toBe('ä'.repeat(200));
    await after.fill('Der See am Morgen');
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Speichern' }).click();
    await details.waitFor({ state: 'detached' });
    expect(await altOf()).toBe('Der See am Morgen');
    await row(page, 'See.jpg').getByText('Der See am Morgen').waitFor({ state: 'attached' });
    expect(app.problems).toEqual([]);
  });
});

it('how much has been sent is shown in percent, and the upload can be stopped [C-9.04] [T-9.22]', async () => {
  await using app = await kreide.open({ username: 'ben' });
  const { page, context } = app;
  await page.goto(home());
  await isEmpty(page);
  const network = await context.newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  await choose(page, toText('Lang.txt', 'a'.repeat(2_000_000)));
  await uploadIn(page).getByRole('button', { name: '1 Datei hochladen' }).click();
  const running = sending(page);
  const bar = running.getByRole('progressbar', { name: /^Lang\.txt: \d+ %$/ });
  const percentOf = () => bar.evaluate((one: HTMLProgressElement) => one.value);
  await expect.poll(percentOf, { timeout: 15_000 }).toBeGreaterThan(2);
  const first = await percentOf();
  expect(first).toBeLessThan(100);
  await expect.poll(percentOf, { timeout: 15_000 }).toBeGreaterThan(first);
  expect(await running.innerText()).toMatch(/\d+ %/);
  await running.getByRole('button', { name: 'Lang.txt abbrechen' }).click();
  await running.waitFor({ state: 'detached' });
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  expect(await stored()).toEqual([]);
});

it('an upload that is stopped when the server has all of it stands in the list', async () => {
  await using app = await kreide.open({ username: 'ben' });
  const { page } = app;
  await page.goto(home());
  await isEmpty(page);
  let isTaken = false;
  await page.route(/\/cloud\/.*\/upload/, async (route) => {
    await route.fetch();
    isTaken = true;
  });
  await choose(page, toText('Spät.txt', 'abc'));
  await uploadIn(page).getByRole('button', { name: '1 Datei hochladen' }).click();
  await expect.poll(() => isTaken).toBe(true);
  await sending(page).getByRole('button', { name: 'Spät.txt abbrechen' }).click();
  await page.getByRole('button', { name: /^Spät\.txt\W*0,01 MB/ }).waitFor();
});

describe('what stands in a list', () => {
  it('is drawn by its kind, which its extension says [C-3.49]', async () => {
    const kinds = { jpg: 'image', xlsx: 'sheet', mp3: 'music', mp4: 'video', pdf: 'pdf', txt: 'text' };
    const others = { zip: 'archive', pptx: 'slide', docx: 'doc', exe: 'other' };
    const all = Object.entries({ ...kinds, ...others });
    for (const [extension] of all) await entry(`Datei.${extension}`);
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    for (const [extension, kind] of all) await row(page, `Datei.${extension}`).locator(`[data-kind=${kind}]`).waitFor();
    await page.getByRole('button', { name: /^Datei\.exe/ }).click();
    expect(await dialog(page, 'Datei.exe').locator('dl').innerText()).toMatch(/Art\s+Datei/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Datei\.pptx/ }).click();
    expect(await dialog(page, 'Datei.pptx').locator('dl').innerText()).toMatch(/Art\s+Präsentation/);
    expect(app.problems).toEqual([]);
  });

  it('is a folder whether it is called DIR or folder [C-3.45] [T-3.77]', async () => {
    const folder = await entry('Noten', { isFolder: true });
    await entry('Alt.pdf', { parent_id: folder.id });
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    for (const name of ['DIR', 'folder']) {
      await page.unrouteAll();
      await page.route('**/files?**', async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        for (const one of body.data) if (one.file_type === 'DIR') one.file_type = name;
        await route.fulfill({ response, json: body });
      });
      await page.goto(home());
      await row(page, 'Noten').getByText('1 Eintrag').waitFor();
      await row(page, 'Noten').getByRole('link').click();
      await row(page, 'Alt.pdf').waitFor();
    }
    expect(app.problems).toEqual([]);
  });

  it('is there at once on coming back, and changes only when the server has another [C-7.73] [T-7.69]', async () => {
    await entry('Alt.pdf');
    await using app = await kreide.open({ username: 'ada' });
    const { page, context } = app;
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const asked = new Set<string>();
    const answered = new Map<string, number>();
    network.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.includes('/files?')) asked.add(requestId);
    });
    network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => answered.set(requestId, statusCode));
    const codes = () => [...asked].map((id) => answered.get(id));
    const slow = (latency: number) => ({ offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
    const leave = async () => {
      await page.getByRole('navigation', { name: 'Wo du bist' }).getByRole('link', { name: 'Dateien' }).click();
      await page.waitForURL('**/cloud');
      asked.clear();
      // Longer than what is read counts as fresh.
      await page.evaluate(() => {
        const now = Date.now;
        Date.now = () => now() + 11_000;
      });
    };
    // In the order of the cloud itself, the first page comes with it.
    await page.goto(`${home()}?orderBy=size`);
    await row(page, 'Alt.pdf').waitFor();
    await expect.poll(codes).toEqual([200]);
    await leave();
    await network.send('Network.emulateNetworkConditions', slow(3000));
    await page.goBack();
    await row(page, 'Alt.pdf').waitFor();
    expect(codes()).toEqual([undefined]);
    await network.send('Network.emulateNetworkConditions', slow(0));
    await expect.poll(codes, { timeout: 10_000 }).toEqual([304]);
    await leave();
    await entry('Neu.pdf');
    await page.goBack();
    await row(page, 'Neu.pdf').waitFor();
    expect(codes()).toEqual([200]);
    expect(await namesIn(page)).toEqual(['Alt.pdf', 'Neu.pdf']);
    expect(app.problems).toEqual([]);
  });
});
