// features: news, files, surveys

import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { longFile } from '../support/long-file.ts';
import {
  card,
  chooseReceivers,
  editorOf,
  isFocused,
  titleOf,
  toCarried,
  withNews,
  write,
} from '../support/news-flows.ts';

const { kreide, create, tokens } = withNews();
let photo: Buffer<ArrayBuffer>;

beforeAll(async () => {
  const shape = { width: 3000, height: 2000, channels: 3, background: '#205090' } as const;
  // A phone writes down where it was.
  const exif = { IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
  photo = Buffer.from(await sharp({ create: shape }).jpeg().withExif(exif).toBuffer());
});

const picture = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: photo });
const paper = (name: string, content: string | Buffer = 'Liebe Eltern') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const choose = (page: Page, ...files: ReturnType<typeof paper>[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files);
const attached = (page: Page) => page.getByRole('list', { name: 'Angehängte Dateien' });
const removeOf = (page: Page, name: string) => attached(page).getByRole('button', { name: `${name} entfernen` });
const stored = () =>
  kreide.server.test.database.kysely
    .selectFrom('files')
    .select(['name', 'is_kept', 'width', 'alt_name'])
    .where('school_id', '=', kreide.school.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
const survey = (page: Page) => page.getByRole('region', { name: /^Umfrage: / });

async function begin(page: Page, title = 'Wandertag') {
  await page.goto('/news/create');
  await chooseReceivers(page);
  await write(page, title, 'Regenjacke mitbringen');
  await toCarried(page);
}

describe('what an item carries', () => {
  it('is chosen on a page of its own, shown before it is sent, and seen and answered by the readers [C-1.05] [C-2.108] [C-2.112] [C-7.83]', async () => {
    await using writer = await kreide.open({ username: 'tess' });
    const { page } = writer;
    await begin(page);
    await choose(page, picture('See.jpg'), picture('Wald.jpg'), paper('Elternbrief.txt'));
    for (const name of ['See.jpg', 'Wald.jpg', 'Elternbrief.txt']) await removeOf(page, name).waitFor();
    await page.getByRole('textbox', { name: 'Was zeigt See.jpg?' }).fill('Der See am Morgen');
    await page.getByRole('textbox', { name: 'Was zeigt Wald.jpg?' }).fill('Der Wald');
    await attached(page).getByText('Als Titelbild zeigen').first().click();
    await page.getByRole('button', { name: 'Umfrage erstellen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Umfrage erstellen' });
    await dialog.getByRole('textbox', { name: 'Frage 1' }).fill('Wer kommt mit?');
    await dialog.getByRole('textbox', { name: 'Antwort 1' }).fill('Ich');
    await dialog.getByRole('textbox', { name: 'Antwort 2' }).fill('Ich nicht');
    await dialog.getByRole('button', { name: 'Umfrage anhängen' }).click();
    await survey(page).getByText('Ich, Ich nicht').waitFor();
    await page.getByRole('button', { name: 'Weiter' }).click();
    const preview = page.getByRole('region', { name: 'So sehen es die Empfänger' });
    await preview.getByRole('img', { name: 'Der See am Morgen' }).waitFor();
    await preview.getByRole('button', { name: 'Der Wald vergrößern' }).waitFor();
    await survey(page).getByText('Wer kommt mit?').waitFor();
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    await page.waitForURL('**/news?news=*');
    await card(page, 'Wandertag').waitFor();
    expect(await stored()).toMatchObject([
      { name: 'See.jpg', is_kept: true, width: 2560, alt_name: 'Der See am Morgen' },
      { name: 'Wald.jpg', is_kept: true, alt_name: 'Der Wald' },
      { name: 'Elternbrief.txt', is_kept: true },
    ]);

    await using reader = await kreide.open({ username: 'paul', viewport: { width: 390, height: 844 } });
    await reader.page.goto('/news');
    const item = card(reader.page, 'Wandertag');
    const cover = item.getByRole('img', { name: 'Der See am Morgen' });
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2560);
    // The cover is not shown twice.
    const gallery = item.getByRole('list', { name: 'Bilder' });
    await gallery.waitFor();
    expect(await gallery.getByRole('button').count()).toBe(1);
    const link = item
      .getByRole('list', { name: 'Dateien' })
      .getByRole('link', { name: 'Elternbrief.txt TXT, 0,01 MB' });
    const address = new URL((await link.getAttribute('href')) ?? '', kreide.server.url);
    expect(await (await fetch(address)).text()).toBe('Liebe Eltern');
    await gallery.getByRole('button', { name: 'Der Wald vergrößern' }).click();
    const large = reader.page.getByRole('dialog', { name: 'Der Wald' }).getByRole('img', { name: 'Der Wald' });
    await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2560);
    const bytes = Buffer.from(
      await (await fetch(new URL((await large.getAttribute('src')) ?? '', kreide.server.url))).arrayBuffer(),
    );
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    await expectAccessible(reader.page);
    await reader.page.keyboard.press('Escape');
    await survey(reader.page).getByRole('radio', { name: 'Ich', exact: true }).click();
    await survey(reader.page).getByRole('button', { name: 'Abstimmen' }).click();
    await survey(reader.page).getByText('Du hast abgestimmt.').waitFor();
    await expectAccessible(reader.page);
    expect(await reader.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect([...writer.problems, ...reader.problems]).toEqual([]);
  });

  it('is kept with the draft, shows how much has been sent, can be stopped and removed: then there is nothing of it [C-7.84]', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page, context } = app;
    await begin(page);
    const before = (await stored()).length;
    await choose(page, picture('See.jpg'), paper('a.txt'));
    await removeOf(page, 'a.txt').waitFor();
    await toNext(page);
    const preview = page.getByRole('region', { name: 'So sehen es die Empfänger' });
    await preview.waitFor();
    await page.goBack();
    const network = await context.newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 20_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await choose(page, paper('Lang.txt', Buffer.alloc(2_000_000, 'a')));
    const progress = attached(page).getByRole('progressbar', { name: 'Lang.txt wird hochgeladen' });
    await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Wird hochgeladen' }).waitFor();
    await expectAccessible(page);
    // The key of the browser leads to the last step: nothing is sent from there as long as the file is on its way.
    await page.goForward();
    await preview.waitFor();
    await page.getByRole('button', { name: 'Wird hochgeladen' }).waitFor();
    expect(await page.getByRole('button', { name: 'Veröffentlichen' }).count()).toBe(0);
    await page.goBack();
    await attached(page).getByRole('button', { name: 'Hochladen von Lang.txt abbrechen' }).click();
    await progress.waitFor({ state: 'detached' });
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await page.reload();
    await removeOf(page, 'See.jpg').waitFor();
    const small = attached(page).locator('img');
    await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2560);
    expect((await stored()).slice(before).map(({ name }) => name)).toEqual(['See.jpg', 'a.txt']);
    await removeOf(page, 'See.jpg').click();
    await expect.poll(async () => (await stored()).slice(before).map(({ name }) => name)).toEqual(['a.txt']);
    await using tooLong = await longFile('Gross.txt', 25 * 1024 * 1024 + 1);
    await page.locator('input[type=file][multiple]').setInputFiles(tooLong.path);
    await page.getByText('Gross.txt ist zu groß: höchstens 25 MB.').waitFor();
    await choose(page, paper('leer.txt', ''));
    await attached(page).getByText('Die Datei leer.txt ist leer.').waitFor();
    await removeOf(page, 'leer.txt').click();
    await toNext(page);
    await page.getByRole('list', { name: 'Dateien' }).getByText('a.txt').waitFor();
    // The browser says of the refused one what the page says too.
    expect(app.problems.filter((text) => !text.includes('422'))).toEqual([]);
  });

  it('can stand in the place of a text, and is changed with the item', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await chooseReceivers(page);
    await titleOf(page).fill('Elternbrief');
    const steps = page.getByRole('navigation', { name: 'Schritte zur Neuigkeit' });
    expect(await steps.getByRole('listitem').allInnerTexts()).toHaveLength(4);
    expect(await steps.locator('[aria-current=step]').innerText()).toMatch(/Text$/);
    await steps.getByRole('link', { name: 'Umfrage und Dateien' }).click();
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('alert').getByText('Bitte einen Text schreiben.').waitFor();
    await choose(page, paper('Brief.txt'));
    await removeOf(page, 'Brief.txt').waitFor();
    await toNext(page);
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    const item = card(page, 'Elternbrief');
    await item.getByRole('link', { name: /^Brief\.txt/ }).waitFor();
    await item.getByRole('button', { name: /^Aktionen/ }).click();
    await page.getByRole('menuitem', { name: 'Bearbeiten' }).click();
    await choose(page, paper('Plan.txt'));
    await removeOf(page, 'Plan.txt').waitFor();
    await removeOf(page, 'Brief.txt').click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await card(page, 'Elternbrief')
      .getByRole('link', { name: /^Plan\.txt/ })
      .waitFor();
    expect(
      await card(page, 'Elternbrief')
        .getByRole('link', { name: /^Brief\.txt/ })
        .count(),
    ).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('a survey that was made and not sent is dropped for good; one that was published is ended where it is read', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await begin(page);
    const make = async (question: string) => {
      await page.getByRole('button', { name: 'Umfrage erstellen' }).click();
      const dialog = page.getByRole('dialog', { name: 'Umfrage erstellen' });
      await dialog.getByRole('textbox', { name: 'Frage 1' }).fill(question);
      await dialog.getByRole('textbox', { name: 'Antwort 1' }).fill('Ja');
      await dialog.getByRole('textbox', { name: 'Antwort 2' }).fill('Nein');
      await dialog.getByRole('button', { name: 'Umfrage anhängen' }).click();
      await survey(page).getByText(question).waitFor();
    };
    const surveys = () =>
      kreide.server.test.database.kysely
        .selectFrom('surveys')
        .select('id')
        .where('school_id', '=', kreide.school.id)
        .where('deleted_at', 'is', null)
        .execute();
    const before = (await surveys()).length;
    await make('Wohin?');
    await page.getByRole('button', { name: 'Umfrage verwerfen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Umfrage verwerfen' }).click();
    await expect.poll(async () => (await surveys()).length).toBe(before);
    await make('Womit?');
    await toNext(page);
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    await page.waitForURL('**/news?news=*');
    const item = card(page, 'Wandertag');
    await item.getByRole('button', { name: /^Aktionen/ }).click();
    await page.getByRole('menuitem', { name: 'Bearbeiten' }).click();
    await editorOf(page).waitFor();
    await survey(page).getByText('Womit?').waitFor();
    await page.getByText(/gehört fest zu dieser Neuigkeit/).waitFor();
    expect(await page.getByRole('button', { name: 'Umfrage verwerfen' }).count()).toBe(0);
    await page.goto('/news');
    await survey(page).getByRole('button', { name: 'Mehr zu dieser Umfrage' }).click();
    await page.getByRole('menuitem', { name: 'Auswertung' }).click();
    await page.getByRole('button', { name: 'Umfrage löschen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Umfrage löschen' }).click();
    await expect.poll(async () => (await surveys()).length).toBe(before);
    await page.reload();
    await card(page, 'Wandertag').waitFor();
    expect(await survey(page).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('the list of who has answered opens by its address, for its author alone [C-2.18]', async () => {
    const call = async (who: keyof typeof tokens, method: string, path: string, body?: unknown) =>
      (await kreide.server.request(method, `/v1/channels${path}`, { token: tokens[who], body })).body.data;
    const questions = [{ question: 'Wohin?', options: [{ name: 'Wald' }, { name: 'See' }] }];
    const made = await call('tess', 'POST', '/surveys', { questions });
    await create('tess', { survey_form_id: made.id });
    const [question] = made.questions;
    const votes = [{ question_uuid: question.uuid, options: [question.options[0].id] }];
    await call('paul', 'PUT', `/surveys/${made.id}/vote`, { votes });
    await using app = await kreide.open({ username: 'tess' });
    await app.page.goto(`/news?voters_list=${made.uuid}`);
    const dialog = app.page.getByRole('dialog', { name: 'Auswertung' });
    await dialog.getByText(/^paul/).waitFor();
    expect(await dialog.getByRole('tab', { name: 'Antworten' }).getAttribute('aria-selected')).toBe('true');
    await expectAccessible(app.page);
    await app.page.keyboard.press('Escape');
    await app.page.waitForURL((url) => url.search === '');
    expect(app.problems).toEqual([]);
    await using other = await kreide.open({ username: 'paul' });
    await other.page.goto(`/news?voters_list=${made.uuid}`);
    await other.page.getByRole('dialog').getByText('Nichts zu sehen').waitFor();
    await other.page.goto('/news?voters_list=none');
    await other.page.getByRole('dialog').getByText('Nichts zu sehen').waitFor();
  });
});

async function toNext(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.waitForURL('**/news/create/finish*');
}

describe('the text of an item', () => {
  const LONG = Array.from({ length: 30 }, (_, at) => `<p>Absatz ${at + 1}</p>`).join('');
  const boxOf = (page: Page) => card(page, 'Wandertag').locator('[class*=text]').first();
  /** The height that is seen of the text. */
  const seen = (page: Page) =>
    boxOf(page)
      .locator('..')
      .evaluate((box) => box.clientHeight);
  const more = (page: Page) => card(page, 'Wandertag').getByRole('button', { name: 'Weiterlesen: Wandertag' });

  it('is collapsed when it is higher than 250 px, opened and closed again with the keys, and never for who uses a screen reader [C-2.115] [C-2.116] [C-4.35]', async () => {
    await create('tess', { content: `${LONG}<p><a href="https://elbe.example">Elbe</a></p>` });
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    await page.goto('/news');
    await more(page).waitFor();
    expect(await seen(page)).toBe(250);
    expect(await more(page).getAttribute('aria-expanded')).toBe('false');
    await more(page).focus();
    await page.keyboard.press('Enter');
    const less = card(page, 'Wandertag').getByRole('button', { name: 'Weniger zeigen: Wandertag' });
    await less.waitFor();
    expect([await less.getAttribute('aria-expanded'), await isFocused(less)]).toEqual(['true', true]);
    expect(await seen(page)).toBeGreaterThan(500);
    await page.keyboard.press('Enter');
    await expect.poll(() => seen(page)).toBe(250);
    // Where the focus goes is seen.
    await page.getByRole('link', { name: 'Elbe' }).focus();
    await less.waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.reload();
    await card(page, 'Wandertag').waitFor();
    await expect.poll(() => seen(page)).toBeGreaterThan(500);
    expect(await more(page).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => seen(page)).toBe(250);
    await page.getByRole('link', { name: 'Wandertag' }).click();
    await page.waitForURL(/\/news\/\d+$/);
    await expect.poll(() => seen(page)).toBeGreaterThan(500);
    expect(await more(page).count()).toBe(0);
    // As the switch of the timetable writes it.
    await page.evaluate(() => localStorage.setItem('has_screen_reader', 'true'));
    await page.goto('/news');
    await card(page, 'Wandertag').waitFor();
    await expect.poll(() => seen(page)).toBeGreaterThan(500);
    expect(await more(page).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('is whole up to 250 px, also when it grows to that later [C-2.115]', async () => {
    await create('tess');
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    await page.goto('/news');
    await card(page, 'Wandertag').waitFor();
    const grow = (height: number) =>
      boxOf(page).evaluate((box, to) => {
        box.style.height = `${to}px`;
      }, height);
    await grow(251);
    await more(page).waitFor();
    await grow(250);
    await more(page).waitFor({ state: 'detached' });
    expect(await seen(page)).toBe(250);
  });
});
