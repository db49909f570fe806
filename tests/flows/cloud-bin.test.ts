// features: cloud

import { expect, it, vi } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { act, button, choose, dialog, namesIn, row, toText, withCloud } from '../support/cloud-flows.ts';

const { kreide, home, entry, idOfChannel, stored } = withCloud();

it('what was deleted, moved or replaced by mistake is brought back: at once, from the bin, and from a version, by keyboard too; what has no content left says so [C-8.25]', async () => {
  await entry('Archiv', { isFolder: true });
  await entry('Lied.pdf');
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  const { keyboard } = page;
  await page.goto(home());
  const said = page.getByRole('region', { name: 'Mitteilungen der App' });
  const undo = said.getByRole('button', { name: 'Rückgängig' });
  const isFocused = () => undo.evaluate((one) => one === document.activeElement);
  const question = page.getByRole('alertdialog');
  async function removeByKeyboard(name: string) {
    // What was brought back before may still take the focus, which ends a menu that has just opened.
    const wanted = page.getByRole('menuitem', { name: 'Löschen' });
    await vi.waitFor(async () => {
      if (!(await wanted.isVisible())) await button(page, `Aktionen für ${name}`).press('Enter');
      await wanted.press('Enter', { timeout: 5_000 });
    }, 60_000);
    await question.getByRole('button', { name: 'Löschen' }).press('Enter');
    await row(page, name).waitFor({ state: 'detached' });
  }

  await removeByKeyboard('Lied.pdf');
  await expect.poll(isFocused).toBe(true);
  await expectAccessible(page);
  await keyboard.press('Enter');
  await said.getByText('1 Eintrag ist wieder da.').waitFor();
  await row(page, 'Lied.pdf').waitFor();

  await act(page, 'Lied.pdf', 'Verschieben');
  const picker = dialog(page, '1 Eintrag verschieben');
  await picker.getByRole('button', { name: 'Archiv' }).click();
  await picker.getByText('Hier ist kein weiterer Ordner.').waitFor();
  await picker.getByRole('button', { name: 'Hierhin verschieben' }).click();
  await row(page, 'Lied.pdf').waitFor({ state: 'detached' });
  await expect.poll(isFocused).toBe(true);
  await keyboard.press('Enter');
  await said.getByText('Alles liegt wieder, wo es war.').waitFor();
  await row(page, 'Lied.pdf').waitFor();
  expect((await stored()).map(({ parent_id }) => parent_id)).toEqual([null, null]);

  await removeByKeyboard('Lied.pdf');
  await removeByKeyboard('Archiv');
  await page.getByRole('link', { name: 'Papierkorb' }).click();
  await page.waitForURL(`**/cloud/bin/${idOfChannel()}`);
  const bin = page.getByRole('list', { name: 'Gelöschte Dateien und Ordner' });
  const inBin = (name: string) => bin.getByRole('listitem').filter({ hasText: name });
  await inBin('Lied.pdf')
    .getByText(/gelöscht von ada/)
    .waitFor();
  await page.getByText('Davon im Papierkorb:').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Lied.pdf wiederherstellen' }).focus();
  await keyboard.press('Enter');
  await inBin('Lied.pdf').waitFor({ state: 'detached' });
  await button(page, 'Papierkorb leeren').click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Endgültig löschen' }).click();
  await page.getByRole('heading', { name: 'Der Papierkorb ist leer' }).waitFor();

  await page.goto(home());
  await row(page, 'Lied.pdf').waitFor();
  expect(await namesIn(page)).toEqual(['Lied.pdf']);
  for (const content of ['eins', 'zwei']) {
    await choose(page, toText('Plan.txt', content));
    const upload = dialog(page, 'Dateien hochladen');
    if (content === 'zwei') await upload.getByText('Dateien mit gleichem Namen ersetzen').click();
    await upload.getByRole('button', { name: '1 Datei hochladen' }).click();
    await upload.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Wird hochgeladen' }).waitFor({ state: 'detached' });
    await row(page, 'Plan.txt').waitFor();
  }
  const openVersions = async () => {
    await row(page, 'Plan.txt').getByRole('button', { name: /^Plan/ }).click();
    await dialog(page, 'Plan.txt').getByRole('button', { name: 'Frühere Fassungen' }).click();
    return dialog(page, 'Frühere Fassungen von Plan.txt');
  };
  const versions = await openVersions();
  const menu = versions.getByRole('button', { name: /^Aktionen für Fassung vom/ });
  await menu.waitFor();
  await expectAccessible(page);
  await menu.focus();
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Wiederherstellen' }).focus();
  await keyboard.press('Enter');
  await versions.waitFor({ state: 'detached' });
  await said.getByText(/^Plan.txt ist wieder wie am/).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), act(page, 'Plan.txt', 'Herunterladen')]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('eins');
  expect(await namesIn(page)).toEqual(['Lied.pdf', 'Plan.txt']);
  // Its content alone is gone.
  const lost = kreide.server.test.database.kysely
    .updateTable('files')
    .set({ deleted_at: kreide.server.clock.now().toISOString() })
    .where('name', '=', 'Plan.txt');
  await lost.execute();
  await act(page, 'Plan.txt', 'Herunterladen');
  await said.getByText('Der Anhang ließ sich nicht noch einmal laden. Sein Inhalt ist nicht mehr da.').waitFor();
  expect(app.problems).toEqual([]);
});
