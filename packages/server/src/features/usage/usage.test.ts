import { usageBody } from '@kreide/core/features/usage';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import {
  startTrackingService,
  TRACKING_KEY,
  type TrackingService,
} from '../../../../../tests/support/tracking-service.ts';
import { ConfigError, readConfig } from '../../kernel/config/config.ts';
import { createLog } from '../../kernel/log.ts';

let service: TrackingService;
let server: TestServer;
const lines: string[] = [];
const tokens: Record<string, string> = {};

const SCREEN = { kind: 'screen', route: '/channels/:id/chat?' } as const;
const SUBMIT = { kind: 'submit', route: '/settings/profile', outcome: 'failed', reason: 'validation' } as const;

async function build(at: TestServer): Promise<void> {
  const school = await buildSchool(at.test.database.kysely, 'amsel', { name: 'Amsel-Gymnasium' });
  for (const name of ['ada', 'ben']) await buildUser(at.test.database.kysely, school.id, name, 'STUDENT');
}

beforeAll(async () => {
  service = await startTrackingService();
  const log = createLog({ json: true, level: 'trace', write: (line) => lines.push(line) });
  server = await startTestServer({ env: service.env, log });
  await build(server);
  for (const name of ['ada', 'ben']) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(async () => {
  await server.stop();
  await service[Symbol.asyncDispose]();
});
afterEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  service.status = null;
  await passJobWaits(server.test.database.pool);
  await jobsDone(server);
  service.taken.length = 0;
  service.seen.length = 0;
});

const consent = (who: string, is_trackable: boolean) =>
  server.request('PUT', '/v1/users/self/change-statistics', { token: tokens[who], body: { is_trackable } });
const count = (who: string, events: unknown[], at = server) =>
  at.request('POST', '/v1/usage/events', { token: tokens[who], body: { events } });
const isTracked = async (who: string) =>
  (await server.request('GET', '/v1/users/self', { token: tokens[who] })).body.data.is_tracked;
/** How many jobs there ever were. */
const orders = async (): Promise<string> =>
  (
    await server.test.database.pool.query(
      "select pg_sequence_last_value(pg_get_serial_sequence('graphile_worker._private_jobs', 'id')::regclass) as last",
    )
  ).rows[0].last;
const done = () => jobsDone(server);

it('events of those who have consented go to the service with the app key, and nothing of anybody else [P-7.106] [C-5.12]', async () => {
  expect([await isTracked('ada'), await isTracked('ben')]).toEqual([false, false]);
  await consent('ada', true);
  expect([await isTracked('ada'), await isTracked('ben')]).toEqual([true, false]);
  expect((await count('ada', [SCREEN, SUBMIT])).status).toBe(204);
  const ordered = await orders();
  expect((await count('ben', [SCREEN])).status).toBe(204);
  expect(await orders()).toBe(ordered);
  await done();
  const timestamp = Date.parse(TEST_NOW) / 1000;
  // A Wednesday, ten past ten in Berlin.
  const when = { count: 1, timestamp, hour: 10, dow: 3 };
  expect(service.taken).toEqual([
    {
      device_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      timestamp,
      events: [
        { key: 'screen', segmentation: { route: SCREEN.route }, ...when },
        { key: 'submit', segmentation: { route: SUBMIT.route, outcome: 'failed', reason: 'validation' }, ...when },
      ],
    },
  ]);
  const [request] = service.seen;
  expect(new URLSearchParams(request?.body).get('app_key')).toBe(TRACKING_KEY);
  // Neither who it was, nor from where, nor with what.
  const wire = JSON.stringify(request).toLowerCase();
  for (const private_ of ['ada', 'amsel', 'user-agent":"node', 'x-forwarded', 'cookie', 'authorization', 'mozilla'])
    expect(wire, private_).not.toContain(private_);
});

it('a device is one person for one month, and each person is another', async () => {
  await consent('ada', true);
  await consent('ben', true);
  for (const who of ['ada', 'ada', 'ben']) await count(who, [SCREEN]);
  await done();
  server.clock.set(new Date('2026-12-01T09:10:00Z'));
  for (const who of ['ada', 'ben']) tokens[who] = await signIn(server, 'amsel', who);
  await count('ada', [SCREEN]);
  await done();
  const [one, same, other, later] = service.taken.map(({ device_id }) => device_id);
  expect(same).toBe(one);
  expect(new Set([one, other, later]).size).toBe(3);
  await consent('ben', false);
});

it('a consent that is taken back ends it at once, for what waits to be sent too [P-7.106]', async () => {
  await consent('ada', true);
  service.status = 503;
  await count('ada', [SCREEN]);
  await done();
  expect(service.seen).toHaveLength(1);
  await consent('ada', false);
  service.status = null;
  await passJobWaits(server.test.database.pool);
  await done();
  await count('ada', [SUBMIT]);
  await done();
  expect([await isTracked('ada'), service.seen.length, service.taken]).toEqual([false, 1, []]);
});

