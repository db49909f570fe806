import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import type { CraftedService } from '../../../../../tests/support/crafted-service.ts';
import { buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { withSchoolService } from '../../../../../tests/support/school-service.ts';
import type { TestAnswer } from '../../../../../tests/support/server.ts';
import { shareService } from '../../../../../tests/support/service-schools.ts';

const APP = 'https://app.school.example';
const SETTINGS = 'auth-driver/settings';

const house = withSchoolService();
const { later, draft, ask, getDriver, save, begin, finish, come, nameOf } = house;

describe('signing in at the service of the school', () => {
  it('opens the account with the address that the service has verified, and knows the person afterwards', async () => {
    expect((await house.server.request('GET', '/v1/auth/ways/amsel')).body.data).toEqual({
      name: 'Schulportal',
      method: 'OIDC',
    });
    expect((await house.server.request('GET', '/v1/auth/ways/drossel')).body.data).toBeNull();
    house.peer.people = { 'person-1': { email: 'ADA@school.example', email_verified: true } };
    const answer = await come('person-1');
    expect(await nameOf(answer)).toBe('ada');
    expect(answer.body).toMatchObject({ username: 'ada', stay_logged_in: true, tfa_mode: '' });
    // A new name, and an address that somebody else has now: it is the same person all the same.
    house.peer.people = { 'person-1': { email: 'ben@school.example', email_verified: true } };
    expect(await nameOf(await come('person-1'))).toBe('ada');
    expect((await getDriver()).driver.people).toBe(1);
  });

  it('works without an address: by the username, or the key of an import, whoever is one person for certain', async () => {
    house.peer.people = { 'person-2': { preferred_username: 'Ben' }, 'person-3': { preferred_username: 'key-7' } };
    await save({ match_claim: 'preferred_username', match_field: 'username' });
    expect(await nameOf(await come('person-2'))).toBe('ben');
    await save({ match_claim: 'preferred_username', match_field: 'external_id' });
    const { kysely } = house.server.test.database;
    const users = await kysely
      .selectFrom('users')
      .select(['id', 'username'])
      .where('school_id', '=', house.school.id)
      .execute();
    const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? 0;
    const give = (name: string, source: string) =>
      kysely
        .insertInto('user_import_identities')
        .values({ school_id: house.school.id, user_id: idOf(name), source, external_id: 'key-7' })
        .execute();
    await give('cem', 'one');
    await give('cem', 'other');
    expect(await nameOf(await come('person-3'))).toBe('cem');
    await house.server.test.database.pool.query('delete from auth_driver_people');
    await give('ben', 'third');
    expect((await come('person-3')).body.error.code).toBe('person_unknown');
  });

  it('trusts no address that the service has not verified, and connects nobody with somebody else’s account', async () => {
    house.peer.people = {
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
    await save({ issuer: house.crafted.issuer });
    house.crafted.craft = ({ header, claims: { email_verified: _, ...claims } }) => ({ header, claims });
    house.crafted.told = { sub: 'one', ...theirs };
    const { url, cookie } = await begin();
    const { searchParams } = new URL(url);
    const values = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' };
    expect((await finish(values, cookie)).body.error?.code).toBe('person_unknown');
  });

  it('opens the new account of whoever left and came back, though the old one is known there', async () => {
    const { pool, kysely } = house.server.test.database;
    house.peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    await come('person-1');
    await pool.query("update users set deleted_at = now() where username = 'ada'");
    expect((await come('person-1')).body.error.code).toBe('person_unknown');
    const { id } = await buildUser(kysely, house.school.id, 'ada2', 'TEACHER');
    await pool.query("update users set email = 'ada@school.example' where id = $1", [id]);
    expect(await nameOf(await come('person-1'))).toBe('ada2');
    expect(await nameOf(await come('person-1'))).toBe('ada2');
    await pool.query('update users set deleted_at = now(), email = null where id = $1', [id]);
    await pool.query("update users set deleted_at = null where username = 'ada'");
  });

  it('asks for the second step of the account, and refuses who is locked or has ended', async () => {
    const { pool } = house.server.test.database;
    house.peer.people = { 'person-9': { email: 'cem@school.example', email_verified: true } };
    await pool.query("update users set is_tfa_enabled = true, tfa_mode = 'totp' where username = 'cem'");
    const answer = await come('person-9');
    expect(answer.body).toMatchObject({ tfa_mode: 'totp', username: 'cem' });
    expect((await house.server.request('GET', '/v1/users/self', { token: answer.body.access_token })).status).toBe(401);
    await pool.query(
      "update users set is_tfa_enabled = false, tfa_mode = 'email', is_locked = true where username = 'cem'",
    );
    expect((await come('person-9')).body.error.code).toBe('user_locked');
    await pool.query("update users set is_locked = false, expire_at = '2026-11-17' where username = 'cem'");
    expect((await come('person-9')).body.error.code).toBe('user_expired');
    await pool.query("update users set expire_at = null where username = 'cem'");
    expect(await nameOf(await come('person-9'))).toBe('cem');
  });

  it('takes back only what this browser has begun, once and in time', async () => {
    house.peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    house.peer.who = 'person-1';
    const first = await begin();
    const back = await house.peer.visit(first.url);
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
    house.peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    expect(await nameOf(await come('person-1'))).toBe('ada');
    house.peer.rotate();
    // Keys are asked for once a minute at most: whoever comes in that minute is told to try again.
    expect((await come('person-1')).body.error.code).toBe('sign_in_refused');
    await house.server.test.database.pool.query('delete from sign_in_failures');
    expect(await nameOf(await come('person-1'))).toBe('ada');
    const { rows } = await house.server.test.database.pool.query(
      "select failures from sign_in_failures where scope = 'link'",
    );
    expect(rows.every(({ failures }) => Number(failures) === 0)).toBe(true);
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get('state') ?? '';
    expect((await finish({ code: 'made-up', state }, cookie)).body.error.code).toBe('sign_in_refused');
    const counted = await house.server.test.database.pool.query(
      "select failures from sign_in_failures where scope = 'link'",
    );
    expect(counted.rows).toMatchObject([{ failures: 1 }]);
  });

  it('believes nothing that the service has not signed for us, now, for this sign-in', async () => {
    await save({ issuer: house.crafted.issuer });
    const enter = async () => {
      const { url, cookie } = await begin();
      const { searchParams } = new URL(url);
      expect(searchParams.get('code_challenge_method')).toBe('S256');
      const values = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' };
      return finish(values, cookie);
    };
    expect(await nameOf(await enter())).toBe('ada');
    expect(house.crafted.exchanged?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
    const now = Math.floor(Date.now() / 1000);
    // The clocks of two machines differ.
    house.crafted.craft = ({ header, claims }) => ({ header, claims: { ...claims, exp: now - 30, nbf: now + 30 } });
    expect(await nameOf(await enter())).toBe('ada');
    const wrong: Record<string, CraftedService['craft']> = {
      'another client': ({ header, claims }) => ({ header, claims: { ...claims, aud: 'other' } }),
      'another service': ({ header, claims }) => ({ header, claims: { ...claims, iss: 'https://other.example' } }),
      'not good yet': ({ header, claims }) => ({ header, claims: { ...claims, nbf: now + 120 } }),
      'long over': ({ header, claims }) => ({ header, claims: { ...claims, exp: now - 120 } }),
      'another sign-in': ({ header, claims }) => ({ header, claims: { ...claims, nonce: 'other' } }),
      'no nonce': ({ header, claims: { nonce: _, ...claims } }) => ({ header, claims }),
      'no signature': ({ claims }) => ({ header: { alg: 'none' }, claims }),
      'an unknown key': ({ header, claims }) => ({ header: { ...header, kid: 'other' }, claims }),
      'no token': () => 'nothing',
    };
    for (const [name, craft] of Object.entries(wrong)) {
      house.crafted.craft = craft;
      expect((await enter()).body.error?.code, name).toBe('sign_in_refused');
    }
    let genuine = '';
    house.crafted.craft = (token) => {
      genuine = Buffer.from(JSON.stringify({ ...token.claims, email: 'ben@school.example', sub: 'two' })).toString(
        'base64url',
      );
      return token;
    };
    expect(await nameOf(await enter())).toBe('ada');
    house.crafted.craft = () => `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${genuine}.c2lnbmF0dXJl`;
    expect((await enter()).body.error?.code, 'a signature of something else').toBe('sign_in_refused');
  });

  it('is of one school: neither its begin, nor who is known there counts at another', async () => {
    await using shared = await shareService(house.server, { from: house.school, to: house.other }, 'person-1');
    house.peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    expect(await nameOf(await come('person-1'))).toBe('ada');
    const { url, cookie } = await begin();
    expect((await finish(await house.peer.visit(url), cookie, 'drossel')).body.error.code).toBe('sign_in_over');
    expect((await save({ client: 'other' })).status).toBe(200);
    expect((await ask('DELETE', SETTINGS)).status).toBe(204);
    expect(await shared.left()).toEqual({ drivers: 1, people: 1 });
  });

  it('is neither offered nor finished where the school is locked or deactivated', async () => {
    const { pool } = house.server.test.database;
    const set = (values: string) => pool.query(`update schools set ${values} where id = $1`, [house.school.id]);
    house.peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    const { state } = (await pool.query('select state from schools where id = $1', [house.school.id])).rows[0];
    for (const values of ["state = 'DEACTIVATED'", 'is_locked = true']) {
      await set(values);
      const way = (await house.server.request('GET', '/v1/auth/ways/amsel')).body.data;
      const { answer } = await begin();
      await set(`state = '${state}', is_locked = false`);
      expect([way, answer.body.error?.code]).toEqual([null, 'no_auth_driver']);
    }
    expect(await nameOf(await come('person-1'))).toBe('ada');
  });

  it('keeps nothing in the browser, and stays signed in only where that was asked for', async () => {
    house.peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    house.peer.who = 'person-1';
    const { url, cookie } = await begin('amsel', false);
    const answer = await finish(await house.peer.visit(url), cookie);
    expect(answer.body).toMatchObject({ username: 'ada', stay_logged_in: false });
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^kreide_service=;.*Max-Age=0/i));
  });

  it('goes by the settings of now: another secret, and none that were changed meanwhile', async () => {
    house.peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    expect(await nameOf(await come('person-1'))).toBe('ada');
    await save({ client_secret: 'another secret of the school' });
    expect((await come('person-1')).body.error.code).toBe('auth_service_unreachable');
    await save({ issuer: house.crafted.issuer });
    house.crafted.craft = async (token) => {
      await save({ issuer: house.crafted.issuer, name: 'Portal' });
      return token;
    };
    const { url, cookie } = await begin();
    const { searchParams } = new URL(url);
    const values = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' };
    expect((await finish(values, cookie)).body.error?.code).toBe('sign_in_over');
  });

  it('is not offered while it is off or the service is away', async () => {
    await save({ is_on: false });
    expect((await house.server.request('GET', '/v1/auth/ways/amsel')).body.data).toBeNull();
    expect((await begin()).answer.body.error.code).toBe('no_auth_driver');
    await save({ issuer: 'http://127.0.0.1:1' });
    expect((await begin()).answer.body.error.code).toBe('auth_service_unreachable');
    const { description } = house.crafted;
    for (const authorization_endpoint of ['javascript:alert(1)', undefined]) {
      house.crafted.description = { ...description, authorization_endpoint };
      await save({ issuer: house.crafted.issuer });
      const { answer } = await begin();
      expect([answer.status, answer.body.error.code]).toEqual([409, 'auth_service_unreachable']);
    }
    house.crafted.description = description;
  });
});

describe('the settings of the driver', () => {
  it('tell the address to enter at the service, and never the secret [T-7.118] [T-7.119]', async () => {
    const { driver, redirect_uri } = await getDriver();
    expect(redirect_uri).toBe(`${APP}/sso-verify/amsel`);
    const { client_secret, ...settings } = draft();
    expect(driver).toEqual({ ...settings, has_secret: true, people: 0, updated_at: expect.any(String) });
    await save({ client_secret: 'another secret of the school' });
    const { rows } = await house.server.test.database.pool.query(
      "select (select string_agg(audit_log::text, ' ') from audit_log) as log, encode(sealed_secret, 'escape') as sealed from auth_drivers",
    );
    for (const secret of [client_secret, 'another secret of the school'])
      expect(JSON.stringify(rows)).not.toContain(secret);
    expect(rows[0].log).toContain('has_new_secret');
  });

  it('send a saved secret to no other service or client, and know nobody of those any more [T-7.119]', async () => {
    house.peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    await come('person-1');
    const updated_at = (await getDriver()).driver.updated_at;
    const { client_secret: _, ...settings } = { ...draft(), updated_at };
    for (const change of [{ issuer: house.crafted.issuer }, { client: 'other' }]) {
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

  it('go to another address only with the password of the administrator, and a code of their second step [T-7.119]', async () => {
    const issue = async (change: object) => (await save(change)).body.error?.issues?.[0];
    const other = { issuer: house.crafted.issuer };
    // Neither the name of the service nor who may use a password is an address.
    expect((await save({ name: 'Portal', password: undefined })).status).toBe(200);
    expect(await issue({ ...other, password: undefined })).toMatchObject({ path: 'body.password' });
    expect(await issue({ ...other, password: 'not mine' })).toMatchObject({ rule: 'current_password' });
    expect((await save(other)).status).toBe(200);
    const { pool } = house.server.test.database;
    const owner = "where username = 'admin' and school_id = (select id from schools where slink = 'amsel')";
    const token = await signIn(house.server, 'amsel', 'admin');
    const step = '/v1/users/self/2fa';
    const own = (method: 'POST' | 'PUT', path: string, body: object) =>
      house.server.request(method, `${step}${path}`, { token, body });
    const { key } = (await own('POST', '/setup', { mode: 'totp' })).body.data.totp;
    const codeIn = (minutes: number) => {
      const timestamp = house.server.clock.now().getTime() + minutes * 60_000;
      return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp });
    };
    const on = { password: PASSWORD, is_enabled: true, mode: 'totp', new_code: codeIn(0) };
    expect((await own('PUT', '', on)).status).toBe(200);
    expect(await issue({})).toMatchObject({ path: 'body.code', rule: 'code' });
    expect(await issue({ code: '000000' })).toMatchObject({ path: 'body.code', rule: 'wrong_code' });
    expect((await getDriver()).driver.issuer).toBe(house.crafted.issuer);
    // Saving is a minute later.
    expect((await save({ code: codeIn(1) })).status).toBe(200);
    expect((await getDriver()).driver.issuer).toBe(house.peer.issuer);
    await pool.query(`update users set is_tfa_enabled = false, tfa_mode = 'email' ${owner}`);
    // What was removed is another address when it is back.
    expect((await ask('DELETE', SETTINGS)).status).toBe(204);
    expect(await issue({ password: undefined })).toMatchObject({ path: 'body.password' });
    expect((await save()).status).toBe(200);
  });

  it('are removed with the secret and who is connected [T-7.120]', async () => {
    house.peer.people = { 'person-1': { email: 'ada@school.example', email_verified: true } };
    await come('person-1');
    expect((await ask('DELETE', SETTINGS)).status).toBe(204);
    expect((await ask('DELETE', SETTINGS)).status).toBe(404);
    expect((await getDriver()).driver).toBeNull();
    const { rows } = await house.server.test.database.pool.query('select from auth_driver_people');
    expect(rows).toEqual([]);
  });

  it('name the field that is wrong', async () => {
    const { body } = await save({ issuer: 'portal', scope: 'email', match_claim: 'upn' });
    const paths = ['issuer', 'scope', 'match_claim'].map((field) => ({ path: `body.${field}` }));
    expect(body.error.issues).toMatchObject(paths);
  });
});
