// features: monitor

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_SCREEN } from '../../packages/server/src/demo/seed/found.ts';
import { fixedClock } from '../../packages/server/src/kernel/clock.ts';
import { readConfig } from '../../packages/server/src/kernel/config/config.ts';
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import { type RunningServer, startServer } from '../../packages/server/src/server.ts';
import { expectAccessible, WCAG } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findDemo } from '../support/demo.ts';
import { ROOT, TEST_NOW, TEST_SECRET } from '../support/server.ts';

const MINUTE = 60_000;
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
] as const;
let database: TestDatabase;
let dataFolder: string;
const clock = fixedClock(TEST_NOW);
let server: RunningServer;
let url: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;

/** The same school on the same port, as after a restart of the machine. */
async function start(port: number): Promise<void> {
  const config = readConfig({
    PORT: String(port),
    KREIDE_DATA: dataFolder,
    KREIDE_DEMO: 'true',
    KREIDE_SECRET: TEST_SECRET,
  });
  server = await startServer({
    config,
    log: silentLog,
    root: ROOT,
    clock,
    connectionString: database.connectionString,
    pages: { root: ROOT, styles: ["'self'"] },
  });
  url = server.url;
}

beforeAll(async () => {
  const demo = await findDemo();
  database = await createTestDatabase(demo);
  dataFolder = await mkdtemp(join(tmpdir(), 'kreide-signage-'));
  await cp(demo.dataFolder, dataFolder, { recursive: true });
  await start(0);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await database?.drop();
  await rm(dataFolder, { recursive: true, force: true });
});
afterEach(async () => {
  await context?.close();
  clock.set(TEST_NOW);
});

