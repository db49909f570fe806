import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { type PushService, startPushService } from '../../../../../tests/support/push-service.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let service: PushService;
let server: TestServer;
let school: BuiltSchool;
let ada: number;
const tokens: Record<string, string> = {};
/** 22:00 in Berlin on Wednesday, Friday. */
const [WEDNESDAY_NIGHT, FRIDAY_NIGHT] = ['2026-11-18T21:00:00Z', '2026-11-20T21:00:00Z'];

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: service.allow } });
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  ada = (await buildUser(kysely, school.id, 'ada', 'STUDENT')).id;
  await buildUser(kysely, school.id, 'cem', 'ADMIN');
});
afterAll(async () => {
  await server.stop();
  await service[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await jobsDone(server);
  service.received.length = 0;
  const { pool } = server.test.database;
  for (const table of ['messages', 'push_deliveries', 'devices', 'notification_settings', 'holidays'])
    await pool.query(`delete from ${table}`);
});
afterEach(async () => {
  await server.test.database.pool.query('delete from graphile_worker._private_jobs where locked_by is null');
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], ...(body === undefined ? {} : { body }) });
/** It is that time; everybody is signed in and has a device. */
async function at(time: string): Promise<void> {
  server.clock.set(new Date(time));
  for (const who of ['ada', 'cem']) tokens[who] = await signIn(server, 'amsel', who);
  const { token } = service.subscribe('/phone');
  const device = { push_notification_consent: 'ACCEPTED', type: 'web', app_version: null, package_name: null };
  expect((await call('ada', 'POST', '/users/self/devices', { ...device, token })).status).toBe(200);
}
const send = (is_urgent = false) =>
  call('cem', 'POST', `/users/${ada}/send-push`, { title: 'Bitte melden', text: '', is_urgent });
/** How many messages have come by then. */
async function receivedBy(time: string): Promise<number> {
  server.clock.set(new Date(time));
  await passJobWaits(server.test.database.pool);
  await jobsDone(server);
  return service.received.filter(({ payload }) => !/Konto/.test(payload.notification.body)).length;
}

describe('in quiet hours a push message', () => {
  it('waits until they end, and is not lost; the notification is there at once [D-6.03]', async () => {
    await at(WEDNESDAY_NIGHT);
    await send();
    const { body } = await call('ada', 'GET', '/users/self/activity-summary');
    expect(body.data.notifications.unread_count).toBeGreaterThan(0);
    expect(await receivedBy('2026-11-18T21:10:00Z')).toBe(0);
    expect(await receivedBy('2026-11-19T05:29:00Z')).toBe(0);
    expect(await receivedBy('2026-11-19T05:30:00Z')).toBe(1);
  });

  it('that is urgent rings, if its sender may do that; a test always rings [D-6.03]', async () => {
    await at(WEDNESDAY_NIGHT);
    await send(true);
    expect(await receivedBy('2026-11-18T21:00:10Z')).toBe(1);
    await call('ada', 'POST', '/users/self/push-test');
    expect(await receivedBy('2026-11-18T21:00:20Z')).toBe(2);
    const { pool } = server.test.database;
    await pool.query(
      "insert into role_permissions (school_id, role, permission, is_allowed) values ($1, 'ADMIN', 'send-urgent', false)",
      [school.id],
    );
    await expect.poll(async () => (await send(true)).status).toBe(403);
    await pool.query('delete from role_permissions');
  });

  it('about the safety of the account rings at once, by night too [D-6.03]', async () => {
    await at(WEDNESDAY_NIGHT);
    await signIn(server, 'amsel', 'ada');
    await receivedBy('2026-11-18T21:00:10Z');
    expect(service.received.map(({ payload }) => payload.notification.body)).toContainEqual(
      expect.stringMatching(/Konto/),
    );
  });

  it('waits as the school has set it, for weekends too, and as the person has set it before all else [D-6.03]', async () => {
    await at(FRIDAY_NIGHT);
    const weekends = { begins_at: '20:00', ends_at: '07:00', weekends: true, holidays: true };
    const school_settings = { quiet: weekends, digest_at: '16:00' };
    expect((await call('cem', 'PUT', '/schools/notification-settings', school_settings)).status).toBe(200);
    expect((await call('ada', 'GET', '/users/self/settings/notifications')).body.data).toEqual({
      quiet: null,
      muted_kinds: [],
      paused_until: null,
      school_quiet: weekends,
      digest: 'off',
      digest_at: '16:00',
      mail: 'off',
      reminder_mail: false,
    });
    await send();
    expect(await receivedBy('2026-11-22T12:00:00Z')).toBe(0);
    expect(await receivedBy('2026-11-23T05:59:00Z')).toBe(0);
    await at(FRIDAY_NIGHT);
    const quiet = { begins_at: '23:00', ends_at: '05:00', weekends: false, holidays: false };
    expect(
      (await call('ada', 'PUT', '/users/self/settings/notifications', { quiet, muted_kinds: [] })).body.data.quiet,
    ).toEqual(quiet);
    await send();
    expect(await receivedBy('2026-11-20T21:00:10Z')).toBe(1);
  });

  it('that waits learns of a holiday that was added meanwhile [D-6.03]', async () => {
    await at(WEDNESDAY_NIGHT);
    const rule = { begins_at: '21:00', ends_at: '06:30', weekends: false, holidays: true };
    await call('cem', 'PUT', '/schools/notification-settings', { quiet: rule, digest_at: '16:00' });
    await send(false);
    await server.test.database.kysely
      .insertInto('holidays')
      .values({
        school_id: school.id,
        school_year_id: school.yearId,
        name: 'Sturm',
        begins_at: '2026-11-19',
        ends_at: '2026-11-19',
        source: 'manual',
      })
      .execute();
    expect(await receivedBy('2026-11-19T05:30:00Z')).toBe(0);
    const { rows } = await server.test.database.pool.query(
      "select not_before from push_deliveries where state = 'WAITING' and kind = 'admin'",
    );
    expect(rows.map(({ not_before }) => new Date(not_before).toISOString())).toEqual(['2026-11-20T05:30:00.000Z']);
  });
});

describe('a person', () => {
  it('can pause push messages until a time; what comes meanwhile rings then [P-7.50]', async () => {
    await at('2026-11-18T09:10:00Z');
    const until = '2026-11-18T09:55:00.000Z';
    const paused = await call('ada', 'PUT', '/users/self/settings/pause-notifications', { until });
    expect(paused.body.data.paused_until).toBe(until);
    await send();
    expect(await receivedBy('2026-11-18T09:54:00Z')).toBe(0);
    expect(await receivedBy(until)).toBe(1);
    const { body } = await call('ada', 'PUT', '/users/self/settings/pause-notifications', { until: null });
    expect(body.data.paused_until).toBeNull();
  });

  it('can do without a kind of push message; the notification is there all the same [D-6.03]', async () => {
    await at('2026-11-18T09:10:00Z');
    await call('ada', 'PUT', '/users/self/settings/notifications', { quiet: null, muted_kinds: ['admin'] });
    expect((await send()).body.data).toEqual({ devices: 0 });
    expect(await receivedBy('2026-11-18T09:11:00Z')).toBe(0);
    const { body } = await call('ada', 'GET', '/users/self/activity-summary');
    expect(body.data.notifications.unread_count).toBeGreaterThan(0);
  });
});
