import { type Kysely, sql } from 'kysely';
import { type BulkColumns, insertRows } from '../../../kernel/bulk.ts';
import type { DB } from '../../../kernel/database.generated.ts';
import type { PlanChange } from './resolve.ts';
import type { LessonRow, Master, MasterRow, SubstitutionRow } from './state.ts';
import { keepBefore, type Publication, replaceSet } from './year.ts';

export interface Published {
  previous_version_id: number | null;
  version_id: number | null;
  revision: number;
}

const TABLES: Record<Master, 'grades' | 'teachers' | 'bookables' | 'subjects' | 'courses'> = {
  grade: 'grades',
  teacher: 'teachers',
  bookable: 'bookables',
  subject: 'subjects',
  course: 'courses',
};

/** Columns that an import may set, with their types for the bulk statements. */
const COLUMNS: Record<Master, BulkColumns> = {
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

/** Real ids for records that are yet to be made: `count` numbers of a table's sequence in one statement. */
async function takeIds(db: Kysely<DB>, table: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const sequence = `${table}_id_seq`;
  const result = await sql<{
    id: number;
  }>`select nextval(${sequence}::regclass) as id from generate_series(1, ${count})`.execute(db);
  return result.rows.map((row) => row.id);
}

type ToId = (id: number) => number;

/** Sets of ids are kept in order, so that equal sets are equal. */
function sortedIds(ids: readonly number[], toId: ToId): number[] {
  const real = ids.map(toId);
  return real.length > 1 ? real.sort((a, b) => a - b) : real;
}

async function applyMasters(db: Kysely<DB>, at: Publication, change: PlanChange): Promise<ToId> {
  const real = new Map<number, number>();
  const toId: ToId = (id) => (id > 0 ? id : (real.get(id) ?? id));
  for (const entity of Object.keys(TABLES) as Master[]) {
    const fresh = change.masters.changes.filter((one) => one.entity === entity && one.before === null);
    const ids = await takeIds(db, TABLES[entity], fresh.length);
    for (const [index, one] of fresh.entries()) real.set(one.after.id, ids[index] as number);
  }
  const toRecord = (entity: Master, row: MasterRow) => {
    const values: Record<string, unknown> = {
      id: toId(row.id),
      shortcut: row.shortcut,
      ended_at: row.ended ? at.now.toISOString() : null,
      source: row.source,
    };
    for (const column of Object.keys(COLUMNS[entity])) {
      const value = column === 'name' ? row.name : row.extra[column];
      values[column] =
        typeof value === 'number' && column.endsWith('_id')
          ? toId(value)
          : Array.isArray(value)
            ? sortedIds(value as number[], toId)
            : (value ?? null);
    }
    if (entity === 'subject') values.color ??= 'blue';
    if (entity === 'course')
      Object.assign(values, {
        grade_ids: values.grade_ids ?? [],
        teacher_ids: values.teacher_ids ?? [],
        is_required: values.is_required ?? false,
      });
    return values;
  };
  for (const entity of Object.keys(TABLES) as Master[]) {
    const own = change.masters.changes.filter((one) => one.entity === entity);
    if (own.length === 0) continue;
    const after = own.map((one) => toRecord(entity, one.after));
    const before = own.flatMap((one) => (one.before === null ? [] : [toRecord(entity, one.before)]));
    const columns: BulkColumns = { id: 'bigint', shortcut: 'text', ...COLUMNS[entity] };
    const fresh = after.filter((_, index) => own[index]?.before === null);
    await insertRows(db, TABLES[entity], columns, fresh, { school_id: at.schoolId, source: at.source });
    const changed = after.filter((_, index) => own[index]?.before !== null);
    if (changed.length > 0) {
      const names = Object.entries(columns);
      const typed = sql.raw(names.map(([name, type]) => `"${name}" ${type}`).join(', '));
      const sets = sql.raw(names.flatMap(([name]) => (name === 'id' ? [] : [`"${name}" = r."${name}"`])).join(', '));
      await sql`update ${sql.table(TABLES[entity])} t set ${sets}, ended_at = r.ended_at
        from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r(${typed}, ended_at timestamptz)
        where t.school_id = ${at.schoolId} and t.id = r.id`.execute(db);
    }
    await keepBefore(db, at, entity, before, after);
  }
  const keys = change.masters.keys.map((key) => ({
    entity: key.entity,
    external_key: key.external,
    entity_id: toId(key.id),
  }));
  await writeKeys(db, at, keys, (entity) => entity === 'course');
  return toId;
}

async function writeKeys(
  db: Kysely<DB>,
  at: Publication,
  keys: { entity: string; external_key: string; entity_id: number }[],
  isYearly: (entity: string) => boolean,
): Promise<void> {
  const rows = keys.map((key) => ({ ...key, school_year_id: isYearly(key.entity) ? at.yearId : 0 }));
  const columns = { entity: 'text', school_year_id: 'bigint', external_key: 'text', entity_id: 'bigint' } as const;
  await insertRows(db, 'external_keys', columns, rows, { school_id: at.schoolId, source: at.source }, KEY_CONFLICT);
}

const KEY_CONFLICT =
  'on conflict (school_id, entity, source, school_year_id, external_key) do update set entity_id = excluded.entity_id';

/** Columns of a lesson that an import writes. */
const LESSON_COLUMNS = {
  lesson_id: 'bigint',
  source: 'text',
  external_lesson: 'text',
  course_id: 'bigint',
  subject_id: 'bigint',
  weekday: 'smallint',
  hour: 'text',
  time_begins_at: 'time',
  time_ends_at: 'time',
  begins_at: 'date',
  ends_at: 'date',
  pattern_id: 'bigint',
  dates: 'date[]',
  comment: 'text',
  grade_ids: 'bigint[]',
  teacher_ids: 'bigint[]',
  bookable_ids: 'bigint[]',
} as const;

/** Identities of lessons that are new. */
async function newIdentities(db: Kysely<DB>, schoolId: number, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`insert into lesson_identities (school_id)
    select ${schoolId} from generate_series(1, ${count}) returning id`.execute(db);
  return rows.map((row) => row.id);
}

async function applyLessons(
  db: Kysely<DB>,
  at: Publication,
  change: PlanChange,
  toId: ToId,
  base: number | null,
): Promise<{ versionId: number; toLessonId: ToId }> {
  const { rows, keys } = change.lessons;
  const fresh = rows.filter((row) => row.lesson_id < 0);
  const ids = await newIdentities(db, at.schoolId, fresh.length);
  const real = new Map(fresh.map((row, index) => [row.lesson_id, ids[index] as number]));
  const toLessonId: ToId = (id) => real.get(id) ?? id;
  await writeKeys(
    db,
    at,
    keys.map((key) => ({ entity: 'lesson', external_key: key.external, entity_id: toLessonId(key.lesson_id) })),
    () => true,
  );
  const patterns = await writePatterns(db, at, rows);
  const version = await db
    .insertInto('plan_versions')
    .values({
      school_id: at.schoolId,
      school_year_id: at.yearId,
      base_version_id: base,
      upload_id: at.uploadId,
      created_at: at.now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const records = rows.map(({ pattern, ...row }) => ({
    ...row,
    lesson_id: toLessonId(row.lesson_id),
    course_id: row.course_id === null ? null : toId(row.course_id),
    subject_id: row.subject_id === null ? null : toId(row.subject_id),
    pattern_id: pattern ? patterns.get(pattern) : null,
    grade_ids: sortedIds(row.grade_ids, toId),
    teacher_ids: sortedIds(row.teacher_ids, toId),
    bookable_ids: sortedIds(row.bookable_ids, toId),
  }));
  await insertRows(db, 'lessons', LESSON_COLUMNS, records, { school_id: at.schoolId, version_id: version.id });
  return { versionId: version.id, toLessonId };
}

type Pattern = { name: string; weeks: readonly string[] };

function patternKey(pattern: Pattern): string {
  return `${pattern.name}|${pattern.weeks.join(',')}`;
}

async function writePatterns(
  db: Kysely<DB>,
  at: Publication,
  rows: readonly LessonRow[],
): Promise<Map<Pattern, number>> {
  // Thousands of rows share a handful of patterns, mostly as the same object.
  const all = new Set(rows.flatMap((row) => row.pattern ?? []));
  const wanted = new Map([...all].map((pattern) => [patternKey(pattern), pattern]));
  if (wanted.size === 0) return new Map();
  const written = await db
    .insertInto('patterns')
    .values(
      [...wanted.values()].map(({ name, weeks }) => ({
        school_id: at.schoolId,
        school_year_id: at.yearId,
        name,
        weeks,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'school_year_id', 'name', 'weeks'])
        .doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
    )
    .returning(['id', 'name', 'weeks'])
    .execute();
  const ids = new Map(written.map((row) => [patternKey(row), row.id]));
  return new Map([...all].map((pattern) => [pattern, ids.get(patternKey(pattern)) as number]));
}

async function applySubstitutions(
  db: Kysely<DB>,
  at: Publication,
  change: PlanChange,
  toId: ToId,
  toLessonId: ToId,
): Promise<void> {
  const { added, changed, removed } = change.substitutions;
  const ended = [...removed.map((row) => row.id), ...changed.map(({ before }) => before.id)];
  if (ended.length > 0) {
    await db
      .updateTable('substitutions')
      .set({ ended_at: at.now.toISOString(), ended_upload_id: at.uploadId })
      .where('school_id', '=', at.schoolId)
      .where('id', '=', sql<number>`any(${ended}::bigint[])`)
      .execute();
  }
  const fresh: SubstitutionRow[] = [...added, ...changed.map(({ after }) => after)];
  if (fresh.length === 0) return;
  const ids = await takeIds(db, 'substitutions', fresh.length);
  const mapped = (list: readonly number[]) => sortedIds(list, toId);
  const orNull = (id: number | null) => (id === null ? null : toId(id));
  const records = fresh.map(({ replaces: _, ...row }, index) => ({
    ...row,
    id: ids[index],
    from_subject_id: orNull(row.from_subject_id),
    from_grade_ids: mapped(row.from_grade_ids),
    from_teacher_ids: mapped(row.from_teacher_ids),
    from_bookable_ids: mapped(row.from_bookable_ids),
    course_id: orNull(row.course_id),
    subject_id: orNull(row.subject_id),
    grade_ids: mapped(row.grade_ids),
    teacher_ids: mapped(row.teacher_ids),
    bookable_ids: mapped(row.bookable_ids),
  }));
  await sql`insert into substitutions (school_id, school_year_id, upload_id, created_at, id, source, external_key, kind, is_hidden, date, hour, time_begins_at, time_ends_at,
      from_subject_id, from_grade_ids, from_teacher_ids, from_bookable_ids, course_id, subject_id, grade_ids, teacher_ids, bookable_ids, comment, moved_comment,
      target_date, target_hour, target_time_begins_at, target_time_ends_at) overriding system value
    select ${at.schoolId}, ${at.yearId}, ${at.uploadId}, ${at.now.toISOString()}, r.* from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(id bigint, source text,
      external_key text, kind text, is_hidden boolean, date date, hour text, time_begins_at time, time_ends_at time, from_subject_id bigint, from_grade_ids bigint[],
      from_teacher_ids bigint[], from_bookable_ids bigint[], course_id bigint, subject_id bigint, grade_ids bigint[], teacher_ids bigint[], bookable_ids bigint[],
      comment text, moved_comment text, target_date date, target_hour text, target_time_begins_at time, target_time_ends_at time)`.execute(
    db,
  );
  const links = fresh.flatMap((row, index) =>
    row.replaces.map((one) => ({
      target_id: ids[index],
      lesson_id: toLessonId(one.lesson_id),
      lesson_date: one.lesson_date,
    })),
  );
  if (links.length > 0) {
    await sql`insert into substituted_lessons (school_id, lesson_id, lesson_date, target_id)
      select ${at.schoolId}, lesson_id, lesson_date, target_id from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r(lesson_id bigint, lesson_date date, target_id bigint)`.execute(
      db,
    );
  }
}

/** Puts a resolved import in force, inside the caller's transaction, which holds the lock of the school year. */
export async function applyPlan(db: Kysely<DB>, at: Publication, change: PlanChange): Promise<Published> {
  const year = await db
    .selectFrom('school_years')
    .select(['published_version_id', 'revision', 'anchor'])
    .where('school_id', '=', at.schoolId)
    .where('id', '=', at.yearId)
    .executeTakeFirstOrThrow();
  const toId = await applyMasters(db, at, change);
  await replaceSet(db, at, 'times', change.times);
  await replaceSet(db, at, 'holidays', change.holidays);
  const isNewVersion = change.lessons.differences.length > 0 || year.published_version_id === null;
  let versionId = year.published_version_id;
  let toLessonId: ToId = (id) => id;
  if (isNewVersion) {
    const written = await applyLessons(db, at, change, toId, year.published_version_id);
    versionId = written.versionId;
    toLessonId = written.toLessonId;
  }
  await applySubstitutions(db, at, change, toId, toLessonId);
  if (change.anchor) await keepBefore(db, at, 'anchor', [year.anchor], [change.anchor]);
  const revision = year.revision + 1;
  await db
    .updateTable('school_years')
    .set({
      published_version_id: versionId,
      revision,
      last_updated_at: at.now.toISOString(),
      ...(change.anchor ? { anchor: change.anchor } : {}),
    })
    .where('school_id', '=', at.schoolId)
    .where('id', '=', at.yearId)
    .execute();
  return { previous_version_id: year.published_version_id, version_id: versionId, revision };
}
