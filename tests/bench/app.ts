import type { BrowserContextOptions, Page } from 'playwright-core';
import { STYLE_SRC } from '../../packages/core/src/features/branding/index.ts';
import { openBrowser } from '../support/browser.ts';
import { closeOwnTestServer } from '../support/database.ts';
import { signIn } from '../support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../support/plan-school.ts';
import { ROOT, startTestServer, TEST_NOW, type TestServer } from '../support/server.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** The built app with a school that has a plan, for figures that are measured in a browser. */
export interface AppForBench extends AsyncDisposable {
  url: string;
  /** A phone with an empty cache. */
  open(options?: { isSignedIn?: boolean; slink?: string; username?: string } & BrowserContextOptions): Promise<Page>;
}

/**
 * The date alone stands still. The clock of the browser's driver stands in for timers, pictures and `performance.now` as well, each
 * in its own time: what is measured would be the clock.
 */
function fixDate(now: number) {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...parts: [] | [number | string]) {
      super(...((parts.length === 0 ? [now] : parts) as [number]));
    }
    static override now = () => now;
  } as DateConstructor;
}

/** `build` adds to the school what else is measured. */
export async function openAppForBench(
  build: (server: TestServer, school: PlanSchool) => Promise<void> = async () => {},
): Promise<AppForBench> {
  const server = await startTestServer({ checkAnswers: false, pages: { root: ROOT, styles: STYLE_SRC } });
  await build(server, await buildPlanSchool(server));
  const browser = await openBrowser();
  async function itemsOf(slink: string, username: string): Promise<Record<string, string>> {
    const { uuid } = await server.test.database.kysely
      .selectFrom('users')
      .innerJoin('schools', 'schools.id', 'users.school_id')
      .select('users.uuid')
      .where('slink', '=', slink)
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    return { auth_token: await signIn(server, slink, username), auth_user: uuid };
  }
  return {
    url: server.url,
    async open({ isSignedIn = true, slink = 'amsel', username = 'ada', ...options } = {}) {
      const context = await browser.newContext({ baseURL: server.url, locale: 'de', ...PHONE, ...options });
      const page = await context.newPage();
      await page.addInitScript(fixDate, Number(new Date(TEST_NOW)));
      const items = isSignedIn ? await itemsOf(slink, username) : {};
      await page.addInitScript((entries) => {
        for (const [name, value] of entries) localStorage.setItem(name, value);
      }, Object.entries(items));
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.stop();
      await closeOwnTestServer();
    },
  };
}
