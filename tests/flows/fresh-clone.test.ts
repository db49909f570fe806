// features: all

import { execFile, execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/server.ts';

/** What `npm test` runs in the clone: a unit test, and one that drives the built app in a browser, with a database. */
const TESTS = ['packages/core/src/kernel/calendar/dates.test.ts', 'tests/flows/feed.test.ts'];
const MADE = new Set(['node_modules', 'dist', '.cache', '.git', '.kreide', 'shots', 'coverage']);
const CHROMIUM = process.env.KREIDE_CHROMIUM ?? '/usr/bin/chromium';
/** Without root the browser comes from the network: then the one of this machine stays in sight. */
const isRoot = process.getuid?.() === 0;

let folder: string;
let clone: string;
let tools: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-clone-'));
  [clone, tools] = [join(folder, 'kreide'), join(folder, 'tools')];
  await cp(ROOT, clone, { recursive: true, filter: (path) => !MADE.has(basename(path)) });
  // As root PostgreSQL runs as another user, who must get through to its data.
  await chmod(folder, 0o711);
  await mkdir(tools);
  await mkdir(join(folder, 'tmp'));
  await chmod(join(folder, 'tmp'), 0o1777);
  // The machine of somebody new: its own Node, and programs that say what they were asked for and bring what is here already.
  const nodes = execFileSync('which', ['-a', 'node'], { encoding: 'utf8' }).trim().split('\n');
  await symlink(nodes.at(-1) ?? process.execPath, join(tools, 'node'));
  const { optionalDependencies } = JSON.parse(await readFile(join(ROOT, 'scripts/node/package.json'), 'utf8'));
  const bringNode = Object.keys(optionalDependencies).map(
    (name) => `mkdir -p node_modules/${name}/bin; cp "${process.execPath}" node_modules/${name}/bin/`,
  );
  await tool(
    'npm',
    `[ -e "${folder}/offline" ] && echo 'npm error code ENOTFOUND' >&2 && exit 1
case "$PWD" in
*/.cache/node) ${bringNode.join('; ')}; touch node_modules/.package-lock.json;;
*) cp -al "${ROOT}/node_modules" . 2> /dev/null || cp -a "${ROOT}/node_modules" .;;
esac`,
  );
  await tool('apt-get', `case "$*" in *chromium*) ln -s "${CHROMIUM}" "${tools}/chromium";; esac`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function tool(name: string, script: string): Promise<void> {
  const path = join(tools, name);
  await writeFile(path, `#!/bin/sh\necho "${name} $*" >> "${folder}/asked"\nPATH=/usr/bin:/bin\n${script}\n`);
  await chmod(path, 0o755);
}

function runScript(name: string, ...parts: string[]): Promise<{ code: number; output: string }> {
  const { HOME = '', DATABASE_URL = '' } = process.env;
  const env = {
    HOME,
    DATABASE_URL,
    TMPDIR: join(folder, 'tmp'),
    PATH: isRoot ? `${tools}:/bin-of-nobody` : `${tools}:/usr/bin:/bin`,
  };
  return new Promise((resolve) => {
    execFile(join(tools, 'node'), [join(clone, 'scripts', name), ...parts], { cwd: clone, env }, (error, out, err) =>
      resolve({ code: error ? 1 : 0, output: err + out }),
    );
  });
}

describe('a fresh clone', () => {
  it('says what helps where the network is away, and does not start', async () => {
    await writeFile(join(folder, 'offline'), '');
    const { code, output } = await runScript('start.mjs');
    await rm(join(folder, 'offline'));
    expect(code).toBe(1);
    expect(output).toContain('npm error code ENOTFOUND');
    expect(output).toContain('The packages could not be installed. The network did not answer.');
  });

  it('is tested by one command, which installs packages and browser, builds, and needs no service [D-1.06]', async () => {
    const { code, output } = await runScript('test.mjs', ...TESTS);
    expect(code, output).toBe(0);
    const asked = await readFile(join(folder, 'asked'), 'utf8');
    expect(asked).toContain('npm ci');
    if (isRoot) expect(asked).toMatch(/apt-get .* install .* chromium/);
    expect(output).toMatch(/^Installing packages … \d+ s$/m);
    expect(output).toMatch(/^Building app and elements … \d+ s$/m);
    expect(output.trimEnd().split('\n').at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
  }, 240_000);
});
