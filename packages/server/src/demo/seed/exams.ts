import { demoExams } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

/** Dates the exams of a demo school from today: what nobody has changed is made anew, by its topic, for classes and subjects that there are. */
export async function moveExams(db: Kysely<DB>, schoolId: number, yearId: number, now: Date): Promise<void> {
  const rows = JSON.stringify(demoExams(now));
  await sql`delete from exams e where e.school_id = ${schoolId} and e.updated_at = e.created_at and e.created_by is null
    and e.topic in (select r.topic from jsonb_to_recordset(${rows}::jsonb) as r(topic text))`.execute(db);
  await sql`insert into exams (school_id, school_year_id, grade_id, subject_id, date, time_begins_at, time_ends_at, kind, topic,
      note, is_public, created_at, updated_at)
    select ${schoolId}, y.id, g.id, s.id, r.date, r.time_begins_at, r.time_ends_at, r.kind, r.topic, '', r.is_public,
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r(grade text, subject text, date date, time_begins_at time, time_ends_at time,
      kind text, topic text, is_public boolean)
    join school_years y on y.school_id = ${schoolId} and y.id = ${yearId} and r.date between y.begins_at and y.ends_at
    join grades g on g.school_id = ${schoolId} and g.shortcut = r.grade and g.ended_at is null
    join subjects s on s.school_id = ${schoolId} and s.shortcut = r.subject and s.ended_at is null
    where not exists (select from exams e where e.school_id = ${schoolId} and e.topic = r.topic and e.date = r.date)`.execute(
    db,
  );
}
