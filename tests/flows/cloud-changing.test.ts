// features: cloud

import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { act, actionsOf, button, choose, dialog, namesIn, row, toText, withCloud } from '../support/cloud-flows.ts';

const { kreide, db, idOf, idOfChannel, home, entry, stored } = withCloud();
/** Silence of so many seconds, as a recording without compression: 8,000 times a second one byte. */
function toSound(seconds: number): Buffer {
  const length = seconds * 8_000;
  const head = Buffer.from(
    'RIFF____WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data____',
    'latin1',
  );
  head.writeUInt32LE(36 + length, 4);
  head.writeUInt32LE(length, 40);
  return Buffer.concat([head, Buffer.alloc(length, 128)]);
}
const fieldIn = (page: Page) => page.getByRole('textbox', { name: /^Neuer Name für/ });

describe('changing files', () => {
  it('renames in place: Enter and OK take the name, which is entered without its extension [C-4.75] [C-5.23] [T-4.57] [T-5.29]', async () => {
    await entry('Plan.tar.pdf');
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    const field = fieldIn(page);
    await act(page, 'Plan.tar.pdf', 'Umbenennen');
    expect(await field.inputValue()).toBe('Plan.tar');
    await expectAccessible(page);
    await field.fill('Enter');
    await page.keyboard.press('Enter');
    await row(page, 'Enter.pdf').waitFor();
    await act(page, 'Enter.pdf', 'Umbenennen');
    await field.fill('Knopf');
    // Held down for longer than the field waits.
    await button(page, 'OK').click({ delay: 400 });
    await row(page, 'Knopf.pdf').waitFor();
    expect((await stored()).map(({ name }) => name)).toEqual(['Knopf.pdf']);
    expect(app.problems).toEqual([]);
  });

  it('leaves a name as it is after Escape, and 200 ms after the field has lost the focus [C-4.76] [C-9.26] [T-4.58]', async () => {
    await entry('Knopf.pdf');
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    const field = fieldIn(page);
    await act(page, 'Knopf.pdf', 'Umbenennen');
    await field.fill('Nie');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await act(page, 'Knopf.pdf', 'Umbenennen');
    await field.fill('Nie');
    const waited = await field.evaluate(
      (input: HTMLInputElement) =>
        new Promise<number>((done) => {
          const begin = performance.now();
          new MutationObserver((_, observer) => {
            if (input.isConnected) return;
            observer.disconnect();
            done(performance.now() - begin);
          }).observe(document.body, { childList: true, subtree: true });
          input.blur();
        }),
    );
    expect(waited).toBeGreaterThanOrEqual(195);
    expect(await namesIn(page)).toEqual(['Knopf.pdf']);
    expect((await stored()).map(({ name }) => name)).toEqual(['Knopf.pdf']);
    expect(app.problems).toEqual([]);
  });

  it('that fails is told, and the name and the file stay [C-8.13] [T-8.12]', async () => {
    await entry('Da.pdf');
    await entry('Plan.pdf');
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    const said = page.getByRole('region', { name: 'Mitteilungen der App' });
    await act(page, 'Plan.pdf', 'Umbenennen');
    await fieldIn(page).fill('Da');
    await page.keyboard.press('Enter');
    await said.getByText('Diesen Namen gibt es hier schon.').waitFor();
    expect(await namesIn(page)).toEqual(['Da.pdf', 'Plan.pdf']);
    await said.getByText('Diesen Namen gibt es hier schon.').waitFor({ state: 'detached' });
    await page.route('**/delete', (route) => route.fulfill({ status: 500, body: '{}' }));
    await act(page, 'Plan.pdf', 'Löschen');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
    const toasts = said.locator('[role=alert] li, [role=alert] p');
    await expect.poll(() => toasts.allInnerTexts()).toEqual(['Die Antwort des Servers war nicht zu verstehen.']);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click();
    expect(await namesIn(page)).toEqual(['Da.pdf', 'Plan.pdf']);
  });

  it('that fails when somebody has gone on to another page is told there [C-8.13]', async () => {
    await entry('Plan.pdf');
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route('**/rename', async (route) => {
      await refused;
      await route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'Nein.' }, meta: {} } });
    });
    const asked = page.waitForRequest('**/rename');
    await act(page, 'Plan.pdf', 'Umbenennen');
    await fieldIn(page).fill('Neu');
    await page.keyboard.press('Enter');
    await asked;
    await page.getByRole('link', { name: 'Kalender' }).first().click();
    await page.waitForURL('**/calendar**');
    await row(page, 'Plan.pdf').waitFor({ state: 'detached' });
    refuse();
    await page.getByRole('region', { name: 'Mitteilungen der App' }).getByRole('alert').getByText('Nein.').waitFor();
  });

  it('lets several be chosen from two on, by those who may upload [C-4.73] [C-6.34] [C-9.25] [T-4.55] [T-6.21]', async () => {
    await entry('a.pdf');
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto(home());
    await row(page, 'a.pdf').waitFor();
    expect(await button(page, 'Mehrere auswählen').count()).toBe(0);
    await entry('b.pdf');
    await page.reload();
    await button(page, 'Mehrere auswählen').waitFor();
    await db().updateTable('channels').set({ is_twoway: false }).where('id', '=', idOfChannel()).execute();
    await page.reload();
    await row(page, 'b.pdf').waitFor();
    expect(await button(page, 'Mehrere auswählen').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('forgets what was chosen when the choosing is left [C-4.74] [T-4.56]', async () => {
    for (const name of ['a.pdf', 'b.pdf']) await entry(name);
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    await button(page, 'Mehrere auswählen').click();
    const bar = page.getByRole('toolbar', { name: 'Auswahl' });
    await bar.getByText('0 ausgewählt').waitFor();
    expect(await bar.getByRole('button', { name: 'Löschen' }).isDisabled()).toBe(true);
    await row(page, 'a.pdf').click();
    await bar.getByText('1 ausgewählt').waitFor();
    await bar.getByRole('button', { name: 'Fertig' }).click();
    await bar.waitFor({ state: 'detached' });
    await button(page, 'Mehrere auswählen').click();
    await bar.getByText('0 ausgewählt').waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('moves what was chosen through the picker, and deletes it [C-2.119] [C-2.122]', async () => {
    const folder = await entry('Archiv', { isFolder: true });
    const inner = await entry('2025', { isFolder: true, parent_id: folder.id });
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await entry(name);
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    await button(page, 'Mehrere auswählen').click();
    const bar = page.getByRole('toolbar', { name: 'Auswahl' });
    await row(page, 'a.pdf').click();
    await row(page, 'b.pdf').click();
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Verschieben' }).click();
    const picker = dialog(page, '2 Einträge verschieben');
    const here = picker.getByRole('button', { name: 'Hierhin verschieben' });
    expect(await here.isDisabled()).toBe(true);
    await picker.getByRole('button', { name: 'Archiv' }).click();
    await picker.getByRole('button', { name: '2025' }).click();
    await picker.getByText('Hier ist kein weiterer Ordner.').waitFor();
    await expect.poll(() => here.isDisabled()).toBe(false);
    await expectAccessible(page);
    await picker.getByRole('button', { name: 'Eine Ebene höher' }).click();
    await picker.getByRole('button', { name: '2025' }).click();
    await here.click();
    await picker.waitFor({ state: 'detached' });
    await expect.poll(() => namesIn(page)).toEqual(['Archiv', 'c.pdf']);
    expect(await stored()).toMatchObject([
      { name: 'Archiv' },
      { name: '2025' },
      { parent_id: inner.id },
      { parent_id: inner.id },
      { parent_id: null },
    ]);
    await button(page, 'Mehrere auswählen').click();
    await bar.getByRole('button', { name: 'Alle' }).click();
    await bar.getByText('2 ausgewählt').waitFor();
    await bar.getByRole('button', { name: 'Löschen' }).click();
    const question = page.getByRole('alertdialog', { name: '2 Einträge löschen?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('heading', { name: 'Hier liegt noch nichts' }).waitFor();
    expect(await stored()).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('is offered only where it is allowed [C-5.27] [C-6.28] [C-6.29] [C-6.30] [C-6.31]', async () => {
    await entry('Adas.txt');
    await entry('Bens.txt', { user_id: idOf('ben') });
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto(home());
    await row(page, 'Adas.txt').waitFor();
    expect(await actionsOf(page, 'Adas.txt')).toEqual(['Herunterladen', 'Einzelheiten']);
    expect(await actionsOf(page, 'Bens.txt')).toEqual([
      'Herunterladen',
      'Umbenennen',
      'Verschieben',
      'Einzelheiten',
      'Löschen',
    ]);
    await button(page, 'Mehrere auswählen').click();
    const bar = page.getByRole('toolbar', { name: 'Auswahl' });
    await row(page, 'Adas.txt').click();
    expect(await bar.getByRole('button', { name: 'Löschen' }).isDisabled()).toBe(true);
    expect(await bar.getByRole('button', { name: 'Verschieben' }).isDisabled()).toBe(true);
    expect(app.problems).toEqual([]);
  });

  it('goes by what the server says of each action, one by one [T-5.30]', async () => {
    await entry('Plan.txt');
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    const all = ['Herunterladen', 'Umbenennen', 'Verschieben', 'Einzelheiten', 'Löschen'];
    let refused = '';
    await page.route('**/files?**', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      for (const { can } of body.data) if (refused !== '') can[refused] = 0;
      await route.fulfill({ response, json: body });
    });
    for (const [ability, action] of [
      ['', ''],
      ['download', 'Herunterladen'],
      ['rename', 'Umbenennen'],
      ['move', 'Verschieben'],
      ['delete', 'Löschen'],
    ] as const) {
      refused = ability;
      await page.goto(`${home()}?orderBy=size`);
      expect(await actionsOf(page, 'Plan.txt')).toEqual(all.filter((one) => one !== action));
    }
    expect(app.problems).toEqual([]);
  });

  it('says that the rights are missing when a download is not allowed any more [C-8.12] [T-8.06]', async () => {
    await entry('Adas.txt');
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto(home());
    await row(page, 'Adas.txt').waitFor();
    await db()
      .deleteFrom('channel_members')
      .where('channel_id', '=', idOfChannel())
      .where('user_id', '=', idOf('ben'))
      .execute();
    await act(page, 'Adas.txt', 'Herunterladen');
    await page.getByText('Für diese Datei fehlen dir die Rechte.').waitFor();
  });

  it('shows the details of a file, saves it, and a folder as one ZIP [C-2.120] [C-2.123]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    const folder = await entry('Noten', { isFolder: true });
    await page.goto(`${home()}/${folder.uuid}`);
    await page.getByRole('heading', { name: 'Hier liegt noch nichts' }).waitFor();
    const sound = { name: 'Lied.wav', mimeType: 'audio/wav', buffer: toSound(2) };
    const film = { name: 'Film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('of an unknown kind') };
    const plan = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 of two pages') };
    await choose(page, toText('Alt.txt'), sound, film, plan);
    await dialog(page, 'Dateien hochladen').getByRole('button', { name: '4 Dateien hochladen' }).click();
    // What a browser can show or play of a file stands there itself.
    await row(page, 'Lied.wav').getByRole('button', { name: /^Lied/ }).click();
    const player = dialog(page, 'Lied.wav').locator('audio[aria-label="Lied.wav"]');
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(2);
    await page.keyboard.press('Escape');
    await row(page, 'Film.mp4').getByRole('button', { name: /^Film/ }).click();
    await dialog(page, 'Film.mp4').getByText('Dieses Gerät kann die Datei nicht abspielen.').waitFor();
    await page.keyboard.press('Escape');
    const readPlan = () => row(page, 'Plan.pdf').getByRole('button', { name: /^Plan/ }).click();
    await readPlan();
    await dialog(page, 'Plan.pdf').getByText('PDF').first().waitFor();
    expect(await dialog(page, 'Plan.pdf').locator('iframe').count()).toBe(0);
    await page.keyboard.press('Escape');
    // This browser has no viewer of its own; one that says it had is handed the file, and saves it.
    await page.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }));
    const shown = page.waitForEvent('download');
    await readPlan();
    expect(await buffer(await (await shown).createReadStream())).toEqual(plan.buffer);
    expect(await dialog(page, 'Plan.pdf').locator('iframe').getAttribute('src')).toMatch(/^blob:.*#navpanes=0/);
    await page.keyboard.press('Escape');
    await row(page, 'Alt.txt').getByRole('button', { name: /^Alt/ }).click();
    const details = dialog(page, 'Alt.txt');
    expect(await details.getByRole('region', { name: 'Was darin steht' }).innerText()).toBe('Kreide');
    expect(await details.locator('dl').innerText()).toMatch(
      /Art\s+Text[\s\S]*Größe[\s\S]*Liegt in\s+Chor\/Noten\s+Hochgeladen von\s+ada/,
    );
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      details.getByRole('button', { name: 'Herunterladen' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Alt.txt');
    await page.keyboard.press('Escape');
    await page.goto(home());
    await row(page, 'Noten').waitFor();
    const [zip] = await Promise.all([page.waitForEvent('download'), act(page, 'Noten', 'Herunterladen')]);
    expect(zip.suggestedFilename()).toBe('Noten.zip');
    expect(app.problems).toEqual([]);
  });
});

it('a file is shared from a phone that can, and nowhere else [C-6.40] [T-6.23]', async () => {
  await using wide = await kreide.open({ username: 'ada' });
  await using phone = await kreide.open({ username: 'ada', isMobile: true, hasTouch: true });
  for (const { page } of [wide, phone])
    await page.addInitScript(() => {
      navigator.canShare = () => true;
      navigator.share = async ({ files = [] } = {}) => {
        document.title = `${files[0]?.name} ${await files[0]?.text()}`;
      };
    });
  await wide.page.goto(home());
  await choose(wide.page, toText('Alt.txt'));
  await dialog(wide.page, 'Dateien hochladen').getByRole('button', { name: '1 Datei hochladen' }).click();
  await row(wide.page, 'Alt.txt').waitFor();
  expect(await actionsOf(wide.page, 'Alt.txt')).not.toContain('Teilen');
  await phone.page.goto(home());
  await act(phone.page, 'Alt.txt', 'Teilen');
  await expect.poll(() => phone.page.title()).toBe('Alt.txt Kreide');
  await phone.page.addInitScript(() => {
    navigator.canShare = () => false;
  });
  await phone.page.reload();
  await row(phone.page, 'Alt.txt').waitFor();
  expect(await actionsOf(phone.page, 'Alt.txt')).not.toContain('Teilen');
  expect([...wide.problems, ...phone.problems]).toEqual([]);
});
