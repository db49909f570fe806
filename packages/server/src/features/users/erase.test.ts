import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildFullSchool, type FullSchool } from '../../../../../tests/support/full-school.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: FullSchool;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildFullSchool(server, 'amsel', 'zimtstern');
  token = await signIn(server, 'amsel', school.people.admin.username);
});
afterAll(() => server.stop());

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);

/** How many rows refer to a person, by table and column: everything with a foreign key to people, and a few without. */
async function countReferences(id: number): Promise<Record<string, number>> {
  const { rows } = await run(`
    select r.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint r
    join pg_attribute a on a.attrelid = r.conrelid and a.attnum = any(r.conkey) and a.attname <> 'school_id'
    where r.contype = 'f' and r.confrelid = 'users'::regclass
    union select 'push_deliveries', 'user_id' union select 'notification_settings', 'user_id'
    union select 'idempotency_keys', 'user_id' union select 'files', 'created_by'`);
  const counts: Record<string, number> = {};
  for (const { table, column } of rows) {
    const found = await run(`select count(*)::int as count from ${table} where school_id = $1 and ${column} = $2`, [
      school.school.id,
      id,
    ]);
    if (found.rows[0].count > 0) counts[`${table}.${column}`] = found.rows[0].count;
  }
  return counts;
}

/** Leaves traces of a person wherever the product keeps some. */
async function leaveTraces(id: number, username: string): Promise<void> {
  const of = [school.school.id, id];
  const own = await signIn(server, 'amsel', username);
  await run(`insert into user_permissions values ($1, $2, 'send-push', true)`, of);
  await run(
    `insert into password_resets (school_id, user_id, token_hash, expires_at, created_at) values ($1, $2, 'x', now(), now())`,
    of,
  );
  await run(`insert into user_parents (school_id, user_id, parent_id) values ($1, $3, $2)`, [
    ...of,
    school.people.other.id,
  ]);
  await run(
    `insert into timetable_reports (school_id, user_id, author_id, answered_by, lesson, reason, created_at)
    values ($1, $2, $3, null, 'x', 'other', now()), ($1, $3, $2, $2, 'x', 'other', now())`,
    [...of, school.people.other.id],
  );
  await run(
    `insert into feedback (school_id, user_id, kind, text, is_mailed, created_at) values ($1, $2, 'message', 'x', false, now())`,
    of,
  );
  await run(`insert into faq_votes values ($1, $2, 'letters', true, now())`, of);
  await run(`insert into checked_childs values ($1, $2, $3, now())`, [...of, school.people.other.id]);
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
    [...of, school.grade],
  );
  await run(`insert into enrolments (school_id, user_id, course_id, joined_at) values ($1, $2, $3, '2026-08-01')`, [
    ...of,
    school.course,
  ]);
  await run(
    `insert into activation_keys (school_id, kind, user_id, code_hash, created_by, used_by, created_at, expires_at)
    values ($1, 'account', $2, 'x', null, null, now(), now()), ($1, 'child', $3, 'y', $2, $2, now(), now())`,
    [...of, school.people.other.id],
  );
  await run(
    `insert into personal_archives (school_id, user_id, created_by, created_at, expires_at)
    values ($1, $2, $2, now(), now()), ($1, $3, $2, now(), now())`,
    [...of, school.people.other.id],
  );
  await run(
    `insert into child_requests (school_id, parent_id, firstname, lastname, answered_by, created_at, expires_at)
    values ($1, $2, 'Nika', 'Neu', null, now(), now()), ($1, $3, 'Nika', 'Neu', $2, now(), now())`,
    [...of, school.people.other.id],
  );
  await run(
    `insert into applications (school_id, type, firstname, lastname, email, locale, user_id, answered_by, created_at, expires_at)
    values ($1, 'TEACHER', 'Nika', 'Neu', 'a@home.example', 'de', $2, null, now(), now()),
      ($1, 'STUDENT', 'Nika', 'Neu', 'b@home.example', 'de', null, $2, now(), now())`,
    of,
  );
  await run(
    `with made as (
      insert into planner_versions (school_id, school_year_id, number, created_by, published_by, created_at, changed_at)
      select school_id, id, 1, $2, $2, now(), now() from school_years where school_id = $1 limit 1 returning id
    ) insert into planner_edits (school_id, planner_version_id, revision, lesson_id, user_id, made_at, after)
      select $1, id, 1, 1, $2, now(), '{}' from made`,
    of,
  );
  await run(
    `insert into referrals (school_id, user_id, name, country, created_at, expires_at) values ($1, $2, 'x', 'DE', now(), now())`,
    of,
  );
  await run(`insert into consents values ($1, $2, '2026-11', now())`, of);
  await run(`insert into teachings (school_id, user_id, updated_at) values ($1, $2, now())`, of);
  await run(`insert into notification_settings (school_id, user_id) values ($1, $2)`, of);
  await run(
    `insert into messages (school_id, chat_id, seq, type, content, change_seq)
    select $1, c.id, 1, 'NC_EVENT', 'hello', 1 from chats c join channels h on h.school_id = c.school_id and h.id = c.channel_id
    where h.school_id = $1 and h.owner_id = $2`,
    of,
  );
  const device = await run(
    `insert into devices (school_id, user_id, type, push_notification_consent, token, token_hash)
    values ($1, $2, 'web', 'ACCEPTED', 't', 'h') returning id`,
    of,
  );
  await run(
    `insert into push_deliveries (school_id, user_id, device_id, kind, topic, created_at, not_before, expires_at)
    values ($1, $2, $3, 'test', 't', now(), now(), now())`,
    [...of, device.rows[0].id],
  );
  await run(
    `insert into mails (school_id, user_id, kind, recipient, content, created_at, not_before, expires_at)
    values ($1, $2, 'test', 'a@b.c', '{}', now(), now(), now())`,
    of,
  );
  await run('update files set created_by = $2 where school_id = $1', of);
  const made = await server.request('POST', '/v1/subscriptions', { token: own, body: { user_id: id, language: 'de' } });
  expect(made.status, made.text).toBe(200);
}

