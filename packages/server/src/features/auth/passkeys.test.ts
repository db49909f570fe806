import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../../../tests/support/authenticator.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
const ORIGIN = 'https://kreide.example';
const PLACE = { rpId: 'kreide.example', origin: ORIGIN };
const SETTINGS = '/v1/users/self/2fa';

beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_URL: ORIGIN } });
  for (const slink of ['amsel', 'drossel']) await buildSchool(server.test.database.kysely, slink);
});
afterAll(() => server.stop());
beforeEach(() => server.test.database.pool.query('delete from sign_in_failures'));

let people = 0;
/** Somebody with a passkey. */
async function buildPerson(place = PLACE) {
  people += 1;
  const username = `ada${people}`;
  const { kysely } = server.test.database;
  const school = await kysely.selectFrom('schools').select('id').where('slink', '=', 'amsel').executeTakeFirstOrThrow();
  await buildUser(kysely, school.id, username, 'TEACHER');
  const token = await signIn(server, 'amsel', username);
  const authenticator = createAuthenticator();
  const options = await prepare(token);
  const made = await add(token, authenticator.make(options.body.data.challenge, place));
  return { username, token, authenticator, made, options: options.body.data };
}
const prepare = (token: string, password = PASSWORD) =>
  server.request('POST', '/v1/users/self/passkeys/options', { token, body: { password } });
const add = (token: string, credential: unknown) =>
  server.request('POST', '/v1/users/self/passkeys', { token, body: { name: 'Phone', credential } });
const challenge = async (step?: string): Promise<string> => {
  const body = step ? { token: step } : {};
  return (await server.request('POST', '/v1/auth/passkey/options', { body })).body.data.challenge;
};
const enter = (credential: unknown, more: Record<string, unknown> = {}) =>
  server.request('POST', '/v1/auth/passkey', { body: { slink: 'amsel', stayLoggedIn: true, credential, ...more } });
const login = (username: string) =>
  server.request('POST', '/v1/auth/login', {
    body: { slink: 'amsel', username, password: PASSWORD, stayLoggedIn: true },
  });

