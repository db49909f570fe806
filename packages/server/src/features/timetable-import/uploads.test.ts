import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishUpload, readPlanTables, uploadFiles } from '../../../../../tests/support/imports.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { zipOfLarge } from '../../../../../tests/support/large-zip.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import { createLocalStore } from '../../kernel/files/index.ts';

/** The machine may be busy. */
const PATIENCE = { timeout: 30_000, interval: 50 };

let server: TestServer;
let school: BuiltSchool;
let admin: string;

const HEAD = 'lesson_id;classes;teachers;subject;rooms;weekday;period';
const ROWS = [
  '1;10b;Bg;MA;204;2;3',
  '2;10b;Li;DE;105;2;4',
  '3;10b;Bg;PH;L1;4;1',
  '4;7a;Li;DE;105;1;1',
  '5;7a;Bg;MA;204;1;2',
];
const LEGACY = '<?xml version="1.0" encoding="UTF-8"?>\n<timetable importtype="database" options="idprefix:x">\n';

const bytes = (content: string | Uint8Array) =>
  new Uint8Array(typeof content === 'string' ? strToU8(content) : content);
const plan = (rows: readonly string[], head = HEAD) => [head, ...rows, ''].join('\n');
const upload = (content: string | Uint8Array, name = 'plan.csv', fields: Record<string, string> = {}) =>
  uploadFiles(server, admin, [{ name, bytes: bytes(content) }], fields);
const get = (path: string) => server.request('GET', `/v1${path}`, { token: admin });
const act = (uuid: string, verb: string, body?: unknown) =>
  server.request('POST', `/v1/timetable-service/uploads/${uuid}/${verb}`, {
    token: admin,
    ...(body === undefined ? {} : { body }),
  });
const storedFiles = () =>
  readdirSync(server.dataFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  admin = await signIn(server, 'amsel', 'admin');
});
afterAll(() => server.stop());

describe('the import sources', () => {
  const NAMES = [
    'Untis remote',
    'Untis',
    'Kreide planner',
    'Davinci 6',
    'Indiware 4/5/6',
    'Pupil',
    'Generic API',
    'aSc',
    'Turboplaner',
    'CSV',
    'Time2007',
    'WebUntis',
    'V3',
  ];
  const sources = async (search = '') => (await get(`/sources${search}`)).body.data;

  it('are exactly these thirteen, each with a name and whether it can be chosen [T-3.86] [T-3.87] [T-7.124]', async () => {
    const list = await sources();
    expect(list.map((source: { name: string }) => source.name)).toEqual(NAMES);
    for (const source of list) expect(source.choosable).toEqual(expect.any(Boolean));
    expect((await sources('?search=untis')).map((source: { name: string }) => source.name)).toEqual([
      'Untis remote',
      'Untis',
      'WebUntis',
    ]);
  });

  it('can be chosen but for Untis remote and V3 [T-3.88] [T-3.89]', async () => {
    const list: { name: string; choosable: boolean }[] = await sources();
    const closed = list.filter((source) => !source.choosable).map((source) => source.name);
    expect(closed).toEqual(['Untis remote', 'V3']);
    expect(list.filter((source) => source.choosable)).toHaveLength(11);
  });

  it('name their file types, options and the school year as dd.mm.yyyy [T-3.90] [T-3.91] [T-3.92] [T-3.93]', async () => {
    const list: { key: string; file_types: string[]; options: string[]; schoolyear_begins_at: string }[] =
      await sources();
    const types = Object.fromEntries(list.map((source) => [source.key, source.file_types]));
    expect(types).toMatchObject({
      untis: expect.arrayContaining(['gpn', 'untis', 'xml', 'txt']),
      davinci: ['davinci', 'json', 'txt', 'html'],
      indiware: expect.arrayContaining(['xml']),
      asc: expect.arrayContaining(['xml']),
      turboplaner: ['exp', 'txt', 'csv'],
      csv: expect.arrayContaining(['csv']),
      time2007: ['mdb', 'txt'],
      pupil: ['xlsx', 'txt', 'csv'],
      'generic-api': expect.arrayContaining(['json', 'ics', 'fet']),
    });
    const known = ['xml', 'json', 'csv', 'gpn', 'untis', 'exp', 'xlsx', 'mdb', 'davinci', 'txt', 'zip', 'html'];
    // Formats that the list does not know: calendars, and the plans of FET.
    expect([...known, 'ics', 'fet']).toEqual(expect.arrayContaining(Object.values(types).flat()));
    expect(list.filter((source) => source.options.length > 0)).toMatchObject([
      { key: 'untis', options: ['do_not_print'] },
    ]);
    for (const source of list)
      expect(source).toMatchObject({ schoolyear_begins_at: '01.08.2026', schoolyear_ends_at: '15.07.2027' });
  });

  it('that cannot be chosen are refused by name', async () => {
    for (const [source, status] of [
      ['v3', 422],
      ['untis-remote', 422],
      ['nonsense', 422],
      ['csv', 200],
    ] as const) {
      const form = new FormData();
      form.append('source', source);
      form.append('files', new Blob([plan(ROWS)]), 'plan.csv');
      const answer = await server.request('POST', '/v1/timetable-service/upload', { token: admin, body: form });
      expect(answer.status, source).toBe(status);
      if (status === 422) expect(answer.body.error.issues).toMatchObject([{ path: 'body.source', rule: 'one_of' }]);
      else
        await vi.waitFor(
          async () =>
            expect((await get(`/timetable-service/uploads/${answer.body.data.uuid}`)).body.data.state).toBe('READY'),
          PATIENCE,
        );
    }
  });
});