it('erasing somebody leaves nothing that names them: what is kept refers to a number [P-6.13] [P-7.79]', async () => {
  const { teacher, other } = school.people;
  await run(`update users set email = 'mail-zimtstern@example.org', properties = '{"x": "zimtstern"}' where id = $1`, [
    teacher.id,
  ]);
  await leaveTraces(teacher.id, teacher.username);
  expect(Object.keys(await countReferences(teacher.id)).toSorted()).toEqual(
    expect.arrayContaining([
      'activation_keys.user_id',
      'activation_keys.created_by',
      'activation_keys.used_by',
      'planner_versions.created_by',
      'planner_versions.published_by',
      'planner_edits.user_id',
      'consents.user_id',
      'teachings.user_id',
      'personal_archives.user_id',
      'personal_archives.created_by',
      'child_requests.parent_id',
      'child_requests.answered_by',
      'applications.user_id',
      'applications.answered_by',
      'channels.owner_id',
      'checked_childs.parent_id',
      'devices.user_id',
      'enrolments.user_id',
      'files.created_by',
      'grade_memberships.user_id',
      'known_senders.user_id',
      'mails.user_id',
      'news.user_id',
      'notification_settings.user_id',
      'password_resets.user_id',
      'push_deliveries.user_id',
      'sessions.user_id',
      'subscriptions.owner_id',
      'subscriptions.user_id',
      'teachers.user_id',
      'user_parents.parent_id',
      'user_permissions.user_id',
    ]),
  );
  const news = await run('select count(*)::int as count from news');
  const call = (id: number) => server.request('DELETE', `/v1/users/${id}/hard-delete`, { token });
  expect((await call(teacher.id)).status).toBe(204);
  expect(await countReferences(teacher.id)).toEqual({});
  // What the school wrote stays; the account is a number.
  expect((await run('select count(*)::int as count from news')).rows).toEqual(news.rows);
  const { rows } = await run('select * from users where id = $1', [teacher.id]);
  expect(rows[0]).toMatchObject({ email: null, password_hash: null, firstname: '–', lastname: `#${teacher.id}` });
  expect(rows[0].uuid).not.toBe(teacher.uuid);
  expect(JSON.stringify(rows[0])).not.toContain('zimtstern');
  const log = await run(`select * from audit_log where entity = 'users' and entity_id = $1`, [`${teacher.id}`]);
  expect(log.rows.at(-1)).toMatchObject({ action: 'users.hardDelete', user_id: school.people.admin.id });
  expect(JSON.stringify(log.rows)).not.toContain('zimtstern');
  // Nothing brings them back, and nobody else was touched.
  expect((await call(teacher.id)).status).toBe(404);
  expect((await server.request('PUT', `/v1/users/${teacher.id}/recover`, { token })).status).toBe(404);
  expect((await server.request('GET', `/v1/users/${teacher.id}`, { token })).status).toBe(404);
  const listed = await server.request('GET', '/v1/users?is_deleted=1', { token });
  expect(listed.body.data).toEqual([]);
  expect((await server.request('GET', `/v1/users/${other.id}`, { token })).body.data.username).toBe(other.username);
});

