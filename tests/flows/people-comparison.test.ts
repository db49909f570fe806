// features: data-sync, user-import

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { startDirectoryPeer } from '../support/directory-peer.ts';
import { directoryDraft } from '../support/directory-school.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../support/people.ts';
import { ENTRIES, SOURCES, toPeerEntries } from '../support/people-directory.ts';
import { type Importing, savePeople, uploadPeople } from '../support/people-imports.ts';

const app = withApp(
  async ({ test }) => {
    const { kysely } = test.database;
    const school = await buildSchool(kysely, 'amsel');
    await buildUser(kysely, school.id, 'admin', 'ADMIN');
    await buildUser(kysely, school.id, 'teacher', 'TEACHER');
    const twins = [
      await buildUser(kysely, school.id, 'd1', 'TEACHER'),
      await buildUser(kysely, school.id, 'd2', 'TEACHER'),
    ];
    const called = kysely.updateTable('users').set({ firstname: 'Dora', lastname: 'Dold' });
    const ids = twins.map(({ id }) => id);
    await called.where('school_id', '=', school.id).where('id', 'in', ids).execute();
    return school;
  },
  { env: { KREIDE_OUTBOUND_ALLOW: '127.0.0.0/8' } },
);
const HEAD = 'Nachname;Vorname;Geburtsdatum;Klasse';
beforeAll(async () => {
  const token = await signIn(app.server, 'amsel', 'admin');
  const importing: Importing = { server: app.server, token, schoolId: app.school.id };
  const old = ['Abel;Anton;01.02.2010;10a', 'Blum;Berta;03.04.2014;5a', 'Cohn;Carl;05.06.2014;5a'];
  await savePeople(importing, await uploadPeople(importing, [HEAD, ...old]));
});

const at = (step: string) => `/management/${app.school.uuid}/users-compare/csv/${step}`;
const next = (page: Page) => page.getByRole('button', { name: /^(Weiter|Bestätigen und weiter)$/ });
const arrive = async (page: Page, step: string, words: string) => {
  await page.waitForURL(`**${at(step)}`);
  await page.getByText(words, { exact: true }).waitFor();
};

