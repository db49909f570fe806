import { type Kysely, sql } from 'kysely';
import { insertRows } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';

function decisionsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('desk_decisions')
    .select(['id', 'school_year_id', 'date', 'lesson_id', 'version', 'kind', 'hour', 'time_begins_at', 'time_ends_at'])
    .select(['subject_id', 'grade_ids', 'teacher_ids', 'bookable_ids', 'comment'])
    .select(['target_date', 'target_hour', 'target_time_begins_at', 'target_time_ends_at'])
    .select(['is_draft', 'substitution_ids', 'ended_ids', 'changed_by', 'changed_at', 'published_at'])
    .select(['due_version', 'left_out'])
    .where('school_id', '=', schoolId);
}

export type DecisionRow = Awaited<ReturnType<typeof listDecisions>>[number];

/** What is decided about a day, or moves something to it, by time. */
export async function listDecisions(db: Kysely<DB>, schoolId: number, date: string) {
  return decisionsOf(db, schoolId)
    .where((eb) => eb.or([eb('date', '=', date), eb('target_date', '=', date)]))
    .orderBy('time_begins_at')
    .orderBy('id')
    .execute();
}

/** Until the end of the transaction nobody else decides about anything of the school. */
export async function lockDesk(db: Kysely<DB>, schoolId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('desk', ${schoolId}))`.execute(db);
}

const COLUMNS = {
  id: 'bigint',
  school_year_id: 'bigint',
  date: 'date',
  lesson_id: 'bigint',
  version: 'integer',
  kind: 'text',
  hour: 'text',
  time_begins_at: 'time',
  time_ends_at: 'time',
  subject_id: 'bigint',
  grade_ids: 'bigint[]',
  teacher_ids: 'bigint[]',
  bookable_ids: 'bigint[]',
  comment: 'text',
  target_date: 'date',
  target_hour: 'text',
  target_time_begins_at: 'time',
  target_time_ends_at: 'time',
  is_draft: 'boolean',
  substitution_ids: 'bigint[]',
  ended_ids: 'bigint[]',
} as const;

const over = (columns: readonly string[]) =>
  `on conflict (school_id, id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`;
const OVER = over([...Object.keys(COLUMNS).filter((name) => name !== 'id'), 'changed_by', 'changed_at']);
const IN_FORCE = over(['is_draft', 'substitution_ids', 'ended_ids', 'published_at']);

export type StoredDecision = Omit<
  DecisionRow,
  'changed_by' | 'changed_at' | 'published_at' | 'due_version' | 'left_out'
>;

/** Writes decisions whole; those with the id 0 are new. */
export async function saveDecisions(
  db: Kysely<DB>,
  rows: readonly StoredDecision[],
  at: { school_id: number; changed_by: number | null; changed_at: string },
): Promise<void> {
  const fresh = rows.filter(({ id }) => id === 0);
  const { rows: taken } = await sql<{ id: number }>`select nextval('desk_decisions_id_seq'::regclass) as id
    from generate_series(1, ${fresh.length})`.execute(db);
  const ids = new Map(fresh.map((row, index) => [row, taken[index]?.id]));
  const written = rows.map((row) => ({ ...row, id: ids.get(row) ?? row.id }));
  await insertRows(db, 'desk_decisions', COLUMNS, written, at, OVER);
}

/** Writes what is in force of decisions. */
export async function markPublished(
  db: Kysely<DB>,
  schoolId: number,
  rows: readonly StoredDecision[],
  now: Date,
): Promise<void> {
  const at = { school_id: schoolId, changed_at: now.toISOString(), published_at: now.toISOString() };
  await insertRows(db, 'desk_decisions', COLUMNS, rows, at, IN_FORCE);
}

/** What is decided about a lesson from a day on is about the one that stands for it. @param names former lesson → later lesson */
export async function moveDecisions(
  db: Kysely<DB>,
  schoolId: number,
  names: ReadonlyMap<number, number>,
  from: string,
): Promise<void> {
  if (names.size === 0) return;
  await lockDesk(db, schoolId);
  await sql`update desk_decisions d set lesson_id = n.later
    from unnest(${[...names.keys()]}::bigint[], ${[...names.values()]}::bigint[]) as n(former, later)
    where d.school_id = ${schoolId} and d.lesson_id = n.former and d.date >= ${from}`.execute(db);
}

export async function deleteDecisions(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('desk_decisions')
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}
