// features: user-import

import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, signIn } from '../support/people.ts';
import { type Importing, savePeople, settledRun, uploadPeople } from '../support/people-imports.ts';
import { RETRY_PAUSES } from '../support/stand-still.ts';

const app = withApp(async ({ test }) => {
  const { kysely } = test.database;
  const school = await buildSchool(kysely, 'amsel');
  for (const name of ['admin', 'second']) await buildUser(kysely, school.id, name, 'ADMIN');
  return school;
});
const HEAD = 'Nachname;Vorname;Geburtsdatum;Klasse;Konfession';
const OLD = ['Meier;Anna;04.05.2015;5a;', 'Geht;Gerd;06.07.2014;5a;', 'Zwilling;Lea;01.02.2015;5a;'];
let importing: Importing;
beforeAll(async () => {
  importing = { server: app.server, token: await signIn(app.server, 'amsel', 'second'), schoolId: app.school.id };
});
beforeEach(async () => {
  await app.server.request('DELETE', `/v1/schools/${app.school.id}/csv-users`, { token: importing.token });
});

const path = () => `/management/${app.school.uuid}/upload`;
async function upload(page: Page, rows: readonly string[], head = HEAD): Promise<void> {
  const buffer = Buffer.from(`${[head, ...rows].join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
}
const people = (page: Page) => page.getByRole('region', { name: 'Personen des Imports' });
const line = (page: Page, name: string) => people(page).getByRole('listitem').filter({ hasText: name });
const save = (page: Page) => page.getByRole('button', { name: 'Speichern' });
const stands = (page: Page, state: string) =>
  page.getByRole('status').getByText(state, { exact: true }).first().waitFor();

describe('lists of people in the app', () => {
  it('go from the file over every person to the school, and back again, on a phone too, with the classes of the list [T-2.85] [T-7.90] [T-7.91]', async () => {
    await savePeople(importing, await uploadPeople(importing, [HEAD, ...OLD]));
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: 'Personen importieren' }).click();
    await page.getByText('Listen hierher ziehen').waitFor();
    expect(new URL(page.url()).pathname).toBe(path());
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
    await page.getByText('Bitte mindestens eine Datei auswählen.').waitFor();

    const rows = [
      'Çelik;Ömer;03.03.2015;5b;',
      'Meier;Anna;04.05.2015;5b;x',
      'Zwilling;Mia;01.02.2015;5a;',
      'Ohne;;;5a;',
    ];
    await upload(page, rows);
    await stands(page, 'Bereit zum Ansehen');
    await page.getByText('Schülerinnen und Schüler: 3', { exact: true }).waitFor();
    const read = page.getByRole('region', { name: 'So wurde gelesen' });
    await read.getByText('UTF-8 · Trennzeichen Semikolon · mit Kopfzeile · 4 Zeilen').waitFor();
    await read.getByText('Nicht gelesen, weil vertraulich: Konfession').waitFor();
    // Names with special letters come first.
    await line(page, 'Çelik, Ömer').waitFor();
    expect(await people(page).getByRole('listitem').first().textContent()).toContain('Çelik, Ömer');
    expect(await line(page, 'Meier, Anna').textContent()).toMatch(/Klasse.*5a.*5b/);
    await line(page, 'Ohne').getByText('Vorname oder Nachname fehlt.').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Fehlerdatei herunterladen' }).click(),
    ]);
    expect(await text(await file.createReadStream())).toContain('Ohne;;;5a;;5;Vorname;');

    await page.getByRole('button', { name: 'Keine davon: neu anlegen: Zwilling, Mia' }).click();
    await page.getByRole('button', { name: 'Keine davon: neu anlegen: Zwilling, Mia' }).waitFor({ state: 'detached' });
    const kept = page.getByRole('checkbox', { name: 'Nicht archivieren: Zwilling, Lea' });
    await kept.click({ force: true });
    await expect.poll(() => kept.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Klassen und Lehrkräfte der Liste jetzt anlegen' }).click();
    await page.getByText('Angelegt: 5b', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: /^Archivieren, wer/ }).check({ force: true });
    await page.getByRole('checkbox', { name: /Ungewöhnlich viele/ }).check({ force: true });
    await save(page).click();
    await stands(page, 'Gespeichert');
    const active = async () => {
      const { kysely } = app.server.test.database;
      const found = kysely.selectFrom('users').select('lastname').where('school_id', '=', app.school.id);
      return (
        await found.where('type', '=', 'STUDENT').where('deleted_at', 'is', null).orderBy('lastname').execute()
      ).map(({ lastname }) => lastname);
    };
    expect(await active()).toEqual(['Çelik', 'Meier', 'Zwilling', 'Zwilling']);
    await page.getByRole('button', { name: /zurücknehmen$/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zurücknehmen' }).click();
    await stands(page, 'Zurückgenommen');
    expect(await active()).toEqual(['Geht', 'Meier', 'Zwilling']);
    await page.getByRole('button', { name: 'Weitere Liste hochladen' }).click();
    await page.getByRole('region', { name: 'Frühere Importe' }).getByText('Zurückgenommen', { exact: true }).waitFor();
    expect(open.problems).toEqual([]);
  });

  it('whose office has numbered them anew get all new ids in one decision, which can be taken back [T-7.97] [T-2.85]', async () => {
    const head = 'ID;Nachname;Vorname;Geburtsdatum;Klasse';
    const list = (from: number) => [`${from};Neuhaus;Nora;04.05.2013;5a`, `${from + 1};Neuhaus;Nils;04.05.2013;5a`];
    await savePeople(importing, await uploadPeople(importing, [head, ...list(1)]));
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    await page.goto(path());
    await upload(page, list(901), head);
    await stands(page, 'Bereit zum Ansehen');
    const told = page.getByRole('region', { name: 'Neue Kennungen' });
    await told.getByText(/^Offenbar wurden neue Kennungen vergeben: 2 von 2 Personen/).waitFor();
    // It stands above how the list was read and everybody in it.
    expect(await page.getByRole('heading', { level: 3 }).first().textContent()).toBe('Neue Kennungen');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keine davon: neu anlegen: Neuhaus, Nora' }).waitFor();
    await told.getByRole('button', { name: 'Alle 2 neuen Kennungen übernehmen' }).click();
    await told.getByText('Beim Speichern behalten alle 2 ihr Konto').waitFor();
    await line(page, 'Neuhaus, Nora').filter({ hasText: '901' }).waitFor();
    await told.getByRole('button', { name: 'Doch nicht übernehmen' }).click();
    await page.getByRole('button', { name: 'Keine davon: neu anlegen: Neuhaus, Nora' }).waitFor();
    await told.getByRole('button', { name: 'Alle 2 neuen Kennungen übernehmen' }).click();
    await told.getByRole('button', { name: 'Doch nicht übernehmen' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await save(page).click();
    await stands(page, 'Gespeichert');
    const ids = async () => {
      const { kysely } = app.server.test.database;
      const found = kysely
        .selectFrom('user_import_identities')
        .innerJoin('users', 'users.id', 'user_import_identities.user_id')
        .select('external_id')
        .where('lastname', '=', 'Neuhaus');
      return (await found.execute()).map(({ external_id }) => external_id).toSorted();
    };
    expect(await ids()).toEqual(['901', '902']);
    await page.getByRole('button', { name: /zurücknehmen$/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zurücknehmen' }).click();
    await stands(page, 'Zurückgenommen');
    expect(await ids()).toEqual(['1', '2']);
    expect(open.problems).toEqual([]);
  });

  it('are read with other columns, which the next list of the same program is read with again [T-2.85]', async () => {
    await using open = await app.open({ username: 'admin' });
    const { page } = open;
    await page.goto(path());
    await page.getByLabel('Programm, aus dem die Liste kommt').fill('Amt');
    await upload(page, ['Bunt;Bea;Igel'], 'Nachname;Vorname;Gruppe A');
    await page.getByRole('button', { name: 'Spalten anders zuordnen' }).click();
    await page.getByRole('button', { name: /Gruppe A/ }).click();
    await page.getByRole('option', { name: 'Klasse', exact: true }).click();
    await page.getByRole('button', { name: 'Neu lesen' }).click();
    await page.getByText('Diese Klassen werden angelegt: Igel').waitFor();
    // After a reload the files are gone, and asked for again.
    await page.reload();
    await page.getByRole('button', { name: 'Spalten anders zuordnen' }).click();
    await page.getByText('Listen bleiben nicht auf dem Server.', { exact: false }).waitFor();
    await save(page).click();
    await stands(page, 'Gespeichert');
    await page.getByRole('button', { name: 'Weitere Liste hochladen' }).click();
    await page.getByRole('checkbox', { name: /wie beim letzten Import aus Amt/ }).waitFor();
    await upload(page, ['Bunt;Bela;Igel'], 'Nachname;Vorname;Gruppe A');
    await line(page, 'Bunt, Bela').getByText(/Igel/).waitFor();
  });

  it('are followed in two tabs: what one drops or saves the other does not save [T-2.85]', async () => {
    await using open = await app.open({ username: 'admin' });
    const { page } = open;
    await page.goto(path());
    await upload(page, ['Tab;Tim;;5a;']);
    await save(page).waitFor();
    const other = await open.context.newPage();
    await other.goto(path());
    await line(other, 'Tab, Tim').waitFor();
    await other.getByRole('button', { name: 'Verwerfen' }).click();
    await other.getByText('Listen hierher ziehen').waitFor();
    await save(page).click();
    await page
      .getByRole('alert')
      .getByText(/Zustand/)
      .or(page.getByRole('status').filter({ hasText: 'Verworfen' }))
      .first()
      .waitFor();
    await stands(page, 'Verworfen');
    await other.close();
  });

  it('show the new plan when another administrator has changed the school meanwhile, and save nothing [T-2.85] [T-7.99]', async () => {
    await using open = await app.open({ username: 'admin' });
    const { page } = open;
    await page.goto(path());
    await upload(page, ['Neu;Nele;;5a;', 'Meier;Anna;04.05.2015;5c;']);
    await line(page, 'Meier, Anna').getByText('5c').first().waitFor();
    const { kysely } = app.server.test.database;
    await kysely
      .updateTable('users')
      .set({ deleted_at: app.server.clock.now().toISOString() })
      .where('school_id', '=', app.school.id)
      .where('lastname', '=', 'Meier')
      .execute();
    await save(page).click();
    await page.getByText('Seit der Vorschau hat sich an der Schule etwas geändert.', { exact: false }).waitFor();
    await line(page, 'Meier, Anna').getByText('wieder aktiv').waitFor();
    expect((await settledRun(importing)).state).toBe('READY');
  });

  it('survive a network that fails in the middle: the files stay, and nothing is sent twice [T-2.85]', async () => {
    await using open = await app.open({ username: 'admin', skips: RETRY_PAUSES });
    const { page } = open;
    await page.goto(path());
    await page.getByText('Listen hierher ziehen').waitFor();
    await page.route('**/csv-users', (route) => route.abort());
    await upload(page, ['Netz;Nora;;5a;']);
    await page.getByRole('alert').getByText(/\S/).first().waitFor();
    await page.getByRole('list', { name: 'Ausgewählte Dateien' }).getByText('liste.csv').waitFor();
    await page.unroute('**/csv-users');
    await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
    await line(page, 'Netz, Nora').waitFor();
    await page.route('**/csv-users/save', (route) => route.abort());
    await save(page).click();
    await page.getByRole('alert').getByText(/\S/).first().waitFor();
    await page.unroute('**/csv-users/save');
    await save(page).click();
    await stands(page, 'Gespeichert');
    const { kysely } = app.server.test.database;
    const found = await kysely.selectFrom('users').select('id').where('lastname', '=', 'Netz').execute();
    expect(found).toHaveLength(1);
  });

  it('of two thousand people are searched and filtered at once [T-2.85]', async () => {
    const letter = (n: number) => String.fromCharCode(97 + n);
    const rows = Array.from(
      { length: 2000 },
      (_, n) => `Viel${letter(n % 26)}${letter(Math.floor(n / 26) % 26)};Kind${letter(Math.floor(n / 676))};;9z;`,
    );
    await uploadPeople(importing, [HEAD, ...rows, 'Nadel;Nina;;9z;']);
    await using open = await app.open({ username: 'admin' });
    const { page } = open;
    await page.goto(path());
    await people(page).getByRole('listitem').nth(99).waitFor();
    expect(await people(page).getByRole('listitem').count()).toBeLessThan(400);
    await page.getByLabel('Nach Namen suchen').fill('nadel');
    await line(page, 'Nadel, Nina').waitFor();
    await expect.poll(() => people(page).getByRole('listitem').count()).toBe(1);
  });

  it('go on where saving stands still, at the word of somebody', async () => {
    const run = await uploadPeople(importing, [HEAD, 'Still;Nora;04.05.2013;5a;']);
    const { kysely } = app.server.test.database;
    await kysely
      .updateTable('user_imports')
      .set({ state: 'SAVING' })
      .where('school_id', '=', app.school.id)
      .where('id', '=', run.id)
      .execute();
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    await page.goto(`${path()}?run=${run.id}`);
    await page.getByRole('status').getByText('Das Speichern steht still.', { exact: false }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Jetzt fortsetzen' }).click();
    await stands(page, 'Gespeichert');
    expect(await page.getByRole('button', { name: 'Jetzt fortsetzen' }).count()).toBe(0);
  });
});
