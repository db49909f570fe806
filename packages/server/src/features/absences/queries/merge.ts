import { sql } from 'kysely';
import { type Merge, moves, movesBy } from '../../../kernel/data/merge.ts';

/** Absences of two accounts that become one, and what the one who goes did to those of others. */
export const absencesMerge: Merge = {
  'absences.user_id': movesBy('absences', {
    // The same time entered for both accounts is one absence.
    before: async (db, { school_id, from, into }) => {
      await sql`update absences gone set deleted_at = now(), deleted_by = null from absences stays
        where gone.school_id = ${school_id} and gone.user_id = ${from} and gone.deleted_at is null
        and stays.school_id = ${school_id} and stays.user_id = ${into} and stays.deleted_at is null
        and gone.type_id = stays.type_id and gone.begins_at = stays.begins_at and gone.ends_at = stays.ends_at`.execute(
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
