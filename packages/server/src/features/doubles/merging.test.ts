import type { Comparison } from '@kreide/core/features/doubles';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildFullSchool, type FullSchool } from '../../../../../tests/support/full-school.ts';
import { startMailServer } from '../../../../../tests/support/mail-server.ts';
import { type BuiltUser, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { connect, findConnected } from '../auth-drivers/queries.ts';
import { findByUserName } from '../scim/queries.ts';
import { findByImportKey, findIdentified } from '../user-import/index.ts';

let server: TestServer;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let school: FullSchool;
let token: string;
let [twin, next] = [undefined as unknown as BuiltUser, 0];

beforeAll(async () => {
  mails = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mails.port}`, KREIDE_MAIL_FROM: 'school@kreide.example' },
  });
  school = await buildFullSchool(server, 'amsel', 'zimt');
  token = await signIn(server, 'amsel', school.people.admin.username);
});
afterAll(async () => {
  await server.stop();
  await mails[Symbol.asyncDispose]();
});
beforeEach(async () => {
  twin = await buildUser(server.test.database.kysely, school.school.id, `twin-${++next}`, 'STUDENT');
});

const run = async (text: string, values: unknown[] = []) =>
  (await server.test.database.pool.query(text, [school.school.id, ...values])).rows;
const ask = (method: string, path: string, body?: unknown, as = token) =>
  server.request(method, `/v1/doubles${path}`, { token: as, body });
const compare = async (one: number, other: number): Promise<Comparison> => {
  const answer = await ask('GET', `/${one}/${other}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

async function merge(from: BuiltUser, into: BuiltUser, values: Record<string, unknown> = {}, as = token) {
  const { revision, people } = await compare(from.id, into.id);
  const name = people.find(({ id }) => id === from.id)?.displayname;
  return ask('POST', `/${into.id}/merge`, { from_id: from.id, takes: [], name, revision, ...values }, as);
}

/** How many rows refer to a person: everything with a foreign key to people, and what erasing knows besides. */
async function countReferences(id: number): Promise<Record<string, number>> {
  const columns = await run(`select r.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint r
    join pg_attribute a on a.attrelid = r.conrelid and a.attnum = any(r.conkey) and a.attname <> 'school_id'
    where r.contype = 'f' and r.confrelid = 'users'::regclass and $1::bigint > 0
    union select 'files', 'created_by' union select 'user_import_lines', 'user_id'
    union select 'notification_settings', 'user_id' union select 'push_deliveries', 'user_id'`);
  const counts: Record<string, number> = {};
  for (const { table, column } of columns) {
    const [found] = await run(`select count(*)::int as count from ${table} where school_id = $1 and ${column} = $2`, [
      id,
    ]);
    if (found.count > 0) counts[`${table}.${column}`] = found.count;
  }
  return counts;
}

it('all that named the one who goes names the one who stays, and nobody signs in with that account [T-7.101]', async () => {
  const { teacher } = school.people;
  const stays = await buildUser(server.test.database.kysely, school.school.id, 'frau-geheimrat', 'TEACHER');
  await run('update files set created_by = $2 where school_id = $1', [teacher.id]);
  await run(`update users set email = 'old@home.example' where school_id = $1 and id = $2`, [teacher.id]);
  await run(`update users set email = 'new@home.example' where school_id = $1 and id = $2`, [stays.id]);
  await run(`insert into user_permissions values ($1, $2, 'send-push', true)`, [teacher.id]);
  const session = await signIn(server, 'amsel', teacher.username);
  await run('update users set is_tfa_enabled = true where school_id = $1 and id = $2', [teacher.id]);
  const before = await countReferences(teacher.id);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['files.created_by', 'news.user_id', 'teachers.user_id', 'sessions.user_id']),
  );
  const shown = await compare(teacher.id, stays.id);
  expect(shown.counts).toEqual(expect.arrayContaining([{ kind: 'news', people: [before['news.user_id'], 0] }]));
  expect(shown.fields.map(({ field }) => field)).toEqual(['name', 'email', 'sign_in', 'teacher']);
  const merged = await merge(teacher, stays, { takes: ['name', 'email'] });
  expect(merged.status, merged.text).toBe(200);
  expect(await countReferences(teacher.id)).toEqual({});
  const after = await countReferences(stays.id);
  for (const column of ['files.created_by', 'news.user_id', 'teachers.user_id'])
    expect(after[column], column).toBe(before[column]);
  // Rights beyond those of the kind, and the ways in, end.
  expect(after['user_permissions.user_id']).toBeUndefined();
  expect((await server.request('GET', '/v1/users/self', { token: session })).status).toBe(401);
  const body = { slink: 'amsel', username: teacher.username, password: PASSWORD, stayLoggedIn: true };
  expect((await server.request('POST', '/v1/auth/login', { body })).status).toBe(422);
  const [kept] = await run('select firstname, email, username from users where school_id = $1 and id = $2', [stays.id]);
  expect(kept).toEqual({ firstname: teacher.username, email: 'old@home.example', username: 'frau-geheimrat' });
  const [logged] = await run(`select * from audit_log where school_id = $1 and action = 'doubles.merge'`);
  expect(logged).toMatchObject({ entity: 'users', entity_id: `${stays.id}` });
  expect(JSON.stringify(logged)).toContain(`(${teacher.username}, #${teacher.id})`);
  await expect
    .poll(() => mails.received.flatMap(({ to }) => to).toSorted())
    .toEqual(['new@home.example', 'old@home.example']);
  expect(mails.received[0]?.mail.text).toContain('frau-geheimrat');
  expect(mails.received[0]?.mail.text).toContain('Der zweite Schritt bei der Anmeldung galt nur für das andere Konto.');
});

