// features: help, settings

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { withBrandValue } from '../support/brand-value.ts';
import { listens } from '../support/news-flows.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);
const WIDE = { width: 1280, height: 800 };
const pages = (page: Page) => page.getByRole('navigation', { name: 'Seiten der Einstellungen' });
const heading = (page: Page, name: string) => page.getByRole('banner').getByRole('heading', { name, exact: true });
const languages = ['de', 'en', 'es', 'tr', 'uk', 'fr', 'it'];
const FILM = `{title:{${languages.map((key) => `${key}:"So geht der Plan"`).join()}},url:"https://films.example.org/1"}`;

it('every page of the settings opens from their list: the eight that are named, hint videos where there are some [P-2.75] [P-1.13] [P-2.58]', async () => {
  await using app = await kreide.open({ username: 'teacher', viewport: WIDE });
  const { page, problems } = app;
  const changed = await withBrandValue(page, 'videos:[]', `videos:[${FILM}]`);
  await page.goto('/settings');
  for (const [name, title, part] of [
    ['Profil', 'Profil', 'Telefon'],
    ['Sicherheit', 'Sicherheit', 'Passwort'],
    ['Benachrichtigungen', 'Benachrichtigungen einstellen', 'Dieses Gerät'],
    ['Urheberrecht', 'Urheberrecht', 'Urheberrecht'],
    ['Neues in der App', 'Neues in der App', 'Rollen, eigene Daten und Codes'],
    ['Hilfevideos', 'Hilfevideos', 'So geht der Plan'],
    ['Konten', 'Konten', 'Konto hinzufügen'],
    ['Konto löschen', 'Konto löschen', 'Konto'],
  ] as const) {
    await pages(page)
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
    await heading(page, title).waitFor();
    await page.getByRole('main').getByText(part, { exact: false }).last().waitFor();
    await pages(page).locator('[aria-current=page]').getByText(name, { exact: true }).waitFor();
  }
  expect(changed()).toBeGreaterThan(0);
  await page.goto('/settings/videos');
  const film = page.getByRole('link', { name: 'So geht der Plan' });
  expect(await film.getAttribute('href')).toBe('https://films.example.org/1');
  expect(await film.getAttribute('rel')).toContain('noopener');
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

it.each([
  ['has none', 'videos:[]', 'videos:[]'],
  ['does without', 'help_videos:!0', `help_videos:!1,more:[${FILM}]`],
])('a branding that %s has no entry for hint videos, and their page says so [P-1.13]', async (_, former, value) => {
  await using app = await kreide.open({ username: 'teacher', viewport: WIDE });
  const { page } = app;
  const changed = await withBrandValue(page, former, value);
  await page.goto('/settings/videos');
  await page.getByRole('heading', { name: 'Noch keine Hilfevideos' }).waitFor();
  await pages(page)
    .getByRole('link', { name: /^Neues in der App/ })
    .waitFor();
  expect(
    await pages(page)
      .getByRole('link', { name: /^Hilfevideos/ })
      .count(),
  ).toBe(0);
  expect(changed()).toBeGreaterThan(0);
});

it('the release notes have the newest release first [P-2.65]', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  await page.goto('/release-notes');
  await page.getByRole('article').first().waitFor();
  const dates = await page
    .getByRole('article')
    .locator('time')
    .evaluateAll((all) => all.map((one) => (one as HTMLTimeElement).dateTime));
  expect(dates.length).toBeGreaterThan(1);
  expect(dates).toEqual(dates.toSorted().toReversed());
  await expectAccessible(page);
});

const told = (page: Page) => page.getByRole('status').filter({ hasText: 'gibt es Neues' });
const seen = (page: Page) => page.evaluate(() => localStorage.getItem('release_seen'));

it('a release is announced once after an update, not on a device that is new to the app [P-1.11]', async () => {
  await using app = await kreide.open({ username: 'ada', storage: { release_seen: 'r0' } });
  const { page } = app;
  await page.goto('/feed');
  await told(page).waitFor();
  await expectAccessible(page);
  await told(page).getByRole('link', { name: 'Ansehen' }).click();
  await page.waitForURL('**/release-notes');
  await told(page).waitFor({ state: 'detached' });
  expect(await seen(page)).toBe('r3');
  await using fresh = await kreide.open({ username: 'ada' });
  await fresh.page.goto('/release-notes');
  await fresh.page.getByRole('article').first().waitFor();
  expect([await seen(fresh.page), await told(fresh.page).count()]).toEqual(['r3', 0]);
});

it('a branding without announcements tells of no release [P-1.11]', async () => {
  await using app = await kreide.open({ username: 'ada', storage: { release_seen: 'r0' } });
  const { page } = app;
  const changed = await withBrandValue(page, 'announcements:!0', 'announcements:!1');
  await page.goto('/release-notes');
  await page.getByRole('article').first().waitFor();
  expect(changed()).toBeGreaterThan(0);
  expect(await told(page).count()).toBe(0);
});

it('an administrator keeps the contact persons; everybody sees at once whom to write to and to call [P-7.47] [P-2.82]', async () => {
  await using pupil = await kreide.open({ isPrompt: true, username: 'ada' });
  const connected = listens(pupil.page);
  await pupil.page.goto('/more');
  await pupil.page.getByRole('main').getByRole('link', { name: 'Ansprechpersonen' }).click();
  await pupil.page.getByText('Noch keine Ansprechpersonen').waitFor();
  await connected;
  const seen = pupil.page.getByRole('list', { name: 'Ansprechpersonen der Schule' }).getByRole('listitem');
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(`/management/${kreide.school.uuid}/contact-persons`);
  const dialog = page.getByRole('dialog', { name: 'Neue Ansprechperson' });
  const add = page.getByRole('button', { name: 'Ansprechperson hinzufügen' });
  await add.click();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Bitte gib eine E-Mail-Adresse oder ein Telefon an.').waitFor();
  await dialog.getByLabel('Name').fill('Sekretariat');
  await dialog.getByLabel('Telefon').fill('040 / 123-45');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.waitFor({ state: 'detached' });
  kreide.server.clock.advance(1000);
  await add.click();
  await dialog.getByRole('button', { name: 'Person der Schule wählen' }).click();
  const picked = page.getByRole('dialog', { name: 'Person der Schule', exact: true });
  const first = picked.getByRole('button', { name: /^Wählen:/ }).first();
  await first.waitFor();
  await expectAccessible(page);
  await first.click();
  await dialog.getByText('Verlässt diese Person die Schule, verschwindet sie auch hier.').waitFor();
  const name = await dialog.getByLabel('Name').inputValue();
  await dialog.getByLabel('E-Mail-Adresse').fill('rat@school.example');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect.poll(() => seen.allInnerTexts()).toEqual(['Sekretariat\n040 / 123-45', `${name}\nrat@school.example`]);
  expect(await seen.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    'tel:04012345',
    'mailto:rat@school.example',
  ]);
  await expectAccessible(pupil.page);

  kreide.server.clock.advance(1000);
  await page.getByRole('button', { name: `${name} nach oben` }).press('Enter');
  await expect.poll(() => seen.allInnerTexts()).toEqual([`${name}\nrat@school.example`, 'Sekretariat\n040 / 123-45']);
  kreide.server.clock.advance(1000);
  await page.getByRole('button', { name: `${name} entfernen` }).click();
  await expect.poll(() => seen.allInnerTexts()).toEqual(['Sekretariat\n040 / 123-45']);
  kreide.server.clock.advance(1000);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect.poll(() => seen.allInnerTexts()).toEqual([`${name}\nrat@school.example`, 'Sekretariat\n040 / 123-45']);
  expect([...app.problems, ...pupil.problems]).toEqual([]);
});
