import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { join as joinBoth } from './queries/joining.ts';

let mailbox: MailServer;
let server: TestServer;
let amsel: BuiltSchool;
let drossel: BuiltSchool;
const JOINED = '/v1/users/self/joined-accounts';

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  amsel = await buildSchool(server.test.database.kysely, 'amsel', { name: 'Amselschule' });
  drossel = await buildSchool(server.test.database.kysely, 'drossel', { name: 'Drosselschule' });
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await jobsDone(server);
  mailbox.received.length = 0;
  await run('delete from sign_in_failures; update schools set is_locked = false');
});

const run = async (text: string, values: unknown[] = []) =>
  (await server.test.database.pool.query(text, values)).rows as Record<string, unknown>[];

let people = 0;
/** Somebody with an address, signed in. */
async function buildPerson(school: BuiltSchool, role: 'PARENT' | 'STUDENT' | 'TEACHER' = 'PARENT') {
  people += 1;
  const username = `ada${people}`;
  const user = await buildUser(server.test.database.kysely, school.id, username, role);
  await run('update users set email = $1, locale = $2 where id = $3', [`${username}@home.example`, 'en', user.id]);
  return { ...user, school, token: await signIn(server, school.slink, username) };
}
type Person = Awaited<ReturnType<typeof buildPerson>>;
const keyOf = ({ school, id }: Person) => ({ school_id: school.id, id });

const join = (one: Person, other: Person, body: Record<string, unknown> = {}) =>
  server.request('POST', JOINED, {
    token: one.token,
    body: { own_password: PASSWORD, slink: other.school.slink, username: other.username, password: PASSWORD, ...body },
  });
const change = (token: string, uuid: string) => server.request('POST', '/v1/auth/switch', { token, body: { uuid } });
const leave = (token: string, uuid: string) => server.request('DELETE', `${JOINED}/${uuid}`, { token });
const list = async (token: string): Promise<{ uuid: string }[]> =>
  (await server.request('GET', JOINED, { token })).body.data;
const uuids = async (token: string) => (await list(token)).map(({ uuid }) => uuid);
const selfOf = async (token: string) => (await server.request('GET', '/v1/users/self', { token })).body.data?.uuid;

async function buildJoined() {
  const one = await buildPerson(amsel);
  const other = await buildPerson(drossel);
  const answer = await join(one, other);
  expect(answer.status, answer.text).toBe(200);
  return { one, other };
}

/** Turns on codes of an app; gives the code of that many steps from now. */
async function turnOnApp({ token }: Person) {
  const settings = '/v1/users/self/2fa';
  const set = await server.request('POST', `${settings}/setup`, { token, body: { mode: 'totp' } });
  const app = new TOTP({ secret: Secret.fromBase32(set.body.data.totp.key) });
  const code = () => app.generate({ timestamp: server.clock.now().getTime() });
  const body = { password: PASSWORD, is_enabled: true, mode: 'totp', new_code: code() };
  const answer = await server.request('PUT', settings, { token, body });
  expect(answer.status, answer.text).toBe(200);
  server.clock.advance(60_000);
  return code;
}