it('the mail says of a second step only where one is lost', async () => {
  for (const [at, [goes, stays]] of [
    [false, false],
    [true, true],
    [false, true],
  ].entries()) {
    const add = async (name: string, is_tfa_enabled: boolean | undefined) => {
      const made = await buildUser(server.test.database.kysely, school.school.id, `${name}${at}`, 'TEACHER');
      const email = `${name}${at}@home.example`;
      await run('update users set email = $3, is_tfa_enabled = $4 where school_id = $1 and id = $2', [
        made.id,
        email,
        is_tfa_enabled,
      ]);
      return made;
    };
    const merged = await merge(await add('goes', goes), await add('stays', stays), { takes: [] });
    expect(merged.status, merged.text).toBe(200);
    const textTo = () => mails.received.find(({ to }) => to.includes(`stays${at}@home.example`))?.mail.text;
    await expect.poll(textTo).toContain(`stays${at}`);
    expect(textTo()).not.toContain('zweite Schritt');
  }
});

it('where both have a row, that of the one who stays is kept unless the other is worth more', async () => {
  const { student, other, child } = school.people;
  await run(`insert into channels (school_id, type, name, code) values ($1, 'CUSTOM', 'Both', null)`);
  const [channel] = await run(`select id from channels where school_id = $1 and name = 'Both'`);
  for (const [id, isAdmin] of [
    [twin.id, true],
    [student.id, false],
  ])
    await run(
      `insert into channel_members (school_id, channel_id, user_id, is_admin, method, joined_at) values ($1, $2, $3, $4, 'added', now())`,
      [channel.id, id, isAdmin],
    );
  const talk = (one: number, two: number) =>
    run(
      `insert into channels (school_id, type, low_user_id, high_user_id) values ($1, 'CHAT', least($2::bigint, $3), greatest($2::bigint, $3)) returning id`,
      [one, two],
    );
  const [[mine], [theirs], [between], [alone]] = [
    await talk(student.id, other.id),
    await talk(twin.id, other.id),
    await talk(twin.id, student.id),
    await talk(twin.id, child.id),
  ];
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
    [twin.id, school.grade],
  );
  await run(
    `insert into enrolments (school_id, user_id, course_id, joined_at) values ($1, $2, $4, '2026-08-01'), ($1, $3, $4, '2026-08-01')`,
    [twin.id, student.id, school.course],
  );
  await run(`insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $4), ($1, $3, $4)`, [
    twin.id,
    student.id,
    school.people.parent.id,
  ]);
  await run(`insert into notification_settings (school_id, user_id) values ($1, $2), ($1, $3)`, [twin.id, student.id]);
  const courses = 'select 1 from enrolments where school_id = $1 and user_id = $2 and course_id = $3';
  const taken = await run(courses, [student.id, school.course]);
  expect((await merge(twin, student)).status).toBe(200);
  expect(await countReferences(twin.id)).toEqual({});
  const member = 'select is_admin from channel_members where school_id = $1 and channel_id = $2';
  expect(await run(member, [channel.id])).toEqual([{ is_admin: true }]);
  const talks = await run(
    'select id, type, low_user_id::int, high_user_id::int, name from channels where school_id = $1 and id = any($2) order by id',
    [[mine.id, theirs.id, between.id, alone.id]],
  );
  expect(talks).toMatchObject([
    { type: 'CHAT', low_user_id: student.id, high_user_id: other.id },
    { type: 'CUSTOM', low_user_id: null },
    { type: 'CUSTOM', low_user_id: null },
    { type: 'CHAT', low_user_id: student.id, high_user_id: child.id },
  ]);
  expect(talks[1].name).toContain(other.username);
  const links = await run(
    'select user_id::int from user_parents where school_id = $1 and parent_id = $2 order by user_id',
    [school.people.parent.id],
  );
  expect(links.filter(({ user_id }) => user_id === student.id)).toHaveLength(1);
  expect(await run(courses, [student.id, school.course])).toEqual(taken);
});

