import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { secretOf } from './secret.ts';

const SECRET = 'a-secret-of-thirty-two-characters';
const DATABASE_URL = 'postgresql://kreide:pw@db.example.org/kreide';
const folder = mkdtempSync(join(tmpdir(), 'kreide-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('reading the configuration', () => {
  it('has defaults that work on a machine of one’s own [D-4.02]', () => {
    const config = readConfig({ PORT: '', KREIDE_DEMO: ' ' });
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', demo: true, role: 'all', trustProxy: false });
    expect(config.dataFolder).toBe(join(import.meta.dirname, '../../../../.kreide'));
    expect(config.secret).toBeNull();
  });

  it('takes every variable [D-4.02] [D-4.15]', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      KREIDE_DATA: join(folder, 'data'),
      DATABASE_URL,
      KREIDE_DEMO: 'true',
      KREIDE_URL: 'https://Kreide.example.org/',
      KREIDE_SECRET: SECRET,
      KREIDE_TRUST_PROXY: '10.0.0.0/8, ::1, loopback',
      KREIDE_APP_ORIGINS: 'https://app.example.org, capacitor://localhost',
      KREIDE_ROLE: 'web',
      NODE_ENV: 'production',
      KREIDE_CLOCK: 'not read in production',
    });
    expect(config).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataFolder: join(folder, 'data'),
      databaseUrl: DATABASE_URL,
      demo: true,
      url: 'https://kreide.example.org',
      secret: SECRET,
      trustProxy: ['10.0.0.0/8', '::1', 'loopback'],
      appOrigins: ['https://app.example.org', 'capacitor://localhost'],
      role: 'web',
      production: true,
      clockStart: null,
    });
  });

  it('names every wrong value in one message, and never a secret [D-4.02]', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const problems = problemsOf({
      PORT: '70000',
      HOST: 'a b',
      KREIDE_DATA: file,
      DATABASE_URL: 'mysql://x',
      KREIDE_DEMO: 'maybe',
      KREIDE_URL: 'https://kreide.example.org/path',
      KREIDE_SECRET: 'short-secret',
      KREIDE_TRUST_PROXY: '10.0.0.0/99',
      KREIDE_APP_ORIGINS: 'https://ok.example.org,*',
      KREIDE_ROLE: 'worker',
      NODE_ENV: 'prod',
      KREIDE_CLOCK: 'yesterday',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'NODE_ENV',
      'PORT',
      'HOST',
      'KREIDE_DATA',
      'DATABASE_URL',
      'KREIDE_DEMO',
      'KREIDE_URL',
      'KREIDE_TRUST_PROXY',
      'KREIDE_APP_ORIGINS',
      'KREIDE_ROLE',
      'KREIDE_CLOCK',
      'KREIDE_SECRET',
    ]);
    expect(new ConfigError(problems).message).toContain('KREIDE_DEMO is "maybe", expected true or false.');
    expect(problems.join()).not.toContain('short-secret');
  });

  it('seeds no demo in production, on a database of one’s own or beyond loopback, unless asked for [D-4.15]', () => {
    const demo = (env: Record<string, string>): boolean => readConfig(env).demo;
    expect([demo({ HOST: '::1' }), demo({ HOST: 'localhost' })]).toEqual([true, true]);
    expect([demo({ NODE_ENV: 'production' }), demo({ DATABASE_URL }), demo({ HOST: '0.0.0.0' })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(demo({ NODE_ENV: 'production', KREIDE_DEMO: 'true' })).toBe(true);
    expect(demo({ KREIDE_DEMO: 'false' })).toBe(false);
  });

  it('wants a secret where several processes share a database, and a database where roles are split [D-4.02] [D-4.15]', () => {
    expect(problemsOf({ NODE_ENV: 'production', DATABASE_URL })[0]).toContain('KREIDE_SECRET is not set');
    expect(problemsOf({ KREIDE_ROLE: 'jobs' })[0]).toContain('needs DATABASE_URL');
  });
});

describe('the generated secret', () => {
  it('is made once and readable by its owner only [D-4.15]', async () => {
    const config = { secret: null, dataFolder: join(folder, 'generated') };
    const secrets = await Promise.all([secretOf(config), secretOf(config), secretOf(config)]);
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(32);
    const path = join(config.dataFolder, 'secret');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8').trim()).toBe(secrets[0]);
    expect(await secretOf({ ...config, secret: SECRET })).toBe(SECRET);
  });

  it('is refused when the file was damaged [D-4.02]', async () => {
    const dataFolder = mkdtempSync(join(folder, 'damaged-'));
    writeFileSync(join(dataFolder, 'secret'), 'oops');
    chmodSync(join(dataFolder, 'secret'), 0o600);
    await expect(secretOf({ secret: null, dataFolder })).rejects.toThrow('holds 4 characters');
  });
});
