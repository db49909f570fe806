// features: auth, auth-drivers

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { type OpenIdPeer, startOpenIdPeer } from '../support/openid-peer.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let peer: OpenIdPeer;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  peer = await startOpenIdPeer();
  server = await startTestServer({ pages: APP_PAGES, env: peer.env });
  peer.redirects = [`${server.url}/sso-verify/amsel`];
  peer.rotate();
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

describe('the service at which a school signs people in', () => {
  it('is tried, saved and offered by an administrator, and opens the page that was wanted [T-2.104]', async () => {
    {
      await using app = await openApp(browser, server, { username: 'admin' });
      const { page, problems } = app;
      await page.goto('/more/administration');
      await page.getByRole('link', { name: 'Anmeldung über einen anderen Dienst' }).click();
      const form = page.getByRole('form', { name: 'Anmeldung über einen anderen Dienst' });
      await page.getByText(`${server.url}/sso-verify/amsel`).waitFor();
      await form.getByRole('button', { name: /Vorlage/ }).click();
      await page.getByRole('option', { name: 'Keycloak', exact: true }).click();
      expect(await form.getByLabel('Angabe des Dienstes').inputValue()).toBe('preferred_username');
      await form.getByRole('button', { name: 'Testen' }).click();
      await form.getByText('Das ist keine ganze Adresse eines Dienstes').waitFor();
      await form.getByLabel('Name des Dienstes').fill('Schulportal');
      await form.getByLabel('Adresse des Dienstes').fill(peer.issuer);
      await form.getByLabel('Client-ID').fill(peer.client);
      await form.getByRole('button', { name: 'Testen' }).click();
      await form.getByText('Bitte ausfüllen').waitFor();
      await form.getByLabel('Client-Secret', { exact: true }).fill('wrong');
      await form.getByRole('button', { name: 'Testen' }).click();
      await form.getByText('oder das Secret stimmt nicht').waitFor();
      await form.getByLabel('Client-Secret', { exact: true }).fill(peer.secret);
      await form.getByRole('button', { name: 'Testen' }).click();
      await form.getByText('Der Dienst kennt den Client und sein Secret.').waitFor();
      /** Signs in there, in the window that opens, as an administrator would to try it. */
      async function tryAs(who: string | null) {
        peer.who = who;
        const [other] = await Promise.all([
          app.context.waitForEvent('page'),
          form.getByRole('link', { name: 'Beim Dienst anmelden und die Antwort prüfen' }).click(),
        ]);
        await other.getByRole('heading', { name: 'Die Antwort ist da' }).waitFor();
        expect(new URL(other.url()).search).toBe('');
        await other.close();
      }
      // Some services refuse another address only after the sign-in, at a page of their own.
      const wanted = form.getByText('dort eine falsche Adresse (redirect_uri)');
      await wanted.waitFor();
      await tryAs(null);
      await wanted.waitFor({ state: 'detached' });
      await form.getByText('Der Dienst hat abgelehnt: access_denied.').waitFor();
      peer.people = { one: { preferred_username: 'ada', email: 'ada@other.example', email_verified: false } };
      await form.getByRole('button', { name: 'Testen' }).click();
      await tryAs('one');
      await form.getByText('preferred_username = ada passt hier zu genau einem Konto.').waitFor();
      const values = form.getByRole('table', { name: 'Was der Dienst sagt, und was hier steht' });
      expect(await values.getByRole('row', { name: /Benutzername/ }).innerText()).toMatch(/ada\s+ada/);
      expect(await values.getByRole('row', { name: /E-Mail/ }).innerText()).toMatch(/ada@other.*nicht bestätigt/);
      peer.who = null;
      await form.getByLabel('Eigenes Passwort', { exact: true }).fill(PASSWORD);
      await form.getByRole('button', { name: 'Speichern' }).click();
      await page.getByText('Gespeichert', { exact: true }).waitFor();
      expect(await form.getByLabel('Client-Secret', { exact: true }).inputValue()).toBe('');
      expect(problems).toEqual([]);
    }
    await using app = await openApp(browser, server);
    const { page, problems } = app;
    await page.goto('/timetable');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/amsel/login');
    const button = page.getByRole('button', { name: 'Mit Schulportal anmelden' });
    await button.click();
    await page.getByText('Die Anmeldung bei dem Dienst wurde abgebrochen.').waitFor();
    peer.people = { one: { preferred_username: 'nobody' }, two: { preferred_username: 'ada' } };
    peer.who = 'one';
    await button.click();
    await page.getByText('passt hier zu keiner Person sicher').waitFor();
    // The service would know the one who was there.
    await app.context.clearCookies({ name: /^_session/ });
    peer.who = 'two';
    await button.click();
    await page.waitForURL('**/timetable**');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(problems).toEqual([]);
    expect(new URL(page.url()).search).not.toContain('code');
  });

  it('leads on an iPhone from the browser back into the app, which alone uses the answer [P-2.25]', async () => {
    peer.people = { two: { preferred_username: 'ada' } };
    peer.who = 'two';
    await using app = await openApp(browser, server);
    const { page, context } = app;
    await page.goto('/amsel/login');
    // As the service does to which a school gave the address of the app on iPhones.
    await context.route(`${peer.issuer}/**`, async (route) => {
      const location = (await route.fetch()).url().replace('/sso-verify/', '/sso-verify/ios/');
      await route.fulfill({ status: 303, headers: { location } });
    });
    await page.getByRole('button', { name: 'Mit Schulportal anmelden' }).click();
    await page.getByRole('heading', { name: 'Zurück in die App' }).waitFor();
    const address = await page.getByRole('link', { name: 'App öffnen' }).getAttribute('href');
    expect(address).toMatch(/^kreide:\/\/sso-verify\/amsel\?.*code=/);
    const here = await page.getByRole('link', { name: 'Ohne App hier weitermachen' }).getAttribute('href');
    expect(address).toBe(`kreide:/${here}`);
    const wrapper = await context.newPage();
    await wrapper.addInitScript(() => {
      const App = {
        getInfo: async () => ({ version: '4.0.10' }),
        addListener: (_: string, hear: (opened: { url: string }) => void) => Object.assign(window, { open: hear }),
      };
      window.Capacitor = { getPlatform: () => 'ios', Plugins: { App } };
    });
    await wrapper.goto('/amsel/login');
    await wrapper.waitForFunction(() => !String(window.open).includes('native code'));
    await wrapper.evaluate((url) => (window.open as unknown as (opened: object) => void)({ url }), address);
    await wrapper.waitForURL('**/feed');
    await page.getByRole('link', { name: 'Ohne App hier weitermachen' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sso-verify'));
  });

  it('proposes to an administrator who somebody may be whom nobody knows, and lets them in after a yes [D-6.10]', async () => {
    const { pool, kysely } = server.test.database;
    const { rows } = await pool.query("select school_id from users where username = 'ada'");
    const school_id = Number(rows[0].school_id);
    const { id } = await buildUser(kysely, school_id, 'lina', 'STUDENT');
    await pool.query("update users set firstname = 'Lina', lastname = 'Berg' where id = $1", [id]);
    await kysely
      .insertInto('user_import_identities')
      .values({ school_id, user_id: id, source: 'list', external_id: 'x', birth_date: '2012-05-04' })
      .execute();
    peer.people = { three: { given_name: 'Lina', family_name: 'Berg', birthdate: '2012-05-04' } };
    peer.who = 'three';
    await using comer = await openApp(browser, server);
    await comer.page.goto('/amsel/login');
    const button = comer.page.getByRole('button', { name: 'Mit Schulportal anmelden' });
    await button.click();
    await comer.page.getByText('passt hier zu keiner Person sicher').waitFor();
    {
      await using app = await openApp(browser, server, { username: 'admin' });
      const { page, problems } = app;
      await page.goto('/more/administration');
      await page.getByRole('link', { name: 'Anmeldung über einen anderen Dienst' }).click();
      const waiting = page.getByRole('region', { name: 'Wer ist das?' });
      await waiting.getByText('Name und Geburtsdatum stimmen überein.').waitFor();
      await waiting.getByRole('button', { name: 'Ja, das ist Lina Berg' }).click();
      await waiting.waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
    }
    await button.click();
    await comer.page.waitForURL((url) => !/login|sso-verify/.test(url.pathname));
    expect(comer.problems).toEqual([]);
  });

  it('is followed by the second step of the account', async () => {
    await server.test.database.pool.query(
      "update users set is_tfa_enabled = true, tfa_mode = 'totp' where username = 'ada'",
    );
    peer.people = { two: { preferred_username: 'ada' } };
    peer.who = 'two';
    await using app = await openApp(browser, server);
    const { page, problems } = app;
    await page.goto('/amsel/login');
    await page.getByRole('button', { name: 'Mit Schulportal anmelden' }).click();
    const code = page.getByRole('textbox', { name: 'Wiederherstellungscode' });
    await code.fill('aaaa-bbbb-cccc');
    await page.getByRole('button', { name: 'Bestätigen' }).click();
    await page.getByText('Dieser Code stimmt nicht').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(problems).toEqual([]);
  });
});
