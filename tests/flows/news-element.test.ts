// features: news

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newsSurface } from '../../packages/widgets/src/features/news/surface.ts';
import { openBrowser } from '../support/app-browser.ts';
import { type ForeignOrigin, startForeignOrigin } from '../support/foreign-origin.ts';
import { buildFile, PIXEL } from '../support/full-school.ts';
import { ROOT, startTestServer, TEST_NOW, type TestServer } from '../support/server.ts';

let kreide: TestServer;
let school: ForeignOrigin;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  kreide = await startTestServer({ env: { KREIDE_DEMO: 'true' }, pages: { root: ROOT, styles: ["'self'"] } });
  const script = `<script type="module" src="${kreide.url}/widgets/kreide-news.js"></script>`;
  const element = '<kreide-news school="demo" limit="2"></kreide-news>';
  const pages = { '/': `<!doctype html><html lang="de"><head><title>Seite</title>${script}</head><body>${element}` };
  school = await startForeignOrigin({ folder: ROOT, kreide: kreide.url, pages });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await school?.[Symbol.asyncDispose]();
  await kreide?.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ locale: 'de-DE' });
  page = await context.newPage();
  await page.clock.install({ time: new Date(TEST_NOW) });
  await page.addInitScript(() => {
    const told: [string, string, unknown][] = [];
    Object.assign(document, { told });
    for (const name of ['kreide-load', 'kreide-error', 'kreide-news'])
      document.addEventListener(name, (event) =>
        told.push([name, (event.target as Element).localName, (event as CustomEvent).detail]),
      );
  });
});
afterEach(() => context.close());

/** What the element has told since the page was opened. */
const told = () => page.evaluate(() => (document as unknown as { told: unknown[] }).told);

describe('<kreide-news>', () => {
  const news = () => page.locator('kreide-news');
  const parts = () =>
    news().evaluate((element) =>
      [...(element.shadowRoot?.querySelectorAll('[part]') ?? [])].map((one) => one.getAttribute('part')),
    );

  it('shows as many as asked for, between one and thirty, three when none are [D-2.03]', async () => {
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/public/news/')) asked.push(new URL(request.url()).searchParams.get('limit'));
    });
    await page.goto(`${school.url}/`);
    const cases = [
      ['2', '2'],
      ['0', '3'],
      ['99', '30'],
      ['many', '3'],
    ] as const;
    for (const [limit, sent] of cases) {
      await news().evaluate((element, value) => element.setAttribute('limit', value), limit);
      await expect.poll(() => asked.at(-1)).toBe(sent);
      // What does not exist keeps no space.
      const there = (await kreide.request('GET', `/v1/public/news/demo?limit=${sent}`)).body.data.news.length;
      await expect.poll(() => news().locator('li h3').count(), { message: limit }).toBe(there);
      expect(await news().locator('li').count(), limit).toBe(there);
    }
    await news().evaluate((element) => element.setAttribute('limit', '2'));
    await expect.poll(() => news().locator('li h3').count()).toBe(2);
  });

  it('tells the page what has come and what was chosen [D-2.07]', async () => {
    await page.goto(`${school.url}/`);
    const { data } = (await kreide.request('GET', '/v1/public/news/demo?limit=2')).body;
    const [, second] = data.news;
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    await news().locator('.k-card a').nth(1).click();
    expect(await told()).toEqual([
      ['kreide-load', 'kreide-news', { count: 2, last_updated_at: data.last_updated_at }],
      ['kreide-news', 'kreide-news', { uuid: second.uuid, title: second.title, url: second.url }],
    ]);
  });

  it('writes the day of the school’s zone in the language of the page [D-2.03]', async () => {
    const { uuid: first, publish_at } = (await kreide.request('GET', '/v1/public/news/demo?limit=1')).body.data.news[0];
    const publish = (at: string) =>
      kreide.test.database.kysely
        .updateTable('news')
        .set({ publish_at: new Date(at) })
        .where('uuid', '=', first)
        .execute();
    await publish('2026-11-16T23:30:00Z');
    try {
      await page.goto(`${school.url}/`);
      const day = news().locator('time').first();
      await expect.poll(() => day.textContent()).toBe('17. November 2026');
      await news().evaluate((element) => element.setAttribute('locale', 'fr'));
      await expect.poll(() => day.textContent()).toBe('17 novembre 2026');
    } finally {
      await publish(publish_at);
    }
  });

  it('names every part that a page may style, in each state [D-2.06]', async () => {
    const questions = '**/v1/public/news/**';
    await page.route(questions, (route) => route.abort());
    await page.goto(`${school.url}/`);
    await news().locator('[part=error]').waitFor();
    const seen = new Set(await parts());
    await page.unroute(questions);
    await news().locator('[part=button]').click();
    await news().locator('[part=item]').first().waitFor();
    for (const part of await parts()) seen.add(part);
    await news().locator('.k-card a').first().click();
    for (const part of await parts()) seen.add(part);
    await news().locator('.k-card a').first().click();
    await page.route(questions, (route) => route.abort());
    await page.clock.fastForward(10 * 60_000);
    await news().locator('[part=note]').waitFor();
    for (const part of await parts()) seen.add(part);
    expect([...seen].toSorted()).toEqual(Object.keys(newsSurface.parts).toSorted());
    const inCard = await news()
      .locator('[part=item]')
      .first()
      .locator('[part]')
      .evaluateAll((all) => all.map((one) => `${one.localName} ${one.getAttribute('part')}`));
    expect(inCard).toEqual(['div image', 'p date', 'h3 title', 'p text']);
  });

  it('has the files of an item as links below its text, once it is open [D-2.03]', async () => {
    const { body } = await kreide.request('GET', '/v1/public/news/demo?limit=1');
    const { rows } = await kreide.test.database.pool.query('select id, school_id from news where uuid = $1', [
      body.data.news[0].uuid,
    ]);
    const [{ id, school_id }] = rows;
    const file = await buildFile(kreide, school_id, { name: 'Plan.pdf', mime: 'application/pdf', content: PIXEL });
    const place = { school_id, news_id: id, file_id: file.id, position: 0 };
    await kreide.test.database.kysely.insertInto('news_files').values(place).execute();
    try {
      await page.goto(`${school.url}/`);
      await news().locator('.k-card h3 a').first().waitFor();
      const link = news().getByRole('link', { name: 'Plan.pdf' });
      expect(await link.count()).toBe(0);
      await news().locator('.k-card h3 a').first().click();
      const answer = await fetch((await link.getAttribute('href')) ?? '');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    } finally {
      await kreide.test.database.kysely.deleteFrom('news_files').where('file_id', '=', file.id).execute();
    }
  });

  it('asks again after eight to ten minutes', async () => {
    let questions = 0;
    page.on('request', (request) => {
      if (request.url().includes('/public/news/')) questions += 1;
    });
    await page.goto(`${school.url}/`);
    await news().locator('.k-card h3').first().waitFor();
    await page.clock.fastForward(7.9 * 60_000);
    await page.clock.runFor(1_000);
    expect(questions).toBe(1);
    await page.clock.fastForward(2.1 * 60_000);
    await expect.poll(() => questions).toBe(2);
  });
});
