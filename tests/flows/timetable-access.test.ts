// features: timetable

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { planDrawn } from '../support/plan-drawn.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

const lesson = (page: Page, name: RegExp) => page.getByRole('button', { name });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

/** By the segments of a wide toolbar or the menu of a narrow one. */
async function chooseView(page: Page, name: string): Promise<void> {
  await page.locator('.kt-lesson').first().waitFor();
  const menu = page.locator('select');
  if ((await menu.count()) > 0) await menu.selectOption({ label: name });
  else await page.getByRole('radio', { name }).click();
}

/** What only a way through the feature leads to: its address and what is done there. */
const states: readonly (readonly [string, () => string, (page: Page) => Promise<unknown>])[] = [
  [
    'list',
    () => `users/${kreide.school.users.ada}`,
    async (page) => {
      await chooseView(page, 'Liste');
      await page.locator('.kt-list-day .kt-row').first().waitFor();
    },
  ],
  [
    'parallel lessons',
    () => `users/${kreide.school.users.ada}`,
    async (page) => {
      await page.locator('.kt-strip').first().click();
      const beside = page.getByRole('region', { name: /gleichzeitig$/ });
      await page.getByRole('dialog').or(beside).locator('.kt-row').first().waitFor();
    },
  ],
  [
    'jump',
    () => `users/${kreide.school.users.ada}`,
    async (page) => {
      await page.getByRole('button', { name: /Zu einem Datum springen/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  ['missing plan', () => 'grades/999999', (page) => page.getByText('Diesen Plan gibt es nicht').waitFor()],
];

describe.each([
  [1280, 'light'],
  [390, 'dark'],
] as const)('at %i px, %s', (width, colorScheme) => {
  it.each(states)(
    'the state "%s" is free of accessibility violations and of sideways scrolling',
    async (name, path, make) => {
      await using app = await kreide.open({ username: 'parent', viewport: { width, height: 900 }, colorScheme });
      await app.page.goto(`/timetable/${path()}`);
      await make(app.page);
      await expectAccessible(app.page, name);
      expect(app.problems).toEqual([]);
    },
  );
});

describe('with text twice as large', () => {
  it.each([1280, 390])('nothing is cut off at %i px', async (width) => {
    await using app = await kreide.open({ username: 'parent', viewport: { width, height: 900 } });
    const { page } = app;
    for (const view of ['week', 'day', 'month']) {
      await page.goto(`/timetable/users/${kreide.school.users.ada}?viewType=${view}`);
      await planDrawn(page);
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
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(`/timetable/users/${kreide.school.users.ada}`);
    await page.locator('.kt-lesson').first().waitFor();
    await page.getByRole('button', { name: 'Drucken' }).focus();
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
    expect(await press('ArrowRight')).toMatch(/^Donnerstag, 19\. November, 08:00 bis 09:35/);
    expect(await press('ArrowLeft')).toMatch(/^Mittwoch, 18\. November, 08:00/);
    expect(await press('End')).toMatch(/^5 Kurse gleichzeitig, Mittwoch, 18\. November, 14:25 bis 15:10/);
    expect(await press('Home')).toMatch(/^Mittwoch, 18\. November, 08:00/);
    expect(await press('ArrowUp')).toMatch(/^Mittwoch, 18\. November, heute/);
    await press('Control+Home');
    expect(await focused(page)).toMatch(/^Montag, 16\. November, 08:00/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.querySelector('.kt-grid')?.contains(document.activeElement))).toBe(false);
    // The grid takes its one stop back once the focus has left it.
    await page.locator('.kt-grid [tabindex="0"][aria-label^="Montag, 16. November, 08:00"]').waitFor();
    await press('Shift+Tab');
    expect(await focused(page)).toMatch(/^Montag, 16\. November, 08:00/);
    expect(await page.locator('.kt-grid [tabindex="0"]').count()).toBe(1);
  });

  it('of the month goes by day and week, and by page to the next month', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(`/timetable/users/${kreide.school.users.ada}?viewType=month`);
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