it('the next list finds the one account by either number, also with both in it', async () => {
  const { other } = school.people;
  await run(
    `insert into user_import_identities (school_id, user_id, source, external_id, birth_date) values
    ($1, $2, 'lists', 'A7', '2012-03-04'), ($1, $3, 'lists', 'A8', null), ($1, $2, 'old', 'X1', null)`,
    [twin.id, other.id],
  );
  await run(
    `insert into auth_driver_people (school_id, user_id, subject, created_at, used_at)
    values ($1, $2, 'sub-gone', now(), now()), ($1, $3, 'sub-kept', now(), now())`,
    [twin.id, other.id],
  );
  await run(
    `insert into scim_people (school_id, user_id, user_name, is_disabled, created_at, updated_at)
    values ($1, $2, 'Gone@X', false, now(), now()), ($1, $3, 'kept@x', false, now(), now())`,
    [twin.id, other.id],
  );
  expect((await merge(twin, other)).status).toBe(200);
  expect(
    await run(
      'select source, external_id, birth_date::text from user_import_identities where school_id = $1 and user_id = $2 order by source',
      [other.id],
    ),
  ).toEqual([
    { source: 'lists', external_id: 'A8', birth_date: '2012-03-04' },
    { source: 'old', external_id: 'X1', birth_date: null },
  ]);
  expect(
    await run('select source, key from former_keys where school_id = $1 and user_id = $2 order by source', [other.id]),
  ).toEqual(
    expect.arrayContaining([
      { source: ':scim', key: 'gone@x' },
      { source: ':service', key: 'sub-gone' },
      { source: 'lists', key: 'A7' },
    ]),
  );
  // A service, a sign-in and a list that still say the former key mean the account of today.
  const { kysely } = server.test.database;
  const [of, now] = [school.school.id, server.clock.now()];
  expect(await findByUserName(kysely, of, 'GONE@x')).toBe(other.id);
  expect(await findConnected(kysely, of, 'sub-gone')).toBe(other.id);
  expect(await connect(kysely, { school_id: of, user_id: other.id }, 'sub-gone', now)).toBe(true);
  expect(await findConnected(kysely, of, 'sub-kept')).toBe(other.id);
  expect(await findIdentified(kysely, of, 'A7', 'lists')).toEqual([other.id]);
  expect(await findByImportKey(kysely, of, 'A7', now)).toEqual([other.id]);
  expect(await findByImportKey(kysely, of, 'sub-gone', now)).toEqual([]);
});

