import { sql } from 'kysely';
import { type Merge, moves, movesBy } from '../../../kernel/data/merge.ts';
import { keepFormerKeys } from '../../users/index.ts';
import { FORMER_NAME } from '../queries.ts';

/** A service finds the account that stays by both names. */
export const scimMerge: Merge = {
  'scim_people.user_id': movesBy(null, {
    before: async (db, { school_id, from, into }) => {
      const { rows } = await sql<{ key: string }>`
        delete from scim_people gone using scim_people stays where gone.school_id = ${school_id}
        and gone.user_id = ${from} and stays.school_id = ${school_id} and stays.user_id = ${into}
        returning lower(gone.user_name) as key`.execute(db);
      const keys = rows.map(({ key }) => ({ source: FORMER_NAME, key, user_id: into }));
      await keepFormerKeys(db, school_id, keys);
    },
  }),
  'scim_clients.created_by': moves(),
};
