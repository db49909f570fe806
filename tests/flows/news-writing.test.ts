// features: news

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { buildChannel } from '../support/channels.ts';
import { chooseOption, dateIn, datePicker, fillDate, optionsOf, timeIn } from '../support/date-picker.ts';
import {
  card,
  chooseReceivers,
  editorOf,
  isFocused,
  listens,
  send,
  titleOf,
  toPreview,
  withNews,
  write,
} from '../support/news-flows.ts';

const { kreide, create } = withNews();

/** As Word puts a page with a list and a numbered one into the clipboard. */
const wordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;} --></style><!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--></head>
<body lang=DE style='tab-interval:35.4pt'><!--StartFragment-->
<h1 style='mso-style-next:Standard'>Ausflug<o:p></o:p></h1>
<p class=MsoNormal>Wir fahren <b style='mso-bidi-font-weight:normal'>am Freitag</b> ans <span
style='color:red;mso-fareast-language:DE'>Meer</span>.<img width=9 src="file:///C:/Temp/image001.png"><o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${wordItem(1, '·', 'Regenjacke')}${wordItem(1, '·', 'Brot')}${wordItem(2, 'o', 'mit Käse')}${wordItem(1, '·', 'Wasser')}
<p class=MsoNormal>Danach:<o:p></o:p></p>
${wordItem(1, '3.', 'Bus')}${wordItem(1, '4.', 'Bahn')}
<!--EndFragment--></body></html>`;
const CLEAN =
  '<h2>Ausflug</h2><p>Wir fahren <strong>am Freitag</strong> ans Meer.</p>' +
  '<ul><li><p>Regenjacke</p></li><li><p>Brot</p><ul><li><p>mit Käse</p></li></ul></li><li><p>Wasser</p></li></ul>' +
  '<p>Danach:</p><ol start="3"><li><p>Bus</p></li><li><p>Bahn</p></li></ol>';

describe('writing news', () => {
  it('a teacher writes with formatting, and the open feed of a pupil shows it without loading anew [C-6.12]', async () => {
    await using reader = await kreide.open({ isPrompt: true, username: 'paul' });
    const connected = listens(reader.page);
    await reader.page.goto('/news');
    await connected;
    await using writer = await kreide.open({ username: 'tess' });
    const { page } = writer;
    await page.goto('/news');
    await page.getByRole('link', { name: 'Neuigkeit schreiben' }).click();
    await chooseReceivers(page);
    await write(page, 'Wandertag', 'Bitte ');
    const tools = page.getByRole('toolbar', { name: 'Formatierung' });
    await tools.getByRole('button', { name: 'Fett' }).click();
    expect(await tools.getByRole('button', { name: 'Fett' }).getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => isFocused(editorOf(page))).toBe(true);
    await page.keyboard.type('Regenjacke');
    await tools.getByRole('button', { name: 'Fett' }).click();
    await expect.poll(() => tools.getByRole('button', { name: 'Fett' }).getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => isFocused(editorOf(page))).toBe(true);
    await page.keyboard.type(' mitbringen: ');
    await tools.getByRole('button', { name: 'Link' }).click();
    await page.getByLabel('Adresse des Links').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await page.getByText('Bitte eine Webadresse').waitFor();
    await page.getByLabel('Adresse des Links').fill('wetter.example');
    await page.keyboard.press('Enter');
    await send(page);
    await card(page, 'Wandertag').waitFor();
    const seen = card(reader.page, 'Wandertag');
    await seen.waitFor();
    expect(await seen.locator('strong').textContent()).toBe('Regenjacke');
    expect(await seen.getByRole('link', { name: 'wetter.example' }).getAttribute('href')).toBe(
      'https://wetter.example/',
    );
    expect(await seen.getByRole('button').count()).toBe(0);
    expect([...writer.problems, ...reader.problems]).toEqual([]);
  });

  it('what is pasted from Word and other editors comes out clean: headings, words and lists, nothing else', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await chooseReceivers(page);
    await titleOf(page).fill('Ausflug');
    await editorOf(page).click();
    const paste = (html: string) =>
      editorOf(page).evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', text);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, html);
    await paste(WORD);
    const written = () => editorOf(page).evaluate(({ innerHTML }) => innerHTML.replace(/ class="[^"]*"/g, ''));
    await expect.poll(written).toBe(CLEAN);
    // Another editor says by styles what is bold, and has a bold element around all that is not.
    await page.keyboard.press('Control+a');
    await paste(
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr">Fest</h1><p dir="ltr"><span style="font-size:11pt;font-weight:700;">Morgen</span><span style="font-style:italic"> hier</span></p></b>',
    );
    await expect.poll(written).toBe('<h2>Fest</h2><p><strong>Morgen</strong><em> hier</em></p>');
    await page.keyboard.press('Control+a');
    await paste(WORD);
    await expect.poll(written).toBe(CLEAN);
    await send(page);
    const shown = card(page, 'Ausflug').first();
    await shown.getByText('mit Käse').waitFor();
    expect(await shown.locator('ul ul li, ol[start="3"] li').allInnerTexts()).toEqual(['mit Käse', 'Bus', 'Bahn']);
    expect(app.problems).toEqual([]);
  });

  it('says everything that is wrong at the field and at the top, and goes to the first [C-2.24]', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByText('Bitte auswählen, wer das lesen soll.').waitFor();
    await chooseReceivers(page);
    await page.getByRole('button', { name: 'Weiter' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Noch nicht gesendet.' });
    await alert.waitFor();
    expect(await alert.getByRole('listitem').allTextContents()).toEqual([
      'Bitte einen Titel schreiben.',
      'Bitte einen Text schreiben.',
    ]);
    await expect.poll(() => isFocused(titleOf(page))).toBe(true);
    for (const field of [titleOf(page), editorOf(page)]) expect(await field.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await titleOf(page).fill('Wandertag');
    expect(await alert.getByRole('listitem').count()).toBe(1);
    expect(await titleOf(page).getAttribute('aria-invalid')).not.toBe('true');
    expect(app.problems).toEqual([]);
  });

  it('offers a time within its bounds: hours of a day, minutes in steps of five, at first tomorrow at noon [T-5.22] [T-5.23] [T-9.15] [C-5.07] [C-5.08]', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await chooseReceivers(page);
    await page.getByText('Später', { exact: true }).click();
    const date = datePicker(page, 'Datum');
    const shown = async () => [await dateIn(date), await timeIn(page)].join(' ');
    expect(await shown()).toBe('2026-11-19 12:00');
    expect(await optionsOf(page, 'Stunde')).toEqual(
      Array.from({ length: 24 }, (_, hour) => `${hour}`.padStart(2, '0')),
    );
    expect(await optionsOf(page, 'Minute')).toEqual([
      '00',
      '05',
      ...Array.from({ length: 10 }, (_, step) => `${step * 5 + 10}`),
    ]);
    await chooseOption(page, 'Minute', '55');
    await fillDate(date, '2031-01-01');
    await expect.poll(shown).toBe('2027-12-22 12:55');
    await fillDate(date, '2026-11-17');
    await expect.poll(shown).toBe('2026-11-18 12:55');
    for (const key of ['Backspace', 'Backspace']) await date.locator('[data-type="month"]').press(key);
    await date.locator('[data-type="month"]').blur();
    await expect.poll(shown).toBe('2026-11-19 12:00');
    expect(app.problems).toEqual([]);
  });

  it('is for those who may: a pupil sees no controls, and the page refuses in words [C-6.02] [C-6.12] [C-6.16] [C-6.17]', async () => {
    const item = await create('carla');
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    await page.goto('/news');
    await card(page, 'Wandertag').waitFor();
    expect(await page.getByRole('link', { name: 'Neuigkeit schreiben' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Aktionen/ }).count()).toBe(0);
    for (const path of ['/news/create', '/news/scheduled', `/news/${item.id}/edit`]) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Kein Zugang' }).waitFor();
      expect(await titleOf(page).count()).toBe(0);
    }
    await using other = await kreide.open({ username: 'tess' });
    await other.page.goto('/news');
    await card(other.page, 'Wandertag').waitFor();
    await other.page.getByRole('link', { name: 'Neuigkeit schreiben' }).waitFor();
    expect(await other.page.getByRole('button', { name: /^Aktionen/ }).count()).toBe(0);
    expect([...app.problems, ...other.problems]).toEqual([]);
  });
});

describe('the pages on which an item is written', () => {
  it('have an address each, lead to the one that is missing, and end with what readers will see [C-2.21] [C-2.22] [C-2.23] [C-2.25]', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    const first = '**/news/create/channelselection';
    for (const path of ['', '/body', '/finish', '/nowhere']) {
      await page.goto(`/news/create${path}`);
      await page.waitForURL(first);
    }
    await expectAccessible(page);
    await chooseReceivers(page);
    await page.waitForURL('**/news/create/body');
    await page.goto('/news/create/finish');
    await page.waitForURL('**/news/create/body');
    await write(page, 'Wandertag', 'Regenjacke mitbringen');
    await toPreview(page);
    const preview = page.getByRole('region', { name: 'So sehen es die Empfänger' }).getByRole('article');
    await preview.getByText('Regenjacke mitbringen').waitFor();
    await page.getByText('3 Personen lesen es').waitFor();
    await expectAccessible(page);
    const shown = await preview.locator('[class*=text]').innerHTML();
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    await card(page, 'Wandertag').waitFor();
    expect(await card(page, 'Wandertag').locator('[class*=text]').innerHTML()).toBe(shown);
    expect(app.problems).toEqual([]);
  });

  it('keep what was written over a reload and over leaving them, until it is dropped', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await chooseReceivers(page);
    await write(page, 'Wandertag', 'Halb fertig');
    await page.reload();
    await editorOf(page).getByText('Halb fertig').waitFor();
    expect(await titleOf(page).inputValue()).toBe('Wandertag');
    await page.goto('/news');
    await page.getByRole('link', { name: 'Neuigkeit schreiben' }).click();
    await page.getByText('Das ist dein Entwurf vom letzten Mal.').waitFor();
    await page.getByRole('button', { name: /entfernen$/ }).waitFor();
    await page.getByRole('button', { name: 'Weiter' }).click();
    expect(await titleOf(page).inputValue()).toBe('Wandertag');
    await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
    await page.getByText('Noch niemand ausgewählt.').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('drafts'))).toBeNull();
    expect(app.problems).toEqual([]);
  });

  it('ask before they send where nobody can say how many read it', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await chooseReceivers(page);
    await write(page, 'An alle', 'Text');
    await toPreview(page);
    await page.route(/\/channels\/news\/receivers/, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.reload();
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Trotzdem senden?' });
    await dialog.getByText(/lässt sich gerade nicht feststellen/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Veröffentlichen' }).click();
    await page.waitForURL('**/news?news=*');
    await card(page, 'An alle').waitFor();
  });

  it('begin with the receiver that the address names, if one may write to it [C-2.22]', async () => {
    const { server, school } = kreide;
    const { kysely } = server.test.database;
    const idOf = async (name: string) =>
      (await kysely.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow()).id;
    const [tess, carla] = [await idOf('tess'), await idOf('carla')];
    const choir = await buildChannel(kysely, school.id, { admins: [tess] }, { name: 'Chor' });
    const office = await buildChannel(kysely, school.id, { admins: [carla] }, { name: 'Büro' });
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto(`/news/create/channelselection/channel/${choir.id}`);
    await page.getByRole('button', { name: 'Chor entfernen' }).waitFor();
    await page.goto(`/news/create/channelselection/user/${carla}`);
    await page.getByRole('button', { name: /^carla .* entfernen$/ }).waitFor();
    await page.goto(`/news/create/channelselection/channel/${office.id}`);
    await page.getByText('2 Personen lesen es').waitFor();
    expect(await page.getByRole('button', { name: 'Büro entfernen' }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});

describe('leaving the form of an item that there is', () => {
  it('is asked about when something was changed', async () => {
    const item = await create('tess');
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto(`/news/${item.id}/edit`);
    await write(page, 'Ausflug', 'Halb fertig');
    const question = page.getByRole('alertdialog', { name: 'Seite verlassen?' });
    await page.getByRole('link', { name: 'Abbrechen' }).click();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Hier bleiben' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await titleOf(page).inputValue()).toBe('Ausflug');
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload({ timeout: 5000 }).catch(() => null);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reloaded;
    expect(await titleOf(page).inputValue()).toBe('Ausflug');
  });
});
