import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRunFolder } from '../../../../../tests/support/run-folder.ts';
import { copyOnce, refuseForeign } from './binaries.ts';

let base: string;
let source: string;

beforeAll(async () => {
  base = await makeRunFolder('kreide-programs');
  source = join(base, 'package');
  await mkdir(join(source, 'native/bin'), { recursive: true });
  await mkdir(join(source, 'native/lib'));
  await writeFile(join(source, 'native/bin/postgres'), 'the program');
  await writeFile(
    join(source, 'native/pg-symlinks.json'),
    '[{"source":"native/lib/a.so.1","target":"native/lib/a.so"}]',
  );
  for (let n = 0; n < 60; n += 1) await writeFile(join(source, 'native/lib', `a.so.${n}`), `library ${n}`);
});
afterAll(() => rm(base, { recursive: true, force: true }));

const lastLibrary = (target: string) => readFile(join(target, 'native/lib/a.so.59'), 'utf8');

it('programs that several starts copy at once stay where the first of them has begun to use them', async () => {
  const target = join(base, 'at-once');
  let isOver = false;
  const gaps: unknown[] = [];
  const use = async () => {
    await copyOnce(source, target);
    while (!isOver) await lastLibrary(target).catch((gap) => gaps.push(gap));
  };
  const all = Array.from({ length: 6 }, use);
  await Promise.all(Array.from({ length: 6 }, () => copyOnce(source, target)));
  isOver = true;
  await Promise.all(all);
  expect(gaps).toEqual([]);
  expect(await readFile(join(target, 'native/lib/a.so'), 'utf8')).toBe('library 1');
  expect((await readdir(base)).sort()).toEqual(['at-once', 'package']);
});

it('programs that a power cut left half copied are replaced', async () => {
  const target = join(base, 'half');
  await mkdir(join(target, 'native/bin'), { recursive: true });
  await writeFile(join(target, 'native/bin/postgres'), 'the pro');
  await copyOnce(source, target);
  expect(await lastLibrary(target)).toBe('library 59');
  expect((await stat(join(target, 'native/bin/postgres'))).mode & 0o777).toBe(0o755);
  expect((await readdir(base)).filter((name) => name.startsWith('half'))).toEqual(['half']);
});

it('programs are taken from no folder that others can write, nor from where a link leads', async () => {
  const folder = join(base, 'cache');
  await mkdir(folder, { mode: 0o755 });
  await refuseForeign(folder);
  for (const mode of [0o775, 0o757, 0o777]) {
    await chmod(folder, mode);
    await expect(refuseForeign(folder), mode.toString(8)).rejects.toThrow('others');
  }
  await chmod(folder, 0o755);
  await symlink(folder, join(base, 'link'));
  await expect(refuseForeign(join(base, 'link'))).rejects.toThrow('others');
});
