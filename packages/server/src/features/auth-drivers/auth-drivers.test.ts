import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CraftedService, startCraftedService } from '../../../../../tests/support/crafted-service.ts';
import { type OpenIdPeer, startOpenIdPeer } from '../../../../../tests/support/openid-peer.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestAnswer, type TestServer } from '../../../../../tests/support/server.ts';
import { shareService } from '../../../../../tests/support/service-schools.ts';

const APP = 'https://app.school.example';
const SETTINGS = 'auth-driver/settings';
let peer: OpenIdPeer;
let crafted: CraftedService;
let server: TestServer;
let school: BuiltSchool;
let other: BuiltSchool;
let admin: string;

beforeAll(async () => {
  peer = await startOpenIdPeer([`${APP}/sso-verify/amsel`]);
  crafted = await startCraftedService();
  const allowed = ['127.0.0.0/8', peer.issuer, crafted.issuer].join(' ');
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: allowed, KREIDE_URL: APP } });
  const { kysely, pool } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  other = await buildSchool(kysely, 'drossel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  for (const name of ['ada', 'ben', 'cem']) await buildUser(kysely, school.id, name, 'TEACHER');
  await pool.query("update users set email = username || '@school.example' where role = 'TEACHER'");
});
afterAll(async () => {
  await server.stop();
  await peer[Symbol.asyncDispose]();
  await crafted[Symbol.asyncDispose]();
});
beforeEach(async () => {
  later(1);
  crafted.craft = (token) => token;
  await server.test.database.pool.query('delete from auth_driver_people; delete from sign_in_failures');
  // The clock goes on from test to test, longer than a session lasts.
  admin = await signIn(server, 'amsel', 'admin');
  await save();
});

const later = (minutes: number) => server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000));
const draft = () => ({
  name: 'Schulportal',
  issuer: peer.issuer,
  client: peer.client,
  client_secret: peer.secret as string | null | undefined,
  scope: 'openid profile email',
  match_claim: 'email',
  match_field: 'email',
  is_on: true,
  passwords: 'EVERYBODY',
});
const ask = (method: string, path: string, body?: object) =>
  server.request(method, `/v1/schools/${school.id}/${path}`, { token: admin, ...(body && { body }) });
const getDriver = async () => (await ask('GET', SETTINGS)).body.data;
async function save(change: object = {}): Promise<TestAnswer> {
  const updated_at = (await getDriver()).driver?.updated_at ?? null;
  later(1);
  return ask('PUT', SETTINGS, { ...draft(), updated_at, ...change });
}

/** What a browser keeps of the begin of a sign-in. */
async function begin(slink = 'amsel', stayLoggedIn = true) {
  const answer = await server.request('POST', '/v1/auth/service/begin', { body: { slink, stayLoggedIn } });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { answer, url: answer.body.data?.url as string, cookie };
}
const finish = (back: URL | Record<string, string>, cookie: string, slink = 'amsel') =>
  server.request('POST', '/v1/auth/service/finish', {
    body: { slink, ...(back instanceof URL ? Object.fromEntries(back.searchParams) : back) },
    headers: { cookie },
  });
/** The whole way of somebody through the service. */
async function come(who: string) {
  peer.who = who;
  const { url, cookie } = await begin();
  return finish(await peer.visit(url), cookie);
}
async function nameOf(answer: TestAnswer): Promise<string> {
  expect(answer.status, answer.text).toBe(200);
  return (await server.request('GET', '/v1/users/self', { token: answer.body.access_token })).body.data.username;
}

