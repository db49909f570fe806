// features: webuntis, timetable-import

import { afterAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, signIn } from '../support/people.ts';
import { PEER_SCHOOL, startWebUntisPeer } from '../support/webuntis-peer.ts';

const peer = await startWebUntisPeer();
const app = withApp(
  async ({ test }) => {
    const school = await buildSchool(test.database.kysely, 'amsel');
    await buildUser(test.database.kysely, school.id, 'admin', 'ADMIN');
    return school;
  },
  { env: peer.env },
);
afterAll(() => peer[Symbol.asyncDispose]());

async function connection() {
  const token = await signIn(app.server, 'amsel', 'admin');
  const path = `/v1/schools/${app.school.id}/webuntis-connection`;
  return (await app.server.request('GET', path, { token })).body.data;
}

describe('the connection to WebUntis', () => {
  it('is tried, saved, read and removed by somebody at the page of automatic imports [T-2.77]', async () => {
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    await page.goto(`/management/${app.school.uuid}/web-interface/automatic-upload`);
    const form = page.getByRole('form', { name: 'WebUntis' });
    await form.getByRole('button', { name: 'Speichern' }).click();
    await form.getByText('Bitte ausfüllen.').first().waitFor();
    expect(await form.getByLabel('Adresse des Servers').evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    await expectAccessible(page);
    await form.getByLabel('Adresse des Servers').fill(peer.url);
    await form.getByLabel('Name der Schule bei WebUntis').fill(PEER_SCHOOL);
    await form.getByLabel('Benutzername').fill('plan');
    await form.getByRole('textbox', { name: 'Passwort' }).fill('falsch');
    await form.getByRole('button', { name: 'Prüfen' }).click();
    await form.getByText('Benutzername oder Passwort sind falsch.').waitFor();
    await form.getByRole('textbox', { name: 'Passwort' }).fill(peer.account.password);
    peer.errors = { getSubstitutions: -8509 };
    await form.getByRole('button', { name: 'Prüfen' }).click();
    await form.getByText('Das Konto sieht 2 Klassen.', { exact: false }).waitFor();
    await form.getByRole('listitem').filter({ hasText: 'Liste der Vertretungen' }).getByText('nicht erlaubt').waitFor();
    await expectAccessible(page);
    await form.getByLabel('Abstand in Minuten').fill('3');
    await form.getByRole('button', { name: 'Speichern' }).click();
    await form.getByText('Bitte eine Zahl von 5 bis 1440 eingeben.').waitFor();
    await form.getByLabel('Abstand in Minuten').fill('15');
    await form.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Gelesen, es gab Neues').waitFor();
    expect(await form.getByRole('textbox', { name: 'Passwort' }).inputValue()).toBe('');
    const save = form.getByRole('button', { name: 'Speichern' });
    expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);
    // Saved again without the password: the one that was saved stays.
    await form.getByLabel('Abstand in Minuten').fill('20');
    await save.click();
    await expect.poll(async () => (await connection()).interval_minutes).toBe(20);
    await expectAccessible(page);
    peer.errors = { authenticate: -8504 };
    app.server.clock.advance(60_000);
    await page.getByRole('button', { name: 'Jetzt lesen' }).click();
    await page.getByText('Nicht gelesen').waitFor();
    await page.getByText('Benutzername oder Passwort sind falsch.').waitFor();
    await page.getByRole('button', { name: 'Verbindung entfernen' }).click();
    const question = page.getByRole('alertdialog');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Verbindung entfernen' }).click();
    await page.getByText('Die Verbindung ist entfernt.').waitFor();
    expect(await form.getByLabel('Adresse des Servers').inputValue()).toBe('');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(open.problems).toEqual([]);
  });
});