describe('the comparison of a change of school year', () => {
  it('leads through its steps, each after the work of the one before [T-2.110] [T-2.111] [T-2.112] [T-2.113] [T-4.61]', async () => {
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: 'Schuljahreswechsel: Personen' }).click();
    await page.waitForURL('**/school-year-change-type');
    await page.getByText('Mit dieser Schule ist kein Verzeichnis verbunden.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Abgleich beginnen' }).click();
    await arrive(page, 'introduction', 'Schritt 1 von 6');
    await next(page).click();
    await arrive(page, 'remove-duplicated-users', 'Schritt 2 von 6');
    await next(page).click();
    await page.getByText('Einige Konten könnten dieselbe Person sein. Bitte zuerst über sie entscheiden.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Dold, Dora: verschiedene Personen' }).click();
    await page.getByText('Entschieden').waitFor();
    await next(page).click();
    await arrive(page, 'new-users-list', 'Schritt 3 von 6');
    expect(await next(page).isDisabled()).toBe(true);
    const rows = ['Blum;Berta;03.04.2014;6a', 'Kohn;Carl;05.06.2014;6a', 'Dorn;Dina;07.08.2015;5a'];
    const buffer = Buffer.from(`${[HEAD, ...rows].join('\n')}\n`);
    await page.locator('input[type=file]').setInputFiles({ name: 'neu.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
    await page.getByRole('region', { name: 'So wurde gelesen' }).waitFor();
    // It stands on the server: an address further on leads back, a reload stays.
    await page.goto(at('summary'));
    await arrive(page, 'new-users-list', 'Schritt 3 von 6');
    await page.reload();
    await page.getByRole('region', { name: 'So wurde gelesen' }).waitFor();
    await next(page).click();
    await arrive(page, 'auto-matches', 'Schritt 4 von 6');
    expect(open.problems).toEqual([]);
  });

  it('goes on where it was left, on another device, and saves at its last step [T-2.114] [T-2.115] [T-2.116] [T-2.117] [T-4.61]', async () => {
    await using open = await app.open({ username: 'admin' });
    const { page } = open;
    await page.goto(at('summary'));
    await arrive(page, 'auto-matches', 'Schritt 4 von 6');
    await page.getByRole('button', { name: 'Das ist dieselbe Person: Cohn, Carl' }).waitFor();
    expect(await next(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Das ist dieselbe Person: Cohn, Carl' }).click();
    await expect.poll(() => next(page).isDisabled()).toBe(false);
    await next(page).click();
    await arrive(page, 'confirm-graduates', 'Schritt 4 von 6');
    await page.getByText('Abel, Anton').waitFor();
    const keepsParents = page.getByRole('checkbox', { name: /^Eltern behalten/ });
    for (const isKept of [false, true]) {
      // The answer to the change before is there.
      await expect.poll(() => keepsParents.isEnabled()).toBe(true);
      await keepsParents.click({ force: true });
      await expect.poll(() => keepsParents.isChecked()).toBe(isKept);
    }
    await next(page).click();
    await arrive(page, 'confirm-new-students', 'Schritt 5 von 6');
    await page.getByText('Dorn, Dina').waitFor();
    await next(page).click();
    await arrive(page, 'summary', 'Schritt 6 von 6');
    await page.getByText('1 neu, 2 geändert, 1 fehlten').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('status').getByText('Gespeichert', { exact: true }).first().waitFor();
    const { kysely } = app.server.test.database;
    const pupils = kysely.selectFrom('users').select('lastname').where('school_id', '=', app.school.id);
    const left = await pupils
      .where('type', '=', 'STUDENT')
      .where('deleted_at', 'is', null)
      .orderBy('lastname')
      .execute();
    expect(left.map(({ lastname }) => lastname)).toEqual(['Blum', 'Dorn', 'Kohn']);
    expect(open.problems).toEqual([]);
  });

  it('reads the people of the directory where the school has one, and goes on with them [T-2.118]', async () => {
    await using peer = await startDirectoryPeer({ isTls: true });
    peer.entries = toPeerEntries(ENTRIES);
    const token = await signIn(app.server, 'amsel', 'admin');
    const put = async (path: string, body: object) => {
      const answer = await app.server.request('PUT', `/v1/schools/${app.school.id}/auth-driver/${path}`, {
        token,
        body: { ...body, updated_at: null },
      });
      expect(answer.status, answer.text).toBe(200);
    };
    const driver = { ...directoryDraft(`ldaps://127.0.0.1:${peer.port}`), subject_attribute: 'uid' };
    await put('settings', { ...driver, is_on: true, passwords: 'EVERYBODY', password: PASSWORD });
    await using open = await app.open({ username: 'admin' });
    const { page } = open;
    await page.goto(`/management/${app.school.uuid}/school-year-change-type`);
    const entry = page.getByRole('region', { name: 'Aus einem Verzeichnis' });
    await entry.getByText('„Schulserver“').waitFor();
    await entry.getByRole('button', { name: 'Abgleich beginnen' }).click();
    const base = `**/users-compare/data-sync`;
    await page.waitForURL(`${base}/introduction`);
    await next(page).click();
    await page.waitForURL(`${base}/remove-duplicated-users`);
    await page.getByRole('button', { name: 'Dold, Dora: verschiedene Personen' }).click();
    await page.getByText('Entschieden').waitFor();
    await next(page).click();
    await page.waitForURL(`${base}/new-users-list`);
    await page.getByText(/^Lies alle aus dem Verzeichnis/).waitFor();
    expect(await next(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Personen lesen' }).click();
    await page.getByText('Noch ist nicht gesagt, wo im Verzeichnis diese Personen stehen.').waitFor();
    await put('sources', { sources: [SOURCES.pupils, SOURCES.teachers] });
    await page.getByRole('button', { name: 'Personen lesen' }).click();
    await page.getByRole('region', { name: 'So wurde gelesen' }).waitFor();
    await expectAccessible(page);
    await next(page).click();
    await page.waitForURL(`${base}/auto-matches`);
    await page.getByText('Schritt 4 von 6', { exact: true }).waitFor();
    await page.getByText('Abel, Anton').first().waitFor();
    expect(open.problems).toEqual([]);
  });

  it('is nothing for others than administrators [T-6.26]', async () => {
    await using open = await app.open({ username: 'teacher' });
    const { page } = open;
    for (const step of ['auto-matches', 'confirm-graduates', 'confirm-new-students', 'summary']) {
      await page.goto(at(step));
      await page.waitForURL((url) => !url.pathname.includes('/users-compare/'));
    }
  });
});
