import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, PASSWORD } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestAnswer, type TestServer } from '../../../../../tests/support/server.ts';
import { callRpc } from '../../../../../tests/support/webuntis.ts';
import { verifyAudit } from '../../kernel/data/audit.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_TRUST_PROXY: 'loopback' } });
  const { kysely, pool } = server.test.database;
  for (const slink of ['amsel', 'drossel']) {
    const school = await buildSchool(kysely, slink, { webuntis_open: true });
    await buildUser(kysely, school.id, 'ada', 'STUDENT');
    await buildUser(kysely, school.id, 'ben', 'STUDENT');
  }
  await pool.query(`update users set email = 'Ada@School.Example' where username = 'ada'`);
});
beforeEach(async () => {
  server.clock.set(TEST_NOW);
  await server.test.database.pool.query('delete from sign_in_failures');
  await server.test.database.pool.query('delete from known_senders');
});
afterAll(() => server.stop());

interface Sender {
  from?: string;
  device?: string;
}
const HOME = '198.51.100.4';
const SCHOOL = '192.0.2.7';

const login = (username: string, password: string, { from = HOME, device }: Sender = {}, slink = 'amsel') =>
  server.request('POST', '/v1/auth/login', {
    body: { slink, username, password, stayLoggedIn: false },
    headers: { 'x-forwarded-for': from, ...(device ? { cookie: `kreide_device=${device}` } : {}) },
  });
const right = (username: string, sender?: Sender, slink?: string) => login(username, PASSWORD, sender, slink);
const wrong = (username: string, sender?: Sender, slink?: string) => login(username, 'wrong', sender, slink);

const deviceOf = (headers: Headers) =>
  /^kreide_device=([\w-]+)/.exec(
    headers.getSetCookie().find((cookie) => cookie.startsWith('kreide_device=')) ?? '',
  )?.[1];

/** Signs in from a new device and returns its token. */
async function makeKnown(username: string, from: string): Promise<string> {
  const { headers } = await right(username, { from });
  return deviceOf(headers) ?? '';
}

/** As if that many had failed. */
async function setFailures(scope: string, failures: number): Promise<void> {
  const { rowCount } = await server.test.database.pool.query(
    'update sign_in_failures set failures = $2 where scope = $1 and failures > 0',
    [scope, failures],
  );
  expect(rowCount).toBeGreaterThan(0);
}

describe('attempts on one account', () => {
  it('count before the password is checked: of 200 at the same time five are checked [D-4.09]', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => wrong('ada')));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    const others = new Set(answers.map(({ status }) => status));
    others.delete(422);
    // What does not fit into the process is refused before anything is asked.
    expect([...others].every((status) => status === 429 || status === 503)).toBe(true);
    expect((await right('ada')).status).toBe(429);
  });

  it('count together, by whatever name it is asked for, and not for one of the same name elsewhere [D-4.09]', async () => {
    for (const name of ['ada', ' ADA ', 'ada@school.example', 'aDa', 'ADA@school.example'])
      expect((await wrong(name)).status).toBe(422);
    for (const name of ['ada', 'ada@school.example'])
      expect(await right(name)).toMatchObject({ status: 429, body: { error: { retry_after: 1 } } });
    expect((await right('ada', {}, 'drossel')).status).toBe(200);
    expect((await right('ada')).status).toBe(429);
    expect((await right('ben')).status).toBe(200);
  });

  it('on a name that nobody has are answered in the same way [D-4.09]', async () => {
    const statuses = async (name: string) => {
      const answers = [];
      for (let count = 0; count < 6; count += 1) answers.push((await wrong(name)).status);
      return answers;
    };
    expect(await statuses('nobody')).toEqual(await statuses('ada'));
  });

  it('start anew with the right password, from wherever it comes [D-4.09]', async () => {
    for (let count = 0; count < 4; count += 1) await wrong('ada');
    expect((await right('ada', { from: SCHOOL })).status).toBe(200);
    for (let count = 0; count < 5; count += 1) expect((await wrong('ada')).status).toBe(422);
    expect((await wrong('ada')).status).toBe(429);
  });
});

