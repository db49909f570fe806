import { DEMO_GRADE, DEMO_NOTICES, DEMO_TOPICS } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

/** How many days back the class book of the demo goes. */
const DAYS = 10;

/**
 * The class book of one grade over the last days: its lessons with topics, some homework and notices, and who was away. Everything is drawn
 * from the numbers of the rows, in one statement each.
 */
export async function insertClassbook(db: Kysely<DB>, schoolId: number, now: Date): Promise<void> {
  const at = now.toISOString();
  await sql`insert into classbook_entries (school_id, school_year_id, lesson_uuid, lesson_date, hour, time_begins_at,
      time_ends_at, minutes, course_id, subject_id, name, is_open, grade_ids, teacher_ids, regular_teacher_ids, topic,
      roll_taken_at, created_at, updated_at)
    select ${schoolId}, y.id, i.uuid, day::date, l.hour, l.time_begins_at, l.time_ends_at,
      extract(epoch from l.time_ends_at - l.time_begins_at)::integer / 60, l.course_id, l.subject_id,
      coalesce(s.name, s.shortcut), c.id is null or c.is_required or not exists (
        select 1 from enrolments e where e.school_id = ${schoolId} and e.course_id = c.id),
      l.grade_ids, l.teacher_ids, l.teacher_ids, p.topic, ${at}, ${at}, ${at}
    from school_years y
    join lessons l on l.school_id = ${schoolId} and l.version_id = y.published_version_id and l.pattern_id is null and l.time_begins_at is not null
    join lesson_identities i on i.school_id = ${schoolId} and i.id = l.lesson_id
    join subjects s on s.school_id = ${schoolId} and s.id = l.subject_id
    left join courses c on c.school_id = ${schoolId} and c.id = l.course_id
    join grades g on g.school_id = ${schoolId} and g.shortcut = ${DEMO_GRADE} and g.id = any(l.grade_ids)
    cross join generate_series(${at}::timestamptz::date - ${DAYS}::integer, ${at}::timestamptz::date - 1, '1 day') as day
    join lateral (select p.topic from jsonb_to_recordset(${JSON.stringify(DEMO_TOPICS)}::jsonb) as p(subject text, topic text)
      where p.subject = s.shortcut or p.subject is null order by p.subject is null limit 1) p on true
    where y.school_id = ${schoolId} and extract(isodow from day) = l.weekday and day::date between l.begins_at and l.ends_at
      and not exists (select 1 from holidays h where h.school_id = ${schoolId} and day::date between h.begins_at and h.ends_at)
      and not exists (select 1 from substituted_lessons r where r.school_id = ${schoolId} and r.lesson_id = l.lesson_id
        and r.lesson_date = day::date)
    on conflict do nothing`.execute(db);
  await sql`insert into classbook_homeworks (school_id, school_year_id, entry_id, text, due_at, created_by, created_at, updated_at)
    select ${schoolId}, e.school_year_id, e.id, p.homework, e.lesson_date + 7, t.user_id, ${at}, ${at}
    from classbook_entries e
    join subjects s on s.school_id = ${schoolId} and s.id = e.subject_id
    join jsonb_to_recordset(${JSON.stringify(DEMO_TOPICS)}::jsonb) as p(subject text, homework text) on p.subject = s.shortcut
    join teachers t on t.school_id = ${schoolId} and t.id = e.teacher_ids[1] and t.user_id is not null
    where e.school_id = ${schoolId} and e.id % 3 = 0`.execute(db);
  await sql`insert into classbook_marks (school_id, entry_id, user_id, kind, minutes, marked_at)
    select ${schoolId}, e.id, m.user_id, case when (e.id + m.user_id) % 3 = 0 then 'too-late' else 'absent' end,
      case when (e.id + m.user_id) % 3 = 0 then 5 else e.minutes end, ${at}
    from classbook_entries e
    join grade_memberships m on m.school_id = ${schoolId} and m.grade_id = any(e.grade_ids)
    where e.school_id = ${schoolId} and e.is_open and (e.id * 7 + m.user_id * 13) % 41 = 0`.execute(db);
  const notices = JSON.stringify(DEMO_NOTICES);
  await sql`insert into classbook_notices (school_id, school_year_id, entry_id, message, category, occurred_at, user_ids,
      created_by, created_at, updated_at)
    select ${schoolId}, e.school_year_id, e.id, n.value ->> 'message', n.value ->> 'category',
      (e.lesson_date + e.time_begins_at) at time zone 'Europe/Berlin', array[m.user_id], t.user_id, ${at}, ${at}
    from classbook_entries e
    join jsonb_array_elements(${notices}::jsonb) with ordinality as n(value, place)
      on (n.place - 1) = e.id % ${DEMO_NOTICES.length}::integer
    join teachers t on t.school_id = ${schoolId} and t.id = e.teacher_ids[1] and t.user_id is not null
    join lateral (select m.user_id from grade_memberships m where m.school_id = ${schoolId} and m.grade_id = e.grade_ids[1]
      order by (m.user_id * e.id) % 17, m.user_id limit 1) m on true
    where e.school_id = ${schoolId} and e.is_open and e.id % 5 = 0`.execute(db);
  await sql`insert into classbook_notice_steps (school_id, notice_id, kind, at, by_id, message, category, occurred_at, users_count)
    select ${schoolId}, n.id, 'created', n.created_at, n.created_by, n.message, n.category, n.occurred_at, 1
    from classbook_notices n where n.school_id = ${schoolId}`.execute(db);
}
