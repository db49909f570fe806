import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { fixedClock } from '../clock.ts';
import { enqueue, startJobs, task } from '../jobs/index.ts';
import { silentLog } from '../log.ts';
import { type Database, openDatabase } from './database.ts';
import { REQUEST_LIMITS } from './database-sessions.ts';
import { prepareDatabase } from './prepare-database.ts';
import { asWork } from './work.ts';

let test: TestDatabase;
/** Requests may take so little that they can do nothing. */
let hurried: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  hurried = openDatabase(test.connectionString, { requestLimits: { ...REQUEST_LIMITS, statementMs: 50 } });
});
afterAll(async () => {
  await hurried.close();
  await test.drop();
});

const take = ({ kysely }: Database, seconds = 0.2) => sql`select pg_sleep(${seconds})`.execute(kysely);
const CANCELLED = { code: '57014' };

it('a statement of a request is cancelled that one of work may take, whoever calls it from where', async () => {
  await expect(take(hurried)).rejects.toMatchObject(CANCELLED);
  const call = () => Promise.resolve().then(() => hurried.kysely.transaction().execute(() => take(hurried)));
  await expect(call()).rejects.toMatchObject(CANCELLED);
  await asWork(call)();
  // What follows is a request again, on whatever connection.
  await expect(take(hurried)).rejects.toMatchObject(CANCELLED);
});

it('a transaction that a request has left alone is ended, and one of work is not', async () => {
  const limits = { ...REQUEST_LIMITS, idleInTransactionMs: 50 };
  await using database = openDatabase(test.connectionString, { requestLimits: limits });
  const begin = async () => {
    const open = await database.kysely.startTransaction().execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(open);
    return { open, pid: rows[0]?.pid };
  };
  const [work, request] = [await asWork(begin)(), await begin()];
  await vi.waitFor(async () => {
    const { rows } = await test.database.pool.query('select from pg_stat_activity where pid = $1', [request.pid]);
    expect(rows).toEqual([]);
  });
  await sql`select 1`.execute(work.open);
  await work.open.commit().execute();
});

it('a database with tight limits of its own can be prepared and worked on: each session sets its own limits', async () => {
  const empty = await createEmptyDatabase();
  try {
    const { connectionString } = empty;
    await using owner = openDatabase(connectionString, { isForWork: true });
    const name = new Client({ connectionString }).database ?? '';
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await sql`alter database ${sql.id(name)} set ${sql.raw(limit)} = '1ms'`.execute(owner.kysely);
    await prepareDatabase({ owner: connectionString, server: connectionString });
    await using database = openDatabase(connectionString, { isForWork: true });
    await take(database);
  } finally {
    await empty.drop();
  }
});

it('a task has the limits of work, whatever it calls', async () => {
  const ended: string[] = [];
  const slow = task('test:slow', z.object({}), async () => {
    await take(hurried);
  });
  await using _ = await startJobs({
    connectionString: test.connectionString,
    tasks: [slow],
    log: silentLog,
    clock: fixedClock('2026-11-18T09:20:00Z'),
    onJob: ({ outcome }) => ended.push(outcome),
  });
  await enqueue(test.database.kysely, slow, {});
  await vi.waitFor(() => expect(ended).toEqual(['done']), { timeout: 30_000 });
});
