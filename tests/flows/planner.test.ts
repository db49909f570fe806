// features: planner, timetable

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp((server) => buildPlanSchool(server));

describe('a planner', () => {
  it('is led to a first version, copies the plan in force and publishes it from the day that is asked for [T-4.02] [T-4.07] [T-2.79] [T-2.119] [T-8.04]', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /Stundenplan planen/ }).click();
    await page.getByRole('heading', { name: 'Noch keine Fassung' }).waitFor();
    await page.getByRole('button', { name: 'Fassung anlegen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Notiz').fill('Neue Halle');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('Fassung 1 angelegt.').waitFor();
    const version = page.getByRole('region', { name: 'Fassung 1' });
    expect(await version.textContent()).toMatch(/Entwurf.*Neue Halle/);
    // The draft on paper, for those who check it: each page says what it is.
    const newest = page.getByRole('list', { name: 'Hefte' }).getByRole('listitem').first();
    await page.getByRole('button', { name: 'Heft machen' }).click();
    await dialog.getByRole('button', { name: /Welcher Plan/ }).click();
    await page.getByRole('option', { name: /^Entwurf: Fassung 1/ }).click();
    expect(await dialog.getByText('Mit den Vertretungen').count()).toBe(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Heft machen' }).click();
    await newest.getByText('Klassen · Entwurf: Fassung 1').waitFor();
    const draft = page.waitForEvent('download');
    await newest.getByRole('button', { name: /^Herunterladen/ }).click();
    expect((await draft).suggestedFilename()).toBe('Entwurf der Pläne 2026-11-16.pdf');
    await version.getByRole('button', { name: 'Veröffentlichen' }).click();
    await dialog.getByText('Ab diesem Tag sehen alle diesen Plan').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Veröffentlichen' }).click();
    await page.getByText('Der neue Plan gilt ab 23. November 2026.').waitFor();
    await version.getByText('Gilt ab 23.11.2026').waitFor();
    await version.getByRole('button', { name: 'Verlauf' }).click();
    await page.getByText('Noch nichts wurde geändert.').waitFor();
    await page.keyboard.press('Escape');

    // The plans of all classes and rooms as one file for the notice board.
    await page.getByRole('button', { name: 'Heft machen' }).click();
    await dialog.getByText('Klassen', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Heft machen' }).click();
    await dialog.getByText('Bitte wähle mindestens eine Art.').waitFor();
    await expectAccessible(page);
    for (const kind of ['Klassen', 'Räume']) await dialog.getByText(kind, { exact: true }).click();
    await dialog.getByRole('button', { name: 'Heft machen' }).click();
    await newest.getByText('Klassen · Räume · Plan ohne Vertretungen').waitFor();
    const file = page.waitForEvent('download');
    await newest.getByRole('button', { name: /^Herunterladen \(\d+ kB\)$/ }).click();
    expect((await file).suggestedFilename()).toBe('Pläne 2026-11-16.pdf');
    await expectAccessible(page);
    expect(app.problems).toEqual([]);
  });

  it('moves a lesson with the keyboard alone and one by dragging it, sees why it does not fit elsewhere, and takes both back [T-2.17] [T-2.75] [T-4.06]', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto(`/management/${kreide.school.uuid}/advanced-timetable`);
    await page.getByRole('button', { name: 'Fassung anlegen' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Anlegen' }).click();
    await page
      .getByRole('link', { name: /Bearbeiten: Fassung/ })
      .first()
      .click();
    const week = page.getByRole('table', { name: 'Woche: 7a' });
    const cell = (weekday: number, period: number) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${period} `) }) })
        .locator('td')
        .nth(weekday - 1);
    await week.waitFor();
    await page.getByLabel('Auswahl').selectOption('10b');
    await page.getByRole('table', { name: 'Woche: 10b' }).waitFor();

    await cell(1, 2)
      .getByRole('button', { name: /MA 10b/ })
      .dragTo(cell(1, 6));
    await cell(1, 6)
      .getByRole('button', { name: /MA 10b/ })
      .waitFor();
    await page.keyboard.press('Control+z');
    await cell(1, 2)
      .getByRole('button', { name: /MA 10b/ })
      .waitFor();

    // Monday, first period: German.
    await cell(1, 1)
      .getByRole('button', { name: /DE 10b/ })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByText('Gewählt: DE 10b').waitFor();
    expect(await cell(1, 2).locator('[data-place]').textContent()).toBe(
      '10b hat MA 10b; Li unterrichtet DE 7a; 105 ist belegt: DE 7a',
    );
    for (const _ of [2, 3, 4, 5, 6]) await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Montag, 6. Stunde: frei',
    );
    await page.keyboard.press('Enter');
    await page.getByText('DE 10b: jetzt Montag, 6. Stunde').waitFor();
    await cell(1, 6)
      .getByRole('button', { name: /DE 10b/ })
      .waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('DE 10b');
    await page.getByRole('button', { name: 'Letzte eigene Änderung zurücknehmen' }).click();
    await cell(1, 1)
      .getByRole('button', { name: /DE 10b/ })
      .waitFor();

    // Out of the week into the tray, and back to one of its best times.
    await cell(1, 1)
      .getByRole('button', { name: /DE 10b/ })
      .click();
    await page.getByRole('button', { name: 'Aus der Woche nehmen' }).click();
    const tray = page.getByRole('region', { name: 'Ohne Zeit' });
    await tray.getByRole('button', { name: /DE 10b/ }).waitFor();
    const best = tray.getByRole('list', { name: 'Beste Zeiten' }).getByRole('button');
    expect(await best.count()).toBe(3);
    await best.first().click();
    await tray.getByText('Hier hat jede Stunde eine Zeit.').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('makes a plan from nothing: a double is added, may be divided, is split, taken back and done again, and what was never published goes [D-8.01] [T-4.02] [T-4.06]', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto(`/management/${kreide.school.uuid}/advanced-timetable`);
    const dialog = page.getByRole('dialog');
    const choose = async (label: string | RegExp, option: string | RegExp) => {
      await dialog.getByRole('button', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await page.getByRole('button', { name: 'Fassung anlegen' }).first().click();
    await choose(/Kopie von/, 'Nichts: ohne Stunden');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText(/Fassung \d+ angelegt/).waitFor();
    await page
      .getByRole('link', { name: /Bearbeiten: Fassung/ })
      .first()
      .click();
    await page.getByRole('table', { name: 'Woche: 7a' }).waitFor();
    const open = page.getByRole('region', { name: 'Noch offen' });
    await open
      .getByRole('button', { name: /In die Ablage/ })
      .first()
      .click();
    await page.getByText(/7a: angelegt, ohne Zeit/).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Zurückgenommen.').waitFor();
    await page.getByRole('button', { name: 'Stunde anlegen' }).click();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('Bitte ein Fach oder einen Kurs wählen.').waitFor();
    await choose(/Fach$/, /^MA/);
    await choose(/Hinzufügen: Lehrkräfte/, /^Bg/);
    await choose(/Dauer in Stunden/, '2');
    await choose(/Zeit$/, 'Dienstag, 3. Stunde');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('MA 7a: angelegt, Dienstag, 3. Stunde').waitFor();
    const lessons = page.locator('[data-lesson]');
    expect(await lessons.count()).toBe(1);
    await lessons.first().click();
    await page.getByRole('button', { name: 'Darf geteilt werden' }).click();
    await page.getByText('MA 7a: Ein Vorschlag darf diese Stunden teilen').waitFor();
    await lessons.first().click();
    await page.getByRole('button', { name: 'Soll ganz bleiben' }).waitFor();
    await page.getByRole('button', { name: 'Teilen' }).click();
    await expect.poll(() => lessons.count()).toBe(2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => lessons.count()).toBe(1);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => lessons.count()).toBe(2);
    // A second one at the same time says what is in its way before it is saved.
    await page.getByRole('button', { name: 'Stunde anlegen' }).click();
    await choose(/Fach$/, /^DE/);
    await choose(/Zeit$/, 'Dienstag, 4. Stunde');
    await dialog.getByText('Zu dieser Zeit: 7a hat MA 7a').waitFor();
    await dialog.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByRole('link', { name: 'Alle Fassungen' }).click();
    await page
      .getByRole('button', { name: /Löschen: Fassung/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByText('Stunden darin: 2').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
    await page.getByText(/Fassung \d+ gelöscht/).waitFor();
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText(/Fassung \d+ ist wieder da/).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('keeps master data in tables: a row is edited in its place, names of an import stay, a doubled course is told [T-2.83] [T-8.01] [T-8.02]', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /Stammdaten/ }).click();
    const table = page.getByRole('table');
    const choose = async (label: string | RegExp, option: string | RegExp) => {
      await table.getByRole('button', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await table.getByRole('button', { name: 'Ändern: DE' }).click();
    expect(await table.getByLabel('Kürzel').getAttribute('readonly')).not.toBeNull();
    await choose(/Farbe$/, 'Blaugrün');
    await choose(/Hinzufügen: Räume/, /^105/);
    await table.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('DE: gespeichert').waitFor();
    expect(await table.getByRole('row', { name: /^DE/ }).textContent()).toMatch(/Blaugrün105aus dem Import/);
    await page.getByRole('button', { name: /Welche Stammdaten/ }).click();
    await page.getByRole('option', { name: 'Kurse' }).click();
    const addCourse = async (name: string) => {
      await page.getByRole('button', { name: 'Zeile anlegen' }).click();
      await table.getByLabel('Kürzel').fill(name);
      await choose(/Fach$/, /^MA/);
      await choose(/Hinzufügen: Klassen/, /^7a/);
      await table.getByRole('button', { name: 'Speichern' }).click();
    };
    await addCourse('M7');
    await page.getByText('M7: gespeichert').waitFor();
    await addCourse('M8');
    await page.getByText('Diesen Kurs gibt es schon: M7.').first().waitFor();
    await table.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await table.getByRole('button', { name: 'Löschen: M7' }).click();
    await page.getByText('M7: gelöscht').waitFor();
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await table.getByRole('button', { name: 'Löschen: M7' }).waitFor();
    // The holidays of a region by law, one of them left out, and all of it taken back.
    await page.getByRole('button', { name: /Welche Stammdaten/ }).click();
    await page.getByRole('option', { name: 'Ferien' }).click();
    await page.getByRole('button', { name: 'Feiertage holen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Feiertage nach dem Gesetz' });
    await dialog.getByRole('button', { name: /Region$/ }).click();
    await page.getByRole('option', { name: 'Bayern', exact: true }).click();
    await dialog.getByText('Fronleichnam').waitFor();
    await dialog.getByText('Allerheiligen').click();
    await expectAccessible(page);
    const days = await dialog.getByRole('checkbox', { checked: true }).count();
    await dialog.getByRole('button', { name: `${days} Tage eintragen` }).click();
    await page.getByText(`${days} Tage eingetragen`).waitFor();
    const isLawful = (name: RegExp, text: string) =>
      table.getByRole('row', { name }).locator('[data-label="Gesetzlicher Feiertag"]').getByText(text).waitFor();
    await isLawful(/^Fronleichnam/, 'Ja');
    expect(await table.getByRole('row', { name: /^Allerheiligen/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText('Wieder entfernt').waitFor();
    await expect.poll(() => table.getByRole('row', { name: /^Fronleichnam/ }).count()).toBe(0);
    // Those of a state by its calendar file.
    await page.getByRole('button', { name: 'Feiertage holen' }).click();
    const lines = ['SUMMARY:Winterferien', 'DTSTART;VALUE=DATE:20270201', 'DTEND;VALUE=DATE:20270206'];
    const text = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
    const file = { name: 'Ferien.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByText('Winterferien').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '1 Tag eintragen' }).click();
    // Those of a state are no public holidays.
    await isLawful(/^Winterferien/, 'Nein');
    expect(app.problems).toEqual([]);
  });

  it('pins a lesson, has a plan computed for one class, watches it, ends it, and opens the draft where the pinned lesson is [D-8.07]', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto(`/management/${kreide.school.uuid}/advanced-timetable`);
    await page.getByRole('button', { name: 'Fassung anlegen' }).first().click();
    const versions = page.getByRole('link', { name: /Bearbeiten: Fassung/, includeHidden: true });
    const former = await versions.count();
    await page.getByRole('dialog').getByRole('button', { name: 'Anlegen' }).click();
    const lesson = page.getByRole('table', { name: 'Woche: 7a' }).getByRole('button', { name: /DE 7a/ });
    // The newest stands first.
    await expect.poll(() => versions.count()).toBe(former + 1);
    await versions.first().click();
    await lesson.first().click();
    await page.getByRole('button', { name: 'Anheften', exact: true }).click();
    await page.getByText('DE 7a: Kein Vorschlag verschiebt diese Stunde').waitFor();
    await page.getByRole('link', { name: 'Alle Fassungen' }).click();

    await page
      .getByRole('link', { name: /Einen Plan aus Fassung/ })
      .first()
      .click();
    await page.getByText('Beim Zählen spricht nichts gegen einen vollständigen Plan.').waitFor();
    await page.getByRole('button', { name: /Was darf sich ändern/ }).click();
    await page.getByRole('option', { name: 'Nur ausgewählte Klassen' }).click();
    await page.getByRole('button', { name: 'Vorschlag berechnen' }).click();
    await page.getByText('Bitte mindestens eine Klasse wählen.').waitFor();
    await page.getByRole('group', { name: 'Klassen' }).getByText('7a', { exact: true }).click();
    await page.getByRole('button', { name: /Freistunden/ }).click();
    await page.getByRole('option', { name: '5' }).click();
    await page.getByRole('button', { name: 'Vorschlag berechnen' }).click();
    const proposals = page.getByRole('region', { name: 'Vorschläge' });
    await proposals.getByText(/Züge: [1-9]/).waitFor();
    await proposals.getByText('Jede Stunde hat eine Zeit.').waitFor();
    await proposals.getByRole('button', { name: 'Beenden und Bestes behalten' }).click();
    await proposals.getByText('Fertig').waitFor();
    await proposals.getByText('Vorher und nachher').click();
    await expectAccessible(page);
    await proposals.getByRole('link', { name: /Fassung \d+ öffnen/ }).click();
    await lesson.first().click();
    await page.getByRole('button', { name: 'Nicht mehr anheften' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('says at which times a teacher cannot be planned, and takes it back', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /Stammdaten/ }).click();
    await page.getByRole('button', { name: /Welche Stammdaten/ }).click();
    await page.getByRole('option', { name: 'Lehrkräfte' }).click();
    await page
      .getByRole('button', { name: /Zeiten: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Montag, 2. Stunde: Ohne Wunsch' }).click();
    const blocked = dialog.getByRole('button', { name: 'Montag, 2. Stunde: Gesperrt' });
    await blocked.waitFor();
    await expectAccessible(page);
    await dialog
      .getByRole('button', { name: /Wunsch/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'Gern', exact: true }).click();
    await dialog.getByRole('button', { name: 'Dienstag, 1. Stunde: Ohne Wunsch' }).click();
    await dialog.getByRole('button', { name: 'Dienstag, 1. Stunde: Gern' }).click();
    await dialog.getByRole('button', { name: 'Dienstag, 1. Stunde: Ohne Wunsch' }).waitFor();
    expect(app.problems).toEqual([]);
  });
});
