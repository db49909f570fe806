import { CLASSBOOK_PAGE, type ListQuery, NOTICE_CATEGORIES } from '@kreide/core/features/classbook';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { wordsOf } from '../../kernel/data/searching.ts';
import { coursesOf, gradesOf } from '../structure/index.ts';
import { usersPart } from '../users/index.ts';
import { ALL, type Filter } from './asked.ts';
import type { Book } from './book.ts';
import { isMember } from './queries/members.ts';

async function isThere(db: Kysely<DB>, book: Book, entity: string, id: number): Promise<boolean> {
  const { school_id, reach } = book;
  if (entity === 'courses') {
    if (reach === 'teaching' && !book.course_ids.includes(id)) return false;
    return (await coursesOf(db, school_id).where('id', '=', id).executeTakeFirst()) !== undefined;
  }
  if (entity === 'grades') {
    if (reach === 'teaching' && !book.grade_ids.includes(id)) return false;
    return (await gradesOf(db, school_id).where('id', '=', id).executeTakeFirst()) !== undefined;
  }
  if (reach === 'family') return book.user_ids.includes(id);
  if (reach === 'teaching') return isMember(db, book, id);
  const person = usersPart(db).where('school_id', '=', school_id).where('id', '=', id).where('deleted_at', 'is', null);
  return (await person.executeTakeFirst()) !== undefined;
}

/** The filter of a list; a course, grade or person that the caller does not see counts as missing. */
export async function openFilter(
  db: Kysely<DB>,
  book: Book,
  query: Partial<ListQuery>,
  fail: (code: 'not_found') => never,
): Promise<Filter> {
  const { entity, entity_id, page = 1, limit = CLASSBOOK_PAGE, search = '' } = query;
  const id = typeof entity_id === 'number' ? entity_id : null;
  const wanted = typeof entity_id === 'string' ? entity_id.slice('all-'.length) : (entity ?? 'users');
  if (id !== null && !(await isThere(db, book, wanted, id))) return fail('not_found');
  const grade = query.grades_enrollment_id;
  if (grade !== undefined && !(await gradesOf(db, book.school_id).where('id', '=', grade).executeTakeFirst()))
    return fail('not_found');
  return {
    ...ALL,
    begins_at: query.begins_at ?? null,
    ends_at: query.ends_at ?? null,
    limit,
    offset: (page - 1) * limit,
    words: wordsOf(search),
    // Only people who may see the history get deleted entries.
    with_deleted: query.with_deleted === true && book.reach !== 'family',
    is_open: query.is_open === true,
    course_id: wanted === 'courses' ? id : null,
    grade_id: wanted === 'grades' ? id : null,
    user_id: wanted === 'users' ? id : null,
    kind: id === null && entity_id !== undefined && wanted !== 'users' ? (wanted as 'courses' | 'grades') : null,
    member_grade_id: grade ?? null,
    categories:
      query.notice_categories?.map((uuid) => NOTICE_CATEGORIES.find((one) => one.uuid === uuid)?.key ?? '') ?? null,
    absence_types: query.absence_type ?? null,
    states: query.absence_type_state ?? null,
  };
}
