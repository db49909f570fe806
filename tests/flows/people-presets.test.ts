// features: user-import

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const app = withApp(async ({ test }) => {
  const { kysely } = test.database;
  const school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  return school;
});

const path = () => `/management/${app.school.uuid}/upload`;
const DANIS =
  'SchuelerNachname;SchuelerRufname;SchuelerGeburtsdatum;GruppeBezeichnung;SchuelerId\nMeier;Ada;31.01.2015;5a;D-1\n';
/** Untis writes no header: nobody can be read before somebody says what it is. */
const UNTIS = `${['m', 'Meier', '', '', '', '', '', 'Ada', '1', '5a', '1', '', '20150131', '', 'S-1'].join(';')}\n`;

async function upload(page: Page, content: string, name = 'liste.csv'): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
}
const read = (page: Page) => page.getByRole('region', { name: 'So wurde gelesen' });
const proposals = (page: Page) => page.getByRole('region', { name: 'Vorschläge zum Lesen' });

describe('presets of programs in the app', () => {
  it('are offered with what speaks for them and read once they are chosen, on a phone too [T-2.85]', async () => {
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    await page.goto(path());
    await upload(page, UNTIS, 'GPU010.TXT');
    await proposals(page)
      .getByText('Sieht nach Untis GPU010 aus: ohne Überschriften, aber die Zellen passen. Wahrscheinlich.')
      .waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Als Untis GPU010 lesen' }).click();
    await read(page).getByText('Gelesen als Untis GPU010').waitFor();
    await page.getByRole('region', { name: 'Personen des Imports' }).getByText('Meier, Ada').waitFor();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByText('Listen hierher ziehen').waitFor();
  });

  it('wait for the file where it is no longer there, and can be chosen and left among all programs', async () => {
    await using open = await app.open({ username: 'admin' });
    const { page } = open;
    await page.goto(path());
    await upload(page, DANIS);
    await proposals(page).getByText('Der Hersteller beschreibt das Format.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Als Danis lesen' }).click();
    const program = page.getByRole('button', { name: 'Programm, aus dem die Liste kommt' });
    await expect.poll(() => program.textContent()).toContain('Danis');
    const again = page.getByRole('button', { name: 'Neu lesen' });
    await expect.poll(() => again.isDisabled()).toBe(true);
    const buffer = Buffer.from(DANIS);
    await page.locator('input[type=file]').setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer });
    await expect.poll(() => again.isDisabled()).toBe(false);
    await expectAccessible(page);
    await again.click();
    await read(page).getByText('Gelesen als Danis').waitFor();
    await page.getByRole('button', { name: 'Spalten anders zuordnen' }).click();
    await program.click();
    await page.getByRole('option', { name: 'Keines davon: nach den Überschriften' }).click();
    await page.getByRole('button', { name: 'Neu lesen' }).click();
    await proposals(page).waitFor();
  });
});
