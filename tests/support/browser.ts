import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { askForShared, shareOnRequest } from './shared.ts';

/** Environment variable with the path of the socket at which test files find the browser of their run. */
const SOCKET = 'KREIDE_BROWSER';
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

/** Lets the test files of a run share one Chromium; every file connects to it. */
export function shareBrowser(): Promise<() => Promise<void>> {
  return shareOnRequest(SOCKET, async () => {
    const { args = [], ...options } = launchOptions();
    const server = await chromium.launchServer({ ...options, args: [...args, SHORT_LIVED] });
    return { address: server.wsEndpoint(), stop: () => server.close() };
  });
}

/**
 * The browser of this test run; outside of a run a browser of one's own. Whoever connects sees only contexts that were made over
 * this connection; `close` closes these and leaves the browser to the other files.
 */
export async function openBrowser(): Promise<Browser> {
  const path = process.env[SOCKET];
  return path === undefined ? chromium.launch(launchOptions()) : chromium.connect(await askForShared<string>(path));
}

let ofWorker: Promise<Browser> | undefined;

/** One for all files of this worker that ask here: nobody closes it. */
export async function keepBrowser(): Promise<Browser> {
  if (!(await ofWorker)?.isConnected()) ofWorker = openBrowser();
  return ofWorker as Promise<Browser>;
}
