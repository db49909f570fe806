// features: monitor, news, timetable

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_SCREEN } from '../../packages/server/src/demo/seed/found.ts';
import { openBrowser } from '../support/browser.ts';
import { startDemoServer } from '../support/demo.ts';
import { type ForeignOrigin, startForeignOrigin } from '../support/foreign-origin.ts';
import { ROOT, TEST_NOW, type TestServer } from '../support/server.ts';

const TAGS = ['kreide-timetable', 'kreide-news', 'kreide-monitor'] as const;
const TIMETABLE = '<kreide-timetable school="demo" entity-id="8c" start-date="2026-11-18"></kreide-timetable>';
const NEWS = '<kreide-news school="demo"></kreide-news>';
const SUBSTITUTIONS = `<kreide-substitutions token="${DEMO_SCREEN}-sub"></kreide-substitutions>`;
const manual = readFileSync(join(ROOT, 'docs/embedding.md'), 'utf8');
/** The lines by which a page keeps the places, as the manual has them. */
const RESERVED = /```css\n([^`]*:not\(:defined\)[^`]*)```/.exec(manual)?.[1] ?? '';
/** Those by which it divides a row. */
const SHARES = /```css\n(main \{ display: flex;[^`]*)```/.exec(manual)?.[1] ?? '';
let kreide: TestServer;
let school: ForeignOrigin;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  kreide = await startDemoServer({ pages: { root: ROOT, styles: ["'self'"] } });
  const script = `<script src="${kreide.url}/widgets/kreide.js" defer></script>`;
  const module = (address: string) => `<script type="module" src="${kreide.url}/widgets/${address}"></script>`;
  const monitor = `<kreide-monitor token="${DEMO_SCREEN}-sub"></kreide-monitor>`;
  const page = (body: string, head = script) =>
    `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Seite</title>${head}</head><body>${body}</body></html>`;
  const style = (css: string) => `<style>${css}</style>`;
  school = await startForeignOrigin({
    folder: ROOT,
    kreide: kreide.url,
    styles: "'unsafe-inline'",
    pages: {
      '/all': page(TIMETABLE + NEWS + monitor),
      '/flex': page(`${style('main { display: flex; gap: 1rem }')}<main>${TIMETABLE}${NEWS}${monitor}</main>`),
      '/shares': page(`${style(SHARES)}<main>${TIMETABLE}${SUBSTITUTIONS}</main>`),
      '/grid': page(
        `${style('main { display: grid; grid-template-columns: auto auto; justify-items: center }')}<main>${TIMETABLE}${NEWS}</main>`,
      ),
      '/theme': page(`${style('html { font-size: 62.5% }')}${TIMETABLE}${NEWS}${monitor}`),
      '/module-asked': page(TIMETABLE, module('kreide.js?v=3')),
      '/nothing': page('', ''),
      '/modules': page(`${style(RESERVED)}${NEWS}<p>${'Text der Seite. '.repeat(300)}</p>`, module('kreide-news.js')),
      '/one-news': page('<kreide-news school="demo" limit="1"></kreide-news>'),
      '/three-news': page('<kreide-news school="demo" limit="3"></kreide-news><p id="after">Danach</p>'),
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
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

const lessons = () => page.locator('kreide-timetable .kt-lesson');
const cards = () => page.locator('kreide-news .k-card');
const titles = () => page.locator('kreide-news h3');
const sizeOf = (selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
async function open(path: string, tags: readonly string[] = ['kreide-timetable']): Promise<void> {
  await page.goto(school.url + path, { waitUntil: 'commit' });
  if (tags.includes('kreide-timetable')) await lessons().first().waitFor();
  if (tags.includes('kreide-news')) await titles().first().waitFor();
  if (tags.includes('kreide-monitor')) await page.locator('kreide-monitor .m-page .m-entry').first().waitFor();
}

describe('an element on any page', () => {
  it('asks the server of the ready file, loaded as a module with any address, or by a call of the page [D-2.04]', async () => {
    await open('/module-asked');
    await page.goto(`${school.url}/nothing`);
    await page.evaluate(`import(${JSON.stringify(`${kreide.url}/widgets/kreide.js?v=4`)})`);
    await page.evaluate((html) => {
      document.body.innerHTML = html;
    }, TIMETABLE);
    await lessons().first().waitFor();
  });

  it('takes what the page has set as properties before the class was there [D-2.05]', async () => {
    await page.goto(`${school.url}/nothing`);
    await page.evaluate(() => {
      const set = { school: 'demo', entityId: '10a', startDate: '2026-11-18' };
      document.body.append(Object.assign(document.createElement('kreide-timetable'), set));
    });
    await page.addScriptTag({ url: `${kreide.url}/widgets/kreide.js` });
    await lessons().first().waitFor();
    expect(await page.locator('kreide-timetable h2').textContent()).toBe('10a');
    await page.locator('kreide-timetable').evaluate((one) => Object.assign(one, { entityId: '8c' }));
    await expect.poll(() => page.locator('kreide-timetable h2').textContent()).toBe('8c');
    expect(await page.locator('kreide-timetable').getAttribute('entity-id')).toBe('8c');
  });

  it('is drawn and asks the server once it is on the page, with all its attributes [D-2.05]', async () => {
    await page.goto(`${school.url}/all`);
    await lessons().first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => request.url().startsWith(kreide.url) && asked.push(request.url()));
    const drawn = await page.evaluate(() => {
      const made = document.createElement('kreide-timetable');
      Object.assign(globalThis, { made });
      for (const [name, value] of Object.entries({ school: 'demo', 'entity-id': '7b', 'start-date': '2026-11-18' }))
        made.setAttribute(name, value);
      return made.shadowRoot?.querySelector('.k-root') !== null;
    });
    expect(drawn).toBe(false);
    await page.evaluate(() => document.body.append((globalThis as unknown as { made: HTMLElement }).made));
    await page.locator('kreide-timetable').last().locator('.kt-lesson').first().waitFor();
    expect(asked.filter((url) => url.includes('/timetable'))).toHaveLength(1);
  });

  it('speaks and writes as what is around it says, also out of a shadow root, also when that changes [D-2.01]', async () => {
    await open('/all');
    await page.evaluate(() => {
      const box = document.createElement('school-page');
      const inner = document.createElement('div');
      box.attachShadow({ mode: 'open' }).append(inner);
      inner.append(document.querySelector('kreide-timetable') as Element);
      document.body.prepend(box);
    });
    const words = () => page.locator('kreide-timetable .k-views').textContent();
    const root = () => page.locator('kreide-timetable .k-root').getAttribute('dir');
    const around = (name: string, value: string | null) =>
      page
        .locator('school-page')
        .evaluate(
          (one, [key, to]) => (to ? one.setAttribute(key as string, to) : one.removeAttribute(key as string)),
          [name, value],
        );
    await expect.poll(words).toBe('TagWocheListe');
    await around('lang', 'fr');
    await expect.poll(words).toMatch(/^Jour/);
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'tr'));
    await around('lang', null);
    await expect.poll(words).toMatch(/^Gün/);
    expect(await root()).toBeNull();
    await around('dir', 'rtl');
    await expect.poll(root).toBe('rtl');
    expect(await page.locator('kreide-timetable .k-title').evaluate((one) => getComputedStyle(one).direction)).toBe(
      'rtl',
    );
  });

  it('says of days outside of those that are public that they are not, in week and list, and of no other [D-2.08]', async () => {
    await open('/all', ['kreide-timetable']);
    const element = page.locator('kreide-timetable');
    const days = () =>
      element
        .locator('.kt-day')
        .evaluateAll((all) => all.map((one) => one.querySelector('.kt-note')?.textContent ?? null));
    const notes = (selector: string) => element.locator(selector).allTextContents();
    const none = 'Nicht veröffentlicht';
    // Monday and Tuesday are over.
    expect(await days()).toEqual([none, none, null, null, null]);
    await element.evaluate((one) => one.setAttribute('start-date', '2026-11-25'));
    await expect.poll(days).toEqual([null, null, null, none, none]);
    await element.evaluate((one) => one.setAttribute('view', 'list'));
    await expect.poll(() => notes('.kt-list-note')).toEqual([none, none]);
    await element.evaluate((one) => one.setAttribute('start-date', '2026-11-10'));
    await expect.poll(() => notes('.kt-list-note')).toEqual(Array(5).fill(none));
  });

  it('has its width as an item of a row and of a grid [D-2.05]', async () => {
    await open('/flex', TAGS);
    const widths = await page.evaluate(() => [...document.querySelectorAll('main > *')].map((one) => one.clientWidth));
    for (const width of widths) expect(width).toBeGreaterThan(300);
    await open('/shares');
    const shares = () =>
      page.evaluate(() => [...document.querySelectorAll('main > *')].map((one) => one.getBoundingClientRect()));
    const [plan, list] = await shares();
    expect((plan?.width ?? 0) / (list?.width ?? 1)).toBeGreaterThan(1.5);
    expect(list?.y).toBe(plan?.y);
    await page.setViewportSize({ width: 390, height: 900 });
    const [above, below] = await shares();
    expect([above?.width, below?.width]).toEqual([374, 374]);
    expect(below?.y).toBeGreaterThan(above?.y ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1280, height: 900 });
    await open('/grid', TAGS.slice(0, 2));
    for (const tag of TAGS.slice(0, 2)) expect((await page.locator(tag).boundingBox())?.width).toBeGreaterThan(190);
  });

  it('is as large where the theme has a small root size as elsewhere, and as large as the page asks [D-2.06]', async () => {
    const texts = [
      'kreide-timetable .kt-lesson',
      'kreide-timetable h2',
      'kreide-news h3',
      'kreide-monitor .m-board h2',
    ];
    const sizes = async () => Promise.all(texts.map(sizeOf));
    // Narrow enough for the usual type on cards: the large one leaves when larger words need the room.
    await page.setViewportSize({ width: 1000, height: 900 });
    await open('/all', TAGS);
    const usual = await sizes();
    expect(usual.slice(0, 2)).toEqual([13, 22]);
    await open('/theme', TAGS);
    expect(await sizes()).toEqual(usual);
    await page.evaluate(() => document.documentElement.style.setProperty('--kreide-scale', '1.5'));
    await expect.poll(sizes).toEqual(usual.map((size) => size * 1.5));
    await page.evaluate(() => {
      document.documentElement.style.removeProperty('--kreide-scale');
      document.documentElement.style.setProperty('--kreide-font-size', '20px');
    });
    await expect
      .poll(async () => (await sizes()).slice(0, 3))
      .toEqual(usual.slice(0, 3).map((size) => (size / 16) * 20));
    expect(await sizeOf('kreide-monitor .m')).toBe(20);
  });

  it('lets the page style its lessons, in grid and list [D-2.06]', async () => {
    await open('/all');
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('kreide-timetable::part(lesson) { letter-spacing: 3px }');
      document.adoptedStyleSheets = [sheet];
    });
    const spacing = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).letterSpacing);
    expect(await spacing('kreide-timetable .kt-lesson')).toBe('3px');
    await page.locator('kreide-timetable').getByRole('button', { name: 'Liste' }).click();
    expect(await spacing('kreide-timetable .kt-row')).toBe('3px');
  });

  it('says since when it has heard nothing, with the date unless that is today [D-2.11]', async () => {
    await open('/all', TAGS);
    await page.route('**/v1/public/**', (route) => route.abort());
    await page.clock.fastForward(11 * 60_000);
    const note = (tag: string) => page.locator(tag).locator('[part=note]');
    for (const tag of TAGS.slice(0, 2))
      await expect.poll(() => note(tag).textContent()).toMatch(/^Keine Verbindung: Stand von \d\d:\d\d Uhr$/);
    await page.clock.fastForward(24 * 3_600_000);
    for (const tag of TAGS.slice(0, 2))
      await expect.poll(() => note(tag).textContent()).toMatch(/Stand vom 18\. November( 2026)?, \d\d:\d\d Uhr$/);
    await expect.poll(() => note('kreide-monitor').textContent()).toMatch(/Mi.*18\.11/);
  });

  it('is printed whole and without its buttons: plan, news and every line of the monitor', async () => {
    await open('/all', TAGS);
    const lines = await page.locator('kreide-monitor .m-copy .m-entry').count();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('kreide-timetable .k-pages').isVisible()).toBe(false);
    const whole = await page.locator('kreide-timetable .k-plan').evaluate((one) => one.scrollHeight - one.clientHeight);
    expect(whole).toBeLessThanOrEqual(1);
    const shown = await page
      .locator('kreide-monitor .m-entry')
      .evaluateAll(
        (all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.clientHeight > 0).length,
      );
    expect(shown).toBe(lines);
    const monitor = (await page.locator('kreide-monitor').boundingBox())!;
    const last = (await page.locator('kreide-monitor .m-copy .m-entry').last().boundingBox())!;
    expect(last.y + last.height).toBeLessThanOrEqual(monitor.y + monitor.height);
  });
});

describe('the news of a school on its page', () => {
  const isCut = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.some((one) => one.scrollHeight > one.clientHeight + 1 || one.clientHeight === 0));

  it.each([
    ['/one-news', 1280],
    ['/three-news', 1920],
    ['/three-news', 1280],
    ['/three-news', 390],
  ] as const)('have cards as high as title, date and text: %s at %d px [D-2.03]', async (path, width) => {
    await page.setViewportSize({ width, height: 900 });
    await open(path, ['kreide-news']);
    expect(await isCut('kreide-news h3')).toBe(false);
    for (const card of await cards().all()) {
      const box = (await card.boundingBox())!;
      const text = (await card.locator('[part=text]').boundingBox())!;
      const picture = (await card.locator('[part=image]').boundingBox())!;
      expect(text.height).toBeGreaterThan(15);
      expect(text.y + text.height).toBeLessThanOrEqual(box.y + box.height);
      expect(picture.height).toBeLessThan(450);
      expect(picture.width / picture.height).toBeGreaterThan(1);
    }
  });

  it('open in their place for a visitor who is signed in nowhere, and close again, by keyboard too [D-2.03] [D-2.14]', async () => {
    const { news } = (await kreide.request('GET', '/v1/public/news/demo?limit=3')).body.data;
    await open('/three-news', ['kreide-news']);
    const address = page.url();
    const link = cards().nth(1).locator('a').first();
    await link.focus();
    await page.keyboard.press('Enter');
    const article = page.locator('kreide-news [part=content]');
    const words = news[1].content_rendered
      .replace(/<[^>]+>/g, ' ')
      .replace(/&\w+;/g, ' ')
      .split(/\s+/)
      .filter(Boolean);
    expect(await article.textContent()).toContain(words.at(-1));
    expect(await link.getAttribute('aria-expanded')).toBe('true');
    expect(page.url()).toBe(address);
    const [open1, whole] = [await cards().nth(1).boundingBox(), await page.locator('kreide-news').boundingBox()];
    expect(open1?.width).toBe(whole?.width);
    await page.keyboard.press('Enter');
    await article.waitFor({ state: 'detached' });
  });

  it('stay closed where the page does something else with them [D-2.07]', async () => {
    await open('/three-news', ['kreide-news']);
    await page.evaluate(() =>
      document.addEventListener('kreide-news', (event) => event.preventDefault(), { once: true }),
    );
    await cards().first().locator('a').first().click();
    expect(await page.locator('kreide-news [part=content]').count()).toBe(0);
    await cards().first().locator('a').first().click();
    await page.locator('kreide-news [part=content]').waitFor();
  });

  it.each([1280, 800, 390])(
    'reserve their rows at %d px: the page moves by 0.05 at most where the script is a module [D-2.13]',
    async (width) => {
      await page.addInitScript(() => {
        const shifts: number[] = [];
        const paints: string[] = [];
        Object.assign(document, { shifts, paints });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) paints.push(entry.name);
        }).observe({ type: 'paint', buffered: true });
      });
      await page.setViewportSize({ width, height: 900 });
      const painted = () => page.evaluate(() => (document as unknown as { paints: string[] }).paints.length > 0);
      // A slow line: the page is painted before the module comes, and the places before the news.
      await page.route('**/widgets/*.js', async (route) => {
        await expect.poll(painted).toBe(true);
        await route.continue();
      });
      await page.route('**/v1/public/news/**', async (route) => {
        await page.locator('kreide-news .k-skeleton').first().waitFor();
        await route.continue();
      });
      await open('/modules', ['kreide-news']);
      const picture = page.locator('kreide-news img').first();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      const shifts = await page.evaluate(() => (document as unknown as { shifts: number[] }).shifts);
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.05);
    },
  );

  it('keep no space for what does not exist', async () => {
    await page.route('**/v1/public/news/**', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      answer.data.news = answer.data.news.slice(0, 1);
      await route.fulfill({ response, json: answer });
    });
    await page.setViewportSize({ width: 390, height: 900 });
    await open('/three-news', ['kreide-news']);
    expect(await page.locator('kreide-news li').count()).toBe(1);
    const [card, after] = [(await cards().first().boundingBox())!, (await page.locator('#after').boundingBox())!];
    expect(after.y - (card.y + card.height)).toBeLessThan(60);
  });
});
