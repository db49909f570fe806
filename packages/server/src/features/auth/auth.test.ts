import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { hashToken } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'ada', 'STUDENT');
  await buildUser(kysely, school.id, 'grow', 'TEACHER');
  const other = await buildSchool(kysely, 'drossel');
  await buildUser(kysely, other.id, 'ada', 'TEACHER');
});
afterAll(() => server.stop());

const login = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  server.request('POST', '/v1/auth/login', {
    body: { slink: 'amsel', username: 'ada', password: PASSWORD, stayLoggedIn: true, ...body },
    headers,
  });

describe('sign-in', () => {
  it('answers access_token, tfa_mode, the school as data, and meta [P-3.31] [P-7.08]', async () => {
    const { status, body } = await login({});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      access_token: expect.any(String),
      tfa_mode: '',
      data: { slink: 'amsel', locale: 'de' },
      meta: {},
    });
  });

  it('checks the credentials against the chosen school [P-1.06]', async () => {
    const here = await login({});
    const there = await login({ slink: 'drossel' });
    const self = await server.request('GET', '/v1/users/self', { token: there.body.access_token });
    expect(self.body.data).toMatchObject({ type: 'TEACHER', school: { slink: 'drossel' } });
    expect((await server.request('GET', '/v1/users/self', { token: here.body.access_token })).body.data.type).toBe(
      'STUDENT',
    );
  });

  it('answers a wrong name and a wrong password alike with 422 wrong_credentials [P-7.08]', async () => {
    const name = await login({ username: 'nobody' });
    const password = await login({ password: 'wrong' });
    for (const answer of [name, password])
      expect(answer).toMatchObject({ status: 422, body: { error: { code: 'wrong_credentials' } } });
    expect(name.body.error.message).toBe(password.body.error.message);
  });

  it('sets the refresh token as an HttpOnly cookie and never in the body [P-7.10]', async () => {
    const answer = await login({});
    expect(answer.headers.getSetCookie().find((cookie) => cookie.startsWith('kreide_refresh_'))).toMatch(/HttpOnly/);
    expect(answer.text).not.toContain('refresh_token');
  });

  it('stores neither passwords nor tokens in the clear [D-4.09]', async () => {
    const { body } = await login({});
    const rows = await server.test.database.pool.query(
      'select (select json_agg(s)::text from sessions s) || (select json_agg(u)::text from users u) as everything',
    );
    expect(rows.rows[0].everything).not.toContain(body.access_token);
    expect(rows.rows[0].everything).not.toContain(PASSWORD);
    expect(rows.rows[0].everything).toContain('argon2id');
  });
});

describe('failed sign-ins', () => {
  it('slow one account down with a growing delay and leave the others of the same address alone [D-4.09]', async () => {
    const attempt = () => login({ username: 'grow', password: 'wrong' });
    for (let count = 0; count < 5; count += 1) expect((await attempt()).status).toBe(422);
    const refused = await attempt();
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many', retry_after: 1 } } });
    expect((await login({})).status).toBe(200);
    server.clock.advance(1500);
    expect((await attempt()).status).toBe(422);
    expect((await attempt()).body.error.retry_after).toBe(2);
    server.clock.advance(2500);
    expect((await login({ username: 'grow' })).status).toBe(200);
    expect((await login({ username: 'grow', password: 'wrong' })).status).toBe(422);
  });
});

