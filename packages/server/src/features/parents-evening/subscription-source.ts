import { createHash } from 'node:crypto';
import { endOf } from '@kreide/core/features/parents-evening';
import { type TranslateIn, translateIn } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { SubscriptionEvent, SubscriptionSource } from '../subscriptions/index.ts';
import { type CalendarRow, listCalendar } from './queries/calendar.ts';

/** An appointment as calendar programs have it: its uid stays wherever it is moved, and what is cancelled says so. */
function toSubscriptionEvent(row: CalendarRow, words: TranslateIn<'parents-evening'>): SubscriptionEvent {
  const isCancelled = row.state === 'cancelled';
  const whom = row.is_own ? row.child : row.teacher;
  const title = `${row.name}: ${whom}`;
  return {
    uid: `parents-evening-${row.uuid}`,
    date: row.date,
    time_begins_at: row.starts_at,
    time_ends_at: endOf(row.starts_at, row.slot_minutes),
    summary: row.state === 'held' ? words('calendar.held', { title }) : title,
    description: '',
    location: row.is_online ? words('online') : row.room === '' ? null : words('room', { room: row.room }),
    category: null,
    color: null,
    is_cancelled: isCancelled,
    is_free: isCancelled,
  };
}

/** The appointments of teachers in their own address, and of parents in those of their children: a child's own has none. */
export function eveningSubscriptionSource({ kysely }: { kysely: Kysely<DB> }): SubscriptionSource {
  return {
    isBeside: true,
    isOpen: ({ type }, { is_child }) => type === (is_child ? 'PARENT' : 'TEACHER'),

    async read(school_id, user_id, range, { t }) {
      const rows = await listCalendar(kysely, { school_id, user_id }, range);
      const words = translateIn(t, 'parents-evening');
      const states = rows.map(({ uuid, updated_at }) => `${uuid} ${updated_at}`).join('\n');
      return {
        version: createHash('sha256').update(states).digest('base64url'),
        load: () => ({
          last_updated_at:
            rows
              .map(({ updated_at }) => updated_at)
              .toSorted()
              .at(-1) ?? null,
          events: rows.map((row) => toSubscriptionEvent(row, words)),
        }),
      };
    },
  };
}
