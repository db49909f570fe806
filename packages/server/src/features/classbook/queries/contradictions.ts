import { STANDARD_TYPE } from '@kreide/core/features/absences';
import type { ContradictionKind } from '@kreide/core/features/classbook';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type AbsenceColumns, absencesPart } from '../../absences/index.ts';
import { isInUnit, pupilsIn } from '../../structure/index.ts';
import type { Book } from '../book.ts';

export interface ContradictionRow {
  kind: ContradictionKind;
  date: string;
  user_id: number;
  entry_id: number | null;
  other_id: number | null;
  absence_uuid: string | null;
  other_uuid: string | null;
}

export interface ContradictionFilter {
  begins_at: string;
  ends_at: string;
  kind: ContradictionKind | null;
  limit: number;
  offset: number;
}

const isPresent = sql`(p.kind is distinct from 'absent')`;
/**
 * Groups of one class at one time are no two lessons of a pupil: who is in which of them the school has not entered, so the whole
 * class counts as taking part. Who is marked as late was seen there.
 */
const isSure = (one: string, other: string) => {
  const grade = sql.ref(`${one}.grade_id`);
  return sql`(${grade} is null or ${sql.ref(`${one}.kind`)} = 'too-late' or ${grade} <> all(${sql.ref(`${other}.grade_ids`)}))`;
};

/** Lessons whose roll was called, and who takes part in them with what was found. */
const facts = ({ school_id, id, zone }: Book, { begins_at, ends_at }: ContradictionFilter): RawBuilder<unknown> => sql`
  lesson as materialized (
    select entry.id, entry.lesson_date as date, entry.course_id, entry.is_open, entry.grade_ids,
      entry.time_begins_at, entry.time_ends_at
    from classbook_entries entry
    where entry.school_id = ${school_id} and entry.school_year_id = ${id} and entry.roll_taken_at is not null
      and entry.lesson_date between ${begins_at}::date and ${ends_at}::date
  ),
  pupil as materialized (
    select taking.lesson_id, taking.user_id, taking.grade_id, l.date, l.grade_ids, l.time_begins_at, l.time_ends_at, mark.kind,
      ((l.date + l.time_begins_at) at time zone ${zone}) as begins_at, ((l.date + l.time_ends_at) at time zone ${zone}) as ends_at
    from ${pupilsIn(school_id, sql.table('lesson'))} taking
    join lesson l on l.id = taking.lesson_id
    left join classbook_marks mark on mark.school_id = ${school_id} and mark.entry_id = taking.lesson_id
      and mark.user_id = taking.user_id
  ),
  spaced as (
    select pupil.*,
      max(time_ends_at) over (before_it rows between unbounded preceding and 1 preceding) as ends_before,
      min(time_begins_at) over (before_it rows between 1 following and unbounded following) as begins_after
    from pupil window before_it as (partition by user_id, date order by time_begins_at, lesson_id)
  ),
  -- Few have two lessons at one time: only these are compared with each other.
  crowded as materialized (
    select * from spaced where ends_before > time_begins_at or begins_after < time_ends_at
  ),
  absence as materialized (select * from ${absencesPart(school_id, zone, { begins_at, ends_at })} known)`;

/** Every contradiction of some days. */
const found = (
  { school_id, zone }: Book,
  { begins_at, ends_at }: ContradictionFilter,
): RawBuilder<ContradictionRow> => {
  const isCovered = sql`a.state = 'EXCUSED' and a.begins_at <= p.begins_at and a.ends_at >= p.ends_at and ${isPresent}`;
  const unit = { grade_id: sql.ref('a.grade_id'), course_id: sql.ref('a.course_id') };
  const both = sql`from crowded p join crowded o on o.user_id = p.user_id and o.date = p.date and o.lesson_id <> p.lesson_id
    and o.time_begins_at < p.time_ends_at and p.time_begins_at < o.time_ends_at
    and ${isSure('p', 'o')} and ${isSure('o', 'p')}`;
  return sql`
    select 'present_while_excused' as kind, p.date, p.time_begins_at as time, p.user_id, p.lesson_id as entry_id,
      null::bigint as other_id, a.uuid as absence_uuid, null::uuid as other_uuid
    from pupil p join absence a on a.user_id = p.user_id and ${isCovered}
    union
    select 'present_while_excused', p.date, p.time_begins_at, p.user_id, p.lesson_id, null, a.uuid, null
    from absence a join pupil p on ${isCovered} and ${isInUnit(school_id, sql.ref('p.user_id'), unit, sql.ref('p.date'))}
    where a.user_id is null
    union
    select 'two_lessons', p.date, p.time_begins_at, p.user_id, p.lesson_id, o.lesson_id, null, null
    ${both} and o.lesson_id > p.lesson_id and ${isPresent} and o.kind is distinct from 'absent'
    union
    select 'absent_and_present', p.date, p.time_begins_at, p.user_id, p.lesson_id, o.lesson_id, null, null
    ${both} and p.kind = 'absent' and o.kind is distinct from 'absent'
    union
    select 'marks_differ', entry.lesson_date, entry.time_begins_at, mark.user_id, entry.id, null, null, null
    from classbook_marks mark
    join classbook_entries entry on entry.school_id = ${school_id} and entry.id = mark.entry_id
    join lesson l on l.id = entry.id
    where mark.school_id = ${school_id} and mark.other_kind is not null
    union
    select 'absences_differ', greatest(shared.date, ${begins_at}::date), '00:00'::time, shared.user_id, null, null,
      shared.uuid, shared.other_uuid
    from (select (greatest(a.begins_at, b.begins_at) at time zone ${zone})::date as date, a.user_id, a.uuid, b.uuid as other_uuid
      from absence a join absence b on b.user_id = a.user_id and b.state = 'UNEXCUSED' and b.type_id <> ${STANDARD_TYPE}
        and a.begins_at < b.ends_at and b.begins_at < a.ends_at
      where a.state = 'EXCUSED') shared
    where shared.date <= ${ends_at}::date`;
};

/** A page of contradictions, newest first, and one more. */
export async function listContradictions(
  db: Kysely<DB>,
  book: Book,
  filter: ContradictionFilter,
): Promise<ContradictionRow[]> {
  const { rows } = await sql<ContradictionRow>`with ${facts(book, filter)},
    found as (${found(book, filter)})
    select kind, date, user_id, entry_id, other_id, absence_uuid, other_uuid from found
    where ${filter.kind}::text is null or kind = ${filter.kind}
    order by date desc, time desc, user_id, kind, entry_id, other_id, absence_uuid, other_uuid
    limit ${filter.limit + 1} offset ${filter.offset}`.execute(db);
  return rows;
}

/** Absences by their identity, of those that touch some days. */
export async function listAbsencesOf(
  db: Kysely<DB>,
  { school_id, zone }: Book,
  days: { begins_at: string; ends_at: string },
  uuids: readonly string[],
): Promise<AbsenceColumns[]> {
  if (uuids.length === 0) return [];
  const { rows } = await sql<AbsenceColumns>`select * from ${absencesPart(school_id, zone, days)} known
    where uuid = any(${uuids}::uuid[])`.execute(db);
  return rows;
}
