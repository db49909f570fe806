import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { type Database, openDatabase } from '../data/database.ts';
import { silentLog } from '../log.ts';
import { appendOutbox, type Outbox, type OutboxRow, startOutbox } from './outbox.ts';

/** Patient, because the machine may be busy. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 });

const EVENT = { school_id: 3, event: 'test.ping', audience: ['school:3'], payload: { n: 1 }, is_many: false } as const;
let test: TestDatabase;
const opened: AsyncDisposable[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.kysely.deleteFrom('outbox').execute();
});
afterEach(async () => {
  for (const it of opened.splice(0).reverse()) await it[Symbol.asyncDispose]();
});

interface Process {
  outbox: Outbox;
  database: Database;
  seen: OutboxRow[];
}

/** An outbox with its own database connection, as in another process; it sweeps only when told to. */
async function startProcess(emit: (row: OutboxRow) => void = () => {}): Promise<Process> {
  const database = openDatabase(test.connectionString, { poolSize: 3 });
  opened.push(database);
  const seen: OutboxRow[] = [];
  const outbox = await startOutbox({
    database,
    log: silentLog,
    sweepEveryMs: 3_600_000,
    emit: (row) => {
      emit(row);
      seen.push(row);
    },
  });
  opened.push(outbox);
  return { outbox, database, seen };
}

async function append(event: Partial<OutboxRow> = {}): Promise<OutboxRow> {
  const row = { ...EVENT, ...event };
  return { ...row, id: await test.database.kysely.transaction().execute((trx) => appendOutbox(trx, row)) };
}

async function age(days: number): Promise<void> {
  await test.database.pool.query("update outbox set created_at = created_at - $1 * interval '1 day'", [days]);
}

async function open(): Promise<number> {
  const { rows } = await test.database.pool.query('select id from outbox where emitted_at is null');
  return rows.length;
}

