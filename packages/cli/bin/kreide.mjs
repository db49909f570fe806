#!/usr/bin/env node
// Starts the command: from source in the workspace, from dist/ in a published package. The sources need a Node that
// strips types and the HTTP library needs 22.19, so an older Node hands over to the one that the workspace brings
// along.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);

if (isNewEnough) await start();
else handOver();

async function start() {
  // Node 22 warns at every start that type stripping is experimental.
  if (!process.env.KREIDE_DEBUG) process.removeAllListeners('warning');
  const source = join(here, '..', 'src', 'main.ts');
  const { main } = await import(existsSync(source) ? '../src/main.ts' : '../dist/main.js');
  process.exitCode = await main();
}

function handOver() {
  const node = process.env.KREIDE_NODE_HANDED_OVER ? null : findNode(here);
  if (!node) {
    const isGerman = /^de/i.test(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '');
    process.stderr.write(
      isGerman
        ? `kreide braucht Node 22.19 oder neuer; hier läuft ${process.version}. Im Arbeitsbereich hilft "npm install".\n`
        : `kreide needs Node 22.19 or newer; this is ${process.version}. In the workspace "npm install" brings one.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, KREIDE_NODE_HANDED_OVER: '1' },
  });
  // Ctrl-C reaches the whole process group; the child decides how to exit.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${node}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}

function findNode(start) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (let folder = start; ; folder = dirname(folder)) {
    const node = join(folder, 'node_modules', 'node', 'bin', name);
    if (existsSync(node)) return node;
    if (dirname(folder) === folder) return null;
  }
}
