// features: auth, news, timetable

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { sendToAll } from '../support/global-channel.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import { ROOT } from '../support/server.ts';
import { FILES, listAfterDrawn, noteDrawn, VISIT_LIMITS, watchScripts } from '../support/visited-scripts.ts';

/** A school whose feed has something to read, as that of a school has. */
const kreide = withApp(
  async (server) => {
    const school = await buildPlanSchool(server);
    const words = { title: 'Schulfest', excerpt: 'Am Freitag', content: '', content_rendered: '<p>Am Freitag</p>' };
    const { kysely } = server.test.database;
    const { id } = await kysely
      .insertInto('news')
      .values({ ...words, school_id: school.id, user_id: school.users.teacher, publish_at: '2026-11-17T08:00:00Z' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sendToAll(kysely, school.id, id);
    return school;
  },
  { isFirstVisit: true },
);

const PLACES = {
  'sign-in': { path: '/amsel/login', username: undefined },
  feed: { path: '/feed', username: 'ada' },
  timetable: { path: '/timetable', username: 'ada' },
} as const;

it.each(Object.entries(PLACES))(
  'a first visit to the %s costs no more script than allowed, the line for events included, in few files [D-7.01]',
  async (name, { path, username }) => {
    await using app = await kreide.open({ ...(username && { username }) });
    const { page } = app;
    const cost = watchScripts(page);
    // What is fetched once the page stands is none of a visit to the sign-in, and the driver may see the page after that.
    if (name === 'sign-in') await page.addInitScript(noteDrawn);
    const line = username ? page.waitForEvent('websocket') : null;
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await line;
    // The board beside the plan is fetched late.
    if (name === 'timetable') await page.getByText('Als Nächstes').waitFor();
    const { kilobytes, files, list } = cost(name === 'sign-in' ? await listAfterDrawn(page) : []);
    expect(kilobytes, list.join('\n')).toBeLessThanOrEqual(VISIT_LIMITS[name as keyof typeof VISIT_LIMITS]);
    expect(kilobytes).toBeGreaterThan(100);
    expect(files, list.join('\n')).toBeLessThanOrEqual(FILES);
  },
);

it('who it is is asked for while the app is on its way, as the app asks, and only once [D-7.01]', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/users/self') asked.push(request);
  });
  const isAsked = page.waitForRequest('**/v1/users/self');
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto('/timetable');
  await page.getByText('Als Nächstes').waitFor();
  const [first, ...others] = asked;
  expect(others).toEqual([]);
  const words = first?.headers() ?? {};
  expect(words.authorization).toMatch(/^Bearer .+/);
  expect(words['frontend-version']).toMatch(/^\d+\.\d+\.\d+/);
  expect(Date.parse(words['released-at'] ?? '')).toBeGreaterThan(0);
  expect(app.problems).toEqual([]);
});

/** The weeks round today, and those after them (T-9.06). */
const NEAR = 'begins_at=2026-10-26&ends_at=2026-12-13';
const LATER = 'begins_at=2026-12-14&ends_at=2027-01-31';

it.each([
  ['own plan', '/timetable', NEAR],
  ['plan of somebody', '/timetable/users/1', NEAR],
  ['day', '/timetable/users/1?viewType=day&startDate=2027-01-12', LATER],
  ['month', '/timetable/users/1?viewType=month&startDate=2026-11-01', 'begins_at=2026-10-26&ends_at=2026-12-06'],
  ['lesson', `/timetable/users/1/lesson/Ma-1-${Date.parse('2027-01-12T07:00:00Z') / 1000}`, LATER],
])(
  'the plan of an address (%s) is asked for before its page is drawn, and only once [D-7.01]',
  async (_, path, range) => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.addInitScript(() => {
      const asked: [string, boolean][] = [];
      const send = globalThis.fetch;
      Object.assign(globalThis, { asked });
      globalThis.fetch = (input, init) => {
        const { pathname, search } = new URL(String(input), location.origin);
        if (pathname.startsWith('/v1/timetables/'))
          asked.push([pathname + search, document.querySelector('main [role="radiogroup"]') !== null]);
        return send(input, init);
      };
    });
    // Both begin when it is known who it is: beside two other tests the picture may now and then come first.
    const isDrawnFirst = async () => {
      await page.goto(path);
      await page.locator('.kt-lesson, .kt-month').first().waitFor();
      const asked = await page.evaluate(() => (globalThis as unknown as { asked: [string, boolean][] }).asked);
      expect(asked[0]?.[0]).toContain(range);
      expect(new Set(asked.map(([address]) => address)).size).toBe(asked.length);
      return asked[0]?.[1];
    };
    await expect.poll(isDrawnFirst).toBe(false);
  },
);

it('what comes some seconds after every first page is little, and brings no other page with it [D-7.01]', () => {
  const dist = join(ROOT, 'packages/app/dist');
  const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    readFileSync(join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const withImports = (name: string): string[] => [name, ...(manifest[name]?.imports ?? []).flatMap(withImports)];
  const there = new Set(withImports('index.html'));
  const late = [...new Set(withImports('src/shell/start-keeping.ts'))].filter((name) => !there.has(name));
  const bytes = late.map((name) => gzipSync(readFileSync(join(dist, manifest[name]?.file ?? ''))).length);
  expect(late[0]).toBe('src/shell/start-keeping.ts');
  expect(
    bytes.reduce((sum, one) => sum + one, 0),
    late.join(' '),
  ).toBeLessThan(2_500);
});

it('loading the app makes no error of React that nobody reads: each has the app read twice where somebody looks on', async () => {
  await using app = await kreide.open({});
  const { page } = app;
  await page.addInitScript(() => {
    const made: string[] = [];
    Object.assign(globalThis, { made });
    const note = (words: readonly unknown[]) => void made.push(String(words[0] ?? ''));
    globalThis.Error = new Proxy(Error, {
      apply(target, self, words) {
        note(words);
        return Reflect.apply(target, self, words);
      },
    });
  });
  await page.goto('/amsel/login');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { made: string[] }).made)).toEqual([]);
});
