import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone, notify } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { silentLog } from '../../kernel/log.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
/** Ten to four in Berlin, on Wednesday, Thursday and Friday. */
const [WEDNESDAY, THURSDAY, FRIDAY] = ['2026-11-18T14:50:00Z', '2026-11-19T14:50:00Z', '2026-11-20T14:50:00Z'];
const FOUR = (day: string) => day.replace('14:50', '15:00');

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel', { name: 'Amselschule', app_branding: 'hafen' });
  for (const [name, role] of [
    ['ada', 'STUDENT'],
    ['bo', 'PARENT'],
    ['cem', 'ADMIN'],
  ] as const)
    ids[name] = (await buildUser(kysely, school.id, name, role)).id;
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await jobsDone(server);
  mailbox.received.length = 0;
  const { pool } = server.test.database;
  for (const table of ['messages', 'mails', 'notification_settings', 'holidays'])
    await pool.query(`delete from ${table}`);
  await pool.query('delete from graphile_worker._private_jobs where locked_by is null');
  await pool.query(
    "update users set email = case username when 'cem' then null else username || '@home.example' end, locale = null",
  );
  await at(WEDNESDAY);
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], ...(body === undefined ? {} : { body }) });
async function at(time: string): Promise<void> {
  server.clock.set(new Date(time));
  for (const who of ['ada', 'bo', 'cem']) tokens[who] = await signIn(server, 'amsel', who);
}
const want = (who: string, digest: string) =>
  call(who, 'PUT', '/users/self/settings/notifications', { quiet: null, muted_kinds: [], digest });
const tell = (who: string) => notify(server, school.id, ids[who] as number);
const read = (uuid: string) =>
  server.test.database.pool.query('update messages set is_read = true where uuid = $1', [uuid]);

/** The job that looks for digests, and what it orders, run as the schedule would; several at once if asked for. */
async function look(time: string, processes = 1): Promise<number> {
  server.clock.set(new Date(time));
  const tasks = server.server.features.all.flatMap((feature) => feature.tasks ?? []);
  const run = (name: string, payload: object) =>
    tasks
      .find((task) => task.name === name)
      ?.run(payload, {
        now: server.clock.now,
        log: silentLog,
        signal: new AbortController().signal,
        attempt: 1,
        isLastAttempt: false,
      });
  if (processes === 1) await run('notifications:digests', {});
  else
    await Promise.all(Array.from({ length: processes }, () => run('notifications:digest', { school_id: school.id })));
  await passJobWaits(server.test.database.pool);
  await jobsDone(server);
  return mailbox.received.length;
}

