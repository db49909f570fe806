import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmptyDatabase } from '../../../../tests/support/database.ts';
import release from '../../package.json' with { type: 'json' };
import { createProgram } from './program.ts';

let folder: string;
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
const said: string[] = [];
const noted: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-command-'));
  empty = await createEmptyDatabase();
  vi.stubEnv('KREIDE_DATA', folder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await empty.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  said.length = 0;
  noted.length = 0;
});

const command = (...words: string[]) =>
  createProgram(
    (line) => said.push(line),
    (line) => noted.push(line),
  ).parseAsync(['node', 'kreide-server', ...words]);
const CREATE = ['school', 'create', '--name', 'Schule am Wald', '--slink', 'wald'];

describe('a command', () => {
  it('begins no installation where there is none, and says what to do [D-4.15]', async () => {
    for (const words of [CREATE, ['migrate'], ['audit', 'verify'], ['backup', join(folder, 'a.kreide')]])
      await expect(command(...words)).rejects.toThrow(
        /^There is no installation here \(database and files in .+\), and none was made\.\n.*KREIDE_DATA/,
      );
    expect(await readdir(folder)).toEqual([]);
    vi.stubEnv('DATABASE_URL', empty.connectionString);
    await expect(command(...CREATE)).rejects.toThrow(/^There is no installation here \(database "/);
    expect([said, noted]).toEqual([[], []]);
  });

  it('says what it has done, in which installation, and that a link leads to this machine only [D-4.15] [D-4.11]', async () => {
    vi.stubEnv('DATABASE_URL', empty.connectionString);
    await command('migrate', '--new');
    expect(said.at(0)).toBe('Applied 202611210900_kernel_foundation.');
    expect(said.at(-1)).toMatch(/^\d+ migrations were applied/);
    said.length = 0;
    await command('migrate');
    expect(said).toEqual(['Nothing to do: the database is up to date.']);
    noted.length = 0;
    await command(...CREATE);
    expect(noted).toEqual([
      expect.stringMatching(/^This installation: database "\w+" at .+, files in .+\.$/),
      'KREIDE_URL is not set, so the link begins with http://127.0.0.1:3000. Set it as the service does.',
    ]);
    said.length = 0;
    await command('audit', 'verify', '--json');
    const head = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(said.map((line) => JSON.parse(line))).toEqual([
      { is_whole: true, schools: [{ slink: 'wald', rows: 1, head }], problems: [] },
    ]);
    expect(createProgram(() => {}).version()).toBe(release.version);
  });
});
