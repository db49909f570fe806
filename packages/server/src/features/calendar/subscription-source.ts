import { createHash } from 'node:crypto';
import { addDays, toInstant, toLocal, toTime, translateIn } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { getSchool } from '../schools/index.ts';
import type { SubscriptionEvent, SubscriptionSource } from '../subscriptions/index.ts';
import { type EntryRow, listEntries } from './queries/reading.ts';

/** An event as calendar programs have it; its uid stays where it is moved, alone or with its series. */
function toSubscriptionEvent(row: EntryRow, zone: string, category: string): SubscriptionEvent {
  const [begins, ends] = [toLocal(new Date(row.begins_at), zone), toLocal(new Date(row.ends_at), zone)];
  return {
    uid: `event-${row.id}`,
    date: begins.date,
    time_begins_at: toTime(begins.minutes),
    ends_on: ends.date,
    time_ends_at: toTime(ends.minutes),
    is_all_day: row.is_all_day,
    summary: row.name,
    description: row.description,
    location: row.location,
    category,
    color: null,
    is_cancelled: false,
    is_free: false,
  };
}

/** The events of the school's calendar in which somebody takes part, in the own address alone: children's events are theirs. */
export function calendarSubscriptionSource({ kysely }: { kysely: Kysely<DB> }): SubscriptionSource {
  return {
    isBeside: true,
    isOpen: (reader, { is_child }) => !is_child && reader.permissions.has('view-calendars'),

    async read(school_id, user_id, { begins_at, ends_at }, { t }) {
      const { time_zone } = await getSchool(kysely, school_id);
      const range = {
        from: toInstant(begins_at, '00:00', time_zone),
        to: toInstant(addDays(ends_at, 1), '00:00', time_zone),
      };
      const rows = await listEntries(kysely, { school_id, user_id }, range);
      const words = translateIn(t, 'calendar');
      const states = rows.map(({ id, updated_at }) => `${id} ${updated_at}`).join('\n');
      const changes = rows.map(({ updated_at }) => updated_at).sort();
      return {
        version: createHash('sha256').update(states).digest('base64url'),
        load: () => ({
          last_updated_at: changes.at(-1) ?? null,
          events: rows.map((row) => toSubscriptionEvent(row, time_zone, words(`category_${row.category}`))),
        }),
      };
    },
  };
}
