import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SESSION_SECONDS } from '@kreide/core/features/auth';
import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, register, signInAt, switchOn } from '../../../../../tests/support/identity-provider.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  PASSWORD,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { createLog } from '../../kernel/log.ts';
import { endPassed, pruneGrants } from './queries/grants.ts';

const OTHER = 'quite another long one';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });

let server: TestServer;
let school: BuiltSchool;
let ada: BuiltUser;
let admin: string;
let issuer: string;
let program: Server;
let origin: string;
/** What the program has heard, and how it answers. */
let heard: { type: string; token: string }[];
let answer: number;
/** The sign-ins of which it wants to hear nothing. */
let refused: unknown[];
const lines: string[] = [];

beforeAll(async () => {
  program = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const token = new URLSearchParams(body).get('logout_token') ?? '';
    heard.push({ type: request.headers['content-type'] ?? '', token });
    const status = refused.includes(decodeJwt(token).sid) ? 400 : answer;
    response.writeHead(status, answer === 302 ? { location: `${origin}/elsewhere` } : {}).end();
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
  server = await startTestServer({
    env: { KREIDE_OUTBOUND_ALLOW: `127.0.0.1 ${origin}` },
    log: createLog({ json: true, write: (line) => void lines.push(line) }),
  });
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  ada = await buildUser(kysely, school.id, 'ada', 'STUDENT');
  for (const name of ['ben', 'cem']) await buildUser(kysely, school.id, name, 'STUDENT');
  admin = await signIn(server, 'amsel', 'admin');
  issuer = (await switchOn(server, school, admin)).addresses.issuer;
});
beforeEach(() => {
  heard = [];
  refused = [];
  answer = 200;
});
afterAll(async () => {
  await server.stop();
  program.closeAllConnections();
  await new Promise((resolve) => program.close(resolve));
});

const admit = (values: object = {}) =>
  register(server, school, admin, { backchannel_uri: `${origin}/sign-out`, ...values });

/** Somebody signs in here and at a program; what it was told of them then. */
async function enter(made: Awaited<ReturnType<typeof admit>>, username = 'ada') {
  const token = await signIn(server, 'amsel', username);
  const { claims } = await signInAt(server, await connect(issuer, made), token);
  return { token, claims };
}

/** As a program does it: the signature by the keys of the school, for this program, and nothing that an ID token is. */
async function verify(token: string, audience: string): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(`${issuer}/keys`));
  const checks = { issuer, audience, typ: 'logout+jwt', algorithms: ['RS256'], requiredClaims: ['jti', 'exp'] };
  const { payload } = await jwtVerify(token, keys, checks);
  expect(payload.events).toEqual({ [EVENT]: {} });
  expect('nonce' in payload).toBe(false);
  return payload;
}

/** What was said to a program by its own address. */
const heardBy = ({ client }: { client: string }) =>
  heard.filter(
    ({ token }) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).aud === client,
  );

const shown = async (id: number) => {
  const { body } = await server.request('GET', `/v1/schools/${school.id}/identity-tenant`, { token: admin });
  return body.data.clients.find((one: { id: number }) => one.id === id);
};
const left = async (id: number | null = null) =>
  (
    await server.test.database.pool.query(
      'select id from identity_sign_outs where $1::bigint is null or client_id = $1',
      [id],
    )
  ).rowCount;

