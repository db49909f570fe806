// features: subscriptions

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { clipboardAfter, withApp } from '../support/app-browser.ts';
import { LOOKS } from '../support/looks.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Kalender abonnieren' });
const opener = (page: Page) => page.getByRole('button', { name: 'Kalender abonnieren' });
async function openDialog(page: Page, path: string) {
  await page.goto(path);
  await opener(page).click();
  await dialogOf(page).getByRole('button', { name: 'Adresse erstellen' }).waitFor();
  return dialogOf(page);
}
const statusOf = async (url: string) => (await kreide.server.request('GET', new URL(url).pathname)).status;

describe('subscribing to a timetable', () => {
  it('a parent makes an address for a child, copies it, and revokes it again [D-6.01]', async () => {
    await using app = await kreide.open({
      username: 'parent',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = app;
    const dialog = await openDialog(page, `/timetable/users/${kreide.school.users.ben}`);
    expect(await dialog.textContent()).toContain('Der Plan von Ben Kern');
    await dialog.getByLabel('Wofür?').fill('Handy');
    await page.keyboard.press('Enter');
    const copy = dialog.getByRole('button', { name: 'Kopieren Geheime Adresse' });
    await expect.poll(() => copy.evaluate((button) => button === document.activeElement)).toBe(true);
    const url = (await dialog.locator('code').textContent()) ?? '';
    expect(url).toMatch(/^http:\/\/.+\/v1\/feeds\/[\w-]{43}\.ics$/);
    expect(await dialog.getByRole('link', { name: 'Im Kalender öffnen' }).getAttribute('href')).toBe(
      url.replace('http:', 'webcal:'),
    );
    await copy.click();
    await dialog.getByRole('status').filter({ hasText: 'Kopiert.' }).waitFor();
    await expect.poll(() => clipboardAfter(copy)).toBe(url);
    expect(await statusOf(url)).toBe(200);

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener(page).evaluate((button) => button === document.activeElement)).toBe(true);
    const again = await openDialog(page, `/timetable/users/${kreide.school.users.ada}`);
    const row = again.getByRole('listitem').filter({ hasText: 'Handy' });
    expect(await row.textContent()).toContain('Stundenplan Ben Kern');
    expect(await row.textContent()).toMatch(/Zuletzt abgerufen: 18\.11\.2026, 10:10/);
    expect(await page.content()).not.toContain(url.slice(-47));
    await row.getByRole('button', { name: 'Adresse löschen: Handy' }).click();
    const keep = row.getByRole('button', { name: 'Behalten' });
    await expect.poll(() => keep.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await statusOf(url)).toBe(200);
    await row.getByRole('button', { name: 'Löschen', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    expect(await statusOf(url)).toBe(404);
    expect(app.problems).toEqual([]);
  });

  it('says in a toast that a change did not reach the server, after trying again, and keeps the address [P-8.06]', async () => {
    await using app = await kreide.open({ drivesClock: true, username: 'ada' });
    const { page } = app;
    const dialog = await openDialog(page, `/timetable/users/${kreide.school.users.ada}`);
    await dialog.getByRole('button', { name: 'Adresse erstellen' }).click();
    const address = dialog.getByRole('region', { name: 'Erstellte Adressen' }).getByRole('listitem');
    await address.waitFor();
    let tries = 0;
    await page.route('**/v1/subscriptions/*', (route) => {
      tries += 1;
      return route.abort('connectionrefused');
    });
    const toast = page.getByText('Das ist nicht angekommen.');
    await dialog.getByRole('button', { name: /^Adresse löschen/ }).click();
    await dialog.getByRole('button', { name: 'Löschen', exact: true }).click();
    await expect.poll(() => page.clock.runFor(1000).then(() => toast.count())).toBe(1);
    expect(tries).toBe(6);
    expect(await address.count()).toBe(1);
    await page.unroute('**/v1/subscriptions/*');
    await dialog.getByRole('button', { name: 'Löschen', exact: true }).click();
    await address.waitFor({ state: 'detached' });
    expect(app.problems).toEqual([]);
  });

  it('is offered for the own plan and a child’s only, a teacher’s own included [D-6.01]', async () => {
    const teacher = await kreide.server.test.database.kysely
      .selectFrom('teachers')
      .select('id')
      .where('shortcut', '=', 'Bg')
      .executeTakeFirstOrThrow();
    for (const [username, path, count] of [
      ['ada', `users/${kreide.school.users.ada}`, 1],
      ['ada', `grades/${kreide.school.gradeId}`, 0],
      ['ada', `teachers/${teacher.id}`, 0],
      ['teacher', `teachers/${teacher.id}`, 1],
      ['admin', `users/${kreide.school.users.ada}`, 0],
    ] as const) {
      await using app = await kreide.open({ username });
      await app.page.goto(`/timetable/${path}`);
      await app.page.locator('.kt-lesson').first().waitFor();
      expect(await opener(app.page).count(), `${username} ${path}`).toBe(count);
    }
  });

  it('says what is wrong when there are too many addresses [D-6.01]', async () => {
    const { kysely } = kreide.server.test.database;
    const one = {
      school_id: kreide.school.id,
      owner_id: kreide.school.users.new,
      user_id: kreide.school.users.new,
      language: 'de' as const,
    };
    await kysely
      .insertInto('grade_memberships')
      .values({
        school_id: kreide.school.id,
        user_id: kreide.school.users.new,
        grade_id: kreide.school.gradeId,
        begins_at: '2026-08-01',
      })
      .execute();
    await kysely
      .insertInto('subscriptions')
      .values(
        Array.from({ length: 20 }, (_, at) => ({
          ...one,
          secret_hash: Buffer.from(`hash ${at}`),
          created_at: '2026-11-01T08:00:00Z',
        })),
      )
      .execute();
    await using app = await kreide.open({ username: 'new' });
    const dialog = await openDialog(app.page, `/timetable/users/${kreide.school.users.new}`);
    await dialog.getByRole('button', { name: 'Adresse erstellen' }).click();
    await dialog.getByText('Höchstens 20 Adressen').waitFor();
    await kysely.deleteFrom('subscriptions').where('owner_id', '=', kreide.school.users.new).execute();
  });
});

describe.each(LOOKS)('the dialog at $width px, $colorScheme', ({ width, colorScheme }) => {
  it('is free of accessibility violations and of sideways scrolling in each state [D-6.01]', async () => {
    await using app = await kreide.open({
      username: 'parent',
      viewport: { width, height: 844 },
      colorScheme,
    });
    const { page } = app;
    const dialog = await openDialog(page, `/timetable/users/${kreide.school.users.ada}`);
    await expectAccessible(page, 'ask');
    await dialog.getByLabel('Wofür?').fill('Familienkalender auf dem Tablet in der Küche');
    await dialog.getByRole('button', { name: 'Adresse erstellen' }).click();
    await dialog.locator('code').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Familienkalender' }).first().waitFor();
    await expectAccessible(page, 'made');
    await dialog
      .getByRole('button', { name: /^Adresse löschen/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Behalten' }).waitFor();
    await expectAccessible(page, 'question');
  });
});
