import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_PAGES, type AppPageOptions, openApp, openBrowser } from '../support/app-browser.ts';
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

/** Opens Ada's plan and waits for its first page. */
async function openPlan(query = '', options: AppPageOptions = {}) {
  const app = await openApp(browser, server, { username: 'ada', ...options });
  await app.page.goto(`/timetable/users/${school.users.ada}?${query}`);
  await app.page.locator('.kt-lesson, .kt-cell, .kt-row').first().waitFor();
  // The query has been written back: nothing moves any more.
  await expect.poll(() => startOf(app.page)).not.toBeNull();
  return app;
}

const startOf = (page: Page) => new URL(page.url()).searchParams.get('startDate');
const viewOf = (page: Page) => new URL(page.url()).searchParams.get('viewType');
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
const lesson = (page: Page, name: RegExp) => page.getByRole('button', { name });

describe('views of a timetable', () => {
  it('are day, week and month, and keep the time in sight [T-4.44] [T-2.25] [T-2.26] [T-2.27]', async () => {
    await using app = await openPlan();
    const { page } = app;
    expect(await page.locator('.kt-date').count()).toBe(5);
    await page.getByRole('radio', { name: 'Tag' }).click();
    await expect.poll(() => page.locator('.kt-date').count()).toBe(1);
    expect(startOf(page)).toBe('2026-11-18');
    await page.getByRole('radio', { name: 'Monat' }).click();
    await page.locator('.kt-month').waitFor();
    expect(startOf(page)).toBe('2026-11-18');
    await page.getByRole('radio', { name: 'Woche' }).click();
    await expect.poll(() => startOf(page)).toBe('2026-11-16');
    await expect.poll(() => page.locator('.kt-date').count()).toBe(5);
  });

  it('toggle between day and week by a click on the header of a day [T-2.28]', async () => {
    await using app = await openPlan();
    const { page } = app;
    await lesson(page, /^Donnerstag, 19\. November: nur diesen Tag zeigen/).click();
    await expect.poll(() => `${viewOf(page)} ${startOf(page)}`).toBe('day 2026-11-19');
    await lesson(page, /^Donnerstag, 19\. November: die ganze Woche zeigen/).click();
    await expect.poll(() => `${viewOf(page)} ${startOf(page)}`).toBe('week 2026-11-16');
  });

  it('have a list twin with the same lessons, remembered on the device', async () => {
    await using app = await openPlan();
    const { page } = app;
    // Grid and list say the same, and then what is written on each of them.
    const spoken = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.ariaLabel?.split(' – ')[0]));
    const inGrid = await spoken('.kt-lesson:not(.kt-more)');
    await page.getByRole('button', { name: 'Liste', exact: true }).click();
    await page.locator('.kt-row').first().waitFor();
    const inList = await spoken('.kt-row');
    expect(inGrid.length).toBeGreaterThan(25);
    for (const name of inGrid) expect(inList).toContain(name);
    expect(inList).toHaveLength(inGrid.length + 2);
    await page.reload();
    await page.locator('.kt-row').first().waitFor();
    await page.getByRole('radio', { name: 'Monat' }).click();
    await expect.poll(() => page.locator('.kt-list-day').count()).toBe(30);
  });

  it('jump to a date and back to today [T-5.33]', async () => {
    await using app = await openPlan();
    const { page } = app;
    await page.getByRole('button', { name: 'Zu einem Datum springen' }).click();
    const field = page.getByLabel('Datum', { exact: true });
    await field.fill('');
    await page.getByRole('button', { name: 'Anzeigen' }).click();
    await page.getByText('Bitte ein Datum angeben, das es gibt.').waitFor();
    await field.fill('2027-03-31');
    await page.getByRole('button', { name: 'Anzeigen' }).click();
    // The week after the clocks went forward: lessons keep their wall time.
    await lesson(page, /^Montag, 29\. März, 08:00 bis 08:45, Deutsch/).waitFor();
    expect(startOf(page)).toBe('2027-03-29');
    await page.getByRole('button', { name: 'Heute' }).click();
    await expect.poll(() => startOf(page)).toBe('2026-11-16');
  });
});

describe('the line of the present moment', () => {
  it('moves with the minute of the school, and the day turns at its midnight [T-9.09]', async () => {
    await using app = await openPlan();
    const { page } = app;
    const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => page.locator('.kt-now').textContent()).toBe('10:10');
    await page.clock.setFixedTime('2026-11-18T09:31:00Z');
    await look();
    await expect.poll(() => page.locator('.kt-now').textContent()).toBe('10:31');
    // Still Wednesday in New York, where this browser is.
    await page.clock.setFixedTime('2026-11-18T23:05:00Z');
    await look();
    await expect.poll(() => page.locator('.kt-date.kt-today').textContent()).toBe('Do 19');
    expect(await page.locator('.kt-now').count()).toBe(0);
  });
});

