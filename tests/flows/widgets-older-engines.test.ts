// features: monitor, news, timetable

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_SCREEN } from '../../packages/server/src/demo/seed/found.ts';
import { openBrowser } from '../support/browser.ts';
import { startDemoServer } from '../support/demo.ts';
import { type ForeignOrigin, startForeignOrigin } from '../support/foreign-origin.ts';
import { makeOlder, stylesIn, YOUNGER_CALLS } from '../support/older-engine.ts';
import { ROOT, TEST_NOW, type TestServer } from '../support/server.ts';

const DIST = join(ROOT, 'packages/widgets/dist');
const scripts = readdirSync(DIST, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.js'));
const readScript = (name: string) => readFileSync(join(DIST, name), 'utf8');

describe('the built files of the elements', () => {
  it.each(scripts)('are written in the JavaScript of 2020: %s', (name) => {
    parse(readScript(name), { ecmaVersion: 2020, sourceType: name.endsWith('kreide.js') ? 'script' : 'module' });
  });

  it.each(scripts)('call nothing that Chromium got after version 87: %s', (name) => {
    const own = name.startsWith('react/') ? '' : readScript(name);
    const called = YOUNGER_CALLS.map(([path]) => path).filter((path) => {
      const [owner, last] = [path.split('.')[0], path.split('.').at(-1)];
      const call = path.includes('.prototype.') ? `\\.${last}\\(` : `\\b${path.replaceAll('.', '\\.')}\\(`;
      return owner !== 'HTMLElement' && new RegExp(call).test(own);
    });
    expect(called).toEqual([]);
  });

  it.each(scripts)('have styles that Chromium 87 knows, or others behind a question: %s', (name) => {
    const texts: string[] = [];
    JSON.stringify(parse(readScript(name), { ecmaVersion: 2020, sourceType: 'module' }), (key, value) => {
      if (typeof value === 'string' && (key === 'value' || key === 'cooked')) texts.push(value);
      return value;
    });
    for (const style of stylesIn(texts)) {
      const plain = withoutQuestions(style);
      for (const word of [
        /light-dark\(/,
        /:(is|where|has)\(/,
        /:not\([^()]*,/,
        /color-mix\(/,
        /\ddvh/,
        /\dcq\w/,
        /aspect-ratio:/,
        /[;{](translate|rotate|scale):/,
        /overflow:clip/,
        /border-(start|end)-/,
        /[{;]\s*&/,
      ])
        expect(plain.match(word), `${word} in ${name}`).toBeNull();
      const containers = style.match(/@container/g)?.length ?? 0;
      expect(style.match(/@supports not \(container-type/g)?.length ?? 0).toBe(containers);
    }
  });
});

/** A style sheet without what stands behind `@supports` or `@container`. */
function withoutQuestions(style: string): string {
  const start = style.search(/@(supports(?! not)|container)/);
  if (start === -1) return style;
  let depth = 0;
  let end = style.indexOf('{', start);
  do {
    if (style[end] === '{') depth += 1;
    if (style[end] === '}') depth -= 1;
    end += 1;
  } while (depth > 0 && end < style.length);
  return withoutQuestions(style.slice(0, start) + style.slice(end));
}

describe('the elements in an engine with what Chromium 87 has', () => {
  let kreide: TestServer;
  let school: ForeignOrigin;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    kreide = await startDemoServer({ pages: { root: ROOT, styles: ["'self'"] } });
    const script = `<script src="${kreide.url}/widgets/kreide.js" defer></script>`;
    const elements = `<kreide-timetable school="demo" entity-id="8c" start-date="2026-11-18"><p>Im Sekretariat</p></kreide-timetable>
      <kreide-news school="demo"></kreide-news><kreide-substitutions token="${DEMO_SCREEN}"></kreide-substitutions><kreide-monitor token="${DEMO_SCREEN}-news-split"></kreide-monitor>`;
    const html = `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Seite</title>${script}</head><body>${elements}</body></html>`;
    school = await startForeignOrigin({
      folder: ROOT,
      kreide: kreide.url,
      pages: { '/': html },
      styles: "'unsafe-inline'",
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

  const open = async () => {
    await page.goto(school.url);
    await page.locator('kreide-timetable .kt-lesson').first().waitFor();
    await page.locator('kreide-news .k-card h3').first().waitFor();
    await page.locator('kreide-substitutions .m-entry').first().waitFor();
    await page.locator('kreide-monitor .m-page .m-entry').first().waitFor();
  };
  const styleOf = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, key) => getComputedStyle(one).getPropertyValue(key), name);

  it.each([true, false])(
    'show plan, news, substitutions and monitor in colours and in their places (sheets adopted: %s)',
    async (canAdopt) => {
      await makeOlder(page, { canAdopt });
      await open();
      expect(await page.evaluate(() => 'any' in AbortSignal || 'at' in Array.prototype)).toBe(false);
      const lesson = 'kreide-timetable .kt-lesson:not(.kt-plain):not(.kt-CANCLED):not(.kt-strip)';
      expect(await styleOf(lesson, 'background-color')).not.toBe('rgba(0, 0, 0, 0)');
      expect(await styleOf(lesson, 'color')).toBe('rgb(0, 0, 0)');
      expect(await styleOf('kreide-timetable .k-root', 'background-color')).toBe('rgb(255, 255, 255)');
      const card = (await page.locator(lesson).first().boundingBox())!;
      expect(card.width).toBeGreaterThan(100);
      expect(card.height).toBeGreaterThan(30);
      const picture = (await page.locator('kreide-news .k-picture').first().boundingBox())!;
      expect(picture.height / picture.width).toBeCloseTo(9 / 16, 1);
      const monitor = (await page.locator('kreide-monitor').boundingBox())!;
      expect(monitor.height).toBe(900);
      expect(Number.parseFloat(await styleOf('kreide-monitor .m-entry', 'font-size'))).toBeGreaterThan(20);
      const [one, other] = await page
        .locator('kreide-substitutions .s-day')
        .evaluateAll((all) => all.map((day) => day.getBoundingClientRect()));
      expect(other?.top).toBe(one?.top);
      expect(other?.width).toBe(one?.width);
      await page.locator('kreide-substitutions').getByLabel('Suchen').fill('entfaellt');
      await expect.poll(() => page.locator('kreide-substitutions .m-entry:not(.kt-CANCLED)').count()).toBe(0);
      await page.locator(lesson).first().click();
      await page.locator('kreide-timetable dialog[open]').waitFor();
      await page.locator('kreide-timetable dialog .k-button').last().click();
      await page.locator('kreide-timetable dialog[open]').waitFor({ state: 'detached' });
    },
  );

  it('follow the scheme of the page, also when it changes, in an engine whose colours do not', async () => {
    await makeOlder(page);
    await open();
    const ground = () => styleOf('kreide-timetable .k-root', 'background-color');
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'dark'));
    await expect.poll(ground).toBe('rgb(21, 27, 24)');
    await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'light dark'));
    await expect.poll(ground).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(ground).toBe('rgb(21, 27, 24)');
    // The colours of a branding, which come from the server as they are.
    await page.locator('kreide-timetable').evaluate((element) => element.setAttribute('branding', 'hafen'));
    await expect
      .poll(() => styleOf('kreide-timetable [aria-pressed=true]', 'background-color'))
      .toBe('rgb(132, 197, 251)');
  });

  it('say in an older one, in the language of the page, that the browser is too old, beside what the page has put there', async () => {
    await page.addInitScript(() => {
      const supports = CSS.supports.bind(CSS);
      CSS.supports = (...words: string[]) => words[0] !== 'inset' && supports(...(words as [string]));
    });
    await page.goto(school.url);
    const line = page.locator('kreide-timetable').locator('[part=error]');
    await expect.poll(() => line.textContent()).toMatch(/^Dieser Browser ist zu alt/);
    expect(await page.getByText('Im Sekretariat').isVisible()).toBe(true);
    expect(await page.locator('kreide-monitor').evaluate((one) => one.shadowRoot?.textContent)).not.toContain(
      'Verbindung',
    );
    await page.evaluate(() => {
      document.documentElement.lang = 'fr';
      document.body.append(document.createElement('kreide-news'));
    });
    await expect
      .poll(() => page.locator('kreide-news').last().locator('[part=error]').textContent())
      .toMatch(/^Ce navigateur est trop ancien/);
  });
});
