import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { type ImportState, keyOf, type Master, type MasterRow, type SubstitutionRow, type TimeRow } from './state.ts';

/** What is in force in one school year, for a source. */
export async function loadState(
  db: Kysely<DB>,
  schoolId: number,
  yearId: number,
  source: string,
): Promise<ImportState> {
  const year = await db
    .selectFrom('school_years')
    .select(['id', 'name', 'begins_at', 'ends_at', 'anchor', 'revision', 'published_version_id'])
    .where('school_id', '=', schoolId)
    .where('id', '=', yearId)
    .executeTakeFirstOrThrow();
  const keyRows = await db
    .selectFrom('external_keys')
    .select(['entity', 'external_key', 'entity_id'])
    .where('school_id', '=', schoolId)
    .where('source', '=', source)
    .where('school_year_id', 'in', [0, yearId])
    .execute();
  const lessons = await db
    .selectFrom('lessons')
    .leftJoin('patterns', (join) =>
      join.onRef('patterns.school_id', '=', 'lessons.school_id').onRef('patterns.id', '=', 'lessons.pattern_id'),
    )
    .selectAll('lessons')
    .select(['patterns.name as pattern_name', 'patterns.weeks'])
    .where('lessons.school_id', '=', schoolId)
    .where('lessons.version_id', '=', year.published_version_id ?? 0)
    .orderBy('lessons.lesson_id')
    .execute();
  const times = await db
    .selectFrom('times')
    .select(['weekday', 'hour', 'begins_at', 'ends_at', 'type'])
    .where('school_id', '=', schoolId)
    .where('school_year_id', '=', yearId)
    .execute();
  const holidays = await db
    .selectFrom('holidays')
    .select(['name', 'shortcut', 'begins_at', 'ends_at', 'is_public'])
    .where('school_id', '=', schoolId)
    .where('school_year_id', '=', yearId)
    .execute();
  return {
    year,
    masters: await loadMasters(db, schoolId),
    keys: new Map(keyRows.map((row) => [keyOf(row.entity as Master | 'lesson', row.external_key), row.entity_id])),
    lessons: lessons.map((row) => ({
      lesson_id: row.lesson_id,
      source: row.source,
      external_lesson: row.external_lesson,
      course_id: row.course_id,
      subject_id: row.subject_id,
      weekday: row.weekday as TimeRow['weekday'],
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
    })),
    substitutions: await loadSubstitutions(db, schoolId, yearId),
    times: times.map((row) => ({ ...row, weekday: row.weekday as TimeRow['weekday'] })),
    holidays,
  };
}

async function loadMasters(db: Kysely<DB>, schoolId: number): Promise<Record<Master, MasterRow[]>> {
  const toRow = ({
    id,
    shortcut,
    name,
    source,
    ended_at,
    ...extra
  }: { id: number; shortcut: string; name?: string | null; source: string; ended_at: string | null } & Record<
    string,
    unknown
  >): MasterRow => ({
    id,
    shortcut,
    name: name ?? null,
    source,
    ended: ended_at !== null,
    extra,
  });
  const common = ['id', 'shortcut', 'source', 'ended_at'] as const;
  const [grades, teachers, bookables, subjects, courses] = [
    await db
      .selectFrom('grades')
      .select([...common, 'name'])
      .where('school_id', '=', schoolId)
      .orderBy('id')
      .execute(),
    await db
      .selectFrom('teachers')
      .select([...common, 'firstname', 'lastname', 'title', 'email', 'color'])
      .where('school_id', '=', schoolId)
      .orderBy('id')
      .execute(),
    await db
      .selectFrom('bookables')
      .select([...common, 'name'])
      .where('school_id', '=', schoolId)
      .orderBy('id')
      .execute(),
    await db
      .selectFrom('subjects')
      .select([...common, 'name', 'color'])
      .where('school_id', '=', schoolId)
      .orderBy('id')
      .execute(),
    await db
      .selectFrom('courses')
      .select([...common, 'name', 'subject_id', 'grade_ids', 'teacher_ids', 'is_required'])
      .where('school_id', '=', schoolId)
      .orderBy('id')
      .execute(),
  ];
  return {
    grade: grades.map(toRow),
    teacher: teachers.map(toRow),
    bookable: bookables.map(toRow),
    subject: subjects.map(toRow),
    course: courses.map(toRow),
  };
}

async function loadSubstitutions(db: Kysely<DB>, schoolId: number, yearId: number): Promise<SubstitutionRow[]> {
  const rows = await db
    .selectFrom('substitutions')
    .select([
      'id',
      'source',
      'external_key',
      'kind',
      'is_hidden',
      'date',
      'hour',
      'time_begins_at',
      'time_ends_at',
      'from_subject_id',
      'from_grade_ids',
      'from_teacher_ids',
      'from_bookable_ids',
      'course_id',
      'subject_id',
      'grade_ids',
      'teacher_ids',
      'bookable_ids',
      'comment',
      'moved_comment',
      'target_date',
      'target_hour',
      'target_time_begins_at',
      'target_time_ends_at',
    ])
    .where('school_id', '=', schoolId)
    .where('school_year_id', '=', yearId)
    .where('ended_at', 'is', null)
    .execute();
  const links = await db
    .selectFrom('substituted_lessons')
    .innerJoin('substitutions', (join) =>
      join
        .onRef('substitutions.school_id', '=', 'substituted_lessons.school_id')
        .onRef('substitutions.id', '=', 'substituted_lessons.target_id'),
    )
    .select(['substituted_lessons.target_id', 'substituted_lessons.lesson_id', 'substituted_lessons.lesson_date'])
    .where('substitutions.school_id', '=', schoolId)
    .where('substitutions.school_year_id', '=', yearId)
    .where('substitutions.ended_at', 'is', null)
    .orderBy('substituted_lessons.id')
    .execute();
  const byTarget = new Map<number, SubstitutionRow['replaces']>();
  for (const { target_id, lesson_id, lesson_date } of links)
    byTarget.set(target_id, [...(byTarget.get(target_id) ?? []), { lesson_id, lesson_date }]);
  return rows.map((row) => ({ ...row, replaces: byTarget.get(row.id) ?? [] }));
}