describe('an upload', () => {
  it('goes through its states, and the newest one is the status of the school [T-7.23] [T-7.27] [T-7.110]', async () => {
    const form = new FormData();
    form.append('files', new Blob([plan(ROWS)]), 'plan.csv');
    const created = await server.request('POST', '/v1/timetable-service/upload', { token: admin, body: form });
    expect(created.body.data).toMatchObject({
      state: 'QUEUED',
      progress: 0,
      files: [{ name: 'plan.csv' }],
      counts: null,
    });
    const { uuid } = created.body.data;
    const ready = await vi.waitFor(async () => {
      const { data } = (await get('/timetable-service/status')).body;
      expect(data).toMatchObject({ uuid, state: 'READY', progress: 100 });
      return data;
    }, PATIENCE);
    expect(ready.can).toEqual({ publish: 1, discard: 1, undo: 0, reprocess: 1, choose_reading: 0 });
    expect((await act(uuid, 'undo')).body.error.code).toBe('not_published');
    expect((await act(uuid, 'publish', { replace: false, revision: ready.changes.revision })).body.data).toMatchObject({
      state: 'PUBLISHED',
      can: { publish: 0, discard: 0, undo: 1 },
    });
    expect((await act(uuid, 'discard')).body.error.code).toBe('upload_not_open');
    expect((await act(uuid, 'undo')).body.data.state).toBe('UNDONE');
    expect((await act(uuid, 'publish', { replace: false, revision: ready.changes.revision })).body.error.code).toBe(
      'upload_not_open',
    );
    const failed = await upload('nothing that anybody knows', 'letter.txt');
    expect(failed).toMatchObject({ state: 'FAILED', can: { publish: 0, discard: 1, undo: 0 } });
    expect((await act(failed.uuid, 'discard')).body.data.state).toBe('DISCARDED');
    const list = (await get(`/schools/${school.id}/uploads`)).body.data;
    expect(list.slice(0, 2).map((one: { uuid: string }) => one.uuid)).toEqual([failed.uuid, uuid]);
  });

  it('is listed twenty a page and one more that opens the next, newest first [T-7.110]', async () => {
    const { kysely } = server.test.database;
    const other = await buildSchool(kysely, 'fink');
    await buildUser(kysely, other.id, 'admin', 'ADMIN');
    const token = await signIn(server, 'fink', 'admin');
    await kysely
      .insertInto('timetable_uploads')
      .values(Array.from({ length: 25 }, () => ({ school_id: other.id, state: 'DISCARDED' as const })))
      .execute();
    const page = async (number: number, order = ''): Promise<number[]> =>
      (await server.request('GET', `/v1/schools/${other.id}/uploads?page=${number}${order}`, { token })).body.data.map(
        (one: { id: number }) => one.id,
      );
    const [first, second] = [await page(1), await page(2)];
    expect([first.length, second.length]).toEqual([21, 5]);
    const listed = [...first.slice(0, 20), ...second];
    expect(listed).toEqual([...new Set(listed)].sort((a, b) => b - a));
    expect(listed).toHaveLength(25);
    const [oldest, next] = [await page(1, '&order=at'), await page(2, '&order=at')];
    expect([...oldest.slice(0, 20), ...next]).toEqual(listed.toReversed());
  });

  it('that is only looked at and discarded leaves no trace in the plan and no file [T-7.27]', async () => {
    const before = await readPlanTables(server);
    const files = storedFiles();
    const ready = await upload(plan([...ROWS, '9;9c;Zz;ZZ;999;5;5']));
    expect(ready).toMatchObject({ state: 'READY', changes: { added: 6 } });
    expect(await readPlanTables(server)).toEqual(before);
    expect((await act(ready.uuid, 'discard')).body.data.state).toBe('DISCARDED');
    expect(await readPlanTables(server)).toEqual(before);
    expect(storedFiles()).toBe(files);
    const row = server.test.database.kysely
      .selectFrom('timetable_uploads')
      .select('parsed')
      .where('uuid', '=', ready.uuid);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ parsed: null });
  });

  it('waits in the data folder while it is received, and leaves nothing there', async () => {
    await upload(plan(['1;10b;Bg;MA;204;1;1']));
    expect(readdirSync(join(server.dataFolder, 'uploads'))).toEqual([]);
  });

  it('takes year, grid and week anchor, and says which defaults it used', async () => {
    const { kysely } = server.test.database;
    await kysely
      .insertInto('school_years')
      .values({ school_id: school.id, name: '2027 / 2028', begins_at: '2027-08-01', ends_at: '2028-07-15' })
      .execute();
    const weekly = plan(['1;10b;Bg;MA;204;2;1;A', '2;10b;Li;DE;105;2;1;B'], `${HEAD};week`);
    const plain = await upload(weekly, 'plan.csv', { school_year: '2027 / 2028' });
    expect(plain.school_year?.name).toBe('2027 / 2028');
    expect(plain.warnings.join(' ')).toMatch(/8:00/);
    const grid = JSON.stringify([{ hour: '1', begins_at: '07:15', ends_at: '08:00' }]);
    const told = await upload(weekly, 'plan.csv', { school_year: '2027 / 2028', grid, anchor: '2027-08-09' });
    expect(told.warnings.join(' ')).not.toMatch(/8:00/);
    expect(told.warnings.length).toBeLessThan(plain.warnings.length);
    await publishUpload(server, admin, told);
    const lessons = await kysely
      .selectFrom('lessons')
      .innerJoin('patterns', 'patterns.id', 'lessons.pattern_id')
      .select(['external_lesson', 'time_begins_at', 'weeks'])
      .orderBy('external_lesson')
      .execute();
    expect(lessons.map((one) => [one.time_begins_at, one.weeks.includes('2027-08-09')])).toEqual([
      ['07:15', true],
      ['07:15', false],
    ]);
    const unknown = new FormData();
    unknown.append('school_year', '2031 / 2032');
    unknown.append('files', new Blob([weekly]), 'plan.csv');
    const refused = await server.request('POST', '/v1/timetable-service/upload', { token: admin, body: unknown });
    expect(refused).toMatchObject({ status: 422, body: { error: { issues: [{ path: 'body.school_year' }] } } });
  });
});

