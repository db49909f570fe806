import { demoEvents } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

/**
 * Dates the calendar of a demo school from today: what nobody has changed is made anew, by its names, in one statement each.
 * The school's first teacher has made it.
 */
export async function moveEvents(db: Kysely<DB>, schoolId: number, now: Date): Promise<void> {
  const rows = JSON.stringify(demoEvents(now));
  const author = sql`(select min(t.user_id) from teachers t where t.school_id = ${schoolId} and t.ended_at is null)`;
  await sql`delete from calendar_events e where e.school_id = ${schoolId} and e.updated_at = e.created_at
    and e.user_id = ${author}
    and e.name in (select r.name from jsonb_to_recordset(${rows}::jsonb) as r(name text))`.execute(db);
  await sql`with made as (
      insert into calendar_events (school_id, user_id, name, category, location, description, is_all_day, begins_at,
        ends_at, is_notifiable, participants_visible, created_at, updated_at)
      select ${schoolId}, ${author}, r.name, r.category, r.location, r.description, r.is_all_day, r.begins_at, r.ends_at,
        true, true, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as r(name text, category text, location text, description text,
        is_all_day boolean, begins_at timestamptz, ends_at timestamptz)
      where not exists (select from calendar_events e where e.school_id = ${schoolId} and e.name = r.name
        and e.begins_at = r.begins_at)
      returning school_id, id, name)
    insert into calendar_event_channels (school_id, event_id, channel_id)
    select made.school_id, made.id, c.id from made
    join jsonb_to_recordset(${rows}::jsonb) as r(name text, grade text) on r.name = made.name
    join channels c on c.school_id = ${schoolId} and c.deleted_at is null
    left join grades g on g.school_id = ${schoolId} and g.id = c.grade_id
    where case when r.grade is null then c.type = 'GLOBAL' else g.shortcut = r.grade and c.target in ('students', 'parents') end`.execute(
    db,
  );
}
