import { createServer } from 'node:net';
import { sql } from 'kysely';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { CALM, FIRST_PAUSE } from '../../packages/app/src/kernel/idle.ts';
import { STYLE_SRC } from '../../packages/core/src/features/branding/index.ts';
import { notificationEvents } from '../../packages/core/src/features/notifications/index.ts';
import { keepBrowser } from './browser.ts';
import { PASSWORD, signIn } from './people.ts';
import { takeProfile, tidyProfiles } from './profiles.ts';
import { ROOT, startTestServer, TEST_NOW, type TestServer, type TestServerOptions } from './server.ts';
import { skipPauses, standStill } from './stand-still.ts';

export { openBrowser } from './browser.ts';

/** The built pages, as `startTestServer({ pages: APP_PAGES })` serves them. */
export const APP_PAGES = { root: ROOT, styles: STYLE_SRC };

export interface AppPage extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** Unexpected console messages and errors of the page. A test that does not ask for them fails when there are any. */
  readonly problems: string[];
}

export interface AppPageOptions extends BrowserContextOptions {
  /** Signed in as this person from the start; nobody when left out. */
  username?: string;
  password?: string;
  slink?: string;
  language?: string;
  storage?: Record<string, string>;
  /** The test drives the clock of the page, whose timers are then the driver's. */
  drivesClock?: boolean;
  /** A sign-in on another device is told in the pages that are open. */
  isTold?: boolean;
  /**
   * What the app leaves for a calm moment comes at once: a flow would wait two seconds for the first event; for sounds, counting and what
   * the device keeps, eight.
   */
  isPrompt?: boolean;
  /** Pauses of the app that are over at once, ms: with `RETRY_PAUSES` a call that fails has failed five times a moment later. */
  skips?: readonly number[];
  /** The browser has never seen the app: for what is proven of a first visit. */
  isFirstVisit?: boolean;
}

/** A fresh browser profile with the app, its clock at the tests' time. Nothing is opened yet. */
export async function openApp(browser: Browser, server: TestServer, options: AppPageOptions = {}): Promise<AppPage> {
  const {
    username,
    password = PASSWORD,
    slink = 'amsel',
    language = 'de',
    storage = {},
    drivesClock,
    isTold,
    isPrompt,
    skips = [],
    isFirstVisit,
    ...rest
  } = options;
  const profile: BrowserContextOptions = {
    baseURL: server.url,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    // Far from the school, to prove that the school's time zone is used.
    timezoneId: 'America/New_York',
    // A worker would answer in the place of the server, unseen by the tests that stand between.
    serviceWorkers: 'block',
    ...rest,
  };
  const { context, page, addInitScript, release } = await takeProfile(browser, profile, isFirstVisit);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket/.test(message.text()))
      problems.push(message.text());
  });
  const items: Record<string, string> = { language, ...storage };
  if (username) {
    const row = await server.test.database.kysely
      .selectFrom('users')
      .innerJoin('schools', 'schools.id', 'users.school_id')
      .select(['users.id', 'users.uuid'])
      .where('schools.slink', '=', slink)
      .where('users.username', '=', username)
      .executeTakeFirstOrThrow();
    items.auth_token = await signIn(server, slink, username, password);
    items.auth_user = row.uuid;
    if (!isTold) await forgetSignIn(server, row.id);
  }
  const date = drivesClock ? null : await addInitScript(standStill, Date.parse(TEST_NOW));
  if (drivesClock) await page.clock.setFixedTime(TEST_NOW);
  const seed = await addInitScript((entries) => {
    // A page of the browser's own, as where there is no network, has no storage.
    if (self.origin === 'null' || localStorage.getItem('seeded')) return;
    sessionStorage.clear();
    for (const [name, value] of entries) localStorage.setItem(name, value);
    localStorage.setItem('seeded', 'true');
  }, Object.entries(items));
  const skipped = [...(isPrompt ? [FIRST_PAUSE, CALM] : []), ...skips];
  const prompt = skipped.length > 0 ? await addInitScript(skipPauses, skipped) : null;
  const dispose = async () => {
    await prompt?.dispose();
    await date?.dispose();
    await seed.dispose();
    await release();
    if (!isAsked && problems.length > 0) throw new Error(`Nobody looked at what went wrong in a page: ${problems}`);
  };
  let isAsked = false;
  return {
    page,
    context,
    get problems() {
      isAsked = true;
      return problems;
    },
    [Symbol.asyncDispose]: dispose,
  };
}

/** A second sign-in is told as one on a new device some seconds later: the notice would lie over whatever stands there then. */
async function forgetSignIn(server: TestServer, userId: number): Promise<void> {
  await server.test.database.kysely
    .deleteFrom('outbox')
    .where('event', '=', notificationEvents.count.name)
    .where('emitted_at', 'is', null)
    .where(sql<boolean>`audience ? ${`user:${userId}`}`)
    .execute();
}

/** What the flows of a file share. It stands from `beforeAll` to `afterAll`. */
export interface App<School> {
  server: TestServer;
  school: School;
  browser: Browser;
  /** A fresh browser profile, as `openApp` makes it. */
  open(options?: AppPageOptions): Promise<AppPage>;
}

/** The port of the last file of this worker: what a profile has fetched and compiled belongs to an address. */
let lastPort = '0';

async function isFree(port: string): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) =>
    probe.once('error', () => resolve(false)).listen(Number(port), '127.0.0.1', () => resolve(true)),
  );
  if (isListening) await new Promise((resolve) => probe.close(resolve));
  return isListening;
}

/**
 * The app with its server, and a browser, for all flows of a file: called once at its top. `build` makes the school that the flows use;
 * `options` are those of the server.
 */
export function withApp<School>(
  build: (server: TestServer) => Promise<School>,
  {
    isFirstVisit = false,
    isPrompt = false,
    ...options
  }: TestServerOptions & Pick<AppPageOptions, 'isFirstVisit' | 'isPrompt'> = {},
): App<School> {
  const app = {} as App<School>;
  app.open = (page) => openApp(app.browser, app.server, { isFirstVisit, isPrompt, ...page });
  beforeAll(async () => {
    const PORT = (await isFree(lastPort)) ? lastPort : '0';
    app.server = await startTestServer({ pages: APP_PAGES, ...options, env: { PORT, ...options.env } });
    lastPort = new URL(app.server.url).port;
    app.school = await build(app.server);
    app.browser = await keepBrowser();
  });
  afterAll(async () => {
    if (app.browser) await tidyProfiles(app.browser);
    await app.server?.stop();
  });
  return app;
}

/**
 * What the clipboard holds after a press of a button that copies. Browsers of one machine may share it: poll it, in case another file
 * copies at the same moment.
 */
export async function clipboardAfter(button: Locator): Promise<string> {
  await button.click();
  return button.page().evaluate(() => navigator.clipboard.readText());
}