it('a service that is away is asked again, one that refuses is not, and after a day it is dropped', async () => {
  await consent('ada', true);
  service.status = 503;
  await count('ada', [SCREEN]);
  await done();
  service.status = null;
  await passJobWaits(server.test.database.pool);
  await done();
  expect(service.taken).toHaveLength(1);
  service.status = 400;
  await count('ada', [SCREEN]);
  await done();
  service.status = null;
  await passJobWaits(server.test.database.pool);
  await done();
  expect(service.taken).toHaveLength(1);
  service.status = 429;
  await count('ada', [SCREEN]);
  await done();
  service.status = null;
  server.clock.set(new Date(Date.parse(TEST_NOW) + 25 * 60 * 60 * 1000));
  await passJobWaits(server.test.database.pool);
  await done();
  expect(service.taken).toHaveLength(1);
  const said = lines.join('\n');
  expect(said).toContain('the tracking service answered 503');
  expect(said).toContain('the tracking service refuses');
  expect(said).not.toContain(TRACKING_KEY);
});

it('without a service nothing is kept or sent, whatever people have chosen [P-7.106]', async () => {
  await using without = await startTestServer();
  await build(without);
  await without.test.database.pool.query('update users set is_trackable = true');
  tokens.alone = await signIn(without, 'amsel', 'ada');
  const self = await without.request('GET', '/v1/users/self', { token: tokens.alone });
  expect([self.body.data.is_trackable, self.body.data.is_tracked]).toEqual([true, false]);
  expect((await count('alone', [SCREEN], without)).status).toBe(204);
  const { rows } = await without.test.database.pool.query(
    "select 1 from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where identifier like 'usage:%'",
  );
  expect(rows).toEqual([]);
});

it('takes no field and no value in which something typed could stand [P-7.106] [C-5.12]', async () => {
  await consent('ada', true);
  const tooMany = Array.from({ length: 51 }, () => SCREEN);
  for (const events of [
    [],
    tooMany,
    [{ ...SCREEN, title: 'Ada' }],
    [{ ...SUBMIT, reason: 'Ada Beck' }],
    [{ ...SUBMIT, outcome: 'done' }],
    [{ ...SUBMIT, message: 'x' }],
    [{ kind: 'search', route: '/' }],
    ...['/channels/12', '/news?q=ada', '/Ada', '/ada beck', 'channels', '/a@b.de', `/${'a'.repeat(121)}`].map(
      (route) => [{ ...SCREEN, route }],
    ),
  ])
    expect((await count('ada', events)).status, JSON.stringify(events).slice(0, 80)).toBe(422);
  expect((await count('ada', tooMany.slice(1))).status).toBe(204);
  const closed = /^(\/|(\/([a-z-]+\??|:[A-Za-z]+\??|\*))+)$/;
  fc.assert(
    fc.property(fc.anything(), fc.string(), fc.dictionary(fc.string(), fc.string()), (value, typed, fields) => {
      for (const event of [
        value,
        { ...SCREEN, route: typed },
        { ...SUBMIT, reason: typed },
        { ...fields, ...SCREEN },
      ]) {
        const parsed = usageBody.safeParse({ events: [event] });
        for (const one of parsed.data?.events ?? []) {
          expect(one.route).toMatch(closed);
          expect(Object.keys(one).every((name) => ['kind', 'route', 'outcome', 'reason'].includes(name))).toBe(true);
        }
      }
    }),
  );
});

it('is configured with address and key together, which stand in no message [D-4.02]', () => {
  expect(readConfig({}).tracking).toBeNull();
  const url = 'https://count.example.org/app/';
  const both = { KREIDE_TRACKING_URL: url, KREIDE_TRACKING_KEY: 'hidden-key' };
  expect(readConfig(both).tracking).toEqual({ url: 'https://count.example.org/app', key: 'hidden-key' });
  for (const env of [
    { KREIDE_TRACKING_URL: url },
    { KREIDE_TRACKING_KEY: 'hidden-key' },
    { ...both, KREIDE_TRACKING_URL: 'nowhere' },
    { ...both, KREIDE_TRACKING_URL: 'ftp://count.example.org' },
    { ...both, KREIDE_TRACKING_URL: 'https://ada:hidden-key@count.example.org' },
    { ...both, KREIDE_TRACKING_URL: 'https://count.example.org/?app=1' },
  ]) {
    const problems = (() => {
      try {
        readConfig(env);
      } catch (error) {
        return error instanceof ConfigError ? error.problems : [];
      }
      return [];
    })();
    expect(problems, JSON.stringify(env)).toEqual([expect.stringContaining('KREIDE_TRACKING_')]);
    expect(problems.join()).not.toContain('hidden-key');
  }
});
