import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import { toJsonText } from '../../packages/server/src/kernel/data/json.ts';

export interface EventSeed {
  readonly name?: string;
  readonly begins_at?: string;
  readonly ends_at?: string;
  readonly is_all_day?: boolean;
  readonly category?: 'MEETING' | 'TRIP' | 'EXAM';
  readonly location?: string | null;
  readonly description?: string;
  readonly participants_visible?: boolean;
  readonly answers_for?: 'author' | 'numbers' | 'names';
}

/** When an event was made that says nothing else. */
export const EVENT_MADE_AT = '2026-11-17T08:00:00.000Z';

/** A calendar event of somebody, for channels and people. */
export async function buildEvent(
  db: Kysely<DB>,
  school_id: number,
  user_id: number,
  { channels = [], users = [] }: { channels?: readonly number[]; users?: readonly number[] } = {},
  values: EventSeed = {},
): Promise<number> {
  const { id } = await db
    .insertInto('calendar_events')
    .values({
      school_id,
      user_id,
      name: 'Elternabend',
      is_all_day: false,
      category: 'MEETING',
      location: null,
      begins_at: '2026-11-20T18:00:00Z',
      ends_at: '2026-11-20T19:30:00Z',
      description: '',
      is_notifiable: false,
      participants_visible: true,
      created_at: EVENT_MADE_AT,
      updated_at: EVENT_MADE_AT,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const invited = users.map((user) => ({ school_id, event_id: id, user_id: user }));
  const places = channels.map((channel_id) => ({ school_id, event_id: id, channel_id }));
  if (invited.length > 0) await db.insertInto('calendar_event_users').values(invited).execute();
  if (places.length > 0) await db.insertInto('calendar_event_channels').values(places).execute();
  return id;
}

/** A file of somebody that was tried, or put into the calendar, without any event. */
export async function buildImport(
  db: Kysely<DB>,
  school_id: number,
  user_id: number,
  state: 'TRIED' | 'APPLIED',
): Promise<number> {
  const { id } = await db
    .insertInto('calendar_imports')
    .values({
      school_id,
      user_id,
      file_name: 'Termine.ics',
      state,
      calendar: toJsonText({ name: '', events: [], left: [], zones: [] }),
      created_at: EVENT_MADE_AT,
      ends_at: '2099-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
