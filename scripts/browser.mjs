// Finds a Chromium for the tests, or installs one.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { root, run } from './project.mjs';

/** Chromium without windows: opens a page in a fifth of the time. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a browser that starts: an installed one, else the system package (as root), else Playwright's. */
export async function ensureBrowser() {
  const found =
    (await findBrowser([SHELL])) ??
    (await installPackage(SHELL)) ??
    (await findBrowser()) ??
    (await installPackage('chromium')) ??
    (await installDownload());
  if (found) return found;
  throw new Error(
    'No browser found, and none could be installed. Install Chromium, or set KREIDE_CHROMIUM to its path.',
  );
}

async function findBrowser(names = NAMES) {
  const { KREIDE_CHROMIUM: wished, PATH = '' } = process.env;
  if (wished) {
    if (await isUsable(wished)) return wished;
    throw new Error(`KREIDE_CHROMIUM is ${wished}, which does not start.`);
  }
  const folders = PATH.split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const others = names === NAMES ? [...APPLICATIONS, await downloadPath()] : [];
  for (const path of [...candidates, ...others]) {
    if (path && existsSync(path) && (await isUsable(path))) return path;
  }
  return null;
}

async function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log(`Installing the system package ${name} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  // Another installation may be running: wait for its lock.
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
  await run('apt-get', [...wait, 'update'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const packages = ['install', '-y', '--no-install-recommends', name, 'fonts-liberation'];
  // Not every system has both.
  await run('apt-get', [...wait, ...packages], { env, stdio: 'ignore' });
  return findBrowser([name]);
}

async function installDownload() {
  console.log('Downloading Chromium …');
  const asRoot = process.getuid?.() === 0 ? ['--with-deps'] : [];
  await run('playwright-core', ['install', ...asRoot, 'chromium']);
  return findBrowser();
}

async function downloadPath() {
  const { chromium } = await import(join(root, 'node_modules/playwright-core/index.mjs'));
  return chromium.executablePath();
}

/** On some systems the command only says that something else must be installed. */
async function isUsable(path) {
  const said = await promisify(execFile)(path, ['--version'], { timeout: 20_000 }).catch(() => null);
  return said !== null && /\d+\.\d+\.\d+/.test(said.stdout);
}
