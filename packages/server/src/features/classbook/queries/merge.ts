import { sql } from 'kysely';
import { joins, type Merge, moves, movesBy } from '../../../kernel/data/merge.ts';

/** Class books about two accounts that become one: of two marks of a lesson, the later counts. */
export const classbookMerge: Merge = {
  'classbook_marks.user_id': joins('classbook_marks.user_id', {
    within: ['entry_id'],
    kind: 'classbook',
    stronger: sql`gone.marked_at > stays.marked_at`,
  }),
  'classbook_marks.marked_by': moves(),
  'classbook_marks.other_by': moves(),
  'classbook_entries.roll_taken_by': moves('classbook'),
  'classbook_homeworks.created_by': moves('classbook'),
  'classbook_exports.created_by': moves(),
  'classbook_notices.created_by': moves('classbook'),
  'classbook_notices.edited_by': moves(),
  'classbook_notices.deleted_by': moves(),
  'classbook_notices.user_ids': movesBy('classbook', {
    isList: true,
    own: async (db, { school_id, from, into }) => {
      await sql`update classbook_notices set user_ids = case when user_ids @> ${[into]}::bigint[]
          then array_remove(user_ids, ${from}::bigint) else array_replace(user_ids, ${from}::bigint, ${into}::bigint) end
        where school_id = ${school_id} and user_ids @> ${[from]}::bigint[]`.execute(db);
    },
  }),
  'classbook_notice_steps.by_id': moves(),
};
