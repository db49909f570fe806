import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STYLE_SRC } from '../../packages/core/src/features/branding/csp.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const EMPTY = ['two-factor', 'redirect-origins'].map((name) => `<meta name="kreide-${name}" content="" />`);
const PAGE = `<!doctype html><title>App</title>${EMPTY.join('')}`;

let root: string;
let server: TestServer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kreide-files-'));
  const dist = join(root, 'packages/app/dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), PAGE);
  await writeFile(join(dist, 'service-worker.js'), 'self;');
  await writeFile(join(dist, 'assets/app-1.js'), 'export {};');
  server = await startTestServer({ pages: { root, styles: STYLE_SRC } });
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

const ask = (path: string) => server.request('GET', path, { headers: { accept: 'text/html,*/*' } });

it('the page and the service worker are asked for each time, files named by their content never again [P-9.12]', async () => {
  const cacheOf = async (path: string) => (await ask(path)).headers.get('cache-control');
  expect([await cacheOf('/'), await cacheOf('/feed'), await cacheOf('/service-worker.js')]).toEqual([
    'no-cache',
    'no-cache',
    'no-cache',
  ]);
  expect(await cacheOf('/assets/app-1.js')).toContain('immutable');
});

it('a part of another version is not there, never the page in its place [P-8.21]', async () => {
  const { status, headers } = await ask('/assets/app-0.js');
  expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
});

it('the page is told of a two-factor service elsewhere, may ask it and no other host, and where it may forward [T-7.157] [P-2.23]', async () => {
  const usual = await ask('/');
  expect(usual.text).toBe(PAGE);
  expect(usual.headers.get('content-security-policy')).toContain("connect-src 'self';");
  await using told = await startTestServer({
    pages: { root, styles: STYLE_SRC },
    env: {
      KREIDE_TWO_FACTOR_URL: 'https://codes.example',
      KREIDE_REDIRECT_ORIGINS: 'https://one.example,https://two.example:8443',
    },
  });
  for (const path of ['/', '/authenticator/start']) {
    const { text, headers } = await told.request('GET', path, { headers: { accept: 'text/html' } });
    expect(text).toContain('<meta name="kreide-two-factor" content="https://codes.example" />');
    expect(text).toContain(
      '<meta name="kreide-redirect-origins" content="https://one.example https://two.example:8443" />',
    );
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://codes.example;");
  }
});
