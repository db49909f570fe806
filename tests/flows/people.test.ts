// features: users

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { visit } from '../support/go-inside.ts';
import { LOOKS } from '../support/looks.ts';
import { buildUser } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(async (server) => {
  const { kysely } = server.test.database;
  const school = await buildPlanSchool(server);
  for (const [username, firstname, lastname, role] of [
    ['j.baeumler', 'Jörg', 'Bäumler', 'STUDENT'],
    ['petra', 'Petra', 'Čapková', 'TEACHER'],
    ['olena', 'Olena', 'Melnyk', 'PARENT'],
  ] as const) {
    const { id } = await buildUser(kysely, school.id, username, role);
    await kysely.updateTable('users').set({ firstname, lastname }).where('id', '=', id).execute();
  }
  return school;
});

const rows = (page: Page) => page.getByRole('grid', { name: 'Personen' }).getByRole('link');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true });
const stated = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).waitFor();

async function openList(options: Parameters<typeof kreide.open>[0] = {}) {
  const app = await kreide.open({ username: 'admin', ...options });
  await app.page.goto('/more/administration');
  await app.page.getByRole('main').locator('a[href$="/users"]').click();
  await rows(app.page).first().waitFor();
  return app;
}
async function openPerson(username: string) {
  const { kysely } = kreide.server.test.database;
  const { id } = await kysely
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const app = await kreide.open({ username: 'admin' });
  await app.page.goto(`/users/${id}`);
  await button(app.page, 'Konto sperren').waitFor();
  return app;
}

