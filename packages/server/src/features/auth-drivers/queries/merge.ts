import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type Merge, type MergedPair, moves, movesBy } from '../../../kernel/data/merge.ts';
import { keepFormerKeys } from '../../users/index.ts';
import { FORMER_SUBJECT } from '../queries.ts';

/** Who came through the service with either account comes to the one that stays. */
export const authDriversMerge: Merge = {
  'auth_driver_proposals.user_id': moves(),
  'auth_driver_people.user_id': movesBy(null, { before: joinConnections }),
};

/** Both people of the service open the account: one as before, the other by what they were called. */
async function joinConnections(db: Kysely<DB>, { school_id, from, into, takes }: MergedPair): Promise<void> {
  const [kept, left] = takes.has('service') ? [from, into] : [into, from];
  const { rows } = await sql<{ subject: string }>`
    delete from auth_driver_people gone using auth_driver_people stays where gone.school_id = ${school_id}
    and gone.user_id = ${left} and stays.school_id = ${school_id} and stays.user_id = ${kept}
    returning gone.subject`.execute(db);
  const keys = rows.map(({ subject }) => ({ source: FORMER_SUBJECT, key: subject, user_id: into }));
  await keepFormerKeys(db, school_id, keys);
}
