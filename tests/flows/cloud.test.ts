// features: cloud

import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type JsonValue, toJsonText } from '../../packages/server/src/kernel/data/json.ts';
import { expectAccessible } from '../support/accessible.ts';
import { buildConversation } from '../support/channels.ts';
import { act, button, choose, dialog, namesIn, row, toText, withCloud } from '../support/cloud-flows.ts';

const { kreide, db, idOf, idOfChannel, home, entry, stored } = withCloud();
let photo: Buffer;
beforeAll(async () => {
  photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#205090' } })
    .jpeg()
    .toBuffer();
});
const sidewaysOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('the files of a channel', () => {
  it('are reached from the overview, which stands in the navigation and can be searched; the lite one has no conversations [C-2.26] [C-2.27] [C-2.31] [C-2.126]', async () => {
    const folder = await entry('Noten', { isFolder: true });
    await entry('Alt.pdf', { parent_id: folder.id });
    await entry('Plan.pdf');
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto('/feed');
    await page.getByRole('navigation').getByRole('link', { name: 'Dateien' }).click();
    await page.waitForURL('**/cloud');
    const mine = page.getByRole('link', { name: /^Chor/ }).and(page.locator(`[href="${home()}"]`));
    await mine.waitFor();
    expect(await mine.innerText()).toContain('2 Dateien');
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Kanal suchen' }).fill('Zoo');
    await page.getByRole('heading', { name: 'Kein Kanal heißt so' }).waitFor();
    await page.getByRole('searchbox', { name: 'Kanal suchen' }).fill('Cho');
    await mine.click();
    await page.waitForURL(`**${home()}`);
    await page.getByRole('heading', { level: 1, name: 'Chor' }).waitFor();
    await row(page, 'Noten').waitFor();
    expect(await namesIn(page)).toEqual(['Noten', 'Plan.pdf']);
    await expectAccessible(page);
    await row(page, 'Noten').getByRole('link').click();
    await page.waitForURL(`**${home()}/${folder.uuid}`);
    await page.getByRole('heading', { level: 1, name: 'Noten' }).waitFor();
    await row(page, 'Alt.pdf').waitFor();
    expect(await namesIn(page)).toEqual(['Alt.pdf']);
    await page.getByRole('navigation', { name: 'Wo du bist' }).getByRole('link', { name: 'Chor' }).click();
    await row(page, 'Plan.pdf').waitFor();
    await buildConversation(db(), kreide.school.id, idOf('ada'), idOf('ben'));
    const talk = page.getByRole('main').getByRole('link', { name: /^ada/ });
    await page.goto('/cloud');
    await talk.waitFor();
    await page.getByRole('tab', { name: 'Gespräche' }).click();
    await mine.waitFor({ state: 'detached' });
    await talk.waitFor();
    expect(new URL(page.url()).searchParams.get('activeTab')).toBe('conversations');
    await page.goto('/cloud?activeTab=groups');
    await mine.waitFor();
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Gruppen');
    expect(await talk.count()).toBe(0);
    await page.goto('/cloud/lite');
    await mine.waitFor();
    expect([await talk.count(), await page.getByRole('tab').count()]).toEqual([0, 0]);
    expect(app.problems).toEqual([]);
  });

  it('are sorted in eight ways and searched, both kept in the address [C-2.118] [C-2.124] [C-2.125] [T-3.96] [T-3.97]', async () => {
    await entry('b.pdf', { size: 10, created_at: '2026-11-01T08:00:00Z' });
    await entry('a.txt', { size: 30, created_at: '2026-11-03T08:00:00Z' });
    await entry('c.doc', { size: 20, created_at: '2026-11-02T08:00:00Z' });
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto(home());
    const names = () => expect.poll(() => namesIn(page));
    await names().toEqual(['a.txt', 'b.pdf', 'c.doc']);
    expect(new URL(page.url()).search).toBe('');
    const sort = page.getByRole('button', { name: /Sortieren/ });
    await sort.click();
    expect(await page.getByRole('option').allInnerTexts()).toEqual([
      'Name, A bis Z',
      'Name, Z bis A',
      'Art, A bis Z',
      'Art, Z bis A',
      'Kleinste zuerst',
      'Größte zuerst',
      'Neueste zuerst',
      'Älteste zuerst',
    ]);
    await page.keyboard.press('Escape');
    for (const [option, query, order] of [
      ['Größte zuerst', '?orderBy=size&orderDir=desc', ['a.txt', 'c.doc', 'b.pdf']],
      ['Art, A bis Z', '?orderBy=type&orderDir=asc', ['c.doc', 'b.pdf', 'a.txt']],
      ['Neueste zuerst', '?orderBy=created_at&orderDir=desc', ['a.txt', 'c.doc', 'b.pdf']],
      ['Älteste zuerst', '?orderBy=created_at&orderDir=asc', ['b.pdf', 'c.doc', 'a.txt']],
      ['Name, Z bis A', '?orderBy=name&orderDir=desc', ['c.doc', 'b.pdf', 'a.txt']],
      ['Kleinste zuerst', '?orderBy=size&orderDir=asc', ['b.pdf', 'c.doc', 'a.txt']],
    ] as const) {
      await sort.click();
      await page.getByRole('option', { name: option }).click();
      await names().toEqual(order);
      expect(new URL(page.url()).search).toBe(query);
    }
    await page.getByRole('searchbox', { name: 'Dateien suchen' }).fill('pdf');
    await names().toEqual(['b.pdf']);
    expect(new URL(page.url()).searchParams.get('search')).toBe('pdf');
    await page.goto(`${home()}?orderBy=name&orderDir=desc`);
    await names().toEqual(['c.doc', 'b.pdf', 'a.txt']);
    await page.goto(`${home()}?orderBy=nonsense&orderDir=up`);
    await names().toEqual(['a.txt', 'b.pdf', 'c.doc']);
    expect(app.problems).toEqual([]);
  });
});

