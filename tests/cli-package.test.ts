import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readXlsx } from '../packages/formats/src/tables/xlsx.ts';
import { startCommand } from './support/cli-process.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD } from './support/people.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'kreide-cli-package-'));
const place = join(folder, 'empty');
let server: TestServer;
let school: BuiltSchool;
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Every Node on this machine that the package promises to run with, an older one first where there is one. */
const nodes = [
  ...new Map(
    [process.execPath, ...(process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'node'))]
      .filter((path) => existsSync(path))
      .map((path) => [execFileSync(path, ['--version'], { encoding: 'utf8' }).trim(), path] as const),
  ),
].filter(([version]) => Number(version.slice(1).split('.')[0]) >= 20);

describe('the package of the command', () => {
  it('is packed as one file, installed into an empty folder without any other package, and talks to a server from there [D-3.01] [D-3.13]', async () => {
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, '-w', '@kreide/cli'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .at(-1);
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), '{"name":"empty","private":true}');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, `${packed}`)], { cwd: place });
    expect(readdirSync(join(place, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@kreide']);
    const installed = join(place, 'node_modules', '@kreide', 'cli');
    expect(readdirSync(installed, { recursive: true }).map(String).toSorted()).toEqual(
      ['LICENSE', 'README.md', 'bin', 'bin/kreide.mjs', 'dist', 'dist/main.js', 'package.json'].map((path) =>
        join(path),
      ),
    );
    writeFileSync(join(place, 'list-1.csv'), "Nachname;Vorname;Klasse\nGroß;Zoë;5a\n=cmd|' /C calc'!A0;Eve;5a\n");
    const env = {
      KREIDE_SERVER: server.url,
      KREIDE_SCHOOL: school.slink,
      KREIDE_USERNAME: 'admin',
      KREIDE_PASSWORD: PASSWORD,
    };
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    for (const [name, node] of nodes) {
      const run = (...args: string[]) =>
        startCommand([node, join(installed, 'bin/kreide.mjs'), ...args], { home: place, env }).ended;
      expect((await run('--version')).stdout, name).toBe(`kreide ${version}\n`);
      // A pattern as Windows leaves it, a form with a file, a workbook.
      const imported = await run('users', 'import', 'list-*.csv', '--yes', '--json');
      expect([imported.code, JSON.parse(imported.stdout).error], `${name}: ${imported.stderr}`).toEqual([0, null]);
      const exported = await run('users', 'export', 'people.xlsx', '--class', '5a');
      expect(exported.code, `${name}: ${exported.stderr}`).toBe(0);
      const bytes = new Uint8Array(readFileSync(join(place, 'people.xlsx')));
      const [sheet] = await readXlsx(bytes, { entries: 50, budget: { left: 10_000_000, limit: 10_000_000 } });
      expect(sheet?.formulas).toBe(0);
      expect(sheet?.rows.map(({ cells }) => cells[2]).toSorted()).toEqual(
        ["'=cmd|' /C calc'!A0", 'Groß', 'lastname'].toSorted(),
      );
    }
  }, 180_000);
});
