import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ImportRun } from '../../packages/core/src/features/user-import/schema.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { requestAt, TEST_NOW, TEST_SECRET } from '../support/server.ts';
import { createInstallation } from '../support/server-process.ts';

const PUPILS = 1000;
const PATIENCE = { timeout: 30_000, interval: 10 };
/**
 * Where the process is killed: at its first write to each of these tables, in this order. The first reads the list, then come
 * two transactions of a thousand people each, pupils and parents; members of channels are written while one is committed.
 */
const PUPILS_SAVED = [
  'users',
  'grade_memberships',
  'user_import_identities',
  'user_import_changes',
  'audit_log',
] as const;
const PARENTS_SAVED = ['user_parents', 'user_import_changes', 'audit_log'] as const;

let place: Awaited<ReturnType<typeof createInstallation>>;
let test: TestDatabase;
let school: BuiltSchool;
beforeAll(async () => {
  [place, test] = await Promise.all([createInstallation(), createTestDatabase()]);
  school = await buildSchool(test.database.kysely, 'amsel');
  await buildUser(test.database.kysely, school.id, 'admin', 'ADMIN');
});
afterAll(async () => {
  await place.remove();
  await test.drop();
});

const select = async (text: string) => (await test.database.pool.query(text, [school.id])).rows;

async function start() {
  const server = place.start({
    DATABASE_URL: test.connectionString,
    DATABASE_OWNER_URL: test.ownerConnectionString,
    KREIDE_SECRET: TEST_SECRET,
    KREIDE_CLOCK: TEST_NOW,
  });
  return { ...server, request: requestAt(await server.ready()) };
}
type Server = Awaited<ReturnType<typeof start>>;

/** Nobody may write to this table until it is let go: who tries stands still, wherever that is in their transaction. */
async function block(table: string) {
  const client = new Client({ connectionString: test.ownerConnectionString });
  client.on('error', () => {});
  await client.connect();
  await client.query(`begin; lock table ${table} in share mode`);
  return {
    reached: () =>
      vi.waitFor(async () => {
        const { rows } = await client.query(
          `select count(*)::int as waiting from pg_locks where relation = $1::regclass and not granted`,
          [table],
        );
        expect(rows[0].waiting, table).toBeGreaterThan(0);
      }, PATIENCE),
    release: () => client.end(),
  };
}