async function open(path: string, viewport: { width: number; height: number } = SCREENS[0], locale = 'de-DE') {
  context = await browser.newContext({ viewport, locale, reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.clock.install({ time: new Date(TEST_NOW) });
  await page.goto(url + path);
}
const monitor = () => page.locator('kreide-monitor');
const heading = () => monitor().locator('h2').first();
const entries = () => monitor().locator('.m-page .m-entry');
const warning = () => monitor().locator('.m-stale');
const pageNumber = () => monitor().locator('.m-count .k-hidden');
/** What stands on the pages of a board, its class first. */
const linesOf = (selector: string) =>
  monitor()
    .locator(selector)
    .evaluateAll((lines) =>
      lines.map(
        (line) =>
          `${line.closest('ul')?.querySelector('.m-grade')?.textContent} ${line.lastElementChild?.textContent} ${line.querySelector('.m-hour')?.textContent}`,
      ),
    );

describe('the screen in the entrance hall', () => {
  it.each(SCREENS)(
    'fills $width × $height with today and the next school day, legible from eight metres and cut off nowhere, every line on some page [D-5.02] [D-2.02] [D-2.14]',
    async (screen) => {
      await open('/examples/signage/?mode=sub', screen);
      await entries().first().waitFor();
      expect(await monitor().locator('h2').allTextContents()).toEqual([
        'heuteMittwoch, 18. November',
        'morgenDonnerstag, 19. November',
      ]);
      expect(await monitor().locator('.m-clock').textContent()).toContain('10:10');
      expect(await monitor().locator('.m-foot').textContent()).toMatch(/Stand: .+geprüft: 10:10/);
      const wanted = new Set(await linesOf('.m-copy .m-entry'));
      const shown = new Set<string>();
      await pageNumber().waitFor({ state: 'attached' });
      const pages = Number(/von (\d+)/.exec((await pageNumber().textContent()) ?? '')?.[1]);
      expect(pages).toBeGreaterThan(1);
      for (let number = 1; number <= pages; number += 1) {
        await expect.poll(() => pageNumber().textContent()).toBe(`Seite ${number} von ${pages}`);
        const cut = await monitor().evaluate((element) => {
          const found: string[] = [];
          for (const area of element.shadowRoot?.querySelectorAll('.m-area') ?? []) {
            const room = area.getBoundingClientRect();
            for (const entry of area.querySelectorAll('.m-page .m-entry')) {
              const { bottom, right } = entry.getBoundingClientRect();
              if (bottom > room.bottom + 1 || right > room.right + 1 || entry.scrollWidth > entry.clientWidth + 1)
                found.push(entry.textContent ?? '');
            }
          }
          return found;
        });
        expect(cut).toEqual([]);
        for (const line of await linesOf('.m-page .m-entry')) shown.add(line);
        await page.clock.runFor(12_100);
      }
      expect(shown.size).toBe(wanted.size);
      const { row, text } = await entries()
        .first()
        .evaluate((entry) => ({
          row: entry.getBoundingClientRect().height,
          text: Number.parseFloat(getComputedStyle(entry).fontSize),
        }));
      expect(row / screen.height).toBeGreaterThanOrEqual(0.04);
      expect(text, 'capitals are 0.7 of it: 20 mm on a screen of 55 inches').toBeGreaterThanOrEqual(44);
      await expectAccessible(page, '', WCAG);
      expect(
        await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
      ).toEqual([screen.width, screen.height]);
    },
  );

  it('shows the news beside one board that takes turns between the days [T-2.136] [D-2.02]', async () => {
    await open('/examples/signage/');
    await entries().first().waitFor();
    expect(await monitor().locator('.m-news h3').first().textContent()).not.toBe('');
    const isShown = (name: string) => monitor().getByRole('heading', { name, exact: false }).isVisible();
    expect([await isShown('Mittwoch'), await isShown('Donnerstag')]).toEqual([true, false]);
    const pages = Number(/von (\d+)/.exec((await pageNumber().textContent()) ?? '')?.[1]);
    for (let number = 1; number < pages; number += 1) await page.clock.runFor(12_100);
    await expect.poll(() => isShown('Donnerstag')).toBe(true);
  });

  it('has larger lines, and pages that follow, for who stands farther away', async () => {
    await open('/examples/signage/?mode=sub&distance=12');
    await entries().first().waitFor();
    expect(
      await entries()
        .first()
        .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
    ).toBe(66);
    expect(
      await monitor()
        .locator('.m-clock')
        .evaluate((one) => one.getBoundingClientRect().height),
    ).toBeGreaterThan(80);
  });

  it('is never stopped for ever: touched or paused, it turns its pages again after a minute [D-2.14]', async () => {
    await open('/examples/signage/?mode=sub');
    await entries().first().waitFor();
    await pageNumber().waitFor({ state: 'attached' });
    await monitor().getByRole('button', { name: 'Nächste Seite' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => pageNumber().textContent()).toMatch(/^Seite 2/);
    await page.clock.runFor(30_000);
    expect(await pageNumber().textContent()).toMatch(/^Seite 2/);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await monitor().getByRole('button', { name: 'Blättern anhalten', pressed: true }).waitFor();
    await page.clock.runFor(45_000);
    expect(await pageNumber().textContent()).toMatch(/^Seite 2/);
    await page.clock.runFor(40_000);
    await expect.poll(() => pageNumber().textContent()).not.toMatch(/^Seite 2/);
    await monitor().getByRole('button', { name: 'Blättern anhalten', pressed: false }).waitFor();
  });

  it('goes by the clock of the server and says that its own is wrong', async () => {
    await open('/about:blank');
    await page.clock.setSystemTime(new Date(Date.parse(TEST_NOW) + 7 * MINUTE));
    await page.goto(`${url}/examples/signage/?mode=sub`);
    await entries().first().waitFor();
    await expect.poll(() => warning().textContent()).toBe('Die Uhr dieses Geräts geht 7 Minuten vor.');
    expect(await monitor().locator('.m-clock').textContent()).toMatch(/10:(09|10)$/);
  });

  it('keeps its plan while the server is away, warns in words, survives a reload, and recovers by itself [D-2.11] [T-7.163]', async () => {
    await open('/examples/signage/');
    await entries().first().waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/widgets/kreide.js')) !== undefined))
      .toBe(true);
    const lines = await entries().count();
    const { port } = new URL(url);
    await server.close();
    try {
      await page.clock.runFor(2 * MINUTE);
      expect(await entries().count()).toBeGreaterThan(0);
      expect(await warning().count()).toBe(0);
      await page.clock.fastForward(9 * MINUTE);
      await page.clock.runFor(2 * MINUTE);
      await expect
        .poll(() => warning().textContent())
        .toBe('Keine Verbindung seit 10:10: Dieser Plan kann veraltet sein.');
      expect(await entries().count()).toBeGreaterThan(0);
      await expectAccessible(page, '', WCAG);
      await page.reload();
      await entries().first().waitFor();
      await expect.poll(() => warning().textContent()).toContain('Keine Verbindung seit 10:10');
      expect(await heading().textContent()).toContain('Mittwoch, 18. November');
    } finally {
      // In the middle of the two minutes that pass below: its own clock stands still.
      clock.set(new Date((await page.evaluate(() => Date.now())) + MINUTE));
      await start(Number(port));
    }
    await page.clock.runFor(2 * MINUTE);
    await expect.poll(() => warning().count()).toBe(0);
    expect(await entries().count()).toBe(lines);
  });

  it('moves to the next school day after the last lesson, past midnight and over the weekend, without a reload [D-2.12] [T-2.134]', async () => {
    await open('/examples/signage/?mode=sub');
    await entries().first().waitFor();
    await page.evaluate(() => Object.assign(document, { isSamePage: true }));
    const devtools = await context.newCDPSession(page);
    const goTo = async (instant: string, text: RegExp) => {
      clock.set(instant);
      // Hours pass in a moment: what the browser keeps for five seconds would be of hours ago.
      await devtools.send('Network.clearBrowserCache');
      await page.clock.fastForward(Date.parse(instant) - (await page.evaluate(() => Date.now())));
      await page.clock.runFor(61_000);
      await expect.poll(() => heading().textContent()).toMatch(text);
    };
    await goTo('2026-11-18T16:30:00Z', /^morgenDonnerstag, 19\. November$/);
    await goTo('2026-11-18T23:05:00Z', /^heuteDonnerstag, 19\. November$/);
    await goTo('2026-11-20T16:30:00Z', /^nächster SchultagMontag, 23\. November$/);
    await goTo('2026-11-21T23:30:00Z', /^morgenMontag, 23\. November$/);
    await goTo('2026-11-23T06:40:00Z', /^heuteMontag, 23\. November$/);
    // The server's clock stands still while that of the page runs on: a late answer sets it back by a minute.
    expect(await monitor().locator('.m-clock').textContent()).toMatch(/07:(39|4\d)$/);
    expect(await page.evaluate(() => 'isSamePage' in document)).toBe(true);
  });
});

describe('the page /monitor/view of the app', () => {
  it('shows the plan of its token and day without a sign-in [T-2.132] [P-2.34] [T-2.133] [T-2.135] [T-1.08]', async () => {
    const asked: string[] = [];
    await open('/about:blank');
    page.on('request', (request) => request.url().includes('/monitors/single') && asked.push(request.url()));
    await page.goto(`${url}/monitor/view?token=${DEMO_SCREEN}-sub&begins_at=2026-11-19`);
    await expect.poll(() => heading().textContent()).toContain('Donnerstag, 19. November');
    expect(await monitor().locator('.m-news').count()).toBe(0);
    expect(new URL(asked[0]!).searchParams.get('substitution_date')).toBe('2026-11-19');
    expect(new URL(asked[0]!).searchParams.get('new_version')).toBe('1');
    await expectAccessible(page);
  });

  it('is a light page that the sites may frame which the school lists, and no others [P-2.34]', async () => {
    const page = `${url}/monitor/view?token=${DEMO_SCREEN}-sub`;
    const framedBy = async (address: string) =>
      /frame-ancestors ([^;]*)/.exec((await fetch(address)).headers.get('content-security-policy') ?? '')?.[1];
    expect(await framedBy(page)).toBe("'self'");
    const client = new Client({ connectionString: database.connectionString });
    await client.connect();
    const list = (origins: string) =>
      client.query("update schools set screen_origins = $1 where slink = 'demo'", [origins]);
    await list('{https://www.example.org}');
    expect(await framedBy(page)).toBe("'self' https://www.example.org");
    expect(await framedBy(`${url}/monitor/view`)).toBe("'self'");
    await list('{}');
    await client.end();
    expect((await (await fetch(page)).text()).length).toBeLessThan(2_000);
  });

  it.each(['', '?token=17-sub', '?token=00000000-0000-4000-8000-000000000000-sub'])(
    'says in neutral words that nothing is there: %s [T-2.137]',
    async (query) => {
      await open(`/monitor/view${query}`);
      await expect.poll(() => monitor().locator('.m').textContent()).toContain('Nicht verfügbar');
      expect(await monitor().locator('.m').textContent()).not.toContain('Gymnasium');
    },
  );
});
