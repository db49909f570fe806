import { hash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildChannel } from '../../support/channels.ts';
import { publishUpload, uploadFiles } from '../../support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../support/people.ts';
import { ROOT, TEST_NOW, type TestServer } from '../../support/server.ts';

const MESSAGES = 60;
const SLINK = 'rush';

/** A school before the first lesson: who comes, and who is there already. */
export interface RushSchool {
  slink: string;
  /** Usernames of pupils; all have the password of test people. */
  pupils: string[];
  /** Tokens of those who signed in before. */
  present: string[];
  /** Of all classes. */
  grades: number[];
}

/**
 * A school with a published plan of its classes, so many pupils in them, a chat for each class and one for the whole school, all with
 * messages. `present` of the pupils are signed in.
 */
export async function buildRushSchool(
  server: TestServer,
  { pupils, present }: { pupils: number; present: number },
): Promise<RushSchool> {
  const { kysely, pool } = server.test.database;
  const school = await buildSchool(kysely, SLINK);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  const admin = await signIn(server, SLINK, 'admin');
  const bytes = new Uint8Array(readFileSync(join(ROOT, 'examples/import-files/asc-2012/asc-2012.xml')));
  await publishUpload(server, admin, await uploadFiles(server, admin, [{ name: 'asc.xml', bytes }]));
  // A hash takes long, and the password is the same for all.
  const { rows: people } = await pool.query<{ id: number; username: string; grade_id: number }>(
    `with classes as (select id, row_number() over (order by id) - 1 as place, count(*) over () as total from grades where school_id = $1),
     made as (
       insert into users (school_id, username, firstname, lastname, type, role, password_hash)
       select $1, 'pupil.' || n, 'Kim', 'Nr. ' || n, 'STUDENT', 'STUDENT',
         (select password_hash from users where school_id = $1 and username = 'admin')
       from generate_series(1, $2::int) as n returning id, username
     ), placed as (
       select made.id, made.username, classes.id as grade_id from made
       join classes on classes.place = substr(made.username, 7)::int % classes.total
     ), members as (
       insert into grade_memberships (school_id, user_id, grade_id, begins_at) select $1, id, grade_id, '2026-08-01' from placed
     ) select id, username, grade_id from placed order by id`,
    [school.id, pupils],
  );
  const grades = [...new Set(people.map(({ grade_id }) => grade_id))];
  const circles = [people, ...grades.map((grade) => people.filter(({ grade_id }) => grade_id === grade))];
  for (const circle of circles) {
    const members = circle.map(({ id }) => id);
    const chat = await buildChannel(kysely, school.id, { members }, { messages_sent: MESSAGES });
    await pool.query(
      `insert into messages (school_id, chat_id, seq, user_id, type, content, change_seq, created_at)
       select $1, $2, n, $3, 'MESSAGE', 'Guten Morgen, Nr. ' || n, n, $4::timestamptz - ($5 - n) * interval '1 minute'
       from generate_series(1, $5::int) as n`,
      [school.id, chat.chat_id, members[0], TEST_NOW, MESSAGES],
    );
  }
  const tokens = people.slice(0, present).map(() => randomUUID());
  await pool.query(
    `insert into sessions (school_id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, stay_logged_in)
     select $1, user_id, access, '2030-01-01', refresh, '2030-01-01', true
     from unnest($2::bigint[], $3::bytea[], $4::bytea[]) as given(user_id, access, refresh)`,
    [
      school.id,
      people.slice(0, present).map(({ id }) => id),
      tokens.map((token) => hash('sha256', token, 'buffer')),
      tokens.map((token) => hash('sha256', `refresh ${token}`, 'buffer')),
    ],
  );
  await server.test.asOwner('analyze');
  return { slink: SLINK, pupils: people.map(({ username }) => username), present: tokens, grades };
}
