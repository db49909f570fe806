import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { ROOT, requestAt, startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { tidy } from '../../housekeeping.ts';
import { fixedClock } from '../../kernel/clock.ts';
import { readConfig } from '../../kernel/config/config.ts';
import { createLog, silentLog } from '../../kernel/log.ts';
import { startTwoFactorService } from '../../two-factor-service.ts';

/** The keys of the test vectors of RFC 6238, appendix B: ASCII digits of 20, 32 and 64 bytes. */
const VECTORS = {
  SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  SHA256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  SHA512: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA',
} as const;
const KEY = { key: VECTORS.SHA1, algorithm: 'SHA1', digits: 6, period: 30 } as const;
const NOBODY = 'x'.repeat(43);
const AT = new Date('2009-02-13T23:31:30Z');

let server: TestServer;
const lines: string[] = [];
beforeAll(async () => {
  const log = createLog({ json: true, level: 'trace', write: (line) => void lines.push(line) });
  server = await startTestServer({ log, env: { KREIDE_APP_ORIGINS: 'https://app.example' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.test.database.kysely.deleteFrom('sign_in_failures').execute();
  server.clock.set(AT);
});

const keep = async (body: object = KEY) => (await server.request('POST', '/v1/keys', { body })).body.data.id as string;
const ask = (id: string) => server.request('GET', `/v1/codes/${id}`);
const rows = () => server.test.database.kysely.selectFrom('two_factor_keys').selectAll().execute();

describe('the two-factor service', () => {
  it('keeps a key under 256 random bits and answers its codes as RFC 6238 says, never the key [T-7.153] [T-7.155]', async () => {
    // 23:31:30 is the 1234567890th second of 1970.
    for (const [algorithm, code] of [
      ['SHA1', '89005924'],
      ['SHA256', '91819424'],
      ['SHA512', '93441116'],
    ] as const) {
      const made = await server.request('POST', '/v1/keys', {
        body: { key: VECTORS[algorithm], algorithm, digits: 8, period: 30 },
      });
      expect(made.status).toBe(200);
      expect(Object.keys(made.body.data)).toEqual(['id']);
      expect(Buffer.from(made.body.data.id, 'base64url')).toHaveLength(32);
      expect((await ask(made.body.data.id)).body.data).toEqual({ code, period: 30, expires_in: 30_000 });
    }
    const [one, other] = [await keep(), await keep()];
    expect(one).not.toBe(other);
    expect((await ask(one)).body.data.code).toBe('005924');
    server.clock.advance(29_999);
    expect((await ask(one)).body.data).toEqual({ code: '005924', period: 30, expires_in: 1 });
    server.clock.advance(1);
    const next = (await ask(one)).body.data;
    expect(next.expires_in).toBe(30_000);
    expect(next.code).not.toBe('005924');
  });

  it('answers several codes in the order of their ids, and null where there is no such key [T-7.156]', async () => {
    const [six, eight] = [await keep(), await keep({ ...KEY, digits: 8 })];
    const { body } = await server.request('POST', '/v1/codes', { body: { ids: [eight, NOBODY, six, eight] } });
    expect(body.data.map((one: { code: string } | null) => one?.code ?? null)).toEqual([
      '89005924',
      null,
      '005924',
      '89005924',
    ]);
    for (const ids of [[], Array.from({ length: 101 }, () => six), ['short'], [`${six}=`]])
      expect((await server.request('POST', '/v1/codes', { body: { ids } })).status, ids[0]).toBe(422);
  });

  it('forgets a key that is removed, which works once [T-7.154]', async () => {
    const id = await keep();
    expect((await server.request('DELETE', `/v1/keys/${id}`)).status).toBe(200);
    expect([(await ask(id)).status, (await server.request('DELETE', `/v1/keys/${id}`)).status]).toEqual([404, 404]);
  });

  it('refuses keys and numbers that are none [T-7.153]', async () => {
    const before = (await rows()).length;
    for (const wrong of [
      { key: 'GEZDGNBVGY3TQOJ' },
      { key: 'gezdgnbvgy3tqojq' },
      { key: 'GEZDGNBVGY3TQOJ1' },
      { key: 'A'.repeat(17) },
      { key: 'A'.repeat(104) },
      { algorithm: 'MD5' },
      { digits: 5 },
      { digits: 9 },
      { digits: 6.5 },
      { period: 14 },
      { period: 121 },
      { issuer: 'Bank' },
    ]) {
      const answer = await server.request('POST', '/v1/keys', { body: { ...KEY, ...wrong } });
      expect(answer.status, JSON.stringify(wrong)).toBe(422);
      expect(answer.text).not.toContain(KEY.key);
    }
    expect(await rows()).toHaveLength(before);
  });

  it('keeps neither ids nor keys in the clear: a row of the database opens with its id alone [T-7.153]', async () => {
    const [id, other] = [await keep(), await keep({ ...KEY, digits: 8 })];
    const all = Buffer.from(JSON.stringify(await rows())).toString();
    const bytes = Buffer.concat((await rows()).map(({ sealed }) => sealed)).toString('latin1');
    for (const secret of [id, other, KEY.key, '12345678901234567890']) {
      expect(all).not.toContain(secret);
      expect(bytes).not.toContain(secret);
    }
    const [first, second] = (await rows()).slice(-2);
    const swap = server.test.database.kysely.updateTable('two_factor_keys');
    await swap
      .set({ sealed: second?.sealed ?? Buffer.from('') })
      .where('id_hash', '=', first?.id_hash ?? '')
      .execute();
    expect((await ask(id)).status === 200 && (await ask(other)).status === 200).toBe(false);
    await server.test.database.kysely.deleteFrom('two_factor_keys').execute();
  });

  it('logs no id and no key, not even when it fails [T-7.153]', async () => {
    const id = await keep();
    await server.test.database.kysely
      .updateTable('two_factor_keys')
      .set({ sealed: Buffer.from('broken') })
      .execute();
    lines.length = 0;
    expect((await ask(id)).status).toBe(500);
    expect((await server.request('POST', '/v1/codes', { body: { ids: [id] } })).status).toBe(500);
    expect(lines).toHaveLength(2);
    expect(lines.join('')).toContain('/v1/codes/:secret');
    expect(lines.join('')).not.toContain(id);
    expect(lines.join('')).not.toContain(KEY.key);
    expect((await server.request('GET', '/metrics')).text).not.toContain(id);
    await server.test.database.kysely.deleteFrom('two_factor_keys').execute();
  });

  it('slows down who asks for keys that there are not; who has an id goes on [T-7.153] [D-4.09]', async () => {
    const id = await keep();
    const codes = async () => (await ask(NOBODY)).status;
    for (let number = 0; number < 300; number += 1) expect(await codes()).toBe(404);
    expect(await codes()).toBe(429);
    const refused = await server.request('DELETE', `/v1/keys/${NOBODY}`);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1]);
    expect((await server.request('POST', '/v1/codes', { body: { ids: [NOBODY] } })).status).toBe(429);
    expect((await ask(id)).status).toBe(200);
    const failures = await server.test.database.kysely.selectFrom('sign_in_failures').select('scope').execute();
    expect(new Set(failures.map(({ scope }) => scope))).toEqual(new Set(['keys', 'unknown_keys']));
  });

  it('takes a certain number of keys from one address [T-7.153]', async () => {
    await keep();
    await server.test.database.kysely.updateTable('sign_in_failures').set({ failures: 2000 }).execute();
    const answer = await server.request('POST', '/v1/keys', { body: KEY });
    expect([answer.status, answer.body.error.code]).toEqual([429, 'too_many']);
  });

  it('reads no credentials: whoever calls, with whatever cookie or token, is answered alike [T-7.158]', async () => {
    const { kysely } = server.test.database;
    const school = await buildSchool(kysely, 'amsel');
    await buildUser(kysely, school.id, 'ada', 'TEACHER');
    const token = await signIn(server, 'amsel', 'ada');
    const id = await keep();
    const { text } = await ask(id);
    for (const headers of [{ authorization: `Bearer ${token}` }, { authorization: 'Bearer x', cookie: 'a=b' }]) {
      const answer = await server.request('GET', `/v1/codes/${id}`, { headers });
      expect([answer.status, answer.text, answer.headers.getSetCookie()]).toEqual([200, text, []]);
    }
  });

  it('lets pages of any origin ask, and never with credentials [T-7.158]', async () => {
    const id = await keep();
    for (const origin of ['https://anywhere.example', 'https://app.example', 'capacitor://localhost', server.url])
      for (const [method, path] of [
        ['POST', '/v1/keys'],
        ['DELETE', `/v1/keys/${NOBODY}`],
        ['GET', `/v1/codes/${id}`],
        ['POST', '/v1/codes'],
      ] as const) {
        const preflight = await server.request('OPTIONS', path, { headers: { origin } });
        expect(preflight.status).toBe(204);
        expect(preflight.headers.get('access-control-allow-methods')).toBe(method);
        expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
        const answer = await server.request(method, path, { headers: { origin } });
        for (const { headers } of [preflight, answer]) {
          expect(headers.get('access-control-allow-origin'), `${method} ${origin}`).toBe('*');
          expect(headers.get('access-control-allow-credentials'), `${method} ${origin}`).toBeNull();
        }
      }
  });

  it('drops keys that nobody asked for in two years, and keeps those in use [T-7.153]', async () => {
    const { database, clock, features } = server.server;
    const store = { remove: async () => {} };
    const parts = {
      database,
      store,
      clock,
      features: features.all,
      temporaryFolder: server.dataFolder,
      log: silentLog,
    };
    await server.test.database.kysely.deleteFrom('two_factor_keys').execute();
    const [used, unused] = [await keep(), await keep()];
    server.clock.advance(700 * 24 * 3600 * 1000);
    expect((await server.request('POST', '/v1/codes', { body: { ids: [used] } })).status).toBe(200);
    server.clock.advance(31 * 24 * 3600 * 1000);
    expect(await tidy(parts)).toMatchObject({ 'two-factor keys': 1 });
    expect([(await ask(used)).status, (await ask(unused)).status]).toEqual([200, 404]);
  });
});

it('the service runs alone on a host of its own, with nothing else of the API beside it [T-7.157]', async () => {
  const config = readConfig({ PORT: '0', KREIDE_DATA: server.dataFolder, KREIDE_SECRET: 'x'.repeat(40) });
  const { connectionString } = server.test;
  await using service = await startTwoFactorService({
    config,
    connectionString,
    root: ROOT,
    log: silentLog,
    clock: fixedClock(AT.toISOString()),
  });
  const request = requestAt(service.url);
  const { body } = await request('POST', '/v1/keys', { body: KEY });
  expect((await request('GET', `/v1/codes/${body.data.id}`)).body.data.code).toBe('005924');
  expect((await request('POST', '/v1/codes', { body: { ids: [body.data.id] } })).body.data[0].code).toBe('005924');
  expect((await request('GET', '/readyz')).status).toBe(200);
  for (const path of ['/v1/find-schools?keyword=ams', '/v1/users/self', '/v1/openapi.json', '/'])
    expect((await request('GET', path)).status, path).toBe(404);
  expect((await request('DELETE', `/v1/keys/${body.data.id}`)).status).toBe(200);
  // With another key of the server, none of the others are known.
  expect((await request('GET', `/v1/codes/${await keep()}`)).status).toBe(404);
});
