// features: monitor, news, timetable

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_SCREEN } from '../../packages/server/src/demo/seed/found.ts';
import { expectAccessible, WCAG } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { buildReactTwin } from '../support/bundles.ts';
import { startDemoServer } from '../support/demo.ts';
import { type ForeignOrigin, startForeignOrigin } from '../support/foreign-origin.ts';
import { ROOT, TEST_NOW, type TestServer } from '../support/server.ts';

const DIST = join(ROOT, 'packages/widgets/dist');
/** What draws the elements: the files that pages load, and the same sources with React itself. */
const ENGINES = ['light', 'react'] as const;
type Engine = (typeof ENGINES)[number];
const TAGS = ['kreide-timetable', 'kreide-monitor', 'kreide-news'] as const;
let kreide: TestServer;
let school: ForeignOrigin;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];
/** The elements with React itself, which only a release holds. */
let twin: string;

const html = (body: string, head = '') =>
  `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Seite</title>${head}</head><body><main><h1>Seite</h1>${body}</main></body></html>`;

beforeAll(async () => {
  if (!existsSync(join(DIST, 'kreide.js'))) throw new Error('The elements are not built: npm run build');
  kreide = await startDemoServer({ pages: { root: ROOT, styles: ["'self'"] } });
  const script = `<script src="${kreide.url}/widgets/kreide.js" defer></script>`;
  const module = (name: string) => `<script type="module" src="${kreide.url}/widgets/${name}.js"></script>`;
  const timetable = '<kreide-timetable school="demo" entity-id="8c" start-date="2026-11-18"></kreide-timetable>';
  school = await startForeignOrigin({
    folder: join(ROOT, 'examples/school-homepage'),
    kreide: kreide.url,
    // As a school's own page would be: the script from the Kreide server, the token written into the page.
    change: (text) => text.replace('"/widgets/', `"${kreide.url}/widgets/`),
    pages: {
      '/empty': html(''),
      '/bare': html(timetable, script),
      '/modules': html(
        `${timetable}<kreide-news school="demo"></kreide-news>`,
        module('kreide-timetable') + module('kreide-news'),
      ),
      // Addresses that the modules had before.
      '/modules-before': html(
        `${timetable}<kreide-news school="demo"></kreide-news>`,
        module('timetable') + module('news'),
      ),
      '/all-as-module': html(
        `${timetable}<kreide-news school="demo"></kreide-news><kreide-monitor token="${DEMO_SCREEN}-sub"></kreide-monitor>`,
        module('kreide'),
      ),
      '/all': html(
        `${timetable}<kreide-news school="demo"></kreide-news><kreide-monitor token="${DEMO_SCREEN}-sub"></kreide-monitor>`,
        script,
      ),
      '/off': html('<kreide-news school="demo2"></kreide-news><kreide-monitor token="x"></kreide-monitor>', script),
    },
  });
  twin = await buildReactTwin();
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
  page.on('console', (message) => {
    // Answers such as 404 are told by the browser itself.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) problems.push(message.text());
    if (/content security policy|CORS/i.test(message.text())) problems.push(message.text());
  });
});
afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

async function openHomepage(engine: Engine = 'light'): Promise<void> {
  if (engine === 'react')
    await page.route('**/widgets/kreide.js', (route) =>
      route.fulfill({ body: twin, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } }),
    );
  await page.goto(school.url);
  await page.locator('kreide-timetable .kt-lesson').first().waitFor();
  await page.locator('kreide-news .k-card h3').first().waitFor();
  await page.locator('kreide-monitor .m-entry').first().waitFor();
}
/** What an element has told since the page was opened. */
const told = () => page.evaluate(() => (document as unknown as { told?: [string, string, unknown][] }).told ?? []);
const listen = () =>
  page.addInitScript(() => {
    const list: [string, string, unknown][] = [];
    Object.assign(document, { told: list });
    for (const name of ['kreide-load', 'kreide-error', 'kreide-lesson', 'kreide-news'])
      document.addEventListener(name, (event) =>
        list.push([name, (event.target as Element).localName, (event as CustomEvent).detail]),
      );
  });

