// features: data-sync, user-import

import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, WCAG } from '../support/accessible.ts';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { type DirectoryPeer, startDirectoryPeer } from '../support/directory-peer.ts';
import { directoryDraft } from '../support/directory-school.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../support/people.ts';
import { ENTRIES, PUPILS, SOURCES, TEACHERS, toPeerEntries } from '../support/people-directory.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let peer: DirectoryPeer;
let server: TestServer;
let browser: Browser;
let schoolId: number;

beforeAll(async () => {
  peer = await startDirectoryPeer({ isTls: true });
  peer.entries = toPeerEntries(ENTRIES);
  server = await startTestServer({ pages: APP_PAGES, env: { KREIDE_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  schoolId = school.id;
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await peer?.[Symbol.asyncDispose]();
});

it('the people of the directory are read where an administrator says they stand, and looked at before anything is saved [T-7.123] [T-7.129]', async () => {
  await using app = await openApp(browser, server, { username: 'admin' });
  const { page, problems } = app;
  const token = await signIn(server, 'amsel', 'admin');
  const call = async (method: 'GET' | 'PUT', path: string, body?: object) => {
    const answer = await server.request(method, `/v1/schools/${schoolId}/auth-driver/${path}`, {
      token,
      ...(body && { body }),
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  await page.goto('/more/administration');
  await page.getByRole('link', { name: 'Personen aus dem Verzeichnis' }).click();
  await page.getByRole('heading', { name: 'Noch kein Verzeichnis' }).waitFor();
  const driver = { ...directoryDraft(`ldaps://127.0.0.1:${peer.port}`), subject_attribute: 'uid' };
  await call('PUT', 'settings', {
    ...driver,
    is_on: true,
    passwords: 'EVERYBODY',
    password: PASSWORD,
    updated_at: null,
  });
  await page.reload();
  const form = page.getByRole('form', { name: 'Personen aus dem Verzeichnis' });
  expect(await page.getByRole('button', { name: 'Personen lesen' }).count()).toBe(0);
  await form.getByRole('button', { name: 'Noch ein Ort' }).click();
  await form.getByRole('button', { name: /Vorlage/ }).click();
  await page.getByRole('option', { name: 'OpenLDAP' }).click();
  await form.getByLabel('Unterhalb von (DN)').fill(PUPILS);
  await form.getByLabel('Feste Nummer').fill('uid');
  await form.getByLabel('E-Mail-Adresse').fill('');
  await form.getByLabel('Klasse', { exact: true }).fill('departmentNumber');
  await form.getByLabel('Wo darin die Klasse steht').fill('cn=gym-');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByText('Die Stelle der Klasse heißt {class}').waitFor();
  await expectAccessible(page, 'places of a directory', WCAG);
  await form.getByLabel('Wo darin die Klasse steht').fill('cn=gym-{class},*');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Gespeichert', { exact: true }).waitFor();
  const saved = await call('GET', 'sources');
  expect(saved.sources).toMatchObject([{ type: 'STUDENT', base_dn: PUPILS, class: 'departmentNumber', email: null }]);

  await form.getByLabel('Unterhalb von (DN)').fill('ou=typed');
  server.clock.advance(5_000);
  await call('PUT', 'sources', { sources: [SOURCES.teachers], updated_at: saved.updated_at });
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText(TEACHERS).waitFor();
  expect(await page.getByText('ou=typed').count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click();
  await expect.poll(async () => (await call('GET', 'sources')).sources[0].base_dn).toBe('ou=typed');

  await page.getByRole('button', { name: 'Personen lesen' }).click();
  await page.getByText('Diesen Ort gibt es im Verzeichnis nicht: ou=typed').waitFor();
  await form.getByLabel('Unterhalb von (DN)').fill(PUPILS);
  await form.getByRole('button', { name: 'Speichern' }).click();
  await expect.poll(async () => (await call('GET', 'sources')).sources[0].base_dn).toBe(PUPILS);
  await page.getByRole('button', { name: 'Personen lesen' }).click();
  await page.waitForURL('**/upload');
  await page.getByText('Blum, Berta').first().waitFor();
  expect(await page.getByText('Öztürk, Ayşe').count()).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

it('accounts are matched by a list that comes back, and brought in line with who is gone from the directory [T-7.114] [T-7.116] [T-7.117]', async () => {
  const { kysely } = server.test.database;
  await buildUser(kysely, schoolId, 'berta', 'STUDENT');
  const night = { outcome: 'waits', reason: 'taken_back', added: 1, changed: 0, missing: 0, questions: 0 } as const;
  const at = server.clock.now().toISOString();
  await kysely
    .insertInto('data_sync_readings')
    .values({ school_id: schoolId, at, ...night })
    .execute();
  await using app = await openApp(browser, server, { username: 'admin' });
  const { page, problems } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: 'Personen aus dem Verzeichnis' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Paarliste herunterladen' }).click();
  const list = await readFile(await (await downloading).path(), 'utf8');
  await page.getByText(/Aus dem Verzeichnis: 0 schon verbunden/).waitFor();
  const subject = /;([^;]+);Blum, Berta;/.exec(list)?.[1];
  const choose = (content: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Paare.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose(`[connect];[account];[entry]\nx;berta;${subject}\nx;nobody;1`);
  await page.getByText('1 Konto würde verbunden, 0 sind es schon.').waitFor();
  await page.getByText('Zeile 3, nobody: Diese feste Nummer gibt es im Verzeichnis nicht.').waitFor();
  await expectAccessible(page, 'a list of pairs', WCAG);
  await page.getByRole('button', { name: '1 Konto verbinden' }).click();
  await page.getByText('1 Konto ist verbunden.').waitFor();
  await page.getByText(/^Zuletzt am .*: 1 Konto verbunden$/).waitFor();

  await page.getByRole('button', { name: 'Vergleichen' }).click();
  await page.getByText('1 verbundenes Konto, und es steht auch im Verzeichnis.').waitFor();
  peer.entries = peer.entries.filter(({ attributes }) => attributes.sn?.[0] !== 'Blum');
  await page.getByRole('button', { name: 'Vergleichen' }).click();
  await page.getByRole('region', { name: '1 Person wird gesperrt' }).getByText('fehlt im Verzeichnis').waitFor();
  await expectAccessible(page, 'accounts in line', WCAG);
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await page.getByRole('status').getByText('Gesperrt: 1, entsperrt: 0.').waitFor();
  await page
    .getByRole('list', { name: 'Bisherige Abgleiche' })
    .getByText(/von Hand: Gesperrt: 1, entsperrt: 0\.$/)
    .waitFor();
  await page.getByText('Jede Nacht abgleichen').click();
  await page.getByText(/Das nächste Mal am .*, 03:/).waitFor();
  await page.getByText('Jede Nacht lesen').click();
  await expect.poll(() => page.getByText(/Das nächste Mal am .*, 03:/).count()).toBe(2);
  await page
    .getByRole('list', { name: 'Nachts gelesen' })
    .getByText(/Wartet: Der letzte Import aus dem Verzeichnis wurde zurückgenommen\./)
    .waitFor();

  await page.getByRole('button', { name: 'Zurücknehmen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zurücknehmen' }).click();
  await page.getByText(/^Zuletzt am/).waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});
