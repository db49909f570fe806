// features: identity-provider, auth

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  const admin = await signIn(server, 'amsel', 'admin');
  const { addresses } = await switchOn(server, school, admin);
  return { ...school, admin, issuer: addresses.issuer as string };
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
