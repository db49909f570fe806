/** The measured side, in a process of its own: a real server with 600 families, the plan of a school and an evening that is open. */
import { hash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeOwnTestServer } from '../../support/database.ts';
import { buildEvening } from '../../support/evenings.ts';
import { publishUpload, uploadFiles } from '../../support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../support/people.ts';
import { ROOT, startTestServer } from '../../support/server.ts';

const FAMILIES = 600;

const server = await startTestServer({ checkAnswers: false });
const { kysely, pool } = server.test.database;
const school = await buildSchool(kysely, 'bench');
await buildUser(kysely, school.id, 'admin', 'ADMIN');
const admin = await signIn(server, 'bench', 'admin');
const bytes = new Uint8Array(readFileSync(join(ROOT, 'examples/import-files/asc-2012/asc-2012.xml')));
await publishUpload(server, admin, await uploadFiles(server, admin, [{ name: 'asc.xml', bytes }]));
const { rows: families } = await pool.query<{ parent: number; child: number }>(
  `with classes as (select id, row_number() over (order by id) - 1 as place, count(*) over () as total from grades where school_id = $1),
   children as (
     insert into users (school_id, username, firstname, lastname, type, role)
     select $1, 'pupil.' || n, 'Kim', 'Nr. ' || n, 'STUDENT', 'STUDENT' from generate_series(1, $2::int) as n returning id, username
   ), parents as (
     insert into users (school_id, username, firstname, lastname, type, role)
     select $1, 'parent.' || n, 'Alex', 'Nr. ' || n, 'PARENT', 'PARENT' from generate_series(1, $2::int) as n returning id, username
   ), members as (
     insert into grade_memberships (school_id, user_id, grade_id, begins_at) select $1, children.id, classes.id, '2026-08-01' from children
     join classes on classes.place = substr(children.username, 7)::int % classes.total
   ), pairs as (
     select children.id as child, parents.id as parent from children
     join parents on substr(parents.username, 8) = substr(children.username, 7)
   ), links as (
     insert into user_parents (school_id, user_id, parent_id) select $1, child, parent from pairs
   ) select parent, child from pairs`,
  [school.id, FAMILIES],
);
const tokens = families.map(() => randomUUID());
await pool.query(
  `insert into sessions (school_id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, stay_logged_in)
   select $1, user_id, access, '2030-01-01', refresh, '2030-01-01', true
   from unnest($2::bigint[], $3::bytea[], $4::bytea[]) as given(user_id, access, refresh)`,
  [
    school.id,
    families.map(({ parent }) => parent),
    tokens.map((token) => hash('sha256', token, 'buffer')),
    tokens.map((token) => hash('sha256', `refresh ${token}`, 'buffer')),
  ],
);
const { rows: teachers } = await pool.query<{ id: number }>(
  'select id from teachers where school_id = $1 and ended_at is null',
  [school.id],
);
const of = { school_id: school.id, teachers: teachers.map(({ id }) => id) };
const evening = await buildEvening(kysely, of, { ends_at: '21:00', maximum: 4 });
await server.test.asOwner('analyze');

/** Another evening, for which every family wishes for four teachers of its child; those of one class want the same ones. */
async function wishForAll(): Promise<number> {
  const wished = await buildEvening(kysely, of, {
    ends_at: '21:00',
    maximum: 4,
    mode: 'wishes',
    closes_at: '2026-11-02T08:00:00.000Z',
  });
  await pool.query(
    `insert into parents_evening_wishes (school_id, evening_id, teacher_id, child_id, parent_id, rank)
     select $1, $2, teacher_id, child, parent, rank from (
       select c.child, c.parent, t.teacher_id, row_number() over (partition by c.child order by md5(t.teacher_id::text || c.child % 3)) as rank
       from unnest($3::bigint[], $4::bigint[]) as c(child, parent)
       join grade_memberships m on m.school_id = $1 and m.user_id = c.child
       join lateral (
         select distinct l_teacher as teacher_id from lessons l cross join unnest(l.teacher_ids) as l_teacher
         where l.school_id = $1 and m.grade_id = any(l.grade_ids)
       ) t on true
     ) as ranked where rank <= 4`,
    [school.id, wished.id, families.map(({ child }) => child), families.map(({ parent }) => parent)],
  );
  await server.test.asOwner('analyze');
  return wished.id;
}

process.on('message', async (asked: unknown) => {
  if (asked === 'wishes') {
    process.send?.({ evening: await wishForAll(), token: admin });
    return;
  }
  if (asked === 'doubles') {
    const { rows } = await pool.query(
      `select count(*)::int as booked, (count(*) - count(distinct (teacher_id, starts_at)))::int as teachers,
         (count(*) - count(distinct (child_id, starts_at)))::int as children
       from parents_evening_bookings where school_id = $1 and state = 'booked'`,
      [school.id],
    );
    process.send?.(rows[0]);
    return;
  }
  await server.stop();
  await closeOwnTestServer();
  process.exit(0);
});
process.send?.({
  url: server.url,
  evening: evening.id,
  families: families.map(({ child }, at) => ({ child, token: tokens[at] })),
});
