import { type AuditAction, type AuditValues, toAuditChange, toAuditName } from '@kreide/core/kernel';
import { type RawBuilder, sql } from 'kysely';
import { inParts } from './bulk.ts';
import type { Queries } from './database.ts';
import { toJsonText } from './json.ts';

/** One change of one record, as a handler records it. */
export interface AuditChange {
  /** What was changed: a table's name (`news`), or what else people would call it. */
  readonly entity: string;
  readonly id: number | string | null;
  /** Null or left out: the record did not exist before. Fields only that may be read by administrators: no secrets. */
  readonly before?: AuditValues | null;
  /** Null or left out: it no longer exists. */
  readonly after?: AuditValues | null;
}

/**
 * Who caused a change: `session` a signed-in user, `visitor` somebody who is not, `operator` a person at the terminal,
 * `system` the server by itself.
 */
export interface AuditCause {
  readonly school_id: number;
  readonly origin: 'session' | 'visitor' | 'operator' | 'system';
  readonly user_id?: number | null;
  readonly address?: string | null;
  readonly request_id?: string | null;
}

export interface AuditEntry extends AuditCause, AuditChange {
  readonly action: AuditAction;
  readonly now: Date;
}

/**
 * Adds rows to the audit log, in the transaction of the change (D-4.11). Entries whose values do not differ are left
 * out. Takes the locks of their schools until the transaction ends: call it last.
 */
export async function appendAudit(db: Queries, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map(toRow).filter((row) => row !== null);
  // Two transactions that write into the logs of the same schools take their locks in one order.
  const ordered = rows.toSorted((one, other) => one.school_id - other.school_id);
  for (const part of inParts(ordered)) await db.insertInto('audit_log').values(part).execute();
}

function toRow(entry: AuditEntry) {
  const { before = null, after = null } = entry;
  const isEvent = before === null && after === null;
  const change = isEvent ? { before, after } : toAuditChange(before, after);
  if (!change) return null;
  return {
    ...toEventRow(entry),
    before: change.before === null ? null : toJsonText(change.before),
    after: change.after === null ? null : toJsonText(change.after),
    // Numbered and chained by the database.
    ...CHAINED,
  };
}

/** What is recorded of something that happened and left no values. */
export interface AuditEventRow {
  readonly school_id: number;
  readonly at: Date;
  readonly origin: AuditCause['origin'];
  readonly user_id: number | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly action: string;
  readonly entity: string;
  readonly entity_id: string | null;
}

export function toEventRow(entry: AuditEntry): AuditEventRow {
  return {
    school_id: entry.school_id,
    at: entry.now,
    origin: entry.origin,
    user_id: entry.user_id ?? null,
    address: entry.address ?? null,
    request_id: entry.request_id ?? null,
    action: toAuditName(entry.action),
    entity: entry.entity,
    entity_id: entry.id === null ? null : String(entry.id),
  };
}

/**
 * The same as the last part of a statement that makes the whole change: `changes` holds the parts before it, because this
 * part takes the lock of the school.
 */
export function auditPart(row: AuditEventRow, changes: RawBuilder<unknown>) {
  return sql<object>`
    insert into audit_log (school_id, at, origin, user_id, address, request_id, action, entity, entity_id, seq, previous_hash, hash)
    select ${row.school_id}, ${row.at}, ${row.origin}, ${row.user_id}, ${row.address}, ${row.request_id}, ${row.action},
      ${row.entity}, ${row.entity_id}, 0, '', ''
    from ${changes} as changes`;
}

/**
 * Removes the rows of a school's chain that are older than that; its head keeps where the rest begins. The database refuses
 * to remove rows that no school may forget yet. Returns the number of rows.
 */
export async function forgetAudit(db: Queries, schoolId: number, before: Date): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select kreide_audit_forget(${schoolId}, ${before.toISOString()}) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What is recorded of a school, for the queries of the feature that reads it. */
export function auditOf(db: Queries, schoolId: number) {
  return db
    .selectFrom('audit_log')
    .select(['seq', 'at', 'origin', 'user_id', 'address', 'action', 'entity', 'entity_id', 'before', 'after'])
    .select('request_id')
    .where('school_id', '=', schoolId);
}

const CHAINED = { seq: 0, previous_hash: Buffer.alloc(0), hash: Buffer.alloc(0) } as const;

/** The first place where a school's chain is broken. */
export interface AuditBreach {
  readonly school_id: number;
  /** Number of the row that does not fit; one beyond the last row when the end is missing. */
  readonly seq: number;
  readonly reason: 'changed' | 'missing' | 'cut_off';
}

/** The chain of one school. */
export interface AuditChain {
  readonly school_id: number;
  readonly rows: number;
  /** Of the last row, hex: keep it elsewhere to notice that a whole chain was replaced. */
  readonly head: string;
}

/**
 * Computes every chain anew and compares it with what is stored (`kreide-server audit verify`). One pass of the
 * database over the log; nothing is loaded here.
 */
export async function verifyAudit(db: Queries): Promise<{ chains: AuditChain[]; breaches: AuditBreach[] }> {
  const { rows: breaches } = await sql<AuditBreach>`
    with links as (
      select entry.school_id, entry.seq, entry.previous_hash, entry.hash, kreide_audit_hash(entry) as computed,
             coalesce(lag(entry.seq) over by_number, head.forgotten_seq, 0) as former_seq,
             coalesce(lag(entry.hash) over by_number, head.forgotten_hash, ''::bytea) as former_hash
      from audit_log entry left join audit_heads head on head.school_id = entry.school_id
      window by_number as (partition by entry.school_id order by entry.seq)
    ), broken as (
      select school_id, case when seq <> former_seq + 1 then former_seq + 1 else seq end as seq,
             case when seq <> former_seq + 1 then 'missing' else 'changed' end as reason
      from links where seq <> former_seq + 1 or previous_hash <> former_hash or hash <> computed
      union all
      select head.school_id, coalesce(last.seq, 0) + 1, 'cut_off'
      from audit_heads head
      left join lateral (
        select seq, hash from audit_log where school_id = head.school_id order by seq desc limit 1
      ) last on true
      where coalesce(last.seq, 0) <> head.seq or coalesce(last.hash, '') <> head.hash
      union all
      select distinct entry.school_id, 1::bigint, 'cut_off' from audit_log entry
      where not exists (select from audit_heads head where head.school_id = entry.school_id)
    )
    select distinct on (school_id) school_id, seq, reason from broken order by school_id, seq`.execute(db);
  const { rows: chains } = await sql<AuditChain>`
    select school_id, seq - forgotten_seq as rows, encode(hash, 'hex') as head from audit_heads order by school_id`.execute(
    db,
  );
  return { chains, breaches };
}

/** The tables of the log, which guard themselves. */
export const AUDIT_TABLES = ['audit_log', 'audit_heads'] as const;

/** Removes the whole log of a school that ends, in the transaction of that. Fails where its end is not ordered. */
export async function endAudit(db: Queries, schoolId: number): Promise<void> {
  await sql`select kreide_audit_end(${schoolId})`.execute(db);
}
