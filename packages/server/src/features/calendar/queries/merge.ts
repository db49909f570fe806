import { sql } from 'kysely';
import { ends, joins, type Merge, moves } from '../../../kernel/data/merge.ts';

/** Events, invitations and answers of two accounts that become one: the later answer counts. */
export const calendarMerge: Merge = {
  'calendar_events.user_id': moves('calendar'),
  'calendar_event_users.user_id': joins('calendar_event_users.user_id', { within: ['event_id'], kind: 'calendar' }),
  'calendar_event_answers.user_id': joins('calendar_event_answers.user_id', {
    within: ['event_id'],
    stronger: sql`gone.answered_at > stays.answered_at`,
  }),
  'calendar_reminders.user_id': joins('calendar_reminders.user_id', { within: ['event_id'] }),
  'calendar_series_reminders.user_id': joins('calendar_series_reminders.user_id', { within: ['series_id'] }),
  'calendar_usual_reminders.user_id': joins('calendar_usual_reminders.user_id', { within: [] }),
  'calendar_due_reminders.user_id': ends(),
  'calendar_imports.user_id': moves(),
  'calendar_imported.user_id': joins('calendar_imported.user_id', { within: ['uid_hash'] }),
};