describe('a passkey', () => {
  it('is made with the password for the public address, and signs in alone', async () => {
    const { username, token, authenticator, made, options } = await buildPerson();
    expect(options).toMatchObject({
      rp: { id: 'kreide.example' },
      authenticatorSelection: { residentKey: 'required' },
    });
    expect(made.body.data).toMatchObject({ name: 'Phone', last_used_at: null });
    expect((await prepare(token, 'wrong')).status).toBe(422);
    const done = await enter(authenticator.use(await challenge(), PLACE, 1));
    expect(done.body).toMatchObject({ tfa_mode: '', data: { slink: 'amsel' } });
    expect(done.headers.getSetCookie().join()).toContain('kreide_refresh_');
    // A whole school signs in from one network: who is let in has taken nothing of its tries.
    const tries = await server.test.database.pool.query(`select failures from sign_in_failures where scope = 'link'`);
    expect(tries.rows.filter(({ failures }) => failures > 0)).toEqual([]);
    const self = await server.request('GET', '/v1/users/self', { token: done.body.access_token });
    expect(self.body.data.username).toBe(username);
    const { body } = await server.request('GET', SETTINGS, { token });
    expect(body.data.passkeys[0].last_used_at).not.toBeNull();
  });

  it('of another origin, of another address and of another school is refused', async () => {
    const { authenticator } = await buildPerson();
    const wrong = [
      { ...PLACE, origin: 'https://kreide.example.evil.example' },
      { ...PLACE, origin: 'http://kreide.example' },
      { ...PLACE, rpId: 'evil.example' },
    ];
    for (const place of wrong)
      expect((await enter(authenticator.use(await challenge(), place, 1))).body.error?.code).toBe('passkey_refused');
    const right = authenticator.use(await challenge(), PLACE, 1);
    expect((await enter(right, { slink: 'drossel' })).body.error?.code).toBe('passkey_refused');
    const elsewhere = await buildPerson({ ...PLACE, origin: 'https://evil.example' });
    expect(elsewhere.made.body.error.code).toBe('passkey_refused');
  });

  it('answers a challenge once, within five minutes, that is ours and for this', async () => {
    const { authenticator, token } = await buildPerson();
    const used = authenticator.use(await challenge(), PLACE, 1);
    expect((await enter(used)).status).toBe(200);
    expect((await enter(used)).status).toBe(422);
    const late = await challenge();
    server.clock.advance(301_000);
    expect((await enter(authenticator.use(late, PLACE, 2))).status).toBe(422);
    expect((await enter(authenticator.use('bm90LW9mLW91cnM', PLACE, 2))).status).toBe(422);
    const forAnother = (await prepare(token)).body.data.challenge;
    expect((await enter(authenticator.use(forAnother, PLACE, 2))).status).toBe(422);
    expect((await enter(authenticator.use(await challenge(), PLACE, 2))).status).toBe(200);
  });

  it('whose counter does not grow is a copy and is refused', async () => {
    const { authenticator } = await buildPerson();
    const use = async (counter: number) => (await enter(authenticator.use(await challenge(), PLACE, counter))).status;
    expect([await use(5), await use(5), await use(4), await use(6)]).toEqual([200, 422, 422, 200]);
  });

  it('stands alone only when it has asked for finger, face or PIN', async () => {
    const { authenticator } = await buildPerson();
    const present = 0x01;
    expect((await enter(authenticator.use(await challenge(), PLACE, 1, present))).status).toBe(422);
  });

  it('is added by the session that asked for it alone, and belongs to one account', async () => {
    const { token, authenticator } = await buildPerson();
    const other = await buildPerson();
    const { challenge } = (await prepare(token)).body.data;
    expect((await add(other.token, createAuthenticator().make(challenge, PLACE))).status).toBe(422);
    const again = (await prepare(other.token)).body.data.challenge;
    expect((await add(other.token, authenticator.make(again, PLACE))).status).toBe(422);
  });
});

describe('a passkey as the second step', () => {
  it('finishes the sign-in of its own account alone, and stays while it is the only way [P-7.60]', async () => {
    const { username, token, authenticator, made } = await buildPerson();
    const body = { password: PASSWORD, is_enabled: true, mode: 'passkey' };
    expect((await server.request('PUT', SETTINGS, { token, body })).body.data.recovery_codes).toBe(10);
    const open = (await login(username)).body;
    expect(open).toMatchObject({ tfa_mode: 'passkey', second_step: { ways: ['passkey', 'recovery'] } });
    const step = open.access_token;
    const stranger = await buildPerson();
    const foreign = stranger.authenticator.use(await challenge(step), PLACE, 1);
    expect((await enter(foreign, { token: step })).status).toBe(422);
    const loose = authenticator.use(await challenge(), PLACE, 1);
    expect((await enter(loose, { token: step })).status).toBe(422);
    expect((await enter(authenticator.use(await challenge(step), PLACE, 2), { token: step })).status).toBe(200);
    expect((await enter(authenticator.use(await challenge(), PLACE, 3), { token: step })).status).toBe(404);
    const path = `/v1/users/self/passkeys/${made.body.data.id}`;
    expect((await server.request('DELETE', path, { token })).status).toBe(409);
    const second = createAuthenticator();
    expect((await add(token, second.make((await prepare(token)).body.data.challenge, PLACE))).status).toBe(200);
    expect((await server.request('DELETE', path, { token })).status).toBe(204);
    expect((await enter(authenticator.use(await challenge(), PLACE, 4))).status).toBe(422);
  });

  it('is refused for who was locked meanwhile', async () => {
    const { username, authenticator } = await buildPerson();
    await server.test.database.pool.query('update users set is_locked = true where username = $1', [username]);
    const answer = await enter(authenticator.use(await challenge(), PLACE, 1));
    expect(answer.body.error.code).toBe('user_locked');
  });
});
