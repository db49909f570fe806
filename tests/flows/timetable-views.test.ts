// features: timetable

import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type AppPageOptions, withApp } from '../support/app-browser.ts';
import { planDrawn } from '../support/plan-drawn.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

/** Opens Ada's plan and waits for its first page. */
async function openPlan(query = '', options: AppPageOptions = {}) {
  const app = await kreide.open({ username: 'ada', ...options });
  await app.page.goto(`/timetable/users/${kreide.school.users.ada}?${query}`);
  await planDrawn(app.page);
  // The query has been written back: nothing moves any more.
  await expect.poll(() => startOf(app.page)).not.toBeNull();
  return app;
}

const startOf = (page: Page) => new URL(page.url()).searchParams.get('startDate');
const viewOf = (page: Page) => new URL(page.url()).searchParams.get('viewType');
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
const lesson = (page: Page, name: RegExp) => page.locator('.kt-grid').getByRole('button', { name });

describe('views of a timetable', () => {
  it('are day, week and month, and keep the time in sight; a click on the header of a day toggles between day and week; they jump to a date and back to today [T-4.44] [T-2.25] [T-2.26] [T-2.27] [T-2.28] [T-5.33]', async () => {
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
    await lesson(page, /^Donnerstag, 19\. November: nur diesen Tag zeigen/).click();
    await expect.poll(() => `${viewOf(page)} ${startOf(page)}`).toBe('day 2026-11-19');
    await lesson(page, /^Donnerstag, 19\. November: die ganze Woche zeigen/).click();
    await expect.poll(() => `${viewOf(page)} ${startOf(page)}`).toBe('week 2026-11-16');

    await page.getByRole('button', { name: /16\. November – 20\. November KW 47, Zu einem Datum springen/ }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('[data-date="2026-11-18"]').getAttribute('aria-label')).toMatch(
      /^18, Mittwoch, 18\. November, Geändert/,
    );
    for (let month = 0; month < 4; month += 1) await dialog.getByRole('button', { name: 'Monat vor' }).click();
    await dialog.locator('[data-date="2027-03-31"]').click();
    // The week after the clocks went forward: lessons keep their wall time.
    await lesson(page, /^Montag, 29\. März, 08:00 bis 08:45, Deutsch/).waitFor();
    expect(startOf(page)).toBe('2027-03-29');
    await page.getByRole('button', { name: /29\. März – 2\. April 2027/ }).waitFor();
    await page.getByRole('button', { name: 'Heute' }).click();
    await expect.poll(() => startOf(page)).toBe('2026-11-16');
  });

  it('have a list twin with the same lessons, remembered on the device', async () => {
    await using app = await openPlan();
    const { page } = app;
    // Grid and list say the same, and then what is written on each of them.
    const spoken = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.ariaLabel?.split(' – ')[0]));
    const inGrid = await spoken('.kt-lesson:not(.kt-strip)');
    await page.getByRole('radio', { name: 'Liste' }).click();
    await page.locator('.kt-list-day').first().waitFor();
    const inList = await spoken('.kt-list-day .kt-row');
    expect(inGrid.length).toBeGreaterThan(15);
    for (const name of inGrid) expect(inList).toContain(name);
    // Five electives and four clubs, each in a strip of the grid.
    expect(inList).toHaveLength(inGrid.length + 9);
    await page.reload();
    await page.locator('.kt-list-day').first().waitFor();
    await page.getByRole('radio', { name: 'Monat' }).click();
    await page.locator('.kt-month').waitFor();
    await page.getByRole('radio', { name: 'Liste' }).click();
    await expect.poll(() => page.locator('.kt-list-day').count()).toBe(30);
  });
});