it('is refused where it must be, and then nothing has changed', async () => {
  const { student, employee, admin } = school.people;
  const { kysely } = server.test.database;
  const code = async (answer: ReturnType<typeof merge>) => (await answer).body.error?.code;
  expect(await code(merge(twin, employee))).toBe('not_same_kind');
  expect(await code(merge(twin, student, { name: 'Somebody else' }))).toBe('invalid');
  expect(await code(merge(twin, student, { revision: 'old' }))).toBe('accounts_changed');
  const chief = await buildUser(kysely, school.school.id, `chief-${next}`, 'ADMIN');
  expect(await code(merge(admin, chief))).toBe('own_account');
  const office = await buildUser(kysely, school.school.id, `office-${next}`, 'EMPLOYEE');
  await run(`insert into user_permissions values ($1, $2, 'manage-users', true)`, [office.id]);
  const officeToken = await signIn(server, 'amsel', office.username);
  expect(await code(merge(chief, admin, {}, officeToken))).toBe('forbidden');
  // A colleague is not taken into the own account: their messages would be read.
  expect(await code(merge(employee, office, {}, officeToken))).toBe('forbidden');
  await run('update users set is_locked = true where school_id = $1 and id = $2', [chief.id]);
  const chiefs = await compare(admin.id, chief.id);
  expect(chiefs.people.map(({ stays }) => stays)).toEqual(['yourself', null]);
  await run(
    `insert into people_changes (school_id, kind, state, created_by, created_at) values ($1, 'lock', 'waiting', $2, now())`,
    [admin.id],
  );
  expect(await code(merge(twin, student))).toBe('people_changes_running');
  await run('delete from people_changes where school_id = $1');
  const foreign = await buildFullSchool(server, `meise-${next}`, 'anis');
  expect((await ask('GET', `/${twin.id}/${foreign.people.student.id}`)).status).toBe(404);
  expect(
    await run('select 1 from users where school_id = $1 and id = $2 and deleted_at is null', [twin.id]),
  ).toHaveLength(1);
});

it('one who breaks off in the middle has moved nothing', async () => {
  const { child } = school.people;
  await run(
    `insert into feedback (school_id, user_id, kind, text, is_mailed, created_at) values ($1, $2, 'message', 'x', false, now())`,
    [twin.id],
  );
  await server.test.asOwner(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end';
    create trigger refuse before update on users for each row when (old.id = ${twin.id}) execute function refuse()`);
  expect((await merge(twin, child)).status).toBe(500);
  await server.test.asOwner('drop trigger refuse on users; drop function refuse');
  expect(await run('select user_id::int from feedback where school_id = $1 and user_id = $2', [twin.id])).toHaveLength(
    1,
  );
});

it('likely doubles are listed by name, whatever its spelling, and by the key of another source', async () => {
  const names: [string, string, string | null][] = [
    ['Änne', 'Müller', '2011-01-01'],
    ['anne', 'MUELLER', null],
    ['Anne', 'Muller', '2012-02-02'],
    ['Çem', 'Ilk-Öz', null],
    ['Cem', 'Ilköz', null],
  ];
  const ids: number[] = [];
  for (const [firstname, lastname, born] of names) {
    const { id } = await buildUser(server.test.database.kysely, school.school.id, `double-${ids.length}`, 'PARENT');
    await run('update users set firstname = $3, lastname = $4 where school_id = $1 and id = $2', [
      id,
      firstname,
      lastname,
    ]);
    if (born)
      await run(
        `insert into user_import_identities (school_id, user_id, source, birth_date) values ($1, $2, 'a', $3)`,
        [id, born],
      );
    ids.push(id);
  }
  await run(
    `insert into user_import_identities (school_id, user_id, source, external_id) values ($1, $2, 'b', 'N1'), ($1, $3, 'c', 'N1')`,
    [ids[3], ids[4]],
  );
  const { body } = await ask('GET', '');
  const pairs = body.data.map((pair: { people: { id: number }[]; reasons: string[] }) => [
    ...pair.people.map(({ id }) => ids.indexOf(id)),
    ...pair.reasons,
  ]);
  expect(pairs.filter(([one]: number[]) => (one ?? -1) >= 0)).toEqual([
    [3, 4, 'key', 'name'],
    [0, 1, 'name'],
    [1, 2, 'name'],
  ]);
});
