import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Queries } from '../data/database.ts';
import { toJsonText } from '../data/json.ts';
import { asWork } from '../data/work.ts';
import type { Log } from '../log.ts';
import type { Audience } from './audience.ts';

/**
 * An event that belongs to a change: it exists if and only if the change is committed (docs/architecture.md, The
 * contract).
 */
export interface OutboxEvent {
  /** Null: not of any school. */
  readonly school_id: number | null;
  /** Name of a declared event. */
  readonly event: string;
  /** Rooms that it is sent to. */
  readonly audience: readonly string[];
  readonly payload: unknown;
  /** The payload is a list, each of which is an event of its own, in this order. */
  readonly is_many?: boolean;
}

export interface OutboxRow extends OutboxEvent {
  readonly id: number;
}

/** The rooms of an audience. */
export function roomsOf(audience: Audience): string[] {
  return 'school' in audience ? [`school:${audience.school}`] : audience.users.map((id) => `user:${id}`);
}

/** The rooms of some sessions: what is not for all devices of a person. */
export const roomsOfSessions = (ids: readonly number[]): string[] => ids.map((id) => `session:${id}`);

/** Writes the event in the transaction of the change. Pass it with its id to `emitCommitted` after the commit. */
export async function appendOutbox(transaction: Queries, event: OutboxEvent): Promise<number> {
  const { id } = await transaction
    .insertInto('outbox')
    .values({
      school_id: event.school_id,
      event: event.event,
      audience: toJsonText(event.audience),
      payload: toJsonText(event.payload),
      is_many: event.is_many === true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Writes many events in one statement, in the transaction of their change, and returns them for `emitCommitted`; else
 * the sweeper emits them.
 */
export async function appendOutboxRows(transaction: Queries, events: readonly OutboxEvent[]): Promise<OutboxRow[]> {
  if (events.length === 0) return [];
  const { rows } = await sql<{ id: number }>`insert into outbox (school_id, event, audience, payload, is_many)
    select (value ->> 'school_id')::bigint, value ->> 'event', value -> 'audience', value -> 'payload',
      coalesce((value ->> 'is_many')::boolean, false)
    from jsonb_array_elements(${toJsonText(events)}::jsonb) with ordinality as e(value, place) order by place
    returning id`.execute(transaction);
  return events.map((event, at) => ({ ...event, id: rows[at]?.id ?? 0 }));
}

/**
 * Forgets what events told of something whose payload has that id, in the transaction in which it is deleted: they are
 * kept for a day for processes that were cut off, and what took its place is told after it.
 */
export async function forgetEvents(
  transaction: Queries,
  schoolId: number,
  event: { readonly name: string },
  id: number,
): Promise<void> {
  await sql`delete from outbox where school_id = ${schoolId} and event = ${sql.lit(event.name)}
    and payload @> ${toJsonText({ id })}::jsonb`.execute(transaction);
}

export interface OutboxOptions {
  readonly database: Pick<Database, 'kysely' | 'listen' | 'watchListener'>;
  /** Sends to the connections of this process. */
  readonly emit: (row: OutboxRow) => void;
  readonly log: Log;
  /** How often leftovers of a crash are looked for. */
  readonly sweepEveryMs?: number;
}

/**
 * Every event reaches the listeners of every process at least once, in the order in which this process was told of the
 * changes; receivers tolerate repeats.
 */
export interface Outbox extends AsyncDisposable {
  /**
   * After the commit: emits here, and notifies the other processes after what was committed before. Never fails:
   * the sweeper retries what could not be emitted.
   */
  emitCommitted(rows: readonly OutboxRow[]): Promise<void>;
  /** Emits what was committed a while ago and never emitted; returns the number. */
  sweep(): Promise<number>;
  /** Removes what was emitted a day ago, and what could not be emitted for a week; returns the number. */
  prune(): Promise<number>;
  stop(): Promise<void>;
}

const CHANNEL = 'kreide_outbox';
const COLUMNS = ['id', 'school_id', 'event', 'audience', 'payload', 'is_many'] as const;
const SWEEP_EVERY_MS = 5000;
const PRUNE_EVERY_SWEEPS = 720;
const BATCH = 200;
/** Ids in one notification, which is limited to 8,000 bytes. */
const NOTICE_IDS = 300;
/** How much earlier than noticed the connection for notifications may have broken. */
const DOUBT_MS = 30_000;

/** Starts listening to the other processes and sweeping. */
export async function startOutbox(options: OutboxOptions): Promise<Outbox> {
  const { database, emit, log, sweepEveryMs = SWEEP_EVERY_MS } = options;
  const { kysely } = database;
  const self = randomUUID();
  const stopped = new AbortController();
  let lostAt: number | null = null;
  const committed: OutboxRow[] = [];
  const emitted: number[] = [];
  let emitting: Promise<void> | null = null;
  let draining: Promise<void> | null = null;

  function emitSafely(row: OutboxRow): boolean {
    try {
      if (row.is_many) for (const payload of row.payload as unknown[]) emit({ ...row, payload });
      else emit(row);
      return true;
    } catch (err) {
      log.error({ err, outbox: row.id, event: row.event }, 'an event could not be emitted');
      return false;
    }
  }

  /** Marks as emitted, and tells the other processes what nobody has told them. */
  async function mark(queries: Queries, ids: readonly number[]): Promise<void> {
    for (let at = 0; at < ids.length; at += NOTICE_IDS)
      await sql`
        with done as (
          update outbox set emitted_at = now() where id = any(${ids.slice(at, at + NOTICE_IDS)}::bigint[])
            and emitted_at is null
          returning id
        )
        select pg_notify(${CHANNEL}, ${`${self} `} || string_agg(id::text, ',' order by id)) from done
        having count(*) > 0`.execute(queries);
  }

  /** Emitted before it is marked: a crash in between repeats it, but never loses it. */
  async function claim(): Promise<number> {
    return await kysely.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('outbox')
        .select(COLUMNS)
        .where('emitted_at', 'is', null)
        .where('created_at', '<', sql<string>`now() - interval '3 seconds'`)
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      const done = rows.filter(emitSafely).map(({ id }) => id);
      await mark(transaction, done);
      return done.length;
    });
  }

  /** After the answer to the call that made them, which is on its way with this turn. */
  async function emitAll(): Promise<void> {
    await nextTurn();
    emitting = null;
    emitted.push(
      ...committed
        .splice(0)
        .filter(emitSafely)
        .map(({ id }) => id),
    );
  }

  /** One after the other: in other processes, too, a change that is announced late must not bring back a removed row. */
  async function drain(): Promise<void> {
    while (emitted.length > 0) {
      const ids = emitted.splice(0, BATCH);
      try {
        await mark(kysely, ids);
      } catch (err) {
        log.warn({ err, ids: ids.slice(0, 10) }, 'events are left to the sweeper');
      }
    }
    draining = null;
  }

  /** Another process has emitted to its own connections; this emits it to ours. */
  async function repeat(ids: readonly number[]): Promise<void> {
    const rows = await kysely.selectFrom('outbox').select(COLUMNS).where('id', 'in', ids).orderBy('id').execute();
    for (const row of rows) emitSafely(row);
  }

  function receive(notice: string): void {
    const [origin, list = ''] = notice.split(' ');
    if (origin === self) return;
    const ids = list.split(',').map(Number).filter(Number.isSafeInteger);
    if (ids.length > 0)
      void repeat(ids).catch((err) => log.warn({ err }, 'events of another process were not repeated'));
  }

  /** The connection for notifications is back: emits what other processes emitted in the meantime. */
  async function catchUp(forMs: number): Promise<void> {
    const rows = await kysely
      .selectFrom('outbox')
      .select('id')
      .where('emitted_at', '>', sql<string>`now() - ${forMs} * interval '1 millisecond'`)
      .orderBy('id')
      .execute();
    for (let at = 0; at < rows.length; at += BATCH) await repeat(rows.slice(at, at + BATCH).map(({ id }) => id));
  }

  async function sweep(): Promise<number> {
    let total = 0;
    for (;;) {
      const count = await claim();
      total += count;
      if (count < BATCH) return total;
    }
  }

  async function prune(): Promise<number> {
    const { rows } = await sql`
      delete from outbox
      where (emitted_at is not null and created_at < now() - interval '1 day') or created_at < now() - interval '7 days'
      returning id`.execute(kysely);
    return rows.length;
  }

  async function sweepOnAndOn(): Promise<void> {
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      try {
        await sweep();
        if (round % PRUNE_EVERY_SWEEPS === 0) await prune();
      } catch (err) {
        if (!stopped.signal.aborted) log.warn({ err }, 'sweeping the outbox failed');
      }
      await pause(sweepEveryMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    }
  }

  const unwatch = database.watchListener({
    onLost() {
      lostAt ??= performance.now();
    },
    onBack() {
      const forMs = DOUBT_MS + performance.now() - (lostAt ?? performance.now());
      lostAt = null;
      catchUp(forMs).catch((err) => log.warn({ err }, 'events of the other processes were missed'));
    },
  });
  const unlisten = await database.listen(CHANNEL, receive);
  const sweeping = asWork(sweepOnAndOn)();

  const stop = async () => {
    stopped.abort();
    unwatch();
    await emitting;
    await Promise.all([sweeping, draining]);
    await unlisten();
  };
  return {
    async emitCommitted(rows) {
      committed.push(...rows);
      emitting ??= emitAll();
      await emitting;
      draining ??= drain();
      await draining;
    },
    sweep,
    prune,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
