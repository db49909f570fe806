// features: news

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { NEWS_PAGE } from '../../packages/core/src/features/news/index.ts';
import { appendAudit } from '../../packages/server/src/kernel/data/audit.ts';
import { expectAccessible } from '../support/accessible.ts';
import { type AppPage, withApp } from '../support/app-browser.ts';
import { sendToAll } from '../support/global-channel.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const ITEMS = NEWS_PAGE * 2 + 3;
const REFUSED = { status: 400, json: { error: { code: 'malformed', message: 'x' }, meta: {} } };

const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  const author = await buildUser(db, school.id, 'ada', 'ADMIN');
  const item = (at: number) => ({
    school_id: school.id,
    user_id: author.id,
    title: `Nummer ${at}`,
    excerpt: '',
    content: '',
    content_rendered: '<p>Text</p>',
    publish_at: new Date(Date.UTC(2026, 9, 1, 0, at)).toISOString(),
  });
  const items = await db
    .insertInto('news')
    .values(Array.from({ length: ITEMS }, (_, at) => item(at)))
    .returning('id')
    .execute();
  await sendToAll(db, school.id, ...items.map(({ id }) => id));
  return school;
});

/** Opens the feed and notes which pages are asked for; `refuses` decides which the server refuses. */
async function openFeed(refuses: (page: string, before: number) => boolean) {
  const app = await kreide.open({ username: 'ada' });
  const asked: string[] = [];
  // A line that comes while the test is at it asks for the list once more (news-missed.test.ts).
  await app.page.routeWebSocket(/\/realtime/, () => {});
  await app.page.route(/\/feed\/news/, (route) => {
    const page = new URL(route.request().url()).searchParams.get('page') ?? '';
    const before = asked.filter((one) => one === page).length;
    asked.push(page);
    return refuses(page, before) ? route.fulfill(REFUSED) : route.continue();
  });
  await app.page.goto('/news');
  return Object.assign(app, { pages: () => asked.join(' ') });
}

/** Which pauses the page sets from now on, ms: read, not waited for. */
async function pausesOf(page: Page): Promise<() => Promise<unknown>> {
  const pauses = await page.evaluateHandle(() => {
    const [set, noted] = [window.setTimeout, [] as unknown[]];
    window.setTimeout = ((...given: Parameters<typeof set>) => {
      noted.push(given[1]);
      return set(...given);
    }) as typeof set;
    return noted;
  });
  return () => pauses.jsonValue();
}

const articles = ({ page }: AppPage) => page.locator('main').getByRole('article');
const toEnd = (app: AppPage) => articles(app).last().scrollIntoViewIfNeeded();

describe('a list', () => {
  it('loads its first page when shown and the next one at its end, and stops after the last [C-2.128] [C-4.44]', async () => {
    await using app = await openFeed(() => false);
    await expect.poll(() => articles(app).count()).toBe(NEWS_PAGE);
    expect(app.pages()).toBe('1');
    // Nothing says that something is being loaded before it is.
    await expect.poll(() => app.page.locator('[data-type="news"]').count()).toBe(0);
    await toEnd(app);
    await expect.poll(() => articles(app).count()).toBe(NEWS_PAGE * 2);
    await toEnd(app);
    await expect.poll(() => articles(app).count()).toBe(ITEMS);
    await toEnd(app);
    expect(app.pages()).toBe('1 2 3');
    expect(await app.page.locator('[data-type="news"]').count()).toBe(0);
    expect(app.problems).toEqual([]);
  });

  it('whose first page failed says so and begins with page 1 when asked again [C-4.46] [C-4.50] [C-8.07]', async () => {
    await using app = await openFeed((page, before) => page === '1' && before === 0);
    const problem = app.page.getByRole('alert').filter({ has: app.page.getByRole('heading') });
    await problem.waitFor();
    expect(await articles(app).count()).toBe(0);
    await expectAccessible(app.page);
    await problem.getByRole('button').click();
    await expect.poll(() => articles(app).count()).toBe(NEWS_PAGE);
    expect(app.pages()).toBe('1 1');
  });

  it('tries a further page once more after a second, then on demand, and keeps what it has [C-8.08] [C-9.11]', async () => {
    await using app = await openFeed((page, before) => page === '2' && before < 2);
    await expect.poll(() => articles(app).count()).toBe(NEWS_PAGE);
    const pauses = await pausesOf(app.page);
    await toEnd(app);
    const problem = app.page.getByRole('alert').filter({ has: app.page.getByRole('heading') });
    await problem.waitFor();
    expect(app.pages()).toBe('1 2 2');
    expect(await pauses()).toContain(1000);
    expect(await articles(app).count()).toBe(NEWS_PAGE);
    await problem.getByRole('button').click();
    await expect.poll(() => articles(app).count()).toBe(NEWS_PAGE * 2);
  });
});

describe('the list of the audit log', () => {
  it('is searched once for each pause in typing, half a second after it, from its beginning [C-4.45] [C-9.10]', async () => {
    await using app = await kreide.open({ drivesClock: true, username: 'ada' });
    const { page } = app;
    const asked: string[] = [];
    await page.clock.install();
    await page.goto(`/management/${kreide.school.uuid}/audit-log`);
    const field = page.getByRole('searchbox', { name: 'Person' });
    await field.waitFor();
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/\/audit-log$/.test(pathname) && request.resourceType() !== 'document') asked.push(search);
    });
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000));
    for (const key of 'ada of') {
      await field.pressSequentially(key);
      await page.clock.runFor(499);
    }
    expect([await field.inputValue(), asked]).toEqual(['ada of', []]);
    await page.clock.runFor(1);
    await expect.poll(() => asked).toEqual(['?search=ada+of']);
    await page.clock.resume();
    await field.press('Backspace');
    await expect.poll(() => asked).toEqual(['?search=ada+of', '?search=ada+o']);
  });

  it('looks for new entries every half minute, and adds only those [C-4.47]', async () => {
    const { server, school } = kreide;
    const add = (...ids: number[]) =>
      appendAudit(
        server.test.database.kysely,
        ids.map((id) => ({
          school_id: school.id,
          origin: 'system',
          action: 'news:audit.create',
          entity: 'pages',
          id,
          after: { title: `Seite ${id}` },
          now: server.clock.now(),
        })),
      );
    await add(1, 2);
    await using app = await kreide.open({ drivesClock: true, username: 'ada' });
    const { page } = app;
    await page.clock.install({ time: server.clock.now() });
    await page.goto(`/management/${school.uuid}/audit-log?entity=pages`);
    const entries = page.locator('main [data-row]');
    await expect.poll(() => entries.count()).toBe(2);
    await entries.first().locator('[data-opens]').click();
    await page.getByRole('dialog').waitFor();
    await add(3);
    let asked = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/audit-log')) asked += 1;
    });
    // The clock goes on by itself too, as long as the machine has taken.
    await page.clock.runFor(20_000);
    // A request of its own: one that the list had sent would have been seen before.
    await page.evaluate(() => fetch('/favicon.ico'));
    expect(asked).toBe(0);
    await page.clock.runFor(10_100);
    await expect.poll(() => entries.count()).toBe(3);
    // What was opened stays open, and is the same entry.
    await page.getByRole('dialog').waitFor();
    const open = await entries.evaluateAll((all) => all.map((one) => one.getAttribute('aria-current')));
    expect(open).toEqual([null, 'true', null]);
  });
});
