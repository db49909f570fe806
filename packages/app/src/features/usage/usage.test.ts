import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { USAGE_EVENTS_MAXIMUM, type UsageEvent, usageApi, usageBody } from '@kreide/core/features/usage';
import { ApiError, ERROR_STATUS, type ErrorCode, endpoint } from '@kreide/core/kernel';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCollector, GATHERING_MS } from './collector.ts';
import { toReason, toRoute } from './told.ts';
import type { Router } from './tracking.ts';

const SOURCES = join(import.meta.dirname, '../..');
const CHANGE = endpoint({
  method: 'PUT',
  path: '/somewhere',
  auth: 'user',
  needs: 'member',
  answer: null,
  summary: '',
});
const screen = (route: string): UsageEvent => ({ kind: 'screen', route });
const failed = (route: string, reason: string) => ({ kind: 'submit', route, outcome: 'failed', reason });

/** What left the device, and what the server says to everything else than that. */
let bodies: { events: UsageEvent[] }[] = [];
let respond: () => Response = () => new Response(null, { status: 204 });
let startTracking: typeof import('./tracking.ts')['startTracking'];
let client: typeof import('../../kernel/client.ts')['client'];

beforeAll(async () => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null, cookie: '' });
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!path.endsWith(usageApi.count.path)) return respond();
    bodies.push(JSON.parse(String(body)));
    return new Response(null, { status: 204 });
  });
  ({ startTracking } = await import('./tracking.ts'));
  ({ client } = await import('../../kernel/client.ts'));
});
beforeEach(() => {
  bodies = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

describe('the collector', () => {
  it('sends what was gathered together, thirty seconds after the first, and nothing when there is nothing', () => {
    const sent: UsageEvent[][] = [];
    const collector = createCollector((events) => void sent.push(events));
    collector.flush();
    collector.add(screen('/feed'));
    vi.advanceTimersByTime(GATHERING_MS - 1);
    collector.add(screen('/more'));
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([[screen('/feed'), screen('/more')]]);
    vi.advanceTimersByTime(10 * GATHERING_MS);
    expect(sent).toHaveLength(1);
    collector.add(screen('/feed'));
    collector.flush();
    vi.advanceTimersByTime(GATHERING_MS);
    expect(sent).toHaveLength(2);
  });

  it('keeps the newest that fit into one call, and nothing once it is stopped [P-7.106]', () => {
    const sent: UsageEvent[][] = [];
    const collector = createCollector((events) => void sent.push(events));
    for (let index = 0; index <= USAGE_EVENTS_MAXIMUM; index += 1) collector.add(screen(index === 0 ? '/old' : '/new'));
    vi.advanceTimersByTime(GATHERING_MS);
    expect(sent).toEqual([Array.from({ length: USAGE_EVENTS_MAXIMUM }, () => screen('/new'))]);
    collector.add(screen('/feed'));
    collector.stop();
    collector.add(screen('/feed'));
    collector.flush();
    vi.advanceTimersByTime(GATHERING_MS);
    expect(sent).toHaveLength(1);
  });
});

it('knows every page of the app by a pattern that the contract takes [P-7.106]', () => {
  const files = globSync(['**/*routes.tsx', '**/*routes.ts'], { cwd: SOURCES }).map((file) =>
    readFileSync(join(SOURCES, file), 'utf8'),
  );
  const paths = files.flatMap((text) => [...text.matchAll(/\bpath: '([^']*)'/g)].map(([, path = '']) => path));
  expect(paths.length).toBeGreaterThan(80);
  for (const path of paths) {
    const route = toRoute([{ route: {} }, { route: { path: '/' } }, { route: { path } }]);
    expect(usageBody.safeParse({ events: [screen(route)] }).success, route).toBe(true);
  }
  expect(toRoute([{ route: { path: 'management' } }, { route: { path: 'users/:id' } }])).toBe('/management/users/:id');
  expect(toRoute([{ route: {} }])).toBe('/');
});

it('names a failure by its kind only [C-5.12]', () => {
  const kinds = Object.fromEntries(
    (
      [
        'invalid',
        'malformed',
        'forbidden',
        'conflict',
        'not_found',
        'unreachable',
        'timeout',
        'internal',
        'not_ready',
      ] as const
    ).map((code) => [code, toReason(new ApiError({ code }))]),
  );
  expect(kinds).toEqual({
    invalid: 'validation',
    malformed: 'validation',
    forbidden: 'refused',
    conflict: 'refused',
    not_found: 'refused',
    unreachable: 'network',
    timeout: 'network',
    internal: 'fault',
    not_ready: 'fault',
  });
});

const settled = () => vi.advanceTimersByTimeAsync(1);

/** A page whose form is marked as wrong or not, a router on it, and changes that a server refuses. */
function startPage() {
  const listeners = new Set<(state: Router['state']) => void>();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const stateOf = (pathname: string, path: string): Router['state'] => ({
    location: { pathname },
    navigation: { state: 'idle' },
    matches: [{ route: { path } }],
  });
  const router = {
    state: stateOf('/news/create', 'news/create'),
    subscribe(listener: (state: Router['state']) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    start: () => startTracking(router, page as unknown as Document),
    go(pathname: string, path: string) {
      router.state = stateOf(pathname, path);
      for (const listener of listeners) listener(router.state);
    },
    async submit(isWrong: boolean, typed = '') {
      const event = new Event('submit');
      const form = { textContent: typed, querySelector: () => (isWrong ? { value: typed } : null) };
      Object.defineProperty(event, 'target', { value: form });
      page.dispatchEvent(event);
      await settled();
    },
    async fail(code: ErrorCode, error: object = {}) {
      respond = () => {
        if (code === 'unreachable') throw new TypeError('no network');
        return Response.json({ error: { code, message: '', ...error }, meta: {} }, { status: ERROR_STATUS[code] });
      };
      await client.call(CHANGE, {}, { messages: false, retries: 0 }).catch(() => {});
    },
    async hide() {
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
      page.visibilityState = 'visible';
      await settled();
    },
    sent: () => bodies.flatMap(({ events }) => events),
  };
}

describe('while a person has consented', () => {
  it('pages are counted by their pattern, once each, and sent when the page is hidden [P-7.106]', async () => {
    const at = startPage();
    const stop = at.start();
    at.go('/news/create', 'news/create');
    at.go('/channels/12', 'channels/:id/:view?');
    at.go('/channels/13', 'channels/:id/:view?');
    await settled();
    expect(bodies).toEqual([]);
    await at.hide();
    expect(at.sent()).toEqual(['/news/create', '/channels/:id/:view?', '/channels/:id/:view?'].map(screen));
    stop();
  });

  it('a submit that fails is counted, by the rules of the form or by an answer, once, with its kind [C-5.12]', async () => {
    const at = startPage();
    const stop = at.start();
    await at.submit(true);
    await at.submit(false);
    await at.fail('invalid');
    await at.submit(false);
    await at.fail('forbidden');
    await at.submit(false);
    await at.fail('unreachable');
    // Not of a form: something that happens by itself.
    await at.fail('unreachable');
    await at.submit(false);
    at.go('/feed', 'feed');
    await at.fail('internal');
    await at.hide();
    expect(at.sent()).toEqual([
      screen('/news/create'),
      ...['validation', 'validation', 'refused', 'network'].map((reason) => failed('/news/create', reason)),
      screen('/feed'),
    ]);
    stop();
  });

  it('nothing that somebody typed leaves the device, wherever it stood [P-7.106] [C-5.12]', async () => {
    // A 401 renews the session.
    const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => ERROR_STATUS[code] !== 401);
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.boolean(), fc.constantFrom(...codes), async (text, isWrong, code) => {
        // With a beginning that no word of ours has.
        const typed = `typed ${text}`;
        bodies = [];
        const at = startPage();
        const stop = at.start();
        at.go(`/channels/${typed}?q=${typed}`, 'channels/:id');
        await at.submit(isWrong, typed);
        await at.fail(code, { message: typed, issues: [{ path: `body.${typed}`, rule: typed, message: typed }] });
        await at.hide();
        expect(at.sent().length).toBeGreaterThan(1);
        for (const body of bodies) {
          expect(usageBody.safeParse(body).success).toBe(true);
          expect(JSON.stringify(body)).not.toContain('typed');
        }
        for (const { route } of at.sent()) expect(['/news/create', '/channels/:id']).toContain(route);
        stop();
      }),
      { numRuns: 200 },
    );
  });

  it('it ends at once when the consent is taken back: what waits is forgotten, and nothing is heard any more [P-7.106]', async () => {
    const at = startPage();
    const stop = at.start();
    await at.submit(true);
    stop();
    await at.submit(true);
    at.go('/feed', 'feed');
    await at.fail('invalid');
    await at.hide();
    await vi.advanceTimersByTimeAsync(2 * GATHERING_MS);
    expect(bodies).toEqual([]);
  });
});
