import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { buildEvent, type EventSeed } from '../../../../../tests/support/events.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { silentLog } from '../../kernel/log.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
let choir = 0;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const NAMES = { ada: 'TEACHER', dana: 'STUDENT', finn: 'PARENT', cem: 'TEACHER' } as const;
const db = () => server.test.database.kysely;
const idOf = (name: keyof typeof NAMES) => ids[name] as number;
/** A Wednesday in Berlin, ten o'clock. */
const NOON = '2026-11-18T09:00:00.000Z';

/** Ada leads the choir, in which Dana and Finn sing. */
beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of Object.entries(NAMES)) ids[name] = (await buildUser(db(), school.id, name, role)).id;
  choir = (await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('dana'), idOf('finn')] })).id;
  await server.test.database.pool.query("update users set email = username || '@home.example'");
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await jobsDone(server);
  mailbox.received.length = 0;
  const tables = ['calendar_events', 'calendar_series', 'calendar_usual_reminders', 'calendar_reminder_runs'];
  for (const table of [...tables, 'messages', 'mails', 'notification_settings'])
    await server.test.database.pool.query(`delete from ${table}`);
  await server.test.database.pool.query('update channel_members set left_at = null');
  await at(NOON);
});

async function at(time: string): Promise<void> {
  server.clock.set(new Date(time));
  for (const who of Object.keys(NAMES)) tokens[who] = await signIn(server, 'amsel', who);
}
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], ...(body === undefined ? {} : { body }) });
const EVENTS = '/channels/calendars/events';
const choose = (who: string, id: number, minutes: number[] | null, scope?: string) =>
  call(who, 'PUT', `${EVENTS}/${id}/reminders`, { minutes, ...(scope && { scope }) });
const usually = (who: string, minutes: number[]) => call(who, 'PUT', '/channels/calendars/reminders', { minutes });
const chosen = async (who: string, id: number) => (await call(who, 'GET', `${EVENTS}/${id}/reminders`)).body.data;

/** An event of the choir at three o'clock. */
const made = (values: EventSeed = {}) =>
  buildEvent(
    db(),
    school.id,
    idOf('ada'),
    { channels: [choir] },
    { name: 'Probe', begins_at: '2026-11-18T14:00:00.000Z', ends_at: '2026-11-18T15:00:00.000Z', ...values },
  );

function run(name: string, payload: object) {
  const task = server.server.features.all.flatMap((feature) => feature.tasks ?? []).find((one) => one.name === name);
  const context = { now: server.clock.now, log: silentLog, signal: new AbortController().signal };
  return task?.run(payload, { ...context, attempt: 1, isLastAttempt: false });
}

/** The jobs that remind, run as the schedule would; several at once if asked for. Who has been told how often by now. */
async function told(time: string, processes = 1): Promise<Record<string, number>> {
  server.clock.set(new Date(time));
  await Promise.all(Array.from({ length: processes }, () => run('calendar:remind', { school_id: school.id })));
  return counted();
}

async function counted(): Promise<Record<string, number>> {
  const { rows } = await server.test.database.pool.query<{ username: string; count: number }>(
    `select users.username, count(*)::int from messages join chats on chats.id = messages.chat_id
      join channels on channels.id = chats.channel_id join users on users.id = channels.owner_id
      where messages.told_of like 'reminder:%' group by users.username`,
  );
  return Object.fromEntries(rows.map(({ username, count }) => [username, count]));
}

