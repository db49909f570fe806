// Programs of the workspace, on its Node. Runs on the system's Node (20 or newer) with nothing installed.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const bin = join(root, 'node_modules/.bin');

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(
    `Kreide needs Node 20 or newer to start with; this is ${process.version}. Get one at https://nodejs.org.`,
  );
  process.exit(1);
}

/** Whether the Node at hand can run Kreide itself. */
export const isNodeNew = major >= 24;
export const nodeName = process.platform === 'win32' ? 'node.exe' : 'node';
/** The Node that everything runs on: the one at hand, or the one that the installation brings. */
export const projectNode = isNodeNew ? process.execPath : join(bin, nodeName);

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Starts a program of the workspace (or of the system) and leaves it running. */
export function startBeside(program, options = [], { env = {}, ...rest } = {}) {
  const path = [bin, dirname(projectNode), process.env.PATH ?? ''].join(delimiter);
  return spawn(program, options, { cwd: root, stdio: 'inherit', ...rest, env: { ...process.env, PATH: path, ...env } });
}

/** Runs a program in the foreground: forwards signals, returns its exit code. `hear` is given the process. */
export function run(program, options = [], { hear, ...settings } = {}) {
  return new Promise((resolve, reject) => {
    const child = startBeside(program, options, settings);
    hear?.(child);
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
export async function runQuietly(program, options, settings = {}) {
  let output = '';
  const hear = (child) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  };
  const code = await run(program, options, { ...settings, stdio: ['ignore', 'pipe', 'pipe'], hear }).catch((error) => {
    output += error.message;
    return 1;
  });
  return { code, output };
}
