import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreen, SCREENS, type Screen } from '../shots/screens.ts';
import { expectAccessible, OTHER_ORDER } from '../support/accessible.ts';
import { APP_PAGES, type AppPage, openApp, openBrowser } from '../support/app-browser.ts';
import { DEMO_PASSWORD, startDemoServer } from '../support/demo.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startDemoServer({ pages: APP_PAGES });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe.each([
  { width: 1280, colorScheme: 'light', language: 'de' },
  { width: 390, colorScheme: 'dark', language: 'tr' },
] as const)('at $width px, $colorScheme, in $language', ({ width, colorScheme, language }) => {
  /** One browser profile for each person, who signs in once. */
  const open = new Map<Screen['as'], Promise<AppPage>>();
  const pageOf = (as: Screen['as']) => {
    const person = as ? { username: as, password: DEMO_PASSWORD, slink: 'demo' } : {};
    const viewport = { width, height: 900 };
    const opening = open.get(as) ?? openApp(browser, server, { ...person, viewport, colorScheme, language });
    open.set(as, opening);
    return opening;
  };
  afterAll(async () => {
    for (const app of open.values()) await (await app)[Symbol.asyncDispose]();
  });

  it.each(SCREENS)(
    'the screen "$name" is free of accessibility violations and of sideways scrolling',
    async (screen) => {
      const { page, problems } = await pageOf(screen.as);
      problems.length = 0;
      if (screen.size) await page.setViewportSize(screen.size);
      const path = typeof screen.path === 'string' ? screen.path : await screen.path(server.url);
      await openScreen(page, screen, server.url + path);
      await expectAccessible(page, screen.name, OTHER_ORDER);
      if (screen.size) await page.setViewportSize({ width, height: 900 });
      expect(problems).toEqual([]);
    },
  );
});
