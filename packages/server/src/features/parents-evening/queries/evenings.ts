import type { EveningInput, EveningState, Presence } from '@kreide/core/features/parents-evening';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { changedAt } from '../../../kernel/data/changed-at.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { schoolsPart } from '../../schools/index.ts';
import { teacherAccounts, teachersOf } from '../../structure/index.ts';

/** Most evenings of a list. */
const EVENINGS_MAXIMUM = 200;

export interface EveningKey {
  readonly school_id: number;
  readonly id: number;
}

/** An evening as it is stored. */
export interface EveningRow extends EveningInput {
  id: number;
  uuid: string;
  state: EveningState;
  /** When the wishes became appointments; null: not, or there are none. */
  allocated_at: string | null;
  updated_at: string;
}

const columns = sql`e.id, e.uuid, e.name, e.note, e.date, e.begins_at, e.ends_at, e.slot_minutes, e.walking_minutes, e.maximum,
  e.maximum_of, e.opens_at, e.closes_at, e.state, e.mode, e.allocated_at, e.updated_at`;

const counts = (schoolId: number) => sql`
  (select count(*)::int from parents_evening_teachers t where t.school_id = ${schoolId} and t.evening_id = e.id and not t.is_absent)
    as teachers_count,
  (select count(*)::int from parents_evening_bookings b where b.school_id = ${schoolId} and b.evening_id = e.id and b.state <> 'cancelled')
    as bookings_count,
  (select count(*)::int from parents_evening_waiting w where w.school_id = ${schoolId} and w.evening_id = e.id) as waiting_count,
  (select count(distinct w.child_id)::int from parents_evening_wishes w where w.school_id = ${schoolId} and w.evening_id = e.id)
    as wishers_count`;

export type CountedEvening = EveningRow & {
  teachers_count: number;
  bookings_count: number;
  waiting_count: number;
  wishers_count: number;
};

/** The evenings of a school, or one of them, with their counts, the latest first. */
export async function listEvenings(
  db: Kysely<DB>,
  schoolId: number,
  id: number | null = null,
): Promise<CountedEvening[]> {
  const { rows } = await sql<CountedEvening>`select ${columns}, ${counts(schoolId)} from parents_evenings e
    where e.school_id = ${schoolId} and (${id}::bigint is null or e.id = ${id}::bigint)
    order by e.date desc, e.id desc limit ${EVENINGS_MAXIMUM}`.execute(db);
  return rows;
}

/** The evenings that are no drafts from a day on, the next one first, with the record of a teacher who is there. */
export async function listShown(
  db: Kysely<DB>,
  schoolId: number,
  { since, teacher_id, isOnlyTeacher }: { since: string; teacher_id: number | null; isOnlyTeacher: boolean },
): Promise<(EveningRow & { teacher_id: number | null })[]> {
  const { rows } = await sql<EveningRow & { teacher_id: number | null }>`
    select ${columns}, t.teacher_id from parents_evenings e
    left join parents_evening_teachers t on t.school_id = ${schoolId} and t.evening_id = e.id and t.teacher_id = ${teacher_id}::bigint
    where e.school_id = ${schoolId} and e.state <> 'draft' and e.date >= ${since}::date
      and (not ${isOnlyTeacher}::boolean or t.teacher_id is not null)
    order by e.date, e.id limit ${EVENINGS_MAXIMUM}`.execute(db);
  return rows;
}

const LOCKS = { share: sql`for share of e`, update: sql`for update of e` };

/** One evening; with a lock it stays as it is (`share`), or nobody else books or changes it (`update`) until the end of the transaction. */
export async function findEvening(
  db: Kysely<DB>,
  { school_id, id }: EveningKey,
  lock?: keyof typeof LOCKS,
): Promise<EveningRow | undefined> {
  const { rows } = await sql<EveningRow>`select ${columns} from parents_evenings e
    where e.school_id = ${school_id} and e.id = ${id} ${lock ? LOCKS[lock] : sql``}`.execute(db);
  return rows[0];
}