/** What a register or a chat goes on to say of an account, which is a number by then; all else is emptied or removed. */
const KEPT = [
  'absence_steps.by_id',
  'absences.created_by',
  'absences.deleted_by',
  'absences.edited_by',
  'absences.read_by',
  'channels.created_by',
  'channels.high_user_id',
  'channels.low_user_id',
  'classbook_entries.roll_taken_by',
  'classbook_exports.created_by',
  'classbook_homeworks.created_by',
  'classbook_marks.marked_by',
  'classbook_marks.other_by',
  'classbook_notice_steps.by_id',
  'classbook_notices.created_by',
  'classbook_notices.deleted_by',
  'classbook_notices.edited_by',
  'message_reports.decided_by',
];
const REFERENCES = `select r.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint r
  join pg_attribute a on a.attrelid = r.conrelid and a.attnum = any(r.conkey) and a.attname <> 'school_id'
  where r.contype = 'f' and r.confrelid = 'users'::regclass order by 1, 2`;

/** Has the database note the text of each statement that changes or deletes rows of these tables, also where it finds none. */
async function noteChanges(tables: ReadonlySet<string>): Promise<void> {
  const triggers = [...tables].map(
    (table) => `create trigger note after update or delete on ${table} for each statement execute function note();`,
  );
  await server.test.asOwner(`create table noted (statement text); grant select on noted to public;
    create function note() returns trigger language plpgsql security definer as
    'begin insert into public.noted values (current_query()); return null; end'; ${triggers.join(' ')}`);
}

it('erasing somebody looks at every column that the database knows to refer to people [P-6.13]', async () => {
  const { rows } = await run(REFERENCES);
  await noteChanges(new Set(rows.map(({ table }) => table)));
  expect((await server.request('DELETE', `/v1/users/${school.people.parent.id}/hard-delete`, { token })).status).toBe(
    204,
  );
  const noted: string[] = (await run('select statement from noted')).rows.map(({ statement }) =>
    statement.replaceAll('"', ''),
  );
  const isLookedAt = ({ table, column }: { table: string; column: string }) =>
    noted.some((text) => new RegExp(`\\b${table}\\b`).test(text) && new RegExp(`\\b${column}\\b`).test(text));
  const forgotten = rows.filter((row) => !isLookedAt(row)).map(({ table, column }) => `${table}.${column}`);
  expect(forgotten).toEqual(KEPT);
});