describe('paging', () => {
  it('by keys keeps the focus at the same weekday and time [T-2.29]', async () => {
    await using app = await openPlan();
    const { page } = app;
    await lesson(page, /^Montag, 16\. November, 09:55/).focus();
    await page.keyboard.press('PageDown');
    await expect.poll(() => focused(page)).toMatch(/^Montag, 23\. November, 09:55/);
    expect(startOf(page)).toBe('2026-11-23');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
    await expect.poll(() => focused(page)).toMatch(/^Montag, 9\. November, 09:55/);
    await expect
      .poll(() => page.locator('.kt-grid [aria-live]').textContent())
      .toContain('Montag, 9. November bis Freitag, 13. November');
  });

  it('by pointer turns exactly one page and opens no lesson [T-2.25] [T-2.29]', async () => {
    await using app = await openPlan();
    const { page } = app;
    const drag = async (from: number, to: number) => {
      await page.mouse.move(from, 500);
      await page.mouse.down();
      await page.mouse.move((from + to) / 2, 503, { steps: 4 });
      await page.mouse.move(to, 505, { steps: 4 });
      await page.mouse.up();
    };
    await drag(1200, 300);
    await expect.poll(() => startOf(page)).toBe('2026-11-23');
    await lesson(page, /^Montag, 23\. November, 08:00/).waitFor();
    await drag(400, 1240);
    await expect.poll(() => startOf(page)).toBe('2026-11-16');
    await drag(900, 893);
    await page.getByRole('dialog').waitFor();
    expect(startOf(page)).toBe('2026-11-16');
  });

  it('by finger turns one page of each view; scrolling and a short pull turn none [T-2.29]', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await using app = await openPlan('', phone);
    const { page, context } = app;
    await swipe(context, page, [340, 500], [60, 510]);
    await expect.poll(() => startOf(page)).toBe('2026-11-23');
    await swipe(context, page, [200, 600], [196, 300]);
    await swipe(context, page, [200, 500], [150, 502], 40);
    await page.locator('.kt-grid').first().waitFor();
    expect(startOf(page)).toBe('2026-11-23');
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('radio', { name: 'Tag' }).click();
    await expect.poll(() => page.locator('.kt-date').count()).toBe(1);
    await swipe(context, page, [60, 500], [340, 500]);
    await expect.poll(() => startOf(page)).toBe('2026-11-22');
    await page.getByRole('radio', { name: 'Monat' }).click();
    await page.locator('.kt-month').waitFor();
    await swipe(context, page, [340, 500], [40, 500]);
    await expect.poll(() => startOf(page)).toBe('2026-12-01');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

/** A finger that goes from one point to another in small steps. */
async function swipe(context: BrowserContext, page: Page, from: [number, number], to: [number, number], steps = 6) {
  const devtools = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await send('touchStart', [from]);
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    await send('touchMove', [[from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]]);
  }
  await send('touchEnd', []);
  await devtools.detach();
}

describe('a lesson', () => {
  it('opens by click and by Enter, tells old and new in words, and gives the focus back [T-2.08] [T-3.32]', async () => {
    await using app = await openPlan();
    const { page } = app;
    const changed = lesson(page, /Geschichte.*Geändert: Herr Tamm statt Herr Winter; Raum 301 statt 112/);
    await changed.click();
    const dialog = page.getByRole('dialog', { name: 'Unterrichtsstunde' });
    await dialog.getByText('Herr Tamm statt Herr Winter; Raum 301 statt 112').waitFor();
    await dialog.getByText('Bitte den Atlas mitbringen').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/lesson\/[0-9a-f-]+-\d+$/);
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    await changed.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toMatch(/Geschichte.*Geändert/);
  });

  it('leads to the plans of those who take part, and from there back [T-1.01] [T-2.21]', async () => {
    await using app = await openPlan();
    const { page } = app;
    await lesson(page, /^Montag, 16\. November, 08:00/).click();
    await page.getByRole('link', { name: 'Plan Herr Lindner' }).click();
    await page.getByRole('heading', { name: 'Herr Lindner' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(startOf(page)).toBe('2026-11-16');
    await page.getByRole('button', { name: 'Zurück', exact: true }).click();
    await page.getByRole('heading', { name: 'Ada Kern' }).waitFor();
  });

  it('is told in each of its looks by icon, word and colour [T-3.32]', async () => {
    await using app = await openPlan();
    const looks = ['changed', 'CANCLED', 'MOVED_TO', 'MOVED_FROM', 'ADDITIONAL', 'EVENT', 'MESSAGE'];
    const told = await app.page.evaluate(
      (names) =>
        names.map((name) => {
          const box = document.querySelector(`.kt-lesson.kt-${name}`);
          const word = box?.querySelector('i');
          if (!box || !word) return null;
          return {
            icon: getComputedStyle(word, '::before').clipPath,
            word: word.textContent,
            colour: getComputedStyle(box).color + getComputedStyle(box).backgroundColor,
          };
        }),
      looks,
    );
    expect(told).not.toContain(null);
    for (const part of ['icon', 'word', 'colour'] as const) {
      expect(new Set(told.map((one) => one?.[part])).size, part).toBe(looks.length);
    }
    const cancelled = app.page.locator('.kt-CANCLED b').first();
    expect(await cancelled.evaluate((name) => getComputedStyle(name).textDecorationLine)).toBe('line-through');
  });
});

describe('too many lessons', () => {
  it('at once: five collapse into a button that shows the rest, four stand side by side [T-2.34]', async () => {
    await using app = await openPlan();
    const { page } = app;
    const wednesday = page.locator('.kt-day').nth(2);
    const thursday = page.locator('.kt-day').nth(3);
    const more = wednesday.locator('.kt-more');
    expect(await more.textContent()).toBe('+2 weitere');
    expect(await wednesday.getByRole('button', { name: /14:25 bis 15:10, WP/ }).count()).toBe(3);
    expect(await thursday.getByRole('button', { name: /14:25 bis 15:10, AG/ }).count()).toBe(4);
    expect(await thursday.locator('.kt-more').count()).toBe(0);
    await more.click();
    const dialog = page.getByRole('dialog', { name: '2 Stunden gleichzeitig' });
    await dialog.waitFor();
    const rest = dialog.getByRole('button', { name: /WP/ });
    expect(await rest.count()).toBe(2);
    const name = await rest.first().locator('b').textContent();
    await rest.first().click();
    await page
      .getByRole('dialog', { name: 'Unterrichtsstunde' })
      .getByRole('heading', { name: name ?? '' })
      .waitFor();
  });

  it('in a day of the month: as many as fit and the exact number of the others, weeks from Monday [P-9.20] [T-2.31] [T-2.32] [T-2.33]', async () => {
    await using app = await openPlan('viewType=month');
    const { page } = app;
    expect(await page.locator('.kt-month tbody tr').count()).toBe(6);
    const heads = await page.locator('.kt-month thead th').allTextContents();
    expect(heads).toEqual(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']);
    const cells = await page.locator('.kt-cell').evaluateAll((all) =>
      all.map((cell) => ({
        date: (cell as HTMLElement).dataset.date,
        height: (cell as HTMLElement).offsetHeight,
        shown: cell.querySelectorAll('.kt-chip').length,
        more: cell.querySelector('.kt-cell-more')?.textContent ?? '',
        name: cell.textContent.split(' – ')[0] ?? '',
      })),
    );
    for (const cell of cells) {
      const all = Number(/(\d+) Stunden?/.exec(cell.name)?.[1] ?? 0);
      const fit = Math.floor((cell.height - 26) / 20) - 1;
      expect(cell.shown, cell.date).toBe(Math.min(all, fit));
      expect(cell.more, cell.date).toBe(all > fit ? `+${all - fit}` : '');
    }
    // Six regular ones, one additional, five electives.
    expect(cells.find(({ date }) => date === '2026-11-18')).toMatchObject({ shown: 3, more: '+9' });
    await page.locator('[data-date="2026-11-18"]').click();
    await lesson(page, /^Mittwoch, 18\. November, 13:35 bis 14:20, Mathematik.*Zusätzlich/).waitFor();
    expect(`${viewOf(page)} ${startOf(page)}`).toBe('day 2026-11-18');
  });
});

describe('"I use a screen reader"', () => {
  it('is the first Tab stop, shows days whatever the address says, and is kept on the device [T-2.30] [T-4.49]', async () => {
    await using app = await openPlan('viewType=week');
    const { page } = app;
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', { name: 'Ich nutze einen Screenreader' });
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.kt-date').count()).toBe(1);
    expect(`${viewOf(page)} ${startOf(page)}`).toBe('day 2026-11-18');
    await page.goto(`/timetable/users/${school.users.ada}?viewType=week&startDate=2026-11-23`);
    await lesson(page, /^Montag, 23\. November, 08:00/).waitFor();
    await expect.poll(() => viewOf(page)).toBe('day');
    expect(await page.locator('.kt-date').count()).toBe(1);
    expect(await page.getByRole('radio', { name: 'Woche' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Alle Ansichten anbieten' }).click();
    await page.getByRole('radio', { name: 'Woche' }).click();
    await expect.poll(() => page.locator('.kt-date').count()).toBe(5);
  });
});
