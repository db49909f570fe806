import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { vi } from 'vitest';

/** What a flow does in a page, whatever draws it. Each call waits until it can be done. */
export interface EnginePage extends AsyncDisposable {
  open(address: string): Promise<void>;
  /** The first visible element of a selector with this text in its name. */
  see(selector: string, text?: string): Promise<void>;
  press(selector: string, text?: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** @param script the body of a function */
  run<Answer>(script: string): Promise<Answer>;
}

/** What an engine itself is asked for; `Found` is its word for an element. */
interface Driver<Found> {
  goTo(address: string): Promise<void>;
  run<Answer>(script: string): Promise<Answer>;
  find(script: string): Promise<Found | null>;
  click(element: Found): Promise<void>;
  write(element: Found, text: string): Promise<void>;
  end(): Promise<void>;
}

const PATIENCE = { timeout: 60_000, interval: 50 };

/** The element, in the middle of the window; null while it is not there or, to be pressed, lies below another one. */
const toSearch = (selector: string, text: string, isFree: boolean) => `
  for (const one of document.querySelectorAll(${JSON.stringify(selector)})) {
    if (one.getClientRects().length === 0 || one.disabled) continue;
    if (![one.ariaLabel, one.textContent].join().includes(${JSON.stringify(text)})) continue;
    if (!${isFree}) return one;
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (hit && (one.contains(hit) || hit.contains(one))) return one;
  }
  return null;`;

function toPage<Found>(driver: Driver<Found>): EnginePage {
  const act = (selector: string, text: string, isFree: boolean, then: (element: Found) => Promise<void>) =>
    vi.waitFor(async () => {
      const element = await driver.find(toSearch(selector, text, isFree));
      if (!element) throw new Error(`Nothing is ${selector} with "${text}"`);
      await then(element);
    }, PATIENCE);
  return {
    open: driver.goTo,
    run: driver.run,
    see: (selector, text = '') => act(selector, text, false, async () => {}),
    press: (selector, text = '') => act(selector, text, true, driver.click),
    type: (selector, text) => act(selector, '', true, (element) => driver.write(element, text)),
    [Symbol.asyncDispose]: driver.end,
  };
}

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** Firefox, driven over WebDriver BiDi. */
async function openFirefox(): Promise<EnginePage> {
  // The size is asked of the window: to set a page's own, the driver sends commands that an older Firefox does not know.
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX as string,
    headless: true,
    args: ['--width=1280', '--height=900'],
    defaultViewport: null,
  });
  const page = await browser.newPage();
  return toPage<ElementHandle<Element>>({
    // A page that changes its own address at this moment ends the call.
    goTo: (address) =>
      vi.waitFor(async () => void (await page.goto(address, { waitUntil: 'domcontentloaded' })), PATIENCE),
    run: (script) => page.evaluate(`(() => {${script}})()`) as Promise<never>,
    find: async (script) =>
      (await page.evaluateHandle(`(() => {${script}})()`)).asElement() as ElementHandle<Element> | null,
    click: (element) => element.click(),
    write: (element, text) => element.type(text),
    end: () => browser.close(),
  });
}

const MINI_BROWSER = ['4.1', '4.0', '6.0']
  .map((version) => `/usr/lib/x86_64-linux-gnu/webkit${version === '6.0' ? '' : '2'}gtk-${version}/MiniBrowser`)
  .find((path) => existsSync(path));
const WEBKIT = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
/** The name under which WebDriver hands out elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Reference = Record<typeof ELEMENT, string>;

/** WebKit in GTK's browser on a screen of its own, driven by calls of WebDriver. */
async function openWebKit(): Promise<EnginePage> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    (screen.stdio[3] as Readable).once('data', (text) => resolve(`:${String(text).trim()}`));
    screen.once('exit', () => reject(new Error('Xvfb has ended')));
  });
  const port = await findPort();
  const env = { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1', GIO_USE_VFS: 'local' };
  const driver = spawn('WebKitWebDriver', ['-p', String(port)], { env, stdio: 'ignore' });
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Answer & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  await vi.waitFor(() => ask('GET', '/status'), PATIENCE);
  const options = { binary: MINI_BROWSER, args: ['--automation', '--full-screen'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities });
  const session = `/session/${sessionId}`;
  const run = <Answer>(script: string) => ask<Answer>('POST', `${session}/execute/sync`, { script, args: [] });
  await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 });
  return toPage<Reference>({
    goTo: (url) => ask('POST', `${session}/url`, { url }),
    run,
    find: (script) => run<Reference | null>(script),
    click: (element) => ask('POST', `${session}/element/${element[ELEMENT]}/click`, {}),
    write: (element, text) => ask('POST', `${session}/element/${element[ELEMENT]}/value`, { text }),
    end: async () => {
      await ask('DELETE', session).catch(() => {});
      for (const one of [driver, screen]) await ended(one);
    },
  });
}

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  const end = new Promise((resolve) => process.once('exit', resolve));
  process.kill();
  await end;
}

/** A port that was free a moment ago. */
async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The engines beside Chromium. One that is not installed has its tests skipped. */
export const OTHER_ENGINES = [
  { name: 'Firefox', isThere: FIREFOX !== undefined, open: openFirefox },
  {
    name: 'WebKit',
    isThere: MINI_BROWSER !== undefined && WEBKIT.every((path) => existsSync(path)),
    open: openWebKit,
  },
] as const;
