import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLog, rotateLog } from './server-log.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-log-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('a log that has grown too long is put aside while it is written, and goes on empty', async () => {
  const path = join(folder, 'a.log');
  const log = await openLog(path);
  await log.write('first line\n');
  await rotateLog(path, 100);
  expect(await readFile(path, 'utf8')).toBe('first line\n');
  await rotateLog(path, 11);
  await log.write('second line\n');
  await log.close();
  expect(await readFile(`${path}.1`, 'utf8')).toBe('first line\n');
  expect(await readFile(path, 'utf8')).toBe('second line\n');
});

it('a link in place of the log is not followed', async () => {
  const other = join(folder, 'other');
  await writeFile(other, 'x'.repeat(20));
  await symlink(other, join(folder, 'link.log'));
  await expect(rotateLog(join(folder, 'link.log'), 10)).rejects.toThrow('ELOOP');
  await expect(openLog(join(folder, 'link.log'))).rejects.toThrow('ELOOP');
  expect(await readFile(other, 'utf8')).toBe('x'.repeat(20));
});
