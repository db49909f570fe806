// What the scripts share. Runs on the system's Node (20 or newer) with nothing installed.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const projectNode = join(root, 'node_modules/.bin/node');

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a program in the foreground: hands on signals, answers its exit code. */
export function run(program, options = [], { env = {}, ...rest } = {}) {
  return new Promise((resolve, reject) => {
    const bin = join(root, 'node_modules/.bin');
    const path = `${bin}:${process.env.PATH ?? ''}`;
    const child = spawn(program, options, {
      cwd: root,
      stdio: 'inherit',
      ...rest,
      env: { ...process.env, PATH: path, ...env },
    });
    // At a terminal Ctrl-C reaches the whole group; `kill` reaches only us.
    const handOn = (signal) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, handOn);
    const done = () => {
      for (const signal of SIGNALS) process.off(signal, handOn);
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

/** Installs the packages when they are missing or older than the lock file. */
export async function installPackages() {
  const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
  // npm writes this file last: without it an installation was cut off.
  const installed = modified(join(root, 'node_modules/.package-lock.json'));
  if (installed >= modified(join(root, 'package-lock.json')) && existsSync(projectNode)) return;
  console.log('Installing packages …');
  const code = await run('npm', ['ci', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error('The packages could not be installed (npm ci).');
  if (!existsSync(projectNode)) throw new Error('npm ci did not install Node 24 (the package "node").');
}

/** Starts the script again on the Node of the workspace, unless it runs on it already; ends this process with its code. */
export async function onProjectNode(script) {
  await installPackages();
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  process.exit(await run(projectNode, [script, ...process.argv.slice(2)]));
}
