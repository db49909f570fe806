import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFullSchool, type FullSchool } from '../../../../../tests/support/full-school.ts';
import { PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { callRpc, openRpc, RPC_PATH } from '../../../../../tests/support/webuntis.ts';
import { createLog } from '../../kernel/log.ts';

const lines: string[] = [];
let server: TestServer;
let school: FullSchool;
let student: string;

beforeAll(async () => {
  server = await startTestServer({
    log: createLog({ json: true, level: 'trace', write: (line) => lines.push(line) }),
    env: { KREIDE_URL: 'https://kreide.example', KREIDE_APP_ORIGINS: 'capacitor://localhost' },
  });
  school = await buildFullSchool(server, 'amsel', 'zimtstern');
  student = school.people.student.username;
});
afterAll(() => server.stop());
beforeEach(() => server.test.database.pool.query('delete from sign_in_failures'));

const ping = async (session: string | undefined, slink: string | null = 'amsel') => {
  const { body } = await callRpc(server, 'getLatestImportTime', {}, { session, slink });
  return body.error?.code ?? typeof body.result;
};
const authenticate = (password: string, user = student) => callRpc(server, 'authenticate', { user, password });

describe('a session of the WebUntis endpoint', () => {
  it('is a cookie for this path alone that no script reads and no other site sends [D-6.11] [D-4.10]', async () => {
    const { headers } = await authenticate(PASSWORD);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^JSESSIONID=[\w-]{43}; Path=\/WebUntis; HttpOnly; Secure; SameSite=Strict$/),
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('ends ten minutes after its last call, and twelve hours after the sign-in in any case [D-6.11]', async () => {
    const idle = await openRpc(server, student);
    const busy = await openRpc(server, student);
    server.clock.advance(9 * 60_000);
    expect([await ping(idle), await ping(busy)]).toEqual(['number', 'number']);
    server.clock.advance(9 * 60_000);
    expect(await ping(busy)).toBe('number');
    server.clock.advance(2 * 60_000);
    expect([await ping(idle), await ping(busy)]).toEqual([-8520, 'number']);
    let minutes = 20;
    while ((await ping(busy)) === 'number' && minutes < 24 * 60) {
      server.clock.advance(9 * 60_000);
      minutes += 9;
    }
    expect(minutes).toBeGreaterThanOrEqual(12 * 60);
    expect(minutes).toBeLessThan(12 * 60 + 10);
  });

  it('ends with every other session of the person [D-6.11] [P-7.14]', async () => {
    const session = await openRpc(server, student);
    const token = await signIn(server, 'amsel', student);
    const answer = await server.request('POST', '/v1/logout-all', { token });
    expect(answer.body.data.sessions).toBeGreaterThanOrEqual(2);
    expect(await ping(session)).toBe(-8520);
  });

  it('ends when the person is locked [D-6.11]', async () => {
    const { username, id } = school.people.other;
    const session = await openRpc(server, username);
    await server.test.database.pool.query('update users set is_locked = true where id = $1', [id]);
    expect(await ping(session)).toBe(-8520);
    expect((await authenticate(PASSWORD, username)).body.error.code).toBe(-8998);
  });

  it('is no token of the app, and a token of the app is no session [D-6.11]', async () => {
    const session = await openRpc(server, student);
    const token = await signIn(server, 'amsel', student);
    expect((await server.request('GET', '/v1/users/self', { token: session })).status).toBe(401);
    expect(await ping(token)).toBe(-8520);
    const bearer = await callRpc(server, 'getRooms', {}, { headers: { authorization: `Bearer ${token}` } });
    expect(bearer.body.error.code).toBe(-8520);
  });

  it('is stored hashed [D-6.11] [D-4.09]', async () => {
    const session = await openRpc(server, student);
    const { rows } = await server.test.database.pool.query('select json_agg(s)::text as everything from sessions s');
    expect(rows[0].everything).not.toContain(session);
    expect(rows[0].everything).toContain('webuntis');
  });

  it('belongs to its school; an address without a school is its own [D-6.11]', async () => {
    const session = await openRpc(server, student);
    expect(await ping(session, 'AMSEL')).toBe('number');
    expect(await ping(session, null)).toBe('number');
    for (const slink of ['drossel', '', 'amsel ☃']) expect(await ping(session, slink)).toBe(-8520);
  });
});

describe('signing in', () => {
  it('tells a wrong name and a wrong password alike [D-6.11] [P-7.08]', async () => {
    const name = await authenticate(PASSWORD, 'nobody');
    const password = await authenticate('wrong');
    for (const { status, body } of [name, password]) {
      expect(status).toBe(200);
      expect(body).toEqual({ jsonrpc: '2.0', id: 'req-1', error: { code: -8504, message: 'bad credentials' } });
    }
  });

  it('is not opened by the password alone where the account has a second step, and counts no failure [D-6.11] [P-4.06]', async () => {
    const { pool } = server.test.database;
    const ask = async () => (await authenticate(PASSWORD)).body.error?.code ?? 'in';
    expect(await ask()).toBe('in');
    await pool.query('update users set is_tfa_enabled = true where username = $1', [student]);
    try {
      for (let time = 0; time < 20; time += 1) expect(await ask()).toBe(-8509);
      expect((await authenticate('wrong')).body.error?.code).toBe(-8504);
    } finally {
      await pool.query('update users set is_tfa_enabled = false where username = $1', [student]);
    }
    expect(await ask()).toBe('in');
  });

  it('is slowed down by the failures of every door together [D-6.11] [D-4.09]', async () => {
    const login = (password: string) =>
      server.request('POST', '/v1/auth/login', {
        body: { slink: 'amsel', username: student, password, stayLoggedIn: false },
      });
    for (let count = 0; count < 3; count += 1) expect((await authenticate('wrong')).body.error.code).toBe(-8504);
    for (let count = 0; count < 2; count += 1) expect((await login('wrong')).status).toBe(422);
    const refused = await authenticate(PASSWORD);
    expect(refused.body.error.code).toBe(-8998);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await login(PASSWORD)).status).toBe(429);
    server.clock.advance(1500);
    expect((await authenticate(PASSWORD)).body.result.sessionId).toEqual(expect.any(String));
  });

  it('leaves neither password nor session in the log, whatever goes wrong [D-6.11]', async () => {
    const secret = 'a password that nobody else has';
    await authenticate(secret);
    const session = await openRpc(server, student);
    await server.test.asOwner('alter table holidays rename to holidays_away');
    try {
      const { status, body } = await callRpc(server, 'getHolidays', {}, { session });
      expect(status).toBe(200);
      expect(body).toEqual({ jsonrpc: '2.0', id: 'req-1', error: { code: -32603, message: 'Internal error' } });
    } finally {
      await server.test.asOwner('alter table holidays_away rename to holidays');
    }
    const log = lines.join('');
    expect(log).toContain('holidays');
    for (const word of [secret, PASSWORD, session]) expect(log).not.toContain(word);
  });
});

