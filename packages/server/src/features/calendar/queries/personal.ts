import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

const MINUTES = sql<string>`array_to_string(minutes, ', ')`.as('minutes');
const OWN = [
  'calendar_event_users',
  'calendar_event_answers',
  'calendar_reminders',
  'calendar_series_reminders',
  'calendar_usual_reminders',
  'calendar_due_reminders',
  'calendar_imports',
  'calendar_imported',
] as const;

/** Events that an erased person made for the school stay, without an author; the person takes part in none any more. */
export async function eraseParticipant(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  for (const table of OWN)
    await db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db
    .updateTable('calendar_events')
    .set({ user_id: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** The events that somebody made, those to which they are invited by name, their answers, and when they want to be reminded. */
export const calendarData: PersonalData = {
  calendar_events: (db, { school_id, user_id }) =>
    db
      .selectFrom('calendar_events')
      .select(['name', 'description as text', 'begins_at', 'ends_at', 'created_at', 'updated_at', 'deleted_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .where('is_left_out', '=', false)
      .orderBy('id')
      .execute(),
  calendar_event_users: (db, { school_id, user_id }) =>
    db
      .selectFrom('calendar_event_users as invited')
      .innerJoin('calendar_events as event', (join) =>
        join.onRef('event.school_id', '=', 'invited.school_id').onRef('event.id', '=', 'invited.event_id'),
      )
      .select(['event.name', 'event.begins_at', 'event.ends_at'])
      .where('invited.school_id', '=', school_id)
      .where('invited.user_id', '=', user_id)
      .orderBy('event.begins_at')
      .orderBy('event.id')
      .execute(),
  calendar_event_answers: (db, { school_id, user_id }) =>
    db
      .selectFrom('calendar_event_answers as given')
      .innerJoin('calendar_events as event', (join) =>
        join.onRef('event.school_id', '=', 'given.school_id').onRef('event.id', '=', 'given.event_id'),
      )
      .select(['event.name', 'given.answer', 'given.answered_at'])
      .where('given.school_id', '=', school_id)
      .where('given.user_id', '=', user_id)
      .orderBy('given.event_id')
      .execute(),
  calendar_reminders: (db, { school_id, user_id }) =>
    db
      .selectFrom('calendar_reminders as chosen')
      .innerJoin('calendar_events as event', (join) =>
        join.onRef('event.school_id', '=', 'chosen.school_id').onRef('event.id', '=', 'chosen.event_id'),
      )
      .select(['event.name', MINUTES])
      .where('chosen.school_id', '=', school_id)
      .where('chosen.user_id', '=', user_id)
      .orderBy('chosen.event_id')
      .execute(),
  calendar_series_reminders: (db, { school_id, user_id }) =>
    db
      .selectFrom('calendar_series_reminders as chosen')
      .innerJoin('calendar_events as event', (join) =>
        join.onRef('event.school_id', '=', 'chosen.school_id').onRef('event.series_id', '=', 'chosen.series_id'),
      )
      .select(['event.name', MINUTES])
      .distinct()
      .where('chosen.school_id', '=', school_id)
      .where('chosen.user_id', '=', user_id)
      .orderBy('event.name')
      .execute(),
  calendar_usual_reminders: (db, { school_id, user_id }) =>
    db
      .selectFrom('calendar_usual_reminders')
      .select(MINUTES)
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .execute(),
  calendar_due_reminders: (db, { school_id, user_id }) =>
    db
      .selectFrom('calendar_due_reminders as due')
      .innerJoin('calendar_events as event', (join) =>
        join.onRef('event.school_id', '=', 'due.school_id').onRef('event.id', '=', 'due.event_id'),
      )
      .select(['event.name', 'due.minutes', 'due.begins_at', 'due.done_at'])
      .where('due.school_id', '=', school_id)
      .where('due.user_id', '=', user_id)
      .orderBy('due.begins_at')
      .execute(),
  calendar_imports: (db, { school_id, user_id }) =>
    db
      .selectFrom('calendar_imports')
      .select(['file_name', 'state', 'added', 'changed', 'created_at', 'ends_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
  calendar_imported: (db, { school_id, user_id }) =>
    db
      .selectFrom('calendar_imported as kept')
      .innerJoin('calendar_events as event', (join) =>
        join
          .onRef('event.school_id', '=', 'kept.school_id')
          .on((eb) =>
            eb.or([eb('event.id', '=', eb.ref('kept.event_id')), eb('event.series_id', '=', eb.ref('kept.series_id'))]),
          ),
      )
      .select('event.name')
      .distinct()
      .where('kept.school_id', '=', school_id)
      .where('kept.user_id', '=', user_id)
      .orderBy('event.name')
      .execute(),
};
