import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const GIVEN = {
  KREIDE_S3_BUCKET: 'kreide-files',
  KREIDE_S3_ACCESS_KEY: 'AKIDGEHEIM',
  KREIDE_S3_SECRET_KEY: 'geheim/+=',
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

it('files lie in the data folder, or in a bucket that is said whole', () => {
  expect(readConfig({ KREIDE_DATA: '/srv/kreide' }).files).toEqual({ folder: '/srv/kreide/files', s3: null });
  const keys = { access_key: 'AKIDGEHEIM', secret_key: 'geheim/+=' };
  expect(readConfig(GIVEN).files.s3).toEqual({
    endpoint: null,
    region: 'eu-central-1',
    bucket: 'kreide-files',
    prefix: '',
    ...keys,
  });
  const more = {
    KREIDE_S3_ENDPOINT: 'https://s3.example.org:9000/',
    KREIDE_S3_REGION: 'garage',
    KREIDE_S3_PREFIX: 'schools/kreide/',
  };
  expect(readConfig({ ...GIVEN, ...more }).files.s3).toEqual({
    endpoint: 'https://s3.example.org:9000',
    region: 'garage',
    bucket: 'kreide-files',
    prefix: 'schools/kreide/',
    ...keys,
  });
});

it.each<[Record<string, string>, string]>([
  [{ KREIDE_S3_BUCKET: 'Kreide' }, 'KREIDE_S3_BUCKET is no name of a bucket'],
  [{ KREIDE_S3_BUCKET: 'a' }, 'KREIDE_S3_BUCKET is no name of a bucket'],
  [{ KREIDE_S3_BUCKET: 'ab' }, 'KREIDE_S3_BUCKET is no name of a bucket'],
  [{ KREIDE_S3_BUCKET: 'a'.repeat(64) }, 'KREIDE_S3_BUCKET is no name of a bucket'],
  [{ KREIDE_S3_ENDPOINT: 'https://s3.example.org?geheim=1' }, 'KREIDE_S3_ENDPOINT is no address'],
  [{ KREIDE_S3_ENDPOINT: 's3.example.org' }, 'KREIDE_S3_ENDPOINT is no address'],
  [{ KREIDE_S3_ENDPOINT: 'https://me:geheim@s3.example.org' }, 'KREIDE_S3_ENDPOINT is no address'],
  [{ KREIDE_S3_ENDPOINT: 'https://s3.example.org/files' }, 'KREIDE_S3_ENDPOINT is no address'],
  [{ KREIDE_S3_ENDPOINT: 'file:///srv' }, 'KREIDE_S3_ENDPOINT is no address'],
  [{ KREIDE_S3_REGION: 'eu central' }, 'KREIDE_S3_REGION is no name'],
  [{ KREIDE_S3_PREFIX: '../other' }, 'KREIDE_S3_PREFIX is no path'],
  [{ KREIDE_S3_PREFIX: '/kreide' }, 'KREIDE_S3_PREFIX is no path'],
  [{ KREIDE_S3_SECRET_KEY: '' }, 'KREIDE_S3_BUCKET needs'],
  [{ KREIDE_S3_ACCESS_KEY: 'two words' }, 'KREIDE_S3_BUCKET needs'],
  [{ KREIDE_S3_BUCKET: '', KREIDE_S3_ACCESS_KEY: '' }, 'KREIDE_S3_SECRET_KEY is of the bucket KREIDE_S3_BUCKET'],
  [{ KREIDE_S3_BUCKET: '' }, 'KREIDE_S3_ACCESS_KEY is of the bucket KREIDE_S3_BUCKET, which is not set'],
])('a wrong value of it is named, and no key is printed: %o', (change, problem) => {
  const problems = problemsOf({ ...GIVEN, ...change });
  expect(problems).toEqual([expect.stringContaining(problem)]);
  expect(problems.join()).not.toMatch(/geheim/i);
});