describe('a digest', () => {
  it('comes at the hour of the school, counts what is unread and says nothing else [D-6.03]', async () => {
    await want('ada', 'daily');
    for (let count = 0; count < 3; count += 1) await tell('ada');
    await read(await tell('ada'));
    expect(await look('2026-11-18T14:59:59Z')).toBe(0);
    expect(await look(FOUR(WEDNESDAY))).toBe(1);
    const [{ to, mail }] = mailbox.received as [(typeof mailbox.received)[number]];
    expect(to).toBe('ada@home.example');
    expect(mail.from?.name).toBe('Amselschule');
    expect(mail.subject).toBe('Ungelesene Benachrichtigungen: 3');
    expect(mail.text).toContain('Geänderte Stunden: 3\n');
    expect(mail.text).toContain(`${server.url}/notification-centre`);
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/Mathe|Freitag|Frau Kern|\bada\b/);
  });

  it('tells each notification once: only those that came since, and none when all are read [D-6.03]', async () => {
    await want('ada', 'daily');
    await tell('ada');
    expect(await look(FOUR(WEDNESDAY))).toBe(1);
    expect(await look(FOUR(THURSDAY))).toBe(1);
    await tell('ada');
    const seen = await tell('ada');
    await read(seen);
    expect(await look(FOUR(FRIDAY))).toBe(2);
    expect(mailbox.received[1]?.mail.subject).toBe('Ungelesene Benachrichtigungen: 1');
  });

  it('begins with the first notification after somebody has asked for it; another rhythm goes on where the last one ended [D-6.03]', async () => {
    await tell('ada');
    await want('ada', 'weekly');
    expect(await look(FOUR(THURSDAY))).toBe(0);
    expect(await look(FOUR(FRIDAY))).toBe(0);
    await tell('ada');
    await at('2026-11-21T10:00:00Z');
    await want('ada', 'daily');
    expect(await look('2026-11-21T15:00:00Z')).toBe(1);
    expect(mailbox.received[0]?.mail.text).toContain('Geänderte Stunden: 1\n');
  });

  it('of the week comes on Fridays [D-6.03]', async () => {
    await want('ada', 'weekly');
    await tell('ada');
    expect(await look(FOUR(THURSDAY))).toBe(0);
    expect(await look(FOUR(FRIDAY))).toBe(1);
  });

  it('is made once by two processes that look at the same time [D-6.03]', async () => {
    await want('ada', 'daily');
    await tell('ada');
    expect(await look(FOUR(WEDNESDAY), 4)).toBe(1);
    const { rows } = await server.test.database.pool.query('select count(*)::int from mails');
    expect(rows[0].count).toBe(1);
  });

  it('needs an address, and an account that is open; others of the school get theirs all the same [D-6.03]', async () => {
    for (const who of ['ada', 'bo', 'cem']) await want(who, 'daily');
    for (const who of ['ada', 'bo', 'cem']) await tell(who);
    await server.test.database.pool.query("update users set is_locked = username = 'bo'");
    expect(await look(FOUR(WEDNESDAY))).toBe(1);
    expect(mailbox.received[0]?.to).toBe('ada@home.example');
    await server.test.database.pool.query("update users set is_locked = false, email = username || '@home.example'");
    expect(await look(FOUR(THURSDAY))).toBe(3);
    expect(
      mailbox.received
        .slice(1)
        .map((one) => one.to)
        .toSorted(),
    ).toEqual(['bo@home.example', 'cem@home.example']);
  });

  it('waits for the end of quiet hours and of a pause, and then comes once [D-6.03] [P-7.50]', async () => {
    await want('ada', 'daily');
    await want('bo', 'daily');
    await call('bo', 'PUT', '/users/self/settings/pause-notifications', { until: '2026-11-18T16:20:00.000Z' });
    const quiet = { begins_at: '15:30', ends_at: '16:45', weekends: false, holidays: false };
    await call('cem', 'PUT', '/schools/notification-settings', { quiet, digest_at: '16:00' });
    await tell('ada');
    await tell('bo');
    expect(await look(FOUR(WEDNESDAY))).toBe(0);
    expect(await look('2026-11-18T15:44:00Z')).toBe(0);
    expect(await look('2026-11-18T15:45:00Z')).toBe(1);
    expect(await look('2026-11-18T16:20:00Z')).toBe(2);
    expect(await look(FOUR(THURSDAY))).toBe(2);
  });

  it('moves with the hour that the school sets, on the day when clocks change too [D-6.03]', async () => {
    await at('2027-03-26T18:00:00Z');
    await want('ada', 'daily');
    const quiet = { begins_at: null, ends_at: null, weekends: false, holidays: false };
    const saved = await call('cem', 'PUT', '/schools/notification-settings', { quiet, digest_at: '02:30' });
    expect(saved.body.data).toEqual({ quiet, digest_at: '02:30' });
    await tell('ada');
    expect(await look('2027-03-27T01:29:00Z')).toBe(0);
    expect(await look('2027-03-27T01:30:00Z')).toBe(1);
    await tell('ada');
    expect(await look('2027-03-28T01:29:00Z')).toBe(1);
    expect(await look('2027-03-28T01:30:00Z')).toBe(2);
    await tell('ada');
    expect(await look('2027-03-29T00:30:00Z')).toBe(3);
  });

  it('is written in the language of its reader [D-6.03]', async () => {
    await want('ada', 'daily');
    await tell('ada');
    const { pool } = server.test.database;
    await pool.query("update users set locale = 'tr' where username = 'ada'");
    await look(FOUR(WEDNESDAY));
    expect(mailbox.received[0]?.mail.text).toContain('Değişen dersler: 1');
    expect(mailbox.received[0]?.mail.html).toContain('<html lang="tr">');
  });
});

describe('whoever wants no more digests', () => {
  async function linkOf(): Promise<{ oneClick: string; token: string; header: string | undefined }> {
    await want('ada', 'daily');
    await tell('ada');
    await look(FOUR(WEDNESDAY));
    const [{ header, mail }] = mailbox.received as [(typeof mailbox.received)[number]];
    const oneClick = header('list-unsubscribe')?.slice(1, -1) ?? '';
    return {
      oneClick,
      token: /digest-off#token=(\S+)/.exec(mail.text ?? '')?.[1] ?? '',
      header: header('list-unsubscribe-post'),
    };
  }
  const digestOfAda = async () => (await call('ada', 'GET', '/users/self/settings/notifications')).body.data.digest;
  const FORM = {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };

  it('is let go by the mail program with one call; looking at the address changes nothing [D-6.03]', async () => {
    const { oneClick, token, header } = await linkOf();
    expect(header).toBe('List-Unsubscribe=One-Click');
    const looked = await fetch(oneClick, { redirect: 'manual' });
    expect([looked.status, looked.headers.get('location')]).toEqual([303, `/digest-off#token=${token}`]);
    expect((await fetch(oneClick, { method: 'HEAD', redirect: 'manual' })).status).toBe(303);
    expect(await digestOfAda()).toBe('daily');
    expect((await fetch(oneClick, FORM)).status).toBe(204);
    expect(await digestOfAda()).toBe('off');
    expect((await fetch(oneClick, FORM)).status).toBe(204);
    await tell('ada');
    expect(await look(FOUR(THURSDAY))).toBe(1);
    const { rows } = await server.test.database.pool.query(
      "select origin, user_id::int, after from audit_log where entity = 'notification_settings' and origin = 'visitor'",
    );
    expect(rows).toEqual([{ origin: 'visitor', user_id: ids.ada, after: { digest: 'off' } }]);
  });

  it('can use the button of the page, signed in or not; a link that was changed ends nothing [D-6.03]', async () => {
    const { token } = await linkOf();
    const press = (value: string) =>
      server.request('POST', '/v1/notifications/digests/unsubscribe', { body: { token: value } });
    const other = token.replace(/\.\d+\./, `.${ids.bo}.`);
    for (const wrong of [other, `${token}x`, `${token.slice(0, -2)}AA`, 'nonsense'])
      expect((await press(wrong)).status).toBe(404);
    expect((await fetch(`${server.url}/v1/notifications/digests/unsubscribe/${other}`, FORM)).status).toBe(404);
    expect(await digestOfAda()).toBe('daily');
    expect((await press(token)).status).toBe(204);
    expect(await digestOfAda()).toBe('off');
    expect((await press(token)).status).toBe(204);
  });
});

