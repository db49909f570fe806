import { createHmac, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { buildUser, PASSWORD, signIn } from '../../../../../../tests/support/people.ts';
import { withSchoolService } from '../../../../../../tests/support/school-service.ts';
import { createSeal } from '../../../kernel/config/seal.ts';
import { pruneTold } from '../queries/told.ts';
import type { DriverRow } from '../queries.ts';
import { type Reply, takeWayOut } from '../way-out.ts';
import { LOGOUT_EVENT } from './logout-token.ts';
import { keepOpenIdWayOut, openIdPageOf } from './sign-out.ts';

const house = withSchoolService();

const tell = (logout_token: string, slink = 'amsel') =>
  fetch(`${house.server.url}/v1/auth/openid/${slink}/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token }),
  });
const isOpen = async (token: string) => (await house.server.request('GET', '/v1/users/self', { token })).status === 200;
const seconds = () => Math.floor(Date.now() / 1000);

/** What the crafted service would say of a session that has ended. */
const claims = (change: object = {}) => ({
  iss: house.crafted.issuer,
  aud: 'kreide',
  iat: seconds(),
  exp: seconds() + 120,
  jti: randomUUID(),
  sid: 'session-1',
  events: { [LOGOUT_EVENT]: {} },
  ...change,
});
const sign = (change: object = {}, header: Record<string, unknown> = {}) =>
  house.crafted.sign({ header, claims: claims(change) });

/** Somebody comes from the crafted service, by one of its sessions. */
async function comeBy(said: object): Promise<string> {
  house.crafted.craft = ({ header, claims: given }) => ({ header, claims: { ...given, ...said } });
  const { url, cookie } = await house.begin();
  const { searchParams } = new URL(url);
  const values = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' };
  const answer = await house.finish(values, cookie);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.access_token;
}

describe('signing out at a service of OpenID Connect', () => {
  it('leads on to its page, which ends the session there and leads back; only in the browser that came from there [T-2.104]', async () => {
    const { peer, server } = house;
    peer.logout = {
      redirects: ['https://app.school.example/post-logout'],
      told: `${server.url}/v1/auth/openid/amsel/backchannel-logout`,
    };
    peer.rotate();
    house.later(1);
    await house.save();
    expect((await house.getDriver()).openid).toEqual({
      post_logout_uri: 'https://app.school.example/post-logout',
      backchannel_uri: 'https://app.school.example/v1/auth/openid/amsel/backchannel-logout',
    });
    peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    const first = await house.come('person-1');
    const second = await house.come('person-1');
    const cookieOf = (answer: typeof first) =>
      answer.headers
        .getSetCookie()
        .find((line) => line.startsWith('kreide_service_') && line.includes('Path=/v1/logout'))
        ?.split(';')[0] ?? '';
    const leave = async (answer: typeof first, cookie: string) =>
      (await server.request('POST', '/v1/logout', { token: answer.body.access_token, headers: { cookie } })).body.data
        .redirect_uri;
    expect(await leave(first, '')).toBeNull();
    const page = await leave(second, cookieOf(second));
    const { origin, searchParams } = new URL(page);
    expect([origin, searchParams.get('client_id')]).toEqual([peer.issuer, peer.client]);
    expect(searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect(`${await peer.leave(page)}`).toBe('https://app.school.example/post-logout');
  });

  it('ends the session here, and no other, when it ends at the service', async () => {
    const { peer } = house;
    const first = await house.come('person-1');
    const second = await house.come('person-1');
    const byPassword = await signIn(house.server, 'amsel', 'ada');
    const tokens = [first.body.access_token, second.body.access_token, byPassword];
    expect(await Promise.all(tokens.map(isOpen))).toEqual([true, true, true]);
    // In the browser of the second.
    await peer.leave(`${peer.issuer}/session/end`);
    await expect.poll(() => Promise.all(tokens.map(isOpen))).toEqual([true, false, true]);
    const { rows } = await house.server.test.database.pool.query(
      "select origin, entity from audit_log where action like '%signed_out%' or action like '%signedOut%'",
    );
    expect(rows).toEqual([{ origin: 'system', entity: 'users' }]);
  });
});

describe('what a service tells of sessions that have ended', () => {
  it('ends those of one session, or all by which somebody came from there, and second steps that are open', async () => {
    const { pool } = house.server.test.database;
    await house.save({ issuer: house.crafted.issuer });
    const one = await comeBy({ sid: 'session-1' });
    const other = await comeBy({ sid: 'session-2' });
    const unnamed = await comeBy({});
    const byPassword = await signIn(house.server, 'amsel', 'ada');
    const all = () => Promise.all([one, other, unnamed, byPassword].map(isOpen));
    const said = await tell(sign({ sid: 'session-1' }));
    expect([said.status, said.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await all()).toEqual([false, true, true, true]);
    expect((await tell(sign({ sid: 'session-2', sub: 'somebody else' }))).status).toBe(200);
    expect(await all()).toEqual([false, true, true, true]);
    await pool.query("update users set is_tfa_enabled = true, tfa_mode = 'totp' where username = 'ada'");
    await comeBy({ sid: 'session-3' });
    const steps = async () => (await pool.query('select service_sid from second_steps')).rows;
    expect(await steps()).toEqual([{ service_sid: 'session-3' }]);
    expect((await tell(sign({ sid: undefined, sub: 'one' }))).status).toBe(200);
    expect([await all(), await steps()]).toEqual([[false, false, false, true], []]);
    await pool.query("update users set is_tfa_enabled = false, tfa_mode = 'email' where username = 'ada'");
  });

  it('ends nobody else by the same word: of another account, another school, or whoever came another way', async () => {
    const { server, other } = house;
    const { kysely, pool } = server.test.database;
    await house.save({ issuer: house.crafted.issuer });
    const ada = await comeBy({ sid: 'session-1' });
    const ben = await comeBy({ sub: 'two', email: 'ben@school.example', sid: 'session-1' });
    await buildUser(kysely, other.id, 'eve', 'TEACHER');
    const eve = await signIn(server, 'drossel', 'eve');
    await pool.query("update sessions set service_sid = 'session-1' where school_id = $1", [other.id]);
    const long = await comeBy({ sub: 'three', email: 'cem@school.example', sid: 'x'.repeat(501) });
    const all = () => Promise.all([ada, ben, eve, long].map(isOpen));
    for (const said of [
      { sub: 'one', sid: 'session-1' },
      { sub: 'one', sid: undefined },
    ]) {
      expect((await tell(sign(said))).status).toBe(200);
      expect(await all()).toEqual([false, true, true, true]);
    }
    expect((await tell(sign())).status).toBe(200);
    expect(await all()).toEqual([false, false, true, true]);
    // A name that is too long to be kept is none, and nobody ends those without a name by none.
    for (const sid of ['', 'x'.repeat(501)]) expect((await tell(sign({ sid }))).status).toBe(400);
    expect(await isOpen(long)).toBe(true);
    // By the name that an account had which has become one with this.
    await pool.query(
      "insert into former_keys (school_id, source, key, user_id) select school_id, ':service', 'before', id from users where username = 'cem'",
    );
    expect((await tell(sign({ sub: 'before', sid: undefined }))).status).toBe(200);
    expect(await isOpen(long)).toBe(false);
  });

  it('ends the session of somebody who has done their second step here', async () => {
    const { server } = house;
    const settings = '/v1/users/self/2fa';
    const byPassword = await signIn(server, 'amsel', 'ben');
    const asked = await server.request('POST', `${settings}/setup`, { token: byPassword, body: { mode: 'totp' } });
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(asked.body.data.totp.key) }).generate({
        timestamp: server.clock.now().getTime(),
      });
    const body = { password: PASSWORD, is_enabled: true, mode: 'totp', new_code: codeNow() };
    expect((await server.request('PUT', settings, { token: byPassword, body })).status).toBe(200);
    house.later(1);
    await house.save({ issuer: house.crafted.issuer });
    const step = await comeBy({ sub: 'two', email: 'ben@school.example', sid: 'session-2' });
    const done = await server.request('POST', settings, { body: { token: step, code: codeNow() } });
    expect(done.status, done.text).toBe(200);
    expect(await isOpen(done.body.access_token)).toBe(true);
    expect((await tell(sign({ sid: 'session-2' }))).status).toBe(200);
    expect(await isOpen(done.body.access_token)).toBe(false);
  });

  it('is believed only where it has signed it for us, now and once', async () => {
    await house.save({ issuer: house.crafted.issuer });
    const token = await comeBy({ sid: 'session-1' });
    const plain = (header: object, signature: string) => {
      const content = [header, claims()].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
      return `${content.join('.')}.${signature}`;
    };
    const keyed = () => {
      const content = plain({ alg: 'HS256' }, '').slice(0, -1);
      return `${content}.${createHmac('sha256', house.peer.secret).update(content).digest('base64url')}`;
    };
    const [head, , tail] = sign().split('.');
    const moved = `${head}.${Buffer.from(JSON.stringify(claims({ sid: 'session-2' }))).toString('base64url')}.${tail}`;
    const wrong: Record<string, string> = {
      'alg none': plain({ alg: 'none' }, ''),
      'alg none, with something behind': plain({ alg: 'none' }, 'c2ln'),
      unsigned: plain({ alg: 'RS256' }, ''),
      'by a secret': keyed(),
      'a signature of something else': moved,
      'an unknown key': sign({}, { kid: 'other' }),
      'another audience': sign({ aud: 'other' }),
      'another issuer': sign({ iss: 'https://other.example' }),
      'a nonce': sign({ nonce: 'n' }),
      'no event': sign({ events: undefined }),
      'another event': sign({ events: { 'https://other.example': {} } }),
      'an event that is a word': sign({ events: { [LOGOUT_EVENT]: 'yes' } }),
      'events as a list': sign({ events: [LOGOUT_EVENT] }),
      'no name': sign({ jti: undefined }),
      'no time': sign({ iat: undefined }),
      'long ago': sign({ iat: seconds() - 400 }),
      'not yet': sign({ iat: seconds() + 120 }),
      over: sign({ exp: seconds() - 120 }),
      nobody: sign({ sid: undefined, sub: undefined }),
      'a list of people': sign({ sub: ['one'] }),
      'of another kind': sign({}, { typ: 'at+jwt' }),
      nothing: '',
      'no token': 'x.y.z',
    };
    for (const [name, logout_token] of Object.entries(wrong)) {
      await house.server.test.database.pool.query('delete from sign_in_failures');
      const answer = await tell(logout_token);
      expect([answer.status, await answer.json()], name).toEqual([400, { error: 'invalid_request' }]);
    }
    // An ID token of a sign-in is none of these, with a nonce or without.
    expect(
      (await tell(house.crafted.sign({ header: {}, claims: { ...claims(), events: undefined, nonce: 'n' } }))).status,
    ).toBe(400);
    const once = sign();
    expect((await tell(once, 'drossel')).status).toBe(404);
    expect(await isOpen(token)).toBe(true);
    const twice = new URLSearchParams([once, once].map((one) => ['logout_token', one]));
    const address = `${house.server.url}/v1/auth/openid/amsel/backchannel-logout`;
    expect((await fetch(address, { method: 'POST', body: twice })).status).toBe(400);
    expect(await isOpen(token)).toBe(true);
    await house.server.test.database.pool.query('delete from sign_in_failures');
    expect((await tell(once)).status).toBe(200);
    const counted = await house.server.test.database.pool.query('select from sign_in_failures where failures > 0');
    expect(counted.rowCount).toBe(0);
    // It is remembered longer than it is believed.
    const { kysely } = house.server.test.database;
    const after = (seconds: number) => pruneTold(kysely, new Date(house.server.clock.now().getTime() + seconds * 1000));
    await after(360);
    expect(await isOpen(token)).toBe(false);
    const next = await comeBy({ sid: 'session-1' });
    expect((await tell(once)).status).toBe(400);
    expect(await isOpen(next)).toBe(true);
    const { rows } = await house.server.test.database.pool.query('select * from auth_driver_told');
    expect(JSON.stringify(rows)).not.toContain('session-1');
    expect(await after(1081)).toBe(rows.length);
  });

  it('is counted against the network where it is not believed', async () => {
    const { pool } = house.server.test.database;
    await house.save({ issuer: house.crafted.issuer });
    await pool.query('delete from sign_in_failures');
    const statuses = new Set<number>();
    for (let n = 0; n < 400 && !statuses.has(429); n += 1) statuses.add((await tell('x.y.z')).status);
    expect([...statuses]).toEqual([400, 429]);
    await pool.query('delete from sign_in_failures');
  });
});

it('nobody is led to a page but that of the service that they came from, whatever the browser keeps', () => {
  const driver = { method: 'OIDC', issuer: 'https://id.example', client: 'kreide' } as DriverRow;
  const { issuer, client } = driver;
  const way = {
    school_id: 1,
    user_id: 2,
    issuer,
    client,
    end_session_endpoint: 'https://id.example/end?a=b',
    id_token: 'x',
  };
  const page = (change: object = {}, of: object = {}) =>
    openIdPageOf({ appUrl: () => 'https://app.example/' }, { ...driver, ...of }, { ...way, ...change });
  const back = 'post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fpost-logout';
  const address = `https://id.example/end?a=b&client_id=kreide&${back}`;
  expect(page({ id_token: null })).toBe(address);
  expect(page()).toBe(`${address}&id_token_hint=x`);
  for (const change of [
    { issuer: 'https://other.example' },
    { client: 'other' },
    { end_session_endpoint: null },
    { end_session_endpoint: 'javascript:alert(1)' },
    { end_session_endpoint: '/end' },
    { id_token: undefined },
  ])
    expect(page(change), JSON.stringify(change)).toBeNull();
  expect(page({}, { method: 'SAML' })).toBeNull();
});