describe('a device that signed in before', () => {
  it('is let in however often strangers fail, and has a counter of its own [D-4.09]', async () => {
    const device = await makeKnown('ada', HOME);
    for (let count = 0; count < 5; count += 1) await wrong('ada', { from: SCHOOL });
    await setFailures('user', 40);
    expect((await right('ada')).status).toBe(429);
    const answer = await right('ada', { device, from: '203.0.113.9' });
    expect(answer.status).toBe(200);
    expect(deviceOf(answer.headers)).toBe(device);
    expect((await right('ada', { from: SCHOOL })).status, 'strangers go on waiting').toBe(429);
    for (let count = 0; count < 5; count += 1) expect((await wrong('ada', { device })).status).toBe(422);
    expect((await right('ada', { device })).status).toBe(429);
  });

  it('makes the address known that it comes from, of which the oldest leave, and its counter starts anew [D-4.09]', async () => {
    const { pool } = server.test.database;
    const device = await makeKnown('ada', HOME);
    for (let count = 1; count <= 32; count += 1) {
      server.clock.advance(1000);
      expect((await right('ada', { device, from: `203.0.113.${count}` })).status).toBe(200);
    }
    const { rows } = await pool.query('select kind, count(*)::int from known_senders group by kind order by kind');
    expect(rows).toEqual([
      { kind: 'address', count: 30 },
      { kind: 'device', count: 1 },
    ]);
    for (let count = 0; count < 4; count += 1) await wrong('ada', { device });
    await right('ada', { device });
    for (let count = 0; count < 5; count += 1) expect((await wrong('ada', { device })).status).toBe(422);
    // The addresses that it came from are those of the account: its other devices do not wait for strangers there.
    await setFailures('device', 0);
    for (let count = 0; count < 5; count += 1) await wrong('ben', { from: '203.0.113.32' });
    await pool.query(`update sign_in_failures set failures = 400 where scope = 'address'`);
    expect((await right('ada', { from: '203.0.113.32' })).status).toBe(200);
  });

  it('signs in on the record, with the address and after what was recorded before [D-4.11]', async () => {
    const device = await makeKnown('ada', HOME);
    await right('ada', { device, from: '203.0.113.9' });
    const { rows } = await server.test.database.pool.query(
      `select action, entity, entity_id = users.id::text as "isHers", audit_log.user_id = users.id as "isByHer", origin, address
       from audit_log join users on users.school_id = audit_log.school_id and users.username = 'ada'
         and users.school_id = (select id from schools where slink = 'amsel')
       order by seq desc limit 2`,
    );
    const signedIn = { action: 'auth.signIn', entity: 'users', isHers: true, isByHer: true, origin: 'visitor' };
    expect(rows).toEqual([
      { ...signedIn, address: '203.0.113.9' },
      { ...signedIn, address: HOME },
    ]);
    const { breaches } = await verifyAudit(server.test.database.kysely);
    expect(breaches).toEqual([]);
  });

  it('waits for nobody where its counter says to wait, or that of the account: neither is written [D-4.09]', async () => {
    const device = await makeKnown('ada', HOME);
    for (let count = 0; count < 5; count += 1) await wrong('ada', { device });
    for (let count = 0; count < 5; count += 1) await wrong('ada');
    const other = await server.test.database.pool.connect();
    try {
      await other.query('begin');
      await other.query('select from sign_in_failures for update');
      expect((await right('ada', { device })).status).toBe(429);
      expect((await right('ada')).status).toBe(429);
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  it('is known by an HttpOnly cookie for sign-ins alone, kept for long, of which only the hash is stored [D-4.09]', async () => {
    const { headers } = await right('ada');
    const cookie = headers.getSetCookie().find((text) => text.startsWith('kreide_device='));
    expect(cookie).toMatch(/^kreide_device=[\w-]{43}; Max-Age=34560000; Path=\/v1\/auth; HttpOnly; SameSite=Lax$/);
    const { rows } = await server.test.database.pool.query('select json_agg(k)::text as stored from known_senders k');
    expect(rows[0].stored).not.toContain(deviceOf(headers));
    expect(rows[0].stored).not.toContain(HOME);
  });

  it('is known for the accounts that signed in there, one token for all; a token of somebody else’s making is none [D-4.09]', async () => {
    const device = await makeKnown('ada', HOME);
    for (let count = 0; count < 5; count += 1) await wrong('ben', { from: SCHOOL });
    expect((await right('ben', { device })).status).toBe(429);
    server.clock.advance(1000);
    const { headers } = await right('ben', { device });
    expect(deviceOf(headers)).toBe(device);
    const planted = 'a'.repeat(43);
    expect(deviceOf((await right('ben', { device: planted })).headers)).not.toBe(planted);
  });

  it('is a program too, if it asks for a token [D-4.09]', async () => {
    const enter = (device_token?: string | null) =>
      server.request('POST', '/v1/auth/login', {
        body: {
          slink: 'amsel',
          username: 'ada',
          password: PASSWORD,
          stayLoggedIn: false,
          is_native: true,
          device_token,
        },
      });
    expect((await enter()).body).not.toHaveProperty('device_token');
    const { body, headers } = await enter(null);
    expect(headers.getSetCookie()).toEqual([]);
    for (let count = 0; count < 5; count += 1) await wrong('ada', { from: SCHOOL });
    expect((await enter()).status).toBe(429);
    expect(await enter(body.device_token)).toMatchObject({ status: 200, body: { device_token: body.device_token } });
  });

  it('is forgotten after 400 days without a sign-in, an address after 90, and only the latest 30 are kept [D-4.09]', async () => {
    const { pool } = server.test.database;
    const kept = async () =>
      (await pool.query('select kind, count(*)::int as count from known_senders group by kind order by kind')).rows;
    for (let count = 0; count < 32; count += 1) {
      server.clock.advance(1000);
      await makeKnown('ada', `203.0.113.${count}`);
    }
    expect(await kept()).toEqual([
      { kind: 'address', count: 30 },
      { kind: 'device', count: 30 },
    ]);
    const auth = server.server.features.all.find(({ prune }) => prune?.senders);
    const prune = (days: number) => auth?.prune?.senders?.(new Date(server.clock.now().getTime() + days * DAY_MS));
    expect(await prune(89)).toBe(0);
    expect(await prune(91)).toBe(30);
    expect(await prune(399)).toBe(0);
    expect(await prune(401)).toBe(30);
  });
});

describe('an address that many share', () => {
  it('is not used up by names that nobody has: somebody new signs in, and they are answered as before [D-4.09]', async () => {
    const answers: TestAnswer[] = [];
    for (let round = 0; round < 8; round += 1) {
      const names = Array.from({ length: 40 }, (_, index) => `nobody-${round}-${index}`);
      answers.push(...(await Promise.all(names.map((name) => wrong(name, { from: SCHOOL })))));
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    expect((await right('ada', { from: SCHOOL })).status).toBe(200);
    const { rows } = await server.test.database.pool.query(
      `select failures from sign_in_failures where scope = 'name'`,
    );
    expect(rows, 'beyond 10 none is hashed').toEqual([{ failures: 10 }]);
  });

  it('lets through who signed in from there before, and every known device, while others wait [D-4.09]', async () => {
    await makeKnown('ada', SCHOOL);
    const device = await makeKnown('ben', HOME);
    await wrong('ben', { from: SCHOOL }, 'drossel');
    await setFailures('address', 312);
    expect((await right('ada', { from: SCHOOL })).status).toBe(200);
    expect((await right('ben', { from: SCHOOL, device })).status).toBe(200);
    const refused = { status: 429, body: { error: { retry_after: 300 } } };
    expect(await right('ada', { from: SCHOOL }, 'drossel')).toMatchObject(refused);
    expect(await wrong('nobody', { from: SCHOOL }, 'drossel')).toMatchObject(refused);
    expect((await right('ada', { from: HOME }, 'drossel')).status).toBe(200);
  });

  it('is the whole /64 in IPv6, as the proxy says it [D-4.09]', async () => {
    for (const [index, username] of ['ada', 'ben', 'ada'].entries())
      await wrong(username, { from: `2001:db8:1:2:${index}::${index}` });
    await wrong('ada', { from: '2001:db8:1:3::1' });
    const { rows } = await server.test.database.pool.query(
      `select failures from sign_in_failures where scope = 'address' order by failures`,
    );
    expect(rows).toEqual([{ failures: 1 }, { failures: 3 }]);
    const headers = { 'x-forwarded-for': '2001:db8:1:2:9::9' };
    await callRpc(server, 'authenticate', { user: 'ben', password: 'wrong' }, { headers });
    const counted = await server.test.database.pool.query(
      `select failures from sign_in_failures where scope = 'address' order by failures`,
    );
    expect(counted.rows, 'of programs too').toEqual([{ failures: 1 }, { failures: 4 }]);
    // The log of an account names the very address.
    const logged = await server.test.database.pool.query('select 1 from audit_log where address = $1', [
      headers['x-forwarded-for'],
    ]);
    expect(logged.rowCount).toBe(1);
  });
});

describe('other ways in', () => {
  it('of WebUntis count with the others, and make the address known [D-6.11] [D-4.09]', async () => {
    const enter = (password: string) =>
      callRpc(server, 'authenticate', { user: 'ada', password }, { headers: { 'x-forwarded-for': SCHOOL } });
    expect((await enter(PASSWORD)).body.result.sessionId).toEqual(expect.any(String));
    await wrong('ben', { from: SCHOOL });
    await setFailures('address', 312);
    expect((await enter(PASSWORD)).body.result.sessionId).toEqual(expect.any(String));
    const { rows } = await server.test.database.pool.query('select kind from known_senders');
    expect(rows, 'a program that signs in every ten minutes is no device').toEqual([{ kind: 'address' }]);
  });
});
