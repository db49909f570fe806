import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TRIAL_DAYS, TRIALS_PER_DAY } from '@kreide/core/features/onboarding';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { readSchoolsHealth } from '../../commands/health.ts';
import { setPurpose } from '../../commands/school.ts';
import { listInOrder } from '../../kernel/data/school-rows.ts';
import { createLocalStore, pruneUnowned } from '../../kernel/files/index.ts';
import { orderMails } from '../../kernel/mail/queries.ts';
import { verifyPassword } from '../auth/index.ts';
import { listReferrals } from '../sales/queries/referrals.ts';
import { findApplyingSchool } from '../schools/index.ts';
import { listSurveyAnswers } from '../users/queries/answers.ts';

const DAY = 86_400_000;
/** A school is made in another process, on a machine with other work. */
const PATIENCE = { timeout: 110_000, interval: 100 };

let server: TestServer;
let school: { id: number };
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  await buildUser(db(), school.id, 'admin', 'ADMIN');
  await db().updateTable('schools').set({ state: 'ONBOARDING', locale: 'fr', app_branding: 'kreide' }).execute();
  token = await signIn(server, 'amsel', 'admin');
});
afterAll(() => server.stop());

const db = () => server.test.database.kysely;
const ask = (method: string, path = '', body?: unknown, using = token) =>
  server.request(method, `/v1/schools/${school.id}/trial${path}`, { token: using, body });
const show = async () => (await ask('GET')).body.data;
const begin = () => ask('POST', '', {});
async function enter(as: string): Promise<string> {
  const answer = await ask('POST', '/enter', { as });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.access_token;
}
const get = async (path: string, using: string) => server.request('GET', `/v1${path}`, { token: using });

