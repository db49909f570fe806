import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type Merge, type MergedPair, movesBy } from '../../../kernel/data/merge.ts';

/** Teachers, classes and courses of two accounts that become one. */
export const structureMerge: Merge = {
  'teachers.user_id': movesBy('plans', { before: keepTeacher }),
  'grade_memberships.user_id': movesBy('classes', { before: keepGrade }),
  'enrolments.user_id': movesBy('courses', { before: joinEnrolments }),
};

/** An account has one teacher of the timetable: the other one stays there without an account. */
async function keepTeacher(db: Kysely<DB>, { school_id, from, into, takes }: MergedPair): Promise<void> {
  const [kept, left] = takes.has('teacher') ? [from, into] : [into, from];
  await sql`update teachers set user_id = null where school_id = ${school_id} and user_id = ${left}
    and exists (select 1 from teachers kept where kept.school_id = ${school_id} and kept.user_id = ${kept})`.execute(
    db,
  );
}

/**
 * Nobody is in two classes at a time: of times that overlap, those of the class that is kept stay, and of the other what lies
 * before and after them. Days, the last one included.
 */
async function keepGrade(db: Kysely<DB>, { school_id, from, into, takes }: MergedPair): Promise<void> {
  const [kept, left] = takes.has('grade') ? [from, into] : [into, from];
  await sql`with kept as (
      select range_agg(daterange(begins_at, ends_at, '[]')) as days from grade_memberships
      where school_id = ${school_id} and user_id = ${kept} and begins_at <= coalesce(ends_at, 'infinity')
    ), gone as (
      delete from grade_memberships using kept where school_id = ${school_id} and user_id = ${left}
      and begins_at <= coalesce(ends_at, 'infinity') and daterange(begins_at, ends_at, '[]') && kept.days
      returning grade_id, daterange(begins_at, ends_at, '[]') as days
    )
    insert into grade_memberships (school_id, user_id, grade_id, begins_at, ends_at)
    select ${school_id}, ${left}, gone.grade_id, lower(rest), upper(rest) - 1
    from gone cross join kept cross join unnest(multirange(gone.days) - kept.days) rest`.execute(db);
}

/** Being in a course twice at a time is being in it once, from the first day to the last. */
async function joinEnrolments(db: Kysely<DB>, { school_id, from, into }: MergedPair): Promise<void> {
  const both = sql`gone.school_id = ${school_id} and gone.user_id = ${from} and stays.school_id = ${school_id}
    and stays.user_id = ${into} and gone.course_id = stays.course_id and gone.state = stays.state
    and (gone.joined_at, coalesce(gone.left_at, 'infinity')) overlaps
      (stays.joined_at, coalesce(stays.left_at, 'infinity'))`;
  await sql`update enrolments kept set joined_at = least(kept.joined_at, of.joined_at),
      left_at = nullif(greatest(coalesce(kept.left_at, 'infinity'), of.left_at), 'infinity')
    from (select stays.id, min(gone.joined_at) as joined_at, max(coalesce(gone.left_at, 'infinity')) as left_at
      from enrolments gone, enrolments stays where ${both} group by stays.id) of
    where kept.school_id = ${school_id} and kept.id = of.id`.execute(db);
  await sql`delete from enrolments gone using enrolments stays where ${both}`.execute(db);
}
