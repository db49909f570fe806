// features: auth, channels, chat, start, timetable

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatPage } from '../shots/made-pages.ts';
import { APP_PAGES } from '../support/app-browser.ts';
import { DEMO_PASSWORD, startDemoServer } from '../support/demo.ts';
import { type EnginePage, OTHER_ENGINES } from '../support/other-engines.ts';
import type { TestServer } from '../support/server.ts';

const isAnyThere = OTHER_ENGINES.some(({ isThere }) => isThere);
let server: TestServer;
beforeAll(async () => {
  if (isAnyThere) server = await startDemoServer({ pages: APP_PAGES });
});
afterAll(async () => {
  await server?.stop();
});

async function signIn(page: EnginePage): Promise<void> {
  await page.open(`${server.url}/demo/login`);
  await page.run("localStorage.setItem('language', 'de')");
  await page.open(`${server.url}/demo/login`);
  await page.type('input[autocomplete="username"]', 'teacher');
  await page.type('input[type="password"]', DEMO_PASSWORD);
  await page.press('button', 'Anmelden');
  await page.see('h2', 'Neuigkeiten');
}

describe.each(OTHER_ENGINES)('in $name', ({ name, isThere, open }) => {
  it.skipIf(!isThere)(
    'one signs in, turns to next week, sends a message, and the app starts again each time',
    async () => {
      await using page = await open();
      await signIn(page);
      await page.press('a', 'Stundenplan');
      await page.see('button', 'Woche vor');
      const readTitle = () => page.run<string>("return document.querySelector('main').innerText.slice(0, 200)");
      const before = await readTitle();
      await page.press('button', 'Woche vor');
      await expect.poll(readTitle).not.toBe(before);
      await page.open(server.url + (await chatPage(server.url)));
      const message = `Gruß aus ${name}`;
      await page.type('textarea', message);
      await page.press('button[type="submit"]');
      await page.see('[role="log"]', message);
      await page.open(`${server.url}/channels`);
      await page.see('main a', 'Wandertag');
      if (name !== 'WebKit') return;
      // A page that is left while it writes is kept for going back, with its transaction: the next one must not wait for it.
      for (let round = 0; round < 10; round += 1) {
        await page.run('globalThis.isKept = true');
        await page.open(`${server.url}/feed`);
        await page.see('h2', 'Neuigkeiten');
      }
      await page.run('history.back()');
      await expect.poll(() => page.run('return globalThis.isKept')).toBe(true);
    },
  );
});
