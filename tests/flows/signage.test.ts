import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fixedClock } from '../../packages/server/src/kernel/clock.ts';
import { readConfig } from '../../packages/server/src/kernel/config.ts';
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import { type RunningServer, startServer } from '../../packages/server/src/server.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ROOT, TEST_NOW } from '../support/server.ts';

const ARGS =
  '--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run';
const MINUTE = 60_000;
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
] as const;
let database: TestDatabase;
let dataFolder: string;
let server: RunningServer;
let url: string;
let uuid: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;

/** The same school on the same port, as after a restart of the machine. */
async function start(port: number): Promise<void> {
  const config = readConfig({
    PORT: String(port),
    KREIDE_DATA: dataFolder,
    KREIDE_DEMO: 'true',
    KREIDE_SECRET: 'a test secret of more than thirty-two characters',
  });
  server = await startServer({
    config,
    log: silentLog,
    root: ROOT,
    clock: fixedClock(TEST_NOW),
    connectionString: database.connectionString,
    pages: { root: ROOT, styles: ["'self'"] },
  });
  url = server.url;
}

beforeAll(async () => {
  database = await createTestDatabase();
  dataFolder = await mkdtemp(join(tmpdir(), 'kreide-signage-'));
  await start(0);
  const answer = await fetch(`${url}/v1/public/schools/demo`);
  uuid = ((await answer.json()) as { data: { uuid: string } }).data.uuid;
  browser = await chromium.launch({
    executablePath: process.env.KREIDE_CHROMIUM ?? '/usr/bin/chromium',
    args: ARGS.split(' '),
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await database?.drop();
  await rm(dataFolder, { recursive: true, force: true });
});
afterEach(() => context?.close());

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
async function expectAccessible(): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}

describe('the screen in the entrance hall', () => {
  it.each(SCREENS)(
    'fills $width × $height with plan and news, legible and cut off nowhere, every line on some page [D-5.02] [D-2.02] [D-2.14] [T-2.136]',
    async (screen) => {
      await open('/examples/signage/', screen);
      await entries().first().waitFor();
      expect(await heading().textContent()).toBe('Mittwoch, 18. Novemberheute');
      expect(await monitor().locator('.m-clock').textContent()).toContain('10:10');
      expect(await monitor().locator('.m-foot').textContent()).toMatch(/Stand: .+geprüft: 10:10/);
      expect(await monitor().locator('.m-news h3').first().textContent()).not.toBe('');
      const wanted = await monitor().locator('.m-copy .m-entry').count();
      const shown = new Set<string>();
      const pages = Number(/von (\d+)/.exec((await monitor().locator('.m-count').textContent()) ?? '')?.[1]);
      expect(pages).toBeGreaterThan(1);
      for (let number = 1; number <= pages; number += 1) {
        await expect.poll(() => monitor().locator('.m-count').textContent()).toBe(`Seite ${number} von ${pages}`);
        const room = (await monitor().locator('.m-area').boundingBox())!;
        for (const entry of await entries().all()) {
          const box = (await entry.boundingBox())!;
          expect(box.y + box.height).toBeLessThanOrEqual(room.y + room.height + 1);
          expect(box.x + box.width).toBeLessThanOrEqual(room.x + room.width + 1);
          const grade = await entry
            .locator('xpath=ancestor::section[1]/h3')
            .evaluate((one) => one.firstChild?.textContent);
          shown.add(`${grade} ${await entry.textContent()}`);
        }
        const size = await entries()
          .first()
          .locator('.m-subject')
          .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
        expect(size).toBeGreaterThanOrEqual(28);
        // Pages turn by themselves, without movement where none is wanted.
        await page.clock.runFor(12_100);
      }
      expect(shown.size).toBe(wanted);
      await expectAccessible();
      expect(
        await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
      ).toEqual([screen.width, screen.height]);
    },
  );

  it('turns no page while it is paused or has the focus, and is worked by keyboard [D-2.14]', async () => {
    await open('/examples/signage/?mode=sub');
    await entries().first().waitFor();
    const count = monitor().locator('.m-count');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(
      await monitor()
        .getByRole('button', { name: 'Nächste Seite' })
        .evaluate((button) => button.matches(':focus')),
    ).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => count.textContent()).toMatch(/^Seite 2/);
    await page.clock.runFor(30_000);
    expect(await count.textContent()).toMatch(/^Seite 2/);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await monitor()
      .getByRole('button', { name: 'Blättern anhalten', pressed: true })
      .evaluate((button: HTMLElement) => button.blur());
    await page.clock.runFor(30_000);
    expect(await count.textContent()).toMatch(/^Seite 2/);
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
      await expectAccessible();
      await page.reload();
      await entries().first().waitFor();
      await expect.poll(() => warning().textContent()).toContain('Keine Verbindung seit 10:10');
      expect(await heading().textContent()).toContain('Mittwoch, 18. November');
    } finally {
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
    const goTo = async (instant: string, text: RegExp) => {
      await page.clock.fastForward(Date.parse(instant) - (await page.evaluate(() => Date.now())));
      await page.clock.runFor(61_000);
      await expect.poll(() => heading().textContent(), { timeout: 10_000 }).toMatch(text);
    };
    await goTo('2026-11-18T16:30:00Z', /^Donnerstag, 19\. Novembermorgen$/);
    await goTo('2026-11-18T23:05:00Z', /^Donnerstag, 19\. Novemberheute$/);
    await goTo('2026-11-20T16:30:00Z', /^Montag, 23\. Novembernächster Schultag$/);
    await goTo('2026-11-21T23:30:00Z', /^Montag, 23\. Novembermorgen$/);
    await goTo('2026-11-23T06:40:00Z', /^Montag, 23\. Novemberheute$/);
    expect(await monitor().locator('.m-clock').textContent()).toContain('07:4');
    expect(await page.evaluate(() => 'isSamePage' in document)).toBe(true);
  });
});

describe('the page /monitor/view of the app', () => {
  it('shows the plan of its token and day without a sign-in [T-2.132] [P-2.34] [T-2.133] [T-2.135] [T-1.08]', async () => {
    const asked: string[] = [];
    await open('/about:blank');
    page.on('request', (request) => request.url().includes('/monitors/single') && asked.push(request.url()));
    await page.goto(`${url}/monitor/view?token=${uuid}-sub&begins_at=2026-11-19`);
    await expect.poll(() => heading().textContent(), { timeout: 10_000 }).toContain('Donnerstag, 19. November');
    expect(await monitor().locator('.m-news').count()).toBe(0);
    expect(new URL(asked[0]!).searchParams.get('substitution_date')).toBe('2026-11-19');
    expect(new URL(asked[0]!).searchParams.get('new_version')).toBe('1');
    await expectAccessible();
  });

  it.each(['', '?token=17-sub', '?token=00000000-0000-4000-8000-000000000000-sub'])(
    'says in neutral words that nothing is there: %s [T-2.137]',
    async (query) => {
      await open(`/monitor/view${query}`);
      await expect.poll(() => monitor().locator('.m').textContent(), { timeout: 10_000 }).toContain('Nicht verfügbar');
      expect(await monitor().locator('.m').textContent()).not.toContain('Gymnasium');
    },
  );
});
