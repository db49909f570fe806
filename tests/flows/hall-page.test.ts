// features: monitor

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_SCREEN } from '../../packages/server/src/demo/seed/found.ts';
import { monitorSurface } from '../../packages/widgets/src/features/monitor/surface.ts';
import { APP_PAGES } from '../support/app-browser.ts';
import { openBrowser } from '../support/browser.ts';
import { findDemo } from '../support/demo.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../support/server.ts';

const VIEW = `/monitor/view?token=${DEMO_SCREEN}-sub`;
const NEXT_MORNING = '2026-11-19T06:30:00Z';
const KEPT = [
  '/monitor/view',
  '/monitor/view.css',
  '/monitor/view.js',
  '/widgets/kreide.js',
  '/brandings/default/logo.svg',
];
let kreide: TestServer;
let browser: Browser;
let network: Relay;
let port: number;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  kreide = await startTestServer({ env: { KREIDE_DEMO: 'true' }, pages: APP_PAGES, copyOf: await findDemo() });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await kreide?.stop();
});
beforeEach(async () => {
  network = await startRelay(kreide.url);
  port = Number(new URL(network.address).port);
  context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.clock.install({ time: new Date(TEST_NOW) });
});
afterEach(async () => {
  await context.close();
  await network[Symbol.asyncDispose]();
  kreide.clock.set(TEST_NOW);
});

const monitor = () => page.locator('kreide-monitor');
const boards = () => monitor().locator('h2').allTextContents();
const keptOf = () =>
  page.evaluate(async () => {
    const cache = await caches.open('monitor-view-1');
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });

/** One visit on the day before, until the device has all it needs; then the screen is switched off. */
async function visitOnce(): Promise<void> {
  await page.goto(network.address + VIEW);
  await monitor().locator('.m-entry').first().waitFor();
  await expect.poll(keptOf).toEqual(expect.arrayContaining(KEPT));
  await expect.poll(async () => (await keptOf()).some((path) => path.startsWith('/assets/geist-latin-'))).toBe(true);
  await page.close();
}

/** The screen is switched on again, the next morning or later. */
async function switchOn(at = NEXT_MORNING): Promise<void> {
  kreide.clock.set(at);
  page = await context.newPage();
  await page.clock.setSystemTime(new Date(at));
  // A night passes in a moment: what the browser keeps for five seconds would be of yesterday.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.goto(network.address + VIEW);
  await monitor().locator('.m-entry').first().waitFor();
}

async function expectYesterdaysPlan(): Promise<void> {
  expect(await boards()).toEqual(['heuteDonnerstag, 19. November']);
  await expect
    .poll(() => monitor().locator('.m-stale').textContent())
    .toBe('Keine Verbindung seit Mi., 18.11., 10:10: Dieser Plan kann veraltet sein.');
  expect(
    await monitor()
      .locator('.m-logo')
      .evaluate((logo: HTMLImageElement) => logo.naturalWidth),
  ).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.fonts.check('44px Geist', 'Ag'))).toBe(true);
}

