// Shared by the scripts. Runs on the system's Node (20 or newer) with nothing installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const projectNode = join(root, 'node_modules/.bin/node');

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Starts a program of the workspace (or of the system) and leaves it running. */
export function startBeside(program, options = [], { env = {}, ...rest } = {}) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  return spawn(program, options, { cwd: root, stdio: 'inherit', ...rest, env: { ...process.env, PATH: path, ...env } });
}

/** Runs a program in the foreground: forwards signals, returns its exit code. */
export function run(program, options = [], settings = {}) {
  return new Promise((resolve, reject) => {
    const child = startBeside(program, options, settings);
    // At a terminal Ctrl-C reaches the whole process group, `kill` only this process.
    const forward = (signal) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, forward);
    const done = () => {
      for (const signal of SIGNALS) process.off(signal, forward);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('close', (code, signal) => {
      done();
      resolve(code ?? 128 + (constants.signals[signal] ?? 1));
    });
  });
}

/** Runs a program and collects its output. */
export async function runQuietly(program, options) {
  const child = startBeside(program, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.on('close', resolve);
  });
  return { code, output };
}

/** Installs the packages when they are missing or do not match the lock file. */
export async function installPackages() {
  if (isInstalled()) return;
  console.log('Installing packages …');
  // Errors only: on Node 20 npm warns about every package that needs a newer Node, which this installation brings.
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await run('npm', options, { stdio: ['inherit', 'ignore', 'inherit'] });
  if (code !== 0) throw new Error('The packages could not be installed (npm ci).');
  if (!existsSync(projectNode)) throw new Error('npm ci did not install Node 24 (the package "node").');
}

function isInstalled() {
  const wanted = join(root, 'package-lock.json');
  // npm writes this file last: without it an installation was interrupted.
  const found = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(projectNode) || !existsSync(found)) return false;
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

/** Restarts the script on the Node of the workspace if it does not run on it, and exits with its code. */
export async function onProjectNode(script) {
  await installPackages();
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  process.exit(await run(projectNode, [script, ...process.argv.slice(2)]));
}
