// features: users

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { LOOKS } from '../support/looks.ts';
import { listens } from '../support/news-flows.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp((server) => buildPlanSchool(server));

const NAMED_LOOKS = LOOKS.map((look) => ({ ...look, name: `Bücherei ${look.width}` }));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const roleLink = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const told = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const roles = (page: Page) => page.getByRole('region', { name: 'Rollen', exact: true });

async function openRoles(options: Parameters<typeof kreide.open>[0] = {}) {
  const app = await kreide.open({ username: 'admin', ...options });
  await app.page.goto('/more/administration');
  await app.page.getByRole('link', { name: /Festlegen, was wer darf/ }).click();
  await roleLink(app.page, 'Lehrkraft').waitFor();
  return app;
}

async function openPerson(page: Page, search: string) {
  await page.goto(`/users?search=${search}`);
  await page.getByRole('grid', { name: 'Personen' }).getByRole('link').first().click();
  await roles(page).getByRole('switch').first().waitFor();
}

async function switchRole(page: Page, name: string) {
  await roles(page).getByText(name, { exact: true }).click();
}

describe('the roles of a school', () => {
  it.each(NAMED_LOOKS)(
    'at $width px are made, given to a person who sees it at once, told why, taken and ended [T-2.89] [P-7.90] [P-7.51] [P-6.04] [P-6.05]',
    async ({ width, colorScheme, name }) => {
      await using app = await openRoles({ viewport: { width, height: 900 }, colorScheme });
      const { page } = app;
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Rolle anlegen' }).click();
      await page.getByRole('textbox', { name: 'Name der Rolle' }).fill('Sekretariat');
      await page.getByText('Pläne importieren', { exact: true }).click();
      await expectAccessible(page);
      await button(page, 'Rolle anlegen').click();
      await told(page, 'Eine andere Rolle der Schule heißt schon so.');
      await page.getByRole('textbox', { name: 'Name der Rolle' }).fill(name);
      await button(page, 'Rolle anlegen').click();
      await told(page, `Die Rolle „${name}“ ist angelegt.`);

      await using held = await kreide.open({ isPrompt: true, username: 'office' });
      const connected = listens(held.page);
      await held.page.goto('/more');
      await held.page.getByRole('main').getByRole('button', { name: 'Abmelden' }).waitFor();
      const administration = held.page.getByRole('main').getByRole('link', { name: 'Verwaltung', exact: true });
      await connected;
      expect(await administration.count()).toBe(0);

      await openPerson(page, 'office');
      await switchRole(page, name);
      await told(page, `office of ${kreide.school.id} hat jetzt die Rolle „${name}“.`);
      await administration.waitFor();
      const permission = page.locator('section[aria-labelledby="person-permissions"] > ul > li').filter({
        hasText: 'Pläne importieren',
      });
      await permission.getByText(`Rolle „${name}“: darf`).waitFor();
      await expectAccessible(page);

      await switchRole(page, name);
      await administration.waitFor({ state: 'detached' });
      await page.goto('/more/administration');
      await page.getByRole('link', { name: /Festlegen, was wer darf/ }).click();
      await roleLink(page, name).click();
      await button(page, 'Rolle löschen').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Rolle löschen' }).click();
      await told(page, `Die Rolle „${name}“ ist gelöscht.`);
      await roleLink(page, 'Lehrkraft').waitFor();
      expect(await roleLink(page, name).count()).toBe(0);
      expect(app.problems).toEqual([]);
    },
  );

  it('ask before what was changed about one is lost, and are called as the school calls them [P-3.02]', async () => {
    await using app = await openRoles();
    const { page } = app;
    await roleLink(page, 'Schüler:in').click();
    const field = page.getByRole('textbox', { name: 'Name der Rolle' });
    await field.fill('Lernende');
    await page.getByRole('link', { name: 'Alle Rollen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hier bleiben' }).click();
    await button(page, 'Speichern').click();
    await told(page, 'Für die Rolle „Lernende“ gilt das ab sofort.');
    await roleLink(page, 'Lernende').waitFor();
    await page.goto('/users?role=STUDENT');
    const people = page.getByRole('grid', { name: 'Personen' });
    await people.getByText('Lernende').first().waitFor();
    expect(app.problems).toEqual([]);
  });

  it('are not for those who do not manage people [P-6.02]', async () => {
    await using app = await kreide.open({ username: 'teacher' });
    for (const path of ['roles', 'roles/new']) {
      await app.page.goto(`/management/${kreide.school.uuid}/${path}`);
      await app.page.waitForURL('**/feed');
    }
    expect(app.problems).toEqual([]);
  });
});