/** What is left of the transactions of a process that is gone has come to its end. */
const settled = () =>
  vi.waitFor(async () => {
    const { rows } = await test.database.pool.query(
      `select count(*)::int as open from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    );
    expect(rows[0].open).toBe(0);
  }, PATIENCE);

async function kill(server: Server, blocked: Awaited<ReturnType<typeof block>>): Promise<void> {
  server.process.kill('SIGKILL');
  expect((await server.ended).code).toBeNull();
  await blocked.release();
  await settled();
}

const list = [
  'ID;Nachname;Vorname;Geburtsdatum;Klasse;Erzieher 1: Nachname;Erzieher 1: Vorname;Erzieher 1: E-Mail',
  ...Array.from(
    { length: PUPILS },
    (_, at) => `${at + 1};Kind${at};Toni;01.02.2015;${5 + (at % 5)}a;Elter${at};Kim;e${at}@home.example`,
  ),
].join('\n');

const stateOf = async ({ request }: Server, token: string): Promise<ImportRun> =>
  (await request('GET', `/v1/schools/${school.id}/csv-users/status`, { token })).body.data;
const reach = (server: Server, token: string, state: ImportRun['state']) =>
  vi.waitFor(async () => {
    const run = await stateOf(server, token);
    expect(run.state).toBe(state);
    return run;
  }, PATIENCE);

/** Everybody whom the list has made, with class, id in the list, parents' links and log, counted. */
async function countAll() {
  const [counts] = await select(`select
    (select count(*)::int from users where school_id = $1 and type = 'STUDENT') as pupils,
    (select count(distinct lastname)::int from users where school_id = $1 and type = 'STUDENT') as pupil_names,
    (select count(*)::int from users where school_id = $1 and type = 'PARENT') as parents,
    (select count(distinct lastname)::int from users where school_id = $1 and type = 'PARENT') as parent_names,
    (select count(distinct username)::int from users where school_id = $1 and type <> 'EMPLOYEE') as usernames,
    (select count(*)::int from grade_memberships where school_id = $1) as places,
    (select count(*)::int from grades where school_id = $1) as grades,
    (select count(*)::int from user_import_identities where school_id = $1) as identities,
    (select count(*)::int from user_parents l join users c on c.id = l.user_id join users p on p.id = l.parent_id
      where l.school_id = $1 and replace(c.lastname, 'Kind', 'Elter') = p.lastname) as families,
    (select count(*)::int from audit_log where school_id = $1 and action = 'user-import.person') as recorded,
    (select count(*)::int from channel_members m join channels c on c.id = m.channel_id
      where m.school_id = $1 and c.grade_id is not null and m.left_at is null) as in_channels`);
  return counts;
}

describe('an import of two thousand people', () => {
  it('is gone on with after a kill -9 at twelve moments of it: everybody is there once, and all of it is undone [D-3.06] [D-4.03]', async () => {
    const reading = await block('user_import_lines');
    let server = await start();
    const body = { slink: 'amsel', username: 'admin', password: PASSWORD, stayLoggedIn: true, is_native: true };
    const token = (await server.request('POST', '/v1/auth/login', { body })).body.access_token as string;
    const form = new FormData();
    form.append('files', new Blob([list]), 'people.csv');
    expect((await server.request('POST', `/v1/schools/${school.id}/csv-users`, { token, body: form })).status).toBe(
      200,
    );
    await reading.reached();
    await kill(server, reading);
    server = await start();
    const { revision, counts } = await reach(server, token, 'READY');
    expect(counts).toMatchObject({ new: 2 * PUPILS, rejected: 0 });

    const choices = { revision, archive_missing: false, many_missing: false };
    let blocked = await block(PUPILS_SAVED[0]);
    const saving = await server.request('PUT', `/v1/schools/${school.id}/csv-users/save`, { token, body: choices });
    expect(saving.status, saving.text).toBe(200);
    await blocked.reached();
    await kill(server, blocked);
    const killAt = async (table: string) => {
      blocked = await block(table);
      server = await start();
      await blocked.reached();
      await kill(server, blocked);
    };
    for (const table of PUPILS_SAVED.slice(1)) await killAt(table);
    expect(await countAll(), 'nothing of what was not committed').toMatchObject({
      pupils: 0,
      identities: 0,
      recorded: 0,
    });
    // The commit is on its way already: it comes to its end though nobody hears of it.
    await killAt('channel_members');
    expect(await countAll(), 'all of what was').toMatchObject({ pupils: PUPILS, identities: PUPILS, recorded: PUPILS });
    for (const table of PARENTS_SAVED) await killAt(table);
    expect(await countAll(), 'what was committed stays').toMatchObject({ pupils: PUPILS, parents: 0, families: 0 });

    server = await start();
    const saved = await reach(server, token, 'SAVED');
    expect(saved).toMatchObject({ progress: 100, can: { undo: 1 } });
    expect(await countAll()).toEqual({
      pupils: PUPILS,
      pupil_names: PUPILS,
      parents: PUPILS,
      parent_names: PUPILS,
      usernames: 2 * PUPILS,
      places: PUPILS,
      grades: 5,
      identities: PUPILS,
      families: PUPILS,
      recorded: 2 * PUPILS,
      in_channels: 2 * PUPILS,
    });
    const all = await countAll();
    blocked = await block('user_import_identities');
    const undoing = await server.request('PUT', `/v1/schools/${school.id}/bulks/${saved.id}/revert`, { token });
    expect(undoing.body.data, undoing.text).toMatchObject({ state: 'UNDOING', progress: 0, can: { undo: 0 } });
    await blocked.reached();
    await kill(server, blocked);
    expect(await countAll(), 'nothing is half taken back').toEqual(all);
    await killAt('audit_log');
    expect(await countAll(), 'nothing is half taken back').toEqual(all);
    server = await start();
    expect(await reach(server, token, 'UNDONE')).toMatchObject({ progress: 100, kept_count: 0 });
    expect(await countAll()).toMatchObject({
      pupils: 0,
      parents: 0,
      places: 0,
      identities: 0,
      families: 0,
      in_channels: 0,
    });
  }, 600_000);
});