describe('signing in at the service of the school', () => {
  it('opens the account with the address that the service has verified, and knows the person afterwards', async () => {
    expect((await server.request('GET', '/v1/auth/ways/amsel')).body.data).toEqual({ name: 'Schulportal' });
    expect((await server.request('GET', '/v1/auth/ways/drossel')).body.data).toBeNull();
    peer.people = { 'person-1': { email: 'ADA@school.example', email_verified: true } };
    const answer = await come('person-1');
    expect(await nameOf(answer)).toBe('ada');
    expect(answer.body).toMatchObject({ username: 'ada', stay_logged_in: true, tfa_mode: '' });
    // A new name, and an address that somebody else has now: it is the same person all the same.
    peer.people = { 'person-1': { email: 'ben@school.example', email_verified: true } };
    expect(await nameOf(await come('person-1'))).toBe('ada');
    expect((await getDriver()).driver.people).toBe(1);
  });

  it('works without an address: by the username, or the key of an import, whoever is one person for certain', async () => {
    peer.people = { 'person-2': { preferred_username: 'Ben' }, 'person-3': { preferred_username: 'key-7' } };
    await save({ match_claim: 'preferred_username', match_field: 'username' });
    expect(await nameOf(await come('person-2'))).toBe('ben');
    await save({ match_claim: 'preferred_username', match_field: 'external_id' });
    const { kysely } = server.test.database;
    const users = await kysely
      .selectFrom('users')
      .select(['id', 'username'])
      .where('school_id', '=', school.id)
      .execute();
    const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? 0;
    const give = (name: string, source: string) =>
      kysely
        .insertInto('user_import_identities')
        .values({ school_id: school.id, user_id: idOf(name), source, external_id: 'key-7' })
        .execute();
    await give('cem', 'one');
    await give('cem', 'other');
    expect(await nameOf(await come('person-3'))).toBe('cem');
    await server.test.database.pool.query('delete from auth_driver_people');
    await give('ben', 'third');
    expect((await come('person-3')).body.error.code).toBe('person_unknown');
  });

  it('trusts no address that the service has not verified, and connects nobody with somebody else’s account', async () => {
    peer.people = {
      'person-4': { email: 'ada@school.example' },
      'person-5': { email: 'ada@school.example', email_verified: false },
      'person-6': { email: 'ada@school.example', email_verified: true },
      'person-7': { email: 'ada@school.example', email_verified: true },
      'person-8': { email: 'nobody@school.example', email_verified: true },
    };
    for (const who of ['person-4', 'person-5', 'person-8'])
      expect((await come(who)).body.error.code, who).toBe('person_unknown');
    expect(await nameOf(await come('person-6'))).toBe('ada');
    expect((await come('person-7')).body.error.code).toBe('person_connected');
  });

  it('takes no address of another claim, or of another source, for the one that the service has verified', async () => {
    const theirs = { email: 'own@school.example', email_verified: true };
    await save({ issuer: crafted.issuer });
    crafted.craft = ({ header, claims: { email_verified: _, ...claims } }) => ({ header, claims });
    crafted.told = { sub: 'one', ...theirs };
    const { url, cookie } = await begin();
    const { searchParams } = new URL(url);
    const values = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' };
    expect((await finish(values, cookie)).body.error?.code).toBe('person_unknown');
  });

  it('opens the new account of whoever left and came back, though the old one is known there', async () => {
    const { pool, kysely } = server.test.database;
    peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    await come('person-1');
    await pool.query("update users set deleted_at = now() where username = 'ada'");
    expect((await come('person-1')).body.error.code).toBe('person_unknown');
    const { id } = await buildUser(kysely, school.id, 'ada2', 'TEACHER');
    await pool.query("update users set email = 'ada@school.example' where id = $1", [id]);
    expect(await nameOf(await come('person-1'))).toBe('ada2');
    expect(await nameOf(await come('person-1'))).toBe('ada2');
    await pool.query('update users set deleted_at = now(), email = null where id = $1', [id]);
    await pool.query("update users set deleted_at = null where username = 'ada'");
  });

  it('asks for the second step of the account, and refuses who is locked or has ended', async () => {
    const { pool } = server.test.database;
    peer.people = { 'person-9': { email: 'cem@school.example', email_verified: true } };
    await pool.query("update users set is_tfa_enabled = true, tfa_mode = 'totp' where username = 'cem'");
    const answer = await come('person-9');
    expect(answer.body).toMatchObject({ tfa_mode: 'totp', username: 'cem' });
    expect((await server.request('GET', '/v1/users/self', { token: answer.body.access_token })).status).toBe(401);
    await pool.query(
      "update users set is_tfa_enabled = false, tfa_mode = 'email', is_locked = true where username = 'cem'",
    );
    expect((await come('person-9')).body.error.code).toBe('user_locked');
    await pool.query("update users set is_locked = false, expire_at = '2026-11-17' where username = 'cem'");
    expect((await come('person-9')).body.error.code).toBe('user_expired');
    await pool.query("update users set expire_at = null where username = 'cem'");
    expect(await nameOf(await come('person-9'))).toBe('cem');
  });

  it('knows a device that was given its token, and trusts it for the second step; a token that nobody gave is worth nothing', async () => {
    const { pool } = server.test.database;
    peer.people = { 'person-9': { email: 'cem@school.example', email_verified: true } };
    peer.who = 'person-9';
    const comeWith = async (device: string) => {
      const { url, cookie } = await begin();
      const answer = await finish(await peer.visit(url), `${cookie}; kreide_device=${device}`);
      const [, given = ''] = /kreide_device=([^;]+)/.exec(answer.headers.getSetCookie().join('\n')) ?? [];
      return { mode: answer.body.tfa_mode, given };
    };
    const devices = async () =>
      (await pool.query("select key_hash from known_senders where kind = 'device'")).rows.map(
        ({ key_hash }) => `${key_hash.toString('hex')}`,
      );
    const before = await devices();
    const { given } = await comeWith('x'.repeat(43));
    expect(given).not.toBe('x'.repeat(43));
    expect(given).toMatch(/^[\w-]{20,}$/);
    expect(await devices()).toHaveLength(before.length + 1);
    // The same device again has no second token.
    await comeWith(given);
    expect(await devices()).toHaveLength(before.length + 1);

    await pool.query("update users set is_tfa_enabled = true, tfa_mode = 'totp' where username = 'cem'");
    expect((await comeWith(given)).mode).toBe('totp');
    await pool.query(
      "update known_senders set trusted_until = $1::timestamptz + interval '1 day' where kind = 'device' and user_id = (select id from users where username = 'cem' limit 1)",
      [server.clock.now()],
    );
    expect((await comeWith(given)).mode).toBe('');
    expect((await comeWith('y'.repeat(43))).mode).toBe('totp');
    await pool.query("update users set is_tfa_enabled = false, tfa_mode = 'email' where username = 'cem'");
  });

  it('takes back only what this browser has begun, once and in time', async () => {
    peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    peer.who = 'person-1';
    const first = await begin();
    const back = await peer.visit(first.url);
    const second = await begin();
    const over = async (answer: Promise<TestAnswer>) => expect((await answer).body.error.code).toBe('sign_in_over');
    await over(finish(back, ''));
    await over(finish(back, second.cookie));
    await over(finish({ code: 'x', state: 'x' }, first.cookie));
    await over(finish(back, `${first.cookie.slice(0, -3)}abc`));
    later(15);
    await over(finish(back, first.cookie));
    later(-1);
    expect(await nameOf(await finish(back, first.cookie))).toBe('ada');
    // The service has given the code once.
    expect((await finish(back, first.cookie)).body.error.code).toBe('sign_in_refused');
    expect((await finish(back, first.cookie, 'drossel')).body.error.code).toBe('no_auth_driver');
  });

  it('goes on when the service signs with another key, and counts failures against the network', async () => {
    peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    expect(await nameOf(await come('person-1'))).toBe('ada');
    peer.rotate();
    // Keys are asked for once a minute at most: whoever comes in that minute is told to try again.
    expect((await come('person-1')).body.error.code).toBe('sign_in_refused');
    await server.test.database.pool.query('delete from sign_in_failures');
    expect(await nameOf(await come('person-1'))).toBe('ada');
    const { rows } = await server.test.database.pool.query(
      "select failures from sign_in_failures where scope = 'link'",
    );
    expect(rows.every(({ failures }) => Number(failures) === 0)).toBe(true);
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get('state') ?? '';
    expect((await finish({ code: 'made-up', state }, cookie)).body.error.code).toBe('sign_in_refused');
    const counted = await server.test.database.pool.query("select failures from sign_in_failures where scope = 'link'");
    expect(counted.rows).toMatchObject([{ failures: 1 }]);
  });

  it('believes nothing that the service has not signed for us, now, for this sign-in', async () => {
    await save({ issuer: crafted.issuer });
    const enter = async () => {
      const { url, cookie } = await begin();
      const { searchParams } = new URL(url);
      expect(searchParams.get('code_challenge_method')).toBe('S256');
      const values = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' };
      return finish(values, cookie);
    };
    expect(await nameOf(await enter())).toBe('ada');
    expect(crafted.exchanged?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
    const now = Math.floor(Date.now() / 1000);
    const wrong: Record<string, CraftedService['craft']> = {
      'another client': ({ header, claims }) => ({ header, claims: { ...claims, aud: 'other' } }),
      'another service': ({ header, claims }) => ({ header, claims: { ...claims, iss: 'https://other.example' } }),
      'long over': ({ header, claims }) => ({ header, claims: { ...claims, exp: now - 120 } }),
      'another sign-in': ({ header, claims }) => ({ header, claims: { ...claims, nonce: 'other' } }),
      'no nonce': ({ header, claims: { nonce: _, ...claims } }) => ({ header, claims }),
      'no signature': ({ claims }) => ({ header: { alg: 'none' }, claims }),
      'an unknown key': ({ header, claims }) => ({ header: { ...header, kid: 'other' }, claims }),
      'no token': () => 'nothing',
    };
    for (const [name, craft] of Object.entries(wrong)) {
      crafted.craft = craft;
      expect((await enter()).body.error?.code, name).toBe('sign_in_refused');
    }
    let genuine = '';
    crafted.craft = (token) => {
      genuine = Buffer.from(JSON.stringify({ ...token.claims, email: 'ben@school.example', sub: 'two' })).toString(
        'base64url',
      );
      return token;
    };
    expect(await nameOf(await enter())).toBe('ada');
    crafted.craft = () => `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${genuine}.c2lnbmF0dXJl`;
    expect((await enter()).body.error?.code, 'a signature of something else').toBe('sign_in_refused');
  });

  it('is of one school: neither its begin, nor who is known there counts at another', async () => {
    await using shared = await shareService(server, { from: school, to: other }, 'person-1');
    peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    expect(await nameOf(await come('person-1'))).toBe('ada');
    const { url, cookie } = await begin();
    expect((await finish(await peer.visit(url), cookie, 'drossel')).body.error.code).toBe('sign_in_over');
    expect((await save({ client: 'other' })).status).toBe(200);
    expect((await ask('DELETE', SETTINGS)).status).toBe(204);
    expect(await shared.left()).toEqual({ drivers: 1, people: 1 });
  });

  it('is neither offered nor finished where the school is locked or deactivated', async () => {
    const { pool } = server.test.database;
    const set = (values: string) => pool.query(`update schools set ${values} where id = $1`, [school.id]);
    peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    const { state } = (await pool.query('select state from schools where id = $1', [school.id])).rows[0];
    for (const values of ["state = 'DEACTIVATED'", 'is_locked = true']) {
      await set(values);
      const way = (await server.request('GET', '/v1/auth/ways/amsel')).body.data;
      const { answer } = await begin();
      await set(`state = '${state}', is_locked = false`);
      expect([way, answer.body.error?.code]).toEqual([null, 'no_auth_driver']);
    }
    expect(await nameOf(await come('person-1'))).toBe('ada');
  });

  it('keeps nothing in the browser, and stays signed in only where that was asked for', async () => {
    peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    peer.who = 'person-1';
    const { url, cookie } = await begin('amsel', false);
    const answer = await finish(await peer.visit(url), cookie);
    expect(answer.body).toMatchObject({ username: 'ada', stay_logged_in: false });
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^kreide_service=;.*Max-Age=0/i));
  });

  it('goes by the settings of now: another secret, and none that were changed meanwhile', async () => {
    peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    expect(await nameOf(await come('person-1'))).toBe('ada');
    await save({ client_secret: 'another secret of the school' });
    expect((await come('person-1')).body.error.code).toBe('auth_service_unreachable');
    await save({ issuer: crafted.issuer });
    crafted.craft = async (token) => {
      await save({ issuer: crafted.issuer, name: 'Portal' });
      return token;
    };
    const { url, cookie } = await begin();
    const { searchParams } = new URL(url);
    const values = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' };
    expect((await finish(values, cookie)).body.error?.code).toBe('sign_in_over');
  });

  it('asks again for a description that was none', async () => {
    const { description } = crafted;
    crafted.description = {};
    await save({ issuer: crafted.issuer });
    expect((await begin()).answer.body.error.code).toBe('auth_service_unreachable');
    crafted.description = description;
    // One asks for all who come within a quarter of a minute.
    server.clock.advance(14_000);
    expect((await begin()).answer.body.error.code).toBe('auth_service_unreachable');
    server.clock.advance(2000);
    expect((await begin()).answer.status).toBe(200);
  });

  it('is the only way in, where the school wants it so: never for administrators, and not while it is off', async () => {
    const passwordOf = async (username: string) => {
      const body = { slink: 'amsel', username, password: PASSWORD, stayLoggedIn: false };
      const answer = await server.request('POST', '/v1/auth/login', { body });
      return answer.body.error?.code ?? answer.status;
    };
    const both = async () => [await passwordOf('cem'), await passwordOf('ben'), await passwordOf('admin')];
    peer.people = { 'person-9': { email: 'cem@school.example', email_verified: true } };
    expect(await nameOf(await come('person-9'))).toBe('cem');
    expect(await both()).toEqual([200, 200, 200]);
    await save({ passwords: 'UNCONNECTED' });
    expect((await getDriver()).driver.passwords).toBe('UNCONNECTED');
    expect(await both()).toEqual(['password_not_used', 200, 200]);
    // A wrong password is told as one: nobody learns who is connected.
    const body = { slink: 'amsel', username: 'cem', password: 'wrong', stayLoggedIn: false };
    expect((await server.request('POST', '/v1/auth/login', { body })).body.error.code).toBe('wrong_credentials');
    await save({ passwords: 'ADMINISTRATORS' });
    expect(await both()).toEqual(['password_not_used', 'password_not_used', 200]);
    const join = { own_password: PASSWORD, slink: 'amsel', username: 'ben', password: PASSWORD };
    const joined = await server.request('POST', '/v1/users/self/joined-accounts', { token: admin, body: join });
    expect(joined.body.error?.code).toBe('password_not_used');
    await save({ passwords: 'ADMINISTRATORS', is_on: false });
    expect(await both()).toEqual([200, 200, 200]);
  });

  it('is not offered while it is off or the service is away', async () => {
    await save({ is_on: false });
    expect((await server.request('GET', '/v1/auth/ways/amsel')).body.data).toBeNull();
    expect((await begin()).answer.body.error.code).toBe('no_auth_driver');
    await save({ issuer: 'http://127.0.0.1:1' });
    expect((await begin()).answer.body.error.code).toBe('auth_service_unreachable');
    const { description } = crafted;
    for (const authorization_endpoint of ['javascript:alert(1)', undefined]) {
      crafted.description = { ...description, authorization_endpoint };
      await save({ issuer: crafted.issuer });
      const { answer } = await begin();
      expect([answer.status, answer.body.error.code]).toEqual([409, 'auth_service_unreachable']);
    }
    crafted.description = description;
  });
});

