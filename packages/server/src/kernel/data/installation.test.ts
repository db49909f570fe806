import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { traitsOf } from './installation.ts';

it('files are told apart by their folder, wherever it lies, and by each part of where their bucket is', async () => {
  const place = await mkdtemp(join(tmpdir(), 'kreide-traits-'));
  const [folder, moved] = [join(place, 'one'), join(place, 'moved')];
  const s3 = {
    endpoint: 'https://s3.example.org',
    region: 'garage',
    bucket: 'files',
    prefix: 'a/',
    access_key: 'A',
    secret_key: 'B',
  };
  const filesOf = async (change: Partial<typeof s3> | { endpoint: null } | null, at = folder) =>
    (await traitsOf('secret', null, { folder: at, s3: change && { ...s3, ...change } })).files;
  const own = await filesOf({});
  const others = [
    await filesOf(null),
    await filesOf({ endpoint: 'https://s3.example.com' }),
    await filesOf({ endpoint: null }),
    await filesOf({ bucket: 'other' }),
    await filesOf({ prefix: 'b/' }),
    await filesOf({}, join(place, 'two')),
  ];
  expect(new Set([own, ...others]).size).toBe(7);
  // New keys are no other bucket.
  expect(await filesOf({ access_key: 'C', secret_key: 'D' })).toBe(own);
  await rename(folder, moved);
  expect(await filesOf({}, moved)).toBe(own);
  await rm(place, { recursive: true });
});
