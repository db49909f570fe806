import type { AbsenceTypeState } from '@kreide/core/features/absences';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isInUnit } from '../../structure/index.ts';

/** A pupil and a lesson in a query, on the school's clock. */
export interface LessonOf {
  readonly user_id: Expression<unknown>;
  readonly date: Expression<unknown>;
  readonly time_begins_at: Expression<unknown>;
  readonly time_ends_at: Expression<unknown>;
}

/** The absences that cover a part of a lesson of a pupil: their own, and those of their grade and courses. */
function covering(schoolId: number, zone: string, lesson: LessonOf): RawBuilder<unknown> {
  const { user_id, date, time_begins_at, time_ends_at } = lesson;
  const isThen = sql`a.school_id = ${schoolId} and a.deleted_at is null
    and a.begins_at < ((${date} + ${time_ends_at}) at time zone ${zone}) and a.ends_at > ((${date} + ${time_begins_at}) at time zone ${zone})`;
  const unit = { grade_id: sql.ref('a.grade_id'), course_id: sql.ref('a.course_id') };
  return sql`(select type.state, type.is_counting, type.id, type.name, cover.uuid from (
      select a.type_id, a.uuid from absences a where ${isThen} and a.user_id = ${user_id}
      union all
      select a.type_id, a.uuid from absences a where ${isThen} and a.user_id is null and ${isInUnit(schoolId, user_id, unit, date)}
    ) cover join absence_types type on type.school_id = ${schoolId} and type.id = cover.type_id)`;
}

/** An absence as other features look at it. */
export interface AbsenceColumns {
  readonly uuid: string;
  /** Null: of a whole grade or course. */
  readonly user_id: number | null;
  readonly grade_id: number | null;
  readonly course_id: number | null;
  readonly begins_at: string;
  readonly ends_at: string;
  readonly type_id: string;
  readonly state: AbsenceTypeState;
  /** The school's own name of the type. */
  readonly name: string | null;
}

/** The absences that touch some days, on the school's clock, as a part of a query; first and last day included. */
export function absencesPart(
  schoolId: number,
  zone: string,
  { begins_at, ends_at }: { begins_at: string; ends_at: string },
): RawBuilder<AbsenceColumns> {
  return sql`(select a.uuid, a.user_id, a.grade_id, a.course_id, a.begins_at, a.ends_at, a.type_id, type.state, type.name
    from absences a join absence_types type on type.school_id = ${schoolId} and type.id = a.type_id
    where a.school_id = ${schoolId} and a.deleted_at is null
      and a.begins_at < ((${ends_at}::date + 1)::timestamp at time zone ${zone})
      and a.ends_at > (${begins_at}::date::timestamp at time zone ${zone}))`;
}

/** How the absence of a pupil in a lesson counts, as a part of a query: `markStateOf` of core, held to the same table. */
export function markState(schoolId: number, zone: string, lesson: LessonOf): RawBuilder<AbsenceTypeState> {
  return sql<AbsenceTypeState>`(select case when bool_or(c.state = 'EXCUSED') then 'EXCUSED'
      when bool_or(c.state = 'PENDING') then 'PENDING' else 'UNEXCUSED' end
    from ${covering(schoolId, zone, lesson)} as c)`;
}

/** Does the absence of a pupil in a lesson count in statistics, as a part of a query? A school event is none. */
export function markCounts(schoolId: number, zone: string, lesson: LessonOf): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select 1 from ${covering(schoolId, zone, lesson)} as c where not c.is_counting)`;
}

/** What of an absence is shown beside a pupil in a roll. */
export interface RollAbsence {
  readonly uuid: string;
  readonly state: AbsenceTypeState;
  readonly type_id: string;
  readonly name: string | null;
}

/** The strongest absence that covers a lesson of a pupil, as a column of a query; null: there is none. */
export function rollAbsence(schoolId: number, zone: string, lesson: LessonOf): RawBuilder<RollAbsence | null> {
  return sql<RollAbsence | null>`(select json_build_object('uuid', c.uuid, 'state', c.state, 'type_id', c.id, 'name', c.name)
    from ${covering(schoolId, zone, lesson)} as c order by c.state = 'EXCUSED' desc, c.state = 'PENDING' desc limit 1)`;
}
