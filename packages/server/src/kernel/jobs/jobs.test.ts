import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { addressOf } from '../../../../../tests/support/test-server.ts';
import { fixedClock } from '../clock.ts';
import { createLog, silentLog } from '../log.ts';
import { type Jobs, type JobsOptions, migrateJobs, startJobs } from './jobs.ts';
import { repeat, toCronItems } from './schedule.ts';
import { enqueue, task } from './task.ts';
import type { JobOutcome } from './worker.ts';

/** Patient, because the machine may be busy. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 });

const NOW = new Date('2026-11-18T09:20:00Z');
let test: TestDatabase;
let lines: string[];
let outcomes: Omit<JobOutcome, 'seconds'>[];
const started: Jobs[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  const again = () => migrateJobs(test.ownerConnectionString, silentLog);
  await Promise.all([again(), again()]);
});
afterAll(() => test.drop());
beforeEach(() => {
  lines = [];
  outcomes = [];
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop();
  await test.database.pool.query('delete from graphile_worker._private_jobs');
});

async function start(options: Partial<JobsOptions> & Pick<JobsOptions, 'tasks'>): Promise<Jobs> {
  const jobs = await startJobs({
    connectionString: test.connectionString,
    log: createLog({ json: true, write: (line) => lines.push(line) }),
    clock: fixedClock(NOW),
    onJob: ({ task: name, outcome }) => outcomes.push({ task: name, outcome }),
    ...options,
  });
  started.push(jobs);
  return jobs;
}

async function waitingJobs() {
  const { rows } = await test.database.pool.query(
    'select attempts, locked_by, last_error from graphile_worker._private_jobs order by id',
  );
  return rows as { attempts: number; locked_by: string | null; last_error: string | null }[];
}

/** A task that runs until it is released. */
function heldTask(name: `${string}:${string}`) {
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  const held = task(name, z.object({ n: z.int() }), async ({ n }, { signal }) => {
    seen.push(`begun ${n}`);
    signal.addEventListener('abort', () => seen.push(`aborted ${n}`));
    await gate.promise;
    seen.push(`done ${n}`);
  });
  return { held, seen, open: () => gate.resolve() };
}

