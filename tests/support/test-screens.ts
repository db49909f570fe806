import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreen } from '../shots/open-screen.ts';
import { SCREENS, type Screen } from '../shots/screens.ts';
import { expectAccessible, WCAG } from './accessible.ts';
import { APP_PAGES, type AppPage, openApp, openBrowser } from './app-browser.ts';
import { DEMO_PASSWORD, startDemoServer } from './demo.ts';
import { goInside } from './go-inside.ts';
import type { TestServer } from './server.ts';
import { doubleRings, keysShown, watchTexts } from './watch-screens.ts';

/** The looks at which every screen is tried: it is opened in the first and changes to the second. */
const LOOKS = [
  { size: { width: 1280, height: 900 }, colorScheme: 'light' },
  { size: { width: 390, height: 900 }, colorScheme: 'dark' },
] as const;
/** Both have long words. */
const LANGUAGES = ['de', 'tr'] as const;
/** By the name: a screen keeps its language when others are added before it. */
const languageOf = ({ name }: Screen): string =>
  LANGUAGES[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % LANGUAGES.length] ?? 'de';

/** What sends a form that is longer than the window of a phone stays in sight. */
async function expectButtonsInSight(page: Page): Promise<void> {
  const hidden = await page.evaluate(() =>
    [...document.querySelectorAll('main form')].flatMap((form) => {
      const { top, bottom } = form.getBoundingClientRect();
      if (form.closest('[role="dialog"]') || top > innerHeight / 2 || bottom < innerHeight) return [];
      const button = [...form.querySelectorAll('[type="submit"]')].find((one) => one.checkVisibility());
      return button && button.getBoundingClientRect().bottom > innerHeight ? [button.textContent] : [];
    }),
  );
  expect(hidden, 'buttons below the window').toEqual([]);
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const setSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      dispatchEvent(new Event('resize'));
    }, size);
  await setSize('200%');
  const listWider = () => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const isWider = (one: Element) => one.getBoundingClientRect().right > innerWidth;
    return [
      '<html>',
      ...[...document.querySelectorAll('body *')].filter(isWider).map((one) => one.outerHTML.slice(0, 120)),
    ];
  };
  await expect.poll(() => page.evaluate(listWider), { message: 'text at 200 %' }).toEqual([]);
  await setSize('');
}

async function watched(opening: Promise<AppPage>): Promise<AppPage> {
  const app = await opening;
  await watchTexts(app.page);
  return app;
}

/**
 * Called once at the top of a test file: the screens of administrators, or those of everybody else, filled with the demo, pass axe in
 * both looks.
 */
export function testScreens(of: 'administrators' | 'others'): void {
  const screens = SCREENS.filter(({ as }) => (as === 'admin') === (of === 'administrators')).map(
    (screen) => [screen.name, screen, languageOf(screen)] as const,
  );
  let server: TestServer;
  let browser: Browser;
  /** One browser profile for each person and language: everybody signs in once. */
  const opened = new Map<string, Promise<AppPage>>();
  const pageOf = (as: Screen['as'], language: string) => {
    const person = as ? { username: as, password: DEMO_PASSWORD, slink: 'demo' } : {};
    const key = `${as} ${language}`;
    const opening = opened.get(key) ?? watched(openApp(browser, server, { ...person, language }));
    opened.set(key, opening);
    return opening;
  };
  const show = async (page: Page, screen: Screen, look: (typeof LOOKS)[number]) => {
    await page.setViewportSize(screen.size ?? look.size);
    await page.emulateMedia({ colorScheme: look.colorScheme });
  };
  beforeAll(async () => {
    server = await startDemoServer({ pages: APP_PAGES });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  describe('at 1280 px, light, and at 390 px, dark', () => {
    it.each(screens)(
      'the screen "%s" is free of accessibility violations and of sideways scrolling',
      async (_name, screen, language) => {
        const { page, problems } = await pageOf(screen.as, language);
        problems.length = 0;
        const [first, second] = LOOKS;
        await show(page, screen, first);
        const path = typeof screen.path === 'string' ? screen.path : await screen.path(server.url);
        await openScreen(page, screen, server.url + path, async (address) => {
          const isThere = screen.as && !screen.isLoaded && (await goInside(page, address));
          if (!isThere) await page.goto(address);
        });
        for (const look of [first, second]) {
          await show(page, screen, look);
          const state = `${screen.name}, ${language}, ${look.size.width} px`;
          await expectAccessible(page, state, screen.isOnlyWcag ? WCAG : undefined);
        }
        await expectButtonsInSight(page);
        expect(await doubleRings(page), 'rings around one field').toEqual([]);
        expect(await keysShown(page), 'keys in the place of texts').toEqual([]);
        // Text twice as large on a phone scrolls in one direction (WCAG 1.4.4, 1.4.10); frames of other pages do what they do.
        if (screen.size === undefined && !screen.isOnlyWcag) await expectNoSidewaysScrolling(page);
        expect(problems).toEqual([]);
      },
    );
  });
}
