import { randomUUID } from 'node:crypto';
import { type DemoSchool, type DemoSurvey, demoSurveys } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

/** A survey with the uuid by which its message refers to it. */
export type SeededSurvey = DemoSurvey & { uuid: string };

/** Makes the surveys of a demo school with their questions; who has answered comes once they were sent. */
export async function insertSurveys(
  db: Kysely<DB>,
  schoolId: number,
  demo: DemoSchool,
  now: Date,
): Promise<SeededSurvey[]> {
  const surveys = demoSurveys(demo, now).map((survey) => ({ ...survey, uuid: randomUUID() }));
  const rows = JSON.stringify(surveys);
  await sql`insert into surveys
      (school_id, uuid, user_id, results_visibility, is_anonymous, expires_at, ended_at, created_at)
    select ${schoolId}, r.uuid, u.id, r.results_visibility, r.is_anonymous, r.expires_at, r.ended_at, r.at
    from jsonb_to_recordset(${rows}::jsonb) as r(uuid uuid, author text, results_visibility text, is_anonymous boolean,
      expires_at timestamptz, ended_at timestamptz, at timestamptz)
    join users u on u.school_id = ${schoolId} and u.username = r.author`.execute(db);
  await sql`insert into survey_questions (school_id, survey_id, position, question, type)
    select ${schoolId}, s.id, q.place - 1, q.value ->> 'question', q.value ->> 'type'
    from jsonb_to_recordset(${rows}::jsonb) as r(uuid uuid, questions jsonb)
    join surveys s on s.school_id = ${schoolId} and s.uuid = r.uuid
    cross join jsonb_array_elements(r.questions) with ordinality as q(value, place)`.execute(db);
  await sql`insert into survey_options (school_id, question_id, position, name)
    select ${schoolId}, t.id, o.place - 1, o.name
    from jsonb_to_recordset(${rows}::jsonb) as r(uuid uuid, questions jsonb)
    join surveys s on s.school_id = ${schoolId} and s.uuid = r.uuid
    cross join jsonb_array_elements(r.questions) with ordinality as q(value, place)
    join survey_questions t on t.school_id = ${schoolId} and t.survey_id = s.id and t.position = q.place - 1
    cross join jsonb_array_elements_text(q.value -> 'options') with ordinality as o(name, place)`.execute(db);
  return surveys;
}

/** A number from 0 to 99 that is always the same for two things. */
const draw = (one: string, other: string) => sql`abs(hashtext(${sql.raw(one)} || ' ' || ${sql.raw(other)}) % 100)`;

/**
 * Lets the members of the channels answer to which the surveys were sent. Of an anonymous one that is over nothing tells who said
 * what: no name, no mark and no order.
 */
export async function insertAnswers(db: Kysely<DB>, schoolId: number, surveys: readonly SeededSurvey[]): Promise<void> {
  const rows = JSON.stringify(surveys);
  await sql`insert into survey_channels (school_id, survey_id, channel_id)
    select m.school_id, m.target_id, t.channel_id from messages m
    join chats t on t.school_id = m.school_id and t.id = m.chat_id
    where m.school_id = ${schoolId} and m.target_type = 'surveys'`.execute(db);
  await sql`insert into survey_participations (school_id, survey_id, user_id)
    select ${schoolId}, s.id, c.user_id
    from jsonb_to_recordset(${rows}::jsonb) as r(uuid uuid, share integer)
    join surveys s on s.school_id = ${schoolId} and s.uuid = r.uuid
    join survey_channels p on p.school_id = ${schoolId} and p.survey_id = s.id
    join channel_members c on c.school_id = ${schoolId} and c.channel_id = p.channel_id and c.left_at is null
    where c.user_id <> s.user_id and ${draw('s.id::text', 'c.user_id::text')} < r.share`.execute(db);
  await sql`with options as materialized (
      select id, question_id, position, count(*) over (partition by question_id) as count from survey_options
      where school_id = ${schoolId}
    )
    insert into survey_votes (school_id, survey_id, is_anonymous, question_id, option_id, user_id)
    select ${schoolId}, s.id, s.is_anonymous, q.id, o.id, case when not s.is_anonymous then a.user_id end
    from survey_participations a
    join surveys s on s.school_id = a.school_id and s.id = a.survey_id
    join survey_questions q on q.school_id = s.school_id and q.survey_id = s.id
    join options o on o.question_id = q.id
    where a.school_id = ${schoolId}
      and (o.position = ${draw('q.id::text', 'a.user_id::text')} % o.count
        or q.type = 'multiple' and ${draw('o.id::text', 'a.user_id::text')} < 25)
    order by gen_random_uuid()`.execute(db);
  await sql`insert into survey_votes (school_id, survey_id, is_anonymous, question_id, text, user_id)
    select ${schoolId}, s.id, s.is_anonymous, q.id,
      w.texts ->> (${draw('q.id::text', 'a.user_id::text')} % jsonb_array_length(w.texts)),
      case when not s.is_anonymous then a.user_id end
    from jsonb_to_recordset(${rows}::jsonb) as r(uuid uuid, questions jsonb)
    join surveys s on s.school_id = ${schoolId} and s.uuid = r.uuid
    cross join jsonb_array_elements(r.questions) with ordinality as t(value, place)
    cross join lateral (select t.value -> 'texts' as texts) w
    join survey_questions q on q.school_id = ${schoolId} and q.survey_id = s.id and q.position = t.place - 1
    join survey_participations a on a.school_id = ${schoolId} and a.survey_id = s.id
    where q.type = 'freetext'
    order by gen_random_uuid()`.execute(db);
  await sql`update surveys s set votes_count = a.count
    from (select survey_id, count(*) as count from survey_participations where school_id = ${schoolId} group by survey_id) a
    where s.school_id = ${schoolId} and s.id = a.survey_id`.execute(db);
}
