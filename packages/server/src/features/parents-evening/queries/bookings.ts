import type { AppointmentFacts } from '@kreide/core/features/parents-evening';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { changedAt } from '../../../kernel/data/changed-at.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn, gradesOf } from '../../structure/index.ts';
import { usersPart } from '../../users/index.ts';
import type { EveningKey } from './evenings.ts';

type State = AppointmentFacts['state'];

/** An appointment with whose it is. */
export interface BookingRow {
  id: number;
  uuid: string;
  evening_id: number;
  teacher_id: number;
  child_id: number;
  parent_id: number | null;
  starts_at: string;
  state: State;
  is_invited: boolean;
  updated_at: string;
  child: { id: number; firstname: string; lastname: string; grade: string | null };
  parent: { id: number; displayname: string } | null;
}

/** Which appointments of an evening are asked for; all of it must fit. Cancelled ones come where `state` says so alone. */
interface Wanted {
  readonly booking_id?: number;
  readonly teacher_id?: number;
  /** Of these children, or booked by this parent. */
  readonly family?: { readonly children: readonly number[]; readonly parent_id: number | null };
  readonly isAny?: boolean;
}

/** The appointments of an evening in the order of the clock. @param today whose classes are named */
export async function listBookings(
  db: Kysely<DB>,
  { school_id, id }: EveningKey,
  { booking_id, teacher_id, family, isAny = false }: Wanted,
  today: string,
): Promise<BookingRow[]> {
  const school = sql<number>`${school_id}::bigint`;
  const wanted: ReturnType<typeof sql<SqlBool>>[] = [sql<SqlBool>`true`];
  if (booking_id !== undefined) wanted.push(sql<SqlBool>`b.id = ${booking_id}`);
  if (teacher_id !== undefined) wanted.push(sql<SqlBool>`b.teacher_id = ${teacher_id}`);
  if (family)
    wanted.push(
      sql<SqlBool>`(b.child_id = any(${[...family.children]}::bigint[]) or b.parent_id = ${family.parent_id}::bigint)`,
    );
  if (!isAny) wanted.push(sql<SqlBool>`b.state <> 'cancelled'`);
  const { rows } = await sql<BookingRow>`
    select b.id, b.uuid, b.evening_id, b.teacher_id, b.child_id, b.parent_id, b.starts_at, b.state, b.is_invited, b.updated_at,
      json_build_object('id', c.id, 'firstname', c.firstname, 'lastname', c.lastname, 'grade', g.shortcut) as child,
      case when p.id is null then null
        else json_build_object('id', p.id, 'displayname', concat_ws(' ', p.firstname, p.lastname)) end as parent
    from parents_evening_bookings b
    join ${usersPart(db).where('school_id', '=', school_id)} c on c.id = b.child_id
    left join ${usersPart(db).where('school_id', '=', school_id)} p on p.id = b.parent_id
    left join ${gradesOf(db, school_id)} g on g.id = ${gradeOn(school, sql.ref<number>('b.child_id'), today)}
    where b.school_id = ${school_id} and b.evening_id = ${id} and ${sql.join(wanted, sql` and `)}
    order by b.starts_at, b.id`.execute(db);
  return rows;
}

/** The times of a teacher that somebody has. */
export async function listTakenTimes(db: Kysely<DB>, { school_id, id }: EveningKey, teacherIds: readonly number[]) {
  const { rows } = await sql<{ teacher_id: number; starts_at: string }>`
    select b.teacher_id, b.starts_at from parents_evening_bookings b where b.school_id = ${school_id} and b.evening_id = ${id}
      and b.teacher_id = any(${[...teacherIds]}::bigint[]) and b.state <> 'cancelled'`.execute(db);
  return Map.groupBy(rows, (row) => row.teacher_id);
}

/** Stores an appointment; null: somebody has one that cannot be beside it, as the keys of the table say. */
export async function insertBooking(
  trx: Kysely<DB>,
  { school_id, id }: EveningKey,
  values: {
    teacher_id: number;
    child_id: number;
    parent_id: number | null;
    starts_at: string;
    state: State;
    is_invited: boolean;
  },
  now: Date,
): Promise<number | null> {
  const row = await trx
    .insertInto('parents_evening_bookings')
    .values({ ...values, school_id, evening_id: id, updated_at: now.toISOString() })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function changeBookings(
  trx: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  values: { state?: State; starts_at?: string; parent_id?: number },
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('parents_evening_bookings')
    .set({ ...values, updated_at: changedAt(now) })
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}

export interface WaitingRow {
  id: number;
  teacher_id: number;
  child_id: number;
  parent_id: number;
}

/** Who waits at an evening, the longest first. */
export async function listWaiting(
  db: Kysely<DB>,
  { school_id, id }: EveningKey,
  wanted: { teacher_id: number } | { children: readonly number[] },
): Promise<WaitingRow[]> {
  const waiting = db
    .selectFrom('parents_evening_waiting')
    .select(['id', 'teacher_id', 'child_id', 'parent_id'])
    .where('school_id', '=', school_id)
    .where('evening_id', '=', id)
    .orderBy('id');
  if ('teacher_id' in wanted) return waiting.where('teacher_id', '=', wanted.teacher_id).execute();
  return waiting.where('child_id', '=', sql<number>`any(${[...wanted.children]}::bigint[])`).execute();
}

export async function insertWaiting(
  trx: Kysely<DB>,
  { school_id, id }: EveningKey,
  values: Omit<WaitingRow, 'id'>,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('parents_evening_waiting')
    .values({ ...values, school_id, evening_id: id, created_at: now.toISOString() })
    // The place of whoever was a parent of the child before goes on as that of a parent of today.
    .onConflict((on) =>
      on.columns(['school_id', 'evening_id', 'teacher_id', 'child_id']).doUpdateSet({ parent_id: values.parent_id }),
    )
    .execute();
}

export async function deleteWaiting(
  trx: Kysely<DB>,
  { school_id, id }: EveningKey,
  { teacher_id, child_id }: { teacher_id: number; child_id: number },
): Promise<void> {
  await trx
    .deleteFrom('parents_evening_waiting')
    .where('school_id', '=', school_id)
    .where('evening_id', '=', id)
    .where('teacher_id', '=', teacher_id)
    .where('child_id', '=', child_id)
    .execute();
}