describe('period times that nobody gave', () => {
  it('are said to be assumed at every upload, not only at the first [T-3.92]', async () => {
    const rows = [HEAD, '1;10b;Bg;MA;204;2;1', '2;10b;Li;DE;105;2;2'].join('\n');
    const first = await upload(rows);
    expect(first.warnings.join(' ')).toMatch(/8:00/);
    await publishUpload(server, admin, first);
    const second = await upload(rows.replace('204', '205'));
    expect(second.warnings.join(' ')).toMatch(/8:00/);
  });
});

describe('an upload with more than a school has', () => {
  it('of 200 lessons for 2,000 classes each is read once, and every one of them rejected in words [T-3.92]', async () => {
    const classes = Array.from({ length: 2000 }, (_, index) => `k${index}`).join(',');
    const rows = Array.from({ length: 200 }, (_, index) => `${index};${classes};T${index};MA;R1;${(index % 5) + 1};1`);
    const read = await upload(
      ['lesson_id;classes;teachers;subject;rooms;weekday;period', ...rows].join('\n'),
      'plan.csv',
    );
    expect(read).toMatchObject({ state: 'READY', error: null, rejected_count: 200 });
    expect(read.rejected[0]).toMatchObject({ file: 'plan.csv', code: 'too_many_codes' });
    expect(read.changes?.lessons.added).toBe(0);
  });
});