describe('the list of people', () => {
  it.each(LOOKS)(
    'at $width px is found in the administration, searched and filtered in an address that can be passed on [P-2.76] [C-2.46]',
    async ({ width, colorScheme }) => {
      await using app = await openList({ viewport: { width, height: 900 }, colorScheme });
      const { page } = app;
      const all = await rows(page).count();
      expect(all).toBe(11);
      await page.getByRole('searchbox', { name: 'Person suchen' }).fill('baumler joerg');
      await expect.poll(() => rows(page).count()).toBe(1);
      expect(await rows(page).textContent()).toContain('Bäumler, Jörg');
      await button(page, 'Filter zurücksetzen').click();
      await expect.poll(() => rows(page).count()).toBe(all);
      await page.getByRole('search').getByRole('button', { name: /Rolle/ }).click();
      await page.getByRole('option', { name: 'Lehrkraft' }).click();
      await expect.poll(() => rows(page).count()).toBe(2);
      // The way up goes back to the list as it was left; of an address that was opened by itself, to the whole list.
      const up = page.getByRole('banner').getByRole('link', { name: 'Alle Personen' });
      await rows(page).first().click();
      await up.click();
      await expect.poll(() => rows(page).count()).toBe(2);
      expect(page.url()).toContain('role=TEACHER');
      await rows(page).first().click();
      await up.waitFor();
      await page.reload();
      await up.click();
      await expect.poll(() => rows(page).count()).toBe(all);
      await page.getByRole('banner').getByRole('link', { name: 'Zurück', exact: true }).click();
      await page.waitForURL('**/more');
      await page.getByRole('banner').getByRole('heading', { name: 'Mehr' }).waitFor();
      expect(await page.getByRole('banner').getByRole('link', { name: 'Zurück' }).count()).toBe(0);
      await page.goto('/users?role=TEACHER&search=capkova');
      await expect.poll(() => rows(page).count()).toBe(1);
      expect(app.problems).toEqual([]);
    },
  );

  it('is a table by keys: ordered in the address, rows chosen with Shift, all of them locked and freed', async () => {
    await using app = await openList();
    const { page } = app;
    const table = page.getByRole('grid', { name: 'Personen' });
    const names = () => rows(page).allTextContents();
    const upwards = await names();
    const head = table.getByRole('columnheader', { name: 'Name' });
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').click();
    await expect.poll(names).toEqual([...upwards].reverse());
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(new URL(page.url()).search).toBe('?order=-name');
    expect(await head.getByRole('button').evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByText(`${upwards.length} Treffer`).waitFor();

    const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('link', { name }) });
    await row('Čapková').focus();
    await page.keyboard.press('Shift+ArrowDown');
    const chosen = table.getByRole('row', { selected: true });
    await expect.poll(() => chosen.count()).toBe(2);
    expect(await row('Bäumler').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(() => chosen.count()).toBe(1);
    await button(page, `Alle ${upwards.length} auswählen`).click();
    await expect.poll(() => chosen.count()).toBe(upwards.length);
    await expectAccessible(page);
    await button(page, 'Auswahl aufheben').click();
    await row('Bäumler').getByRole('checkbox').click();
    await button(page, 'Sperren').click();
    await confirm(page, 'Sperren').click();
    await row('Bäumler').getByText('Gesperrt').waitFor();
    await expect.poll(() => chosen.count()).toBe(0);
    await row('Bäumler').getByRole('checkbox').click();
    await button(page, 'Entsperren').click();
    await row('Bäumler').getByText('Aktiv').waitFor();
    await row('Bäumler').focus();
    await page.keyboard.press('Enter');
    await button(page, 'Konto sperren').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('changes all of a list by its filters, says who was left out, and takes it back', async () => {
    await using app = await openList();
    const { page } = app;
    const { kysely } = kreide.server.test.database;
    const names = ['j.baeumler', 'petra', 'olena'];
    await kysely.updateTable('users').set({ is_locked: true }).where('username', 'in', names).execute();
    await page.goto('/users?status=locked&order=-name');
    await page.getByText('3 Treffer').waitFor();
    await page.getByRole('row').filter({ hasText: 'Melnyk' }).getByRole('checkbox').click();
    await button(page, 'Alle 3 auswählen').click();
    await page.getByText('3 ausgewählt').waitFor();
    await button(page, 'Entsperren').click();
    await expect.poll(() => rows(page).count()).toBe(0);
    await button(page, 'Frühere Änderungen').click();
    const past = page.getByRole('dialog', { name: 'Änderungen vieler Personen' });
    const first = past.getByRole('listitem').filter({ hasText: 'Entsperrt' }).first();
    await first.getByText('3 geändert, 0 ausgelassen').waitFor();
    await expectAccessible(page);
    await first.getByRole('button', { name: 'Zurücknehmen' }).click();
    await first.getByText('Zurückgenommen bei 3').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows(page).count()).toBe(3);
    await kysely.updateTable('users').set({ is_locked: false }).where('username', 'in', names).execute();
    await page.goto('/users');
    for (const name of ['Bäumler', 'Melnyk'])
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click();
    await button(page, 'In eine Klasse').click();
    const dialog = page.getByRole('alertdialog');
    const choose = async (at: number) => {
      await dialog.getByRole('button', { name: 'Klasse' }).click();
      await page.getByRole('option').nth(at).click();
    };
    // Nobody comes into a class that was not chosen.
    expect(await dialog.getByRole('button', { name: 'Ändern' }).isDisabled()).toBe(true);
    await choose(1);
    await dialog.getByText('1 werden geändert.').waitFor();
    await dialog.getByText('1 sind keine Schülerinnen oder Schüler').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Ändern' }).click();
    await page.getByText('1 geändert, 1 ausgelassen').first().waitFor();
    await button(page, 'Frühere Änderungen').click();
    await past.getByRole('button', { name: 'Wer nicht?' }).click();
    await past.getByText(/Melnyk: ist keine Schülerin/).waitFor();
    await expectAccessible(page);
    expect(app.problems).toEqual([]);
  });

  it('is in the menu of those who manage people, and neither there nor open for anybody else [C-2.75] [C-6.09] [P-6.02]', async () => {
    for (const [username, count] of [
      ['admin', 1],
      ['teacher', 0],
    ] as const) {
      await using app = await kreide.open({ username });
      await app.page.goto('/more');
      const main = app.page.getByRole('main');
      await main.getByRole('button', { name: 'Abmelden' }).waitFor();
      await main.getByRole('link', { name: 'Einstellungen', exact: true }).waitFor();
      await expect
        .poll(() => main.getByRole('link', { name: 'Personen', exact: true }).count(), { message: username })
        .toBe(count);
      for (const path of count === 0 ? ['/users', '/users/1'] : []) {
        await visit(app.page, path);
        await app.page.getByRole('heading', { name: 'Nicht freigegeben' }).waitFor();
      }
      expect(app.problems).toEqual([]);
    }
  });
});

describe('the page of a person', () => {
  it('locks an account after a question, ends one on a day, and takes both back [P-6.12] [P-6.02] [P-4.25] [P-7.59]', async () => {
    await using app = await openPerson('j.baeumler');
    const { page } = app;
    await button(page, 'Konto sperren').click();
    await confirm(page, 'Abbrechen').click();
    await button(page, 'Konto sperren').click();
    await confirm(page, 'Konto sperren').click();
    await stated(page, 'Gesperrt');
    await button(page, 'Rückgängig').click();
    await stated(page, 'Aktiv');

    await page.setViewportSize({ width: 390, height: 800 });
    await button(page, 'Ablauf festlegen').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ablauf festlegen' }).click();
    await page
      .getByRole('main')
      .getByText(/^Endet am/)
      .waitFor();
    await button(page, 'Ablauf aufheben').click();
    await stated(page, 'Aktiv');
    expect(app.problems).toEqual([]);
  });

  it('deletes and recovers an account, and erases one for good [P-6.14] [P-7.80] [P-7.81] [P-7.79]', async () => {
    await using app = await openPerson('alone');
    const { page } = app;
    await button(page, 'Konto löschen').click();
    await confirm(page, 'Konto löschen').click();
    await stated(page, 'Gelöscht');
    await button(page, 'Wiederherstellen').click();
    await stated(page, 'Aktiv');
    await button(page, 'Konto löschen').click();
    await confirm(page, 'Konto löschen').click();
    await button(page, 'Endgültig löschen').click();
    await confirm(page, 'Endgültig löschen').click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/users');
    await rows(page).first().waitFor();
    await expect.poll(() => rows(page).filter({ hasText: 'alone' }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('puts a family together and takes it apart, by keyboard too [P-6.17] [P-3.11]', async () => {
    await using app = await openPerson('j.baeumler');
    const { page } = app;
    await button(page, 'Elternteil zuordnen').click();
    await page.getByRole('radio', { name: 'Mutter' }).check();
    await page.getByRole('dialog').getByRole('searchbox').fill('meln');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Olena Melnyk/ })
      .press('Enter');
    const parents = page.getByRole('list', { name: 'Eltern' }).getByRole('listitem');
    await parents.first().waitFor();
    expect(await parents.allTextContents()).toEqual([expect.stringMatching(/Olena Melnyk.*Mutter/)]);
    // Whoever goes on to write keeps the focus when the answer brings the way back.
    const { promise: written, resolve: write } = Promise.withResolvers<void>();
    await page.route('**/v1/users/**', async (route) => {
      if (route.request().method() === 'DELETE') await written;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Zuordnung von Olena Melnyk beenden' }).click();
    await page.evaluate(() => {
      document.querySelector('main')?.append(document.createElement('textarea'));
      document.querySelector('textarea')?.focus();
    });
    write();
    await button(page, 'Rückgängig').waitFor();
    await page.keyboard.type('Anruf');
    expect(await page.locator('textarea').inputValue()).toBe('Anruf');
    await expect.poll(() => parents.count()).toBe(0);
    await button(page, 'Rückgängig').click();
    await expect.poll(() => parents.count()).toBe(1);
    expect(app.problems).toEqual([]);
  });

  it('says why somebody may do something, and gives and takes it [P-6.06] [P-6.07] [P-7.52]', async () => {
    await using app = await openPerson('petra');
    const { page } = app;
    const row = page.getByRole('listitem').filter({ hasText: 'Alle News verwalten' });
    await row.getByText('Lehrkraft: darf nicht', { exact: true }).waitFor();
    const choose = (name: string) => row.getByRole('radio', { name, exact: true }).click();
    await choose('Erlaubt');
    await row.getByText('Lehrkraft: darf nicht → Dieser Person ist es erlaubt').waitFor();
    await row.getByText('Darf', { exact: true }).waitFor();
    await choose('Wie die Rollen');
    await row.getByText('Darf nicht', { exact: true }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('signs somebody out everywhere, who is asked to sign in again [P-6.16] [P-7.69]', async () => {
    await using app = await openList();
    await using other = await kreide.open({ username: 'olena' });
    await other.page.goto('/feed');
    await other.page.getByRole('main').waitFor();
    const { page } = app;
    await rows(page).filter({ hasText: 'Melnyk' }).click();
    await button(page, 'Überall abmelden').click();
    await confirm(page, 'Überall abmelden').click();
    await page.getByText('Nirgends angemeldet').waitFor();
    await other.page.reload();
    await other.page.waitForURL(/\/login|\/$|select-school/);
    expect(app.problems).toEqual([]);
  });
});
