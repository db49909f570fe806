import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { writeMessage } from '../../../../../tests/support/chats.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let token: string;
const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  const grade = async (shortcut: string) =>
    (
      await run(`insert into grades (school_id, name, shortcut, source) values ($1, $2, $2, 'manual') returning id`, [
        school.id,
        shortcut,
      ])
    ).rows[0].id;
  const [big, small, left] = [await grade('7a'), await grade('7b'), await grade('7c')];
  for (let number = 0; number < 10; number += 1) {
    const { id } = await buildUser(kysely, school.id, `pupil${number}`, 'STUDENT');
    const grade_id = number < 5 ? big : number < 9 ? small : left;
    await run(
      `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
      [school.id, id, grade_id],
    );
    if (number !== 5)
      await run(
        `insert into absences (school_id, school_year_id, user_id, begins_at, ends_at, type_id, source, created_at, updated_at)
         values ($1, $2, $3, '2026-11-17T07:00:00Z', '2026-11-17T12:00:00Z', 'missing', 'school', now(), now())`,
        [school.id, school.yearId, id],
      );
    if (number < 6) await signIn(server, 'amsel', `pupil${number}`);
  }
  const office = await buildUser(kysely, school.id, 'office', 'ADMIN');
  // Many messages of one person tell of that person all the same.
  const channel = await buildChannel(kysely, school.id, { admins: [office.id] });
  for (let number = 0; number < 5; number += 1) await writeMessage(kysely, school.id, channel, office.id);
  // Of a grade whose last pupil has left: nobody is to be known by the absence that stays.
  await run(`update users set deleted_at = '2026-11-17T18:00:00Z' where username = 'pupil9'`);
  await run(
    `insert into absences (school_id, school_year_id, user_id, begins_at, ends_at, type_id, source, created_at, updated_at, deleted_at)
     select school_id, $2, id, '2026-11-16T07:00:00Z', '2026-11-16T12:00:00Z', 'missing', 'school', now(), now(), now()
     from users where school_id = $1 and username = 'pupil1'`,
    [school.id, school.yearId],
  );
  await run(`update users set state = 'PENDING' where username = 'pupil6'`);
  await run(`update users set is_locked = true where username = 'pupil5'`);
  server.clock.advance(-24 * 60 * 60 * 1000);
  await signIn(server, 'amsel', 'pupil0');
  server.clock.advance(24 * 60 * 60 * 1000);
  token = await signIn(server, 'amsel', 'office');
});
afterAll(() => server.stop());

const read = async (query = '') =>
  (await server.request('GET', `/v1/schools/${school.id}/statistics${query}`, { token })).body.data;

it('count accounts, sign-ins and absences, and say nothing about fewer than five people [P-7.88] [T-7.138]', async () => {
  const { begins_at, ends_at, roles, days, grades, news } = await read('?days=7');
  expect([begins_at, ends_at, days.length]).toEqual(['2026-11-12', '2026-11-18', 7]);
  expect(roles).toContainEqual({ role: 'STUDENT', active: 7, waiting: 1, locked: 1 });
  expect(days.slice(-2)).toEqual([
    { date: '2026-11-17', people: null, messages: 0 },
    { date: '2026-11-18', people: 7, messages: null },
  ]);
  expect(grades).toEqual([
    expect.objectContaining({ shortcut: '7a', people: 5, absent: 5, absences: 5 }),
    expect.objectContaining({ shortcut: '7b', people: 4, absent: null, absences: null }),
    expect.objectContaining({ shortcut: '7c', people: 0, absent: 0, absences: 0 }),
  ]);
  expect(news).toEqual({ published: 0, confirmable: 0, confirmed: 0 });
});

it('count the news that were confirmed, and go back as far as is asked for', async () => {
  await run(
    `insert into news (school_id, title, content, content_rendered, excerpt, is_confirmable, publish_at, deleted_at)
     select $1, 'Kein Fest', '', '', '', true, publish_at::timestamptz, deleted_at::timestamptz
     from (values ('2026-11-02T08:00:00Z', '2026-11-03T08:00:00Z'), ('2026-11-18T09:11:00Z', null)) as news (publish_at, deleted_at)`,
    [school.id],
  );
  const { rows } = await run(
    `insert into news (school_id, title, content, content_rendered, excerpt, is_confirmable, publish_at)
     values ($1, 'Fest', '', '', '', true, '2026-11-01T08:00:00Z') returning id`,
    [school.id],
  );
  await run(
    `insert into news_confirmations (school_id, news_id, user_id, via, confirmed_at)
     select school_id, $2, id, 'app', now() from users where school_id = $1 and role = 'STUDENT'`,
    [school.id, rows[0].id],
  );
  expect((await read()).news).toEqual({ published: 1, confirmable: 1, confirmed: 10 });
  expect((await read('?days=7')).news.published).toBe(0);
  expect((await read('?days=84')).days).toHaveLength(84);
  const odd = await server.request('GET', `/v1/schools/${school.id}/statistics?days=1`, { token });
  expect(odd.status).toBe(422);
});

it('say nothing about few who were absent, also of a class that is not small', async () => {
  await run(`delete from absences where user_id <> (select id from users where username = 'pupil0')`);
  expect((await read()).grades[0]).toMatchObject({ shortcut: '7a', people: 5, absent: null, absences: null });
  await run('delete from absences');
  expect((await read()).grades[0]).toMatchObject({ absent: 0, absences: 0 });
});