/** Every table that still has rows of a school. */
async function tablesOf(id: number): Promise<string[]> {
  const parts = (await listInOrder(db())).map(
    (name) => `select '${name}' as name from ${name} where school_id = ${id}`,
  );
  const { rows } = await server.test.database.pool.query(parts.join(' union '));
  return rows.map(({ name }) => name);
}
const listStored = async () =>
  (await readdir(join(server.dataFolder, 'files'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name.includes('-'),
  ).length;
const jobs = async () =>
  (await server.test.database.pool.query(`select from graphile_worker.jobs where task_identifier = 'onboarding:trial'`))
    .rowCount;
/** The process that one of ours has begun for some work. */
async function childOf(parent: number, work: string): Promise<number> {
  for (const pid of await readdir('/proc')) {
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    if (!/^\d+$/.test(pid) || !(await read('cmdline')).includes(work)) continue;
    if ((await read('stat')).split(') ')[1]?.split(' ')[1] === `${parent}`) return Number(pid);
  }
  throw new Error(`there is no process for ${work}`);
}
const invented = () => db().selectFrom('schools').select('id').where('purpose', '=', 'trial').execute();
const isGone = () => vi.waitFor(async () => expect(await invented()).toEqual([]), PATIENCE);

// One school looks around in these, in order.
describe('an invented school', () => {
  let trial: number;

  it('is made for those who administer the school, one at a time, and says how far it is', async () => {
    expect(await show()).toEqual({ is_offered: true, state: 'none', percent: 0, ends_at: null });
    expect((await ask('POST', '/enter', { as: 'teacher' })).status).toBe(404);
    const answers = await Promise.all([begin(), begin()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await vi.waitFor(async () => expect((await show()).state).toBe('ready'), PATIENCE);
    const ends_at = new Date(Date.parse(TEST_NOW) + TRIAL_DAYS * DAY).toISOString();
    expect(await show()).toEqual({ is_offered: true, state: 'ready', percent: 100, ends_at });
    expect((await begin()).body.error.code).toBe('trial_exists');
    const made = await db()
      .selectFrom('schools')
      .selectAll()
      .where('trial_of', '=', school.id)
      .executeTakeFirstOrThrow();
    expect(made).toMatchObject({
      state: 'ACTIVE',
      purpose: 'trial',
      is_demo: false,
      locale: 'fr',
      app_branding: 'kreide',
      public_monitor: false,
    });
    trial = made.id;
    // Its files are its own, for no job to remove.
    expect(await db().selectFrom('unowned_contents').select('uuid').execute()).toEqual([]);
  });

  it.each([
    ['teacher', 'TEACHER'],
    ['pupil', 'STUDENT'],
    ['parent', 'PARENT'],
  ])('is entered as a %s without a password, and there is life in it', async (as, type) => {
    const visiting = await enter(as);
    const { data } = (await get('/users/self', visiting)).body;
    expect(data).toMatchObject({ type, school_id: trial, school: { purpose: 'trial', state: 'ACTIVE' } });
    expect(data.permissions).not.toContain('edit-school');
    expect((await get('/users/self/feed/news', visiting)).body.data.length).toBeGreaterThan(2);
    expect((await get(`/users/${data.id}/channels`, visiting)).body.data.length).toBeGreaterThan(1);
    expect((await server.request('GET', `/v1/schools/${trial}/trial`, { token: visiting })).status).toBe(403);
    const recorded = await db()
      .selectFrom('audit_log')
      .selectAll()
      .where('school_id', '=', school.id)
      .where('action', '=', 'onboarding.enterTrial')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(JSON.stringify(recorded)).toContain(`"as":"${as}"`);
    // The own session goes on.
    expect((await get('/users/self', token)).body.data.school_id).toBe(school.id);
  });

  it('is a place that nobody finds and nobody else gets into, whatever they prove', async () => {
    const { slink, uuid } = await db()
      .selectFrom('schools')
      .selectAll()
      .where('id', '=', trial)
      .executeTakeFirstOrThrow();
    expect((await server.request('GET', '/v1/find-schools?keyword=Hagebuttental')).body.data).toEqual([]);
    expect((await server.request('GET', `/v1/public/schools/${slink}`)).status).toBe(404);
    expect(await findApplyingSchool(db(), uuid)).toBeUndefined();
    expect((await readSchoolsHealth(db(), server.clock.now())).map((one) => one.slink)).toEqual(['amsel']);
    await expect(setPurpose(db(), slink, 'usual', server.clock.now())).rejects.toThrow('is invented');

    const body = { slink, username: 'teacher', password: 'kreide-demo', stayLoggedIn: false };
    const refused = await server.request('POST', '/v1/auth/login', { body });
    const unknown = await server.request('POST', '/v1/auth/login', { body: { ...body, slink: 'nowhere' } });
    expect([refused.status, refused.body.error.code]).toEqual([unknown.status, unknown.body.error.code]);
    // Joined with an account of the real school, which would need no password.
    const [teacher, admin] = await Promise.all(
      [trial, school.id].map((id) =>
        db()
          .selectFrom('users')
          .select(['id', 'uuid', 'school_id', 'password_hash'])
          .where('school_id', '=', id)
          .where('username', '=', id === trial ? 'teacher' : 'admin')
          .executeTakeFirstOrThrow(),
      ),
    );
    // Should it ever be found: nobody knows the password.
    expect(await verifyPassword('kreide-demo', teacher?.password_hash ?? null)).toBe(false);
    const identity = crypto.randomUUID();
    for (const { school_id, id } of [teacher, admin] as { school_id: number; id: number }[])
      await db()
        .insertInto('joined_accounts')
        .values({ identity, school_id, user_id: id, joined_at: TEST_NOW })
        .execute();
    const switched = await server.request('POST', '/v1/auth/switch', { token, body: { uuid: teacher?.uuid } });
    expect(switched.body.error?.code).toBe('school_locked');
  });

  it('keeps its mails and push messages inside, and what its people recommend', async () => {
    const now = server.clock.now();
    const content = { subject: 'x' } as never;
    const mail = { user_id: null, kind: 'test', recipient: 'a@b.example', content, expires_at: now };
    for (const id of [trial, school.id]) {
      await orderMails(db(), id, [mail], now);
      const { id: user_id } = await db()
        .selectFrom('users')
        .select('id')
        .where('school_id', '=', id)
        .limit(1)
        .executeTakeFirstOrThrow();
      const device = await db()
        .insertInto('devices')
        .values({
          school_id: id,
          user_id,
          type: 'web',
          push_notification_consent: 'ACCEPTED',
          token: 't',
          token_hash: `h${id}`,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      await db()
        .insertInto('push_deliveries')
        .values({
          school_id: id,
          user_id,
          device_id: device.id,
          kind: 'test',
          topic: 't',
          created_at: TEST_NOW,
          not_before: TEST_NOW,
          expires_at: TEST_NOW,
        } as never)
        .execute();
      await db()
        .insertInto('referrals')
        .values({ school_id: id, name: `${id}`, country: 'DE', created_at: TEST_NOW, expires_at: TEST_NOW })
        .execute();
    }
    await db()
      .updateTable('users')
      .set({ properties: JSON.stringify({ 'users.surveys.satisfaction.result': '4' }) } as never)
      .where('username', 'in', ['teacher', 'admin'])
      .execute();
    expect((await listSurveyAnswers(db(), 'satisfaction')).map((one) => one.slink)).toEqual(['amsel']);
    for (const table of ['mails', 'push_deliveries'] as const) {
      const rows = await db().selectFrom(table).select('school_id').execute();
      expect(
        rows.map(({ school_id }) => school_id),
        table,
      ).toEqual([school.id]);
    }
    expect((await listReferrals(db(), 0, 10)).map(({ name }) => name)).toEqual([`${school.id}`]);
  });

  it('is left by whoever is signed out of the real one, or when the real one is closed', async () => {
    const visitors = () => db().selectFrom('sessions').select('id').where('school_id', '=', trial).execute();
    const own = await signIn(server, 'amsel', 'admin');
    const visiting = (await ask('POST', '/enter', { as: 'pupil' }, own)).body.access_token;
    const staying = await enter('pupil');
    expect([(await get('/users/self', visiting)).status, (await get('/users/self', staying)).status]).toEqual([
      200, 200,
    ]);
    const before = (await visitors()).length;
    expect((await server.request('POST', '/v1/logout', { token: own, body: {} })).status).toBe(200);
    expect((await get('/users/self', visiting)).status).toBe(401);
    expect((await get('/users/self', staying)).status).toBe(200);
    expect(await visitors()).toHaveLength(before - 1);
    // Over, and not removed yet.
    const { ends_at, end_ordered_at } = await db()
      .selectFrom('schools')
      .select(['ends_at', 'end_ordered_at'])
      .where('id', '=', trial)
      .executeTakeFirstOrThrow();
    const setEnd = (end: object) => db().updateTable('schools').set(end).where('id', '=', trial).execute();
    await setEnd({ ends_at: TEST_NOW, end_ordered_at: new Date(Date.parse(TEST_NOW) - DAY).toISOString() });
    expect((await ask('POST', '/enter', { as: 'pupil' })).body.error?.code).toBe('trial_not_ready');
    await setEnd({ ends_at, end_ordered_at });
    for (const closed of [{ is_locked: true }, { state: 'LEAD' as const }]) {
      await db().updateTable('schools').set(closed).where('id', '=', school.id).execute();
      expect((await get('/users/self', staying)).status).toBe(401);
      await db()
        .updateTable('schools')
        .set({ is_locked: false, state: 'ONBOARDING' })
        .where('id', '=', school.id)
        .execute();
    }
  });

  it('is thrown away by one call: who is in it is out at once, and nothing of it is left', async () => {
    const visiting = await enter('parent');
    const before = await tablesOf(school.id);
    expect((await tablesOf(trial)).length).toBeGreaterThan(40);
    expect(await listStored()).toBeGreaterThan(5);
    expect((await ask('DELETE')).body.data).toMatchObject({ state: 'none', ends_at: null });
    await vi.waitFor(async () => expect((await get('/users/self', visiting)).status).toBe(401), PATIENCE);
    await isGone();
    expect(await tablesOf(trial)).toEqual([]);
    expect(await listStored()).toBe(0);
    expect(await tablesOf(school.id)).toEqual(before.filter((name) => name !== 'school_trials'));
    expect((await ask('DELETE')).status).toBe(404);
  });

  it('is made without holding up what else is done in the real one, which may throw it away meanwhile', async () => {
    expect((await begin()).status).toBe(200);
    // By then its transaction is under way.
    await vi.waitFor(async () => expect((await show()).percent).toBeGreaterThanOrEqual(30), PATIENCE);
    await db()
      .selectFrom('schools')
      .select('id')
      .where('id', '=', school.id)
      .forUpdate()
      .noWait()
      .executeTakeFirstOrThrow();
    const child = await childOf(process.pid, 'trial-work');
    process.kill(child, 'SIGKILL');
    expect((await ask('DELETE')).body.data).toMatchObject({ state: 'none' });
    await vi.waitFor(async () => expect(await jobs()).toBe(0), PATIENCE);
    expect(await invented()).toEqual([]);
    // What it had stored when it was killed is removed a day later.
    expect(await listStored()).toBeGreaterThan(5);
    const store = await createLocalStore(join(server.dataFolder, 'files'), server.clock.now());
    await pruneUnowned(db(), store, new Date(server.clock.now().getTime() + 2 * DAY));
    expect(await listStored()).toBe(0);
  });

  it('that is thrown away while it is made never comes to be', async () => {
    expect((await begin()).status).toBe(200);
    await vi.waitFor(async () => expect((await show()).percent).toBeGreaterThanOrEqual(30), PATIENCE);
    // Ended, and another one ordered, which this one is not taken for.
    const ordered_at = new Date(Date.parse(TEST_NOW) + 1000).toISOString();
    await db().updateTable('school_trials').set({ ordered_at }).execute();
    await vi.waitFor(async () => expect(await jobs()).toBe(0), PATIENCE);
    expect([await invented(), await listStored(), (await show()).state]).toEqual([[], 0, 'making']);
    expect((await ask('DELETE')).status).toBe(200);
  });

  it('ends by itself, and with the school that looks around in it', async () => {
    const run = () => server.test.database.pool.query(`select graphile_worker.add_job('management:end', '{}')`);
    async function stand(state: 'ACTIVE' | 'DEACTIVATED', days: number): Promise<void> {
      const ends_at = new Date(Date.parse(TEST_NOW) + days * DAY).toISOString();
      const slink = `trial-${state.toLowerCase()}`;
      const fixed = { purpose: 'trial', trial_of: school.id, end_ordered_at: '2026-11-01', ends_at } as const;
      const { id: trial_id } = await db()
        .insertInto('schools')
        .values({ name: 'x', slink, state, ...fixed })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db()
        .insertInto('school_trials')
        .values({ school_id: school.id, trial_id, state: 'ready', ordered_at: TEST_NOW })
        .execute();
    }
    await stand('ACTIVE', TRIAL_DAYS);
    server.clock.set(new Date(Date.parse(TEST_NOW) + TRIAL_DAYS * DAY));
    token = await signIn(server, 'amsel', 'admin');
    await run();
    await isGone();
    expect((await show()).state).toBe('none');

    await stand('DEACTIVATED', 2 * TRIAL_DAYS);
    const over = { end_ordered_at: '2026-11-01', ends_at: TEST_NOW };
    await db().updateTable('schools').set(over).where('id', '=', school.id).execute();
    await run();
    const left = () => db().selectFrom('schools').select('slink').execute();
    await vi.waitFor(async () => expect(await left()).toEqual([]), PATIENCE);
  });
});

it('cannot be made more often than some times a day', async () => {
  const { id } = await buildSchool(db(), 'drossel');
  await buildUser(db(), id, 'admin', 'ADMIN');
  let own = await signIn(server, 'drossel', 'admin');
  const call = (method: string, body?: unknown) =>
    server.request(method, `/v1/schools/${id}/trial`, { token: own, body });
  for (let time = 0; time < TRIALS_PER_DAY; time += 1) {
    expect((await call('POST', {})).status).toBe(200);
    expect((await call('DELETE')).status).toBe(200);
  }
  expect((await call('POST', {})).status).toBe(429);
  server.clock.set(new Date(server.clock.now().getTime() + DAY + 1000));
  own = await signIn(server, 'drossel', 'admin');
  expect((await call('POST', {})).status).toBe(200);
  // Nothing came of it: it may be tried again.
  await db().updateTable('school_trials').set({ state: 'failed' }).execute();
  expect((await call('GET')).body.data.state).toBe('failed');
  expect((await call('POST', {})).body.data.state).toBe('making');
});