describe('an upload that cannot be read', () => {
  const piece = new Uint8Array(1024 * 1024);
  const names = Array.from({ length: 13 }, (_, index) => `part-${index}.csv`);
  const BOMB_ZIP = zipOfLarge(names.map((name) => ({ name, piece, count: 40 })));
  const BOMB = `${LEGACY.replace('<timetable', '<!DOCTYPE timetable [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><timetable')}<x>&b;</x></timetable>`;
  it.each<[string, string, string | Uint8Array]>([
    ['a zip bomb', 'bomb.zip', BOMB_ZIP],
    ['an XML bomb', 'bomb.xml', BOMB],
    ['truncated XML', 'cut.xml', `${LEGACY}<lessons>\n<lesson id="1" subject`],
    ['an empty file', 'empty.csv', ''],
    ['a binary file', 'plan.csv', Uint8Array.from({ length: 4000 }, (_, index) => (index * 37) % 256)],
    ['an unknown format', 'letter.txt', 'Dear parents, the summer party is on Friday.'],
    ['a damaged archive', 'plan.zip', 'PK\u0003\u0004 and then nothing'],
  ])('%s is FAILED with a sentence that names the file, and changes nothing', async (_, name, content) => {
    const before = await readPlanTables(server);
    const files = storedFiles();
    const failed = await upload(content, name);
    expect(failed).toMatchObject({ state: 'FAILED', counts: null, changes: null, can: { publish: 0 } });
    expect(failed.error).toMatch(/^[^:]+: .*\p{L}{3,}.*\.$/u);
    expect(failed.error).toContain(name);
    expect((await act(failed.uuid, 'publish', { replace: true, revision: 0 })).status).toBe(409);
    expect(await readPlanTables(server)).toEqual(before);
    await expect.poll(storedFiles).toBe(files);
  });

  it('because two files contradict each other names both', async () => {
    const before = await readPlanTables(server);
    const asc = `${LEGACY}<lessons></lessons></timetable>`;
    const failed = await uploadFiles(server, admin, [
      { name: 'plan.csv', bytes: bytes(plan(ROWS)) },
      { name: 'plan.xml', bytes: bytes(asc) },
    ]);
    expect(failed).toMatchObject({ state: 'FAILED', counts: null });
    expect(failed.error).toMatch(/plan\.xml.*plan\.csv|plan\.csv.*plan\.xml/);
    expect(await readPlanTables(server)).toEqual(before);
  });

  it('because it has 65 MB is refused with 413 and nothing is stored', async () => {
    const before = await readPlanTables(server, ['timetable_uploads']);
    const files = storedFiles();
    const form = new FormData();
    form.append('files', new Blob([new Uint8Array(65 * 1024 * 1024)]), 'big.csv');
    const answer = await server.request('POST', '/v1/timetable-service/upload', { token: admin, body: form });
    expect(answer).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } });
    expect(await readPlanTables(server, ['timetable_uploads'])).toEqual(before);
    expect(storedFiles()).toBe(files);
  });

  it('in single rows keeps the good ones and says of each bad one what is wrong', async () => {
    const rows = [...ROWS, '6;7a;Bg;MA;204;9;2', '7;7a;Bg;MA;204;3;?', ROWS[0] ?? ''];
    const ready = await upload(plan(rows));
    expect(ready).toMatchObject({ state: 'READY', counts: { lessons: 5, placements: 5 }, rejected_count: 3 });
    expect(ready.rejected.map(({ row, column, value }) => [row, column, value])).toEqual([
      [7, 'weekday', '9'],
      [8, 'period', '?'],
      [9, 'lesson_id', '1'],
    ]);
    for (const { file, reason } of ready.rejected) {
      expect(file).toBe('plan.csv');
      expect(reason).toMatch(/\p{L}{3,}.*\.$/u);
    }
  });
});

