import { type Kysely, sql } from 'kysely';
import { insertRows } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { flatMapInSteps, inSlices } from '../../../kernel/process/slices.ts';
import type { LessonPattern, StoredLesson } from '../stored.ts';

/** The lessons of a version with the weeks in which they are held. */
function lessonsOf(db: Kysely<DB>, schoolId: number, versionId: number | null) {
  return db
    .selectFrom('lessons')
    .leftJoin('patterns', (join) =>
      join.onRef('patterns.school_id', '=', 'lessons.school_id').onRef('patterns.id', '=', 'lessons.pattern_id'),
    )
    .selectAll('lessons')
    .select(['patterns.name as pattern_name', 'patterns.weeks'])
    .where('lessons.school_id', '=', schoolId)
    .where('lessons.version_id', '=', versionId ?? 0);
}

/** Rows of one answer of the database; while it is read, this process does nothing else. */
const ROWS_PER_PAGE = 3000;

async function inPages<Row extends { lesson_id: number }>(
  listAfter: (lessonId: number) => { limit(rows: number): { execute(): Promise<Row[]> } },
): Promise<Row[]> {
  const pages: Row[][] = [];
  for (let last = 0; ; ) {
    const page = await listAfter(last).limit(ROWS_PER_PAGE).execute();
    pages.push(page);
    if (page.length < ROWS_PER_PAGE) return pages.flat();
    last = page.at(-1)?.lesson_id ?? 0;
  }
}

/** Lessons that have a place in the week, with the uuid that they have in every version. */
export async function listPlacedLessons(db: Kysely<DB>, schoolId: number, versionId: number | null) {
  const placed = lessonsOf(db, schoolId, versionId)
    .innerJoin('lesson_identities', (join) =>
      join
        .onRef('lesson_identities.school_id', '=', 'lessons.school_id')
        .onRef('lesson_identities.id', '=', 'lessons.lesson_id'),
    )
    .select('lesson_identities.uuid')
    .where('lessons.time_begins_at', 'is not', null)
    .orderBy('lessons.lesson_id');
  return inPages((last) => placed.where('lessons.lesson_id', '>', last));
}

