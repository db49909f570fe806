import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../../../tests/support/authenticator.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone, notify } from '../../../../../tests/support/notifications.ts';
import { PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { callRpc, openRpc } from '../../../../../tests/support/webuntis.ts';
import { silentLog } from '../../kernel/log.ts';
import { createPasswordReset } from './queries/password-resets.ts';
import { createToken, hashToken } from './tokens.ts';

let mailbox: MailServer;
let server: TestServer;
let school: PlanSchool;
let token: string;
const ORIGIN = 'https://kreide.example';
const PLACE = { rpId: 'kreide.example', origin: ORIGIN };

beforeAll(async () => {
  mailbox = await startMailServer();
  const KREIDE_SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  server = await startTestServer({
    env: { KREIDE_SMTP_URL, KREIDE_MAIL_FROM: 'kreide@school.example', KREIDE_URL: ORIGIN },
  });
  school = await buildPlanSchool(server);
  await run("update users set email = username || '@home.example'");
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  await run('update users set is_locked = false, expire_at = null, is_tfa_enabled = false');
  for (const table of ['sign_in_failures', 'messages', 'mails']) await run(`delete from ${table}`);
  token = await signIn(server, 'amsel', 'ada');
  await jobsDone(server);
  mailbox.received.length = 0;
});

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.request('POST', `/v1${path}`, { body, headers });
const login = (is_native = false) =>
  post('/auth/login', { slink: 'amsel', username: 'ada', password: PASSWORD, stayLoggedIn: true, is_native });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body?.error?.code ?? status;

/** The two ways in which an account is over; the first at its very last moment. */
const WAYS = {
  user_expired: () => run('update users set expire_at = $1 where id = $2', [server.clock.now(), school.users.ada]),
  user_locked: () => run('update users set is_locked = true where id = $1', [school.users.ada]),
} as const;

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('an account that is over (%s)', (why) => {
  const end = WAYS[why];

  it('is opened by no password, no refresh and no token [P-4.25]', async () => {
    const { uuid, refresh_token } = (await login(true)).body;
    const read = async () => (await server.request('GET', '/v1/users/self', { token })).status;
    expect(await read()).toBe(200);
    await end();
    expect(codeOf(await login())).toBe(why);
    expect(codeOf(await post('/auth/refresh', { uuid, refresh_token }))).toBe(why);
    await expect.poll(read).toBe(401);
  });

  it('is opened by no second step that was begun before, and gets no code for it', async () => {
    await run("update users set is_tfa_enabled = true, tfa_mode = 'email' where id = $1", [school.users.ada]);
    const step = (await login()).body.access_token;
    server.clock.advance(61_000);
    expect((await post('/users/self/2fa/send', { token: step })).status).toBe(200);
    await jobsDone(server);
    const [code = ''] = /\b\d{3} \d{3}\b/.exec(mailbox.received.at(-1)?.mail.text ?? '') ?? [];
    mailbox.received.length = 0;
    await end();
    server.clock.advance(61_000);
    expect(codeOf(await post('/users/self/2fa/send', { token: step }))).toBe('not_found');
    expect(codeOf(await post('/users/self/2fa', { token: step, code }))).toBe(why);
    await jobsDone(server);
    expect(mailbox.received).toEqual([]);
  });

  it('is opened by no passkey', async () => {
    const authenticator = createAuthenticator();
    const { body } = await server.request('POST', '/v1/users/self/passkeys/options', {
      token,
      body: { password: PASSWORD },
    });
    const credential = authenticator.make(body.data.challenge, PLACE);
    await server.request('POST', '/v1/users/self/passkeys', { token, body: { name: 'Phone', credential } });
    const enter = async (counter: number) => {
      const { challenge } = (await post('/auth/passkey/options', {})).body.data;
      const used = authenticator.use(challenge, PLACE, counter);
      return codeOf(await post('/auth/passkey', { slink: 'amsel', stayLoggedIn: true, credential: used }));
    };
    expect(await enter(1)).toBe(200);
    await end();
    expect(await enter(2)).toBe(why);
  });

  it('opens for no program, and its open sessions end', async () => {
    const session = await openRpc(server, 'ada');
    const ping = async () => (await callRpc(server, 'getLatestImportTime', {}, { session })).body.error?.code;
    expect(await ping()).toBeUndefined();
    await end();
    expect(await ping()).toBe(-8520);
    const again = await callRpc(server, 'authenticate', { user: 'ada', password: PASSWORD, client: 'test' });
    expect(again.body.error.code).toBe(-8998);
  });

  it('shows no calendar', async () => {
    const made = await server.request('POST', '/v1/subscriptions', {
      token,
      body: { user_id: school.users.ada, language: 'de' },
    });
    const { pathname } = new URL(made.body.data.url);
    expect((await server.request('GET', pathname)).status).toBe(200);
    await end();
    expect((await server.request('GET', pathname)).status).toBe(404);
  });

  it('hears nothing over realtime', async () => {
    const connect = () =>
      new Promise<string>((resolve) => {
        const options = { path: '/v1/realtime', transports: ['websocket'], auth: { token }, reconnection: false };
        const socket = io(server.url, options);
        const finish = (text: string) => {
          socket.close();
          resolve(text);
        };
        socket.on('connect', () => finish('connected'));
        socket.on('connect_error', ({ message }) => finish(message));
      });
    expect(await connect()).toBe('connected');
    await end();
    await expect.poll(connect).toBe('unauthenticated');
  });

  it('gets no link for a new password, and none that it has works', async () => {
    const ask = async () => {
      await post('/auth/password-reset', { slink: 'amsel', identity: 'ada' });
      await jobsDone(server);
      return mailbox.received.length;
    };
    expect(await ask()).toBe(1);
    const user = { school_id: school.id, id: school.users.ada };
    const link = await createPasswordReset(server.test.database.kysely, user, 600, server.clock.now());
    await end();
    expect(await ask()).toBe(1);
    const body = { token: link, password: PASSWORD, password_confirmation: PASSWORD };
    expect(codeOf(await post('/auth/password-reset/confirm', body))).toBe(why);
  });

  it('proves no new address', async () => {
    const given = createToken();
    await run(
      `insert into email_changes (school_id, user_id, email, token_hash, created_at, expires_at)
       values ($1, $2, 'anew@home.example', $3, $4, $4::timestamptz + interval '1 hour')
       on conflict (school_id, user_id) do update set token_hash = excluded.token_hash`,
      [school.id, school.users.ada, hashToken(given), server.clock.now()],
    );
    await end();
    expect(codeOf(await post('/users/confirm-email', { token: given }))).toBe('not_found');
    await WAYS_BACK();
    expect((await post('/users/confirm-email', { token: given })).status).toBe(200);
    await run("update users set email = 'ada@home.example' where id = $1", [school.users.ada]);
  });

  it('gets no digest by e-mail', async () => {
    const look = async () => {
      await run('delete from notification_settings');
      await run(
        `insert into notification_settings (school_id, user_id, digest, digest_seq, digest_next_at) values ($1, $2, 'daily', 0, $3)`,
        [school.id, school.users.ada, server.clock.now()],
      );
      await notify(server, school.id, school.users.ada);
      const tasks = server.server.features.all.flatMap((feature) => feature.tasks ?? []);
      const around = { now: server.clock.now, log: silentLog, signal: new AbortController().signal };
      await tasks
        .find(({ name }) => name === 'notifications:digest')
        ?.run({ school_id: school.id }, { ...around, attempt: 1, isLastAttempt: false });
      await passJobWaits(server.test.database.pool);
      await jobsDone(server);
      return mailbox.received.length;
    };
    expect(await look()).toBe(1);
    await end();
    expect(await look()).toBe(1);
  });

  it('is told nothing, and a push message that waits for it is dropped', async () => {
    const admin = await signIn(server, 'amsel', 'admin');
    const change = async () => {
      await run('delete from messages');
      await server.request('DELETE', `/v1/users/${school.users.ada}/2fa`, { token: admin });
      return (await run('select count(*)::int as count from messages')).rows[0].count;
    };
    expect(await change()).toBe(1);
    const wait = async () => {
      await run('delete from push_deliveries');
      await run('delete from devices');
      const at = server.clock.now();
      const device = await run(
        `insert into devices (school_id, user_id, token_hash, token, type, push_notification_consent, created_at, seen_at)
         values ($1, $2, $3, '{}', 'web', 'ACCEPTED', $4, $4) returning id`,
        [school.id, school.users.ada, hashToken(createToken()), at],
      );
      await run(
        `insert into push_deliveries (school_id, user_id, device_id, kind, topic, is_urgent, state, tries, created_at, not_before, expires_at)
         values ($1, $2, $3, 'account', 'x', false, 'WAITING', 0, $4, $4, $4::timestamptz + interval '1 day')`,
        [school.id, school.users.ada, device.rows[0].id, at],
      );
      const tasks = server.server.features.all.flatMap((feature) => feature.tasks ?? []);
      const around = { now: server.clock.now, log: silentLog, signal: new AbortController().signal };
      await tasks
        .find(({ name }) => name === 'notifications:deliver')
        ?.run({ school_id: school.id }, { ...around, attempt: 1, isLastAttempt: false });
      return (await run('select state from push_deliveries')).rows[0].state;
    };
    expect(await wait()).not.toBe('DROPPED');
    await end();
    expect(await change()).toBe(0);
    expect(await wait()).toBe('DROPPED');
  });
});

const WAYS_BACK = () => run('update users set is_locked = false, expire_at = null where id = $1', [school.users.ada]);