describe('two accounts of one person', () => {
  it('are joined by proving both, and switched between without a password, on every device [D-6.05]', async () => {
    const { one, other } = await buildJoined();
    expect(await list(one.token)).toEqual([
      {
        uuid: other.uuid,
        displayname: expect.stringContaining(other.username),
        type: 'PARENT',
        school: { slink: 'drossel', name: 'Drosselschule' },
        joined_at: expect.any(String),
        last_used_at: null,
        can: { switch: 1 },
      },
    ]);
    // From either of them, after another sign-in.
    const elsewhere = await signIn(server, 'drossel', other.username);
    expect(await uuids(elsewhere)).toEqual([one.uuid]);
    const switched = await change(elsewhere, one.uuid);
    expect(switched.body).toMatchObject({ uuid: one.uuid, tfa_mode: '', data: { slink: 'amsel' } });
    expect(await selfOf(switched.body.access_token)).toBe(one.uuid);
    // The one that it came from goes on.
    expect(await selfOf(elsewhere)).toBe(other.uuid);
    // Each sees when the other was last used to come in.
    const used = server.clock.now().toISOString();
    expect(await list(one.token)).toEqual([expect.objectContaining({ uuid: other.uuid, last_used_at: used })]);
    expect(await list(elsewhere)).toEqual([expect.objectContaining({ uuid: one.uuid, last_used_at: null })]);
  });

  it('may be of one school; a third brings along what it was joined with [D-6.05]', async () => {
    const { one, other } = await buildJoined();
    const third = await buildPerson(amsel);
    const fourth = await buildPerson(drossel);
    expect((await join(third, fourth)).status).toBe(200);
    expect((await join(third, one)).status).toBe(200);
    expect((await uuids(other.token)).toSorted()).toEqual([one.uuid, third.uuid, fourth.uuid].toSorted());
    expect(await selfOf((await change(fourth.token, other.uuid)).body.access_token)).toBe(other.uuid);
  });

  it('are each told, by a mail and in their channel, and both schools have it in their log without the name of the other [D-6.05] [D-4.11]', async () => {
    const { one, other } = await buildJoined();
    await change(one.token, other.uuid);
    await jobsDone(server);
    const mails = mailbox.received.filter(({ mail }) => mail.subject === 'Accounts joined');
    expect(mails.map(({ mail }) => mail.text).toSorted()).toEqual([
      expect.stringContaining('at Amselschule is now joined with your account at Drosselschule'),
      expect.stringContaining('at Drosselschule is now joined with your account at Amselschule'),
    ]);
    const told = await run(
      `select c.school_id from messages m join chats c on c.school_id = m.school_id and c.id = m.chat_id
      join channels h on h.school_id = c.school_id and h.id = c.channel_id
      where h.owner_id in ($1, $2) and m.content like 'Your account was joined with another one%' order by 1`,
      [one.id, other.id],
    );
    expect(told).toEqual([{ school_id: amsel.id }, { school_id: drossel.id }]);
    for (const [here, there] of [
      [one, 'Drossel'],
      [other, 'Amsel'],
    ] as const) {
      const log = await run(
        `select action, user_id, before, after from audit_log where school_id = $1 and entity_id = $2 and action like '%ccount%'
        order by seq`,
        [here.school.id, `${here.id}`],
      );
      expect(log.map(({ action }) => action)).toEqual(['auth.accountsJoined', 'auth.accountSwitched']);
      expect(JSON.stringify(log)).not.toContain(there);
    }
  });

  it('separate when one leaves, from either side: nobody switches any more, and nothing is left over [D-6.05]', async () => {
    const first = await buildJoined();
    expect((await leave(first.one.token, first.other.uuid)).status).toBe(204);
    const second = await buildJoined();
    expect((await leave(second.one.token, second.one.uuid)).status).toBe(204);
    for (const { one, other } of [first, second]) {
      expect(await list(one.token)).toEqual([]);
      expect((await change(one.token, other.uuid)).status).toBe(404);
      expect((await change(other.token, one.uuid)).status).toBe(404);
      expect(await run('select * from joined_accounts where user_id in ($1, $2)', [one.id, other.id])).toEqual([]);
    }
    await jobsDone(server);
    expect(mailbox.received.filter(({ mail }) => mail.subject === 'Accounts separated')).toHaveLength(4);
  });

  const NEW = { password: 'another horse battery', password_confirmation: 'another horse battery' };
  const put = (token: string, path: string, body: object) => server.request('PUT', path, { token, body });
  it.each<[string, (person: Person) => Promise<{ status: number }>]>([
    [
      'a new password',
      ({ token }) => put(token, '/v1/users/self/update-password', { current_password: PASSWORD, ...NEW }),
    ],
    [
      'a new password by a link',
      async ({ school, username }) => {
        await server.request('POST', '/v1/auth/password-reset', { body: { slink: school.slink, identity: username } });
        await jobsDone(server);
        const token = /#token=([\w-]+)/.exec(mailbox.received.at(-1)?.mail.text ?? '')?.[1];
        return server.request('POST', '/v1/auth/password-reset/confirm', { body: { token, ...NEW } });
      },
    ],
    ['signing out everywhere', ({ token }) => server.request('POST', '/v1/logout-all', { token })],
    [
      'being signed out by the school',
      async ({ school, id }) => {
        const admin = await buildUser(server.test.database.kysely, school.id, `chief${id}`, 'ADMIN');
        const token = await signIn(server, school.slink, admin.username);
        return server.request('POST', `/v1/users/${id}/force-logout-all`, { token });
      },
    ],
    [
      'being signed out with many',
      async ({ school, id }) => {
        const admin = await buildUser(server.test.database.kysely, school.id, `head${id}`, 'ADMIN');
        const token = await signIn(server, school.slink, admin.username);
        const body = { kind: 'logout', people: { ids: [id] } };
        const begun = await server.request('POST', '/v1/people-changes', { token, body });
        await jobsDone(server);
        return begun;
      },
    ],
    [
      'another second step',
      async (person) => {
        await turnOnApp(person);
        return { status: 200 };
      },
    ],
  ])('keep their own passwords; %s ends the joining, since somebody else may have made it [D-6.05]', async (_, end) => {
    const { one, other } = await buildJoined();
    expect((await change(one.token, other.uuid)).status).toBe(200);
    expect((await end(other)).status).toBe(200);
    expect(await list(one.token)).toEqual([]);
    expect((await change(one.token, other.uuid)).status).toBe(404);
    expect(await run('select * from joined_accounts where user_id in ($1, $2)', [one.id, other.id])).toEqual([]);
  });
});

