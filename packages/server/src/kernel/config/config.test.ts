import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SELLER } from '../../../../../tests/support/quotations.ts';
import { ConfigError, readConfig } from './config.ts';
import { secretOf } from './secret.ts';

const SECRET = 'a-secret-of-thirty-two-characters';
const DATABASE_URL = 'postgresql://kreide:pw@db.example.org/kreide';
const DATABASE_OWNER_URL = 'postgresql://kreide_owner:pw@db.example.org/kreide';
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
    expect(config.cacheMb).toBe(256);
    expect(config.quotas).toEqual({ person: 5_000_000_000, channel: 2_000_000_000, school: 200_000_000_000 });
    expect(config.dataFolder).toBe(join(import.meta.dirname, '../../../../../.kreide'));
    expect(config.secret).toBeNull();
  });

  it('takes every variable [D-4.02] [D-4.15]', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      KREIDE_DATA: join(folder, 'data'),
      DATABASE_URL,
      DATABASE_OWNER_URL,
      KREIDE_DEMO: 'true',
      KREIDE_URL: 'https://Kreide.example.org/',
      KREIDE_SECRET: SECRET,
      KREIDE_SECRET_KEY: `${SECRET}!`,
      KREIDE_TRUST_PROXY: '10.0.0.0/8, ::1, loopback',
      KREIDE_APP_ORIGINS: 'https://app.example.org, capacitor://localhost',
      KREIDE_HSTS_SUBDOMAINS: 'true',
      KREIDE_TWO_FACTOR_URL: 'https://codes.example.org/',
      KREIDE_REDIRECT_ORIGINS: 'https://www.example.org, https://Moodle.example.org',
      KREIDE_WEBUNTIS_SIGN_IN_URL: 'https://id.example.org/webuntis?school=1',
      KREIDE_AUTH_RETURN_URL: 'https://id.example.org/return',
      KREIDE_PRODUCTS: '[{"name":"Cloud","url":"https://cloud.example.org/","icon":"globe","is_marketing":true}]',
      KREIDE_ENVIRONMENTS: '[{"name":"Trial","url":"https://trial.example.org"}]',
      KREIDE_OFFERS: import.meta.filename,
      KREIDE_CLAMD: '[::1]:3310',
      KREIDE_CACHE_MB: '64',
      KREIDE_ROLE: 'web',
      NODE_ENV: 'production',
      KREIDE_CLOCK: 'not read in production',
      KREIDE_METRICS_TOKEN: 'a-token-for-figures',
      KREIDE_SUPPORT_MAIL: 'support@school.example',
      KREIDE_OUTBOUND_ALLOW: '10.20.0.0/16, http://push.lan:8080',
      KREIDE_SMTP_URL: 'smtp://school:p%40ss@mail.example.org',
      KREIDE_MAIL_FROM: 'kreide@school.example',
      KREIDE_TRANSLATE_URL: 'https://translate.example.org',
      KREIDE_TRACKING_URL: 'https://count.example.org/',
      KREIDE_TRACKING_KEY: 'key-of-the-app',
      KREIDE_LEADS_URL: 'https://crm.example.org/leads/',
      KREIDE_LEADS_TOKEN: 'token-of-the-crm',
      KREIDE_PRICES: '{"currency":"EUR","base_cents":9900,"pupil_cents":150,"tax_basis_points":1900}',
      KREIDE_SELLER: JSON.stringify(SELLER),
      KREIDE_QUOTA_PERSON_MB: '250',
      KREIDE_QUOTA_CHANNEL_MB: '40',
      KREIDE_QUOTA_SCHOOL_MB: '90000',
      KREIDE_OFFICE_URL: 'https://office.example.org/',
      KREIDE_ICE_SERVERS: 'turn:turn.example.org',
      KREIDE_TURN_SECRET: 'shared',
    });
    expect(config).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataFolder: join(folder, 'data'),
      files: { folder: join(folder, 'data', 'files'), s3: null },
      databaseUrl: DATABASE_URL,
      databaseOwnerUrl: DATABASE_OWNER_URL,
      demo: true,
      url: 'https://kreide.example.org',
      secret: SECRET,
      secretKey: `${SECRET}!`,
      trustProxy: ['10.0.0.0/8', '::1', 'loopback'],
      appOrigins: ['https://app.example.org', 'capacitor://localhost'],
      hstsSubdomains: true,
      twoFactorUrl: 'https://codes.example.org',
      redirectOrigins: ['https://www.example.org', 'https://moodle.example.org'],
      identityForwards: {
        webuntis: 'https://id.example.org/webuntis?school=1',
        authReturn: 'https://id.example.org/return',
      },
      products: [{ name: 'Cloud', url: 'https://cloud.example.org/', icon: 'globe', is_marketing: true }],
      environments: [{ name: 'Trial', url: 'https://trial.example.org' }],
      offersFile: import.meta.filename,
      quotas: { person: 250_000_000, channel: 40_000_000, school: 90_000_000_000 },
      scanner: { host: '::1', port: 3310 },
      cacheMb: 64,
      role: 'web',
      production: true,
      clockStart: null,
      supportMail: 'support@school.example',
      metricsToken: 'a-token-for-figures',
      outboundAllow: { networks: ['10.20.0.0/16'], plainHosts: ['push.lan:8080'] },
      translator: { url: 'https://translate.example.org', key: null },
      tracking: { url: 'https://count.example.org', key: 'key-of-the-app' },
      prices: { currency: 'EUR', base_cents: 9900, pupil_cents: 150, tax_basis_points: 1900 },
      seller: { ...SELLER, iban: 'DE02120300000000202051', exemption: null },
      leadSource: { url: 'https://crm.example.org/leads', token: 'token-of-the-crm' },
      officeUrl: 'https://office.example.org',
      conferences: { ice: ['turn:turn.example.org'], turnSecret: 'shared', server: null },
      mail: {
        server: { host: 'mail.example.org', port: 587, tls: 'starttls', user: 'school', password: 'p@ss' },
        from: 'kreide@school.example',
        operator: 'support@school.example',
      },
    });
    expect(problemsOf({ KREIDE_OUTBOUND_ALLOW: 'everything' })).toEqual([expect.stringContaining('networks')]);
    for (const origins of ['http://www.example.org', 'javascript:alert(1)', 'https://a.example/path', '*'])
      expect(problemsOf({ KREIDE_REDIRECT_ORIGINS: origins })).toEqual([expect.stringContaining('https: origins')]);
    for (const address of ['http://id.example.org', 'javascript:alert(1)', 'https://a:b@id.example.org', 'id'])
      for (const name of ['KREIDE_WEBUNTIS_SIGN_IN_URL', 'KREIDE_AUTH_RETURN_URL'])
        expect(problemsOf({ [name]: address })).toEqual([expect.stringContaining('an address like https')]);
    for (const products of ['Cloud', '[{}]', '{}'])
      expect(problemsOf({ KREIDE_PRODUCTS: products })).toEqual([expect.stringContaining('JSON like')]);
    for (const environments of ['Trial', '[{}]', '[{"name":"Trial","url":"http://trial.example.org"}]'])
      expect(problemsOf({ KREIDE_ENVIRONMENTS: environments })).toEqual([expect.stringContaining('JSON like')]);
    for (const offers of ['/nowhere/offers.json', import.meta.dirname])
      expect(problemsOf({ KREIDE_OFFERS: offers })).toEqual([expect.stringContaining('a file')]);
    for (const url of ['ftp://a.example', 'a.example', 'https://a.example/v1'])
      expect(problemsOf({ KREIDE_TWO_FACTOR_URL: url })).toEqual([expect.stringContaining('an origin like')]);
    for (const office of [
      'office.example.org',
      'ftp://office.example.org',
      'https://a:b@office.example.org',
      'https://o.example/?a',
    ])
      expect(problemsOf({ KREIDE_OFFICE_URL: office })).toEqual([expect.stringContaining('an address like')]);
    for (const url of [
      'crm.example.org',
      'ftp://crm.example.org',
      'https://a:geheim@crm.example.org',
      'https://c.example/?geheim',
    ])
      expect(problemsOf({ KREIDE_LEADS_URL: url })).toEqual([expect.not.stringContaining('geheim')]);
    for (const prices of [
      '9900',
      '{"currency":"EUR"}',
      '{"currency":"ABC","base_cents":1,"pupil_cents":1,"tax_basis_points":0}',
      '{"currency":"EUR","base_cents":0.5,"pupil_cents":1,"tax_basis_points":0}',
    ])
      expect(problemsOf({ KREIDE_PRICES: prices })).toEqual([expect.stringContaining('whole cents')]);
    expect(problemsOf({ KREIDE_LEADS_TOKEN: 'geheim' })).toEqual([expect.stringMatching(/^(?!.*geheim).*not set/)]);
    expect(problemsOf({ KREIDE_METRICS_TOKEN: 'short' })).toEqual([expect.stringContaining('at least 16')]);
  });

  it.each([
    'postgresql://kreide:geh eim@db/kreide',
    'postgresql://kreide:geh%zzeim@db/kreide',
    'postgresql://kreide:ge/heim@db/kreide',
    'postgresql://kreide:12/geheim@db/kreide',
    'postgresql://kreide:ge#heim@db/kreide',
    'mysql://kreide:geheim@db/kreide',
    'kreide:geheim@db',
  ])('refuses %s as the address of a database and prints nothing of it [D-4.02]', (address) => {
    const problems = problemsOf({ DATABASE_URL: address });
    expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL is no address like/)]);
    expect(problems[0]).not.toMatch(/heim|geh|12\/|kreide:|mysql/);
  });

  it.each([
    'postgresql://kreide@localhost/kreide?host=%2Frun%2Fpostgres',
    'postgres:///kreide?host=/run/postgres',
    'postgresql://kreide@/kreide?host=/run/postgres',
    'postgresql://kreide:p%40%2Fw@[::1]:5433/kreide?sslmode=require',
  ])('takes %s as the address of a database [D-4.02]', (address) => {
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  it('wants mail server and sender together, and prints nothing of the server [D-4.02]', () => {
    expect(readConfig({}).mail).toBeNull();
    const [KREIDE_SMTP_URL, KREIDE_MAIL_FROM] = ['smtps://school:geheim@mail.example.org', 'kreide@school.example'];
    const together = [expect.stringContaining('set together')];
    expect(problemsOf({ KREIDE_SMTP_URL })).toEqual(together);
    expect(problemsOf({ KREIDE_MAIL_FROM })).toEqual(together);
    expect(problemsOf({ KREIDE_SMTP_URL, KREIDE_MAIL_FROM: 'Kreide' })).toEqual([
      expect.stringMatching(/^KREIDE_MAIL_FROM is "Kreide"/),
    ]);
    const [problem] = problemsOf({ KREIDE_SMTP_URL: 'imap://school:geheim@mail.lan', KREIDE_MAIL_FROM });
    expect(problem).toMatch(/^KREIDE_SMTP_URL is no address like/);
    expect(problem).not.toMatch(/geheim|mail\.lan/);
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
      KREIDE_CACHE_MB: '1.5',
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
      'KREIDE_CACHE_MB',
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
    expect(problemsOf({ DATABASE_OWNER_URL })[0]).toContain('needs DATABASE_URL');
  });
});

describe('the generated secret', () => {
  it('is made once and readable by its owner only [D-4.15]', async () => {
    const config = { secret: null, dataFolder: join(folder, 'generated') };
    const secrets = await Promise.all(Array.from({ length: 30 }, () => secretOf(config)));
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