describe('a program with an address for sign-outs', () => {
  it('finds in the description of the issuer that it is told, and by which name of the sign-in [T-7.131]', async () => {
    const found = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
    expect(found).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
  });

  it('gets a token that it can verify, for the sign-in that has ended and no other [T-7.131]', async () => {
    const made = await admit();
    const [one, other] = [await enter(made), await enter(made)];
    expect(one.claims.sid).not.toBe(other.claims.sid);
    await server.request('POST', '/v1/logout', { token: one.token });
    await eventually(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.type).toBe('application/x-www-form-urlencoded');
    const said = await verify(heard[0]?.token ?? '', made.client);
    expect(said).toMatchObject({ sub: one.claims.sub, sid: one.claims.sid });
    await eventually(async () => expect(await left()).toBe(0));
    expect(await shown(made.id)).toMatchObject({ told_at: server.clock.now().toISOString(), failed_at: null });
    // Nobody else can verify it as theirs.
    await expect(verify(heard[0]?.token ?? '', 'another')).rejects.toThrow();
    await server.request('POST', '/v1/logout', { token: other.token });
    await eventually(() => expect(heard).toHaveLength(2));
  });

  it('is known to be told before nobody is left to tell of [T-7.131]', async () => {
    const made = await admit();
    const { token } = await enter(made, 'ben');
    const { pool } = server.test.database;
    const held = await pool.connect();
    try {
      await held.query('begin');
      await held.query('select from identity_clients where id = $1 for no key update', [made.id]);
      await server.request('POST', '/v1/logout', { token });
      const waiting =
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update%identity_clients%'";
      await eventually(async () => expect((await pool.query(waiting)).rowCount).toBe(1));
      expect(await left(made.id)).toBe(1);
    } finally {
      await held.query('rollback');
      held.release();
    }
    await eventually(async () => expect(await left(made.id)).toBe(0));
    expect((await shown(made.id)).told_at).not.toBeNull();
  });

  it('is told of whoever is signed out everywhere, locked, archived, or has another password [T-7.131]', async () => {
    const made = await admit();
    const run = (text: string) => server.test.database.pool.query(text, [ada.id]);
    const ends: [string, () => Promise<unknown>, (() => Promise<unknown>)?][] = [
      ['everywhere', () => server.request('POST', `/v1/users/${ada.id}/force-logout-all`, { token: admin })],
      [
        'locked',
        () => run('update users set is_locked = true where id = $1'),
        () => run('update users set is_locked = false where id = $1'),
      ],
      [
        'archived',
        () => run('update users set deleted_at = now() where id = $1'),
        () => run('update users set deleted_at = null where id = $1'),
      ],
      [
        'ended',
        () => run("update users set expire_at = '2026-11-01' where id = $1"),
        () => run('update users set expire_at = null where id = $1'),
      ],
    ];
    for (const [why, end, back] of ends) {
      heard = [];
      const { claims } = await enter(made);
      await end();
      await eventually(() => expect(heardBy(made).length, why).toBeGreaterThan(0));
      const said = await Promise.all(heardBy(made).map(({ token }) => verify(token, made.client)));
      expect(
        said.map(({ sid }) => sid),
        why,
      ).toContain(claims.sid);
      await back?.();
    }
    heard = [];
    const { claims } = await enter(made);
    const mine = await enter(made);
    const body = { current_password: PASSWORD, password: OTHER, password_confirmation: OTHER };
    const changed = await server.request('PUT', `/v1/users/${ada.id}/update-password`, { token: mine.token, body });
    expect(changed.status, changed.text).toBe(200);
    await eventually(() => expect(heardBy(made).length).toBeGreaterThan(0));
    const sids = await Promise.all(heardBy(made).map(async (one) => (await verify(one.token, made.client)).sid));
    expect(sids).toContain(claims.sid);
  });

  it('is told again later when it refuses or is not there, and the administrator reads why [T-7.131]', async () => {
    const made = await admit();
    for (const [status, said] of [
      [202, { failure: 'answer', failed_status: 202 }],
      [302, { failure: 'elsewhere', failed_status: null }],
    ] as const) {
      answer = status;
      heard = [];
      const { token, claims } = await enter(made, 'ben');
      await server.request('POST', '/v1/logout', { token });
      await eventually(async () => expect(await shown(made.id)).toMatchObject(said));
      expect(await left()).toBeGreaterThan(0);
      answer = 204;
      await eventually(async () => expect(await left()).toBe(0));
      const sids = await Promise.all(heard.map(async (one) => (await verify(one.token, made.client)).sid));
      expect(sids.at(-1)).toBe(claims.sid);
      expect((await shown(made.id)).told_at).not.toBeNull();
    }
    expect(lines.join('')).toContain('could not be told');
    for (const { token } of heard) expect(lines.join('')).not.toContain(token);
    const away = await admit({ backchannel_uri: 'http://127.0.0.1:9/' });
    const inside = await admit({ backchannel_uri: 'https://10.1.2.3/' });
    for (const [one, failure] of [
      [away, 'address'],
      [inside, 'address'],
    ] as const) {
      const { token } = await enter(one, 'ben');
      await server.request('POST', '/v1/logout', { token });
      await eventually(async () => expect((await shown(one.id)).failure).toBe(failure));
    }
    // After some hours nobody is waited for any more.
    server.clock.advance(7 * 3_600_000);
    admin = await signIn(server, 'amsel', 'admin');
    const { token } = await enter(inside, 'cem');
    await server.request('POST', '/v1/logout', { token });
    const waiting = async () =>
      (await server.test.database.pool.query('select 1 from identity_sign_outs where client_id = $1', [inside.id]))
        .rowCount;
    await eventually(async () => expect(await waiting()).toBe(1));
  });

  it('is told of the others too where it refuses to hear of some [T-7.131]', async () => {
    const made = await admit();
    const sids: unknown[] = [];
    for (let index = 0; index < 5; index += 1) sids.push((await enter(made, 'cem')).claims.sid);
    refused = sids.slice(0, 4);
    const ended = "delete from sessions where user_id in (select id from users where username = 'cem')";
    await server.test.database.pool.query(ended);
    await eventually(() => expect(heardBy(made).map(({ token }) => decodeJwt(token).sid)).toContain(sids[4]));
    refused = [];
    await eventually(async () => expect(await left(made.id)).toBe(0));
    const again = heardBy(made).map(({ token }) => decodeJwt(token).sid);
    expect(new Set(again)).toEqual(new Set(sids));
  });

  it('is tried for six hours and no longer, though a job has its last attempt before [T-7.131]', async () => {
    const made = await admit();
    answer = 500;
    const { token } = await enter(made, 'cem');
    await server.request('POST', '/v1/logout', { token });
    const { pool } = server.test.database;
    const jobs = async (set: string) =>
      (
        await pool.query(
          `update graphile_worker._private_jobs j set ${set} from graphile_worker._private_tasks t
           where t.id = j.task_id and t.identifier = 'identity-provider:tell' and j.locked_at is null and j.run_at > now()`,
        )
      ).rowCount;
    const tries = async (count: number) => eventually(() => expect(heardBy(made)).toHaveLength(count));
    await tries(1);
    await eventually(async () =>
      expect(await jobs("attempts = max_attempts - 1, run_at = now() + interval '1 s'")).toBe(1),
    );
    await tries(2);
    const later = "run_at = now() + interval '1 s'";
    await eventually(async () => expect(await jobs(later)).toBe(1));
    server.clock.advance(6 * 3_600_000 - 60_000);
    await tries(3);
    expect(await left(made.id)).toBe(1);
    server.clock.advance(60_000);
    await eventually(async () => expect(await jobs(later)).toBe(1));
    await eventually(async () => expect(await left(made.id)).toBe(0));
    expect(heardBy(made)).toHaveLength(3);
    admin = await signIn(server, 'amsel', 'admin');
  });

  it('is told nothing while it has no address or is switched off [T-7.131]', async () => {
    const [without, off] = [await admit({ backchannel_uri: null }), await admit()];
    const waiting = async () =>
      (
        await server.test.database.pool.query('select 1 from identity_sign_outs where client_id = any($1)', [
          [without.id, off.id],
        ])
      ).rowCount;
    const { token } = await enter(without, 'ben');
    await enter(off, 'ben');
    await server.test.database.pool.query('update identity_clients set is_on = false where id = $1', [off.id]);
    await server.request('POST', '/v1/logout', { token });
    await server.test.database.pool.query(
      "delete from sessions where user_id in (select id from users where username = 'ben')",
    );
    expect(await waiting()).toBe(0);
    expect(heardBy(without).concat(heardBy(off))).toEqual([]);
  });

  it('hears of its own school alone, also where sign-ins of two schools end at once [T-7.131]', async () => {
    const { kysely, pool } = server.test.database;
    const other = await buildSchool(kysely, 'drossel');
    await buildUser(kysely, other.id, 'admin', 'ADMIN');
    await buildUser(kysely, other.id, 'dan', 'STUDENT');
    const boss = await signIn(server, 'drossel', 'admin');
    const there = (await switchOn(server, other, boss)).addresses.issuer;
    const [mine, theirs] = [
      await admit(),
      await register(server, other, boss, { backchannel_uri: `${origin}/sign-out` }),
    ];
    const { claims } = await enter(mine, 'ben');
    const dan = (await signInAt(server, await connect(there, theirs), await signIn(server, 'drossel', 'dan'))).claims;
    await pool.query("delete from sessions where user_id in (select id from users where username in ('ben', 'dan'))");
    await eventually(() => expect([heardBy(mine).length, heardBy(theirs).length]).toEqual([1, 1]));
    expect(decodeJwt(heardBy(mine)[0]?.token ?? '')).toMatchObject({ iss: issuer, sid: claims.sid });
    expect(decodeJwt(heardBy(theirs)[0]?.token ?? '')).toMatchObject({ iss: there, sid: dan.sid });
  });

  it('hears of whoever may only read from now on, by day or at night, and of nobody once it is off [T-7.131]', async () => {
    const made = await admit();
    const { kysely, pool } = server.test.database;
    const set = (values: string) => pool.query(`update users set ${values} where username = 'ben'`);
    const sids = [(await enter(made, 'ben')).claims.sid];
    await set("expire_at = '2060-01-01', read_only_from = '2026-11-01'");
    await eventually(() => expect(heardBy(made)).toHaveLength(1));
    await set('expire_at = null, read_only_from = null');
    sids.push((await enter(made, 'ben')).claims.sid);
    await set("expire_at = '2060-01-01', read_only_from = '2050-01-01'");
    expect(await endPassed(kysely, new Date('2050-01-02'))).toBe(1);
    await eventually(() => expect(heardBy(made).map(({ token }) => decodeJwt(token).sid)).toEqual(sids));
    await set('expire_at = null, read_only_from = null');
    // It is switched off while it refuses.
    answer = 500;
    const { token } = await enter(made, 'ben');
    await server.request('POST', '/v1/logout', { token });
    await eventually(async () => expect((await shown(made.id)).failed_status).toBe(500));
    await pool.query('update identity_clients set is_on = false where id = $1', [made.id]);
    const times = heardBy(made).length;
    await eventually(async () => expect(await left(made.id)).toBe(0));
    expect(heardBy(made)).toHaveLength(times);
  });

  it('hears of the end of a sign-in as long as that may last [T-7.131]', async () => {
    const made = await admit();
    const { token } = await enter(made, 'ben');
    const end = server.clock.now().getTime() + SESSION_SECONDS.stay * 1000;
    await pruneGrants(server.test.database.kysely, new Date(end - 60_000));
    await server.request('POST', '/v1/logout', { token });
    await eventually(() => expect(heardBy(made)).toHaveLength(1));
  });

  it('hears at night of those whose last day has come [T-7.131]', async () => {
    const made = await admit();
    const { claims } = await enter(made, 'ben');
    const { pool } = server.test.database;
    await pool.query("update users set expire_at = '2040-01-01' where username = 'ben'");
    expect(await endPassed(server.test.database.kysely, new Date('2039-12-31'))).toBe(0);
    expect(await endPassed(server.test.database.kysely, new Date('2040-01-02'))).toBe(1);
    await eventually(() => expect(heardBy(made)).toHaveLength(1));
    expect((await verify(heardBy(made)[0]?.token ?? '', made.client)).sid).toBe(claims.sid);
  });
});
