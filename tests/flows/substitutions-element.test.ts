// features: timetable

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_SCREEN } from '../../packages/server/src/demo/seed/found.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { startDemoServer } from '../support/demo.ts';
import { type ForeignOrigin, startForeignOrigin } from '../support/foreign-origin.ts';
import { ROOT, TEST_NOW, type TestServer } from '../support/server.ts';

let kreide: TestServer;
let school: ForeignOrigin;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  kreide = await startDemoServer({ pages: { root: ROOT, styles: ["'self'"] } });
  const page = (attributes: string) =>
    `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Seite</title><script type="module" src="${kreide.url}/widgets/kreide-substitutions.js"></script></head><body><main><h1>Seite</h1><h2>Plan</h2><kreide-substitutions ${attributes}></kreide-substitutions><p id="below">Darunter</p></main></body></html>`;
  school = await startForeignOrigin({
    folder: ROOT,
    kreide: kreide.url,
    pages: {
      '/': page(`token="${DEMO_SCREEN}"`),
      '/class': page(`token="${DEMO_SCREEN}-news-split" grade="10b"`),
      '/nothing': page('token="x"'),
    },
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await school?.[Symbol.asyncDispose]();
  await kreide?.stop();
});
beforeEach(async () => {
  context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'de-DE',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  await page.clock.install({ time: new Date(TEST_NOW) });
  await page.clock.setFixedTime(new Date(TEST_NOW));
});
afterEach(() => context.close());

const element = () => page.locator('kreide-substitutions');
const lines = () => element().locator('.m-entry');
const texts = () => lines().evaluateAll((all) => all.map((one) => one.textContent ?? ''));
async function open(path = '/') {
  await page.goto(school.url + path);
  await lines().first().waitFor();
}

describe('<kreide-substitutions>', () => {
  it('lists what changes today and on the next school day, class by class, with notes, in a page of any width', async () => {
    await open();
    const days = element().locator('.s-day');
    expect(await days.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Mittwoch, 18. November',
      'Donnerstag, 19. November',
    ]);
    expect(await days.locator('h3').allTextContents()).toEqual([
      'heuteMittwoch, 18. November',
      'morgenDonnerstag, 19. November',
    ]);
    // The lesson that is over does not stand there any more; the others do.
    const all = await texts();
    expect(all.length).toBeGreaterThan(20);
    expect(all.some((text) => /Entfällt/.test(text))).toBe(true);
    expect(all.some((text) => /Buch und Heft mitbringen/.test(text))).toBe(true);
    const boxes = () =>
      days.evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().left]));
    const [first = [], second = []] = await boxes();
    expect(second[0]).toBe(first[0]);
    for (const [width, scheme] of [
      [1280, 'light'],
      [320, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((colors) => document.documentElement.style.setProperty('color-scheme', colors), scheme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
      await expectAccessible(page);
    }
    const [above = [], below = []] = await boxes();
    expect(below[1]).toBe(above[1]);
    expect(below[0]).toBeGreaterThan(above[0] ?? 0);
  });

  it('reserves its place, so that nothing below it moves when the lines come', async () => {
    await page.route('**/v1/public/monitors/single*', () => {});
    await page.goto(`${school.url}/`);
    await element().locator('.s-place').first().waitFor();
    const height = await element().evaluate((one) => one.getBoundingClientRect().height);
    expect(height).toBeGreaterThanOrEqual(320);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('shows a class and what is for everybody, and remembers the choice where the page has made none', async () => {
    await open();
    const choice = element().getByLabel('Klasse');
    await choice.selectOption('10b');
    await expect.poll(async () => (await texts()).every((text) => text.startsWith('10b'))).toBe(true);
    const own = await texts();
    expect(own).toHaveLength(2);
    expect(await element().getByRole('status').textContent()).toBe('2 Änderungen');
    await page.reload();
    await lines().first().waitFor();
    expect(await texts()).toEqual(own);
    // Who comes now and then never chooses again, however long ago the choice was.
    for (const later of ['2026-12-31T09:10:00Z', '2027-02-10T09:10:00Z']) {
      await page.clock.setFixedTime(new Date(later));
      await page.reload();
      await lines().first().waitFor();
      expect(await texts(), later).toEqual(own);
    }
    await page.clock.setFixedTime(new Date(TEST_NOW));
    await choice.selectOption('');
    await expect.poll(() => lines().count()).toBeGreaterThan(20);
    await page.evaluate(() => localStorage.clear());
    await open('/class');
    expect(await texts()).toEqual(own);
    await choice.selectOption('5b');
    await expect.poll(async () => (await texts())[0]).toMatch(/^5b/);
    await page.reload();
    await lines().first().waitFor();
    expect(await texts()).toEqual(own);
  });

  it('says in words that a class has no change', async () => {
    await open('/class');
    await element().evaluate((one) => one.setAttribute('grade', '99z'));
    await expect
      .poll(() => element().locator('.s-quiet').allTextContents())
      .toEqual(['Keine Änderung für 99z.', 'Keine Änderung für 99z.']);
    expect(await element().getByLabel('Klasse').inputValue()).toBe('99z');
    // Exams of the day are those of the class, too.
    await element().evaluate((one) => one.setAttribute('grade', '10b'));
    await element().getByText('Prüfungen: 07:50 Deutsch · 10b').waitFor();
  });

  it('finds by class, subject, room, teacher, note and kind, and says when there is nothing', async () => {
    await open();
    const field = element().getByLabel('Suchen');
    await field.fill('entfaellt 6c');
    await expect.poll(texts).toHaveLength(1);
    expect((await texts())[0]).toMatch(/^6c.*Entfällt/);
    await field.fill('gibt es nicht');
    await expect
      .poll(() => element().locator('.s-quiet').allTextContents())
      .toEqual(['Nichts gefunden.', 'Nichts gefunden.']);
    expect(await element().getByRole('status').textContent()).toBe('0 Änderungen');
    await field.fill('');
    await expect.poll(() => lines().count()).toBeGreaterThan(20);
  });

  it('prints the lists that are shown and nothing of the page around them', async () => {
    await page.addInitScript(() => {
      window.print = () => {
        const root = document.querySelector('div')?.shadowRoot;
        const shown = [...(root?.querySelectorAll('.m-entry') ?? [])].map((one) => one.textContent);
        const color = root?.querySelector('.m-grade')
          ? getComputedStyle(root.querySelector('.m-grade') as Element).fontWeight
          : '';
        Object.assign(window.top ?? {}, { printed: { shown, color, isPage: window === window.top } });
        window.dispatchEvent(new Event('afterprint'));
      };
    });
    await open();
    await element().getByLabel('Klasse').selectOption('6c');
    await expect.poll(async () => (await texts())[0]).toMatch(/^6c/);
    await element().getByRole('button', { name: 'Drucken' }).click();
    const printed = await page.evaluate(() => (window as unknown as { printed: unknown }).printed);
    expect(printed).toEqual({ shown: await texts(), color: '700', isPage: false });
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('says what is missing where there is no token, and forgets a plan that is not public any more', async () => {
    await page.goto(`${school.url}/nothing`);
    await element().getByText('Hier fehlen noch Angaben: Schule oder Plan.').waitFor();
    await open();
    await kreide.test.database.kysely.deleteFrom('screens').execute();
    await page.reload();
    await element().getByText('Hier ist zurzeit nichts veröffentlicht.').waitFor();
    expect(await lines().count()).toBe(0);
  });
});
