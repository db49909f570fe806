import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { usedPart } from '../../files/index.ts';
import { usersPart } from '../../users/index.ts';

/** A page of the people of a school by the bytes that they have uploaded, the most first. */
export async function listUse(
  db: Kysely<DB>,
  schoolId: number,
  { search, offset, limit }: { search: string | undefined; offset: number; limit: number },
) {
  return db
    .selectFrom(usedPart(db, schoolId).as('use'))
    .innerJoin(usersPart(db).as('person'), (join) =>
      join.onRef('person.school_id', '=', 'use.school_id').onRef('person.id', '=', 'use.user_id'),
    )
    .select(['person.id as user_id', 'person.firstname', 'person.lastname', 'use.used', 'use.files_count'])
    .where('person.school_id', '=', schoolId)
    .where(hasWords(sql`person.firstname || ' ' || person.lastname`, search))
    .orderBy('use.used', 'desc')
    .orderBy('person.id')
    .offset(offset)
    .limit(limit)
    .execute();
}
