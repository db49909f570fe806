import { existsSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

/** Environment variable through which test files find the browser of their run. */
const ADDRESS = 'KREIDE_BROWSER';
const SYSTEM_CHROMIUM = '/usr/bin/chromium';

function launchOptions(): LaunchOptions {
  const path = process.env.KREIDE_CHROMIUM || (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined);
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

/** Starts the one Chromium of a test run; every test file connects to it. */
export async function startBrowserServer(): Promise<BrowserServer> {
  const server = await chromium.launchServer(launchOptions());
  process.env[ADDRESS] = server.wsEndpoint();
  return server;
}

/**
 * The browser of this test run; outside of a run a browser of one's own. Whoever connects sees only contexts that were made over
 * this connection; `close` closes these and leaves the browser to the other files.
 */
export function openBrowser(): Promise<Browser> {
  const address = process.env[ADDRESS];
  return address ? chromium.connect(address) : chromium.launch(launchOptions());
}
