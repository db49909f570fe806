// features: branding

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { ROOT } from '../support/server.ts';

const dist = join(ROOT, 'packages/app/dist');
/** The most bytes of fonts for the first page, in any language. */
const MOST = 40_000;
const kreide = withApp(async () => {}, { isFirstVisit: true });

interface Face {
  file: string;
  bytes: number;
  ranges: [first: number, last: number][];
}

function builtFaces(): Face[] {
  const css = readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join(dist, 'assets', name), 'utf8'))
    .join('');
  return [...css.matchAll(/@font-face\{[^}]*?url\(([^)]*)\)[^}]*unicode-range:([^;}]*)/g)].map(([, url, ranges]) => ({
    file: (url as string).replaceAll('"', ''),
    bytes: statSync(join(dist, (url as string).replaceAll('"', ''))).size,
    // `U+4??` is short for `U+400-4FF`.
    ranges: [...(ranges as string).matchAll(/U\+([0-9A-F?]+)(?:-([0-9A-F]+))?/gi)].map(
      ([, first = '', last = first]) => [
        Number.parseInt(first.replaceAll('?', '0'), 16),
        Number.parseInt(last.replaceAll('?', 'F'), 16),
      ],
    ),
  }));
}

/** Every character that the app says in a language. */
function charactersOf(language: string): number[] {
  const folder = join(ROOT, 'locales', language);
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return [...new Set(texts.join(''))].map((one) => one.codePointAt(0) as number);
}

describe('the typeface', () => {
  it.each(LANGUAGES)('costs the first page in %s at most 40 kB, and no letter is missing', (language) => {
    const faces = builtFaces();
    expect(faces).toHaveLength(3);
    const has = ({ ranges }: Face, code: number) => ranges.some(([first, last]) => code >= first && code <= last);
    const characters = charactersOf(language).filter((code) => code > 0x20);
    // Arrows, marks and the like are drawn by icons; what is written is letters, digits and their punctuation.
    for (const code of characters)
      expect(
        faces.some((face) => has(face, code)),
        String.fromCodePoint(code),
      ).toBe(true);
    const needed = faces.filter((face) => characters.some((code) => has(face, code)));
    expect(needed.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST);
  });

  it.each([
    ['de', ['latin']],
    ['tr', ['latin', 'latin-ext']],
    ['uk', ['cyrillic', 'latin']],
  ])('of a page in %s is fetched from this server only as far as it is needed: %s', async (language, scripts) => {
    await using app = await kreide.open({ language });
    const { page, problems } = app;
    const asked: string[] = [];
    page.on('request', (request) => {
      const script = /\/assets\/geist-(latin-ext|latin|cyrillic)-[^/]*\.woff2$/.exec(request.url())?.[1];
      if (request.resourceType() === 'font') asked.push(script ?? request.url());
    });
    await page.goto('/');
    await page.locator('h1').waitFor();
    // On a busy machine the page stands before it has asked for its typeface.
    await page.waitForFunction(() => document.fonts.check('450 15px Geist', 'Ag'));
    await expect.poll(() => asked.toSorted()).toEqual(scripts);
    expect(await page.evaluate(() => document.fonts.check('450 15px Geist', 'Ag'))).toBe(true);
    expect(problems).toEqual([]);
  });

  it('moves nothing when it comes late', async () => {
    await using app = await kreide.open({ language: 'de' });
    const { page } = app;
    let comes = () => {};
    const isLate = new Promise<void>((resolve) => {
      comes = resolve;
    });
    await page.route('**/*.woff2', async (route) => {
      await isLate;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('h1').waitFor();
    const heights = () =>
      page.evaluate(() => ['h1', 'main p', 'main a'].map((one) => document.querySelector(one)?.clientHeight));
    const before = await heights();
    await page.evaluate(() => {
      const shifts = { sum: 0 };
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift' });
    });
    comes();
    await page.waitForFunction(() => document.fonts.check('450 15px Geist', 'Ag'));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await heights()).toEqual(before);
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(
      0.005,
    );
  });
});