describe('pages of other sites', () => {
  it('get no permission, neither for the call nor before it [D-6.11] [D-2.08]', async () => {
    const session = await openRpc(server, student);
    for (const origin of ['https://evil.example', 'capacitor://localhost', 'null']) {
      const call = await callRpc(server, 'getRooms', {}, { session, headers: { origin } });
      const preflight = await server.request('OPTIONS', RPC_PATH, {
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(404);
      for (const { headers } of [call, preflight])
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('cannot send what a form can send [D-6.11]', async () => {
    const session = await openRpc(server, student);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await server.request('POST', RPC_PATH, {
        body: JSON.stringify({ id: 1, method: 'getRooms', params: {} }),
        headers: { 'content-type': type, cookie: `JSESSIONID=${session}` },
      });
      expect(answer, type).toMatchObject({ status: 415, body: { jsonrpc: '2.0', id: null, error: { code: -32600 } } });
    }
  });
});

describe('the protocol', () => {
  const post = (body: unknown) => server.request('POST', `${RPC_PATH}?school=amsel`, { body });

  it('gives the id back as it came [D-6.11]', async () => {
    for (const id of ['a', 7, null, '2026-11-18 10:10:00.123'])
      expect((await post({ id, method: 'getRooms', jsonrpc: '2.0' })).body).toMatchObject({
        id,
        error: { code: -8520 },
      });
    expect((await post({ method: 'getRooms' })).body.id).toBeNull();
  });

  it('refuses several calls at once, bodies that are no call, and bodies that are no JSON, each in its own words [D-6.11]', async () => {
    const batch = await post([{ id: 1, method: 'getRooms' }]);
    expect(batch).toMatchObject({
      status: 200,
      body: { error: { code: -32600, message: 'Batch requests are not served' } },
    });
    for (const body of ['1', '"x"', 'null', '{}', '{"method":7}', '{"jsonrpc":"1.0","id":4,"method":"getRooms"}', ''])
      expect((await post(body)).body.error.code, body).toBe(-32600);
    expect(await post('{"id":')).toMatchObject({ status: 400, body: { id: null, error: { code: -32700 } } });
    expect(await post({ method: 'x'.repeat(20_000) })).toMatchObject({
      status: 413,
      body: { error: { code: -32600 } },
    });
  });

  it('says of methods that Kreide has nothing for that there are none [D-6.11]', async () => {
    const session = await openRpc(server, student);
    for (const method of ['getExams', 'getClassregEvents', 'getPersonId', 'constructor', 'toString', '__proto__'])
      expect((await callRpc(server, method, {}, { session })).body.error.code, method).toBe(-32601);
    for (const path of ['/WebUntis/api/exams', '/WebUntis/jsonrpc_intern.do'])
      expect((await server.request('POST', path, { body: {} })).status, path).toBe(404);
  });

  it('serves a week to its sessions only, and of a broken address says so [D-6.11]', async () => {
    const session = await openRpc(server, student);
    const read = (query: string, headers: Record<string, string> = { cookie: `JSESSIONID=${session}` }) =>
      server.request('GET', `/WebUntis/api/public/timetable/weekly/data?${query}`, { headers });
    const good = `elementType=1&elementId=${school.grade}&date=2026-11-18&formatId=1`;
    expect((await read(good)).text).toContain('Vertretung zimtstern');
    expect((await read(good)).text).not.toContain('heimlich');
    const token = await signIn(server, 'amsel', student);
    for (const headers of [{}, { cookie: `JSESSIONID=${token}` }, { authorization: `Bearer ${token}` }])
      expect(await read(good, headers)).toMatchObject({ status: 401, body: { isSessionTimeout: true } });
    for (const query of [
      '',
      'elementType=1',
      `${good}&date=2026-11-19`,
      good.replace('11-18', '02-30'),
      good.replace('=1', '=x'),
    ])
      expect((await read(query)).body.data.error.data.messageKey, query).toBe('ERR_TTVIEW_INVALID_PARAMS');
  });

  it('takes both forms of getTimetable, dates as numbers and texts, and means today without one [D-6.11]', async () => {
    const session = await openRpc(server, student);
    const read = async (params: unknown) => (await callRpc(server, 'getTimetable', params, { session })).body;
    const short = await read({ id: school.grade, type: 1 });
    expect(short.result).toHaveLength(2);
    expect(short.result[0]).toMatchObject({ date: 20261118, startTime: 800, endTime: 845, kl: [{ id: school.grade }] });
    expect(Object.keys(short.result[0].kl[0])).toEqual(['id']);
    const element = { id: `${school.grade}`, type: '1' };
    const long = await read({ options: { element, startDate: '20261118', endDate: 20261118 } });
    expect(long.result.map(({ id }: { id: number }) => id)).toEqual(short.result.map(({ id }: { id: number }) => id));
    const code = async (params: object) => (await read({ id: school.grade, type: 1, ...params })).error?.code;
    expect(await code({ startDate: 20261131 })).toBe(-32602);
    expect(await code({ startDate: 20261120, endDate: 20261118 })).toBe(-7004);
    expect(await code({ startDate: 20260901, endDate: 20270902 })).toBe(-7004);
    expect(await code({ startDate: 20250901 })).toBe(-7004);
    expect(await code({ type: 9 })).toBe(-7002);
    expect(await code({ id: 0 })).toBe(-7002);
    expect((await read({ options: { element, onlyBaseTimetable: true } })).error.message).toContain(
      'onlyBaseTimetable',
    );
    expect((await read({ options: { element: { ...element, keyType: 'externalkey' } } })).error.code).toBe(-32602);
  });
});

describe('the switch of the school', () => {
  it('is off for a new school, and closing it ends the sessions of programs at once [D-6.11]', async () => {
    const setOpen = (isOpen: boolean) =>
      server.test.database.pool.query("update schools set webuntis_open = $1 where slink = 'amsel'", [isOpen]);
    const { rows } = await server.test.database.pool.query(
      `insert into schools (name, slink) values ('Neu', 'neu') returning webuntis_open`,
    );
    expect(rows).toEqual([{ webuntis_open: false }]);
    const session = await openRpc(server, student);
    await setOpen(false);
    expect(await ping(session)).toBe(-8520);
    expect((await authenticate(PASSWORD)).body.error).toMatchObject({
      code: -8509,
      message: expect.stringContaining('has not opened'),
    });
    await setOpen(true);
    expect(await ping(session)).toBe('number');
  });
});

// Last: it moves the clock by days.
describe('a sign-in', () => {
  it('is in the audit log, once a day however often a program signs in, and every failure of it [D-4.11]', async () => {
    const recorded = async () => {
      const { rows } = await server.test.database.pool.query(
        `select count(*) filter (where action like '%signInProgram')::int as entered,
          count(*) filter (where action like '%signInFailed')::int as failed from audit_log
          where school_id = (select id from schools where slink = 'amsel')`,
      );
      return rows[0];
    };
    server.clock.advance(25 * 60 * 60_000);
    const { entered, failed } = await recorded();
    for (let count = 0; count < 3; count += 1) await authenticate(PASSWORD);
    await authenticate('wrong');
    expect(await recorded()).toEqual({ entered: entered + 1, failed: failed + 1 });
    server.clock.advance(25 * 60 * 60_000);
    await authenticate(PASSWORD);
    expect(await recorded()).toEqual({ entered: entered + 2, failed: failed + 1 });
  });
});