const valuesOf = ({ name, note, ...rest }: EveningInput) => ({ ...rest, name: name.trim(), note: note.trim() });

/** Stores an evening with every teacher in use. */
export async function insertEvening(
  trx: Kysely<DB>,
  schoolId: number,
  input: EveningInput,
  by: { created_by: number; updated_at: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('parents_evenings')
    .values({ ...valuesOf(input), ...by, school_id: schoolId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into parents_evening_teachers (school_id, evening_id, teacher_id, updated_at)
    select ${schoolId}::bigint, ${id}::bigint, t.id, ${by.updated_at}::timestamptz
    from ${teachersOf(trx, schoolId)} t where t.ended_at is null`.execute(trx);
  return id;
}

export async function changeEvening(
  trx: Kysely<DB>,
  { school_id, id }: EveningKey,
  values: EveningInput | { state: EveningState } | { allocated_at: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('parents_evenings')
    .set({
      ...('name' in values
        ? {
            ...valuesOf(values),
            // Whoever wishes for longer ends later, of which those who allocate hear anew.
            asked_at: sql<string | null>`case when closes_at = ${values.closes_at}::timestamptz then asked_at end`,
          }
        : values),
      updated_at: changedAt(now),
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** An evening that families can book, or wish for, from now on. */
export type OpenedForFamilies = EveningKey & Pick<EveningRow, 'name' | 'date' | 'closes_at' | 'mode' | 'allocated_at'>;

/** The evenings that families can book since then and were not told of; from now on they are. */
export async function takeUntold(trx: Kysely<DB>, now: Date): Promise<OpenedForFamilies[]> {
  const moment = now.toISOString();
  const { rows } = await sql<OpenedForFamilies>`
    update parents_evenings e set told_at = ${moment}::timestamptz from ${schoolsPart(trx)} s
    where s.id = e.school_id and not s.is_locked and e.state = 'published' and e.told_at is null
      and e.opens_at <= ${moment}::timestamptz and e.closes_at > ${moment}::timestamptz
    returning e.school_id, e.id, e.name, e.date, e.closes_at, e.mode, e.allocated_at`.execute(trx);
  return rows;
}

/** The evenings whose time for wishes is over and of which those who make them were not told; from now on they are. */
export async function takeUnallocated(trx: Kysely<DB>, now: Date): Promise<OpenedForFamilies[]> {
  const moment = now.toISOString();
  const { rows } = await sql<OpenedForFamilies>`
    update parents_evenings e set asked_at = ${moment}::timestamptz from ${schoolsPart(trx)} s
    where s.id = e.school_id and not s.is_locked and e.state = 'published' and e.mode = 'wishes' and e.allocated_at is null
      and e.asked_at is null and e.closes_at <= ${moment}::timestamptz
      and (e.date + e.begins_at) at time zone s.time_zone > ${moment}::timestamptz
    returning e.school_id, e.id, e.name, e.date, e.closes_at, e.mode, e.allocated_at`.execute(trx);
  return rows;
}

/** Were families told that they can book? */
export async function areFamiliesTold(db: Kysely<DB>, { school_id, id }: EveningKey): Promise<boolean> {
  const { told_at } = await db
    .selectFrom('parents_evenings')
    .select('told_at')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return told_at !== null;
}

export async function deleteEvening(trx: Kysely<DB>, { school_id, id }: EveningKey): Promise<void> {
  await trx.deleteFrom('parents_evenings').where('school_id', '=', school_id).where('id', '=', id).execute();
}

/** Evenings before a day go, with everything that was booked; answers which. */
export async function pruneEvenings(db: Kysely<DB>, before: string): Promise<EveningKey[]> {
  return db.deleteFrom('parents_evenings').where('date', '<', before).returning(['school_id', 'id']).execute();
}

/** What families read of a teacher `t`: the title and the name, or the short name where there is none. */
export const TEACHER_NAME = sql`coalesce(nullif(concat_ws(' ', nullif(t.title, ''), nullif(t.lastname, '')), ''), t.shortcut)`;

/** A teacher of an evening as stored, with whom it is. */
export interface TeacherRow extends Presence {
  teacher_id: number;
  user_id: number | null;
  shortcut: string;
  name: string;
  room: string;
  is_online: boolean;
  begins_at: string | null;
  ends_at: string | null;
  breaks: { begins_at: string; ends_at: string }[];
  updated_at: string;
  bookings_count: number;
  waiting_count: number;
}

/** The teachers of an evening by name. @param only some of them */
export async function listEveningTeachers(
  db: Kysely<DB>,
  { school_id, id }: EveningKey,
  only: readonly number[] | null = null,
): Promise<TeacherRow[]> {
  const ofTeacher = (table: RawBuilder<unknown>) =>
    sql`(select count(*)::int from ${table} b where b.school_id = ${school_id} and b.evening_id = ${id} and b.teacher_id = e.teacher_id`;
  const { rows } = await sql<TeacherRow>`
    select e.teacher_id, account.user_id, t.shortcut, e.room, e.begins_at, e.ends_at, e.is_absent, e.is_online, e.updated_at,
      ${TEACHER_NAME} as name,
      coalesce((select json_agg(json_build_object('begins_at', to_char(b.begins_at, 'HH24:MI'), 'ends_at', to_char(b.ends_at, 'HH24:MI'))
          order by b.begins_at) from parents_evening_breaks b
        where b.school_id = ${school_id} and b.evening_id = ${id} and b.teacher_id = e.teacher_id), '[]') as breaks,
      ${ofTeacher(sql`parents_evening_bookings`)} and b.state <> 'cancelled') as bookings_count,
      ${ofTeacher(sql`parents_evening_waiting`)}) as waiting_count
    from parents_evening_teachers e
    join ${teachersOf(db, school_id)} t on t.id = e.teacher_id
    left join ${teacherAccounts(db).where('school_id', '=', school_id)} account on account.id = e.teacher_id
    where e.school_id = ${school_id} and e.evening_id = ${id}
      and (${only === null} or e.teacher_id = any(${[...(only ?? [])]}::bigint[]))
    order by t.lastname nulls last, t.shortcut, e.teacher_id`.execute(db);
  return rows;
}

/** One teacher of an evening; with `lock` nobody else books or changes the appointments of this teacher. */
export async function findEveningTeacher(db: Kysely<DB>, key: EveningKey, teacherId: number, lock = false) {
  if (lock)
    await sql`select 1 from parents_evening_teachers where school_id = ${key.school_id} and evening_id = ${key.id}
      and teacher_id = ${teacherId} for update`.execute(db);
  return (await listEveningTeachers(db, key, [teacherId]))[0];
}

export async function savePresence(
  trx: Kysely<DB>,
  { school_id, id }: EveningKey,
  teacher_id: number,
  { breaks, room, begins_at, ends_at, is_absent, is_online }: Presence & { room: string; is_online: boolean },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('parents_evening_teachers')
    .set({ room: room.trim(), begins_at, ends_at, is_absent, is_online, updated_at: changedAt(now) })
    .where('school_id', '=', school_id)
    .where('evening_id', '=', id)
    .where('teacher_id', '=', teacher_id)
    .execute();
  await trx
    .deleteFrom('parents_evening_breaks')
    .where('school_id', '=', school_id)
    .where('evening_id', '=', id)
    .where('teacher_id', '=', teacher_id)
    .execute();
  if (breaks.length === 0) return;
  await trx
    .insertInto('parents_evening_breaks')
    .values(breaks.map((one) => ({ ...one, school_id, evening_id: id, teacher_id })))
    .execute();
}
