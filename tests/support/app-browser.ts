import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { STYLE_SRC } from '../../packages/core/src/features/branding/index.ts';
import { signIn } from './people.ts';
import { ROOT, TEST_NOW, type TestServer } from './server.ts';

/** The built pages, as `startTestServer({ pages: APP_PAGES })` serves them. */
export const APP_PAGES = { root: ROOT, styles: STYLE_SRC };

const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/** The one browser of a test file; close it in `afterAll`. */
export function openBrowser(): Promise<Browser> {
  const path = process.env.KREIDE_CHROMIUM ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined);
  return chromium.launch({
    ...(path ? { executablePath: path } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

export interface AppPage extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** Unexpected console messages and errors of the page. */
  problems: string[];
}

export interface AppPageOptions extends BrowserContextOptions {
  /** Signed in as this person from the start; nobody when left out. */
  username?: string;
  slink?: string;
  language?: string;
  storage?: Record<string, string>;
}

/** A fresh browser profile with the app, its clock at the tests' time. Nothing is opened yet. */
export async function openApp(browser: Browser, server: TestServer, options: AppPageOptions = {}): Promise<AppPage> {
  const { username, slink = 'amsel', language = 'de', storage = {}, ...rest } = options;
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    // Far from the school, to prove that the school's time zone is used.
    timezoneId: 'America/New_York',
    ...rest,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(TEST_NOW);
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
      .select('uuid')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    items.auth_token = await signIn(server, slink, username);
    items.auth_user = row.uuid;
  }
  await page.addInitScript((entries) => {
    if (localStorage.getItem('seeded')) return;
    for (const [name, value] of entries) localStorage.setItem(name, value);
    localStorage.setItem('seeded', 'true');
  }, Object.entries(items));
  return { page, context, problems, [Symbol.asyncDispose]: () => context.close() };
}
