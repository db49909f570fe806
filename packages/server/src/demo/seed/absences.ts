import { DEMO_ABSENCES, DEMO_GRADE } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

/** A few absences in one class: today, to come, and some days ago, in one statement, with their first step. */
export async function insertAbsences(db: Kysely<DB>, schoolId: number, now: Date): Promise<void> {
  const at = now.toISOString();
  const zone = sql`(select s.time_zone from schools s where s.id = ${schoolId})`;
  await sql`insert into absences (school_id, school_year_id, user_id, begins_at, ends_at, type_id, excuse_note, source, read_at,
      created_by, created_at, updated_at)
    select ${schoolId}, y.id, m.user_id, (day.first)::timestamp at time zone ${zone},
      (day.first + a.days - 1 + time '23:59') at time zone ${zone}, a.type, a.note, a.source,
      case when a."from" < 0 then ${at}::timestamptz end,
      case a.source when 'parent' then (select min(p.parent_id) from user_parents p where p.school_id = ${schoolId} and p.user_id = m.user_id)
        when 'pupil' then m.user_id end, ${at}, ${at}
    from (select value ->> 'type' as type, (value ->> 'from')::integer as "from", (value ->> 'days')::integer as days,
        value ->> 'source' as source, value ->> 'note' as note, place
      from jsonb_array_elements(${JSON.stringify(DEMO_ABSENCES)}::jsonb) with ordinality as l(value, place)) a
    cross join lateral (select (${at}::timestamptz at time zone ${zone})::date + a."from" as first) day
    join school_years y on y.school_id = ${schoolId} and day.first >= y.begins_at and day.first + a.days - 1 <= y.ends_at
    join lateral (select m.user_id from grade_memberships m
      join grades g on g.school_id = ${schoolId} and g.id = m.grade_id and g.shortcut = ${DEMO_GRADE}
      where m.school_id = ${schoolId} order by m.user_id offset (a.place * 3 - 1)::integer limit 1) m on true`.execute(
    db,
  );
  await sql`insert into absence_steps (school_id, absence_id, kind, at, by_id, begins_at, ends_at, type_id, comment, excuse_note)
    select ${schoolId}, a.id, 'created', a.created_at, a.created_by, a.begins_at, a.ends_at, a.type_id, a.comment, a.excuse_note
    from absences a where a.school_id = ${schoolId}`.execute(db);
}