it('what the browser keeps of it fits into a cookie, and is of one account alone', () => {
  const seal = createSeal('a secret of the server that is long enough');
  const cookies: Record<string, string> = {};
  const reply = {
    setCookie: (name: string, value: string) => Object.assign(cookies, { [name]: value }),
    clearCookie: (name: string) => void delete cookies[name],
  } as unknown as Reply;
  const [ada, ben] = ['ada', 'ben'].map((user_uuid, index) => ({ school_id: 1, user_id: index, user_uuid }));
  if (!ada || !ben) throw new Error('nobody');
  const way = { issuer: 'https://id.example', client: 'kreide', end_session_endpoint: 'https://id.example/end' };
  for (const [id_token, kept] of [
    ['x'.repeat(2000), 'x'.repeat(2000)],
    ['x'.repeat(4000), null],
  ] as const) {
    keepOpenIdWayOut(seal, reply, ada, { ...way, id_token }, false);
    const value = cookies.kreide_service_ada ?? '';
    expect(value.length).toBeLessThan(3900);
    expect(takeWayOut(seal, { kreide_service_ben: value }, reply, ben)).toBeNull();
    expect(takeWayOut(seal, { kreide_service_ada: value }, reply, { ...ada, school_id: 2 })).toBeNull();
    expect(takeWayOut(seal, { kreide_service_ada: value }, reply, ada)).toMatchObject({ ...way, id_token: kept });
    expect(cookies).toEqual({});
  }
  keepOpenIdWayOut(seal, reply, ada, { ...way, end_session_endpoint: null, id_token: 'x' }, false);
  expect(cookies).toEqual({});
});
