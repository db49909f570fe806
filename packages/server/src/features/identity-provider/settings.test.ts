import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connect,
  openBrowser,
  program,
  register,
  sayYes,
  signInAt,
  switchOn,
} from '../../../../../tests/support/identity-provider.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let admin: string;
let token: string;
let issuer: string;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  await buildUser(kysely, school.id, 'ada', 'TEACHER');
  admin = await signIn(server, 'amsel', 'admin');
  token = await signIn(server, 'amsel', 'ada');
  issuer = (await switchOn(server, school, admin)).addresses.issuer;
});
afterAll(() => server.stop());
beforeEach(() => later(1));

const later = (minutes: number) => server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000));
const ask = (method: string, path: string, body?: object) =>
  server.request(method, `/v1/schools/${school.id}/${path}`, { token: admin, ...(body && { body }) });
const settings = async () => (await ask('GET', 'identity-tenant')).body.data;
const kids = async () =>
  ((await (await fetch(`${issuer}/keys`)).json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
type Made = Awaited<ReturnType<typeof register>>;
/** Changes a program as the screen does. */
async function change(made: Made, values: object) {
  const now = (await settings()).clients.find(({ id }: { id: number }) => id === made.id);
  const { name, needs_pkce, passes, redirect_uris, logout_uris, backchannel_uri, is_on, updated_at } = now;
  const said = { name, needs_pkce, passes, redirect_uris, logout_uris, backchannel_uri, is_on, updated_at };
  const body = { ...said, password: null, ...values };
  return ask('PUT', `identity-tenant/clients/${made.id}`, body);
}
const lastEntry = () =>
  server.test.database.kysely
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', '=', 'identity_clients')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
/** Does a program still learn of somebody with what it was given? */
const isTold = (one: Awaited<ReturnType<typeof connect>>, access: string) =>
  one.ask(access).then(
    () => true,
    () => false,
  );
const opens = async (made: Made) => {
  const query = { client_id: made.client, redirect_uri: program().redirect_uris[0] ?? '', response_type: 'code' };
  return (await openBrowser(server).go(`${issuer}/authorize?${new URLSearchParams(query)}`)).answer?.status ?? 303;
};

describe('the tenant of a school', () => {
  it('is switched on once, with an issuer that holds the school, and keys without their secrets [T-7.130] [T-7.131]', async () => {
    const { tenant, addresses, can } = await settings();
    expect(addresses.issuer).toBe(`${server.url}/v1/openid/${school.uuid}`);
    expect(tenant).toMatchObject({ is_on: true, keys: [{ ends_at: null }] });
    expect(Object.keys(tenant.keys[0])).toEqual(['kid', 'created_at', 'ends_at']);
    expect(can.update).toBe(1);
    const again = (await ask('POST', 'identity-tenant', { passes: tenant.passes })).body.data.tenant;
    expect(again.keys).toEqual(tenant.keys);
  });

  it('gets a new key, and programs find the one before for another day [T-7.115]', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const before = await signInAt(server, one, token);
    const [old] = await kids();
    const answer = await ask('POST', 'idp/realm');
    expect(answer.body.data.tenant.keys.length).toBe(2);
    const [newest, second] = await kids();
    expect(second).toBe(old);
    expect(newest).not.toBe(old);
    // A program reads the keys again where it does not know the one that has signed.
    const after = await signInAt(server, one, token);
    const kidOf = (text = '') => JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()).kid;
    expect([kidOf(before.tokens.id_token), kidOf(after.tokens.id_token)]).toEqual([old, newest]);
    expect(after.claims.sub).toBe(before.claims.sub);
    const now = server.clock.now();
    later(25 * 60);
    expect(await kids()).toEqual([newest]);
    server.clock.set(now);
  });

  it('ends with all that programs were given, and comes back with the same names [T-7.133] [T-7.132]', async () => {
    const made = await register(server, school, admin);
    const one = await connect(issuer, made);
    const before = await signInAt(server, one, token);
    expect((await ask('POST', 'identity-tenant/disable')).body.data.tenant.is_on).toBe(false);
    for (const path of ['/.well-known/openid-configuration', '/keys', '/userinfo', '/logout'])
      expect((await fetch(`${issuer}${path}`)).status).toBe(404);
    const { tenant } = await settings();
    const on = { is_on: true, passes: tenant.passes, updated_at: tenant.updated_at };
    later(1);
    expect((await ask('PUT', 'identity-tenant', { ...on, updated_at: '2026-01-01T00:00:00.000Z' })).status).toBe(409);
    expect((await ask('PUT', 'identity-tenant', on)).status).toBe(200);
    expect(await isTold(one, before.tokens.access_token)).toBe(false);
    expect((await signInAt(server, one, token)).claims.sub).toBe(before.claims.sub);
  });

  it('ends the same way by a change, and whatever was begun does not go on when it is back [T-7.132]', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const { tokens } = await signInAt(server, one, token);
    const browser = openBrowser(server);
    const { at } = await browser.go((await one.begin()).url);
    const page = `/v1/idp/interactions/${at.pathname.split('/').at(-1)}`;
    expect((await browser.call('GET', page)).status).toBe(200);
    for (const is_on of [false, true]) {
      const { passes, updated_at } = (await settings()).tenant;
      later(1);
      expect((await ask('PUT', 'identity-tenant', { is_on, passes, updated_at })).status).toBe(200);
    }
    expect(await isTold(one, tokens.access_token)).toBe(false);
    expect((await browser.call('GET', page)).status).toBe(404);
  });

  it('stays off with a new key, and comes back with what is said then; nothing of it is there while the school is locked', async () => {
    const before = (await ask('POST', 'identity-tenant/disable')).body.data.tenant;
    later(1);
    expect((await ask('POST', 'idp/realm')).body.data.tenant.is_on).toBe(false);
    later(1);
    const back = (await ask('POST', 'identity-tenant', { passes: ['name'] })).body.data.tenant;
    expect(back).toMatchObject({ is_on: true, passes: ['name'] });
    later(1);
    expect((await ask('POST', 'identity-tenant', { passes: before.passes })).status).toBe(200);
    const lock = (is_locked: boolean) =>
      server.test.database.kysely.updateTable('schools').set({ is_locked }).where('id', '=', school.id).execute();
    await lock(true);
    expect((await fetch(`${issuer}/keys`)).status).toBe(404);
    await lock(false);
    expect((await fetch(`${issuer}/keys`)).status).toBe(200);
  });

  it('is read by who may edit the school, and changed by an administrator alone [T-7.131]', async () => {
    const { kysely } = server.test.database;
    const user = await buildUser(kysely, school.id, 'office', 'EMPLOYEE');
    const allowed = { school_id: school.id, user_id: user.id, permission: 'edit-school', is_allowed: true };
    await kysely.insertInto('user_permissions').values(allowed).execute();
    const office = await signIn(server, 'amsel', 'office');
    const made = await register(server, school, admin);
    const try_ = (method: string, path: string, body?: object) =>
      server.request(method, `/v1/schools/${school.id}/${path}`, { token: office, ...(body && { body }) });
    expect((await try_('GET', 'identity-tenant')).body.data.can.update).toBe(0);
    const { name, needs_pkce, passes, redirect_uris, logout_uris, backchannel_uri, password } = program();
    const values = { name, needs_pkce, passes, redirect_uris, logout_uris, backchannel_uri, password };
    const own = `identity-tenant/clients/${made.id}`;
    for (const [method, path, body] of [
      ['POST', 'identity-tenant', { passes: [] }],
      ['PUT', 'identity-tenant', { is_on: false, passes: [], updated_at: made.updated_at }],
      ['POST', 'identity-tenant/disable'],
      ['POST', 'idp/realm'],
      ['POST', 'identity-tenant/clients', program()],
      ['PUT', own, { ...values, is_on: false, updated_at: made.updated_at }],
      ['POST', `${own}/secret`, { password }],
      ['DELETE', own],
    ] as const)
      expect((await try_(method, path, body)).status, `${method} ${path}`).toBe(403);
  });
});

