import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../../../tests/support/people.ts';
import { withSchoolService } from '../../../../../tests/support/school-service.ts';

const house = withSchoolService();
const { getDriver, save, begin, finish, come, nameOf } = house;

describe('whoever comes through the service of the school', () => {
  it('knows a device that was given its token, and trusts it for the second step; a token that nobody gave is worth nothing', async () => {
    const { pool } = house.server.test.database;
    house.peer.people = { 'person-9': { email: 'cem@school.example', email_verified: true } };
    house.peer.who = 'person-9';
    const comeWith = async (device: string) => {
      const { url, cookie } = await begin();
      const answer = await finish(await house.peer.visit(url), `${cookie}; kreide_device=${device}`);
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
      [house.server.clock.now()],
    );
    expect((await comeWith(given)).mode).toBe('');
    expect((await comeWith('y'.repeat(43))).mode).toBe('totp');
    await pool.query("update users set is_tfa_enabled = false, tfa_mode = 'email' where username = 'cem'");
  });

  it('asks again for a description that was none', async () => {
    const { description } = house.crafted;
    house.crafted.description = {};
    await save({ issuer: house.crafted.issuer });
    expect((await begin()).answer.body.error.code).toBe('auth_service_unreachable');
    house.crafted.description = description;
    // One asks for all who come within a quarter of a minute.
    house.server.clock.advance(14_000);
    expect((await begin()).answer.body.error.code).toBe('auth_service_unreachable');
    house.server.clock.advance(2000);
    expect((await begin()).answer.status).toBe(200);
  });

  it('is the only way in, where the school wants it so: never for administrators, and not while it is off', async () => {
    const passwordOf = async (username: string) => {
      const body = { slink: 'amsel', username, password: PASSWORD, stayLoggedIn: false };
      const answer = await house.server.request('POST', '/v1/auth/login', { body });
      return answer.body.error?.code ?? answer.status;
    };
    const both = async () => [await passwordOf('cem'), await passwordOf('ben'), await passwordOf('admin')];
    house.peer.people = { 'person-9': { email: 'cem@school.example', email_verified: true } };
    expect(await nameOf(await come('person-9'))).toBe('cem');
    expect(await both()).toEqual([200, 200, 200]);
    await save({ passwords: 'UNCONNECTED' });
    expect((await getDriver()).driver.passwords).toBe('UNCONNECTED');
    expect(await both()).toEqual(['password_not_used', 200, 200]);
    const { rows } = await house.server.test.database.pool.query(
      "select after->>'passwords' as passwords from audit_log where entity = 'auth_drivers' order by seq desc limit 1",
    );
    expect(rows).toEqual([{ passwords: 'UNCONNECTED' }]);
    // The right password is no failed attempt, however often it is tried.
    for (let times = 0; times < 12; times += 1) expect(await passwordOf('cem')).toBe('password_not_used');
    // A wrong password is told as one: nobody learns who is connected.
    const body = { slink: 'amsel', username: 'cem', password: 'wrong', stayLoggedIn: false };
    expect((await house.server.request('POST', '/v1/auth/login', { body })).body.error.code).toBe('wrong_credentials');
    await save({ passwords: 'ADMINISTRATORS' });
    expect(await both()).toEqual(['password_not_used', 'password_not_used', 200]);
    const join = { own_password: PASSWORD, slink: 'amsel', username: 'ben', password: PASSWORD };
    const joined = await house.server.request('POST', '/v1/users/self/joined-accounts', {
      token: house.admin,
      body: join,
    });
    expect(joined.body.error?.code).toBe('password_not_used');
    await save({ passwords: 'ADMINISTRATORS', is_on: false });
    expect(await both()).toEqual([200, 200, 200]);
  });
});

it('a school that is not there, one without a service and one whose service is off are told nothing apart, by whatever way somebody asks', async () => {
  const { server, other } = house;
  await save({ is_on: false });
  const unknown = '00000000-0000-4000-8000-000000000000';
  const bodyOf = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, '');
  const asked = async (slink: string, uuid: string) => {
    const answers = [
      await server.request('GET', `/v1/auth/ways/${slink}`),
      await server.request('POST', '/v1/auth/service/begin', { body: { slink, stayLoggedIn: false } }),
      await server.request('POST', '/v1/auth/login-idm', {
        body: { slink, username: 'ada', password: PASSWORD, stayLoggedIn: false },
      }),
      await server.request('GET', `/v1/openid/${uuid}/.well-known/openid-configuration`),
      await server.request('GET', `/v1/scim/v2/${uuid}/Users`, { token: 'kreide_scim_guessed' }),
    ];
    return answers.map((answer) => [answer.status, bodyOf(answer).replaceAll(uuid, 'uuid')]);
  };
  const nobody = await asked('nobody', unknown);
  expect(nobody.map(([status]) => status)).toEqual([200, 409, 409, 404, 401]);
  for (const { slink, uuid } of [house.school, other]) expect(await asked(slink, uuid), slink).toEqual(nobody);
});
