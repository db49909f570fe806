import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type Merge, type MergedPair, movesBy } from '../../../kernel/data/merge.ts';

/** Teachers, classes and courses of two accounts that become one. */
export const structureMerge: Merge = {
  'teachers.user_id': movesBy('plans', { before: keepTeacher }),
  'grade_memberships.user_id': movesBy('classes', { before: keepGrade }),
  // Being in a course twice at a time is being in it once.
  'enrolments.user_id': movesBy('courses', {
    before: async (db, { school_id, from, into }) => {
      await sql`delete from enrolments gone using enrolments stays where gone.school_id = ${school_id}
        and gone.user_id = ${from} and stays.school_id = ${school_id} and stays.user_id = ${into}
        and gone.course_id = stays.course_id and gone.state = stays.state
        and (gone.joined_at, coalesce(gone.left_at, 'infinity')) overlaps
          (stays.joined_at, coalesce(stays.left_at, 'infinity'))`.execute(db);
    },
  }),
};

/** An account has one teacher of the timetable: the other one stays there without an account. */
async function keepTeacher(db: Kysely<DB>, { school_id, from, into, takes }: MergedPair): Promise<void> {
  const [kept, left] = takes.has('teacher') ? [from, into] : [into, from];
  await sql`update teachers set user_id = null where school_id = ${school_id} and user_id = ${left}
    and exists (select 1 from teachers kept where kept.school_id = ${school_id} and kept.user_id = ${kept})`.execute(
    db,
  );
}

/** Nobody is in two classes at a time: of times that overlap, those of the class that is kept stay. */
async function keepGrade(db: Kysely<DB>, { school_id, from, into, takes }: MergedPair): Promise<void> {
  const [kept, left] = takes.has('grade') ? [from, into] : [into, from];
  await sql`delete from grade_memberships gone using grade_memberships stays where gone.school_id = ${school_id}
    and gone.user_id = ${left} and stays.school_id = ${school_id} and stays.user_id = ${kept}
    and (gone.begins_at, coalesce(gone.ends_at, 'infinity')) overlaps
      (stays.begins_at, coalesce(stays.ends_at, 'infinity'))`.execute(db);
}