/** Does a teacher have a lesson with a grade in one of the versions? */
export async function hasLessonWith(
  db: Kysely<DB>,
  schoolId: number,
  { teacher_id, grade_id }: { teacher_id: number; grade_id: number },
  versionIds: readonly number[],
): Promise<boolean> {
  const row = await db
    .selectFrom('lessons')
    .select('lesson_id')
    .where('school_id', '=', schoolId)
    .where('version_id', '=', sql<number>`any(${versionIds}::bigint[])`)
    .where(sql<boolean>`${teacher_id}::bigint = any(teacher_ids) and ${grade_id}::bigint = any(grade_ids)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Every lesson of a version as stored. */
export async function listLessons(db: Kysely<DB>, schoolId: number, versionId: number | null): Promise<StoredLesson[]> {
  const stored = lessonsOf(db, schoolId, versionId).orderBy('lessons.lesson_id');
  const rows = await inPages((last) => stored.where('lessons.lesson_id', '>', last));
  return rows.map((row) => ({
    lesson_id: row.lesson_id,
    source: row.source,
    external_lesson: row.external_lesson,
    course_id: row.course_id,
    subject_id: row.subject_id,
    weekday: row.weekday,
    hour: row.hour,
    time_begins_at: row.time_begins_at,
    time_ends_at: row.time_ends_at,
    begins_at: row.begins_at,
    ends_at: row.ends_at,
    pattern: row.weeks ? { name: row.pattern_name ?? '', weeks: row.weeks } : null,
    dates: row.dates,
    comment: row.comment,
    grade_ids: row.grade_ids,
    teacher_ids: row.teacher_ids,
    bookable_ids: row.bookable_ids,
  }));
}

/**
 * Lessons in which two versions differ, as the earlier one had them; ids that it lacks are new.
 * @param ended lessons of the earlier one that are asked for as well
 */
export async function listChangedLessons(
  db: Kysely<DB>,
  schoolId: number,
  { from, to, ended = [] }: { from: number; to: number; ended?: readonly number[] },
) {
  const facts = (lesson: string) =>
    sql.raw(
      ['course_id', 'subject_id', 'weekday', 'time_begins_at', 'time_ends_at', 'dates', 'pattern_id', 'grade_ids']
        .concat(['teacher_ids', 'bookable_ids'])
        .map((column) => `${lesson}.${column}`)
        .join(', '),
    );
  const { rows } = await sql<{ lesson_id: number }>`
    select coalesce(former.lesson_id, later.lesson_id) as lesson_id
    from (select * from lessons where school_id = ${schoolId} and version_id = ${from}) as former
    full join (select * from lessons where school_id = ${schoolId} and version_id = ${to}) as later using (lesson_id)
    where row(${facts('former')}) is distinct from row(${facts('later')})`.execute(db);
  const ids = rows.map(({ lesson_id }) => lesson_id);
  const former = await lessonsOf(db, schoolId, from)
    .where('lessons.lesson_id', '=', sql<number>`any(${[...ids, ...ended]}::bigint[])`)
    .where('lessons.time_begins_at', 'is not', null)
    .execute();
  return { ids, former };
}

/** Ids of lessons that are new; as one text, because thousands of rows take longer to read than to make. */
export async function takeLessonIds(db: Kysely<DB>, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ ids: string }>`select string_agg(nextval('lesson_identities_id_seq')::text, ',') as ids
    from generate_series(1, ${count})`.execute(db);
  return (rows[0]?.ids ?? '').split(',').map(Number);
}

/** Identities of lessons that are new, with ids of `takeLessonIds`. */
export async function insertLessonIdentities(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`insert into lesson_identities (school_id, id) overriding system value
    select ${schoolId}, unnest(${`{${ids.join(',')}}`}::bigint[])`.execute(db);
}

/** Identities of lessons that are new. */
export async function createLessonIdentities(db: Kysely<DB>, schoolId: number, count: number): Promise<number[]> {
  const ids = await takeLessonIds(db, count);
  await insertLessonIdentities(db, schoolId, ids);
  return ids;
}

function patternKey(pattern: LessonPattern): string {
  return `${pattern.name}|${pattern.weeks.join(',')}`;
}

async function savePatterns(
  db: Kysely<DB>,
  schoolId: number,
  yearId: number,
  lessons: readonly StoredLesson[],
): Promise<Map<LessonPattern, number>> {
  // Thousands of rows share a few patterns, mostly as the same object.
  const all = new Set(lessons.flatMap((row) => row.pattern ?? []));
  const wanted = new Map([...all].map((pattern) => [patternKey(pattern), pattern]));
  if (wanted.size === 0) return new Map();
  const written = await db
    .insertInto('patterns')
    .values(
      [...wanted.values()].map(({ name, weeks }) => ({ school_id: schoolId, school_year_id: yearId, name, weeks })),
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

/** What is stored of a lesson, by the types of the columns. */
export const LESSON_COLUMNS = {
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

export interface NewVersion {
  school_id: number;
  school_year_id: number;
  base_version_id: number | null;
  /** Null: made by people here. */
  upload_id: number | null;
  created_at: string;
}

/** Creates a version of the plan with all its lessons; it is not in force yet. */
export async function createVersion(
  db: Kysely<DB>,
  version: NewVersion,
  lessons: readonly StoredLesson[],
): Promise<number> {
  const patterns = await savePatterns(db, version.school_id, version.school_year_id, lessons);
  const { id } = await db.insertInto('plan_versions').values(version).returning('id').executeTakeFirstOrThrow();
  const toRow = ({ pattern, ...lesson }: StoredLesson) => ({
    ...lesson,
    pattern_id: pattern ? patterns.get(pattern) : null,
  });
  const rows = await inSlices(flatMapInSteps(lessons, (lesson) => [toRow(lesson)]));
  await insertRows(db, 'lessons', LESSON_COLUMNS, rows, { school_id: version.school_id, version_id: id });
  return id;
}

/** Kept versions, as a part of another feature's query. */
export function versionsPart(db: Kysely<DB>) {
  return db.selectFrom('plan_versions').select(['school_id', 'id']);
}

/** Kept versions by their ids, or the one with a uuid. */
export async function findKeptVersions(db: Kysely<DB>, schoolId: number, wanted: readonly number[] | string) {
  const kept = db
    .selectFrom('plan_versions')
    .select(['id', 'uuid', 'school_year_id'])
    .where('school_id', '=', schoolId);
  return typeof wanted === 'string'
    ? kept.where('uuid', '=', wanted).execute()
    : kept.where('id', '=', sql<number>`any(${wanted}::bigint[])`).execute();
}

/** Number of versions of a school year that are kept. */
const VERSIONS_KEPT = 10;

/**
 * Removes versions that undo can no longer reach: all but the newest ten of a school year, and never the one in force.
 */
export async function pruneVersions(
  db: Kysely<DB>,
  schoolId: number,
  yearId: number,
  inForce: number | null,
): Promise<void> {
  const old = await db
    .selectFrom('plan_versions')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('school_year_id', '=', yearId)
    .orderBy('id', 'desc')
    .offset(VERSIONS_KEPT)
    .execute();
  const ids = old.flatMap(({ id }) => (id === inForce ? [] : [id]));
  if (ids.length === 0) return;
  await db.deleteFrom('lessons').where('school_id', '=', schoolId).where('version_id', 'in', ids).execute();
  await db.deleteFrom('plan_versions').where('school_id', '=', schoolId).where('id', 'in', ids).execute();
}
