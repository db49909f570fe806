// features: all

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import { cutWords, spaceText } from '../support/text-spacing.ts';

const kreide = withApp(buildPlanSchool);

const PLANS = [
  ['a pupil', 'ada', () => `/timetable/users/${kreide.school.users.ada}`],
  ['a teacher', 'teacher', () => '/timetable'],
  ['a class', 'ada', () => `/timetable/grades/${kreide.school.gradeId}`],
] as const;
const SIZES = [
  [1280, 900],
  [390, 844],
] as const;

/** Text twice as large, as the browser or the system sets it. */
const enlarge = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    dispatchEvent(new Event('resize'));
  });
const WAYS = [
  ['set wider', spaceText],
  ['twice as large', enlarge],
] as const;

describe.each(SIZES)('at %i × %i px', (width, height) => {
  it.each(PLANS)(
    'the week of %s keeps every word of text that is set wider or twice as large',
    async (_, username, path) => {
      await using app = await kreide.open({ username, viewport: { width, height } });
      const { page } = app;
      for (const [name, change] of WAYS) {
        await page.goto(`${path()}?viewType=week`);
        await page.locator('.kt-lesson').first().waitFor();
        await change(page);
        await page.locator('.kt-roomy').waitFor();
        await expect.poll(() => cutWords(page, 'main'), { message: name }).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(
          0,
        );
      }
    },
  );

  it('the start page and a lesson keep every word of text that is set wider', async () => {
    await using app = await kreide.open({ username: 'ada', viewport: { width, height } });
    const { page } = app;
    await page.goto('/feed');
    const row = page.locator('.kt-row:visible').first();
    await row.waitFor();
    await spaceText(page);
    await expect.poll(() => cutWords(page, 'main')).toEqual([]);
    await row.click();
    await page.locator('.kt-details').waitFor();
    await expect.poll(() => cutWords(page, '[role="dialog"], aside')).toEqual([]);
  });
});

it.each(['de', 'tr'] as const)(
  'the bar at the bottom of a phone keeps its words whole and apart in %s with text twice as large',
  async (language) => {
    await using app = await kreide.open({ username: 'teacher', language, viewport: { width: 390, height: 844 } });
    const { page } = app;
    await page.goto('/feed');
    await page.locator('nav:visible button').waitFor();
    await enlarge(page);
    await page.locator(':root[data-large-text]').waitFor();
    const found = await page.evaluate(() => {
      const nav = [...document.querySelectorAll('nav')].find((one) => one.checkVisibility());
      const boxes = [...(nav?.querySelectorAll('a > span, button') ?? [])].filter((one) => one.checkVisibility());
      const rects = boxes.map((one) => one.getBoundingClientRect());
      const isApart = rects.every((a, index) =>
        rects
          .slice(index + 1)
          .every((b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top),
      );
      const broken = boxes.flatMap((box) => {
        const text = box.firstChild;
        if (text?.nodeType !== Node.TEXT_NODE) return [];
        return [...(text.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        });
      });
      return { words: boxes.length, broken, isApart, height: nav?.getBoundingClientRect().height };
    });
    expect(found).toMatchObject({ broken: [], isApart: true });
    expect(found.words).toBeGreaterThan(4);
    expect(found.height).toBeLessThanOrEqual(128);
  },
);

it.each([
  [844, 390],
  [320, 256],
])(
  'nothing stays in the way in a window of %i × %i px, as a phone lying down or a zoom to 400 percent have it',
  async (width, height) => {
    await using app = await kreide.open({ username: 'ada', viewport: { width, height } });
    const { page } = app;
    for (const path of [`/timetable/users/${kreide.school.users.ada}?viewType=week`, '/feed']) {
      await page.goto(path);
      await page.locator('.kt-lesson, .kt-row:visible').first().waitFor();
      // What comes later makes the page high enough.
      const scrolled = () =>
        page.evaluate(() => {
          scrollTo(0, 300);
          return scrollY;
        });
      await expect.poll(scrolled, { message: path }).toBe(300);
      const staying = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((one) => one.checkVisibility() && /sticky|fixed/.test(getComputedStyle(one).position))
          .filter((one) => {
            const { width, height, top, bottom } = one.getBoundingClientRect();
            return width > 1 && height > 1 && bottom > 0 && top < innerHeight;
          })
          .map((one) => one.className || one.tagName),
      );
      expect(staying, path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
  },
);
