import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchOptions } from '../../support/browser.ts';
import { ROOT, requestAt } from '../../support/server.ts';
import type { BenchRow } from '../row.ts';

/** Too large to be installed with the rest: fetched when this bench runs. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const LIMITS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
const PAGES = { 'sign-in': '/demo/login', timetable: '/timetable' } as const;

interface Report {
  categories: Record<keyof typeof LIMITS, { score: number | null }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** `npm start` with the demo, until it says where it listens. */
async function startDemo(folder: string) {
  // A bench that ran before in this process may have left the mode of its own build.
  const { NODE_ENV: _mode, ...env } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    env: { ...env, PORT: '0', KREIDE_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
  };
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    const url = /ready at (\S+)/.exec(output)?.[1];
    const password = /password ([^)]+)\)/.exec(output)?.[1];
    if (url && password) {
      child.stdout.resume();
      return { url, password, stop };
    }
  }
  throw new Error(`the server ended: ${output}`);
}

async function runLighthouse(url: string, port: number, folder: string): Promise<Report> {
  const file = join(folder, 'report.json');
  const options = ['--output=json', `--output-path=${file}`, `--port=${port}`, '--quiet', '--disable-storage-reset'];
  const categories = `--only-categories=${Object.keys(LIMITS).join(',')}`;
  const child = spawn('npx', ['--yes', LIGHTHOUSE, url, ...options, categories], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`lighthouse ended with ${code}`);
  return JSON.parse(await readFile(file, 'utf8')) as Report;
}

/** Lighthouse's own mobile profile against `npm start`: a slow phone on a slow network, with an empty cache. */
export async function runLighthouseBench(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kreide-lighthouse-'));
  const demo = await startDemo(join(folder, 'data'));
  const port = await freePort();
  const { args = [], ...launch } = launchOptions();
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...launch,
    // As a browser of a person: code that runs often may be made faster.
    args: [...args.filter((arg) => !arg.startsWith('--js-flags')), `--remote-debugging-port=${port}`],
  });
  try {
    const rows: BenchRow[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      if (name !== 'sign-in') {
        const body = { slink: 'demo', username: 'student', password: demo.password, stayLoggedIn: true };
        const answer = await requestAt(demo.url)('POST', '/v1/auth/login', { body });
        const page = await context.newPage();
        await page.goto(`${demo.url}/service-worker.js`);
        await page.evaluate(
          ([token, uuid]) => {
            localStorage.setItem('auth_token', token ?? '');
            localStorage.setItem('auth_user', uuid ?? '');
          },
          [answer.body.access_token, answer.body.uuid] as string[],
        );
        // The files of the page before are no longer there.
        await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
        await page.close();
      }
      const { categories, audits } = await runLighthouse(demo.url + path, port, folder);
      for (const [category, limit] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][]) {
        const value = Math.round((categories[category].score ?? 0) * 100);
        const failed = Object.entries(audits).filter(([, audit]) => audit.score !== null && audit.score < 0.9);
        rows.push({
          name: `Lighthouse, ${name}: ${category}`,
          value,
          limit: `≥ ${limit}`,
          unit: 'of 100',
          ok: value >= limit,
          ...(value < 100 && {
            detail: failed.map(([id, { displayValue = '' }]) => `${id} ${displayValue}`.trim()).join(', '),
          }),
        });
      }
    }
    return rows;
  } finally {
    await context.close();
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
