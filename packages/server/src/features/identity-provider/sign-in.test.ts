import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connect,
  openBrowser,
  register,
  sayYes,
  signInAt,
  switchOn,
} from '../../../../../tests/support/identity-provider.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_SECRET, type TestServer } from '../../../../../tests/support/server.ts';
import { createSeal } from '../../kernel/config/seal.ts';
import { openKey } from './keys.ts';
import { listSigners, pruneKeys } from './queries/tenants.ts';

let server: TestServer;
let school: BuiltSchool;
let ada: BuiltUser;
let admin: string;
let token: string;
let issuer: string;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely, pool } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  ada = await buildUser(kysely, school.id, 'ada', 'STUDENT');
  await pool.query("update users set email = 'ada@school.example' where id = $1", [ada.id]);
  admin = await signIn(server, 'amsel', 'admin');
  token = await signIn(server, 'amsel', 'ada');
  issuer = (await switchOn(server, school, admin)).addresses.issuer;
});
afterAll(() => server.stop());

describe('somebody signs in at a program', () => {
  it('by discovery, their yes, a code with PKCE, and what it may know is in token and userinfo [P-2.29]', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const { tokens, claims } = await signInAt(server, one, token);
    const told = { preferred_username: 'ada', email: 'ada@school.example', email_verified: false };
    expect(claims).toMatchObject(told);
    const info = await one.ask(tokens.access_token);
    expect(info).toMatchObject(told);
    expect(info.sub).toBe(claims.sub);
    expect(tokens.refresh_token).toBeUndefined();
    // Neither roles nor classes: the school does not say so.
    for (const said of [claims, info]) expect(Object.keys(said)).not.toEqual(expect.arrayContaining(['roles']));
    expect('classes' in info).toBe(false);
  });

  it('is known there by a name that means nothing at another program, unless the school wants one name everywhere [T-7.131]', async () => {
    const [first, second] = [
      await register(server, school, admin),
      await register(server, school, admin, { name: 'Wolke' }),
    ];
    const open = await register(server, school, admin, { is_pairwise: false });
    const subjectAt = async (made: typeof first) =>
      (await signInAt(server, await connect(issuer, made), token)).claims.sub as string;
    const subjects = [await subjectAt(first), await subjectAt(second), await subjectAt(open)];
    expect(new Set(subjects).size).toBe(3);
    expect(subjects[2]).toBe(ada.uuid);
    expect(subjects.slice(0, 2)).not.toContain(ada.uuid);
    expect(await subjectAt(first)).toBe(subjects[0]);
  });

  it('tells roles and classes only where program and school both say so, and takes them back at once [T-7.132]', async () => {
    const { pool } = server.test.database;
    const { rows } = await pool.query(
      "insert into grades (school_id, shortcut, source) values ($1, '7b', 'user') returning id",
      [school.id],
    );
    const member = [school.id, ada.id, rows[0].id];
    await pool.query(
      "insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')",
      member,
    );
    const made = await register(server, school, admin, { passes: ['roles', 'classes'] });
    const one = await connect(issuer, made);
    const { tokens, claims } = await signInAt(server, one, token);
    expect(claims).toMatchObject({ roles: ['student'], classes: ['7b'] });
    expect('name' in claims || 'email' in claims).toBe(false);
    const path = `/v1/schools/${school.id}/identity-tenant`;
    const { tenant } = (await server.request('GET', path, { token: admin })).body.data;
    const change = (passes: string[], updated_at: string) => {
      server.clock.set(new Date(server.clock.now().getTime() + 1000));
      return server.request('PUT', path, { token: admin, body: { is_on: true, passes, updated_at } });
    };
    const changed = await change(['name', 'roles'], tenant.updated_at);
    const info = await one.ask(tokens.access_token);
    expect(info).toMatchObject({ roles: ['student'] });
    expect('classes' in info).toBe(false);
    await change(tenant.passes, changed.body.data.tenant.updated_at);
  });

  it('is asked once while the session lasts, and again when more is passed on [P-2.29]', async () => {
    const made = await register(server, school, admin, { passes: ['name'] });
    const one = await connect(issuer, made);
    const before = await signInAt(server, one, token);
    const visit = async () => {
      const browser = openBrowser(server);
      const { url, checks } = await one.begin();
      const { at } = await browser.go(url);
      const path = `/v1/idp/interactions/${at.pathname.split('/').at(-1)}`;
      const consent = (await browser.call('GET', `${path}/consent`, { token })).body.data;
      const on = await browser.call('POST', `${path}/continue`, { token, body: { passes: null } });
      return { consent, on, browser, checks };
    };
    const again = await visit();
    expect(again.consent).toEqual({ is_given: true, is_stale: false });
    const { at } = await again.browser.go(again.on.body.data.url);
    expect((await one.take(at, again.checks)).claims()).toHaveProperty('name');
    const body = { ...made, needs_pkce: true, passes: ['name', 'username', 'email'], is_on: true, password: null };
    const { name, needs_pkce, passes, redirect_uris, logout_uris, backchannel_uri, is_on, updated_at, password } =
      body as never as Record<string, unknown>;
    const addresses = { redirect_uris, logout_uris, backchannel_uri };
    const change = { name, needs_pkce, passes, ...addresses, is_on, updated_at, password };
    const clients = `/v1/schools/${school.id}/identity-tenant/clients`;
    expect((await server.request('PUT', `${clients}/${made.id}`, { token: admin, body: change })).status).toBe(200);
    // What they have agreed to, and nothing more.
    expect(Object.keys(await one.ask(before.tokens.access_token)).toSorted()).toEqual([
      'family_name',
      'given_name',
      'name',
      'sub',
    ]);
    const more = await visit();
    expect(more.consent.is_given).toBe(false);
    expect(more.on.status).toBe(422);
  });

  it('is asked anew for what was not shown, in another session, and where the program wants it; the new yes takes the place of the old [P-2.29]', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const consentAt = async (by: string, values: Record<string, string> = {}) => {
      const browser = openBrowser(server);
      const { url, checks } = await one.begin(values);
      const { at } = await browser.go(url);
      const path = `/v1/idp/interactions/${at.pathname.split('/').at(-1)}`;
      const { is_given } = (await browser.call('GET', `${path}/consent`, { token: by })).body.data;
      return { is_given, browser, at, checks };
    };
    const first = await signInAt(server, one, token, { scope: 'openid profile' });
    expect((await consentAt(token, { scope: 'openid profile' })).is_given).toBe(true);
    expect((await consentAt(token)).is_given).toBe(false);
    const elsewhere = await signIn(server, 'amsel', 'ada');
    expect((await consentAt(elsewhere, { scope: 'openid profile' })).is_given).toBe(false);
    server.clock.set(new Date(server.clock.now().getTime() + 1000));
    const again = await consentAt(token, { scope: 'openid profile', prompt: 'consent' });
    expect(again.is_given).toBe(false);
    const tokens = await one.take(await sayYes(again.browser, again.at, token), again.checks);
    expect(await one.ask(tokens.access_token)).toHaveProperty('name');
    await expect(one.ask(first.tokens.access_token)).rejects.toThrow();
  });

  it('says yes in several tabs at once, and is signed in in all of them', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const tabs = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = openBrowser(server);
        const { url, checks } = await one.begin();
        const { at } = await browser.go(url);
        return { browser, checks, path: `/v1/idp/interactions/${at.pathname.split('/').at(-1)}/continue` };
      }),
    );
    const body = { passes: ['name', 'username', 'email'] };
    const answers = await Promise.all(tabs.map(({ browser, path }) => browser.call('POST', path, { token, body })));
    expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200));
    for (const [at, { browser, checks }] of tabs.entries()) {
      const back = (await browser.go(answers[at]?.body.data.url)).at;
      expect((await one.take(back, checks)).claims()).toHaveProperty('name');
    }
  });

  it('has to sign in anew where the program wants that [P-2.29]', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const staleAt = async (by: string, values: Record<string, string>) => {
      const browser = openBrowser(server);
      const { at } = await browser.go((await one.begin(values)).url);
      const path = `/v1/idp/interactions/${at.pathname.split('/').at(-1)}`;
      const { passes } = (await browser.call('GET', path)).body.data;
      const consent = await browser.call('GET', `${path}/consent`, { token: by });
      const on = await browser.call('POST', `${path}/continue`, { token: by, body: { passes } });
      return [consent.body.data.is_stale, on.status];
    };
    server.clock.set(new Date(server.clock.now().getTime() + 120_000));
    for (const prompt of ['login', 'login consent']) expect(await staleAt(token, { prompt })).toEqual([true, 422]);
    expect(await staleAt(token, { max_age: '60' })).toEqual([true, 422]);
    expect(await staleAt(await signIn(server, 'amsel', 'ada'), { max_age: '60' })).toEqual([false, 200]);
  });

  it('is not asked to sign in again who did so for this, however soon the program wants it to be old', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const browser = openBrowser(server);
    const { url, checks } = await one.begin({ max_age: '1' });
    const { at } = await browser.go(url);
    const pass = (seconds: number) => server.clock.set(new Date(server.clock.now().getTime() + seconds * 1000));
    pass(30);
    const own = await signIn(server, 'amsel', 'ada');
    const signed_in = server.clock.now().getTime();
    pass(5);
    const tokens = await one.take(await sayYes(browser, at, own), checks);
    // The program hears when that was.
    expect(tokens.claims()?.auth_time).toBe(Math.floor(signed_in / 1000));
  });

  it('cannot say no first to be spared the sign-in that the program wants', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const own = await signIn(server, 'amsel', 'ada');
    server.clock.set(new Date(server.clock.now().getTime() + 120_000));
    const browser = openBrowser(server);
    const { at } = await browser.go((await one.begin({ prompt: 'login' })).url);
    const path = `/v1/idp/interactions/${at.pathname.split('/').at(-1)}`;
    const { passes } = (await browser.call('GET', path)).body.data;
    expect((await browser.call('POST', `${path}/refuse`, { token: own })).status).toBe(200);
    expect((await browser.call('POST', `${path}/continue`, { token: own, body: { passes } })).status).toBe(422);
  });

  it('goes back to the program when they say no, or when it asks without a page [P-2.29]', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const browser = openBrowser(server);
    const { url, checks } = await one.begin();
    const { at } = await browser.go(url);
    const path = `/v1/idp/interactions/${at.pathname.split('/').at(-1)}`;
    expect((await browser.call('GET', path)).body.data).toEqual({
      school: { uuid: school.uuid, slink: 'amsel', name: 'School amsel' },
      program: 'Lernplattform',
      host: 'lms.school.example',
      passes: ['name', 'username', 'email'],
    });
    const no = await browser.call('POST', `${path}/refuse`, { token });
    const back = (await browser.go(no.body.data.url)).at;
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: checks.expectedState,
      iss: issuer,
    });
    const silent = await browser.go((await one.begin({ prompt: 'none' })).url);
    expect(silent.at.searchParams.get('error')).toBe('login_required');
  });

  it('is signed out here too when the program signs them out, and led on to its address alone [T-7.131]', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const other = await register(server, school, admin);
    const own = await signIn(server, 'amsel', 'ada');
    const { tokens, browser } = await signInAt(server, one, own);
    const leave = async (values: Record<string, string>) =>
      browser.go(`${issuer}/logout?${new URLSearchParams(values)}`);
    const self = async () => (await server.request('GET', '/v1/users/self', { token: own })).status;
    const id_token_hint = tokens.id_token ?? '';
    for (const values of [
      { id_token_hint, post_logout_redirect_uri: 'https://evil.example/' },
      { id_token_hint: `${id_token_hint.slice(0, -6)}AAAAAA`, post_logout_redirect_uri: 'https://lms.school.example/' },
      { post_logout_redirect_uri: 'https://lms.school.example/' },
      { id_token_hint, client_id: other.client, post_logout_redirect_uri: 'https://lms.school.example/' },
    ]) {
      const { answer } = await leave(values as Record<string, string>);
      expect(answer?.status).toBe(400);
    }
    const twice = new URLSearchParams([
      ['id_token_hint', id_token_hint],
      ['id_token_hint', id_token_hint],
    ]);
    expect((await browser.go(`${issuer}/logout?${twice}`)).answer?.status).toBe(400);
    expect(await self()).toBe(200);
    const back = await leave({ id_token_hint, post_logout_redirect_uri: 'https://lms.school.example/', state: 'x y' });
    expect(back.at.href).toBe('https://lms.school.example/?state=x+y');
    expect(await self()).toBe(401);
    expect((await browser.go(`${issuer}/logout?${new URLSearchParams({ id_token_hint })}`)).at.pathname).toBe(
      '/post-logout',
    );
    await expect(one.ask(tokens.access_token)).rejects.toThrow();
    const log = await server.test.database.pool.query(
      "select 1 from audit_log where action = 'identity-provider.signed_out' or action like 'identity-provider%signedOut'",
    );
    expect(log.rowCount).toBe(1);
  });

  it('is signed out by what a program got before the keys were renewed, as long as a sign-in lasts, and by no other key [T-7.115] [T-7.131]', async () => {
    const one = await connect(issuer, await register(server, school, admin));
    const own = await signIn(server, 'amsel', 'ada');
    const { tokens, browser } = await signInAt(server, one, own);
    const { kysely, pool } = server.test.database;
    expect((await server.request('POST', `/v1/schools/${school.id}/idp/realm`, { token: admin })).status).toBe(200);
    server.clock.advance(3 * 86_400_000);
    await pruneKeys(kysely, server.clock.now());
    const found = await (await fetch(`${issuer}/keys`)).json();
    expect(found.keys).toHaveLength(1);
    const hint = tokens.id_token ?? '';
    const leave = async (id_token_hint: string) =>
      browser.go(`${issuer}/logout?${new URLSearchParams({ id_token_hint })}`);
    const ended = async () =>
      (await pool.query("select 1 from audit_log where action like '%signedOut' or action like '%signed_out'"))
        .rowCount;
    const before = await ended();
    const [head = '', body = '', signature = ''] = hint.split('.');
    const strange = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const forged = sign('sha256', Buffer.from(`${head}.${body}`), strange).toString('base64url');
    const none = Buffer.from(JSON.stringify({ ...JSON.parse(atob(head)), alg: 'none' })).toString('base64url');
    // Signed by the school, but otherwise than it does, or for another address.
    const [row] = (await listSigners(kysely, school.id)).filter(({ kid }) => kid === JSON.parse(atob(head)).kid);
    if (!row) throw new Error('the key is gone');
    const key = createPrivateKey({ key: openKey(createSeal(TEST_SECRET), row) as never, format: 'jwk' });
    const signed = (parts: string) => `${parts}.${sign('sha256', Buffer.from(parts), key).toString('base64url')}`;
    const changed = (part: string, values: object) =>
      Buffer.from(JSON.stringify({ ...JSON.parse(atob(part)), ...values })).toString('base64url');
    const elsewhere = changed(body, { iss: `${issuer}x` });
    for (const wrong of [
      signed(`${changed(head, { alg: 'RS512' })}.${body}`),
      signed(`${head}.${elsewhere}`),
      `${head}.${body}.${forged}`,
      `${none}.${body}.`,
      `${head}.${body}.`,
      `${none}.${body}.${signature}`,
    ])
      expect((await leave(wrong)).answer?.status).toBe(400);
    expect(await ended()).toBe(before);
    expect((await leave(hint)).at.pathname).toBe('/post-logout');
    expect(await ended()).toBe((before ?? 0) + 1);
    await pruneKeys(kysely, new Date(server.clock.now().getTime() + 40 * 86_400_000));
    expect((await leave(hint)).answer?.status).toBe(400);
  });
});
