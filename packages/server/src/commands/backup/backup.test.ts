import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../../../../tests/support/database.ts';
import { buildFile, PIXEL } from '../../../../../tests/support/full-school.ts';
import { globalChannelOf } from '../../../../../tests/support/global-channel.ts';
import { PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { requestAt, startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { verifyAudit } from '../../kernel/data/audit.ts';
import { openDatabase } from '../../kernel/data/database.ts';
import { prepareDatabase } from '../../kernel/data/prepare-database.ts';
import { openStore } from '../../kernel/files/index.ts';
import { TABLES_FOLDER } from './format.ts';
import { readBackup } from './read.ts';
import { writeBackup } from './write.ts';

const NOW = new Date('2026-11-18T10:00:00Z');
let server: TestServer;
let school: PlanSchool;
let folder: string;
let archive: string;
let grade: number;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  const found = server.test.database.kysely.selectFrom('grades').select('id').where('shortcut', '=', '10b');
  grade = (await found.executeTakeFirstOrThrow()).id;
  folder = await mkdtemp(join(tmpdir(), 'kreide-backup-'));
  archive = join(folder, 'school.kreide');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const openFiles = (dataFolder: string) => openStore({ folder: join(dataFolder, 'files'), s3: null }, NOW);
const write = async (file: string) => {
  const { dataFolder } = server;
  const store = await openFiles(dataFolder);
  return writeBackup({ connectionString: server.test.ownerConnectionString, dataFolder, store, file, now: NOW });
};

/** An empty place, and whether it is still empty. */
async function emptyPlace() {
  const { connectionString, drop } = await createEmptyDatabase();
  const dataFolder = await mkdtemp(join(folder, 'place-'));
  const store = await openFiles(dataFolder);
  const restore = (file: string) => readBackup({ owner: connectionString, dataFolder, store, file });
  const countSchools = async () => {
    await prepareDatabase({ owner: connectionString, server: connectionString });
    await using database = openDatabase(connectionString, { poolSize: 1 });
    const { rows } = await database.pool.query('select count(*)::int as n from schools');
    return rows[0].n as number;
  };
  return { connectionString, dataFolder, restore, countSchools, [Symbol.asyncDispose]: drop };
}

/** What a member sees, whole answers. */
async function read(url: string, tokens: readonly string[]): Promise<string[]> {
  const request = requestAt(url);
  const paths = [
    '/v1/users/self',
    '/v1/users/self/feed/news',
    '/v1/subscriptions',
    `/v1/schools/${school.id}/uploads`,
    `/v1/timetables/entities/grades/${grade}?begins_at=2026-11-16&ends_at=2026-11-22`,
  ];
  const answers = tokens.flatMap((token) => paths.map((path) => request('GET', path, { token })));
  return (await Promise.all(answers)).map(
    ({ status, text }) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`,
  );
}

describe('a backup', () => {
  it('written while people write, and restored into an empty place, gives the same answers byte for byte [D-4.05]', async () => {
    const admin = await signIn(server, 'amsel', 'admin');
    const teacher = await signIn(server, 'amsel', 'teacher');
    const file = await buildFile(server, school.id, { name: 'a.png', mime: 'image/png', content: PIXEL });
    const draft = { title: 'Later', content: '<p>x</p>', is_pinned: false, is_official: false, is_public: false };
    const channels = [await globalChannelOf(server.test.database.kysely, school.id)];
    const body = { ...draft, channels, publish_at: '2026-11-30T08:00:00.000Z' };
    expect((await server.request('POST', '/v1/channels/news', { token: admin, body })).status).toBe(200);
    const before = await read(server.url, [admin, teacher]);
    expect(before.filter((answer) => answer.startsWith('200')).length).toBeGreaterThanOrEqual(8);
    const writing = Promise.all([signIn(server, 'amsel', 'ada'), signIn(server, 'amsel', 'ben')]);
    const end = await write(archive);
    await writing;
    expect(end.files).toBeGreaterThanOrEqual(1);

    await using place = await emptyPlace();
    expect(await place.restore(archive)).toEqual(end);
    await prepareDatabase({ owner: place.connectionString, server: place.connectionString });
    await using other = await startTestServer({
      connectionString: place.connectionString,
      env: { KREIDE_DATA: place.dataFolder },
    });
    expect(await read(other.url, [admin, teacher])).toEqual(before);
    const { pool, kysely } = other.server.database;
    const jobs = 'select key, run_at from graphile_worker._private_jobs where key is not null order by key';
    expect((await pool.query(jobs)).rows).toEqual((await server.test.database.pool.query(jobs)).rows);
    expect(
      await readFile(join(place.dataFolder, 'files', file.uuid.slice(0, 2), file.uuid.slice(2, 4), file.uuid)),
    ).toEqual(
      await readFile(join(server.dataFolder, 'files', file.uuid.slice(0, 2), file.uuid.slice(2, 4), file.uuid)),
    );
    expect((await verifyAudit(kysely)).breaches).toEqual([]);
    // Numbers go on where they were, and the log too.
    const login = { slink: 'amsel', username: 'admin', password: PASSWORD, stayLoggedIn: false, is_native: true };
    expect((await other.request('POST', '/v1/auth/login', { body: login })).status).toBe(200);
    const again = await other.request('POST', '/v1/channels/news', { token: admin, body });
    expect(again.status).toBe(200);
    expect((await verifyAudit(kysely)).breaches).toEqual([]);
  });

  it('holds nothing that tells who gave which answer to an anonymous survey [C-6.27]', async () => {
    const { pool } = server.test.database;
    const salt = Buffer.from('who gave which answer');
    const { rows } = await pool.query('insert into surveys (school_id, is_anonymous) values ($1, true) returning id', [
      school.id,
    ]);
    await pool.query('insert into survey_secrets (school_id, survey_id, salt) values ($1, $2, $3)', [
      school.id,
      rows[0].id,
      salt,
    ]);
    const file = join(folder, 'surveys.kreide');
    const end = await write(file);
    expect(end.rows).not.toHaveProperty('public.survey_secrets');
    expect(gunzipSync(await readFile(file)).includes(salt.toString('hex'))).toBe(false);
    await using place = await emptyPlace();
    expect(await place.restore(file)).toEqual(end);
    await using database = openDatabase(place.connectionString, { poolSize: 1 });
    const countOf = async (table: string) =>
      (await database.pool.query(`select from ${table} where school_id = $1`, [school.id])).rowCount;
    expect([await countOf('surveys'), await countOf('survey_secrets')]).toEqual([1, 0]);
    for (const table of ['survey_secrets', 'surveys'])
      await pool.query(`delete from ${table} where school_id = $1`, [school.id]);
  });

  it('never overwrites a file', async () => {
    const taken = join(folder, 'taken');
    await writeFile(taken, 'mine');
    await expect(write(taken)).rejects.toThrow('is there already');
    expect(await readFile(taken, 'utf8')).toBe('mine');
  });
});

describe('a restore changes nothing', () => {
  it('where there are schools', async () => {
    await using place = await emptyPlace();
    await place.restore(archive);
    await expect(place.restore(archive)).rejects.toThrow('holds schools already');
    expect(await place.countSchools()).toBe(1);
  });

  it('from an archive that was cut off', async () => {
    const cut = join(folder, 'cut');
    await writeFile(cut, await readFile(archive));
    await truncate(cut, Math.floor((await readFile(archive)).length * 0.8));
    await using place = await emptyPlace();
    await expect(place.restore(cut)).rejects.toThrow('could not be restored');
    expect(await place.countSchools()).toBe(0);
  });

  it('from one that ends in the middle of a table', async () => {
    const half = join(folder, 'half');
    const tar = gunzipSync(await readFile(archive));
    const at = tar.lastIndexOf(TABLES_FOLDER);
    // Behind the header, 512 bytes, the rows begin.
    await writeFile(half, gzipSync(tar.subarray(0, at + 513)));
    await using place = await emptyPlace();
    await expect(place.restore(half)).rejects.toThrow('could not be restored');
    expect(await place.countSchools()).toBe(0);
  });

  it('from one whose end is missing', async () => {
    const short = join(folder, 'short');
    const tar = gunzipSync(await readFile(archive));
    const at = tar.indexOf('end.json');
    await writeFile(short, gzipSync(Buffer.concat([tar.subarray(0, at), Buffer.alloc(1024)])));
    await using place = await emptyPlace();
    await expect(place.restore(short)).rejects.toThrow('it was cut off');
    expect(await place.countSchools()).toBe(0);
  });

  it.each([
    ['something else', Buffer.from('hello'), 'could not be restored'],
    ['another archive', gzipSync(Buffer.alloc(1024)), 'it was cut off'],
  ])('from %s', async (name, bytes, words) => {
    const file = join(folder, name.replace(' ', '-'));
    await writeFile(file, bytes);
    await using place = await emptyPlace();
    await expect(place.restore(file)).rejects.toThrow(words);
    expect(await place.countSchools()).toBe(0);
  });

  it.each([
    ['format":1', 'format":9', 'written by a newer release'],
    ['202611210900_kernel_foundation', '302611210900_kernel_foundation', 'written by a newer release (302611210900'],
  ])('from a newer release (%s)', async (from, to, words) => {
    const file = join(folder, to.slice(0, 6).replace('"', ''));
    const tar = gunzipSync(await readFile(archive))
      .toString('latin1')
      .replace(from, to);
    await writeFile(file, gzipSync(Buffer.from(tar, 'latin1')));
    await using place = await emptyPlace();
    await expect(place.restore(file)).rejects.toThrow(words);
    expect(await place.countSchools()).toBe(0);
  });
});