describe('who joins what is not theirs', () => {
  it('gets the answer of a wrong sign-in, counted as one, whether the name is known or not [D-4.09] [D-6.05]', async () => {
    const one = await buildPerson(amsel);
    const other = await buildPerson(drossel);
    const known = await join(one, other, { password: 'wrong horse battery' });
    const unknown = await join(one, other, { username: 'nobody', password: 'wrong horse battery' });
    expect([known.status, known.body.error.code]).toEqual([422, 'wrong_credentials']);
    expect([unknown.status, unknown.body.error.code]).toEqual([422, 'wrong_credentials']);
    await run('delete from known_senders where user_id = $1', [other.id]);
    const statuses = [];
    for (let tried = 0; tried < 8; tried += 1)
      statuses.push((await join(one, other, { password: `guess ${tried} battery` })).status);
    expect(statuses).toContain(429);
    // The right one is not accepted meanwhile, and neither does a sign-in try on.
    expect((await join(one, other)).status).toBe(429);
    expect(await list(one.token)).toEqual([]);
  });

  it('needs the password of the open session too: one that was left open joins nothing [D-6.05]', async () => {
    const one = await buildPerson(amsel);
    const other = await buildPerson(drossel);
    const refused = await join(one, other, { own_password: 'not this one at all' });
    expect(refused.status).toBe(422);
    expect(refused.body.error.issues[0]).toMatchObject({ path: 'body.own_password', rule: 'current_password' });
    expect(await list(other.token)).toEqual([]);
  });

  it('switches to nothing with the uuid of somebody else, of this school or another [D-4.06] [D-6.05]', async () => {
    const { one } = await buildJoined();
    for (const stranger of [await buildPerson(amsel), await buildPerson(drossel)]) {
      expect((await change(one.token, stranger.uuid)).status).toBe(404);
      expect((await leave(one.token, stranger.uuid)).status).toBe(404);
    }
    expect((await change(one.token, one.uuid)).status).toBe(404);
  });

  it('never comes from the account of a child into that of an adult, not by a third either [P-4.14] [D-6.05]', async () => {
    const { one, other } = await buildJoined();
    const child = await buildPerson(amsel, 'STUDENT');
    for (const [from, to] of [
      [one, child],
      [child, other],
    ] as const) {
      const refused = await join(from, to);
      expect(refused.status).toBe(422);
      expect(refused.body.error.issues[0].rule).toBe('pupil');
    }
    // A child with two accounts joins them.
    const second = await buildPerson(drossel, 'STUDENT');
    expect((await join(child, second)).status).toBe(200);
    // Somebody's account that becomes a child's afterwards leads nowhere.
    await run(`update users set type = 'STUDENT', role = 'STUDENT' where id = $1`, [one.id]);
    expect((await change(other.token, one.uuid)).status).toBe(404);
  });

  it('in two tabs at once joins once; an account is not joined with itself [D-6.05]', async () => {
    const one = await buildPerson(amsel);
    const other = await buildPerson(drossel);
    const answers = await Promise.all([join(one, other), join(other, one), join(one, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect(await uuids(one.token)).toEqual([other.uuid]);
    expect(
      await run('select distinct identity from joined_accounts where user_id in ($1, $2)', [one.id, other.id]),
    ).toHaveLength(1);
    expect((await join(one, one)).body.error.issues[0].rule).toBe('already');
  });

  it('one after the other joins all of them, though the second began before the first was done [D-6.05]', async () => {
    const [one, other, third] = [await buildPerson(amsel), await buildPerson(drossel), await buildPerson(amsel)];
    const { kysely } = server.test.database;
    const first = await kysely.startTransaction().execute();
    expect(await joinBoth(first, keyOf(one), keyOf(other), server.clock.now())).toBeNull();
    const second = kysely.transaction().execute((db) => joinBoth(db, keyOf(other), keyOf(third), server.clock.now()));
    await expect
      .poll(async () => (await run(`select from pg_stat_activity where wait_event_type = 'Lock'`)).length)
      .toBeGreaterThan(0);
    await first.commit().execute();
    expect(await second).toBeNull();
    expect((await uuids(one.token)).toSorted()).toEqual([other.uuid, third.uuid].toSorted());
  });

  it('joins no more than twelve [D-6.05]', async () => {
    const one = await buildPerson(amsel);
    const identity = '11111111-1111-4111-8111-111111111111';
    for (let index = 0; index < 11; index += 1) {
      const { id } = await buildUser(server.test.database.kysely, drossel.id, `many${index}`, 'PARENT');
      await run('insert into joined_accounts values ($1, $2, $3, now())', [drossel.id, id, identity]);
    }
    await run('insert into joined_accounts values ($1, $2, $3, now())', [amsel.id, one.id, identity]);
    const refused = await join(one, await buildPerson(drossel));
    expect(refused.body.error.issues[0].rule).toBe('full');
  });
});

describe('an account that nobody may sign in to', () => {
  it.each([
    ['locked', 'update users set is_locked = true where id = $1', 'user_locked'],
    ['over', `update users set expire_at = '2020-01-01' where id = $1`, 'user_expired'],
    [
      'at a locked school',
      'update schools set is_locked = true where id = (select school_id from users where id = $1)',
      'school_locked',
    ],
  ])('because it is %s is in the list, and not switched to [D-6.05]', async (_, statement, code) => {
    const { one, other } = await buildJoined();
    await run(statement, [other.id]);
    const refused = await change(one.token, other.uuid);
    expect([refused.status, refused.body.error.code]).toEqual([403, code]);
    expect(await list(one.token)).toEqual([expect.objectContaining({ uuid: other.uuid, can: { switch: 0 } })]);
  });

  it('because it was deleted is gone from the list until it is recovered, and for good once erased [D-6.05]', async () => {
    const { one, other } = await buildJoined();
    await run('update users set deleted_at = now() where id = $1', [other.id]);
    expect(await list(one.token)).toEqual([]);
    expect((await change(one.token, other.uuid)).status).toBe(404);
    await run('update users set deleted_at = null where id = $1', [other.id]);
    expect(await uuids(one.token)).toEqual([other.uuid]);
    const admin = await buildUser(server.test.database.kysely, drossel.id, `root${other.id}`, 'ADMIN');
    const token = await signIn(server, 'drossel', admin.username);
    expect((await server.request('DELETE', `/v1/users/${other.id}/hard-delete`, { token })).status).toBe(204);
    expect(await run('select * from joined_accounts where user_id in ($1, $2)', [one.id, other.id])).toEqual([]);
  });
});

describe('a second step', () => {
  it('of the other account is asked for before it is joined, and its token alone joins nothing [D-6.05]', async () => {
    const one = await buildPerson(amsel);
    const other = await buildPerson(drossel);
    const code = await turnOnApp(other);
    const begun = await join(one, other);
    const { account, second_step } = begun.body.data;
    expect(account).toBeNull();
    expect(second_step.ways).toContain('totp');
    expect(await list(one.token)).toEqual([]);
    const confirm = (body: Record<string, unknown>) =>
      server.request('POST', `${JOINED}/confirm`, {
        token: one.token,
        body: { own_password: PASSWORD, token: second_step.token, ...body },
      });
    expect((await confirm({ code: '000000' })).body.error.code).toBe('wrong_code');
    expect((await confirm({})).body.error.code).toBe('wrong_code');
    expect((await confirm({ code: code(), own_password: 'not this one' })).status).toBe(422);
    const done = await confirm({ code: code() });
    expect(done.body.data).toMatchObject({ uuid: other.uuid });
    expect(await uuids(other.token)).toEqual([one.uuid]);
    expect((await confirm({ code: code() })).status).toBe(404);
  });

  it('of the account is asked for when it is switched to, whatever the session has proven of its own [D-6.05]', async () => {
    const [one, other] = [await buildPerson(amsel), await buildPerson(drossel)];
    const [codeOfOne, codeOfOther] = [await turnOnApp(one), await turnOnApp(other)];
    expect(await joinBoth(server.test.database.kysely, keyOf(one), keyOf(other), server.clock.now())).toBeNull();
    const verify = (token: string, code: string) =>
      server.request('POST', '/v1/users/self/2fa', { body: { token, code } });
    const body = { slink: 'amsel', username: one.username, password: PASSWORD, stayLoggedIn: true };
    const begun = await server.request('POST', '/v1/auth/login', { body });
    const strong = await verify(begun.body.access_token, codeOfOne());
    const asked = await change(strong.body.access_token, other.uuid);
    expect(asked.body).toMatchObject({ tfa_mode: 'totp', second_step: { ways: expect.arrayContaining(['totp']) } });
    expect(await selfOf(asked.body.access_token)).toBeUndefined();
    expect((await verify(asked.body.access_token, codeOfOne())).status).not.toBe(200);
    const entered = await verify(asked.body.access_token, codeOfOther());
    expect(await selfOf(entered.body.access_token)).toBe(other.uuid);
    // A session says of its own account only what was proven of that.
    const back = await change(entered.body.access_token, one.uuid);
    expect(back.body.tfa_mode).toBe('totp');
  });

  it('that a school requires and the account lacks is what the session can do, as after a sign-in [D-6.05]', async () => {
    const { one, other } = await buildJoined();
    await run(`update schools set second_step_roles = '{PARENT}', second_step_from = '2020-01-01' where id = $1`, [
      drossel.id,
    ]);
    try {
      const switched = await change(one.token, other.uuid);
      expect(switched.status).toBe(200);
      const refused = await server.request('GET', JOINED, { token: switched.body.access_token });
      expect(refused.body.error.code).toBe('second_step_missing');
    } finally {
      await run(`update schools set second_step_roles = '{}', second_step_from = null where id = $1`, [drossel.id]);
    }
  });
});