describe.each(ENGINES)('the homepage of a school on another origin, drawn by %s', (engine) => {
  it('shows all three elements from one script tag, with data, in its own fonts and colours [D-2.01] [D-2.03] [D-2.04] [D-2.06] [D-5.01]', async () => {
    await listen();
    await openHomepage(engine);
    expect(await page.locator('kreide-timetable h2').textContent()).toBe('8c');
    expect(await page.locator('kreide-news img').count()).toBeGreaterThan(0);
    await expect
      .poll(() =>
        page
          .locator('kreide-news img')
          .first()
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBeGreaterThan(0);
    expect(await page.locator('kreide-news a').first().getAttribute('href')).toMatch(
      new RegExp(`^${kreide.url}/demo/news/[0-9a-f-]{36}$`),
    );
    expect(await page.locator('kreide-monitor .m').evaluate((board) => getComputedStyle(board).backgroundColor)).toBe(
      'rgb(123, 45, 38)',
    );
    expect(
      await page.locator('kreide-timetable h2').evaluate((heading) => getComputedStyle(heading).fontFamily),
    ).toMatch(/^Georgia/);
    expect((await told()).map(([name, tag]) => `${name} ${tag}`).sort()).toEqual(
      TAGS.map((tag) => `kreide-load ${tag}`).sort(),
    );
  });

  it('does not move while data arrives: no layout shift at all [D-2.13]', async () => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(document, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openHomepage(engine);
    for (const tag of TAGS) await page.locator(tag).scrollIntoViewIfNeeded();
    await page.locator('kreide-news').scrollIntoViewIfNeeded();
    const picture = page.locator('kreide-news img').first();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    // Less than a thousandth is the rounding of a pixel.
    const shifts = await page.evaluate(() => (document as unknown as { shifts: number[] }).shifts);
    expect(shifts.filter((shift) => shift >= 0.001)).toEqual([]);
  });

  it('has no finding of axe with all elements, details opened, and in the list [D-2.14]', async () => {
    await openHomepage(engine);
    await expectAccessible(page, '', WCAG);
    await page.locator('kreide-timetable .kt-lesson').first().click();
    await expectAccessible(page, '', WCAG);
    await page.keyboard.press('Escape');
    await page.locator('kreide-timetable').getByRole('button', { name: 'Liste' }).click();
    await expectAccessible(page, '', WCAG);
  });

  it('is worked by keyboard alone: page, choose a lesson, close its details, change the view [D-2.14] [D-2.07]', async () => {
    await listen();
    await openHomepage(engine);
    await page.locator('#klasse').focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('kreide-timetable .k-title p').textContent()).toMatch(/23\. November/);
    await page.keyboard.press('Tab');
    for (let step = 0; step < 3; step += 1) {
      if (await page.locator('kreide-timetable .kt-lesson:focus').count()) break;
      await page.keyboard.press('Tab');
    }
    expect(await page.locator('kreide-timetable .kt-lesson:focus').count()).toBe(1);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.locator('kreide-timetable dialog[open]').waitFor();
    const chosen = (await told()).find(([name]) => name === 'kreide-lesson')?.[2] as { date: string; title: string };
    // From Wednesday, where the grid began and what is public ends, one day back.
    expect(chosen.date).toBe('2026-11-24');
    expect(await page.locator('#gewaehlt').textContent()).toContain(chosen.title);
    await page.keyboard.press('Escape');
    await page.locator('kreide-timetable dialog[open]').waitFor({ state: 'detached' });
    expect(await page.locator('kreide-timetable .kt-lesson:focus').count()).toBe(1);
  });

  it('changes with its attributes, also when one is emptied or taken away [D-2.01] [D-2.05]', async () => {
    await openHomepage(engine);
    const title = page.locator('kreide-timetable .k-title');
    await page.locator('#klasse').selectOption('10a');
    await expect.poll(() => title.textContent()).toMatch(/^10a16\. November/);
    const set = (name: string, value: string | null) =>
      page
        .locator('kreide-timetable')
        .evaluate(
          (element, [key, to]) => (to === null ? element.removeAttribute(key!) : element.setAttribute(key!, to!)),
          [name, value] as const,
        );
    await set('view', 'day');
    await expect.poll(() => title.textContent()).toMatch(/Mittwoch, 18\. November/);
    await set('start-date', '2026-11-27');
    await expect.poll(() => title.textContent()).toMatch(/Freitag, 27\. November/);
    await set('start-date', '');
    await expect.poll(() => title.textContent()).toMatch(/Mittwoch, 18\. November/);
    await set('view', null);
    await expect.poll(() => title.textContent()).toMatch(/16\. November bis 20\. November/);
    await set('locale', 'tr');
    await expect.poll(() => title.textContent()).toMatch(/16 Kasım/);
    await set('branding', 'hafen');
    await expect
      .poll(() =>
        page
          .locator('kreide-timetable .k-button[aria-pressed=true]')
          .evaluate((one) => getComputedStyle(one).backgroundColor),
      )
      .toBe('rgb(0, 89, 144)');
  });
});

