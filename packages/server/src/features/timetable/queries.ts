import type { Entity, SearchHit } from '@kreide/core/features/timetable';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { datesOf, toFreeDays } from './occurrences.ts';
import type { Membership } from './select.ts';
import type { PlanSnapshot, PlanSubstitution } from './snapshot.ts';

export interface YearHead {
  id: number;
  begins_at: string;
  ends_at: string;
  revision: number;
}

/** The school years of a school with their revisions, oldest first. */
export async function listYears(db: Kysely<DB>, schoolId: number): Promise<YearHead[]> {
  return db
    .selectFrom('school_years')
    .select(['id', 'begins_at', 'ends_at', 'revision'])
    .where('school_id', '=', schoolId)
    .orderBy('begins_at')
    .execute();
}

function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Loads everything that the plans of one school year are made of. All of it is of one moment. */
export async function loadSnapshot(kysely: Kysely<DB>, schoolId: number, yearId: number): Promise<PlanSnapshot> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const year = await db
        .selectFrom('school_years')
        .innerJoin('schools', 'schools.id', 'school_years.school_id')
        .select([
          'school_years.id',
          'begins_at',
          'ends_at',
          'revision',
          'days_to_show',
          'last_updated_at',
          'published_version_id',
          'time_zone',
        ])
        .where('school_years.school_id', '=', schoolId)
        .where('school_years.id', '=', yearId)
        .executeTakeFirstOrThrow();
      const lessonRows = await db
        .selectFrom('lessons')
        .innerJoin('lesson_identities', (join) =>
          join
            .onRef('lesson_identities.school_id', '=', 'lessons.school_id')
            .onRef('lesson_identities.id', '=', 'lessons.lesson_id'),
        )
        .leftJoin('patterns', (join) =>
          join.onRef('patterns.school_id', '=', 'lessons.school_id').onRef('patterns.id', '=', 'lessons.pattern_id'),
        )
        .selectAll('lessons')
        .select(['lesson_identities.uuid', 'patterns.weeks'])
        .where('lessons.school_id', '=', schoolId)
        .where('lessons.version_id', '=', year.published_version_id ?? 0)
        .where('lessons.time_begins_at', 'is not', null)
        .execute();
      const substitutionRows = await db
        .selectFrom('substitutions')
        .selectAll()
        .where('school_id', '=', schoolId)
        .where('school_year_id', '=', yearId)
        .where('ended_at', 'is', null)
        .orderBy('date')
        .orderBy('time_begins_at')
        .orderBy('id')
        .execute();
      const replaced = await db
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
      const times = await db
        .selectFrom('times')
        .select(['hour', 'weekday', 'begins_at', 'ends_at', 'type', 'is_hidden'])
        .where('school_id', '=', schoolId)
        .where('school_year_id', '=', yearId)
        .orderBy('begins_at')
        .execute();
      const holidays = await db
        .selectFrom('holidays')
        .select(['name', 'shortcut', 'begins_at', 'ends_at'])
        .where('school_id', '=', schoolId)
        .where('school_year_id', '=', yearId)
        .orderBy('begins_at')
        .execute();
      const grades = await db
        .selectFrom('grades')
        .select(['id', 'shortcut', 'name'])
        .where('school_id', '=', schoolId)
        .execute();
      const bookables = await db
        .selectFrom('bookables')
        .select(['id', 'shortcut', 'name'])
        .where('school_id', '=', schoolId)
        .execute();
      const subjects = await db
        .selectFrom('subjects')
        .select(['id', 'shortcut', 'name', 'color'])
        .where('school_id', '=', schoolId)
        .execute();
      const teachers = await db
        .selectFrom('teachers')
        .select(['id', 'shortcut', 'title', 'firstname', 'lastname', 'pseudonym'])
        .where('school_id', '=', schoolId)
        .execute();
      const courses = await db
        .selectFrom('courses')
        .select((eb) => [
          'id',
          'shortcut',
          'name',
          'is_required',
          eb
            .exists(
              eb
                .selectFrom('enrolments')
                .select('enrolments.id')
                .whereRef('enrolments.school_id', '=', 'courses.school_id')
                .whereRef('enrolments.course_id', '=', 'courses.id')
                .where('enrolments.state', '=', 'SELECTED'),
            )
            .as('has_enrolments'),
        ])
        .where('school_id', '=', schoolId)
        .execute();

      const free = toFreeDays(holidays);
      const lessons = lessonRows.map(
        ({ uuid, weeks, begins_at, ends_at, dates, weekday, time_begins_at, time_ends_at, ...row }) => ({
          lesson_id: row.lesson_id,
          uuid,
          external_lesson: row.external_lesson,
          hour: row.hour,
          time_begins_at: time_begins_at as string,
          time_ends_at: time_ends_at as string,
          kind: row.kind as PlanSubstitution['kind'],
          comment: row.comment,
          course_id: row.course_id,
          subject_id: row.subject_id,
          grade_ids: row.grade_ids,
          teacher_ids: row.teacher_ids,
          bookable_ids: row.bookable_ids,
          dates: datesOf({ weekday, begins_at, ends_at, weeks, dates }, free),
        }),
      );
      const replaces = new Map<number, PlanSubstitution['replaces']>();
      for (const { target_id, lesson_id, lesson_date } of replaced) {
        const list = replaces.get(target_id) ?? [];
        list.push({ lesson_id, lesson_date });
        replaces.set(target_id, list);
      }
      return {
        school_id: schoolId,
        school_year_id: yearId,
        begins_at: year.begins_at,
        ends_at: year.ends_at,
        revision: year.revision,
        time_zone: year.time_zone,
        days_to_show: year.days_to_show,
        last_updated_at: year.last_updated_at,
        lessons,
        lessonsById: new Map(lessons.map((lesson) => [lesson.lesson_id, lesson])),
        substitutions: substitutionRows.map((row) => ({
          ...row,
          kind: row.kind as PlanSubstitution['kind'],
          replaces: replaces.get(row.id) ?? [],
        })),
        grades: byId(grades),
        teachers: byId(
          teachers.map(({ title, firstname, lastname, ...teacher }) => ({
            ...teacher,
            name: [title, firstname, lastname].filter(Boolean).join(' ') || null,
          })),
        ),
        bookables: byId(bookables),
        subjects: byId(subjects),
        courses: byId(courses.map((course) => ({ ...course, has_enrolments: Boolean(course.has_enrolments) }))),
        times: times.map((time) => ({ ...time, type: time.type as 'LESSON' | 'BREAK' })),
        holidays,
      };
    });
}

