// features: auth, auth-drivers

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { type SamlPeer, startSamlPeer } from '../support/saml-peer.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let peer: SamlPeer;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  peer = await startSamlPeer();
  server = await startTestServer({ pages: APP_PAGES, env: peer.env });
  peer.now = () => server.clock.now();
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  await buildUser(kysely, school.id, 'ada', 'TEACHER');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await peer?.[Symbol.asyncDispose]();
});

describe('a service of SAML at which a school signs people in', () => {
  it('is set up and tried by an administrator with a sign-in there, and lets a teacher in and out [T-2.104] [P-2.24] [P-7.13]', async () => {
    {
      await using app = await openApp(browser, server, { username: 'admin' });
      const { page, context, problems } = app;
      await page.goto('/more/administration');
      await page.getByRole('link', { name: 'Anmeldung über einen anderen Dienst' }).click();
      const form = page.getByRole('form', { name: 'Anmeldung über einen anderen Dienst' });
      await form.getByRole('button', { name: /Art des Dienstes/ }).click();
      await page.getByRole('option', { name: /^SAML 2\.0/ }).click();
      await form.getByText(`${server.url}/v1/auth/saml/amsel/acs`).waitFor();
      const [description] = await Promise.all([
        page.waitForEvent('download'),
        form.getByRole('link', { name: 'Beschreibung herunterladen' }).click(),
      ]);
      expect(description.suggestedFilename()).toBe('kreide-amsel.xml');
      // Whoever runs the service enters it there.
      peer.trust(await (await fetch(`${server.url}/v1/auth/saml/amsel/metadata`)).text());

      await form.getByLabel('Name des Dienstes').fill('Schulportal');
      await form.getByRole('button', { name: 'Testen' }).click();
      await form.getByText('Trage die Adresse der Metadaten ein').waitFor();
      await form.getByLabel('Adresse der Metadaten des Dienstes').fill(peer.entity_id.replace('/metadata', '/nothing'));
      await form.getByRole('button', { name: 'Testen' }).click();
      await form.getByText('Das sind keine Metadaten von SAML').waitFor();
      await form.getByLabel('Adresse der Metadaten des Dienstes').fill(peer.entity_id);

      /** Signs in there, in the window that opens, as an administrator would to try it. */
      async function tryAs(uid: string) {
        peer.who = { name_id: `person ${uid}`, uid };
        await form.getByRole('button', { name: 'Testen' }).click();
        await form.getByText(`Der Dienst nennt sich ${peer.entity_id}.`).waitFor();
        const [other] = await Promise.all([
          context.waitForEvent('page'),
          form.getByRole('link', { name: 'Beim Dienst anmelden und die Antwort prüfen' }).click(),
        ]);
        await other.getByRole('heading', { name: 'Die Antwort ist da' }).waitFor();
        await other.close();
      }
      // A look that gets lost ends nothing.
      await page.route('**/auth-driver/trials/*', (route) => route.abort(), { times: 1 });
      await tryAs('nobody');
      await form.getByText('uid = nobody passt hier zu keinem Konto.').waitFor();
      await tryAs('ada');
      await form.getByText('uid = ada passt hier zu genau einem Konto.').waitFor();
      await form.getByText(/Unterschrieben mit Peer, gültig bis/).waitFor();
      await form.getByLabel('Eigenes Passwort', { exact: true }).fill(PASSWORD);
      await form.getByRole('button', { name: 'Speichern' }).click();
      await page.getByText('Gespeichert', { exact: true }).waitFor();
      expect(problems).toEqual([]);
    }
    await using app = await openApp(browser, server);
    const { page, problems } = app;
    await page.goto('/timetable');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/amsel/login');
    const button = page.getByRole('button', { name: 'Mit Schulportal anmelden' });
    peer.who = { name_id: 'person-9', uid: 'nobody' };
    await button.click();
    await page.getByText('passt hier zu keiner Person sicher').waitFor();
    peer.who = { name_id: 'person-1', uid: 'ada' };
    await button.click();
    await page.waitForURL('**/timetable**');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).search).not.toContain('code');

    await page.goto('/more');
    await page.getByRole('main').getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abmelden' }).click();
    await page.waitForURL('**/post-logout');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(peer.left).toEqual([{ name_id: 'person-1', session: 'session-1' }]);
    expect(problems).toEqual([]);
  });
});
