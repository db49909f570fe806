import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';

export interface BuiltEvening {
  id: number;
  updated_at: string;
}

const UPDATED_AT = '2026-11-01T08:00:00.000Z';

/**
 * A parents' evening of a school on 2026-11-25 from 16:00 to 18:00 in appointments of ten minutes, with these teachers; parents book two
 * for each child from 2026-11-01 to the day before, unless it says otherwise.
 */
export async function buildEvening(
  db: Kysely<DB>,
  { school_id, teachers }: { school_id: number; teachers: readonly number[] },
  values: Partial<{
    state: 'draft' | 'published' | 'cancelled';
    mode: 'first_come' | 'wishes';
    opens_at: string;
    told_at: string | null;
    closes_at: string;
    walking_minutes: number;
    maximum: number;
    maximum_of: 'family' | 'child';
    ends_at: string;
    slot_minutes: number;
    date: string;
  }> = {},
): Promise<BuiltEvening> {
  const { id } = await db
    .insertInto('parents_evenings')
    .values({
      school_id,
      name: 'Elternsprechtag',
      note: '',
      date: '2026-11-25',
      begins_at: '16:00',
      ends_at: '18:00',
      slot_minutes: 10,
      walking_minutes: 5,
      maximum: 2,
      maximum_of: 'child',
      opens_at: UPDATED_AT,
      // Families know; else the job tells them while a test goes on.
      told_at: values.state === 'draft' ? null : UPDATED_AT,
      closes_at: '2026-11-24T18:00:00.000Z',
      state: 'published',
      updated_at: UPDATED_AT,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const teacher_id of teachers)
    await db
      .insertInto('parents_evening_teachers')
      .values({ school_id, evening_id: id, teacher_id, updated_at: UPDATED_AT })
      .execute();
  return { id, updated_at: UPDATED_AT };
}

/** An appointment of a child with a teacher. */
export async function buildAppointment(
  db: Kysely<DB>,
  values: {
    school_id: number;
    evening_id: number;
    teacher_id: number;
    child_id: number;
    parent_id?: number | null;
    starts_at?: string;
    state?: 'held' | 'booked' | 'cancelled';
  },
): Promise<number> {
  const { id } = await db
    .insertInto('parents_evening_bookings')
    .values({
      starts_at: '16:00',
      state: 'booked',
      is_invited: values.state === 'held',
      updated_at: UPDATED_AT,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What somebody was told of an evening, the first first. */
export async function listNotices(db: Kysely<DB>, userId: number, eveningId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('chats as c', (join) => join.onRef('c.school_id', '=', 'm.school_id').onRef('c.id', '=', 'm.chat_id'))
    .innerJoin('channels as o', (join) =>
      join.onRef('o.school_id', '=', 'c.school_id').onRef('o.id', '=', 'c.channel_id'),
    )
    .select('m.content')
    .where('o.owner_id', '=', userId)
    .where('m.told_of', '=', `evening:${eveningId}`)
    .orderBy('m.seq')
    .execute();
  return rows.map(({ content }) => content);
}