describe('the present moment', () => {
  it('is a line that moves with the minute of the school, whose label touches no time and no number of the axis; the day turns at its midnight [T-9.09]', async () => {
    await using app = await openPlan('', { drivesClock: true });
    const { page } = app;
    const setTime = async (instant: string) => {
      await page.clock.setFixedTime(instant);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    };
    const listTouched = () =>
      page.evaluate(() => {
        const label = document.querySelector('.kt-now > b')!.getBoundingClientRect();
        const walker = document.createTreeWalker(document.querySelector('.kt-axis')!, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(node);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          const isBeside = right <= label.left || left >= label.right;
          if (!isBeside && bottom > label.top + 2 && top < label.bottom - 2) found.push(node.textContent ?? '');
        }
        return found;
      });
    const line = page.locator('.kt-now');
    await expect.poll(() => line.textContent()).toBe('10:10');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      // From the end of the second period through the break and the third one.
      for (let minute = 30; minute < 75; minute += 3) {
        const time = `${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        await setTime(`2026-11-18T${time}:00+01:00`);
        await expect.poll(() => line.textContent()).toBe(time);
        expect(await listTouched(), `${width} px, ${time}`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    // Still Wednesday in New York, where this browser is.
    await setTime('2026-11-18T23:05:00Z');
    await expect.poll(() => page.locator('.kt-date.kt-today').textContent()).toBe('Do 19');
    expect(await line.count()).toBe(0);
  });
});

describe('paging', () => {
  it('by keys keeps the focus at the same weekday and time, by pointer turns exactly one page and opens no lesson [T-2.25] [T-2.29]', async () => {
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
    await page.keyboard.press('PageDown');
    await expect.poll(() => focused(page)).toMatch(/^Montag, 16\. November, 09:55/);

    const drag = async (from: number, to: number) => {
      await page.mouse.move(from, 500);
      await page.mouse.down();
      await page.mouse.move((from + to) / 2, 503, { steps: 4 });
      await page.mouse.move(to, 505, { steps: 4 });
      await page.mouse.up();
    };
    await drag(900, 120);
    await expect.poll(() => startOf(page)).toBe('2026-11-23');
    await lesson(page, /^Montag, 23\. November, 08:00/).waitFor();
    await drag(130, 940);
    await expect.poll(() => startOf(page)).toBe('2026-11-16');
    await drag(850, 843);
    await page.getByRole('region', { name: 'Unterrichtsstunde' }).waitFor();
    expect(startOf(page)).toBe('2026-11-16');
  });

  it('by keys counts every press, also where the address has not come to the screen yet [T-2.29]', async () => {
    await using app = await openPlan();
    const { page, context } = app;
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await lesson(page, /^Montag, 16\. November, 09:55/).focus();
    for (const key of ['PageDown', 'PageUp', 'PageUp', 'PageDown', 'PageUp', 'PageUp']) await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toMatch(/^Montag, 2\. November, 09:55/);
    for (const key of ['PageDown', 'PageUp', 'PageUp']) await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toMatch(/^Montag, 26\. Oktober, 09:55/);
    await expect.poll(() => startOf(page)).toBe('2026-10-26');
  });

  it('by finger turns one page of each view, on a phone whose first lesson stands above the fold; scrolling and a short pull turn none [T-2.29]', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await using app = await openPlan('', phone);
    const { page, context } = app;
    // The name as title, and one row of controls.
    await page.getByRole('heading', { level: 1, name: 'Ada Kern' }).waitFor();
    expect((await page.locator('.kt-lesson').first().boundingBox())?.y).toBeLessThanOrEqual(200);
    await swipe(context, page, [340, 500], [60, 510]);
    await expect.poll(() => startOf(page)).toBe('2026-11-23');
    await swipe(context, page, [200, 600], [196, 300]);
    await swipe(context, page, [200, 500], [150, 502], 40);
    await page.locator('.kt-grid').first().waitFor();
    expect(startOf(page)).toBe('2026-11-23');
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByLabel('Ansicht').selectOption('day');
    await expect.poll(() => page.locator('.kt-date').count()).toBe(1);
    await swipe(context, page, [60, 500], [340, 500]);
    await expect.poll(() => startOf(page)).toBe('2026-11-22');
    await page.getByLabel('Ansicht').selectOption('month');
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
  it('opens as a dialog at 1024 px and beside the plan at 1280 px, by click and by Enter, tells old and new in words, and gives the focus back [T-2.08] [T-3.32]', async () => {
    await using app = await openPlan();
    const { page } = app;
    for (const [role, width] of [
      ['dialog', 1024],
      ['region', 1280],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const changed = lesson(page, /Geschichte.*Geändert: Herr Tamm statt Herr Winter; Raum 301 statt 112/);
      await changed.click();
      const details = page.getByRole(role, { name: 'Unterrichtsstunde' });
      await details.getByText('Herr Tamm statt Herr Winter').waitFor();
      await details.getByText('Raum 301 statt 112').waitFor();
      expect(await details.locator('s').allTextContents()).toEqual(['112', 'Herr Winter']);
      expect(await details.locator('mark').allTextContents()).toEqual(['301', 'Herr Tamm']);
      await details.getByText('Bitte den Atlas mitbringen').waitFor();
      expect(new URL(page.url()).pathname).toMatch(/\/lesson\/[0-9a-f-]+-\d+$/);
      await page.goBack();
      await details.waitFor({ state: 'hidden' });
      await changed.focus();
      await page.keyboard.press('Enter');
      await details.waitFor();
      await page.keyboard.press('Escape');
      await details.waitFor({ state: 'hidden' });
      await expect.poll(() => focused(page)).toMatch(/Geschichte.*Geändert/);
    }
  });

  it('is told in each of its states by icon and word, leads to the plans of those who take part, and from there back [T-3.32] [T-1.01] [T-2.21]', async () => {
    await using app = await openPlan();
    const { page } = app;
    const looks = ['changed', 'CANCLED', 'MOVED_TO', 'MOVED_FROM', 'ADDITIONAL', 'EVENT', 'MESSAGE'];
    const told = await page.evaluate(
      (names) =>
        names.map((name) => {
          const word = document.querySelector(`.kt-lesson.kt-${name} > i`);
          const icon = word && getComputedStyle(word, '::before');
          return icon && { icon: icon.clipPath + icon.scale, word: word.textContent };
        }),
      looks,
    );
    expect(told).not.toContain(null);
    for (const part of ['icon', 'word'] as const) {
      expect(new Set(told.map((one) => one?.[part])).size, part).toBe(looks.length);
    }
    const cancelled = page.locator('.kt-lesson.kt-CANCLED b').first();
    expect(await cancelled.evaluate((name) => getComputedStyle(name, '::after').clipPath)).toContain('polygon');

    await lesson(page, /^Montag, 16\. November, 08:00/).click();
    await page.getByRole('link', { name: 'Plan Herr Lindner' }).click();
    await page.getByRole('heading', { name: 'Herr Lindner' }).waitFor();
    await page.getByRole('region', { name: 'Unterrichtsstunde' }).waitFor({ state: 'hidden' });
    expect(startOf(page)).toBe('2026-11-16');
    await page.getByRole('button', { name: 'Zurück', exact: true }).click();
    await page.getByRole('heading', { name: 'Ada Kern' }).waitFor();
  });
});

describe('too many lessons', () => {
  it('at once: five and four are one button each that names and opens all of them, at every width [T-2.34]', async () => {
    await using app = await openPlan('', { viewport: { width: 1920, height: 900 } });
    const { page } = app;
    for (const width of [1920, 1280, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const strip = page.getByRole('button', {
        name: /^5 Kurse gleichzeitig, Mittwoch, 18\. November, 14:25 bis 15:10/,
      });
      // A phone's column holds two of these codes and the number of the others.
      await expect.poll(() => strip.locator('.kt-cells > span').count()).toBe(width < 600 ? 3 : 5);
      expect(await strip.textContent()).toContain(width < 600 ? '+3' : 'WP T');
      expect(await page.getByRole('button', { name: /^4 Kurse gleichzeitig, Donnerstag/ }).count()).toBe(1);
      const cut = await page.locator('.kt-cells b').evaluateAll((codes) =>
        codes
          .filter((code) => {
            const [own, cell] = [code.getBoundingClientRect(), code.parentElement!.getBoundingClientRect()];
            return own.right > cell.right + 1 || own.bottom > cell.bottom + 3;
          })
          .map((code) => code.textContent),
      );
      expect(cut).toEqual([]);
      await strip.click();
      const role = width < 1180 ? 'dialog' : 'region';
      const courses = page.getByRole(role, { name: '5 Kurse gleichzeitig' });
      await courses.waitFor();
      const rows = courses.getByRole('button', { name: /WP/ });
      expect(await rows.count()).toBe(5);
      const name = (await rows.first().locator('b').textContent())?.trim() ?? '';
      await rows.first().click();
      const details = page.getByRole(role, { name: 'Unterrichtsstunde' });
      await details.getByRole('heading', { name }).waitFor();
      await page.keyboard.press('Escape');
      await details.waitFor({ state: 'hidden' });
    }
  });

  it('in a day of the month: as many changes as fit and the exact number of the others, weeks from Monday [P-9.20] [T-2.31] [T-2.32] [T-2.33]', async () => {
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
        regular: cell.querySelectorAll('.kt-chip.kt-regular').length,
        more: Number(cell.querySelector('.kt-cell-more')?.textContent ?? 0),
      })),
    );
    for (const cell of cells) {
      const fit = Math.floor((cell.height - 26) / 20) - 1;
      expect(cell.shown, cell.date).toBe(Math.min(cell.shown + cell.more, fit));
      expect(cell.regular).toBe(0);
    }
    expect(cells.find(({ date }) => date === '2026-11-18')?.shown).toBeGreaterThan(0);
    expect(cells.find(({ date }) => date === '2026-11-25')).toMatchObject({ shown: 0, more: 0 });
    await page.locator('[data-date="2026-11-18"]').click();
    await lesson(page, /^Mittwoch, 18\. November, 13:35 bis 14:20, Mathematik.*Zusätzlich/).waitFor();
    expect(`${viewOf(page)} ${startOf(page)}`).toBe('day 2026-11-18');
  });
});

describe('a plan without a date in its address', () => {
  it('opens with today’s week, and from the last lesson of the week on with the next school day', async () => {
    await using app = await kreide.open({ drivesClock: true, username: 'ada' });
    const { page } = app;
    const startAt = async (instant: string, query = '') => {
      await page.clock.setFixedTime(instant);
      await page.goto(`/timetable/users/${kreide.school.users.ada}?${query}`);
      await page.locator('.kt-lesson').first().waitFor();
      await expect.poll(() => startOf(page)).not.toBeNull();
      return startOf(page);
    };
    expect(await startAt('2026-11-20T07:00:00Z')).toBe('2026-11-16');
    expect(await startAt('2026-11-20T20:00:00Z')).toBe('2026-11-23');
    expect(await startAt('2026-11-22T09:00:00Z', 'viewType=day')).toBe('2026-11-23');
    await page.getByRole('button', { name: 'Heute' }).click();
    await expect.poll(() => startOf(page)).toBe('2026-11-22');
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
    await page.goto(`/timetable/users/${kreide.school.users.ada}?viewType=week&startDate=2026-11-23`);
    await lesson(page, /^Montag, 23\. November, 08:00/).waitFor();
    await expect.poll(() => viewOf(page)).toBe('day');
    expect(await page.locator('.kt-date').count()).toBe(1);
    expect(await page.getByRole('radio', { name: 'Woche' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Alle Ansichten anbieten' }).click();
    await page.getByRole('radio', { name: 'Woche' }).click();
    await expect.poll(() => page.locator('.kt-date').count()).toBe(5);
  });
});
