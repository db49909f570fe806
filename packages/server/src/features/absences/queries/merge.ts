import { sql } from 'kysely';
import { type Merge, moves, movesBy } from '../../../kernel/data/merge.ts';

/** Absences of two accounts that become one, and what the one who goes did to those of others. */
export const absencesMerge: Merge = {
  'absences.user_id': movesBy('absences', {
    // The same time entered for both accounts is one absence: it says what is known of either.
    before: async (db, { school_id, from, into }) => {
      const both = sql`gone.school_id = ${school_id} and gone.user_id = ${from} and gone.deleted_at is null
        and stays.school_id = ${school_id} and stays.user_id = ${into} and stays.deleted_at is null
        and gone.type_id = stays.type_id and gone.begins_at = stays.begins_at and gone.ends_at = stays.ends_at`;
      await sql`update absences stays set comment = coalesce(stays.comment, gone.comment),
          excuse_note = coalesce(stays.excuse_note, gone.excuse_note),
          read_at = coalesce(stays.read_at, gone.read_at),
          read_by = case when stays.read_at is null then gone.read_by else stays.read_by end,
          last_contacted_at = greatest(stays.last_contacted_at, gone.last_contacted_at)
        from absences gone where ${both}`.execute(db);
      await sql`update absences gone set deleted_at = now(), deleted_by = null from absences stays where ${both}`.execute(
        db,
      );
    },
  }),
  'absences.created_by': moves(),
  'absences.edited_by': moves(),
  'absences.deleted_by': moves(),
  'absences.read_by': moves(),
  'absence_steps.by_id': moves(),
};
