import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreen, SCREENS, type Screen } from '../shots/screens.ts';
import { expectAccessible, WCAG } from './accessible.ts';
import { APP_PAGES, type AppPage, openApp, openBrowser } from './app-browser.ts';
import { DEMO_PASSWORD, startDemoServer } from './demo.ts';
import type { TestServer } from './server.ts';

interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  language: string;
}

/** The two looks at which every screen is tried. */
export const NARROW: Look = { width: 390, colorScheme: 'dark', language: 'tr' };
export const WIDE: Look = { width: 1280, colorScheme: 'light', language: 'de' };

/**
 * Called once at the top of a test file: the screens of administrators, or those of everybody else, filled with the demo, pass axe in
 * this look.
 */
export function testScreens({ width, colorScheme, language }: Look, of: 'administrators' | 'others'): void {
  const screens = SCREENS.filter(({ as }) => (as === 'admin') === (of === 'administrators'));
  let server: TestServer;
  let browser: Browser;
  /** One browser profile for each person, who signs in once. */
  const open = new Map<Screen['as'], Promise<AppPage>>();
  const pageOf = (as: Screen['as']) => {
    const person = as ? { username: as, password: DEMO_PASSWORD, slink: 'demo' } : {};
    const viewport = { width, height: 900 };
    const opening = open.get(as) ?? openApp(browser, server, { ...person, viewport, colorScheme, language });
    open.set(as, opening);
    return opening;
  };
  beforeAll(async () => {
    server = await startDemoServer({ pages: APP_PAGES });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  describe(`at ${width} px, ${colorScheme}, in ${language}`, () => {
    it.each(screens)(
      'the screen "$name" is free of accessibility violations and of sideways scrolling',
      async (screen) => {
        const { page, problems } = await pageOf(screen.as);
        problems.length = 0;
        if (screen.size) await page.setViewportSize(screen.size);
        const path = typeof screen.path === 'string' ? screen.path : await screen.path(server.url);
        await openScreen(page, screen, server.url + path);
        await expectAccessible(page, screen.name, screen.isOnlyWcag ? WCAG : undefined);
        if (screen.size) await page.setViewportSize({ width, height: 900 });
        expect(problems).toEqual([]);
      },
    );
  });
}
