import { type Kysely, sql } from 'kysely';
import { insertRows } from '../../../kernel/bulk.ts';
import type { DB } from '../../../kernel/database.generated.ts';
import { sortedIds, type ToId, toIdOrNull, writeKeys } from './ids.ts';
import type { ResolvedLessons } from './lessons.ts';
import type { LessonRow } from './state.ts';
import type { Publication } from './year.ts';

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

/** Writes the next version of the weekly plan, which nobody reads yet; answers its id and those of the lessons that are new. */
export async function applyLessons(
  db: Kysely<DB>,
  at: Publication,
  { rows, keys }: ResolvedLessons,
  toId: ToId,
  baseVersionId: number | null,
): Promise<{ versionId: number; toLessonId: ToId }> {
  const toLessonId = await makeIdentities(db, at.schoolId, rows);
  await writeKeys(
    db,
    at,
    keys.map(({ external, lesson_id }) => ({
      entity: 'lesson',
      external_key: external,
      entity_id: toLessonId(lesson_id),
    })),
  );
  const patterns = await writePatterns(db, at, rows);
  const version = await db
    .insertInto('plan_versions')
    .values({
      school_id: at.schoolId,
      school_year_id: at.yearId,
      base_version_id: baseVersionId,
      upload_id: at.uploadId,
      created_at: at.now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const records = rows.map(({ pattern, ...row }) => ({
    ...row,
    lesson_id: toLessonId(row.lesson_id),
    course_id: toIdOrNull(row.course_id, toId),
    subject_id: toIdOrNull(row.subject_id, toId),
    pattern_id: pattern ? patterns.get(pattern) : null,
    grade_ids: sortedIds(row.grade_ids, toId),
    teacher_ids: sortedIds(row.teacher_ids, toId),
    bookable_ids: sortedIds(row.bookable_ids, toId),
  }));
  await insertRows(db, 'lessons', LESSON_COLUMNS, records, { school_id: at.schoolId, version_id: version.id });
  return { versionId: version.id, toLessonId };
}

/** Identities for the lessons that have none yet. */
async function makeIdentities(db: Kysely<DB>, schoolId: number, rows: readonly LessonRow[]): Promise<ToId> {
  const fresh = rows.filter((row) => row.lesson_id < 0);
  if (fresh.length === 0) return (id) => id;
  const made = await sql<{ id: number }>`insert into lesson_identities (school_id)
    select ${schoolId} from generate_series(1, ${fresh.length}) returning id`.execute(db);
  const real = new Map(fresh.map((row, index) => [row.lesson_id, made.rows[index]?.id as number]));
  return (id) => real.get(id) ?? id;
}

type Pattern = NonNullable<LessonRow['pattern']>;

function patternKey(pattern: Pattern): string {
  return `${pattern.name}|${pattern.weeks.join(',')}`;
}

/** The ids of the week patterns of these rows. */
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