describe('jobs', () => {
  it('run with the payload they were ordered with, once the ordering transaction commits', async () => {
    const seen: unknown[] = [];
    const greet = task('test:greet', z.object({ name: z.string() }), async ({ name }, { now, attempt }) => {
      seen.push([name, now(), attempt]);
    });
    await start({ tasks: [greet] });
    const rolledBack = test.database.kysely.transaction().execute(async (trx) => {
      await enqueue(trx, greet, { name: 'never' });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await test.database.kysely.transaction().execute((trx) => enqueue(trx, greet, { name: 'Ada' }));
    await eventually(() => expect(seen).toEqual([['Ada', NOW, 1]]));
    await eventually(() => expect(outcomes).toEqual([{ task: 'test:greet', outcome: 'done' }]));
  });

  it('failures are tried again, then given up, and logged without secrets', async () => {
    const failing = task(
      'test:fail',
      z.object({ password: z.string() }),
      async () => {
        throw new Error('could not reach smtp://mailer:hunter2@mail.example, token=abc123');
      },
      { attempts: 1 },
    );
    const typed = task('test:typed', z.object({ n: z.int() }), async () => {});
    await start({ tasks: [failing, typed] });
    await enqueue(test.database.kysely, failing, { password: 'hunter2' });
    await test.database.pool.query(`select graphile_worker.add_job('test:typed', '{"n":"old"}')`);
    await eventually(() => expect(outcomes).toHaveLength(2));
    expect(outcomes).toContainEqual({ task: 'test:fail', outcome: 'given_up' });
    expect(outcomes).toContainEqual({ task: 'test:typed', outcome: 'failed' });
    await eventually(async () =>
      expect((await waitingJobs()).every(({ last_error }) => last_error !== null)).toBe(true),
    );
    const log = lines.join('');
    expect(log).toContain('job given up');
    expect(log).toContain('smtp://[secret]@mail.example');
    expect(`${log}${JSON.stringify(await waitingJobs())}`).not.toMatch(/hunter2|abc123/);
  });

  it('a stop lets running jobs finish and begins no new ones [D-4.03]', async () => {
    const { held, seen, open } = heldTask('test:hold');
    const jobs = await start({ tasks: [held], concurrency: 1 });
    await enqueue(test.database.kysely, held, { n: 1 });
    await enqueue(test.database.kysely, held, { n: 2 });
    await eventually(() => expect(seen).toEqual(['begun 1']));
    const stopped = jobs.stop();
    open();
    await stopped;
    expect(seen).toEqual(['begun 1', 'done 1']);
    expect(await waitingJobs()).toEqual([{ attempts: 0, locked_by: null, last_error: null }]);
  });

  it('a job that does not end within the limit is told, given back and run by the next process [D-4.03]', async () => {
    const { held, seen, open } = heldTask('test:hang');
    const jobs = await start({ tasks: [held], stopLimitMs: 200 });
    await enqueue(test.database.kysely, held, { n: 1 });
    await eventually(() => expect(seen).toEqual(['begun 1']));
    await jobs.stop();
    expect(seen).toEqual(['begun 1', 'aborted 1']);
    expect(await waitingJobs()).toMatchObject([{ attempts: 1, locked_by: null }]);
    open();
    await test.database.pool.query('update graphile_worker._private_jobs set run_at = now()');
    await start({ tasks: [held] });
    await eventually(() => expect(seen.at(-1)).toBe('done 1'));
    await eventually(async () => expect(await waitingJobs()).toEqual([]));
  });

  it('the next start runs again what a killed process was doing, a living neighbour keeps its jobs [D-4.03]', async () => {
    const seen: number[] = [];
    const { held, seen: neighbour, open } = heldTask('test:neighbour');
    await start({ tasks: [held] });
    await enqueue(test.database.kysely, held, { n: 1 });
    const work = task('test:work', z.object({ n: z.int() }), async ({ n }) => void seen.push(n));
    await enqueue(test.database.kysely, work, { n: 7 }, { queue: 'one-by-one' });
    await eventually(() => expect(neighbour).toEqual(['begun 1']));
    const child = await startKilledProcess();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await waitingJobs()).filter(({ locked_by }) => locked_by !== null)).toHaveLength(2);
    // Its connection ends a moment after the process.
    await eventually(async () => expect(await livingWorkers()).toBe(1));
    await start({ tasks: [work] });
    await eventually(() => expect(seen).toEqual([7]));
    expect(neighbour).toEqual(['begun 1']);
    open();
  });

  it('a job that another one adds to its own queue begins when that one ends, without waiting for the next poll', async () => {
    const seen: number[] = [];
    const chained = task('test:chained', z.object({ n: z.int() }), async ({ n }) => {
      seen.push(n);
      if (n < 5) await enqueue(test.database.kysely, chained, { n: n + 1 }, { queue: 'chain' });
    });
    // Four polls are longer than anybody waits here; where a busy machine is late with one look, one poll stands in for it.
    await start({ tasks: [chained], pollMs: 12_000 });
    await enqueue(test.database.kysely, chained, { n: 1 }, { queue: 'chain' });
    await eventually(() => expect(seen).toEqual([1, 2, 3, 4, 5]));
  });

  it('the database goes away while a job runs: it is finished or run again, and later ones too [D-4.03]', async () => {
    const { held, seen, open } = heldTask('test:outage');
    await start({ tasks: [held], pollMs: 100 });
    await enqueue(test.database.kysely, held, { n: 1 });
    await eventually(() => expect(seen).toEqual(['begun 1']));
    const name = new Client({ connectionString: test.connectionString }).database ?? '';
    await using door = await outside();
    await door.say(`alter database ${name} allow_connections false`);
    try {
      await door.say(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'kreide jobs'`,
      );
      open();
      await eventually(() => expect(lines.join('')).toContain('not currently accepting connections'));
    } finally {
      await door.say(`alter database ${name} allow_connections true`);
    }
    await enqueue(test.database.kysely, held, { n: 2 });
    await eventually(() => expect(seen).toContain('done 2'));
    await eventually(async () => expect(await waitingJobs()).toEqual([]));
  });

  it('the connection that listens breaks with one line, and there is another [D-4.01]', async () => {
    await start({ tasks: [] });
    const { pool } = test.database;
    const listening = `from pg_stat_activity where datname = current_database() and query ilike 'listen "jobs:insert"%'`;
    const count = async (text: string) => (await pool.query(text)).rowCount;
    await eventually(async () => expect(await count(`select 1 ${listening}`)).toBe(1));
    await pool.query(`select pg_terminate_backend(pid, 5000) ${listening}`);
    await eventually(async () => expect(await count(`select 1 ${listening}`)).toBe(1));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: expect.stringContaining('notify listener') }),
    ]);
  });

  it('the schedule is checked at the start and kept by the database', async () => {
    const nightly = task('test:nightly', z.object({ days: z.int() }), async () => {});
    expect(() => toCronItems([repeat(nightly, '99 3 * * *', { days: 1 })])).toThrow('99');
    await start({ tasks: [nightly], schedule: [repeat(nightly, '15 3 * * *', { days: 1 }, { catchUpMs: 3_600_000 })] });
    await eventually(async () => {
      const { rows } = await test.database.pool.query('select identifier from graphile_worker._private_known_crontabs');
      expect(rows).toEqual([{ identifier: 'test:nightly 15 3 * * *' }]);
    });
  });
});

/** A separate connection to the test's database. */
async function outside() {
  const client = new Client({ connectionString: addressOf(test.ownerConnectionString, 'postgres') });
  await client.connect();
  return { say: (statement: string) => client.query(statement), [Symbol.asyncDispose]: () => client.end() };
}

async function livingWorkers(): Promise<number> {
  const { rows } = await test.database.pool.query<{ count: number }>(
    `select count(*)::int from pg_locks where locktype = 'advisory' and classid = ${0x6b726a62} and granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.count ?? 0;
}

/** Another process that has started `test:work` and never finishes it. */
async function startKilledProcess(): Promise<ChildProcess> {
  const module = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const program = `
    import * as z from 'zod/mini';
    import { startJobs } from ${module('./jobs.ts')};
    import { task } from ${module('./task.ts')};
    import { silentLog } from ${module('../log.ts')};
    import { systemClock } from ${module('../clock.ts')};
    const work = task('test:work', z.object({ n: z.int() }), async () => {
      process.stdout.write('begun');
      await new Promise(() => {});
    });
    await startJobs({ connectionString: process.env.TEST_DATABASE, tasks: [work], log: silentLog, clock: systemClock });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, TEST_DATABASE: test.connectionString },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const begun = once(child.stdout, 'data');
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the other process ended')));
  const late = pause(20_000, undefined, { ref: false }).then(() =>
    Promise.reject(new Error('the other process hangs')),
  );
  ended.catch(() => {});
  late.catch(() => {});
  await Promise.race([begun, ended, late]);
  return child;
}
