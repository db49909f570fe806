// features: timetable

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPages, PAGES_ORIGIN, servePages } from '../bench/grid/pages.ts';
import { expectAccessible, WCAG } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { LOOKS } from '../support/looks.ts';

let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-views-'));
  await buildPages(['views'], folder);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function withPage(
  query: string,
  use: (page: Page) => Promise<void>,
  look: { width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<void> {
  const { width = 1280, colorScheme = 'light' } = look;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
  try {
    await servePages(context, folder);
    const page = await context.newPage();
    await page.goto(`${PAGES_ORIGIN}/views.html?lang=en&${query}`);
    await page.waitForFunction(() => document.querySelector('#root')?.firstElementChild);
    await use(page);
  } finally {
    await context.close();
  }
}

/** The name of what has the focus, as a screen reader gets it. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

async function press(page: Page, ...keys: string[]): Promise<string> {
  for (const key of keys) await page.keyboard.press(key);
  return focused(page);
}

async function enterGrid(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'before' }).focus();
  return press(page, 'Tab');
}

describe('time grid by keyboard', () => {
  it('is one Tab stop that begins at the first lesson of today and comes back to where one was', async () => {
    await withPage('view=week', async (page) => {
      expect(await enterGrid(page)).toMatch(/^Wednesday 18 November, 07:50 to 08:35, Englisch, Room 123, Frau Berg/);
      await press(page, 'ArrowDown');
      expect(await press(page, 'Tab')).toBe('after');
      expect(await press(page, 'Shift+Tab')).toMatch(/^Wednesday 18 November, 08:40/);
      expect(await page.locator('.kt-grid [tabindex="0"]').count()).toBe(1);
    });
  });

  it('moves by lesson and day with arrows, to the edges with Home and End, of the week with Control', async () => {
    await withPage('view=week', async (page) => {
      await enterGrid(page);
      expect(await press(page, 'ArrowDown')).toMatch(/^Wednesday 18 November, 08:40/);
      expect(await press(page, 'ArrowRight')).toMatch(/^Thursday 19 November, 07:50 to 09:25/);
      expect(await press(page, 'ArrowLeft', 'ArrowLeft')).toMatch(/^Tuesday 17 November, 07:50/);
      expect(await press(page, 'End')).toMatch(/^Tuesday 17 November, 15:15.*Kuchenverkauf/);
      expect(await press(page, 'Home')).toMatch(/^Tuesday 17 November, 07:50/);
      expect(await press(page, 'Control+End')).toMatch(/^Friday 20 November, 11:30/);
      expect(await press(page, 'Control+Home')).toMatch(/^Monday 16 November, 07:50/);
      expect(await press(page, 'ArrowUp')).toBe('Monday 16 November: show only this day – Mon 16');
      expect(await press(page, 'ArrowRight', 'ArrowDown')).toMatch(/^Tuesday 17 November, 07:50/);
    });
  });

  it('reaches each of six parallel lessons behind one button [T-2.34]', async () => {
    await withPage('view=week', async (page) => {
      await enterGrid(page);
      expect(await press(page, 'End')).toMatch(/^6 courses at the same time, Wednesday 18 November, 15:15 to 16:50: /);
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => (globalThis as unknown as { told: string[] }).told)).toEqual(['more 6']);
      expect(await press(page, 'ArrowUp')).toMatch(/13:35 to 14:20, Mathematik/);
    });
  });

  it('turns the page with Page keys, keeps weekday and time, and announces the new week once [T-2.29]', async () => {
    await withPage('view=week', async (page) => {
      const live = page.locator('.kt-grid [aria-live="polite"]');
      expect(await live.textContent()).toBe('');
      await enterGrid(page);
      expect(await press(page, 'ArrowDown', 'PageDown')).toMatch(/^Wednesday 25 November, 08:40/);
      expect(await live.textContent()).toBe('Week 48, Monday 23 November to Friday 27 November: 30 lessons, 4 changes');
      expect(await press(page, 'PageUp')).toMatch(/^Wednesday 18 November, 08:40/);
      await press(page, 'PageDown', 'PageDown');
      expect(await focused(page)).toBe('Wednesday 2 December: show only this day – Wed 2');
      expect(await page.locator('.kt-board', { hasText: 'Herbstferien' }).count()).toBe(1);
      expect(await press(page, 'PageUp')).toMatch(/^Wednesday 25 November/);
    });
  });

  it('waits on the header of the day while the new week loads, then goes to its lesson', async () => {
    await withPage('view=week&slow=1', async (page) => {
      await enterGrid(page);
      await page.keyboard.press('PageDown');
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Wednesday 25'));
      await page.locator('.kt-skeleton-day').first().waitFor({ state: 'detached' });
      expect(await focused(page)).toMatch(/^Wednesday 25 November, 07:50/);
    });
  });

  it('opens a lesson by its id and goes to the day and back by its header [T-2.23] [T-2.28]', async () => {
    await withPage('view=week', async (page) => {
      await enterGrid(page);
      await page.keyboard.press('Enter');
      const told = await page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
      expect(told).toEqual([expect.stringMatching(/^open [0-9a-f-]{36}-1794984600$/)]);
      await press(page, 'ArrowUp', 'Enter');
      expect(await page.locator('.kt-day').count()).toBe(1);
      await page.getByRole('button', { name: /show the whole week/ }).click();
      expect(await page.locator('.kt-day').count()).toBe(5);
    });
  });

  it('moves the now line without touching a lesson', async () => {
    await withPage('view=week', async (page) => {
      const touched = await page.evaluate(async () => {
        let count = 0;
        const observer = new MutationObserver((changes) => {
          count += changes.filter(({ target }) => (target as Element).closest?.('.kt-day')).length;
        });
        observer.observe(document.querySelector('.kt-body')!, { subtree: true, attributes: true, childList: true });
        (globalThis as unknown as { setNow(minutes: number): void }).setNow(700);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return [count, document.querySelector('.kt-now b')?.textContent];
      });
      expect(touched).toEqual([0, '11:40']);
    });
  });
});

describe('what the grid says', () => {
  it('has native buttons in time order, each named with weekday, date, time, subject and state [T-3.32]', async () => {
    await withPage('view=week', async (page) => {
      const names = await page
        .locator('.kt-lesson')
        .evaluateAll((buttons) => buttons.map((button) => `${button.tagName} ${button.getAttribute('aria-label')}`));
      expect(names.length).toBeGreaterThan(25);
      for (const name of names)
        expect(name).toMatch(/^BUTTON .*(Mon|Tues|Wednes|Thurs|Fri)day \d+ November, \d\d:\d\d to \d\d:\d\d/);
      const words = [
        'as planned',
        'Cancelled',
        'Changed: Frau',
        'Moved away: to Thu 19/11',
        'Moved here: from Tue 17/11',
        'Additional',
        'Event',
        'Note',
      ];
      for (const word of words) expect(names.some((name) => name.includes(`, ${word}`))).toBe(true);
      const monday = names.slice(0, 6).map((name) => name.slice(name.indexOf(':') - 2));
      expect([...monday].sort()).toEqual(monday);
    });
  });

  it('tells each state by an icon and a word, cancelled by a stroke and hatching, and never by another tint [T-3.32]', async () => {
    await withPage('view=week', async (page) => {
      const looks = await page.locator('.kt-lesson:has(> i)').evaluateAll((boxes) =>
        boxes.map((box) => ({
          icon: (({ clipPath, scale }) => clipPath + scale)(getComputedStyle(box.querySelector('i')!, '::before')),
          word: box.querySelector('i')!.textContent.trim(),
          border: getComputedStyle(box).borderTopStyle,
          hatch: getComputedStyle(box).backgroundImage.includes('repeating'),
          stroke: getComputedStyle(box.querySelector('b')!, '::after').clipPath !== 'none',
        })),
      );
      expect(looks).toHaveLength(7);
      for (const part of ['icon', 'word'] as const) expect(new Set(looks.map((look) => look[part])).size).toBe(7);
      const told = (word: RegExp) => looks.find((look) => word.test(look.word));
      expect(told(/^Cancelled/)).toMatchObject({ hatch: true, stroke: true });
      expect(told(/^Moved to Thu, period 7/)).toMatchObject({ border: 'dashed', hatch: false, stroke: false });
      expect(told(/^Moved from Tue, period 6/)?.border).toBe('dashed');
      expect(told(/^Additional/)?.border).toBe('solid');
      const grounds = await page
        .locator('.kt-green:is(.kt-regular, .kt-changed)')
        .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).backgroundColor));
      expect(grounds.length).toBeGreaterThan(2);
      expect(new Set(grounds).size).toBe(1);
    });
  });

  it('writes what changed in inverse beside the old value, which codes leave to the name [T-3.31]', async () => {
    const changed = (page: Page) => page.locator('.kt-lesson.kt-changed').first();
    await withPage('view=week', async (page) => {
      expect(await changed(page).locator('s').allTextContents()).toEqual(['134 ', 'Ydz ']);
      expect(await changed(page).locator('mark').allTextContents()).toEqual(['131', 'Sch']);
    });
    await withPage(
      'view=week',
      async (page) => {
        expect(await changed(page).locator('s').count()).toBe(0);
        expect(await changed(page).locator('mark').allTextContents()).toEqual(['131', 'Sch']);
        expect(await changed(page).getAttribute('aria-label')).toContain('Room 131 instead of 134');
      },
      { width: 390 },
    );
    // Names, and no room for both.
    await withPage(
      'view=week',
      async (page) => {
        expect(await page.locator('.kt-compact, s').count()).toBe(0);
        expect(await changed(page).locator('mark').allTextContents()).toEqual(['131', 'Sch']);
      },
      { width: 760 },
    );
  });

  it.each([390, 1024, 1280, 1920])('keeps subject and room of every card whole at %i px', async (width) => {
    await withPage(
      'view=week',
      async (page) => {
        const cut = await page.locator('.kt-lesson:not(.kt-strip) strong, .kt-cells b').evaluateAll((all) =>
          all
            .filter((one) => {
              const own = one.getBoundingClientRect();
              const card = one.closest('.kt-lesson')!.getBoundingClientRect();
              return own.right > card.right + 0.5 || own.bottom > card.bottom + 0.5;
            })
            .map((one) => one.closest('.kt-lesson')!.getAttribute('aria-label')),
        );
        expect(cut).toEqual([]);
        const covering = await page
          .locator('.kt-lesson > em, .kt-lesson > i')
          .evaluateAll((all) =>
            all
              .map((one) => getComputedStyle(one))
              .filter(
                ({ position, backgroundColor }) => position === 'absolute' && backgroundColor !== 'rgba(0, 0, 0, 0)',
              ),
          );
        expect(covering).toHaveLength(0);
      },
      { width },
    );
  });

  it('joins double lessons to one card with their periods, and courses at once to one strip with all of them [T-9.02]', async () => {
    await withPage('view=week', async (page) => {
      expect(await page.locator('.kt-lesson > small').first().textContent()).toBe('07:50–09:25');
      const strip = page.locator('.kt-strip', { hasText: '6 courses' });
      expect(await strip.locator('.kt-cells > span').count()).toBe(6);
    });
  });

  it('contains in each name every piece that the card shows, so that voice control finds it', async () => {
    await withPage('view=week', async (page) => {
      const missing = await page.locator('.kt-lesson:not(.kt-strip), .kt-date').evaluateAll((boxes) =>
        boxes.flatMap((box) => {
          const pieces = [...box.querySelectorAll(':is(b, span, strong, i, mark, s)')].flatMap((child) =>
            [...child.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent?.trim() ?? ''),
          );
          return pieces.filter((piece) => !box.getAttribute('aria-label')?.includes(piece));
        }),
      );
      expect(missing).toEqual([]);
    });
  });

  it('says everything of the grid in the list as well', async () => {
    let inGrid: string[] = [];
    await withPage('view=week&start=2026-11-23', async (page) => {
      inGrid = await page.locator('.kt-lesson').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!));
    });
    await withPage('view=list&start=2026-11-23', async (page) => {
      const inList = await page
        .locator('.kt-row')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!));
      const inWords = (name: string) => name.split(' – ')[0];
      expect(inList.map(inWords)).toEqual(inGrid.map(inWords));
      expect(await page.getByRole('heading', { level: 2 }).count()).toBe(5);
    });
  });

  it('shows a month of one Tab stop of the changes with the exact rest in each day [T-2.31] [T-2.32] [T-2.33]', async () => {
    await withPage('view=month&cell=66', async (page) => {
      const cell = page.locator('[data-date="2026-11-16"]');
      expect(await cell.locator('.kt-chip').count()).toBe(1);
      expect(await cell.locator('.kt-cell-more').textContent()).toBe('+1');
      expect(await page.locator('[data-date="2026-11-24"] .kt-chip.kt-regular').count()).toBe(0);
      await page.keyboard.press('Tab');
      expect(await focused(page)).toMatch(/^Wednesday 18 November, today/);
      expect(await press(page, 'ArrowDown', 'ArrowRight')).toMatch(/^Thursday 26 November/);
      expect(await press(page, 'Home')).toMatch(/^Monday 23 November/);
      expect(await press(page, 'PageDown')).toMatch(/^Tuesday 1 December/);
      expect(await page.locator('.kt-month [tabindex="0"]').count()).toBe(1);
    });
  });
});

describe.each(LOOKS)('at $width px, $colorScheme', ({ width, colorScheme }) => {
  it.each(['week', 'day&start=2026-11-18', 'month', 'list', 'details', 'skeletons'])(
    'the view %s passes axe',
    async (view) => {
      const query = `view=${view}${width < 600 ? '&compact' : ''}`;
      await withPage(query, (page) => expectAccessible(page, view, WCAG), { width, colorScheme });
    },
  );
});
