import { closeOwnTestServer } from '../../support/database.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../../support/people.ts';
import { startTestServer } from '../../support/server.ts';
import { type BenchRow, median } from '../row.ts';

/** Seconds. */
const MERGE_LIMIT = 2;
const LIST_LIMIT = 0.5;
const PAIRS = 3;
const PEOPLE = 2000;
const CROWD = 10_000;

/** A school in the last week of a year: messages, news, absences, courses and files of everybody. */
export async function runDoublesBench(): Promise<BenchRow[]> {
  const server = await startTestServer({ checkAnswers: false });
  const { kysely, pool } = server.test.database;
  const school = await buildSchool(kysely, 'bench');
  const run = (text: string, values: unknown[] = []) => pool.query(text, [school.id, ...values]);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  await run(
    `insert into users (school_id, username, firstname, lastname, type, role)
    select $1, 'pupil.' || n, 'First' || n / 2, 'Name' || n / 2, 'STUDENT', 'STUDENT' from generate_series(0, $2::int - 1) n`,
    [PEOPLE],
  );
  const pupils = `(select id, row_number() over (order by id) - 1 as n from users where school_id = $1 and role = 'STUDENT')`;
  await run(
    `insert into channels (school_id, type, name) select $1, 'CUSTOM', 'Channel ' || n from generate_series(1, 60) n`,
  );
  await run(`insert into chats (school_id, channel_id) select $1, id from channels where school_id = $1 and type = 'CUSTOM'
    on conflict do nothing`);
  await run(`insert into channel_members (school_id, channel_id, user_id, method, joined_at)
    select $1, c.id, p.id, 'added', now() from ${pupils} p
    join (select id, row_number() over () as n from channels where school_id = $1 and type = 'CUSTOM') c on (p.n + c.n) % 4 = 0`);
  await run(`insert into messages (school_id, chat_id, seq, user_id, type, content, change_seq)
    select $1, c.id, s, p.id, 'MESSAGE', 'What somebody writes ' || s, s
    from (select chats.id, row_number() over () as n from chats join channels on channels.id = chats.channel_id
      and channels.school_id = $1 and channels.type = 'CUSTOM' where chats.school_id = $1) c
    cross join generate_series(1, 2000) s join ${pupils} p on p.n = (c.n * 7 + s) % ${PEOPLE}`);
  await run(
    `insert into news (school_id, user_id, title, content, content_rendered, excerpt, publish_at) select $1, p.id, 'News', '', '', '', now() from ${pupils} p where p.n < 400`,
  );
  await run(`insert into news_audience (school_id, news_id, user_id, added_at) select $1, w.id, p.id, now() from ${pupils} p
    join (select id, row_number() over () as n from news where school_id = $1) w on (p.n + w.n) % 4 = 0`);
  await run(
    `insert into absences (school_id, school_year_id, user_id, begins_at, ends_at, type_id, source, created_by, created_at, updated_at)
    select $1, $2, p.id, '2026-08-10'::timestamptz + d * interval '1 day', '2026-08-10'::timestamptz + d * interval '1 day 6 hours', t.id, 'school', p.id, now(), now()
    from ${pupils} p cross join generate_series(1, 20) d
    cross join (select id from absence_types where school_id = $1 order by id limit 1) t`,
    [school.yearId],
  );
  await run(
    `insert into courses (school_id, shortcut, name, source) select $1, 'C' || n, 'Course ' || n, 'manual' from generate_series(1, 200) n`,
  );
  await run(`insert into enrolments (school_id, user_id, course_id, joined_at) select $1, p.id, c.id, '2026-08-01' from ${pupils} p
    join (select id, row_number() over () as n from courses where school_id = $1) c on (p.n + c.n) % 20 = 0`);
  await run(`insert into files (school_id, uuid, name, mime, size, sha256, created_by, reserved)
    select $1, gen_random_uuid(), 'file', 'text/plain', 1, '\\x00', p.id, 'cloud_file' from ${pupils} p cross join generate_series(1, 10) n`);
  await pool.query('analyze');
  const token = await signIn(server, 'bench', 'admin', PASSWORD);
  const { rows } = await run(`select id::int, firstname || ' ' || lastname as name from ${pupils} p
    join users using (id) where users.school_id = $1 order by p.n limit ${PAIRS * 2}`);
  const times: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const [from, into] = [rows[pair * 2], rows[pair * 2 + 1]];
    const compared = await server.request('GET', `/v1/doubles/${from.id}/${into.id}`, { token });
    const body = { from_id: from.id, takes: [], name: from.name, revision: compared.body.data.revision };
    const before = performance.now();
    const answer = await server.request('POST', `/v1/doubles/${into.id}/merge`, { token, body });
    times.push((performance.now() - before) / 1000);
    if (answer.status !== 200) throw new Error(answer.text);
  }
  await run(
    `insert into users (school_id, username, firstname, lastname, type, role)
    select $1, 'crowd.' || n, 'Crowd' || n, 'Crowd' || n % 997, 'PARENT', 'PARENT' from generate_series(1, $2::int) n`,
    [CROWD],
  );
  await pool.query('analyze users');
  const lists: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const before = performance.now();
    const answer = await server.request('GET', '/v1/doubles', { token });
    lists.push((performance.now() - before) / 1000);
    if (answer.body.data.length < 25) throw new Error('too few pairs');
  }
  await server.stop();
  await closeOwnTestServer();
  const row = (name: string, value: number, limit: number): BenchRow => ({
    name,
    value,
    unit: 's',
    limit: `≤ ${limit} s`,
    ok: value <= limit,
  });
  return [
    row('merge of two people with a year of data', median(times), MERGE_LIMIT),
    row('likely doubles among 12,000 people, a page', median(lists), LIST_LIMIT),
  ];
}
