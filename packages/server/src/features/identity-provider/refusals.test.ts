import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BACK,
  connect,
  openBrowser,
  type Program,
  register,
  sayYes,
  signInAt,
  switchOn,
} from '../../../../../tests/support/identity-provider.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let other: BuiltSchool;
let admin: string;
let token: string;
let issuer: string;
let made: Awaited<ReturnType<typeof register>>;
let one: Program;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  other = await buildSchool(kysely, 'drossel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  await buildUser(kysely, other.id, 'admin', 'ADMIN');
  await buildUser(kysely, school.id, 'ada', 'TEACHER');
  await buildUser(kysely, other.id, 'eve', 'TEACHER');
  admin = await signIn(server, 'amsel', 'admin');
  token = await signIn(server, 'amsel', 'ada');
  issuer = (await switchOn(server, school, admin)).addresses.issuer;
  made = await register(server, school, admin);
  one = await connect(issuer, made);
});
afterAll(() => server.stop());

const pathOf = (page: URL) => `/v1/idp/interactions/${page.pathname.split('/').at(-1)}`;
/** The endpoint for tokens as any program could call it. */
const redeem = (values: Record<string, string>, secret: string | null = made.secret) =>
  fetch(`${issuer}/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(secret === null
        ? {}
        : { authorization: `Basic ${Buffer.from(`${made.client}:${secret}`).toString('base64')}` }),
    },
    body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: BACK, ...values }),
  });
const errorOf = async (answer: Response) => ((await answer.json()) as { error: string }).error;
/** A code that a browser brings back, and what redeems it. */
async function fetchCode(values: Record<string, string> = {}) {
  const browser = openBrowser(server);
  const { url, checks } = await one.begin(values);
  const back = await sayYes(browser, (await browser.go(url)).at, token);
  return { code: back.searchParams.get('code') ?? '', code_verifier: checks.pkceCodeVerifier, back, checks };
}

describe('a program that asks wrongly', () => {
  it('is refused without PKCE, with a plain challenge, and with another verifier', async () => {
    const browser = openBrowser(server);
    for (const change of [
      (query: URLSearchParams) => query.delete('code_challenge'),
      (query: URLSearchParams) => query.set('code_challenge_method', 'plain'),
      (query: URLSearchParams) => query.delete('code_challenge_method'),
    ]) {
      const { url } = await one.begin();
      change(url.searchParams);
      if (!url.searchParams.has('code_challenge')) url.searchParams.delete('code_challenge_method');
      expect((await browser.go(url)).at.searchParams.get('error')).toBe('invalid_request');
    }
    const { code, code_verifier } = await fetchCode();
    expect(await errorOf(await redeem({ code, code_verifier: `${code_verifier.slice(0, -1)}~` }))).toBe(
      'invalid_grant',
    );
    expect(await errorOf(await redeem({ code }))).toBe('invalid_grant');
  });

  it('sends nobody to an address that was not entered, however alike it is', async () => {
    const browser = openBrowser(server);
    for (const redirect_uri of [
      'https://evil.example/callback',
      `${BACK}/`,
      `${BACK}?next=https://evil.example`,
      `${BACK}#x`,
      'https://lms.school.example.evil.example/callback',
      'https://lms.school.example@evil.example/callback',
      'javascript:alert(1)',
    ]) {
      const { at, answer } = await browser.go((await one.begin({ redirect_uri })).url);
      expect(answer?.status, redirect_uri).toBe(400);
      expect(answer?.headers.get('content-type')).toContain('text/plain');
      expect(at.origin).toBe(new URL(server.url).origin);
    }
    const { url } = await one.begin();
    url.searchParams.append('redirect_uri', 'https://evil.example/callback');
    const twice = await browser.go(url);
    expect(twice.at.href).toMatch(/^https:\/\/lms\.school\.example\/callback\?error=invalid_request&/);
  });

  it('gets a code once: the second time ends what the first has brought, also at the same moment', async () => {
    const first = await fetchCode();
    const tokens = await one.take(first.back, first.checks);
    await one.ask(tokens.access_token);
    expect(await errorOf(await redeem({ code: first.code, code_verifier: first.code_verifier }))).toBe('invalid_grant');
    await expect(one.ask(tokens.access_token)).rejects.toThrow();
    const { code, code_verifier } = await fetchCode();
    const answers = await Promise.all(Array.from({ length: 6 }, () => redeem({ code, code_verifier })));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('gets nothing with a code that is a minute old, nor with a token that is an hour old or stands in the address', async () => {
    const begun = server.clock.now().getTime();
    const at = (seconds: number) => server.clock.set(new Date(begun + seconds * 1000));
    const [late, early] = [await fetchCode(), await fetchCode()];
    at(61);
    expect(await errorOf(await redeem({ code: late.code, code_verifier: late.code_verifier }))).toBe('invalid_grant');
    at(59);
    const answer = await redeem({ code: early.code, code_verifier: early.code_verifier });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { access_token } = (await answer.json()) as { access_token: string };
    at(59 + 3599);
    await one.ask(access_token);
    expect((await fetch(`${issuer}/userinfo?access_token=${access_token}`)).ok).toBe(false);
    at(59 + 3601);
    await expect(one.ask(access_token)).rejects.toThrow();
    at(0);
  });

  it('gets nothing with the code of another program, another secret, or none', async () => {
    const { code, code_verifier } = await fetchCode();
    const second = await connect(issuer, await register(server, school, admin, { name: 'Wolke' }));
    const { back, checks } = await fetchCode();
    await expect(second.take(back, checks)).rejects.toThrow();
    expect(await errorOf(await redeem({ code, code_verifier }, 'guessed'))).toBe('invalid_client');
    expect(await errorOf(await redeem({ code, code_verifier, client_id: made.client }, null))).toBe('invalid_client');
    const hash = createHash('sha256')
      .update(made.secret ?? '')
      .digest('hex');
    expect(await errorOf(await redeem({ code, code_verifier }, hash))).toBe('invalid_client');
    const other_uri = await redeem({ code, code_verifier, redirect_uri: 'https://lms.school.example/' });
    expect(await errorOf(other_uri)).toBe('invalid_grant');
  });

  it('says by which school it was answered, and takes no code of another', async () => {
    const token_there = await signIn(server, 'drossel', 'admin');
    const there = await switchOn(server, other, token_there);
    const elsewhere = await connect(there.addresses.issuer, await register(server, other, token_there));
    const { back, checks } = await fetchCode();
    expect(back.searchParams.get('iss')).toBe(issuer);
    await expect(elsewhere.take(back, checks)).rejects.toThrow();
    expect(
      (await openBrowser(server).go(`${there.addresses.issuer}/authorize?client_id=${made.client}`)).answer?.status,
    ).toBe(400);
  });

  it('finds neither other flows nor a longer stay, and no address but that of the installation', async () => {
    const browser = openBrowser(server);
    for (const values of [{ response_type: 'code id_token' }, { response_type: 'token' }])
      expect((await browser.go((await one.begin(values)).url)).at.href).toMatch(/error=unsupported_response_type/);
    expect(await errorOf(await redeem({ grant_type: 'client_credentials' }))).toBe('unsupported_grant_type');
    const found = await fetch(`${issuer}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    const said = await found.text();
    expect(said).not.toContain('evil.example');
    expect(JSON.parse(said)).toMatchObject({ issuer, grant_types_supported: ['authorization_code'] });
    for (const path of ['registration', 'logout', 'logout/confirm'])
      expect((await fetch(`${issuer}/${path}`, { method: 'POST' })).status).toBe(404);
  });
});

it('whatever is sent to the provider is refused, and nothing fails', async () => {
  const { url } = await one.begin();
  const odd = ['', '\0', '%00', '\ud800', "'", '[]', '{}', 'a'.repeat(5000), '../..', '-1', 'null', '\u202e'];
  const statuses: number[] = [];
  const send = async (path: string, init: RequestInit = {}) => {
    const { status } = await fetch(`${issuer}${path}`, { redirect: 'manual', ...init });
    if (status >= 500) expect.fail(`${path.slice(0, 200)} ${JSON.stringify(init).slice(0, 200)}: ${status}`);
    statuses.push(status);
  };
  const form = (body: string, type = 'application/x-www-form-urlencoded') => ({
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  for (const value of odd) {
    for (const name of url.searchParams.keys()) {
      const query = new URLSearchParams(url.searchParams);
      query.set(name, value);
      await send(`/authorize?${query}`);
    }
    for (const name of ['id_token_hint', 'post_logout_redirect_uri', 'client_id', 'state'])
      await send(`/logout?${new URLSearchParams({ id_token_hint: 'a.b.c', [name]: value })}`);
    for (const name of ['code', 'client_id', 'client_secret', 'code_verifier', 'redirect_uri', 'grant_type']) {
      const body = { grant_type: 'authorization_code', client_id: made.client, code: 'x', [name]: value };
      await send('/token', form(`${new URLSearchParams(body)}`));
      await send('/revoke', form(`${new URLSearchParams({ token: value, ...body })}`));
    }
    await send(`/authorize/${encodeURIComponent(value.slice(0, 100).toWellFormed())}`);
    await send('/userinfo', { headers: { authorization: `Bearer ${encodeURIComponent(value.toWellFormed())}` } });
    await send('/token', form(value.toWellFormed(), 'application/json'));
    await send('/token', form(value.toWellFormed()));
  }
  for (const path of ['/', '//', '/logout/confirm', '/logout/success', '/.well-known/x', '/keys?a[]=1'])
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) await send(path, { method });
  expect(statuses.filter((status) => status === 200 || status === 303).length).toBeLessThan(statuses.length);
});

describe('the page of a sign-in', () => {
  it('is known by cookies that no script reads and no other site sends along', async () => {
    const answer = await fetch((await one.begin()).url, { redirect: 'manual' });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.map((line) => line.split('=')[0])).toContain('kreide_openid');
    for (const line of cookies) expect(line).toMatch(/httponly/i);
    for (const line of cookies) expect(line).toMatch(/samesite=lax/i);
    const page = pathOf(new URL(answer.headers.get('location') ?? '', issuer));
    expect(cookies.find((line) => line.startsWith('kreide_openid='))).toContain(`path=${page};`);
  });

  it('opens nothing in another browser than the one that was sent, nor for a person of another school', async () => {
    const browser = openBrowser(server);
    const { at } = await browser.go((await one.begin()).url);
    const path = pathOf(at);
    const { passes } = (await browser.call('GET', path)).body.data;
    const stranger = openBrowser(server);
    const [get, say] = [await stranger.call('GET', path), { token, body: { passes } }];
    expect(get.status).toBe(404);
    // Another sign-in of the stranger's own does not open it.
    const own = pathOf((await stranger.go((await one.begin()).url)).at);
    const [cookie] = [...stranger.jar.values()].filter(({ path: at_path }) => at_path === own);
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
    expect((await server.request('GET', own, { headers })).status).toBe(200);
    expect((await server.request('GET', path, { headers })).status).toBe(404);
    expect((await server.request('POST', `${path}/continue`, { ...say, headers })).status).toBe(404);
    expect((await stranger.call('POST', `${path}/continue`, say)).status).toBe(404);
    const eve = await signIn(server, 'drossel', 'eve');
    expect((await browser.call('POST', `${path}/continue`, { ...say, token: eve })).status).toBe(404);
    expect((await browser.call('POST', `${path}/continue`, { body: { passes } })).status).toBe(401);
    // Whoever has the way on without the browser gets nothing either.
    const on = await browser.call('POST', `${path}/continue`, say);
    expect((await stranger.go(on.body.data.url)).answer?.status).toBe(400);
    expect((await browser.go(on.body.data.url)).at.searchParams.get('code')).toBeTruthy();
  });

  it('takes a yes only to what is passed on', async () => {
    const ben = await buildUser(server.test.database.kysely, school.id, 'ben', 'TEACHER');
    const own = await signIn(server, 'amsel', 'ben');
    expect(ben.id).toBeGreaterThan(0);
    const browser = openBrowser(server);
    const path = pathOf((await browser.go((await one.begin()).url)).at);
    for (const passes of [null, [], ['name'], ['name', 'username', 'email', 'roles']])
      expect((await browser.call('POST', `${path}/continue`, { token: own, body: { passes } })).status).toBe(422);
  });

  it('is over after a quarter of an hour', async () => {
    const browser = openBrowser(server);
    const path = pathOf((await browser.go((await one.begin()).url)).at);
    const before = server.clock.now();
    server.clock.set(new Date(before.getTime() + 15 * 60_000));
    expect((await browser.call('GET', path)).status).toBe(404);
    server.clock.set(before);
  });
});

describe('what was given to a program', () => {
  const works = (access: string) =>
    one.ask(access).then(
      () => true,
      () => false,
    );
  const run = (text: string) => server.test.database.pool.query(text);

  it('ends when its person is locked, archived, signed out everywhere, or their school is closed', async () => {
    for (const [end, back] of [
      [
        "update users set is_locked = true where username = 'ada'",
        "update users set is_locked = false where username = 'ada'",
      ],
      [
        "update users set expire_at = '2026-11-01' where username = 'ada'",
        "update users set expire_at = null where username = 'ada'",
      ],
      [
        "update users set expire_at = '2027-07-01', read_only_from = '2026-11-01' where username = 'ada'",
        "update users set expire_at = null, read_only_from = null where username = 'ada'",
      ],
      [
        "update users set deleted_at = now() where username = 'ada'",
        "update users set deleted_at = null where username = 'ada'",
      ],
      [
        `update schools set is_locked = true where id = ${school.id}`,
        `update schools set is_locked = false where id = ${school.id}`,
      ],
      ["delete from sessions where user_id = (select id from users where username = 'ada')", 'select 1'],
    ] as const) {
      token = await signIn(server, 'amsel', 'ada');
      const { tokens } = await signInAt(server, one, token);
      const { code, code_verifier } = await fetchCode();
      expect(await works(tokens.access_token)).toBe(true);
      await run(end);
      expect(await works(tokens.access_token), end).toBe(false);
      expect((await redeem({ code, code_verifier })).ok, end).toBe(false);
      await run(back);
    }
    token = await signIn(server, 'amsel', 'ada');
  });

  it('ends when the program takes it back', async () => {
    const { tokens } = await signInAt(server, one, token);
    const { tokenRevocation } = await import('openid-client');
    await tokenRevocation(one.config, tokens.access_token);
    expect(await works(tokens.access_token)).toBe(false);
  });

  it('is not taken back by another program', async () => {
    const { tokens } = await signInAt(server, one, token);
    const { tokenRevocation } = await import('openid-client');
    const second = await connect(issuer, await register(server, school, admin, { name: 'Wolke' }));
    await tokenRevocation(second.config, tokens.access_token).catch(() => undefined);
    expect(await works(tokens.access_token)).toBe(true);
  });

  it('stands nowhere in the database, nor does a secret', async () => {
    const { tokens, back } = await signInAt(server, one, token);
    const { rows } = await run(
      'select payload::text as text from identity_artifacts union all select payload::text from identity_grants union all select t::text from identity_clients t union all select k::text from identity_keys k union all select l::text from audit_log l',
    );
    const kept = rows.map(({ text }) => text).join('\n');
    for (const secret of [tokens.access_token, back.searchParams.get('code') ?? '-', made.secret ?? '-'])
      expect(kept.includes(secret)).toBe(false);
    expect(kept.includes('"d":')).toBe(false);
  });
});
