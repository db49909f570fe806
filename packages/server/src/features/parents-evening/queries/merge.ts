import { type RawBuilder, sql } from 'kysely';
import { joins, type Merge, type MergeRule, moves, movesBy } from '../../../kernel/data/merge.ts';

/** Appointments of both that cannot both be: that of the account that stays is kept, the other is cancelled. */
const keepingOne = (person: 'child_id' | 'parent_id', collides: RawBuilder<boolean>): MergeRule =>
  movesBy('appointments', {
    before: async (db, { school_id, from, into }) => {
      await sql`update parents_evening_bookings gone set state = 'cancelled', updated_at = now()
        from parents_evening_bookings stays
        where gone.school_id = ${school_id} and gone.${sql.ref(person)} = ${from} and gone.state <> 'cancelled'
        and stays.school_id = ${school_id} and stays.${sql.ref(person)} = ${into} and stays.state <> 'cancelled'
        and stays.evening_id = gone.evening_id and ${collides}`.execute(db);
    },
  });

const wishes = joins('parents_evening_wishes.child_id', { within: ['evening_id', 'teacher_id'] });
const waiting = joins('parents_evening_waiting.child_id', { within: ['evening_id', 'teacher_id'] });

/** Parents' evenings of two accounts that become one: nobody is at two places at once. */
export const parentsEveningMerge: Merge = {
  'parents_evenings.created_by': moves(),
  'parents_evening_bookings.child_id': keepingOne(
    'child_id',
    sql`(stays.starts_at = gone.starts_at or stays.teacher_id = gone.teacher_id)`,
  ),
  'parents_evening_bookings.parent_id': keepingOne('parent_id', sql`stays.starts_at = gone.starts_at`),
  'parents_evening_waiting.child_id': {
    ...waiting,
    before: async (db, pair) => {
      await waiting.before?.(db, pair);
      const { school_id, from, into } = pair;
      // Who has an appointment there does not wait for one.
      await sql`delete from parents_evening_waiting place using parents_evening_bookings booking
        where place.school_id = ${school_id} and place.child_id in (${from}, ${into}) and booking.school_id = ${school_id}
        and booking.evening_id = place.evening_id and booking.teacher_id = place.teacher_id
        and booking.child_id in (${from}, ${into}) and booking.state <> 'cancelled'`.execute(db);
    },
  },
  'parents_evening_waiting.parent_id': moves(),
  'parents_evening_wish_lists.child_id': joins('parents_evening_wish_lists.child_id', { within: ['evening_id'] }),
  'parents_evening_wishes.child_id': wishes,
  'parents_evening_wishes.parent_id': moves(),
};