describe('a program', () => {
  it('is one of fifty at most', async () => {
    const { pool } = server.test.database;
    await pool.query(
      `insert into identity_clients (school_id, client, name, is_pairwise, passes, redirect_uris, logout_uris, created_at, updated_at)
        select $1, 'full' || n, 'x', true, '{}', '{}', '{}', now(), now()
          from generate_series(1, 49 - (select count(*) from identity_clients where school_id = $1)) n`,
      [school.id],
    );
    await register(server, school, admin);
    const refused = await ask('POST', 'identity-tenant/clients', program());
    expect(refused.body.error.issues).toMatchObject([{ path: 'body.name', rule: 'full' }]);
    await pool.query("delete from identity_clients where client like 'full%'");
  });

  it('is changed as it was seen, with the same rules, and the others keep what they were given', async () => {
    const [made, open, other] = [
      await register(server, school, admin),
      await register(server, school, admin, { is_confidential: false }),
      await connect(issuer, await register(server, school, admin)),
    ];
    const { tokens } = await signInAt(server, other, token);
    const stale = { name: 'Other', updated_at: '2026-01-01T00:00:00.000Z' };
    expect((await change(made, stale)).status).toBe(409);
    const issuesOf = async (to: Made, values: object) =>
      (await change(to, { ...values, password: PASSWORD })).body.error.issues.map(({ rule }: { rule: string }) => rule);
    expect(await issuesOf(made, { redirect_uris: ['https://a.example/', 'https://b.example/'] })).toEqual(['host']);
    expect(await issuesOf(made, { logout_uris: ['https://lms.school.example/', 'javascript:x'] })).toEqual(['address']);
    expect(await issuesOf(open, { needs_pkce: false })).toEqual(['pkce']);
    expect((await change(made, { redirect_uris: ['https://a.example/'], password: PASSWORD })).status).toBe(200);
    expect((await change(open, { is_on: false })).status).toBe(200);
    expect(await isTold(other, tokens.access_token)).toBe(true);
  });

  it('is let in and sent elsewhere with the password of the administrator alone [T-7.131]', async () => {
    const wrong = await ask('POST', 'identity-tenant/clients', program({ password: 'not this one' }));
    expect(wrong.body.error.issues).toMatchObject([{ path: 'body.password', rule: 'current_password' }]);
    const made = await register(server, school, admin);
    const one = await connect(issuer, made);
    const { tokens } = await signInAt(server, one, token);
    const redirect_uris = ['https://lms.school.example/other'];
    expect((await change(made, { redirect_uris })).body.error.issues[0].path).toBe('body.password');
    expect((await change(made, { redirect_uris, password: 'not this one' })).status).toBe(422);
    expect(await isTold(one, tokens.access_token)).toBe(true);
    expect((await change(made, { name: 'Other', passes: [] })).status).toBe(200);
    expect((await change(made, { redirect_uris, password: PASSWORD })).status).toBe(200);
    expect(await lastEntry()).toMatchObject({
      action: 'identity-provider.clientUpdated',
      before: { redirect_uris: program().redirect_uris.join(' ') },
      after: { redirect_uris: redirect_uris.join(' ') },
    });
    expect(await isTold(one, tokens.access_token)).toBe(false);
    expect(await opens(made)).toBe(400);
  });

  it('is refused with addresses that are none, not encrypted, or of several servers', async () => {
    const refuse = async (values: object) =>
      (await ask('POST', 'identity-tenant/clients', program(values))).body.error?.issues?.map(
        ({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`,
      );
    expect(await refuse({ redirect_uris: [] })).toEqual(['body.redirect_uris required']);
    expect(await refuse({ redirect_uris: ['https://*.school.example/'] })).toEqual(['body.redirect_uris address']);
    expect(await refuse({ redirect_uris: ['http://lms.school.example/'] })).toEqual(['body.redirect_uris https']);
    expect(await refuse({ redirect_uris: ['https://a.example/', 'https://b.example/'] })).toEqual([
      'body.redirect_uris host',
    ]);
    expect(await refuse({ logout_uris: ['javascript:alert(1)'] })).toEqual(['body.logout_uris address']);
    expect(await refuse({ backchannel_uri: 'http://lms.school.example/out' })).toEqual(['body.backchannel_uri https']);
  });

  it('may do without PKCE if it has a secret and an administrator says so, and nobody can take PKCE away from one that has it', async () => {
    const refused = await ask(
      'POST',
      'identity-tenant/clients',
      program({ is_confidential: false, needs_pkce: false }),
    );
    expect(refused.body.error.issues).toMatchObject([{ path: 'body.needs_pkce', rule: 'pkce' }]);
    const made = await register(server, school, admin);
    expect((await change(made, { needs_pkce: false })).body.error.issues[0].path).toBe('body.password');
    expect((await change(made, { needs_pkce: false, password: PASSWORD })).status).toBe(200);
    const one = await connect(issuer, made);
    const visit = async () => {
      const { url, checks } = await one.begin();
      for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
      const browser = openBrowser(server);
      return { back: await sayYes(browser, (await browser.go(url)).at, token), checks };
    };
    const { back, checks } = await visit();
    const { pkceCodeVerifier: _, ...without } = checks;
    expect((await one.take(back, without)).claims()?.sub).toBeTruthy();
    // Whoever takes the challenge out of the way there gets no code that the program redeems.
    const stripped = await visit();
    await expect(one.take(stripped.back, stripped.checks)).rejects.toThrow();
  });

  it('learns and opens nothing while it is switched off, and after it was removed', async () => {
    const made = await register(server, school, admin);
    const one = await connect(issuer, made);
    const { tokens } = await signInAt(server, one, token);
    expect((await change(made, { is_on: false })).status).toBe(200);
    expect([await isTold(one, tokens.access_token), await opens(made)]).toEqual([false, 400]);
    later(1);
    expect((await change(made, { is_on: true })).status).toBe(200);
    expect([await isTold(one, tokens.access_token), await opens(made)]).toEqual([false, 303]);
    expect((await ask('DELETE', `identity-tenant/clients/${made.id}`)).status).toBe(204);
    expect(await lastEntry()).toMatchObject({
      entity_id: `${made.id}`,
      before: { name: 'Lernplattform' },
      after: null,
    });
    expect(await opens(made)).toBe(400);
  });

  it('gets another secret, and the one before is worth nothing; one in a browser has none', async () => {
    const made = await register(server, school, admin);
    const path = `identity-tenant/clients/${made.id}/secret`;
    expect((await ask('POST', path, { password: 'not this one' })).status).toBe(422);
    const { secret } = (await ask('POST', path, { password: PASSWORD })).body.data;
    expect(secret).not.toBe(made.secret);
    await expect(signInAt(server, await connect(issuer, made), token)).rejects.toThrow();
    await signInAt(server, await connect(issuer, { ...made, secret }), token);
    const open = await register(server, school, admin, { is_confidential: false });
    expect(open.secret).toBeNull();
    expect((await signInAt(server, await connect(issuer, open), token)).claims.sub).toBeTruthy();
    expect((await ask('POST', `identity-tenant/clients/${open.id}/secret`, { password: PASSWORD })).status).toBe(404);
  });
});
