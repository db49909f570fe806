#!/usr/bin/env node
// Starts the command: from dist/ in a published package, which runs with Node 20.18.1 and newer; from source in the
// workspace, which needs a Node that strips types, so an older one hands over to the one that the workspace brings along.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isSource = existsSync(join(here, '..', 'src', 'main.ts'));
const [neededMajor, neededMinor] = isSource ? [22, 19] : [20, 18];

if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) await start();
else handOver();

async function start() {
  // Node 22 warns at every start that type stripping is experimental.
  if (!process.env.KREIDE_DEBUG) process.removeAllListeners('warning');
  const { main } = await import(isSource ? '../src/main.ts' : '../dist/main.js');
  process.exitCode = await main();
}

function handOver() {
  const node = process.env.KREIDE_NODE_HANDED_OVER ? null : findNode(here);
  if (!node) {
    const isGerman = /^de/i.test(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '');
    const needed = `${neededMajor}.${neededMinor}`;
    const [help, hilfe] = isSource
      ? [' In the workspace "npm install" brings one.', ' Im Arbeitsbereich hilft "npm install".']
      : ['', ''];
    process.stderr.write(
      isGerman
        ? `kreide braucht Node ${needed} oder neuer; hier läuft ${process.version}.${hilfe}\n`
        : `kreide needs Node ${needed} or newer; this is ${process.version}.${help}\n`,
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
    const node = join(folder, 'node_modules', '.bin', name);
    if (existsSync(node)) return node;
    if (dirname(folder) === folder) return null;
  }
}
