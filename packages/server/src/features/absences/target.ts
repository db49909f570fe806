import type { AbsenceAudience, AbsenceEntity, AbsenceRelation } from '@kreide/core/features/absences';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { coursesOf, gradesOf, membersOf } from '../structure/index.ts';
import { usersPart } from '../users/index.ts';
import type { Book } from './book.ts';
import type { Whom } from './queries/absences.ts';

/** Whom an absence is about, with what the caller has to do with them. */
export interface Target extends Whom {
  readonly relation: AbsenceRelation;
}

const NOBODY: Whom = { user_id: null, grade_id: null, course_id: null };

async function relationToPupil(db: Kysely<DB>, book: Book, id: number): Promise<AbsenceRelation | null> {
  const { school_id, reach, day } = book;
  if (reach === 'family') return book.user_ids.includes(id) ? book.relation : null;
  const pupil = await usersPart(db)
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('type', '=', 'STUDENT')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!pupil) return null;
  if (reach === 'school') return 'school';
  const days = { begins_at: day, ends_at: day };
  const own = membersOf(school_id, { courses: [], grades: book.own_grade_ids }, days);
  const taught = membersOf(school_id, { courses: book.course_ids, grades: book.grade_ids }, days);
  const { rows } = await sql<{ is_own: boolean; is_taught: boolean }>`
    select ${id} in (select user_id from ${own} as own) as is_own, ${id} in (select user_id from ${taught} as taught) as is_taught`.execute(
    db,
  );
  if (rows[0]?.is_own) return 'class';
  return rows[0]?.is_taught ? 'teaching' : null;
}

async function relationToUnit(
  db: Kysely<DB>,
  { school_id, reach, own_grade_ids, grade_ids, course_ids }: Book,
  entity: 'grades' | 'courses',
  id: number,
): Promise<AbsenceRelation | null> {
  if (reach === 'family') return null;
  const grade = () => gradesOf(db, school_id).where('id', '=', id).executeTakeFirst();
  const course = () => coursesOf(db, school_id).where('id', '=', id).executeTakeFirst();
  if (!(await (entity === 'grades' ? grade() : course()))) return null;
  if (reach === 'school') return 'school';
  if (entity === 'grades' && own_grade_ids.includes(id)) return 'class';
  return (entity === 'grades' ? grade_ids : course_ids).includes(id) ? 'teaching' : null;
}

/** A pupil, grade or course whose absences the caller sees; anybody else is not there. */
export async function openTarget(
  db: Kysely<DB>,
  book: Book,
  entity: AbsenceEntity,
  id: number,
  fail: (code: 'not_found') => never,
): Promise<Target> {
  const relation =
    entity === 'users' ? await relationToPupil(db, book, id) : await relationToUnit(db, book, entity, id);
  if (relation === null) return fail('not_found');
  const key = { users: 'user_id', grades: 'grade_id', courses: 'course_id' }[entity];
  return { ...NOBODY, [key]: id, relation };
}

/** Of whom an absence is, when it is of exactly one (T-3.58). */
export function whomOf(body: { [Key in keyof Whom]?: number | null | undefined }) {
  const { user_id, grade_id, course_id } = body;
  const named = [
    ['users', user_id],
    ['grades', grade_id],
    ['courses', course_id],
  ].filter((one): one is [AbsenceEntity, number] => typeof one[1] === 'number');
  return named.length === 1 ? (named[0] as [AbsenceEntity, number]) : null;
}

/** Which types somebody chooses. */
export function audienceOf(relation: AbsenceRelation): AbsenceAudience {
  if (relation === 'parent') return 'parents';
  return relation === 'self' ? 'pupils' : 'staff';
}