describe('a job that broke off', () => {
  async function broken(isFileThere: boolean, hasJob = true): Promise<string> {
    const { kysely, pool } = server.test.database;
    const file_uuid = randomUUID();
    const content = Buffer.from(plan(ROWS));
    const store = await createLocalStore(join(server.dataFolder, 'files'), server.clock.now());
    if (isFileThere)
      await store.put(
        file_uuid,
        (async function* () {
          yield content;
        })(),
        content.length,
      );
    const files = toJsonText([{ name: 'plan.csv', size: content.length, file_uuid }]);
    const row = await kysely
      .insertInto('timetable_uploads')
      .values({ school_id: school.id, state: 'PROCESSING', progress: 10, files, has_files: true })
      .returning(['id', 'uuid'])
      .executeTakeFirstOrThrow();
    if (!hasJob) return row.uuid;
    const payload = JSON.stringify({ school_id: school.id, upload_id: row.id });
    await pool.query(`select graphile_worker.add_job('timetable-import:process', $1::json, max_attempts => 3)`, [
      payload,
    ]);
    return row.uuid;
  }

  it('is done again where the files are there, and is FAILED where they are gone: never stuck', async () => {
    const [lost, kept] = [await broken(false), await broken(true)];
    const stateOf = async (uuid: string) => (await get(`/timetable-service/uploads/${uuid}`)).body.data;
    await vi.waitFor(async () => expect((await stateOf(kept)).state).toBe('READY'), PATIENCE);
    await vi.waitFor(async () => {
      await passJobWaits(server.test.database.pool);
      expect((await stateOf(lost)).state).toBe('FAILED');
    }, PATIENCE);
    expect((await stateOf(lost)).error).toMatch(/\p{L}{3,}.*\.$/u);
  });

  it('goes on when the server looks where its job was given up or is gone, as after an outage, and keeps its files', async () => {
    const { pool } = server.test.database;
    const uuid = await broken(true, false);
    const stateOf = async () => (await get(`/timetable-service/uploads/${uuid}`)).body.data;
    expect((await stateOf()).state).toBe('PROCESSING');
    await pool.query(`select graphile_worker.add_job('timetable-import:resume', '{}'::json)`);
    await vi.waitFor(async () => expect((await stateOf()).state).toBe('READY'), PATIENCE);
    // A job that comes too late finds nothing to do, and the files are there to be read again.
    const { rows } = await pool.query(
      'select school_id::int, id::int as upload_id from timetable_uploads where uuid = $1',
      [uuid],
    );
    await pool.query(`select graphile_worker.add_job('timetable-import:process', $1::json)`, [JSON.stringify(rows[0])]);
    const left = `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'timetable-import:process' and (j.payload ->> 'upload_id')::int = $1`;
    await vi.waitFor(async () => expect((await pool.query(left, [rows[0].upload_id])).rows).toEqual([]), PATIENCE);
    expect((await stateOf()).can.reprocess).toBe(1);
    const again = await server.request('POST', '/v1/timetable-service/reprocess', { token: admin, body: { uuid } });
    expect(again.status, again.text).toBe(200);
    await vi.waitFor(async () => expect((await stateOf()).state).toBe('READY'), PATIENCE);
  });
});
