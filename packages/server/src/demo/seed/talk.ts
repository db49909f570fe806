import { type DemoSchool, demoTalk } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { insertAnswers, insertSurveys } from './surveys.ts';

/** How many messages those have not read yet who have not read all. */
const UNREAD = 3;

/**
 * Two years of talk in the channels of a demo school, in one statement each for messages, chats, channels and members. The
 * channels follow the classes: they are there once what the transaction changed is settled.
 */
export async function insertTalk(db: Kysely<DB>, schoolId: number, demo: DemoSchool, now: Date): Promise<void> {
  await sql`set constraints channel_marks_settle immediate`.execute(db);
  // The planner knows nothing yet of the rows of this transaction: it would join them one by one, which takes minutes.
  await sql`select kreide_analyze()`.execute(db);
  const surveys = await insertSurveys(db, schoolId, demo, now);
  const messages = [...demoTalk(demo, now), ...surveys.map(({ uuid, ...survey }) => ({ ...survey, survey: uuid }))];
  await sql`with places as materialized (
      select h.target, coalesce(g.shortcut, c.shortcut, '') as unit, t.id
      from channels h
      join chats t on t.school_id = ${schoolId} and t.channel_id = h.id
      left join grades g on g.school_id = ${schoolId} and g.id = h.grade_id
      left join courses c on c.school_id = ${schoolId} and c.id = h.course_id
      where h.school_id = ${schoolId}
    ), topics as materialized (
      select s.uuid, s.id, q.question from surveys s
      left join survey_questions q on q.school_id = ${schoolId} and q.survey_id = s.id and q.position = 0
      where s.school_id = ${schoolId}
    )
    insert into messages
      (school_id, chat_id, seq, user_id, type, content, change_seq, created_at, updated_at, target_type, target_id, target_snapshot)
    select ${schoolId}, p.id, row_number() over place, u.id, 'MESSAGE', r.content, row_number() over place, r.at, r.at,
      case when s.id is not null then 'surveys' end, s.id,
      case when s.id is not null then jsonb_build_object('name', s.question, 'by', null) end
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
      as r(target text, unit text, author text, content text, at timestamptz, survey uuid)
    join places p on p.target = r.target and p.unit = coalesce(r.unit, '')
    join users u on u.school_id = ${schoolId} and u.username = r.author
    left join topics s on s.uuid = r.survey
    window place as (partition by p.id order by r.at)`.execute(db);
  await sql`update chats t set messages_sent = m.count, change_seq = m.count, last_change_at = m.last
    from (select chat_id, count(*) as count, max(created_at) as last from messages
      where school_id = ${schoolId} and type = 'MESSAGE' group by chat_id) m
    where t.school_id = ${schoolId} and t.id = m.chat_id`.execute(db);
  await sql`update channels h set activity_at = t.last_change_at, created_at = least(h.created_at, t.last_change_at)
    from chats t where h.school_id = ${schoolId} and t.school_id = ${schoolId} and t.channel_id = h.id
      and t.messages_sent > 0`.execute(db);
  await sql`update channel_members m set visible_from_seq = 0,
      read_seq = greatest(0, t.messages_sent - case when (m.user_id + m.channel_id) % 4 = 0 then ${UNREAD}::int else 0 end)
    from chats t where m.school_id = ${schoolId} and t.school_id = ${schoolId} and t.channel_id = m.channel_id
      and t.messages_sent > 0`.execute(db);
  // Some of those who have read the newest messages say so without a word; the very last one is still new.
  await sql`insert into message_reactions (school_id, chat_id, seq, user_id, reaction, reacted_at)
    select m.school_id, m.chat_id, m.seq, r.user_id,
      (array['thumbs_up', 'thumbs_up', 'heart', 'thumbs_up', 'thanks'])[1 + (r.user_id + m.seq) % 5],
      m.created_at + interval '3 minutes'
    from chats t
    join messages m on m.school_id = ${schoolId} and m.chat_id = t.id and m.type = 'MESSAGE'
      and m.seq between t.messages_sent - 6 and t.messages_sent - 1
    join channel_members r on r.school_id = ${schoolId} and r.channel_id = t.channel_id and r.left_at is null
      and r.read_seq >= m.seq and r.user_id <> m.user_id
    where t.school_id = ${schoolId} and (r.user_id * 7 + m.seq * 3) % 5 = 0`.execute(db);
  await insertAnswers(db, schoolId, surveys);
  await sql`set constraints channel_marks_settle deferred`.execute(db);
}
