import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { teachersOf } from '../../structure/index.ts';

/** Appointments about a child go with the child; of one that a parent booked it stays unknown who did. */
export async function eraseAppointments(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  for (const table of ['parents_evening_waiting', 'parents_evening_wishes'] as const)
    for (const column of ['child_id', 'parent_id'] as const)
      await db.deleteFrom(table).where('school_id', '=', school_id).where(column, '=', user_id).execute();
  await db
    .deleteFrom('parents_evening_wish_lists')
    .where('school_id', '=', school_id)
    .where('child_id', '=', user_id)
    .execute();
  await db
    .deleteFrom('parents_evening_bookings')
    .where('school_id', '=', school_id)
    .where('child_id', '=', user_id)
    .execute();
  await db
    .updateTable('parents_evening_bookings')
    .set({ parent_id: null })
    .where('school_id', '=', school_id)
    .where('parent_id', '=', user_id)
    .execute();
  await db
    .updateTable('parents_evenings')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
}

/** The evenings that somebody made, the appointments that they have or are about them, and for which they wait or wish. */
export const eveningData: PersonalData = {
  parents_evenings: (db, { school_id, user_id }) =>
    db
      .selectFrom('parents_evenings')
      .select(['name', 'date', 'opens_at as begins_at', 'closes_at as ends_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('id')
      .execute(),
  parents_evening_bookings: (db, { school_id, user_id }) =>
    db
      .selectFrom('parents_evening_bookings as booking')
      .innerJoin('parents_evenings as evening', (join) =>
        join.onRef('evening.school_id', '=', 'booking.school_id').onRef('evening.id', '=', 'booking.evening_id'),
      )
      .select(['evening.name', 'evening.date', 'booking.starts_at as begins_at', 'booking.state'])
      .where('booking.school_id', '=', school_id)
      .where((eb) => eb.or([eb('booking.child_id', '=', user_id), eb('booking.parent_id', '=', user_id)]))
      .orderBy('booking.id')
      .execute(),
  parents_evening_waiting: (db, { school_id, user_id }) =>
    db
      .selectFrom('parents_evening_waiting as waiting')
      .innerJoin('parents_evenings as evening', (join) =>
        join.onRef('evening.school_id', '=', 'waiting.school_id').onRef('evening.id', '=', 'waiting.evening_id'),
      )
      .select(['evening.name', 'evening.date', 'waiting.created_at'])
      .where('waiting.school_id', '=', school_id)
      .where((eb) => eb.or([eb('waiting.child_id', '=', user_id), eb('waiting.parent_id', '=', user_id)]))
      .orderBy('waiting.id')
      .execute(),
  parents_evening_wish_lists: (db, { school_id, user_id }) =>
    db
      .selectFrom('parents_evening_wish_lists as list')
      .innerJoin('parents_evenings as evening', (join) =>
        join.onRef('evening.school_id', '=', 'list.school_id').onRef('evening.id', '=', 'list.evening_id'),
      )
      .select(['evening.name', 'evening.date', 'list.begins_at', 'list.ends_at'])
      .where('list.school_id', '=', school_id)
      .where('list.child_id', '=', user_id)
      .orderBy('list.evening_id')
      .execute(),
  parents_evening_wishes: (db, { school_id, user_id }) =>
    db
      .selectFrom('parents_evening_wishes as wish')
      .innerJoin('parents_evenings as evening', (join) =>
        join.onRef('evening.school_id', '=', 'wish.school_id').onRef('evening.id', '=', 'wish.evening_id'),
      )
      .innerJoin(teachersOf(db, school_id).as('teacher'), 'teacher.id', 'wish.teacher_id')
      .select(['evening.name', 'evening.date', 'teacher.shortcut', 'wish.rank'])
      .where('wish.school_id', '=', school_id)
      .where((eb) => eb.or([eb('wish.child_id', '=', user_id), eb('wish.parent_id', '=', user_id)]))
      .orderBy('wish.id')
      .execute(),
};
