import { sql } from 'kysely';
import { ends, joins, type Merge, moves, movesBy } from '../../../kernel/data/merge.ts';

/** Two accounts that become one: the family joins; rights and roles beyond those of the kind are decided anew. */
export const usersMerge: Merge = {
  'user_parents.user_id': joins('user_parents.user_id', { within: ['parent_id'], kind: 'family' }),
  'user_parents.parent_id': joins('user_parents.parent_id', { within: ['user_id'], kind: 'family' }),
  'former_keys.user_id': joins('former_keys.user_id', { within: ['source', 'key'] }),
  'checked_childs.user_id': ends(),
  'checked_childs.parent_id': ends(),
  'user_permissions.user_id': ends(),
  'user_roles.user_id': ends(),
  'people_changes.created_by': moves(),
  // Taking a change of many people back must not reach the account that stays.
  'people_change_entries.user_id': ends(),
  'people_views.user_id': movesBy(null, {
    before: async (db, { school_id, from, into }) => {
      await sql`delete from people_views gone using people_views stays where gone.school_id = ${school_id}
        and gone.user_id = ${from} and stays.school_id = ${school_id} and stays.user_id = ${into}
        and lower(gone.name) = lower(stays.name)`.execute(db);
    },
  }),
};
