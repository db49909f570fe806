#!/usr/bin/env node
// Starts the command on the Node that the workspace brings along, where the one at hand is older than 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // Compiled modules are kept for the next start; without a writable folder it compiles anew.
  modules.enableCompileCache(join(here, '../../../.cache/compiled'));
  const { main } = await import('../src/commands/program.ts');
  await main();
} else handOver();

function handOver() {
  const node = process.env.KREIDE_NODE_HANDED_OVER ? null : findNode(here);
  if (!node) {
    process.stderr.write(`kreide-server needs Node 24 or newer; this is ${process.version}. "npm ci" brings one.\n`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, KREIDE_NODE_HANDED_OVER: '1' },
  });
  // Ctrl-C reaches the whole group; the child decides how to end.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}

function findNode(start) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (let folder = start; ; folder = dirname(folder)) {
    const node = join(folder, 'node_modules/.bin', name);
    if (existsSync(node)) return node;
    if (dirname(folder) === folder) return null;
  }
}
