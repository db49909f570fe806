import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords, wordsOf } from '../../../kernel/data/searching.ts';
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
  if (wordsOf(text).length === 0) return [];
  return pupilsOf(db, schoolId, today).where(hasWords(sql`lastname || ' ' || firstname`, text)).limit(PUPILS).execute();
}

/** Those of some people who are pupils of the school, by name. */
export async function listPupilsAmong(db: Kysely<DB>, schoolId: number, ids: readonly number[], today: string) {
  return pupilsOf(db, schoolId, today)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}