describe('a reminder', () => {
  it('comes at the times that each person has chosen, once over all processes and restarts [C-3.32]', async () => {
    const id = await made();
    expect((await choose('dana', id, [60, 10])).body.data).toEqual({ minutes: [10, 60], origin: 'event' });
    expect((await choose('dana', id, [0, 10, 60, 1440])).status).toBe(422);
    expect((await choose('cem', id, [60])).status).toBe(404);
    expect(await told('2026-11-18T12:59:00Z')).toEqual({});
    expect(await told('2026-11-18T13:00:00Z', 3)).toEqual({ dana: 1 });
    expect(await told('2026-11-18T13:01:00Z')).toEqual({ dana: 1 });
    // No process ran at the second time, and again none until the event had long begun.
    expect(await told('2026-11-18T13:55:00Z')).toEqual({ dana: 2 });
    const late = await made({ begins_at: '2026-11-18T16:00:00Z', ends_at: '2026-11-18T17:00:00Z' });
    await choose('dana', late, [10]);
    expect(await told('2026-11-18T16:30:00Z')).toEqual({ dana: 2 });
  });

  it('of all events holds where nothing else is chosen, and somebody can want none of one [C-3.32]', async () => {
    const id = await made();
    await usually('dana', [60]);
    await usually('finn', [60]);
    expect(await chosen('finn', id)).toEqual({ minutes: [60], origin: 'usual' });
    await choose('finn', id, []);
    expect(await told('2026-11-18T13:00:00Z')).toEqual({ dana: 1 });
    await at('2026-11-18T13:00:00Z');
    expect((await choose('finn', id, null)).body.data).toEqual({ minutes: [60], origin: 'usual' });
  });

  it('that falls into quiet hours comes when they end, unless the event has begun by then [D-6.03]', async () => {
    const values = { begins_at: '2026-11-19T06:00:00.000Z', ends_at: '2026-11-19T07:00:00.000Z' };
    const [early, whole] = [
      await made({ begins_at: '2026-11-19T05:20:00.000Z', ends_at: '2026-11-19T07:00:00.000Z' }),
      await made({ is_all_day: true, begins_at: '2026-11-18T23:00:00Z', ends_at: '2026-11-19T22:59:00Z' }),
    ];
    const id = await made(values);
    await choose('dana', id, [60]);
    await choose('finn', early, [10]);
    await choose('ada', whole, [0]);
    expect(await told('2026-11-19T05:29:00Z')).toEqual({});
    expect(await told('2026-11-19T05:30:00Z', 3)).toEqual({ dana: 1, ada: 1 });
  });

  it('moves with its event, and what was told of the former time is taken back [C-3.32]', async () => {
    const id = await made();
    await choose('dana', id, [60]);
    expect(await told('2026-11-18T13:00:00Z')).toEqual({ dana: 1 });
    await at('2026-11-18T13:10:00Z');
    const { data } = (await call('ada', 'GET', `${EVENTS}/${id}`)).body;
    const { name, is_all_day, category, location, description, updated_at } = data;
    const times = { begins_at: '2026-11-18T15:00:00.000Z', ends_at: '2026-11-18T16:00:00.000Z' };
    const body = { name, is_all_day, category, location, description, updated_at, ...times };
    const moved = await call('ada', 'PUT', `${EVENTS}/${id}`, { ...body, channels: [choir], users: [] });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(await told('2026-11-18T13:11:00Z')).toEqual({});
    expect(await told('2026-11-18T14:00:00Z')).toEqual({ dana: 1 });
  });

  it('goes with its event, with the answer no, and with taking part [C-3.32]', async () => {
    const asking = await made({ answers_for: 'author' });
    await usually('dana', [60]);
    await usually('finn', [60]);
    expect(await told('2026-11-18T13:00:00Z')).toEqual({ dana: 1, finn: 1 });
    await at('2026-11-18T13:05:00Z');
    await call('dana', 'PUT', `${EVENTS}/${asking}/answer`, { answer: 'no' });
    expect(await told('2026-11-18T13:06:00Z')).toEqual({ finn: 1 });
    await made({ begins_at: '2026-11-18T15:00:00Z', ends_at: '2026-11-18T16:00:00Z' });
    await server.test.database.pool.query('update channel_members set left_at = now() where user_id = $1', [ids.dana]);
    expect(await told('2026-11-18T14:00:00Z')).toEqual({ finn: 2 });
    await at('2026-11-18T14:00:30Z');
    const gone = await call('ada', 'DELETE', `${EVENTS}/${asking}`, { is_notifiable: false });
    expect(gone.status).toBe(204);
    expect(await told('2026-11-18T14:01:00Z')).toEqual({ finn: 1 });
    await server.test.database.pool.query('update channel_members set left_at = now() where user_id = $1', [ids.finn]);
    expect(await told('2026-11-18T14:10:00Z')).toEqual({});
  });

  it('is for whoever made the event or is named in it, too, and comes once where two of its times came at once [C-3.32]', async () => {
    const times = { begins_at: '2026-11-18T14:00:00.000Z', ends_at: '2026-11-18T15:00:00.000Z' };
    const id = await buildEvent(db(), school.id, idOf('ada'), { users: [idOf('cem')] }, times);
    for (const who of ['ada', 'cem']) expect((await choose(who, id, [10, 60])).status).toBe(200);
    expect(await told('2026-11-18T13:55:00Z')).toEqual({ ada: 1, cem: 1 });
    // All that was told is looked at again.
    expect(await told('2026-11-18T14:05:00Z')).toEqual({ ada: 1, cem: 1 });
    await server.test.database.pool.query('delete from calendar_event_users');
    expect(await told('2026-11-18T14:15:00Z')).toEqual({ ada: 1 });
  });

  it('that waits is not told to somebody who does not want it any more [C-3.32]', async () => {
    const id = await made({ begins_at: '2026-11-19T06:00:00.000Z', ends_at: '2026-11-19T07:00:00.000Z' });
    for (const who of ['dana', 'finn']) await choose(who, id, [60]);
    expect(await told('2026-11-19T05:00:00Z')).toEqual({});
    await at('2026-11-19T05:01:00Z');
    expect((await choose('dana', id, [])).status).toBe(200);
    expect(await told('2026-11-19T05:30:00Z')).toEqual({ finn: 1 });
  });

  it('comes by mail, too, where somebody wants that [D-6.03]', async () => {
    const id = await made({ location: 'Aula' });
    for (const who of ['dana', 'finn']) await choose(who, id, [60]);
    const settings = { quiet: null, muted_kinds: [], reminder_mail: true };
    const { body } = await call('finn', 'PUT', '/users/self/settings/notifications', settings);
    expect(body.data.reminder_mail).toBe(true);
    await told('2026-11-18T13:00:00Z');
    await jobsDone(server);
    expect(mailbox.received.map(({ to }) => to)).toEqual(['finn@home.example']);
    // One that was not sent yet goes with its event.
    const pool = server.test.database.pool;
    await pool.query(
      "update mails set state = 'WAITING', content = '{}', recipient = 'x', done_at = null, not_before = '2099-01-01'",
    );
    await at('2026-11-18T13:01:00Z');
    expect((await call('ada', 'DELETE', `${EVENTS}/${id}`, { is_notifiable: false })).status).toBe(204);
    expect(await counted()).toEqual({});
    expect((await pool.query('select uuid from mails')).rows).toEqual([]);
    const whole = await made({ is_all_day: true, begins_at: '2026-11-18T23:00:00Z', ends_at: '2026-11-19T22:59:00Z' });
    await choose('finn', whole, [0]);
    await told('2026-11-19T05:30:00Z');
    await jobsDone(server);
    expect(mailbox.received).toHaveLength(2);
    // A whole day is worth something until it is over.
    const { rows } = await pool.query('select expires_at::text from mails');
    expect(rows.map((row) => new Date(row.expires_at))).toEqual([new Date('2026-11-19T23:05:00Z')]);
  });

  it('says when and where in the language of its reader, and nothing to somebody who may not see calendars [C-3.32]', async () => {
    const pool = server.test.database.pool;
    const id = await made({ location: 'Aula' });
    const whole = await made({ is_all_day: true, begins_at: '2026-11-18T23:00:00Z', ends_at: '2026-11-19T22:59:00Z' });
    for (const who of ['ada', 'finn']) await choose(who, id, [60]);
    await choose('dana', whole, [0]);
    await pool.query("update users set locale = 'en' where username = 'finn'");
    await pool.query(
      "insert into role_permissions (school_id, role, permission, is_allowed) values ($1, 'TEACHER', 'view-calendars', false)",
      [school.id],
    );
    expect(await told('2026-11-18T13:00:00Z')).toEqual({ finn: 1 });
    expect(await told('2026-11-19T05:30:00Z')).toEqual({ finn: 1, dana: 1 });
    await pool.query('delete from role_permissions');
    await pool.query("update users set locale = null where username = 'finn'");
    const { rows } = await pool.query(
      'select content, actions from messages where told_of is not null order by created_at',
    );
    const saying = (event: number, content: string) => ({
      content,
      actions: [{ type: 'OPEN_DETAILS', action: `/calendar/self/event/${event}` }],
    });
    expect(rows).toEqual([
      saying(id, 'Reminder:\nProbe\n18 November 2026 at 15:00\nAula'),
      saying(whole, 'Erinnerung:\nProbe\n19. November 2026'),
    ]);
  });

  it('that another process tells meanwhile is not told again [C-3.32]', async () => {
    const id = await made({ begins_at: '2026-11-19T06:00:00.000Z', ends_at: '2026-11-19T07:00:00.000Z' });
    await choose('dana', id, [60]);
    expect(await told('2026-11-19T05:00:00Z')).toEqual({});
    server.clock.set(new Date('2026-11-19T05:30:00Z'));
    const other = await server.test.database.pool.connect();
    await other.query('begin');
    await other.query('select from calendar_reminder_runs for update');
    const running = run('calendar:remind', { school_id: school.id });
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await server.test.database.pool.query(waiting)).rowCount).toBe(1);
    await other.query('update calendar_due_reminders set done_at = now()');
    await other.query('commit');
    other.release();
    await running;
    expect(await counted()).toEqual({});
  });

  it('is forgotten two days after its event, a choice for a date that holidays took only with that date', async () => {
    const pool = server.test.database.pool;
    const [over, ahead, left] = [
      await made(),
      await made({ begins_at: '2026-11-21T08:00:00Z', ends_at: '2026-11-21T09:00:00Z' }),
      await made(),
    ];
    for (const id of [over, ahead, left]) await choose('dana', id, [60]);
    await told('2026-11-18T13:00:00Z');
    await pool.query('update calendar_events set is_left_out = true, deleted_at = begins_at where id = $1', [left]);
    const prune = server.server.features.all.flatMap((one) => one.prune?.calendar_due_reminders ?? [])[0];
    expect(await prune?.(new Date('2026-11-20T14:00:00Z'))).toBe(0);
    expect(await prune?.(new Date('2026-11-20T14:00:01Z'))).toBe(2);
    expect(await prune?.(new Date('2026-11-20T15:00:00Z'))).toBe(0);
    expect(await prune?.(new Date('2026-11-20T15:00:01Z'))).toBe(1);
    expect((await pool.query('select event_id from calendar_reminders order by 1')).rows).toHaveLength(2);
  });
});

