import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { act, actionsOf, button, choose, dialog, namesIn, row, toText, withCloud } from '../support/cloud-flows.ts';

const { kreide, db, idOf, idOfChannel, home, entry, stored } = withCloud();

describe('changing files', () => {
  it('renames in place: Enter and OK take the name without its extension, Escape and leaving the field for 200 ms do not [C-4.75] [C-4.76] [C-5.23] [C-9.26]', async () => {
    await entry('Plan.tar.pdf');
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    const field = page.getByRole('textbox', { name: /^Neuer Name für/ });
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

  it('that fails is told, and the name and the file stay [C-8.13]', async () => {
    await entry('Da.pdf');
    await entry('Plan.pdf');
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    const said = page.getByRole('region', { name: 'Mitteilungen der App' });
    await act(page, 'Plan.pdf', 'Umbenennen');
    await page.getByRole('textbox', { name: /^Neuer Name für/ }).fill('Da');
    await page.keyboard.press('Enter');
    await said.getByText('Diesen Namen gibt es hier schon.').waitFor();
    expect(await namesIn(page)).toEqual(['Da.pdf', 'Plan.pdf']);
    await page.route('**/delete', (route) => route.fulfill({ status: 500, body: '{}' }));
    await act(page, 'Plan.pdf', 'Löschen');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
    await expect.poll(() => said.locator('[role=alert] li, [role=alert] p').count()).toBe(2);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click();
    expect(await namesIn(page)).toEqual(['Da.pdf', 'Plan.pdf']);
  });

  it('chooses several from two on, moves them through the picker and deletes them; leaving forgets the choice [C-2.119] [C-2.122] [C-4.73] [C-4.74] [C-6.34] [C-9.25]', async () => {
    const folder = await entry('Archiv', { isFolder: true });
    const inner = await entry('2025', { isFolder: true, parent_id: folder.id });
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(home());
    await row(page, 'Archiv').waitFor();
    expect(await button(page, 'Mehrere auswählen').count()).toBe(0);
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await entry(name);
    await page.reload();
    await button(page, 'Mehrere auswählen').click();
    const bar = page.getByRole('toolbar', { name: 'Auswahl' });
    expect(await bar.getByRole('button', { name: 'Löschen' }).isDisabled()).toBe(true);
    await row(page, 'a.pdf').click();
    await bar.getByText('1 ausgewählt').waitFor();
    await bar.getByRole('button', { name: 'Fertig' }).click();
    await button(page, 'Mehrere auswählen').click();
    await bar.getByText('0 ausgewählt').waitFor();
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
      ...[{ name: 'Archiv' }, { name: '2025' }],
      ...[{ parent_id: inner.id }, { parent_id: inner.id }, { parent_id: null }],
    ]);
    const lock = (is_disabled: boolean) =>
      db().updateTable('channels').set({ is_disabled }).where('id', '=', idOfChannel()).execute();
    await lock(true);
    await page.reload();
    await row(page, 'c.pdf').waitFor();
    expect(await button(page, 'Mehrere auswählen').count()).toBe(0);
    await lock(false);
    await page.reload();
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

  it('is offered only where it is allowed, and a download that is not says so [C-5.27] [C-6.28] [C-6.29] [C-6.30] [C-6.31] [C-8.12]', async () => {
    await entry('Adas.txt');
    await entry('Bens.txt', { user_id: idOf('ben') });
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await page.goto(home());
    await row(page, 'Adas.txt').waitFor();
    expect(await actionsOf(page, 'Adas.txt')).toEqual(['Herunterladen', 'Einzelheiten']);
    expect(await actionsOf(page, 'Bens.txt')).toEqual([
      ...['Herunterladen', 'Umbenennen', 'Verschieben', 'Einzelheiten', 'Löschen'],
    ]);
    await button(page, 'Mehrere auswählen').click();
    const bar = page.getByRole('toolbar', { name: 'Auswahl' });
    await row(page, 'Adas.txt').click();
    expect(await bar.getByRole('button', { name: 'Löschen' }).isDisabled()).toBe(true);
    expect(await bar.getByRole('button', { name: 'Verschieben' }).isDisabled()).toBe(true);
    await bar.getByRole('button', { name: 'Fertig' }).click();
    // The server lets everybody who sees a file save it; the app goes by what it is told.
    await page.route('**/files?**', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      for (const { can } of body.data) can.download = 0;
      await route.fulfill({ response, json: body });
    });
    await page.reload();
    expect(await actionsOf(page, 'Adas.txt')).toEqual(['Einzelheiten']);
    await page.unroute('**/files?**');
    await page.reload();
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
    await choose(page, toText('Alt.txt'));
    await dialog(page, 'Dateien hochladen').getByRole('button', { name: '1 Datei hochladen' }).click();
    await row(page, 'Alt.txt').getByRole('button', { name: /^Alt/ }).click();
    const details = dialog(page, 'Alt.txt');
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

it('a file is shared from a phone that can, and nowhere else', async () => {
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
  expect([...wide.problems, ...phone.problems]).toEqual([]);
});
