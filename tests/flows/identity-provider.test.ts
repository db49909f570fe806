// features: identity-provider, auth

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { register, switchOn } from '../support/identity-provider.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../support/people.ts';
import { type SmallProgram, startSmallProgram } from '../support/small-program.ts';

let program: SmallProgram;
const kreide = withApp(async (server) => {
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  const other = await buildSchool(kysely, 'drossel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  await buildUser(kysely, school.id, 'ada', 'TEACHER');
  await buildUser(kysely, other.id, 'eve', 'TEACHER');
  await buildUser(kysely, other.id, 'boss', 'ADMIN');
  const admin = await signIn(server, 'amsel', 'admin');
  const { addresses } = await switchOn(server, school, admin);
  return { ...school, other, admin, issuer: addresses.issuer as string };
});
beforeAll(async () => {
  program = await startSmallProgram();
  const { server, school } = kreide;
  const made = await register(server, school, school.admin, {
    name: 'Lernplattform',
    passes: ['name', 'email'],
    redirect_uris: [program.redirect_uri],
    logout_uris: [],
  });
  await program.use(school.issuer, made);
});
afterAll(() => program?.[Symbol.asyncDispose]());

describe('a program at which people sign in with their account here', () => {
  it('sends somebody to the sign-in of the school, then they read what is passed on, agree, and are back [P-2.29]', async () => {
    await using app = await kreide.open();
    const { page, problems } = app;
    await page.goto(`${program.origin}/`);
    await page.waitForURL('**/amsel/login');
    await page.getByLabel('Benutzername').fill('ada');
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByRole('heading', { name: 'Bei Lernplattform anmelden' }).waitFor();
    expect(await page.getByRole('listitem').allTextContents()).toEqual(['Vor- und Nachname', 'E-Mail-Adresse']);
    await page.getByRole('button', { name: 'Zustimmen und weiter' }).click();
    await page.waitForURL(`${program.origin}/callback**`);
    const told = JSON.parse((await page.locator('p').textContent()) ?? '{}');
    expect(told).toHaveProperty('family_name');
    expect(told).not.toHaveProperty('preferred_username');
    // The second time nobody is asked.
    await page.goto(`${program.origin}/`);
    await page.waitForURL(`${program.origin}/callback**`);
    await page.getByRole('heading', { name: 'Hier' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('learns nothing of somebody who refuses, or who belongs to another school [P-2.29]', async () => {
    {
      await using app = await kreide.open({ username: 'ada' });
      const { page } = app;
      await page.goto(`${program.origin}/`);
      await page.getByRole('button', { name: 'Ablehnen' }).click();
      await page.waitForURL(`${program.origin}/callback**`);
      expect(await page.locator('p').textContent()).toBe('access_denied');
    }
    await using app = await kreide.open({ username: 'eve', slink: 'drossel' });
    const { page, problems } = app;
    await page.goto(`${program.origin}/`);
    await page.getByRole('heading', { name: 'Konto einer anderen Schule' }).waitFor();
    const address = page.url();
    expect(problems).toEqual([]);
    // The address alone is worth nothing in another browser.
    await using stranger = await kreide.open({ username: 'ada' });
    await stranger.page.goto(address);
    await stranger.page.getByRole('heading', { name: 'Diese Anmeldung ist vorbei' }).waitFor();
  });
});

it('is let in by an administrator, who copies what the program needs, and loses no change to a colleague’s [T-7.130] [T-7.131]', async () => {
  await using app = await kreide.open({ username: 'boss', slink: 'drossel' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: 'Anmelden an anderen Programmen' }).click();
  await page.getByText('E-Mail-Adresse', { exact: true }).click();
  await page.getByRole('button', { name: 'Einschalten' }).click();
  await page.getByRole('button', { name: 'Neues Programm' }).click();
  const form = page.getByRole('form', { name: 'Neues Programm' });
  await form.getByRole('button', { name: /Vorlage/ }).click();
  await page.getByRole('option', { name: 'Moodle' }).click();
  const back = form.getByLabel('Adressen für den Rückweg');
  expect(await back.inputValue()).toMatch(/\/admin\/oauth2callback\.php$/);
  await back.fill('http://moodle.school.example/admin/oauth2callback.php');
  await form.getByLabel('Eigenes Passwort', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Programm zulassen' }).click();
  await form.getByText('Die Adresse muss mit https:// beginnen.').waitFor();
  await back.fill('https://moodle.school.example/admin/oauth2callback.php');
  await form.getByRole('button', { name: 'Programm zulassen' }).click();
  await page.getByText('Das Programm hat ein neues Geheimnis.').waitFor();
  const { other, issuer } = kreide.school;
  await page.getByText(issuer.replace(kreide.school.uuid, other.uuid), { exact: true }).waitFor();
  await page.getByText('openid profile email', { exact: true }).waitFor();
  await page.getByText('given_name → firstname').waitFor();
  const secret = await page.locator('code').nth(1).textContent();
  expect(secret).toMatch(/^[\w-]{43}$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fertig' }).click();
  await page.getByRole('button', { name: /^Moodle/ }).click();
  await page.getByText('wurde nur einmal gezeigt').waitFor();
  expect(await page.getByText(secret ?? '').count()).toBe(0);

  await page.getByRole('button', { name: 'Ändern', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name des Programms').fill('Lernraum');
  expect(await dialog.getByLabel('Eigenes Passwort').count()).toBe(0);
  kreide.server.clock.advance(60_000);
  await using colleague = await kreide.open({ username: 'boss', slink: 'drossel' });
  await colleague.page.goto(`/management/${other.uuid}/school-data/identity-provider`);
  await colleague.page.getByRole('button', { name: /^Moodle/ }).click();
  await colleague.page.getByRole('button', { name: 'Ändern', exact: true }).click();
  await colleague.page.getByRole('dialog').getByLabel('Name des Programms').fill('Lernwelt');
  await colleague.page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await colleague.page.getByRole('heading', { name: 'Lernwelt' }).waitFor();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Lernwelt', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Meine Fassung speichern' }).click();
  await page.getByRole('heading', { name: 'Lernraum' }).waitFor();

  await page.getByRole('button', { name: 'Ändern', exact: true }).click();
  await dialog.getByLabel('Adresse für Abmeldungen').fill('https://moodle.school.example/out');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.waitFor({ state: 'detached' });
  await kreide.server.test.database.pool.query(
    "update identity_clients set failed_at = $1, failure = 'answer', failed_status = 502 where backchannel_uri is not null",
    [kreide.server.clock.now()],
  );
  await page.reload();
  await page.getByText('Erfährt nicht, wer sich abmeldet').click();
  await page.getByText('Das Programm hat es abgelehnt (502).').waitFor();

  await page.getByRole('button', { name: 'Fertig' }).click();
  await page.getByRole('button', { name: 'Abschalten' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abschalten' }).click();
  await page.getByRole('button', { name: 'Einschalten' }).waitFor();
  expect(app.problems.filter((problem) => !/409|422/.test(problem))).toEqual([]);
});