it('the schools in which somebody wants to be reminded are looked through each minute [C-3.32]', async () => {
  await choose('dana', await made(), [60]);
  server.clock.set(new Date('2026-11-18T13:00:00Z'));
  await run('calendar:reminders', {});
  await jobsDone(server);
  expect(await counted()).toEqual({ dana: 1 });
});

describe('reminders of a series', () => {
  const weekly = async () => {
    const { status, body } = await call('ada', 'POST', EVENTS, {
      name: 'Chor',
      is_all_day: false,
      category: 'MEETING',
      location: null,
      description: '',
      begins_at: '2026-11-19T14:00:00.000Z',
      ends_at: '2026-11-19T15:00:00.000Z',
      is_notifiable: false,
      channels: [choir],
      users: [],
      repeats: { rule: 'FREQ=WEEKLY;COUNT=3', skips_holidays: false },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as { id: number; series: { next_id: number }; updated_at: string };
  };

  it('are chosen for one date or for all, and go on where the series is cut in two [C-3.32]', async () => {
    const first = await weekly();
    const second = first.series.next_id;
    await choose('finn', second, [0], 'this');
    await choose('dana', first.id, [60], 'all');
    expect(await chosen('finn', second)).toEqual({ minutes: [0], origin: 'event' });
    expect(await chosen('dana', second)).toEqual({ minutes: [60], origin: 'series' });
    await choose('dana', second, [10], 'this');
    expect(await chosen('dana', second)).toEqual({ minutes: [10], origin: 'event' });
    const { data } = (await call('ada', 'GET', `${EVENTS}/${second}`)).body;
    const third = data.series.next_id;
    const { is_all_day, category, location, description, updated_at, begins_at, ends_at } = data;
    const body = { name: 'Orchester', is_all_day, category, location, description, updated_at, begins_at, ends_at };
    const cut = { ...body, channels: [choir], users: [], scope: 'following', is_notifiable: false };
    expect((await call('ada', 'PUT', `${EVENTS}/${second}`, cut)).status).toBe(200);
    expect(await chosen('dana', third)).toEqual({ minutes: [60], origin: 'series' });
    await choose('dana', third, [], 'all');
    expect(await chosen('dana', second)).toEqual({ minutes: [], origin: 'series' });
    expect(await chosen('dana', first.id)).toEqual({ minutes: [60], origin: 'series' });
    expect((await choose('dana', await made(), [10], 'all')).status).toBe(422);
  });

  it('that were told of one date go at once when all dates are moved [C-3.32]', async () => {
    const first = await weekly();
    await choose('dana', first.id, [60], 'all');
    expect(await told('2026-11-19T13:00:00Z')).toEqual({ dana: 1 });
    await at('2026-11-19T13:01:00Z');
    const { data } = (await call('ada', 'GET', `${EVENTS}/${first.series.next_id}`)).body;
    const { name, is_all_day, category, location, description, updated_at } = data;
    const times = { begins_at: '2026-11-26T17:00:00.000Z', ends_at: '2026-11-26T18:00:00.000Z' };
    const body = { name, is_all_day, category, location, description, updated_at, ...times, is_notifiable: false };
    const moved = { ...body, channels: [choir], users: [], scope: 'all' };
    const { status, body: answer } = await call('ada', 'PUT', `${EVENTS}/${data.id}`, moved);
    expect(status, JSON.stringify(answer)).toBe(200);
    expect(await counted()).toEqual({});
    expect(await told('2026-11-19T16:00:00Z')).toEqual({ dana: 1 });
  });

  it('of a day before come at the same time of day where the clocks change between [C-3.32]', async () => {
    await at('2027-03-26T09:00:00.000Z');
    const id = await made({ begins_at: '2027-03-28T13:00:00.000Z', ends_at: '2027-03-28T14:00:00.000Z' });
    await choose('dana', id, [1440]);
    expect(await told('2027-03-27T13:59:00Z')).toEqual({});
    expect(await told('2027-03-27T14:00:00Z')).toEqual({ dana: 1 });
    await at('2026-10-20T09:00:00.000Z');
    await server.test.database.pool.query("update calendar_reminder_runs set looked_at = '2026-10-20T09:00:00Z'");
    const later = await made({ begins_at: '2026-10-25T13:00:00.000Z', ends_at: '2026-10-25T14:00:00.000Z' });
    await choose('finn', later, [1440]);
    expect(await told('2026-10-24T11:59:00Z')).toEqual({ dana: 1 });
    expect(await told('2026-10-24T12:00:00Z')).toEqual({ dana: 1, finn: 1 });
  });
});
