import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { type Importing, settledRun, uploadPeople } from '../../../../../tests/support/people-imports.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { updateRun } from './queries.ts';
import { isStalled } from './run-jobs.ts';

let server: TestServer;
let school: BuiltSchool;
let importing: Importing;
let schools = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `still-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
});

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.test.database.pool.query(text, values)).rows as Row[];
const LIST = ['Nachname;Vorname;Klasse', 'Groß;Zoë;5a', 'Meier;Anna;5a'];
const status = async () =>
  (await server.request('GET', `/v1/schools/${school.id}/csv-users/status`, { token: importing.token })).body.data;
const resume = (id: number) =>
  server.request('PUT', `/v1/schools/${school.id}/bulks/${id}/resume`, { token: importing.token, body: {} });
const people = async () =>
  (
    await query<{ firstname: string }>(`select firstname from users where school_id = $1 and role <> 'ADMIN'`, [
      school.id,
    ])
  )
    .map(({ firstname }) => firstname)
    .toSorted();

type Job = { attempts: number; max?: number; due?: string };
/** An import whose saving has begun, with its job as it is after failures, or without one. */
async function saving(job: Job | null): Promise<number> {
  const run = await uploadPeople(importing, LIST);
  await updateRun(server.test.database.kysely, { school_id: school.id, id: run.id }, { state: 'SAVING' });
  if (job === null) return run.id;
  const { attempts, max = 10, due = '0 s' } = job;
  // One that has failed as often as it may is never begun: the table of jobs gets it as it stands there by then.
  const [added] = await query<{ id: string }>(
    `select id from graphile_worker.add_job('user-import:save', $1::json, run_at => now() + interval '1 h', job_key => $2)`,
    [JSON.stringify({ school_id: school.id, import_id: run.id }), `user-import:save:${school.id}:${run.id}`],
  );
  await query(
    `update graphile_worker._private_jobs set attempts = $2, max_attempts = $3, run_at = now() + $4::interval where id = $1`,
    [added?.id, attempts, max, due],
  );
  return run.id;
}
const look = () => query(`select graphile_worker.add_job('user-import:resume', '{}'::json)`);
/** Those given up stay for a month, to find out why. */
const jobsOf = (id: number) =>
  query<{ attempts: number }>(
    `select attempts from graphile_worker._private_jobs where payload ->> 'import_id' = $1 and attempts < max_attempts`,
    [String(id)],
  );

const STILL: readonly [string, Job | null][] = [
  ['its job was given up after the last attempt', { attempts: 10 }],
  ['the next attempt is hours away', { attempts: 8, due: '2 hours' }],
  ['its job is gone', null],
];

it.each(STILL)(
  'saving that stands still as %s goes on when the server looks, and everybody is made once',
  async (_, job) => {
    const id = await saving(job);
    expect(await status()).toMatchObject({ state: 'SAVING', can: { resume: 1, discard: 0 } });
    await look();
    expect(await settledRun(importing)).toMatchObject({ id, state: 'SAVED', can: { resume: 0, undo: 1 } });
    expect(await people()).toEqual(['Anna', 'Zoë']);
    await vi.waitFor(async () => expect(await jobsOf(id)).toEqual([]), { timeout: 30_000 });
  },
);

it.each(STILL)(
  'saving that stands still as %s goes on when somebody says so, and that is in the audit log',
  async (_, job) => {
    const id = await saving(job);
    expect((await resume(id)).status).toBe(200);
    expect(await settledRun(importing)).toMatchObject({ id, state: 'SAVED' });
    expect(await people()).toEqual(['Anna', 'Zoë']);
    expect(
      await query(`select action, entity_id from audit_log where school_id = $1 and action = 'user-import.resume'`, [
        school.id,
      ]),
    ).toEqual([{ action: 'user-import.resume', entity_id: String(id) }]);
    expect((await resume(id)).body.error.code).toBe('import_not_stalled');
  },
);

it.each(['QUEUED', 'PROCESSING'])(
  'reading that stands still as %s, because an outage outlasted its attempts, goes on when the server looks',
  async (state) => {
    // Its queue is held, so that the list is stored and nobody has read it.
    const queue = `user-import:${school.id}`;
    await query(
      `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by) values ($1, now(), 'held')`,
      [queue],
    );
    const read = uploadPeople(importing, LIST);
    const jobs = `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'user-import:process' and (j.payload ->> 'school_id')::int = $1 returning 1`;
    await vi.waitFor(async () => expect(await query(jobs, [school.id])).toHaveLength(1), { timeout: 30_000 });
    await query(`update user_imports set state = $2, progress = 10 where school_id = $1`, [school.id, state]);
    await query(
      `update graphile_worker._private_job_queues set locked_at = null, locked_by = null where queue_name = $1`,
      [queue],
    );
    await look();
    expect(await read).toMatchObject({ state: 'READY', counts: { new: 2 } });
  },
);

it('reading that is waiting for its turn is left alone', async () => {
  const queue = `user-import:${school.id}`;
  await query(
    `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by) values ($1, now(), 'held')`,
    [queue],
  );
  const read = uploadPeople(importing, LIST);
  const jobs = `select j.id::text, j.revision from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'user-import:process' and (j.payload ->> 'school_id')::int = ${school.id}`;
  await vi.waitFor(async () => expect(await query(jobs)).toHaveLength(1), { timeout: 30_000 });
  const before = await query(jobs);
  await look();
  const looks = `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'user-import:resume'`;
  await vi.waitFor(async () => expect(await query(looks)).toEqual([]), { timeout: 30_000 });
  // A job that is ordered again gets another revision.
  expect(await query(jobs)).toEqual(before);
  await query(
    `update graphile_worker._private_job_queues set locked_at = null, locked_by = null where queue_name = $1`,
    [queue],
  );
  await look();
  expect(await read).toMatchObject({ state: 'READY' });
});

it('saving that is at work or tries again soon is left alone, by the server and by people', async () => {
  const id = await saving({ attempts: 2, due: '50 s' });
  expect((await status()).can.resume).toBe(0);
  expect((await resume(id)).body.error.code).toBe('import_not_stalled');
  await look();
  const looks = `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'user-import:resume'`;
  await vi.waitFor(async () => expect(await query(looks)).toEqual([]), { timeout: 30_000 });
  expect(await jobsOf(id)).toEqual([{ attempts: 2 }]);
  expect((await status()).state).toBe('SAVING');
});

it('the server looks every five minutes', async () => {
  const known = `select identifier from graphile_worker._private_known_crontabs where identifier like 'user-import:%'`;
  await vi.waitFor(async () => expect(await query(known)).toEqual([{ identifier: 'user-import:resume */5 * * * *' }]), {
    timeout: 30_000,
  });
});

it('one import that is being saved can be asked for by its number', async () => {
  const id = await saving({ attempts: 2, due: '50 s' });
  const answer = await server.request('GET', `/v1/schools/${school.id}/bulks/${id}`, { token: importing.token });
  expect(answer.body.data).toMatchObject({ id, state: 'SAVING', saved_at: null });
});

it('does not stand still when the job ended between the look at its state and that at its job', async () => {
  const { kysely } = server.test.database;
  const id = await saving(null);
  const seen = { school_id: school.id, id, state: 'SAVING' } as const;
  expect(await isStalled(kysely, seen)).toBe(true);
  await updateRun(kysely, seen, { state: 'SAVED' });
  expect(await isStalled(kysely, seen)).toBe(false);
});