/** Grade and courses of a pupil on the days of a range, or the teacher behind an account. */
export async function findPersonOf(
  db: Kysely<DB>,
  schoolId: number,
  userId: number,
  range: { begins_at: string; ends_at: string },
) {
  const user = await db
    .selectFrom('users')
    .leftJoin('teachers', (join) =>
      join.onRef('teachers.school_id', '=', 'users.school_id').onRef('teachers.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.type', 'users.firstname', 'users.lastname', 'teachers.id as teacher_id'])
    .where('users.school_id', '=', schoolId)
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) return null;
  const grades = await db
    .selectFrom('grade_memberships')
    .select(['grade_id as id', 'begins_at', 'ends_at'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('begins_at', '<=', range.ends_at)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>=', range.begins_at)]))
    .orderBy('grade_id')
    .orderBy('begins_at')
    .execute();
  const courses = await db
    .selectFrom('enrolments')
    .select(['course_id as id', 'joined_at as begins_at', 'left_at as ends_at'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('state', '=', 'SELECTED')
    .where('joined_at', '<=', range.ends_at)
    .where((eb) => eb.or([eb('left_at', 'is', null), eb('left_at', '>=', range.begins_at)]))
    .orderBy('course_id')
    .orderBy('joined_at')
    .execute();
  const cut = (one: { id: number; begins_at: string; ends_at: string | null }): Membership => ({
    id: one.id,
    begins_at: one.begins_at > range.begins_at ? one.begins_at : range.begins_at,
    ends_at: one.ends_at !== null && one.ends_at < range.ends_at ? one.ends_at : range.ends_at,
  });
  return { ...user, grades: grades.map(cut), courses: courses.map(cut) };
}

/** Quick search over the plans of a school: what begins with the keyword first. */
export async function searchEntities(
  db: Kysely<DB>,
  schoolId: number,
  keyword: string,
  entity: Entity | undefined,
): Promise<SearchHit[]> {
  const pattern = `%${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const wanted = (one: Entity) => entity === undefined || entity === one;
  const result = await sql<SearchHit>`
    select entity, id, shortcut, name from (
      select 'grades' as entity, 1 as rank, id, shortcut, name from grades where school_id = ${schoolId} and ended_at is null and ${wanted('grades')}
      union all
      select 'teachers', 2, id, shortcut, nullif(concat_ws(' ', title, firstname, lastname), '') from teachers where school_id = ${schoolId} and ended_at is null and ${wanted('teachers')}
      union all
      select 'bookables', 3, id, shortcut, name from bookables where school_id = ${schoolId} and ended_at is null and ${wanted('bookables')}
      union all
      select 'courses', 4, id, shortcut, name from courses where school_id = ${schoolId} and ended_at is null and not is_required and ${wanted('courses')}
    ) found
    where lower(shortcut) like ${pattern} or lower(name) like ${pattern}
    order by (lower(shortcut) = ${keyword.toLowerCase()}) desc, (lower(shortcut) like ${pattern.slice(1)}) desc, rank, length(shortcut), shortcut
    limit 50`.execute(db);
  return result.rows;
}