describe('the elements', () => {
  it('leave nothing on window but the elements, and take no style from the page [D-2.05]', async () => {
    const keys = () => page.evaluate(() => Object.getOwnPropertyNames(window).sort());
    await page.goto(`${school.url}/empty`);
    const before = await keys();
    await page.goto(`${school.url}/bare`);
    await page.locator('kreide-timetable .kt-lesson').first().waitFor();
    expect(await keys()).toEqual(before);
    const colour = () => page.locator('kreide-timetable h2').evaluate((heading) => getComputedStyle(heading).color);
    const own = await colour();
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { color: red !important; font-size: 40px !important; text-transform: uppercase !important }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    expect(await colour()).toBe(own);
    expect(
      await page.locator('kreide-timetable .k-title p').evaluate((line) => getComputedStyle(line).textTransform),
    ).toBe('none');
  });

  it.each(['de', 'en', 'es', 'tr', 'uk', 'fr', 'it'])(
    'speak %s, with a word for everything [D-2.01]',
    async (language) => {
      await page.addInitScript(
        (to) => document.addEventListener('DOMContentLoaded', () => (document.documentElement.lang = to)),
        language,
      );
      await page.goto(`${school.url}/all`);
      const [timetable, monitor] = [page.locator('kreide-timetable'), page.locator('kreide-monitor')];
      await timetable.locator('.kt-lesson').first().waitFor();
      const read = async () => {
        const texts = await page.evaluate(() =>
          [...document.querySelectorAll('kreide-timetable, kreide-monitor, kreide-news')].flatMap(({ shadowRoot }) => [
            shadowRoot?.textContent ?? '',
            ...[...(shadowRoot?.querySelectorAll('[aria-label]') ?? [])].map(
              (one) => one.getAttribute('aria-label') ?? '',
            ),
          ]),
        );
        return texts.join(' ');
      };
      await expect.poll(() => monitor.locator('.k-hidden').first().textContent()).not.toBe('');
      const states = ['changed', 'CANCLED', 'MESSAGE', 'EVENT', 'ADDITIONAL', 'MOVED_TO', 'MOVED_FROM'];
      const changed = states.map((state) => `.kt-lesson.kt-${state}`).join();
      await timetable.locator(changed).first().click();
      await timetable.locator('dialog[open]').waitFor();
      const all = await read();
      // Keys of the text files, such as change_room, and values that nobody filled in.
      expect(all.match(/\b[a-z]+_[a-zA-Z_0-9]+|\{\{/g)).toBeNull();
      expect(await timetable.locator('.k-timetable').getAttribute('lang')).toBe(language);
    },
  );

  it('show a signed-in person what this person may see, also where nothing is public, and keep none of it [D-2.01]', async () => {
    const db = kreide.test.database.kysely;
    const grade = await db
      .selectFrom('grades')
      .innerJoin('schools', 'schools.id', 'grades.school_id')
      .select(['grades.id', 'grades.shortcut'])
      .where('schools.slink', '=', 'demo')
      .where('grades.shortcut', '=', '8c')
      .executeTakeFirstOrThrow();
    const body = { slink: 'demo', username: 'teacher', password: 'kreide-demo', stayLoggedIn: true };
    const { access_token } = (await kreide.request('POST', '/v1/auth/login', { body })).body;
    await page.goto(`${kreide.url}/examples/signage/`);
    const answered = page.waitForResponse((response) =>
      response.url().includes(`/timetables/entities/grades/${grade.id}`),
    );
    await page.evaluate(
      ([token, id]) => {
        const element = document.createElement('kreide-timetable');
        element.setAttribute('entity-id', String(id));
        element.setAttribute('token', String(token));
        document.body.replaceChildren(element);
      },
      [access_token, grade.id],
    );
    expect((await answered).request().headers().authorization).toBe(`Bearer ${access_token}`);
    await page.locator('kreide-timetable .kt-lesson').first().waitFor();
    expect(await page.locator('kreide-timetable h2').textContent()).toBe(grade.shortcut);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kreide:timetable'))),
    ).toEqual([]);
  });

  it.each(['/modules', '/modules-before'])(
    'load one by one as modules that share one React, also from %s [D-2.04] [D-2.15]',
    async (path) => {
      const scripts: string[] = [];
      page.on(
        'request',
        (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
      );
      await page.goto(school.url + path);
      await page.locator('kreide-timetable .kt-lesson').first().waitFor();
      await page.locator('kreide-news .k-card h3').first().waitFor();
      expect(scripts.filter((one) => /kreide-shared/.test(one))).toHaveLength(1);
      expect(scripts.filter((one) => /kreide-(timetable|news)\.js/.test(one))).toHaveLength(2);
      expect(scripts.some((one) => one.includes('monitor'))).toBe(false);
      expect(await page.evaluate(() => customElements.get('kreide-monitor'))).toBeUndefined();
    },
  );

  it('load all at once as a module too', async () => {
    await page.goto(`${school.url}/all-as-module`);
    await page.locator('kreide-timetable .kt-lesson').first().waitFor();
    await page.locator('kreide-monitor .m-entry').first().waitFor();
    await page.locator('kreide-news .k-card h3').first().waitFor();
  });

  it('say in neutral words that nothing is released, and tell the page [D-2.10] [T-2.137] [D-2.07]', async () => {
    await listen();
    await page.goto(`${school.url}/off`);
    for (const tag of ['kreide-news', 'kreide-monitor'])
      await expect.poll(() => page.locator(tag).locator('[part=error]').textContent()).toContain('Nicht verfügbar');
    expect(await told()).toContainEqual(['kreide-error', 'kreide-news', { code: 'not_found', status: 404 }]);
    await expectAccessible(page, '', WCAG);
  });

  it('ask without preflight, cookies or own headers and show no teacher where the school shows none [D-2.08] [D-2.09]', async () => {
    const login = await kreide.request('POST', '/v1/auth/login', {
      body: { slink: 'demo', username: 'admin', password: 'kreide-demo', stayLoggedIn: true },
    });
    const token = login.body.access_token;
    const address = `/v1/schools/${login.body.data.id}/public-access`;
    const { url: _, ...access } = (await kreide.request('GET', address, { token })).body.data;
    await kreide.request('PUT', address, { token, body: { ...access, teacher_names: 'none', absent_teachers: true } });
    const bodies: string[] = [];
    const methods = new Set<string>();
    page.on('request', (request) => {
      if (!request.url().includes('/v1/')) return;
      methods.add(request.method());
      expect(request.headers()).not.toHaveProperty('cookie');
    });
    page.on('response', async (response) => {
      if (response.url().includes('/v1/public/')) bodies.push(await response.text().catch(() => ''));
    });
    await openHomepage();
    await expect.poll(() => bodies.length).toBeGreaterThanOrEqual(3);
    expect([...methods]).toEqual(['GET']);
    const people = await kreide.test.database.kysely
      .selectFrom('users')
      .select(['lastname', 'username'])
      .where('type', '=', 'EMPLOYEE')
      .execute();
    for (const text of bodies.filter((body) => body.includes('"substitut'))) {
      expect(text).not.toMatch(/"(old_)?teachers":\[(?!\])/);
      expect(text).not.toMatch(/"comment":"/);
      for (const { username } of people) expect(text).not.toContain(`"${username}"`);
    }
    await kreide.request('PUT', address, { token, body: access });
  });

  it('say words at every width, never the bare key of a text', async () => {
    await page.goto(`${school.url}/bare`);
    await page.locator('kreide-timetable .kt-lesson').first().waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.locator('kreide-timetable .kt-compact').count()).toBe(width === 390 ? 1 : 0);
      const text = await page.locator('kreide-timetable').evaluate((element) => element.shadowRoot?.textContent);
      expect(text).toContain('KW 47');
      expect(text).not.toMatch(/[a-z]+_[a-z_]+/);
    }
  });
});
