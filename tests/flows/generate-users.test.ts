// features: user-creation

import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { codesIn } from '../support/people-imports.ts';

let school: BuiltSchool;
const kreide = withApp(async ({ test }) => {
  school = await buildSchool(test.database.kysely, 'linde', { name: 'Lindenschule' });
  await buildUser(test.database.kysely, school.id, 'office', 'ADMIN');
});

const OFFICE = { username: 'office', password: PASSWORD, slink: 'linde', language: 'en' };
const WIDE = { ...OFFICE, viewport: { width: 1280, height: 800 } };
const NARROW = { ...OFFICE, viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };

/** Presses a button and answers the file that comes. */
async function fetched(page: Page, name: string): Promise<{ bytes: Buffer; name: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const download = await coming;
  return { bytes: await buffer(await download.createReadStream()), name: download.suggestedFilename() };
}
const pages = async (bytes: Buffer) => (await extractText(await getDocumentProxy(new Uint8Array(bytes)))).text;
const openPage = async (page: Page, name: RegExp) => {
  await page.goto('/more/administration');
  await page.getByRole('link', { name }).click();
};

describe('letters for new people', () => {
  it('come from an uploaded list: everybody is shown, then made, then there is a PDF and a spreadsheet [T-2.106] [T-2.107] [P-7.85] [P-7.87]', async () => {
    await using office = await kreide.open(WIDE);
    const { page } = office;
    await openPage(page, /^Activation letters from a list/);
    await page.waitForURL(`**/management/${school.uuid}/generate-users/upload`);
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await expectAccessible(page);
    const upload = (content: string, name = 'list.csv') =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await upload('<no list/>');
    await page.getByRole('alert').filter({ hasText: 'XML' }).waitFor();
    await upload('Nachname;Vorname;Klasse;Sprache\nZiegler;Zoë;5b;\nAydın;Emre;5a;tr\nGroß;;5a;\n');
    await page.getByRole('row', { name: /Aydın, Emre 5a new account/ }).waitFor();
    await page.getByText(/^Row 4: /).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make letters: 2' }).click();
    await page.getByRole('heading', { name: 'Not used yet: 2 of 2 codes' }).waitFor();
    await expectAccessible(page);
    const pdf = await fetched(page, 'Letters as PDF');
    expect(pdf.name).toMatch(/^linde-.*\.pdf$/);
    const letters = await pages(pdf.bytes);
    expect(letters).toHaveLength(2);
    expect(letters[0]).toContain('Merhaba Emre Aydın');
    expect(letters[1]).toContain('Hello Zoë Ziegler');
    const sheet = await fetched(page, 'Spreadsheet for the office');
    expect(sheet.name).toMatch(/\.xlsx$/);
    const codes = await codesIn(sheet.bytes);
    expect(codes.map((code, at) => letters[at]?.includes(code))).toEqual([true, true]);
  });

  it('come from people who are typed in, can be had again from the history and are taken back there [T-2.84] [T-2.106] [T-2.107]', async () => {
    await using office = await kreide.open(NARROW);
    const { page } = office;
    await openPage(page, /^Activation letters for single people/);
    await page.waitForURL('**/generate-users/manual');
    const person = (number: number) => page.getByRole('group', { name: `Person no. ${number}` });
    await person(1).getByLabel('Last name').fill('Öztürk');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Please fill this in.').waitFor();
    await person(1).getByLabel('First name').fill('Ayşe');
    await person(1).getByLabel('Class').fill('7c');
    await page.getByRole('button', { name: 'Another person' }).click();
    expect(await person(2).getByLabel('Class').inputValue()).toBe('7c');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('row', { name: /Öztürk, Ayşe 7c new account/ }).waitFor();
    // What was typed is still there after a look at the result.
    await page.getByRole('button', { name: 'Change the list' }).click();
    expect(await person(1).getByLabel('Last name').inputValue()).toBe('Öztürk');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Make letters: 1' }).click();
    await page.getByRole('heading', { name: 'Not used yet: 1 of 1 codes' }).waitFor();
    expect((await pages((await fetched(page, 'Letters as PDF')).bytes))[0]).toContain('Class 7c');

    await page.getByRole('link', { name: 'History' }).click();
    await page.waitForURL(`**/management/${school.uuid}/user-creation-history`);
    const entry = page.getByRole('listitem').filter({ hasText: '1 of 1 codes' });
    await entry.waitFor();
    await expectAccessible(page);
    await entry.getByRole('link', { name: 'Letters' }).click();
    expect((await pages((await fetched(page, 'Letters as PDF')).bytes))[0]).toContain('Hello Ayşe Öztürk');
    await page.getByRole('link', { name: 'History' }).click();
    await entry.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByText('taken back', { exact: true }).waitFor();
    const left = await kreide.server.test.database.kysely
      .selectFrom('users')
      .select('id')
      .where('school_id', '=', school.id)
      .where('lastname', '=', 'Öztürk')
      .execute();
    expect(left).toEqual([]);
  });
});