describe('the log of deliveries', () => {
  it('has the digest with what became of it, for the person and for the school, without its address [P-7.28]', async () => {
    mailbox.refuse('bo@home.example', 550);
    for (const who of ['ada', 'bo']) {
      await want(who, 'daily');
      await tell(who);
    }
    await look(FOUR(WEDNESDAY));
    const [own] = (await call('ada', 'GET', '/users/self/push-deliveries')).body.data;
    expect(own).toMatchObject({ way: 'mail', kind: 'digest', state: 'SENT', code: 250, tries: 1, device_uuid: null });
    const ask = async (query: string) => (await call('cem', 'GET', `/schools/push-deliveries${query}`)).body.data;
    expect((await ask('')).map((one: { user: { id: number } }) => one.user.id).toSorted()).toEqual(
      [ids.ada, ids.bo].toSorted(),
    );
    expect(await ask('?state=REFUSED')).toMatchObject([
      { user: { id: ids.bo, displayname: `bo of ${school.id}` }, code: 550 },
    ]);
    expect(await ask('?search=ADA&way=mail')).toMatchObject([{ user: { id: ids.ada } }]);
    const named = (username: string) =>
      server.test.database.kysely
        .updateTable('users')
        .set({ username })
        .where('id', '=', ids.ada as number)
        .execute();
    await named('av7');
    expect(await ask('?search=AV7')).toMatchObject([{ user: { id: ids.ada } }]);
    await named('ada');
    expect(await ask(`?user_id=${ids.ada}&way=push`)).toEqual([]);
    expect(JSON.stringify(await ask(''))).not.toContain('@');
    expect((await call('ada', 'GET', '/schools/push-deliveries')).status).toBe(403);
  });

  it('is read from either end without gap or repetition over its pages, whatever came at one moment, and is counted with its filters [P-7.28]', async () => {
    const { pool } = server.test.database;
    await pool.query(
      `insert into mails (school_id, user_id, kind, state, created_at, not_before, expires_at, done_at)
       select $1, case when i % 3 = 0 then $2::bigint else $3 end, 'digest', case when i % 5 = 0 then 'FAILED' else 'SENT' end,
         at, at, at, at
       from generate_series(1, 45) i, lateral (select $4::timestamptz + (i / 4) * interval '1 minute') moment (at)`,
      [school.id, ids.ada, ids.bo, WEDNESDAY],
    );
    const get = async (path: string) => (await call('cem', 'GET', `/schools/push-deliveries${path}`)).body.data;
    const all = async (order: string) => {
      const pages = await Promise.all([1, 2, 3].map((page) => get(`?${order}&page=${page}`)));
      expect(pages.map(({ length }) => length)).toEqual([21, 21, 5]);
      return pages.flatMap((page) => page.slice(0, 20)) as { id: string; created_at: string }[];
    };
    const newest = await all('');
    const moments = newest.map(({ created_at }) => created_at);
    expect(moments).toEqual(moments.toSorted().reverse());
    expect(new Set(newest.map(({ id }) => id)).size).toBe(45);
    expect(await all('order=-at')).toEqual(newest);
    expect(await all('order=at')).toEqual(newest.toReversed());
    expect(await get('/count')).toEqual({ count: 45 });
    expect(await get(`/count?user_id=${ids.ada}`)).toEqual({ count: 15 });
    expect(await get('/count?state=FAILED&search=ada')).toEqual({ count: 3 });
    expect(await get('/count?way=push')).toEqual({ count: 0 });
    expect((await call('cem', 'GET', '/schools/push-deliveries?order=name')).status).toBe(422);
  });
});

it('a person without an address is told so, and so is everybody where no mails are sent [D-6.03]', async () => {
  const mailOf = async (who: string) => (await call(who, 'GET', '/users/self/settings/notifications')).body.data.mail;
  expect(await mailOf('ada')).toBe('ready');
  expect(await mailOf('cem')).toBe('no_address');
});