describe('bringing files', () => {
  it('shows them before with a place for what a picture shows, and sends them into the folder on screen [C-2.121] [C-2.28]', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto(home());
    await page.getByRole('heading', { name: 'Hier liegt noch nichts' }).waitFor();
    await choose(
      page,
      { name: 'See.jpg', mimeType: 'image/jpeg', buffer: photo },
      toText('Notiz.txt'),
      toText('Weg.txt'),
    );
    const upload = dialog(page, 'Dateien hochladen');
    await upload.locator('img[src^="data:image/jpeg"]').waitFor();
    await upload.getByRole('textbox', { name: 'Was zeigt See.jpg?' }).fill('Der See am Morgen');
    expect(await upload.getByRole('textbox').count()).toBe(1);
    await expectAccessible(page);
    await upload.getByRole('button', { name: 'Weg.txt entfernen' }).click();
    await upload.getByRole('button', { name: '2 Dateien hochladen' }).click();
    await upload.waitFor({ state: 'detached' });
    await row(page, 'See.jpg').waitFor();
    await row(page, 'Notiz.txt').waitFor();
    expect((await stored()).map(({ name }) => name)).toEqual(['See.jpg', 'Notiz.txt']);
    await expect.poll(() => page.getByRole('list', { name: 'Wird hochgeladen' }).count()).toBe(0);
    await page.getByRole('button', { name: /^See\.jpg/ }).click();
    const details = dialog(page, 'See.jpg');
    const picture = details.getByRole('img', { name: 'Der See am Morgen' });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);
    await page.keyboard.press('Escape');

    const folder = await entry('Texte', { isFolder: true });
    await page.goto(`/cloud/upload/file/${idOfChannel()}/${folder.uuid}`);
    await upload.locator('input[type=file]').setInputFiles([toText('Brief.txt')]);
    await upload.getByRole('button', { name: '1 Datei hochladen' }).click();
    await page.waitForURL(`**${home()}/${folder.uuid}`);
    await row(page, 'Brief.txt').waitFor();
    expect((await stored()).at(-1)).toMatchObject({ name: 'Brief.txt', parent_id: folder.id });
    // Without a channel, one is chosen first.
    await page.goto('/cloud/upload/file');
    await page.locator(`a[href="/cloud/upload/file/${idOfChannel()}"]`).click();
    await upload.waitFor();
    expect(app.problems).toEqual([]);
  });

  it('reads a picture of 5 MB for its preview, and nothing of a larger one [C-5.26] [T-5.21] [T-9.14]', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.addInitScript(() => {
      const read: number[] = [];
      Object.assign(window, { read });
      const load = FileReader.prototype.readAsDataURL;
      FileReader.prototype.readAsDataURL = function (one) {
        read.push(one.size);
        load.call(this, one);
      };
      URL.createObjectURL = () => `${read.push(-1)}`;
      for (const name of ['arrayBuffer', 'text', 'stream', 'slice'] as const)
        Object.assign(File.prototype, { [name]: () => read.push(-1) });
    });
    const limit = 5 * 1024 * 1024;
    const ofSize = (name: string, size: number) => {
      const buffer = Buffer.alloc(size);
      photo.copy(buffer);
      return { name, mimeType: 'image/jpeg', buffer };
    };
    await page.goto(home());
    await page.getByRole('heading', { name: 'Hier liegt noch nichts' }).waitFor();
    await choose(page, ofSize('Groß.jpg', limit), ofSize('Größer.jpg', limit + 1));
    const upload = dialog(page, 'Dateien hochladen');
    await upload.getByText('Größer.jpg', { exact: true }).waitFor();
    await upload.locator('img').waitFor();
    expect(await page.evaluate(() => (window as unknown as { read: number[] }).read)).toEqual([limit]);
    expect(app.problems).toEqual([]);
  });

  it('takes what is dropped on the page, where something can be brought', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    const drop = () =>
      page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['Kreide'], 'Gezogen.txt', { type: 'text/plain' }));
        const place = document.querySelector('main search');
        const say = (name: string) =>
          !place?.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
        return [say('dragover'), say('drop')];
      });
    await page.goto(home());
    await page.getByRole('heading', { name: 'Hier liegt noch nichts' }).waitFor();
    expect(await drop()).toEqual([true, true]);
    await dialog(page, 'Dateien hochladen').getByRole('button', { name: '1 Datei hochladen' }).click();
    await row(page, 'Gezogen.txt').waitFor();
    await db().updateTable('channels').set({ is_disabled: true }).where('id', '=', idOfChannel()).execute();
    await page.reload();
    await row(page, 'Gezogen.txt').waitFor();
    expect(await drop()).toEqual([false, false]);
    expect(await button(page, 'Hochladen').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('keeps what was refused in the list, with the reason, until it is sent again or let go of; a move that fails is told [C-8.14] [T-8.13]', async () => {
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto(home());
    await page.getByRole('heading', { name: 'Hier liegt noch nichts' }).waitFor();
    await choose(page, toText('Leer.txt', ''), toText('Voll.txt'));
    await dialog(page, 'Dateien hochladen').getByRole('button', { name: '2 Dateien hochladen' }).click();
    await row(page, 'Voll.txt').waitFor();
    const waiting = page.getByRole('list', { name: 'Wird hochgeladen' });
    await waiting.getByRole('alert').waitFor();
    expect(await waiting.getByRole('alert').innerText()).toMatch(/leer/i);
    await expectAccessible(page);
    await waiting.getByRole('button', { name: 'Leer.txt verwerfen' }).click();
    await waiting.waitFor({ state: 'detached' });

    await page.route('**/upload', (route) => route.abort());
    await choose(page, toText('Spät.txt'));
    await dialog(page, 'Dateien hochladen').getByRole('button', { name: '1 Datei hochladen' }).click();
    await waiting.getByRole('alert').waitFor();
    await page.unroute('**/upload');
    await waiting.getByRole('button', { name: 'Spät.txt noch einmal senden' }).click();
    await row(page, 'Spät.txt').waitFor();
    await waiting.waitFor({ state: 'detached' });
    expect((await stored()).map(({ name }) => name)).toEqual(['Voll.txt', 'Spät.txt']);

    const folder = await entry('Archiv', { isFolder: true });
    await page.reload();
    await act(page, 'Voll.txt', 'Verschieben');
    const picker = dialog(page, '1 Eintrag verschieben');
    await picker.getByRole('button', { name: 'Archiv' }).click();
    const here = picker.getByRole('button', { name: 'Hierhin verschieben' });
    await expect.poll(() => here.isDisabled()).toBe(false);
    await db().updateTable('cloud_files').set({ is_protected_folder: true }).where('id', '=', folder.id).execute();
    await here.click();
    const said = page.getByRole('region', { name: 'Mitteilungen der App' });
    const toasts = said.locator('[role=alert] li, [role=alert] p');
    await expect.poll(() => toasts.allInnerTexts()).toEqual(['Dafür fehlt die Berechtigung.']);
    expect((await stored()).map(({ parent_id }) => parent_id)).toEqual([null, null, null]);
    expect(app.problems).toEqual([]);
  });

  it('makes folders, with what is wrong with a name at its field [C-2.30]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    await button(page, 'Neuer Ordner').click();
    const form = dialog(page, 'Neuer Ordner');
    await form.getByRole('button', { name: 'Anlegen' }).click();
    await form.getByText('Bitte einen Namen eingeben.').waitFor();
    await form.getByRole('textbox', { name: 'Name' }).fill('Noten');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await row(page, 'Noten').waitFor();
    const [folder] = await db()
      .selectFrom('cloud_files')
      .select(['uuid'])
      .where('channel_id', '=', idOfChannel())
      .execute();
    await page.goto('/cloud/create/folder');
    await page.locator(`a[href="/cloud/create/folder/${idOfChannel()}"]`).click();
    await form.waitFor();
    await page.goto(`/cloud/create/folder/${idOfChannel()}/${folder?.uuid}`);
    await form.getByRole('textbox', { name: 'Name' }).fill('Alt');
    await form.getByText('Nur die Verwaltung des Kanals legt hier etwas ab').click();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Anlegen' }).click();
    await page.waitForURL(`**${home()}/${folder?.uuid}`);
    await row(page, 'Alt').getByText('Nur Verwaltung').waitFor();
    await button(page, 'Neuer Ordner').click();
    await form.getByRole('textbox', { name: 'Name' }).fill('alt');
    await form.getByRole('button', { name: 'Anlegen' }).click();
    await form.getByText('Diesen Namen gibt es hier schon.').waitFor();
    expect(await stored()).toHaveLength(2);
    expect(app.problems).toEqual([]);
  });
});

