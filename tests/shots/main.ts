/**
 * `npm run shots`: a picture of every screen, to be looked at. Writes `shots/<screen>-<width>-<theme>-<language>-<branding>.png`.
 * `npm run shots -- timetable monitor` takes only screens whose name begins so; `--all` takes every combination of width,
 * theme, language and branding instead of pairs.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { fixedClock } from '../../packages/server/src/kernel/clock.ts';
import { readConfig } from '../../packages/server/src/kernel/config/config.ts';
import { createLog } from '../../packages/server/src/kernel/log.ts';
import { type RunningServer, startServer } from '../../packages/server/src/server.ts';
import { openBrowser } from '../support/browser.ts';
import { ROOT, TEST_NOW } from '../support/server.ts';
import { openScreen } from './open-screen.ts';
import { SCREENS, type Screen } from './screens.ts';

const WIDTHS = [390, 768, 1280, 1920] as const;
const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 1920: 1080 };
const THEMES = ['light', 'dark'] as const;
const LANGUAGES = ['de', 'tr'] as const;
const BRANDINGS = ['default', 'hafen', 'mosaik', 'aurora', 'tinte'] as const;
const FOLDER = join(ROOT, 'shots');

interface Look {
  width: number;
  theme: 'light' | 'dark';
  language: string;
  branding: string;
}

/** Every width in both themes; languages and brandings take turns, so that each theme is seen in each language. */
function pairedLooks(): Look[] {
  return WIDTHS.flatMap((width, row) =>
    THEMES.map((theme, column) => {
      const index = row * THEMES.length + column;
      return {
        width,
        theme,
        language: LANGUAGES[(row + column) % LANGUAGES.length] as string,
        branding: BRANDINGS[index % BRANDINGS.length] as string,
      };
    }),
  );
}

function allLooks(): Look[] {
  return WIDTHS.flatMap((width) =>
    THEMES.flatMap((theme) =>
      LANGUAGES.flatMap((language) => BRANDINGS.map((branding) => ({ width, theme, language, branding }))),
    ),
  );
}

async function signedIn(page: Page, server: RunningServer, username: string): Promise<void> {
  await page.goto(`${server.url}/demo/login`);
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[type="password"]').fill('kreide-demo');
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/feed/);
}

async function take(browser: Browser, server: RunningServer, screen: Screen, look: Look): Promise<void> {
  const context = await browser.newContext({
    viewport: {
      width: screen.size?.width ?? look.width,
      height: screen.size?.height ?? HEIGHTS[look.width] ?? 900,
    },
    colorScheme: look.theme,
    locale: look.language,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(new Date(TEST_NOW));
  if (screen.as) await signedIn(page, server, screen.as);
  const path = typeof screen.path === 'string' ? screen.path : await screen.path(server.url);
  const joint = path.includes('?') ? '&' : '?';
  const branding = screen.as || path.startsWith('/examples') ? '' : `${joint}branding=${look.branding}`;
  await openScreen(page, screen, `${server.url}${path}${branding}`);
  const name = [
    screen.name,
    screen.size ? `${screen.size.width}x${screen.size.height}` : look.width,
    look.theme,
    look.language,
    look.branding,
  ].join('-');
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await context.close();
  console.log(name);
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const looks = process.argv.includes('--all') ? allLooks() : pairedLooks();
await mkdir(FOLDER, { recursive: true });
const dataFolder = await mkdtemp(join(tmpdir(), 'kreide-shots-'));
const KREIDE_OFFERS = join(ROOT, 'examples/offers/offers.json');
const config = readConfig({ PORT: '0', KREIDE_DATA: dataFolder, KREIDE_OFFERS });
const server = await startServer({
  config,
  log: createLog({ json: false, level: 'warn' }),
  root: ROOT,
  clock: fixedClock(TEST_NOW),
});
const browser = await openBrowser();
try {
  for (const screen of SCREENS) {
    if (wanted.length > 0 && !wanted.some((word) => screen.name.startsWith(word))) continue;
    for (const look of screen.size ? looks.slice(0, 2) : looks) await take(browser, server, screen, look);
  }
} finally {
  await browser.close();
  await server.close();
  await rm(dataFolder, { recursive: true, force: true });
}
