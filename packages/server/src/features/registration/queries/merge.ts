import { sql } from 'kysely';
import { joins, type Merge, moves, movesBy } from '../../../kernel/data/merge.ts';

/** How two accounts came to the school which become one. */
export const registrationMerge: Merge = {
  // The code of the account that goes opens nothing; parents keep those of their child.
  'activation_keys.user_id': movesBy(null, {
    before: async (db, { school_id, from }) => {
      await sql`delete from activation_keys
        where school_id = ${school_id} and user_id = ${from} and kind = 'account'`.execute(db);
    },
  }),
  'activation_keys.created_by': moves(),
  'activation_keys.used_by': moves(),
  'applications.user_id': moves(),
  'applications.answered_by': moves(),
  'child_requests.parent_id': moves(),
  'child_requests.answered_by': moves(),
  'consents.user_id': joins('consents.user_id', { within: ['version'] }),
  'teachings.user_id': joins('teachings.user_id', { within: [] }),
};