it('fits a phone, with long names too', async () => {
  await entry('Ein ganz besonders langer Name für einen Ordner der Musik', { isFolder: true });
  await entry(`${'Sehrlang'.repeat(12)}.pdf`);
  await using app = await kreide.open({ username: 'ada', viewport: { width: 390, height: 844 } });
  const { page } = app;
  await page.goto(home());
  await row(page, 'Sehrlang').waitFor();
  expect(await sidewaysOf(page)).toBe(0);
  await expectAccessible(page);
  await button(page, 'Mehrere auswählen').click();
  expect(await sidewaysOf(page)).toBe(0);
  await page.goto('/cloud');
  await page.getByRole('link', { name: /^Chor/ }).first().waitFor();
  expect(await sidewaysOf(page)).toBe(0);
  await page.goto('/more');
  await page.getByRole('main').getByRole('link', { name: 'Dateien' }).waitFor();
  expect(app.problems).toEqual([]);
});

it('stands in the bottom bar in place of the chats at a lite school without channels [C-2.85]', async () => {
  const change = (properties: JsonValue) =>
    db()
      .updateTable('schools')
      .set({ properties: toJsonText<JsonValue>(properties) })
      .where('id', '=', kreide.school.id)
      .execute();
  await using app = await kreide.open({ username: 'ada', viewport: { width: 390, height: 844 } });
  const { page } = app;
  const words = () => page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link').allInnerTexts();
  try {
    await change({ menu_type: 'davinci-lite' });
    await page.goto('/feed');
    await expect.poll(words).toEqual(['Start', 'Stundenplan', 'Kanäle', 'Mehr']);
    await change({ menu_type: 'davinci-lite', channels: false });
    await page.reload();
    await expect.poll(words).toEqual(['Start', 'Stundenplan', 'Dateien', 'Mehr']);
  } finally {
    await change({});
  }
});