describe('the page of a screen in the hall', () => {
  it('comes in at most 10 requests and 100 kB with typeface, logo, words and both days, and with what keeps it [P-2.34]', async () => {
    await page.goto(network.address + VIEW);
    await monitor().locator('.m-entry').first().waitFor();
    await expect.poll(keptOf).toEqual(expect.arrayContaining(KEPT));
    await expect.poll(async () => (await keptOf()).some((path) => path.startsWith('/assets/geist-latin-'))).toBe(true);
    expect(await page.evaluate(() => document.fonts.check('44px Geist', 'Ag'))).toBe(true);
    expect(network.requests.length, network.requests.join('\n')).toBeLessThanOrEqual(10);
    expect(network.sent()).toBeLessThanOrEqual(100_000);
  });

  it('starts without network in the morning with the plan as it was known, says since when, and goes on by itself [D-2.11] [D-2.12]', async () => {
    await visitOnce();
    await network[Symbol.asyncDispose]();
    await switchOn();
    await expectYesterdaysPlan();
    network = await startRelay(kreide.url, port);
    await page.clock.runFor(61_000);
    await expect.poll(() => monitor().locator('.m-stale').count()).toBe(0);
    expect(await boards()).toEqual(['heuteDonnerstag, 19. November', 'morgenFreitag, 20. November']);
  });

  it('starts without network after the longest holidays too, with the last plan that it knows of, and says in words how old that is [D-2.11]', async () => {
    await visitOnce();
    await network[Symbol.asyncDispose]();
    await switchOn('2027-01-11T06:30:00Z');
    expect(await boards()).toEqual(['vergangener TagDonnerstag, 19. November']);
    await expect
      .poll(() => monitor().locator('.m-stale').textContent())
      .toBe('Keine Verbindung seit Mi., 18.11., 10:10: Dieser Plan kann veraltet sein.');
  });

  it('starts the same where only a gateway answers, in the place of the server [D-2.11]', async () => {
    await visitOnce();
    await network[Symbol.asyncDispose]();
    const gateway = createServer((_, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('Bad Gateway'),
    );
    await once(gateway.listen(port, '127.0.0.1'), 'listening');
    try {
      await switchOn();
      await expectYesterdaysPlan();
    } finally {
      gateway.closeAllConnections();
      gateway.close();
    }
  });

  it('shows its news without a picture that cannot come, and with it when it can [D-2.11] [D-2.02]', async () => {
    await context.close();
    // A worker would ask in the place of the page, past what is lost here.
    context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
    page = await context.newPage();
    await page.clock.install({ time: new Date(TEST_NOW) });
    const picture = () => monitor().locator('.m-picture');
    await page.route('**/v1/files/**', (route) => route.abort());
    await page.goto(`${kreide.url}/monitor/view?token=${DEMO_SCREEN}-news-split`);
    await picture().waitFor({ state: 'attached' });
    // Of the same item: one that has none follows later.
    const title = () => monitor().locator('.m-item h3').textContent();
    const shown = await title();
    expect(shown).not.toBe('');
    await expect.poll(() => picture().evaluate((image) => getComputedStyle(image).display)).toBe('none');
    expect(await title()).toBe(shown);
    await page.unroute('**/v1/files/**');
    await page.evaluate(() => {
      const lost = document.querySelector('kreide-monitor')?.shadowRoot?.querySelector('img.m-picture');
      lost?.setAttribute('src', `${lost.getAttribute('src')}#again`);
    });
    await picture().waitFor({ state: 'visible' });
  });

  it('starts without network in a frame of a site that the school lists, as with it [D-2.11] [P-2.34]', async () => {
    const listed = 'https://www.example.org';
    await kreide.test.database.kysely
      .updateTable('schools')
      .set({ screen_origins: [listed] })
      .where('slink', '=', 'demo')
      .execute();
    await visitOnce();
    await network[Symbol.asyncDispose]();
    page = await context.newPage();
    const answer = await page.goto(network.address + VIEW);
    expect(await answer?.headerValue('content-security-policy')).toMatch(
      /frame-ancestors 'self' https:\/\/www\.example\.org(;|$)/,
    );
  });

  it('takes every attribute of the element as a query but the server, here and where a host knows files only [P-2.34] [T-2.133]', async () => {
    const wanted = Object.keys(monitorSurface.attributes).filter((name) => name !== 'api');
    const values = Object.fromEntries(wanted.map((name) => [name, `x-${name}`]));
    const written = (mark: string) => new URLSearchParams(wanted.map((name) => [name.replace('-', mark), `x-${name}`]));
    const attributes = () =>
      monitor().evaluate((element) =>
        Object.fromEntries(element.getAttributeNames().map((name) => [name, element.getAttribute(name)])),
      );
    for (const mark of ['-', '_']) {
      await page.goto(`${network.address}/monitor/view?${written(mark)}&api=https://else.example.org`);
      expect(await attributes()).toEqual(values);
    }
    await page.goto(`${network.address}/monitor/view`);
    expect(await attributes()).toEqual({ kiosk: 'true' });
    await page.goto(`${network.address}/`);
    await page.locator('h1').waitFor();
    await page.evaluate(
      (query) => {
        history.pushState(null, '', `/monitor/view?${query}&api=https://else.example.org`);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      },
      String(written('_')),
    );
    await monitor().waitFor({ state: 'attached' });
    expect(await attributes()).toEqual(values);
  });
});
