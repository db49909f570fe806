import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';

const SYSTEM_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** How Chromium is started, also where a figure needs one of its own. */
export function launchOptions(): LaunchOptions {
  const path = process.env.KREIDE_CHROMIUM || SYSTEM_CHROMIUM.find((one) => existsSync(one));
  return {
    ...(path ? { executablePath: path } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  };
}

/** The page of a flow lives for seconds: what is compiled for a long run costs more than it saves, a fifth of the processor. */
const SHORT_LIVED = '--js-flags=--no-opt --no-maglev';

/** How long a step may take in a page, ms: three files share a machine, which may be a slow one. */
export const PATIENCE = 60_000;

let ofWorker: Promise<Browser> | undefined;

/**
 * The Chromium of this worker, for all of its files: nobody closes it, it ends with the process that drives it. One for all workers would be
 * driven over a connection, through a process that writes and reads each step twice: a fifth of the processor for the same flows.
 */
export async function keepBrowser(): Promise<Browser> {
  if (!(await ofWorker)?.isConnected()) {
    const { args = [], ...options } = launchOptions();
    ofWorker = chromium.launch({ ...options, args: [...args, SHORT_LIVED] });
  }
  return ofWorker as Promise<Browser>;
}

/**
 * The browser of this worker as if it were one of its own: whoever opens it sees only contexts that were made here; `close` closes these and
 * leaves the browser to the other files. Outside of a test run a browser of one's own.
 */
export async function openBrowser(): Promise<Browser> {
  if (!process.env.VITEST) return chromium.launch(launchOptions());
  const own = new Set<BrowserContext>();
  const noting = async (making: Promise<BrowserContext>) => {
    const context = await making;
    context.setDefaultTimeout(PATIENCE);
    context.once('close', () => own.delete(context));
    own.add(context);
    return context;
  };
  const browser = await keepBrowser();
  const close = async () => {
    for (const context of [...own]) await context.close();
  };
  const instead: Partial<Browser> = {
    newContext: (options) => noting(browser.newContext(options)),
    newPage: async (options) => (await noting(browser.newContext(options))).newPage(),
    contexts: () => [...own],
    close,
    [Symbol.asyncDispose]: close,
  };
  return new Proxy(browser, {
    get(target, name) {
      const value = instead[name as keyof Browser] ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
