import { type Kysely, sql } from 'kysely';
import { type BulkColumns, insertRows } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** The five kinds of units that a plan refers to. */
export const UNIT_KINDS = ['grade', 'teacher', 'bookable', 'subject', 'course'] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

const TABLES = {
  grade: 'grades',
  teacher: 'teachers',
  bookable: 'bookables',
  subject: 'subjects',
  course: 'courses',
} as const satisfies Record<UnitKind, string>;

/** Columns that an import may set beside the short name, with their types for the bulk statements. */
export const UNIT_COLUMNS: Readonly<Record<UnitKind, BulkColumns>> = {
  grade: { name: 'text' },
  teacher: { firstname: 'text', lastname: 'text', title: 'text', email: 'text', color: 'text' },
  bookable: { name: 'text' },
  subject: { name: 'text', color: 'text' },
  course: {
    name: 'text',
    subject_id: 'bigint',
    grade_ids: 'bigint[]',
    teacher_ids: 'bigint[]',
    is_required: 'boolean',
  },
};

const columnsOf = (kind: UnitKind): BulkColumns => ({ id: 'bigint', shortcut: 'text', ...UNIT_COLUMNS[kind] });

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Ids for units that do not exist yet. */
export async function takeUnitIds(db: Kysely<DB>, kind: UnitKind, count: number): Promise<number[]> {
  if (count === 0) return [];
  const sequence = `${TABLES[kind]}_id_seq`;
  const { rows } = await sql<{
    id: number;
  }>`select nextval(${sequence}::regclass) as id from generate_series(1, ${count})`.execute(db);
  return rows.map((row) => row.id);
}

/** Rows have a pre-allocated id, a short name and the columns of their kind. */
export async function createUnits(
  db: Kysely<DB>,
  kind: UnitKind,
  rows: Rows,
  of: { school_id: number; source: string },
): Promise<void> {
  await insertRows(db, TABLES[kind], columnsOf(kind), rows, of);
}

/** The same columns and `ended_at`, null for units in use; also restores what a later publication changed. */
export async function updateUnits(
  db: Kysely<DB>,
  kind: UnitKind,
  rows: readonly { readonly id: number }[],
  schoolId: number,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries(columnsOf(kind));
  const typed = sql.raw(columns.map(([name, type]) => `"${name}" ${type}`).join(', '));
  const sets = sql.raw(columns.flatMap(([name]) => (name === 'id' ? [] : [`"${name}" = r."${name}"`])).join(', '));
  await sql`update ${sql.table(TABLES[kind])} t set ${sets}, ended_at = r.ended_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${typed}, ended_at timestamptz)
    where t.school_id = ${schoolId} and t.id = r.id`.execute(db);
}

/** Which of these the school keeps and has in use, whoever brought them. */
export async function listKept(
  db: Kysely<DB>,
  kind: UnitKind,
  ids: readonly number[],
  schoolId: number,
): Promise<Set<number>> {
  if (ids.length === 0 || (kind !== 'bookable' && kind !== 'course')) return new Set();
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(TABLES[kind])}
    where school_id = ${schoolId} and id = any(${ids}::bigint[]) and is_custom and ended_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Units are ended, not deleted: other records may refer to them. */
export async function endUnits(
  db: Kysely<DB>,
  kind: UnitKind,
  ids: readonly number[],
  schoolId: number,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ${sql.table(TABLES[kind])} set ended_at = ${now.toISOString()}
    where school_id = ${schoolId} and id = any(${ids}::bigint[])`.execute(db);
}

/** Which of these grades something of the school refers to: people, teachers, courses, plans, a channel. */
export async function listUsedGrades(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ shortcut: string }>`select g.shortcut from grades g
    where g.school_id = ${schoolId} and g.id = any(${ids}::bigint[]) and (
      g.channel_id is not null
      or exists (select 1 from grade_memberships m where m.school_id = ${schoolId} and m.grade_id = g.id)
      or exists (select 1 from teachers t where t.school_id = ${schoolId} and g.id in (t.grade_id, t.co_grade_id))
      or exists (select 1 from courses c where c.school_id = ${schoolId} and g.id = any(c.grade_ids))
      or exists (select 1 from external_keys k
        where k.school_id = ${schoolId} and k.entity = 'grade' and k.entity_id = g.id))
    order by g.shortcut`.execute(db);
  return rows.map(({ shortcut }) => shortcut);
}

/**
 * Takes grades away to which nothing refers: as if they had never been added. False: something does, as what was written to
 * one of them; the caller's transaction goes on either way.
 */
export async function removeUnusedGrades(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<boolean> {
  await sql`savepoint grades_removed`.execute(db);
  try {
    await db
      .deleteFrom('grades')
      .where('school_id', '=', schoolId)
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .execute();
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error;
    await sql`rollback to savepoint grades_removed`.execute(db);
    return false;
  }
}

/** A source's keys for our records: those of courses and lessons in one school year, the others permanently. */
export async function listExternalKeys(db: Kysely<DB>, schoolId: number, yearId: number, source: string) {
  return db
    .selectFrom('external_keys')
    .select(['entity', 'external_key', 'entity_id'])
    .where('school_id', '=', schoolId)
    .where('source', '=', source)
    .where('school_year_id', 'in', [0, yearId])
    .execute();
}

export interface ExternalKey {
  entity: UnitKind | 'lesson';
  external_key: string;
  entity_id: number;
}

const KEY_CONFLICT =
  'on conflict (school_id, entity, source, school_year_id, external_key) do update set entity_id = excluded.entity_id';

export async function saveExternalKeys(
  db: Kysely<DB>,
  keys: readonly ExternalKey[],
  of: { school_id: number; school_year_id: number; source: string },
): Promise<void> {
  const isYearly = ({ entity }: ExternalKey) => entity === 'course' || entity === 'lesson';
  const rows = keys.map((key) => ({ ...key, school_year_id: isYearly(key) ? of.school_year_id : 0 }));
  const columns = { entity: 'text', school_year_id: 'bigint', external_key: 'text', entity_id: 'bigint' } as const;
  await insertRows(db, 'external_keys', columns, rows, { school_id: of.school_id, source: of.source }, KEY_CONFLICT);
}

/** A source's keys for master data are unknown again. */
export async function forgetExternalKeys(
  db: Kysely<DB>,
  of: { school_id: number; source: string },
  keys: readonly { entity: UnitKind; external_key: string }[],
): Promise<void> {
  const [entities, externals] = [keys.map(({ entity }) => entity), keys.map(({ external_key }) => external_key)];
  await sql`delete from external_keys where school_id = ${of.school_id} and source = ${of.source} and school_year_id = 0
    and (entity, external_key) in (select * from unnest(${entities}::text[], ${externals}::text[]))`.execute(db);
}
