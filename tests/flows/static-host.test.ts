// features: auth, timetable

import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from '../../packages/core/src/contract.ts';
import { openBrowser } from '../support/browser.ts';
import { buildFullSchool, type FullSchool } from '../support/full-school.ts';
import { PASSWORD } from '../support/people.ts';
import { ROOT, startTestServer, type TestServer } from '../support/server.ts';

const DIST = join(ROOT, 'packages/app/dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
/** One site, two hosts of it: a page of one cannot read the cookies of the other. */
const atHost = (name: string, port: number) => `http://${name}.kreide.localhost:${port}`;

let host: Server;
let app: string;
let kreide: TestServer;
let school: FullSchool;
let browser: Browser;

beforeAll(async () => {
  let api = '';
  // Knows files and nothing else: what is none is index.html.
  host = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', app);
    const name = extname(pathname) === '' ? '/index.html' : pathname;
    try {
      const content = await readFile(join(DIST, normalize(name)));
      response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
      const isPage = name === '/index.html';
      response.end(isPage ? String(content).replace(/(<meta name="kreide-server" content=")"/, `$1${api}/"`) : content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  app = atHost('app', (host.address() as AddressInfo).port);
  kreide = await startTestServer({ env: { KREIDE_APP_ORIGINS: app } });
  api = atHost('api', Number(new URL(kreide.url).port));
  school = await buildFullSchool(kreide, 'linden', 'zimtstern');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  host?.closeAllConnections();
  host?.close();
  await kreide?.stop();
});

async function signIn(page: Page): Promise<void> {
  await page.goto(`${app}/linden/login`);
  await page.getByLabel('Username or e-mail').fill(school.people.student.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 2, name: 'News' }).waitFor();
}

describe('the built app', () => {
  it('carries of the contract what a call needs: no sentence that describes an endpoint', () => {
    const folder = join(DIST, 'assets');
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    const code = scripts.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
    const paths = endpointsOf().filter(({ endpoint }) => code.includes(endpoint.path));
    expect(paths.length).toBeGreaterThan(10);
    expect(endpointsOf().filter(({ endpoint }) => code.includes(endpoint.summary))).toEqual([]);
  });

  it('works from any web server that delivers files, with its server at another address [D-1.09]', async () => {
    await using context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const line = page.waitForEvent('websocket');
    await signIn(page);
    // A plan is on the screen, and the line for events is open.
    await page.goto(`${app}/timetable/grades/${school.grade}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect((await line).url()).toContain('api.kreide.localhost');
    // The hour is over: the session is renewed with the cookie of the other host.
    kreide.clock.advance(61 * 60_000);
    const renewal = page.waitForResponse((response) => response.url().includes('/v1/auth/refresh'));
    await page.goto(`${app}/feed`);
    expect((await renewal).status()).toBe(200);
    await page.getByRole('heading', { level: 2, name: 'News' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/feed');
    await page.goto(`${app}/more?logout=true`);
    await page.getByRole('alertdialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/linden/login');
    expect(await kreide.test.database.kysely.selectFrom('sessions').select('id').execute()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('is refused by the server where its origin is not allowed', async () => {
    await using context = await browser.newContext({ locale: 'en' });
    const page = await context.newPage();
    const foreign = app.replace('app.', 'other.');
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/v1/'));
    await page.goto(`${foreign}/linden/login`);
    expect((await refused).url()).toContain('api.kreide.localhost');
  });
});