describe('outbox', () => {
  it('a committed event is emitted once here and once in every other process, in order', async () => {
    const [a, b] = [await startProcess(), await startProcess()];
    const rows = [
      await append({ payload: { n: 1 } }),
      await append({ payload: { n: 2 }, audience: ['user:1', 'user:2'] }),
    ];
    await a.outbox.emitCommitted(rows);
    expect(a.seen).toEqual([
      { ...EVENT, id: expect.any(Number) },
      { ...EVENT, id: expect.any(Number), audience: ['user:1', 'user:2'], payload: { n: 2 } },
    ]);
    await eventually(() => expect(b.seen).toEqual(a.seen));
    expect(await open()).toBe(0);
    await age(1);
    await a.outbox.sweep();
    await b.outbox.sweep();
    expect([a.seen.length, b.seen.length]).toEqual([2, 2]);
  });

  it('several events in one row are told one by one, in their order, here and in every other process', async () => {
    const [a, b] = [await startProcess(), await startProcess()];
    await a.outbox.emitCommitted([await append({ payload: [{ n: 1 }, { n: 2 }], is_many: true })]);
    const payloads = ({ seen }: Process) => seen.map(({ payload }) => payload);
    expect(payloads(a)).toEqual([{ n: 1 }, { n: 2 }]);
    await eventually(() => expect(payloads(b)).toEqual([{ n: 1 }, { n: 2 }]));
    await append({ payload: [{ n: 3 }, { n: 4 }], is_many: true });
    await age(1);
    await b.outbox.sweep();
    await eventually(() => expect(payloads(a).slice(2)).toEqual([{ n: 3 }, { n: 4 }]));
  });

  it('the first commit is emitted first, here and in other processes, also when the database is slow', async () => {
    const [a, b] = [await startProcess(), await startProcess()];
    const rows = [await append(), await append(), await append()];
    const ids = rows.map(({ id }) => id);
    const holder = await test.database.pool.connect();
    await holder.query('begin');
    await holder.query('select id from outbox where id = $1 for update', [ids[0]]);
    const told = rows.map((row) => a.outbox.emitCommitted([row]));
    await eventually(() => expect(a.seen.map(({ id }) => id)).toEqual(ids));
    expect(b.seen).toEqual([]);
    await holder.query('commit');
    holder.release();
    await Promise.all(told);
    await eventually(() => expect(b.seen.map(({ id }) => id)).toEqual(ids));
  });

  it('an event of a change that is rolled back does not exist', async () => {
    const { outbox, seen } = await startProcess();
    const change = test.database.kysely.transaction().execute(async (trx) => {
      await appendOutbox(trx, EVENT);
      throw new Error('rolled back');
    });
    await expect(change).rejects.toThrow('rolled back');
    expect(await open()).toBe(0);
    await outbox.sweep();
    expect(seen).toEqual([]);
  });

  it('the sweeper of one process emits what a crash left behind, and all processes hear it [D-4.03]', async () => {
    // Both listen before anything is emitted.
    const processes = [await startProcess(), await startProcess()];
    for (let n = 0; n < 450; n += 1) await appendOutbox(test.database.kysely, { ...EVENT, payload: { n } });
    await age(1 / 24);
    await Promise.all(processes.map(({ outbox }) => outbox.sweep()));
    await eventually(async () => expect(await open()).toBe(0));
    for (const { seen } of processes) {
      await eventually(() => expect(seen).toHaveLength(450));
      expect(new Set(seen.map(({ id }) => id)).size).toBe(450);
    }
  });

  it('a change that was just committed is left to the process that made it', async () => {
    const { outbox, seen } = await startProcess();
    await append();
    expect(await outbox.sweep()).toBe(0);
    expect(seen).toEqual([]);
  });

  it('one event that cannot be emitted does not hold up the others, and is tried again', async () => {
    let isBroken = true;
    const { outbox, seen } = await startProcess(({ event }) => {
      if (event === 'test.broken' && isBroken) throw new Error('no');
    });
    await outbox.emitCommitted([await append({ event: 'test.broken' }), await append()]);
    expect(seen.map(({ event }) => event)).toEqual(['test.ping']);
    isBroken = false;
    await age(1);
    // Either this call or the sweeper of the process, whichever comes first.
    await outbox.sweep();
    await eventually(() => expect(seen.map(({ event }) => event)).toEqual(['test.ping', 'test.broken']));
  });

  it('a process that lost its notifications for a while makes up for them', async () => {
    const [a, b] = [await startProcess(), await startProcess()];
    let isBack = false;
    b.database.watchListener({
      onLost: () => {},
      onBack: () => {
        isBack = true;
      },
    });
    await test.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'kreide listener'",
    );
    await a.outbox.emitCommitted([await append({ payload: { n: 42 } })]);
    await eventually(() => expect(isBack).toBe(true));
    await eventually(() => expect(b.seen.map(({ payload }) => payload)).toContainEqual({ n: 42 }));
  });

  it('the database away: emitting fails quietly and the sweeper does it later', async () => {
    const { outbox, database } = await startProcess();
    const row = await append();
    await outbox.stop();
    await database.close();
    await expect(outbox.emitCommitted([row])).resolves.toBeUndefined();
    await age(1);
    const { seen } = await startProcess();
    await eventually(() => expect(seen).toEqual([row]));
  });

  it('old rows are removed: a day after they were emitted, a week when nobody could', async () => {
    // A process tidies when it starts: that round is over once this row is gone.
    await append();
    await test.database.pool.query('update outbox set emitted_at = now()');
    await age(2);
    const { outbox } = await startProcess();
    await eventually(async () => {
      const { rows } = await test.database.pool.query('select id from outbox');
      expect(rows).toEqual([]);
    });
    await outbox.emitCommitted([await append()]);
    await eventually(async () => expect(await open()).toBe(0));
    const { id: stuck } = await append();
    await age(2);
    expect(await outbox.prune()).toBe(1);
    await age(6);
    const { id: fresh } = await append();
    expect(await outbox.prune()).toBe(1);
    const { rows } = await test.database.pool.query('select id from outbox');
    expect(rows).toEqual([{ id: fresh }]);
    expect(stuck).not.toBe(fresh);
  });
});
