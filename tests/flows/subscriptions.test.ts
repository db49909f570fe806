import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { buildPlanSchool, type PlanSchool } from '../support/plan-school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: PlanSchool;
let browser: Browser;

beforeAll(async () => {
  server = await startTestServer({ pages: APP_PAGES });
  school = await buildPlanSchool(server);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Kalender abonnieren' });
const opener = (page: Page) => page.getByRole('button', { name: 'Kalender abonnieren' });
async function openDialog(page: Page, path: string) {
  await page.goto(path);
  await opener(page).click();
  await dialogOf(page).getByRole('button', { name: 'Adresse erstellen' }).waitFor();
  return dialogOf(page);
}
const statusOf = async (url: string) => (await server.request('GET', new URL(url).pathname)).status;

describe('subscribing to a timetable', () => {
  it('a parent makes an address for a child, copies it, and revokes it again [D-6.01]', async () => {
    await using app = await openApp(browser, server, {
      username: 'parent',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = app;
    const dialog = await openDialog(page, `/timetable/users/${school.users.ben}`);
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
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    expect(await statusOf(url)).toBe(200);

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener(page).evaluate((button) => button === document.activeElement)).toBe(true);
    const again = await openDialog(page, `/timetable/users/${school.users.ada}`);
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
    await using app = await openApp(browser, server, { username: 'ada' });
    const { page } = app;
    const dialog = await openDialog(page, `/timetable/users/${school.users.ada}`);
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
    await expect.poll(() => tries).toBe(1);
    for (const next of [2, 3, 4, 5, 6]) {
      expect(await toast.count()).toBe(0);
      const later = () => page.clock.runFor(1000).then(() => tries);
      await expect.poll(later).toBe(next);
    }
    await toast.waitFor();
    expect(await address.count()).toBe(1);
    await page.unroute('**/v1/subscriptions/*');
    await dialog.getByRole('button', { name: 'Löschen', exact: true }).click();
    await address.waitFor({ state: 'detached' });
    expect(app.problems).toEqual([]);
  });

  it('is offered for the own plan and a child’s only, a teacher’s own included [D-6.01]', async () => {
    const teacher = await server.test.database.kysely
      .selectFrom('teachers')
      .select('id')
      .where('shortcut', '=', 'Bg')
      .executeTakeFirstOrThrow();
    for (const [username, path, count] of [
      ['ada', `users/${school.users.ada}`, 1],
      ['ada', `grades/${school.gradeId}`, 0],
      ['ada', `teachers/${teacher.id}`, 0],
      ['teacher', `teachers/${teacher.id}`, 1],
      ['admin', `users/${school.users.ada}`, 0],
    ] as const) {
      await using app = await openApp(browser, server, { username });
      await app.page.goto(`/timetable/${path}`);
      await app.page.locator('.kt-lesson').first().waitFor();
      expect(await opener(app.page).count(), `${username} ${path}`).toBe(count);
    }
  });

  it('says what is wrong when there are too many addresses [D-6.01]', async () => {
    const { kysely } = server.test.database;
    const one = {
      school_id: school.id,
      owner_id: school.users.new,
      user_id: school.users.new,
      language: 'de' as const,
    };
    await kysely
      .insertInto('grade_memberships')
      .values({ school_id: school.id, user_id: school.users.new, grade_id: school.gradeId, begins_at: '2026-08-01' })
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
    await using app = await openApp(browser, server, { username: 'new' });
    const dialog = await openDialog(app.page, `/timetable/users/${school.users.new}`);
    await dialog.getByRole('button', { name: 'Adresse erstellen' }).click();
    await dialog.getByText('Höchstens 20 Adressen').waitFor();
    await kysely.deleteFrom('subscriptions').where('owner_id', '=', school.users.new).execute();
  });
});

describe.each([
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)('the dialog at %i px, %s', (width, colorScheme) => {
  it('is free of accessibility violations and of sideways scrolling in each state [D-6.01]', async () => {
    await using app = await openApp(browser, server, {
      username: 'parent',
      viewport: { width, height: 844 },
      colorScheme,
    });
    const { page } = app;
    const check = async (state: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide, state).toBeLessThanOrEqual(0);
    };
    const dialog = await openDialog(page, `/timetable/users/${school.users.ada}`);
    await check('ask');
    await dialog.getByLabel('Wofür?').fill('Familienkalender auf dem Tablet in der Küche');
    await dialog.getByRole('button', { name: 'Adresse erstellen' }).click();
    await dialog.locator('code').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Familienkalender' }).first().waitFor();
    await check('made');
    await dialog
      .getByRole('button', { name: /^Adresse löschen/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Behalten' }).waitFor();
    await check('question');
  });
});
