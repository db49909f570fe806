import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { teacherAccounts, teachersOf } from '../../structure/index.ts';
import { usersPart } from '../../users/index.ts';
import { TEACHER_NAME } from './evenings.ts';

/** An appointment in somebody's calendar. */
export interface CalendarRow {
  uuid: string;
  state: 'held' | 'booked' | 'cancelled';
  starts_at: string;
  date: string;
  slot_minutes: number;
  name: string;
  room: string;
  is_online: boolean;
  teacher: string;
  child: string;
  /** It is one of the teacher's own. */
  is_own: boolean;
  updated_at: string;
}

/** The appointments about a child, or those of a teacher, by the account, cancelled ones too, on days of a range. */
export async function listCalendar(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  { begins_at, ends_at }: { begins_at: string; ends_at: string },
): Promise<CalendarRow[]> {
  const person = sql<number>`${user_id}::bigint`;
  const { rows } = await sql<CalendarRow>`
    select b.uuid, b.state, b.starts_at, e.date, e.slot_minutes, e.name, p.room, p.is_online,
      ${TEACHER_NAME} as teacher,
      concat_ws(' ', c.firstname, c.lastname) as child, account.user_id is not distinct from ${person} as is_own,
      greatest(b.updated_at, e.updated_at, p.updated_at) as updated_at
    from parents_evenings e
    join parents_evening_bookings b on b.school_id = ${school_id} and b.evening_id = e.id
    join parents_evening_teachers p on p.school_id = ${school_id} and p.evening_id = e.id and p.teacher_id = b.teacher_id
    join ${teachersOf(db, school_id)} t on t.id = b.teacher_id
    join ${usersPart(db).where('school_id', '=', school_id)} c on c.id = b.child_id
    left join ${teacherAccounts(db).where('school_id', '=', school_id)} account on account.id = b.teacher_id
    where e.school_id = ${school_id} and e.state <> 'draft' and e.date between ${begins_at}::date and ${ends_at}::date
      and (account.user_id = ${person} or b.child_id = ${person})
    order by e.date, b.starts_at, b.id`.execute(db);
  return rows;
}
