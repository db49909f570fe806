import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../packages/server/src/kernel/config/config.ts';
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import { startServer } from '../../packages/server/src/server.ts';
import { buildFullSchool, type FullSchool } from '../support/full-school.ts';
import { buildUser, signIn } from '../support/people.ts';
import { NOTHING_PUBLIC } from '../support/public-access.ts';
import { ROOT, startTestServer, TEST_SECRET, type TestServer } from '../support/server.ts';

const HOUR = 3_600_000;
let server: TestServer;
let school: FullSchool;
let admin: string;
let second: string;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildFullSchool(server, 'amsel', 'zimtstern');
  await buildUser(server.test.database.kysely, school.school.id, 'second', 'ADMIN');
});
afterAll(() => server.stop());
beforeEach(async () => {
  admin = await signIn(server, 'amsel', school.people.admin.username);
  second = await signIn(server, 'amsel', 'second');
});

const ACCESS = { ...NOTHING_PUBLIC, monitor: true, webuntis: true };
const put = (key: string, body: object = ACCESS, token = admin) =>
  server.request('PUT', `/v1/schools/${school.school.id}/public-access`, {
    token,
    body,
    headers: { 'idempotency-key': key },
  });
const hasMonitor = async () =>
  (
    await server.test.database.kysely
      .selectFrom('schools')
      .select('public_monitor')
      .where('id', '=', school.school.id)
      .executeTakeFirstOrThrow()
  ).public_monitor;
const countKeys = async () =>
  Number((await server.test.database.pool.query('select count(*) from idempotency_keys')).rows[0].count);

/** An upload that waits for a decision. */
async function waitingUpload(): Promise<string> {
  const row = await server.test.database.kysely
    .insertInto('timetable_uploads')
    .values({ school_id: school.school.id, state: 'READY' })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return row.uuid;
}
const discard = (uuid: string, key: string, token = admin) =>
  server.request('POST', `/v1/timetable-service/uploads/${uuid}/discard`, {
    token,
    headers: { 'idempotency-key': key },
  });

describe('a repeated Idempotency-Key', () => {
  it('answers the stored answer and changes nothing again [D-4.13]', async () => {
    const first = await put('same-key-1');
    expect(first.status, first.text).toBe(200);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    await put('other-key-1', { ...ACCESS, monitor: false });
    const again = await put('same-key-1');
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await hasMonitor()).toBe(false);
  });

  it('of another call is refused with 422 [D-4.13]', async () => {
    await put('same-key-2');
    const refused = { status: 422, body: { error: { code: 'idempotency_key_reused' } } };
    expect(await put('same-key-2', { ...ACCESS, news: true })).toMatchObject(refused);
    expect(await discard(await waitingUpload(), 'same-key-2')).toMatchObject(refused);
  });

  it('of another user is that user’s own [D-4.13]', async () => {
    await put('same-key-3');
    const other = await put('same-key-3', { ...ACCESS, news: true }, second);
    expect(other).toMatchObject({ status: 200, body: { data: { news: true } } });
    expect(other.headers.get('idempotent-replayed')).toBeNull();
  });

  it('counts for 48 hours, then anew [D-4.13]', async () => {
    await put('same-key-4');
    await put('other-key-4', { ...ACCESS, monitor: false });
    server.clock.advance(47.9 * HOUR);
    admin = await signIn(server, 'amsel', school.people.admin.username);
    expect((await put('same-key-4')).headers.get('idempotent-replayed')).toBe('true');
    expect(await hasMonitor()).toBe(false);
    server.clock.advance(0.2 * HOUR);
    const anew = await put('same-key-4');
    expect(anew.headers.get('idempotent-replayed')).toBeNull();
    expect(await hasMonitor()).toBe(true);
    expect((await put('same-key-4')).headers.get('idempotent-replayed')).toBe('true');
  });

  it('of a call that failed stores nothing [D-4.13]', async () => {
    const before = await countKeys();
    const key = 'failed-key-1';
    expect((await put(key, { ...ACCESS, monitor: 'yes' })).status).toBe(422);
    expect((await discard(school.upload, key)).body.error.code).toBe('upload_not_open');
    expect((await put(key, ACCESS, 'nobody')).status).toBe(401);
    expect(await countKeys()).toBe(before);
    expect((await put(key)).status).toBe(200);
  });

  it('of calls that come at the same time answers all of them alike, and one of them acts [D-4.13]', async () => {
    const uuid = await waitingUpload();
    const answers = await Promise.all(Array.from({ length: 6 }, () => discard(uuid, 'at-once-1')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    const rival = await discard(uuid, 'at-once-2');
    expect(rival.body.error.code).toBe('upload_not_open');
  });

  it('survives a restart of the server [D-4.13]', async () => {
    const first = await put('restart-key', { ...ACCESS, news: true });
    await put('restart-other', ACCESS);
    await using restarted = await startServer({
      config: readConfig({
        PORT: '0',
        KREIDE_DATA: server.dataFolder,
        KREIDE_DEMO: 'false',
        KREIDE_SECRET: TEST_SECRET,
      }),
      log: silentLog,
      root: ROOT,
      clock: server.clock,
      connectionString: server.test.connectionString,
      pages: null,
    });
    const again = await fetch(`${restarted.url}/v1/schools/${school.school.id}/public-access`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${admin}`,
        'content-type': 'application/json',
        'idempotency-key': 'restart-key',
      },
      body: JSON.stringify({ ...ACCESS, news: true }),
    });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(first.text);
  });
});
