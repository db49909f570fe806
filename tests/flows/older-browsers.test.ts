// features: auth, channels, start, timetable

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatPage } from '../shots/made-pages.ts';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { DEMO_PASSWORD, startDemoServer } from '../support/demo.ts';
import { callsBeyondFloor, stylesBeyondFloor } from '../support/floor.ts';
import { YOUNGER_CALLS } from '../support/older-engine.ts';
import { ROOT, type TestServer } from '../support/server.ts';

/** The Chromium of the oldest phones and tablets that the app starts on. */
const OLDEST = 109;

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

const news = (page: Page) => page.getByRole('heading', { level: 2, name: 'Neuigkeiten' }).waitFor();

it('the app signs in, shows start page, plan and a chat with a link, and sends one, without calls of younger browsers', async () => {
  await using app = await openApp(browser, server, { viewport: { width: 390, height: 844 } });
  const { page, problems } = app;
  const younger = YOUNGER_CALLS.filter(([, version]) => version > OLDEST).map(([path]) => path);
  await page.addInitScript((paths) => {
    for (const path of paths) {
      const names = path.split('.');
      const name = names.pop() as string;
      let owner = globalThis as unknown as Record<string, unknown> | undefined;
      for (const one of names) owner = owner?.[one] as Record<string, unknown> | undefined;
      if (owner) delete owner[name];
    }
  }, younger);
  await page.goto('/demo/login');
  await page.getByLabel('Benutzername oder E-Mail').fill('teacher');
  await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL('**/feed');
  await news(page);
  await page.getByRole('link', { name: 'Stundenplan' }).first().click();
  await page
    .getByRole('button', { name: /November/ })
    .first()
    .waitFor();
  await page.goto(await chatPage(server.url));
  await page.getByRole('textbox', { name: 'Nachricht' }).fill('Siehe https://kreide.example/hilfe');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('log').getByRole('link', { name: 'https://kreide.example/hilfe' }).waitFor();
  expect(await page.evaluate(() => 'parse' in URL && URL.parse.toString().includes('[native code]'))).toBe(false);
  expect(problems).toEqual([]);
});

it('the app starts while another page holds what the device keeps [D-6.07]', async () => {
  await using app = await openApp(browser, server, { username: 'teacher', password: DEMO_PASSWORD, slink: 'demo' });
  const { page, context } = app;
  await page.goto('/feed');
  await news(page);
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('kreide');
      opening.onsuccess = () => resolve(opening.result);
    });
    // A transaction lives as long as it asks for something.
    const store = database.transaction('answers', 'readwrite').objectStore('answers');
    const hold = () => {
      store.count().onsuccess = hold;
    };
    hold();
  });
  const second = await context.newPage();
  await second.goto('/feed');
  await news(second);
});

it('what is built has no word that the oldest engines lack, but where another stands in for it', () => {
  const dist = join(ROOT, 'packages/app/dist');
  const files = [
    'index.html',
    'service-worker.js',
    ...readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`),
  ];
  const found = files.flatMap((name) => {
    const read = () => readFileSync(join(dist, name), 'utf8');
    if (name.endsWith('.css')) return stylesBeyondFloor(read()).map((word) => `${name}: ${word}`);
    return /\.(js|html)$/.test(name) ? callsBeyondFloor(read()).map((word) => `${name}: ${word}`) : [];
  });
  expect(found).toEqual([]);
  expect(stylesBeyondFloor('a{color:light-dark(red,red)}b:has(:checked){top:0}c{&:hover{top:0}}')).toHaveLength(3);
  expect(callsBeyondFloor('x.values().map(y);Promise.withResolvers();URL.parse(z)')).toHaveLength(2);
});

it('what is printed is light, also from a dark screen', async () => {
  await using app = await openApp(browser, server, { colorScheme: 'dark' });
  const { page } = app;
  await page.goto('/demo/login');
  await page.getByLabel('Passwort', { exact: true }).waitFor();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const onScreen = await ground();
  await page.emulateMedia({ media: 'print' });
  expect([onScreen, await ground()]).toEqual(['rgb(15, 20, 18)', 'rgb(244, 246, 243)']);
});

it('a field that has focus shows one ring: around its frame at the sign-in, none beside that of the palette', async () => {
  /** The elements with a ring among that with focus and what it stands in. */
  const countRings = (page: Page) =>
    page.evaluate(() => {
      let rings = 0;
      for (let one = document.activeElement; one; one = one.parentElement)
        if (getComputedStyle(one).outlineStyle !== 'none') rings += 1;
      return rings;
    });
  await using signedIn = await openApp(browser, server, {
    username: 'teacher',
    password: DEMO_PASSWORD,
    slink: 'demo',
  });
  await signedIn.page.goto('/feed');
  await news(signedIn.page);
  await signedIn.page.keyboard.press('Control+k');
  await expect.poll(() => signedIn.page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await using signedOut = await openApp(browser, server);
  await signedOut.page.goto('/demo/login');
  await signedOut.page.getByLabel('Passwort', { exact: true }).focus();
  const inPalette = await countRings(signedIn.page);
  expect({ inPalette, atSignIn: await countRings(signedOut.page) }).toEqual({ inPalette: 0, atSignIn: 1 });
});
