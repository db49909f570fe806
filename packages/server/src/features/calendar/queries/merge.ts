import { sql } from 'kysely';
import { joins, type Merge, moves } from '../../../kernel/data/merge.ts';

/** Events, invitations and answers of two accounts that become one: the later answer counts. */
export const calendarMerge: Merge = {
  'calendar_events.user_id': moves('calendar'),
  'calendar_event_users.user_id': joins('calendar_event_users.user_id', { within: ['event_id'], kind: 'calendar' }),
  'calendar_event_answers.user_id': joins('calendar_event_answers.user_id', {
    within: ['event_id'],
    stronger: sql`gone.answered_at > stays.answered_at`,
  }),
};
