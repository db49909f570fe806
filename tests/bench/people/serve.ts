/** The measured side, in a process of its own: a real server whose school of 2,000 pupils gets the list of the next year. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { closeOwnTestServer } from '../../support/database.ts';
import { buildSchool, buildUser, signIn } from '../../support/people.ts';
import { savePeople, uploadPeople } from '../../support/people-imports.ts';
import { startTestServer } from '../../support/server.ts';
import { classOf, listOf, pupilOf } from './lists.ts';

const PUPILS = 2000;
/** Of the list; the others are new. */
const KNOWN = 1000;
const ROUNDS = 5;
/** Asking how far an import is costs the process that saves it. */
const LOOK_MS = 100;
/** Everything that an import writes, the plan, what undoes it and the log included. */
const TABLES = [
  'users',
  'user_parents',
  'grade_memberships',
  'user_import_identities',
  'channel_members',
  'user_import_lines',
  'user_import_changes',
  'audit_log',
];

export interface Round {
  /** From the upload to the end of saving, ms. */
  readonly ours: number;
  readonly bare: number;
  readonly rows: number;
}

export interface Measured {
  readonly rounds: readonly Round[];
  /** Most memory that the whole process has had when the first import was saved, MB. */
  readonly memory: number;
}

const server = await startTestServer({ checkAnswers: false });
const { pool, kysely } = server.test.database;

/** A school with its pupils as the last list left them. */
async function buildFull(slink: string) {
  const school = await buildSchool(kysely, slink);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  const pupils = Array.from({ length: PUPILS }, (_, index) => ({ ...pupilOf(index), index, class: classOf(index, 0) }));
  await pool.query(
    `with pupil as (
      select * from jsonb_to_recordset($2::jsonb) as p(index int, class text, lastname text, firstname text, external_id text, birth_date date)
    ), grade as (
      insert into grades (school_id, shortcut, source) select distinct $1::bigint, class, 'manual' from pupil returning id, shortcut
    ), made as (
      insert into users (school_id, username, firstname, lastname, type, role, state)
      select $1, 'pupil.' || index, firstname, lastname, 'STUDENT', 'STUDENT', 'PENDING' from pupil returning id, username
    ), placed as (
      insert into grade_memberships (school_id, user_id, grade_id, begins_at)
      select $1, made.id, grade.id, '2026-08-01' from made join pupil on made.username = 'pupil.' || pupil.index
        join grade on grade.shortcut = pupil.class
    ) insert into user_import_identities (school_id, user_id, source, external_id, birth_date)
      select $1, made.id, 'list', pupil.external_id, pupil.birth_date from made join pupil on made.username = 'pupil.' || pupil.index`,
    [school.id, JSON.stringify(pupils)],
  );
  await pool.query('analyze users, grade_memberships, user_import_identities');
  return { server, token: await signIn(server, slink, 'admin'), schoolId: school.id, pause: LOOK_MS };
}

/** The columns of a table that a COPY may fill. */
const columnsOf = new Map<string, string>();

/** The rows of a table that were written since then, as COPY takes them. */
async function readWritten(table: string, schoolId: number, since: string): Promise<Buffer> {
  const client = await pool.connect();
  try {
    const stream = client.query(
      copyTo(`copy (select ${columnsOf.get(table)} from ${table}
        where school_id = ${schoolId} and xmin::text::bigint >= ${since}) to stdout`),
    );
    return await buffer(stream);
  } finally {
    client.release();
  }
}

/** Copies rows into tables of the same columns and indexes, without references and triggers. */
async function copyRows(written: ReadonlyMap<string, Buffer>): Promise<number> {
  for (const table of written.keys()) await pool.query(`truncate bench_${table}`);
  const client = await pool.connect();
  const begin = performance.now();
  try {
    await client.query('begin');
    for (const [table, rows] of written)
      await pipeline(
        Readable.from([rows]),
        client.query(copyFrom(`copy bench_${table} (${columnsOf.get(table)}) from stdin`)),
      );
    await client.query('commit');
  } finally {
    client.release();
  }
  return performance.now() - begin;
}

for (const table of TABLES) {
  await server.test.asOwner(`create table bench_${table} (like ${table} including all)`);
  await server.test.asOwner(`grant insert, truncate on bench_${table} to public`);
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  columnsOf.set(table, rows[0]?.names ?? '');
}
const rounds: Round[] = [];
let memory = 0;
for (let count = 0; count <= ROUNDS; count += 1) {
  const importing = await buildFull(`bench-${count}`);
  const { rows } = await pool.query<{ at: string }>('select pg_current_xact_id()::text as at');
  const since = rows[0]?.at ?? '';
  const bytes = new TextEncoder().encode(listOf(KNOWN, PUPILS));
  const begin = performance.now();
  const saved = await savePeople(importing, await uploadPeople(importing, bytes));
  const ours = performance.now() - begin;
  if (count === 0) memory = process.resourceUsage().maxRSS / 1024;
  const { counts } = saved;
  if (saved.state !== 'SAVED' || counts?.changed !== KNOWN || counts.new !== PUPILS - KNOWN + PUPILS)
    throw new Error(`the list was read otherwise: ${JSON.stringify(saved)}`);
  const written = new Map<string, Buffer>();
  for (const table of TABLES) written.set(table, await readWritten(table, importing.schoolId, since));
  const bare = await copyRows(written);
  const lines = [...written.values()].reduce((sum, text) => sum + text.toString().split('\n').length - 1, 0);
  // The first round warms both sides.
  if (count > 0) rounds.push({ ours, bare, rows: lines });
}
await server.stop();
await closeOwnTestServer();
process.send?.({ rounds, memory } satisfies Measured, () => process.exit(0));
