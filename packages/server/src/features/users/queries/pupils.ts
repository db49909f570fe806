import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn } from '../../structure/index.ts';

/** Most pupils of a search: who looks for one of more types on. */
const PUPILS = 20;

function pupilsOf(db: Kysely<DB>, schoolId: number, today: string) {
  return db
    .selectFrom('users')
    .select(['id', 'firstname', 'lastname'])
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .where('school_id', '=', schoolId)
    .where('type', '=', 'STUDENT')
    .where('deleted_at', 'is', null)
    .orderBy('search_text')
    .orderBy('id');
}

/** Pupils whose name has every word of the text, accents aside, by name; none for an empty text. */
export async function searchPupils(db: Kysely<DB>, schoolId: number, text: string, today: string) {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  let query = pupilsOf(db, schoolId, today).limit(PUPILS);
  for (const word of words)
    query = query.where(sql<SqlBool>`strpos(kreide_fold(lastname || ' ' || firstname), kreide_fold(${word})) > 0`);
  return query.execute();
}

/** Those of some people who are pupils of the school, by name. */
export async function listPupilsAmong(db: Kysely<DB>, schoolId: number, ids: readonly number[], today: string) {
  return pupilsOf(db, schoolId, today)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}