describe('refresh', () => {
  const cookiesOf = (headers: Headers) =>
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  const xsrfOf = (cookies: string) => /XSRF-TOKEN=([^;]+)/.exec(cookies)?.[1] ?? '';
  const refresh = (uuid: string, cookies: string, xsrf = xsrfOf(cookies)) =>
    server.request('POST', '/v1/auth/refresh', { body: { uuid }, headers: { cookie: cookies, 'x-xsrf-token': xsrf } });

  it('rotates the token and answers the same successor for a minute [P-7.10]', async () => {
    const signed = await login({});
    const cookies = cookiesOf(signed.headers);
    const first = await refresh(signed.body.uuid, cookies);
    const second = await refresh(signed.body.uuid, cookies);
    expect(first.status).toBe(200);
    expect(second.body.access_token).toBe(first.body.access_token);
    expect(first.body.access_token).not.toBe(signed.body.access_token);
    server.clock.advance(1000);
    expect((await server.request('GET', '/v1/users/self', { token: first.body.access_token })).status).toBe(200);
    server.clock.advance(120_000);
    const stale = await refresh(signed.body.uuid, cookies);
    expect(stale).toMatchObject({ status: 401, body: { error: { code: 'session_expired' } } });
  });

  it.each([59, 60])(
    'answers an old token the same successor after %i seconds, though it is in use [P-7.10]',
    async (seconds) => {
      const signed = await login({});
      const cookies = cookiesOf(signed.headers);
      const first = await refresh(signed.body.uuid, cookies);
      server.clock.advance(1000);
      expect((await server.request('GET', '/v1/users/self', { token: first.body.access_token })).status).toBe(200);
      server.clock.advance((seconds - 1) * 1000);
      const again = await refresh(signed.body.uuid, cookies);
      expect(again.body.access_token).toBe(first.body.access_token);
      expect(cookiesOf(again.headers).split(';')[0]).toBe(cookiesOf(first.headers).split(';')[0]);
      expect((await server.request('GET', '/v1/users/self', { token: first.body.access_token })).status).toBe(200);
    },
  );

  it('ends the session when an old token comes after 61 seconds and its successor is in use [P-7.10]', async () => {
    const [signed, other] = [await login({}), await login({})];
    const first = await refresh(signed.body.uuid, cookiesOf(signed.headers));
    const self = async (token: string) => (await server.request('GET', '/v1/users/self', { token })).status;
    server.clock.advance(1000);
    expect(await self(first.body.access_token)).toBe(200);
    server.clock.advance(60_000);
    const stolen = await refresh(signed.body.uuid, cookiesOf(signed.headers));
    expect(stolen).toMatchObject({ status: 401, body: { error: { code: 'session_expired' } } });
    expect(await self(first.body.access_token)).toBe(401);
    const holder = await refresh(signed.body.uuid, cookiesOf(first.headers));
    expect(holder).toMatchObject({ status: 401, body: { error: { code: 'session_expired' } } });
    expect(await self(other.body.access_token)).toBe(200);
  });

  it('ends the access token before it at once, in the memory of the process too [P-7.10]', async () => {
    const signed = await login({});
    const self = async (token: string) => (await server.request('GET', '/v1/users/self', { token })).status;
    expect(await self(signed.body.access_token)).toBe(200);
    const renewed = await refresh(signed.body.uuid, cookiesOf(signed.headers));
    expect(await self(signed.body.access_token)).toBe(401);
    expect(await self(renewed.body.access_token)).toBe(200);
  });

  it('ends the session when a token of two rotations ago comes, however soon [P-7.10]', async () => {
    const [signed, other] = [await login({}), await login({})];
    const first = await refresh(signed.body.uuid, cookiesOf(signed.headers));
    const second = await refresh(signed.body.uuid, cookiesOf(first.headers));
    const self = async (token: string) => (await server.request('GET', '/v1/users/self', { token })).status;
    expect(await self(second.body.access_token)).toBe(200);
    const stolen = await refresh(signed.body.uuid, cookiesOf(signed.headers));
    expect(stolen).toMatchObject({ status: 401, body: { error: { code: 'session_expired' } } });
    expect(await self(second.body.access_token)).toBe(401);
    expect((await refresh(signed.body.uuid, cookiesOf(second.headers))).status).toBe(401);
    expect(await self(other.body.access_token)).toBe(200);
  });

  it('takes a token of before there were families, and gives it one [P-7.10]', async () => {
    const signed = await login({ is_native: true });
    const { uuid } = signed.body;
    await server.test.database.pool.query(
      'update sessions set refresh_hash = $1, family_hash = null where refresh_hash = $2',
      [hashToken('old'), hashToken(signed.body.refresh_token)],
    );
    const renew = (refresh_token: string) =>
      server.request('POST', '/v1/auth/refresh', { body: { uuid, refresh_token } });
    const first = await renew('old');
    const second = await renew(first.body.refresh_token);
    expect((await renew(second.body.refresh_token)).status).toBe(200);
    expect((await renew(first.body.refresh_token)).status).toBe(401);
    expect((await renew(second.body.refresh_token)).status).toBe(401);
  });

  it('binds the echoed cookie to the session: that of another is refused, with the right one [P-7.04]', async () => {
    const [signed, other] = [await login({}), await login({})];
    const cookies = cookiesOf(signed.headers);
    expect(xsrfOf(cookies)).not.toBe(xsrfOf(cookiesOf(other.headers)));
    const refused = await refresh(signed.body.uuid, cookies, xsrfOf(cookiesOf(other.headers)));
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'xsrf_mismatch' } } });
    expect(cookiesOf(refused.headers)).toBe(`XSRF-TOKEN=${xsrfOf(cookies)}`);
    const healed = await refresh(signed.body.uuid, cookies, xsrfOf(cookiesOf(refused.headers)));
    expect(healed.status).toBe(200);
    expect(xsrfOf(cookiesOf(healed.headers)), 'one for the whole session').toBe(xsrfOf(cookies));
  });

  it('lets a session live on with each token, until nobody has come for its whole time [P-7.10]', async () => {
    const hours = (count: number) => server.clock.advance(count * 60 * 60 * 1000);
    const signed = await login({ stayLoggedIn: false });
    hours(11);
    const kept = await refresh(signed.body.uuid, cookiesOf(signed.headers));
    expect(kept.status).toBe(200);
    hours(11);
    const again = await refresh(signed.body.uuid, cookiesOf(kept.headers));
    expect(again.status).toBe(200);
    hours(12);
    expect(await refresh(signed.body.uuid, cookiesOf(again.headers))).toMatchObject({ status: 401 });
  });

  it('keeps answering the successor while nobody has used it: the first answer was lost on the way', async () => {
    const signed = await login({});
    const cookies = cookiesOf(signed.headers);
    const lost = await refresh(signed.body.uuid, cookies);
    server.clock.advance(600_000);
    expect((await refresh(signed.body.uuid, cookies)).body.access_token).toBe(lost.body.access_token);
  });

  it('names the account by its uuid; without one it is refused with the field [P-3.32]', async () => {
    const signed = await login({});
    const cookies = cookiesOf(signed.headers);
    const answer = await server.request('POST', '/v1/auth/refresh', {
      body: {},
      headers: { cookie: cookies, 'x-xsrf-token': xsrfOf(cookies) },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { issues: [{ path: 'body.uuid', rule: 'required' }] } },
    });
  });

  it('and sign-in keep out whom the school locked, and everybody of a locked school, with a message [P-3.20]', async () => {
    const { kysely, pool } = server.test.database;
    const school = await buildSchool(kysely, 'zeisig');
    const { id } = await buildUser(kysely, school.id, 'ida', 'STUDENT');
    const credentials = { slink: 'zeisig', username: 'ida' };
    const signed = await login(credentials);
    for (const [code, change, back, key] of [
      [
        'user_locked',
        'update users set is_locked = true where id = $1',
        'update users set is_locked = false where id = $1',
        id,
      ],
      [
        'school_locked',
        'update schools set is_locked = true where id = $1',
        'update schools set is_locked = false where id = $1',
        school.id,
      ],
    ] as const) {
      await pool.query(change, [key]);
      const refused = { status: 403, body: { error: { code, message: expect.stringMatching(/.{10}/) } } };
      expect(await login(credentials)).toMatchObject(refused);
      expect(await refresh(signed.body.uuid, cookiesOf(signed.headers))).toMatchObject(refused);
      await pool.query(back, [key]);
    }
    expect((await refresh(signed.body.uuid, cookiesOf(signed.headers))).status).toBe(200);
  });

  it('refuses a forged call without the echoed cookie [P-7.04]', async () => {
    const signed = await login({});
    const answer = await refresh(signed.body.uuid, cookiesOf(signed.headers), 'guessed');
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'xsrf_mismatch' } } });
    for (const origin of ['https://evil.example', 'null', '']) {
      const headers = { cookie: cookiesOf(signed.headers), origin };
      const foreign = await server.request('POST', '/v1/auth/refresh', { body: { uuid: signed.body.uuid }, headers });
      expect(foreign.status, origin).toBe(403);
    }
  });

  it('says invalid user id when the token belongs to somebody else [P-8.04]', async () => {
    const native = await login({ is_native: true });
    const answer = await server.request('POST', '/v1/auth/refresh?is_native=true', {
      body: { uuid: '00000000-0000-4000-8000-000000000000', refresh_token: native.body.refresh_token },
    });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'invalid_user_id' } } });
  });

  it('takes and gives the token in the body for native apps and the CLI, without a cookie [P-7.10]', async () => {
    const native = await login({ is_native: true });
    expect(native.headers.getSetCookie()).toEqual([]);
    const answer = await server.request('POST', '/v1/auth/refresh', {
      body: { uuid: native.body.uuid, refresh_token: native.body.refresh_token },
    });
    expect(answer.body).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const next = await server.request('POST', '/v1/auth/refresh', {
      body: { uuid: native.body.uuid, refresh_token: answer.body.refresh_token },
    });
    expect(next.status).toBe(200);
    expect(next.body.refresh_token).not.toBe(answer.body.refresh_token);
  });

  it('never gives the token of a cookie to scripts, whatever is_native says [P-7.10]', async () => {
    const signed = await login({ is_native: false });
    expect(signed.body).not.toHaveProperty('refresh_token');
    const cookies = cookiesOf(signed.headers);
    const ask = (query: string) =>
      server.request('POST', `/v1/auth/refresh${query}`, {
        body: { uuid: signed.body.uuid },
        headers: { cookie: cookies, 'x-xsrf-token': xsrfOf(cookies) },
      });
    expect((await ask('?is_native=perhaps')).status).toBe(422);
    for (const query of ['', '?is_native=false', '?is_native=true']) {
      const answer = await ask(query);
      expect(answer.body).not.toHaveProperty('refresh_token');
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toContain(`kreide_refresh_${signed.body.uuid}=`);
      expect(answer.text).not.toContain(/=([^;]+)/.exec(cookie)?.[1] ?? '');
    }
  });
});

describe('sign-out', () => {
  it('ends the session at once and answers redirect_uri [P-3.33] [P-7.13]', async () => {
    const token = await signIn(server, 'amsel', 'ada');
    const answer = await server.request('POST', '/v1/logout', { token, body: { device_token: null } });
    expect(answer).toMatchObject({ status: 200, body: { data: { redirect_uri: null } } });
    expect((await server.request('GET', '/v1/users/self', { token })).status).toBe(401);
  });

  it('of everything ends every session of the caller and nobody else’s [P-7.14]', async () => {
    const [one, two, other] = [
      await signIn(server, 'amsel', 'ada'),
      await signIn(server, 'amsel', 'ada'),
      await signIn(server, 'drossel', 'ada'),
    ];
    const answer = await server.request('POST', '/v1/logout-all', { token: one });
    expect(answer.body.data.sessions).toBeGreaterThanOrEqual(2);
    expect((await server.request('GET', '/v1/users/self', { token: two })).status).toBe(401);
    expect((await server.request('GET', '/v1/users/self', { token: other })).status).toBe(200);
  });
});
