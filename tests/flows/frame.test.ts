// features: start, timetable

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type JsonValue, toJsonText } from '../../packages/server/src/kernel/data/json.ts';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };

const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const header = (page: Page) => page.locator('header').first();

/** Makes the page long enough to be scrolled. */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    (document.querySelector('main') as HTMLElement).style.minHeight = '4000px';
  });

async function setFooterMenu(menu: JsonValue | undefined): Promise<void> {
  await kreide.server.test.database.kysely
    .updateTable('schools')
    .set({ meta: toJsonText<JsonValue>(menu === undefined ? {} : { footer_menu: menu }) })
    .where('slink', '=', 'amsel')
    .execute();
}

describe('the header', () => {
  it('explains the page that it stands on, and gives the focus back [C-2.70] [C-2.59] [C-2.61]', async () => {
    await using app = await kreide.open({ username: 'teacher', viewport: WIDE });
    const { page, problems } = app;
    await page.goto('/feed');
    await page.getByRole('heading', { level: 1, name: /^\w+, \d+\. \w+$/ }).waitFor();
    await page.getByRole('button', { name: 'Hinweise zu dieser Seite' }).click();
    await page.getByRole('dialog', { name: 'Neues aus der Schule' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Hinweise zu dieser Seite');
    await page.goto('/timetable');
    await page.getByRole('button', { name: 'Hinweise zu dieser Seite' }).click();
    await page.getByRole('dialog', { name: 'Der Stundenplan' }).getByRole('button', { name: 'Verstanden' }).click();
    await page.goto('/more');
    await page.getByRole('heading', { level: 1, name: 'Mehr' }).waitFor();
    expect(await page.getByRole('button', { name: 'Hinweise zu dieser Seite' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('opens the menu of the account, from which one signs out [C-2.71] [C-2.77] [C-2.79]', async () => {
    await using app = await kreide.open({ username: 'admin', viewport: PHONE });
    const { page } = app;
    await page.goto('/feed');
    await page.getByRole('button', { name: 'Konto und Menü' }).click();
    const panel = page.getByRole('dialog', { name: 'Konto und Menü' });
    await panel.getByRole('link', { name: 'Personen', exact: true }).waitFor();
    // At schools with the lite menu alone (C-2.74); elsewhere it is on the page of what remains.
    expect(await panel.getByRole('link', { name: 'Verwaltung' }).count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Konto und Menü');
    await page.getByRole('button', { name: 'Konto und Menü' }).click();
    await panel.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(path(page)).toBe('/feed?logout=true');
    expect(await panel.count()).toBe(0);
  });

  it('of those without rights has no people to manage in its menu [C-2.78]', async () => {
    await using app = await kreide.open({ username: 'teacher', viewport: WIDE });
    const { page } = app;
    await page.goto('/feed');
    await page.getByRole('button', { name: 'Konto und Menü' }).click();
    const panel = page.getByRole('dialog', { name: 'Konto und Menü' });
    await panel.getByRole('button', { name: 'Abmelden' }).waitFor();
    expect(await panel.getByRole('link', { name: 'Personen', exact: true }).count()).toBe(0);
  });

  it('hides on the way down, shows on the way up, and what has focus is never under it [C-9.23]', async () => {
    await using app = await kreide.open({ username: 'teacher', viewport: PHONE });
    const { page } = app;
    await page.goto('/more');
    await page.getByRole('button', { name: 'Abmelden' }).waitFor();
    await lengthen(page);
    const top = () => header(page).evaluate((element) => element.getBoundingClientRect().bottom);
    // Told to the page before the next one: two in the same frame would be one way of both lengths.
    const scroll = (y: number) =>
      page.evaluate((place) => {
        window.scrollTo(0, place);
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }, y);
    expect(await header(page).evaluate((element) => getComputedStyle(element).zIndex)).toBe('1020');
    await scroll(40);
    await scroll(56);
    expect(await top()).toBeGreaterThan(40);
    await scroll(400);
    await expect.poll(top).toBeLessThanOrEqual(0);
    await scroll(383);
    await expect.poll(top).toBeGreaterThan(40);
    await scroll(600);
    await expect.poll(top).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Konto und Menü' }).focus();
    await expect.poll(top).toBeGreaterThan(40);
    // Focus moves to a row above: it comes out below the header and above the bar.
    const row = page.getByRole('main').getByRole('button', { name: 'Abmelden' });
    await row.focus();
    const box = await row.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(await top());
    const bar = await page.getByRole('navigation').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  it.each([
    [844, 390],
    [320, 256],
  ])('does not stick in a low window of %i × %i, and neither does the navigation [D-7.03]', async (width, height) => {
    await using app = await kreide.open({ username: 'teacher', viewport: { width, height } });
    const { page } = app;
    await page.goto('/more');
    await page.getByRole('button', { name: 'Abmelden' }).waitFor();
    await lengthen(page);
    await page.evaluate(() => window.scrollTo(0, 1000));
    const stuck = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((one) => {
          const { position } = getComputedStyle(one);
          const { bottom, top, height } = one.getBoundingClientRect();
          const isBar = position === 'sticky' || position === 'fixed';
          return isBar && height > 30 && bottom > 0 && top < window.innerHeight;
        }).length,
    );
    expect(stuck).toBe(0);
  });
});

describe('the bottom bar', () => {
  const words = (page: Page) => page.getByRole('navigation').getByRole('link').allInnerTexts();

  it('has the entries that the school has set, else the usual ones [C-2.86] [C-2.84] [P-3.23]', async () => {
    await using app = await kreide.open({ username: 'ada', viewport: PHONE });
    const { page } = app;
    for (const [menu, expected] of [
      [undefined, ['Start', 'Stundenplan', 'Kanäle', 'Mehr']],
      [
        ['more', 'timetable'],
        ['Mehr', 'Stundenplan'],
      ],
      [['lunch', 'feed', 7], ['Start']],
      ['feed', ['Start', 'Stundenplan', 'Kanäle', 'Mehr']],
      [['lunch'], ['Start', 'Stundenplan', 'Kanäle', 'Mehr']],
    ] satisfies [JsonValue | undefined, string[]][]) {
      await setFooterMenu(menu);
      await page.goto('/more');
      await page.getByRole('main').getByRole('button').first().waitFor();
      // What the device has kept is shown until the server has answered.
      await expect.poll(() => words(page), { message: JSON.stringify(menu) }).toEqual(expected);
    }
    await setFooterMenu(undefined);
  });

  it('has the settings where the school has placed them, beside the page on a wide screen too; else they are in the menu [C-2.72]', async () => {
    await using app = await kreide.open({ username: 'ada', viewport: PHONE });
    const { page } = app;
    const inMenu = page.getByRole('main').getByRole('link', { name: 'Einstellungen' });
    await page.goto('/more');
    await inMenu.waitFor();
    await setFooterMenu(['feed', 'settings', 'more']);
    await page.reload();
    await expect.poll(() => words(page)).toEqual(['Start', 'Einstellungen', 'Mehr']);
    await inMenu.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect
      .poll(() => words(page))
      .toEqual(['Start', 'Stundenplan', 'Kanäle', 'Kalender', 'Dateien', 'Einstellungen', 'Mehr']);
    await page.getByRole('navigation').getByRole('link', { name: 'Einstellungen' }).click();
    await page.waitForURL('**/settings');
    await setFooterMenu(undefined);
    expect(app.problems).toEqual([]);
  });

  it('has a button in its middle for those who may write news or begin a chat, and for nobody else [C-2.88] [C-2.89]', async () => {
    await using teacher = await kreide.open({ username: 'teacher', viewport: PHONE });
    const { page } = teacher;
    await page.goto('/feed');
    await page.getByRole('button', { name: 'Neu anlegen' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Neuigkeit schreiben' }).click();
    await page.waitForURL('**/news/create/channelselection');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await using student = await kreide.open({ username: 'ada', viewport: PHONE });
    await student.page.goto('/feed');
    await student.page.getByRole('button', { name: 'Neu anlegen' }).waitFor();
    // Where the school lets pupils neither begin chats nor report themselves, they have nothing to make.
    const { kysely } = kreide.server.test.database;
    const makes = ['create-conversation', 'view-sick-notes'] as const;
    const denied = makes.map((permission) => ({ role: 'STUDENT', permission, is_allowed: false }) as const);
    await kysely
      .insertInto('role_permissions')
      .values(denied.map((one) => ({ school_id: kreide.school.id, ...one })))
      .execute();
    await student.page.reload();
    await student.page.getByRole('navigation').getByRole('link').first().waitFor();
    await student.page.getByRole('button', { name: 'Neu anlegen' }).waitFor({ state: 'detached' });
    await kysely.deleteFrom('role_permissions').where('permission', 'in', makes).execute();
  });

  it('offers to bring a file to those who may do so somewhere, where it goes is chosen then [C-2.92]', async () => {
    const { kysely } = kreide.server.test.database;
    const teacher = await kysely
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'teacher')
      .executeTakeFirstOrThrow();
    const mine = kysely.updateTable('channel_members').where('user_id', '=', teacher.id);
    await mine.set({ left_at: new Date().toISOString() }).execute();
    await using app = await kreide.open({ username: 'teacher', viewport: PHONE });
    const { page } = app;
    const offered = page.getByRole('dialog').getByRole('link', { name: 'Datei', exact: true });
    const openNotch = async () => {
      await page.goto('/feed');
      await page.getByRole('button', { name: 'Neu anlegen' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Neuigkeit schreiben' }).waitFor();
    };
    await openNotch();
    expect(await offered.count()).toBe(0);
    // Whoever only reads in a channel brings nothing into its cloud.
    const channel = await buildChannel(
      kysely,
      kreide.school.id,
      { members: [teacher.id] },
      { name: 'Töpfern', is_twoway: false },
    );
    await openNotch();
    expect(await offered.count()).toBe(0);
    await kysely.updateTable('channels').set({ is_twoway: true }).where('id', '=', channel.id).execute();
    await openNotch();
    await expectAccessible(page);
    await offered.click();
    await page.waitForURL('**/cloud/upload/file');
    await page.getByRole('link', { name: /^Töpfern/ }).click();
    await page.waitForURL(`**/cloud/upload/file/${channel.id}`);
    expect(app.problems).toEqual([]);
  });

  it('adds nothing to the history when the page on screen is chosen again [C-2.94]', async () => {
    await using app = await kreide.open({ username: 'ada', viewport: PHONE });
    const { page } = app;
    await page.goto('/feed');
    const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name });
    await entry('Mehr').click();
    await page.waitForURL('**/more');
    const length = () => page.evaluate(() => window.history.length);
    const before = await length();
    await entry('Mehr').click();
    await entry('Mehr').click();
    expect([await length(), path(page)]).toEqual([before, '/more']);
    await entry('Start').click();
    await page.waitForURL('**/feed');
    expect(await length()).toBe(before + 1);
  });
});

describe('a change of page', () => {
  it('begins at the top, also if the browser keeps its place for 300 ms, unless somebody moves [P-9.15]', async () => {
    await using app = await kreide.open({ drivesClock: true, username: 'ada', viewport: WIDE });
    const { page } = app;
    const stray = async () => {
      await page.locator('aside').getByRole('link', { name: 'Mehr' }).click();
      await page.waitForURL('**/more');
      // The address changes a moment before the page does, which begins at the top by itself.
      await page.getByRole('heading', { name: 'Mehr', level: 1 }).waitFor();
      await lengthen(page);
      await page.evaluate(() => window.scrollTo(0, 500));
    };
    const place = () => page.evaluate(() => window.scrollY);
    await page.clock.install();
    await page.goto('/feed');
    await page.locator('aside').getByRole('link', { name: 'Mehr' }).waitFor();
    // From here on the page's time stands still: its browser may be slow, 300 ms of the page are 300 ms.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await stray();
    await page.clock.runFor(299);
    expect(await place()).toBe(500);
    await page.clock.runFor(1);
    expect(await place()).toBe(0);
    await page.locator('aside').getByRole('link', { name: 'Start' }).click();
    await page.waitForURL('**/feed');
    await stray();
    await page.evaluate(() => window.addEventListener('wheel', () => document.body.setAttribute('data-moved', '')));
    await page.mouse.wheel(0, 10);
    await page.locator('body[data-moved]').waitFor();
    await page.clock.runFor(400);
    expect(await place()).toBeGreaterThanOrEqual(500);
  });

  it('to an address without a page says so inside the frame [P-2.09]', async () => {
    await using app = await kreide.open({ username: 'ada', viewport: WIDE });
    const { page } = app;
    await page.goto('/no/such/page');
    await page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' }).waitFor();
    await expectAccessible(page);
    await page.locator('aside').getByRole('link', { name: 'Mehr' }).click();
    await page.waitForURL('**/more');
  });

  it('straight to a page of the administration opens it with its query and fragment; one that there is not says so [P-2.101] [P-2.09]', async () => {
    await using app = await kreide.open({ username: 'admin', viewport: WIDE });
    const { page } = app;
    const { uuid } = await kreide.server.test.database.kysely
      .selectFrom('schools')
      .select('uuid')
      .where('slink', '=', 'amsel')
      .executeTakeFirstOrThrow();
    await page.goto(`/management/${uuid}/years?from=mail#now`);
    await page.getByRole('heading', { level: 1, name: 'Schuljahre' }).waitFor();
    expect(page.url().endsWith('/years?from=mail#now')).toBe(true);
    await page.goto(`/management/${uuid}/no-such-page`);
    await page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' }).waitFor();
  });
});
