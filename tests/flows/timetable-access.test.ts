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

const lesson = (page: Page, name: RegExp) => page.getByRole('button', { name });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

/** Every screen of the feature: its address and what makes it whole. */
const screens: readonly (readonly [string, () => string, (page: Page) => Promise<unknown>])[] = [
  ['week', () => `users/${school.users.ada}`, (page) => page.locator('.kt-lesson').first().waitFor()],
  [
    'day',
    () => `users/${school.users.ada}?viewType=day`,
    (page) => page.locator('.kt-one-day .kt-lesson').first().waitFor(),
  ],
  ['month', () => `users/${school.users.ada}?viewType=month`, (page) => page.locator('.kt-chip').first().waitFor()],
  [
    'list',
    () => `users/${school.users.ada}`,
    async (page) => {
      await page.getByRole('button', { name: 'Liste', exact: true }).click();
      await page.locator('.kt-row').first().waitFor();
    },
  ],
  [
    'details',
    () => `users/${school.users.ada}`,
    async (page) => {
      await page.locator('.kt-changed').first().click();
      await page.getByRole('dialog').getByText('Bitte den Atlas').waitFor();
    },
  ],
  [
    'parallel lessons',
    () => `users/${school.users.ada}`,
    async (page) => {
      await page.locator('.kt-more').click();
      await page.getByRole('dialog').locator('.kt-row').first().waitFor();
    },
  ],
  [
    'jump',
    () => `users/${school.users.ada}`,
    async (page) => {
      await page.getByRole('button', { name: 'Zu einem Datum springen' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  ['missing plan', () => 'grades/999999', (page) => page.getByText('Diesen Plan gibt es nicht').waitFor()],
  ['unknown entity', () => 'pets/5', (page) => page.getByText('Diese Seite gibt es nicht').waitFor()],
  ['no plan', () => '../no-timetable/5/users', (page) => page.getByText('Noch kein Stundenplan').waitFor()],
];

describe.each([
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)('at %i px, %s', (width, colorScheme) => {
  it('every screen is free of accessibility violations and of sideways scrolling', async () => {
    await using app = await openApp(browser, server, {
      username: 'parent',
      viewport: { width, height: 900 },
      colorScheme,
    });
    const { page } = app;
    for (const [name, path, make] of screens) {
      await page.goto(`/timetable/${path()}`);
      await make(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const told = violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html }) => html).join(' ')}`);
      expect(told).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
      await page.evaluate(() => localStorage.removeItem('timetable_as_list'));
    }
    expect(app.problems).toEqual([]);
  });
});

describe('with text twice as large', () => {
  it.each([1280, 390])('nothing is cut off at %i px', async (width) => {
    await using app = await openApp(browser, server, { username: 'parent', viewport: { width, height: 900 } });
    const { page } = app;
    for (const view of ['week', 'day', 'month']) {
      await page.goto(`/timetable/users/${school.users.ada}?viewType=${view}`);
      await page.locator('.kt-lesson, .kt-cell').first().waitFor();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await page.waitForFunction(() => document.querySelector('.kt-compact, .kt-month, .kt-one-day'));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), view).toBeLessThanOrEqual(0);
      const cut = await page.locator('main button:not(.kt-lesson), main h2, main p').evaluateAll((all) =>
        all
          .filter((one) => one.getClientRects().length > 0 && !one.closest('.kt-hidden, .kt-cell'))
          .filter((one) => one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflowX !== 'visible')
          .map((one) => one.textContent),
      );
      expect(cut, view).toEqual([]);
    }
  });
});

describe('the grid by keyboard', () => {
  it('is one Tab stop that begins at today’s first lesson; arrows, Home and End lead through it', async () => {
    await using app = await openApp(browser, server, { username: 'ada' });
    const { page } = app;
    await page.goto(`/timetable/users/${school.users.ada}`);
    await page.locator('.kt-lesson').first().waitFor();
    await page.getByRole('button', { name: 'Liste', exact: true }).focus();
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return focused(page);
    };
    expect(await press('Tab')).toMatch(
      /^Mittwoch, 18\. November, 08:00 bis 08:45, Englisch, Raum 105, Frau Kaya, planmäßig/,
    );
    expect(await press('ArrowDown')).toMatch(
      /^Mittwoch, 18\. November, 08:50 .*Geschichte.*Geändert: Herr Tamm statt Herr Winter/,
    );
    expect(await press('ArrowRight')).toMatch(/^Donnerstag, 19\. November, 08:50/);
    expect(await press('ArrowLeft')).toMatch(/^Mittwoch, 18\. November, 08:50/);
    expect(await press('End')).toMatch(/^\+2 weitere, Mittwoch, 18\. November, 14:25 bis 15:10/);
    expect(await press('Home')).toMatch(/^Mittwoch, 18\. November, 08:00/);
    expect(await press('ArrowUp')).toMatch(/^Mittwoch, 18\. November, heute/);
    await press('Control+Home');
    expect(await focused(page)).toMatch(/^Montag, 16\. November, 08:00/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.querySelector('.kt-grid')?.contains(document.activeElement))).toBe(false);
    await press('Shift+Tab');
    expect(await focused(page)).toMatch(/^Montag, 16\. November, 08:00/);
    expect(await page.locator('.kt-grid [tabindex="0"]').count()).toBe(1);
  });

  it('of the month goes by day and week, and by page to the next month', async () => {
    await using app = await openApp(browser, server, { username: 'ada' });
    const { page } = app;
    await page.goto(`/timetable/users/${school.users.ada}?viewType=month`);
    const today = lesson(page, /^Mittwoch, 18\. November, heute, 12 Stunden/);
    await today.focus();
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toMatch(/^Mittwoch, 11\. November/);
    await page.keyboard.press('Home');
    expect(await focused(page)).toMatch(/^Montag, 9\. November/);
    await page.keyboard.press('PageDown');
    await expect.poll(() => focused(page)).toMatch(/^Dienstag, 1\. Dezember/);
  });
});