describe('the settings of the driver', () => {
  it('tell the address to enter at the service, and never the secret [T-7.118] [T-7.119]', async () => {
    const { driver, redirect_uri } = await getDriver();
    expect(redirect_uri).toBe(`${APP}/sso-verify/amsel`);
    const { client_secret, ...settings } = draft();
    expect(driver).toEqual({ ...settings, has_secret: true, people: 0, updated_at: expect.any(String) });
    await save({ client_secret: 'another secret of the school' });
    const { rows } = await server.test.database.pool.query(
      "select (select string_agg(audit_log::text, ' ') from audit_log) as log, encode(sealed_secret, 'escape') as sealed from auth_drivers",
    );
    for (const secret of [client_secret, 'another secret of the school'])
      expect(JSON.stringify(rows)).not.toContain(secret);
    expect(rows[0].log).toContain('has_new_secret');
  });

  it('send a saved secret to no other service or client, and know nobody of those any more [T-7.119]', async () => {
    peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    await come('person-1');
    const updated_at = (await getDriver()).driver.updated_at;
    const { client_secret: _, ...settings } = { ...draft(), updated_at };
    for (const change of [{ issuer: crafted.issuer }, { client: 'other' }]) {
      const answers = [
        await ask('PUT', SETTINGS, { ...settings, ...change }),
        await ask('POST', 'auth-driver/test', {
          ...settings,
          ...change,
          is_on: undefined,
          passwords: undefined,
          updated_at: undefined,
        }),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(422);
        expect(body.error.issues).toMatchObject([{ path: 'body.client_secret', rule: 'required' }]);
      }
    }
    later(1);
    expect((await ask('PUT', SETTINGS, { ...settings, name: 'Portal' })).body.data.driver).toMatchObject({ people: 1 });
    expect((await ask('PUT', SETTINGS, settings)).body.error.code).toBe('conflict');
    expect((await save({ client: 'other' })).body.data.driver.people).toBe(0);
  });

  it('are removed with the secret and who is connected [T-7.120]', async () => {
    peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    await come('person-1');
    expect((await ask('DELETE', SETTINGS)).status).toBe(204);
    expect((await ask('DELETE', SETTINGS)).status).toBe(404);
    expect((await getDriver()).driver).toBeNull();
    const { rows } = await server.test.database.pool.query('select from auth_driver_people');
    expect(rows).toEqual([]);
  });

  it('name the field that is wrong', async () => {
    const { body } = await save({ issuer: 'portal', scope: 'email', match_claim: 'upn' });
    const paths = ['issuer', 'scope', 'match_claim'].map((field) => ({ path: `body.${field}` }));
    expect(body.error.issues).toMatchObject(paths);
  });
});
