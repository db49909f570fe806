import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Upload } from '@kreide/core/features/timetable-import';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishUpload, readPlanTables, uploadFiles, uploadPlan } from '../../../../../tests/support/imports.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { ROOT, startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { countWaiting } from '../../../../../tests/support/waiting.ts';

let server: TestServer;
let school: BuiltSchool;
let admin: string;
let schools = 0;

const HEAD = 'lesson_id;classes;teachers;subject;rooms;weekday;period;week';
const ROWS = [
  '1;10b;Bg;MA;204;2;3;',
  '2;10b;Li;DE;105;2;4;',
  '3;10b;Bg;PH;L1;4;1;',
  '4;7a;Li;DE;105;1;1;A',
  '5;7a;Bg;MA;204;1;2;B',
];
const SUBSTITUTIONS = 'id;date;period;kind;classes;teachers;subject;rooms;new_rooms;text';

const upload = (rows: readonly string[], head = HEAD, fields: Record<string, string> = {}) =>
  uploadPlan(server, admin, [head, ...rows], fields);
const publish = async (rows: readonly string[], head = HEAD, fields: Record<string, string> = {}) =>
  publishUpload(server, admin, await upload(rows, head, fields));
/** What somebody agrees to who looked at the difference. */
const consentTo = ({ changes }: Pick<Upload, 'changes'>) => ({ replace: false, revision: changes?.revision ?? 0 });
const act = (uuid: string, verb: string, body?: unknown) =>
  server.request('POST', `/v1/timetable-service/uploads/${uuid}/${verb}`, {
    token: admin,
    ...(body === undefined ? {} : { body }),
  });
async function undo(uuid: string): Promise<void> {
  const answer = await act(uuid, 'undo');
  expect(answer.status, answer.text).toBe(200);
}

/** The plan in force without ids: lessons, current substitutions, masters that are not ended, times and the anchor. */
async function inForce() {
  const { pool } = server.test.database;
  const read = async (text: string): Promise<string[]> =>
    (await pool.query<{ line: string }>(text, [school.id])).rows.map(({ line }) => line);
  const unit = (table: string) =>
    read(
      `select shortcut || coalesce(' ' || (to_jsonb(t)->>'name'), '') as line from ${table} t where school_id = $1 and ended_at is null order by 1`,
    );
  return {
    lessons: await read(
      `select concat_ws(' ', external_lesson, weekday, hour, l.time_begins_at, bookable_ids) as line from lessons l
         join school_years y on y.school_id = l.school_id and y.published_version_id = l.version_id where l.school_id = $1 order by 1`,
    ),
    substitutions: await read(
      `select concat_ws(' ', source, external_key, date, hour, comment) as line from substitutions where school_id = $1 and ended_at is null order by 1`,
    ),
    grades: await unit('grades'),
    teachers: await unit('teachers'),
    bookables: await unit('bookables'),
    subjects: await unit('subjects'),
    times: await read(
      `select concat_ws(' ', weekday, hour, begins_at, ends_at) as line from times where school_id = $1 order by 1`,
    ),
    anchor: await read(`select anchor::text as line from school_years where school_id = $1`),
  };
}

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  schools += 1;
  school = await buildSchool(server.test.database.kysely, `amsel-${schools}`);
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  admin = await signIn(server, school.slink, 'admin');
});
afterAll(() => server.stop());

describe('an undo', () => {
  it('puts lessons, masters, times, the week anchor and substitutions back as they were', async () => {
    await publish(ROWS);
    await publish(['s1;2026-11-17;3;cancelled;10b;Bg;MA;204;;first'], SUBSTITUTIONS);
    const before = await inForce();
    const grid = JSON.stringify(
      [1, 2, 3, 4].map((hour) => ({ hour: `${hour}`, begins_at: `1${hour}:00`, ends_at: `1${hour}:30` })),
    );
    const changed = ROWS.slice(1).map((row) => row.replace('105', '301').replace('Li', 'Ho'));
    const second = await publish([...changed, '6;9c;Zz;ZZ;999;5;1;'], HEAD, { grid, anchor: '2026-08-10' });
    const between = await inForce();
    for (const key of ['lessons', 'grades', 'teachers', 'bookables', 'subjects', 'times', 'anchor'] as const)
      expect(between[key], key).not.toEqual(before[key]);
    const third = await publish(['s1;2026-11-17;4;cancelled;10b;Ho;DE;301;;second'], SUBSTITUTIONS);
    expect((await inForce()).substitutions).toEqual(['csv s1 2026-11-17 4 second']);
    await undo(third.uuid);
    expect(await inForce()).toEqual(between);
    await undo(second.uuid);
    expect(await inForce()).toEqual(before);
  });

  it('leaves what the school has come to keep since, and ends again what had ended [T-3.03] [T-3.04]', async () => {
    const { kysely } = server.test.database;
    const set = (shortcut: string, values: { is_custom?: boolean; name?: string; ended_at?: string | null }) =>
      kysely
        .updateTable('bookables')
        .set(values)
        .where('school_id', '=', school.id)
        .where('shortcut', '=', shortcut)
        .execute();
    await kysely
      .insertInto('bookables')
      .values(
        ['alt', 'aus'].map((shortcut) => ({
          school_id: school.id,
          shortcut,
          source: 'manual',
          is_custom: true,
          ended_at: '2026-08-01T00:00:00Z',
        })),
      )
      .execute();
    await publish(ROWS);
    const rooms = (name: string) => ROWS.map((row) => row.replace('204', name));
    const second = await publish([...rooms('301'), '6;7a;Li;DE;302;5;1;', '7;7a;Li;DE;alt;5;2;']);
    expect((await inForce()).bookables).toEqual(expect.arrayContaining(['301', '302', 'alt']));
    await set('301', { is_custom: true, name: 'Werkstatt' });
    await undo(second.uuid);
    const { bookables } = await inForce();
    expect(bookables).toContain('301 Werkstatt');
    for (const gone of ['302', 'alt', 'aus']) expect(bookables).not.toContain(gone);
  });

  it('is for the newest publication alone; an older one is superseded', async () => {
    const first = await publish(ROWS);
    const second = await publish(ROWS.map((row) => row.replace('204', '205')));
    const before = await readPlanTables(server);
    const refused = await act(first.uuid, 'undo');
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'superseded' } } });
    expect(await readPlanTables(server)).toEqual(before);
    await undo(second.uuid);
    await undo(first.uuid);
    expect((await inForce()).lessons).toEqual([]);
  });

  it('goes back as far as versions are kept and never to an empty plan', async () => {
    const uuids: string[] = [];
    for (let room = 0; room < 13; room += 1)
      uuids.unshift((await publish(ROWS.map((row) => row.replace('204', `r${room}`)))).uuid);
    let undone = 0;
    for (const uuid of uuids) {
      const answer = await act(uuid, 'undo');
      if (answer.status !== 200) {
        expect(answer.body.error.code).toBe('superseded');
        break;
      }
      undone += 1;
      expect((await inForce()).lessons, `after ${undone}`).toHaveLength(5);
    }
    expect(undone).toBeGreaterThanOrEqual(5);
    expect(undone).toBeLessThan(13);
  });
});

describe('two publications at once', () => {
  it('of two uploads are one: the other was shown the plan before it, and is published after another look', async () => {
    await publish(ROWS);
    const one = await upload(ROWS.map((row) => row.replace('204', 'x1')));
    const two = await upload(ROWS.map((row) => row.replace('204', 'x2')));
    const answers = await Promise.all(
      [one, two].map((each) => act(each.uuid, 'publish', { ...consentTo(each), replace: true })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers[0]?.status === 409 ? one : two;
    expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('preview_outdated');
    const shown = (await server.request('GET', `/v1/timetable-service/uploads/${late.uuid}`, { token: admin })).body
      .data;
    expect(shown.changes.lines.map(({ text }: { text: string }) => text).join()).toMatch(/x[12].*→.*x[12]/);
    expect((await act(late.uuid, 'publish', { ...consentTo(shown), replace: true })).status).toBe(200);
    const rows = await server.test.database.kysely
      .selectFrom('timetable_uploads')
      .select(['published_revision', 'previous_version_id', 'version_id'])
      .where('uuid', 'in', [one.uuid, two.uuid])
      .orderBy('published_revision')
      .execute();
    expect(rows[1]?.published_revision).toBe((rows[0]?.published_revision ?? 0) + 1);
    expect(rows[1]?.previous_version_id).toBe(rows[0]?.version_id);
    expect((await inForce()).lessons).toHaveLength(5);
    const rooms = (await inForce()).lessons.filter((line) => /^[15] /.test(line)).map((line) => line.split(' ').at(-1));
    expect(new Set(rooms).size).toBe(1);
  });

  it('of the same upload are one', async () => {
    const ready = await upload(ROWS);
    const answers = await Promise.all([1, 2, 3].map(() => act(ready.uuid, 'publish', consentTo(ready))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await inForce()).lessons).toHaveLength(5);
  });
});

describe('a publication and a discard at once', () => {
  it('never leave a plan in force whose upload somebody was told is dropped', async () => {
    const { pool } = server.test.database;
    const ready = await upload(ROWS);
    const other = await pool.connect();
    try {
      await other.query('begin');
      await other.query(`update timetable_uploads set state = 'DISCARDED' where uuid = $1`, [ready.uuid]);
      const publishing = act(ready.uuid, 'publish', consentTo(ready));
      await expect.poll(() => countWaiting(pool)).toBeGreaterThan(0);
      await other.query('commit');
      expect(await publishing).toMatchObject({ status: 409, body: { error: { code: 'upload_not_open' } } });
    } finally {
      other.release();
    }
    expect((await inForce()).lessons).toEqual([]);
  });
});

describe('the same plan from another program', () => {
  it('that writes the days of a week A down and leaves holidays out changes nothing', async () => {
    const example = (path: string) => ({
      name: path.split('/').at(-1) ?? '',
      bytes: new Uint8Array(readFileSync(join(ROOT, 'examples/import-files', path))),
    });
    await publishUpload(server, admin, await uploadFiles(server, admin, [example('untis-xml/untis.xml')]));
    const before = await inForce();
    const other = await uploadFiles(server, admin, [example('csv/lessons.csv')], { anchor: '2026-08-03' });
    expect(other.changes?.lessons).toEqual({ added: 0, changed: 0, removed: 0 });
    await publishUpload(server, admin, other);
    expect((await inForce()).lessons).toEqual(before.lessons);
  });
});

describe('the lines of a difference', () => {
  it('tell both sides apart, whatever it is that changes', async () => {
    await publish(ROWS);
    const changed = [
      '1;10b,10c;Bg;MA;204;2;3;',
      '2;10b;Li;DEU;105;2;4;',
      '3;10b;Bg;PH;L1;4;1;',
      '4;7a;Li;DE;105;1;1;B',
      '5;7a;Bg;MA;204;1;2;A',
    ];
    const { changes } = await upload(changed);
    const lines =
      changes?.lines.filter(({ of }) => of === 'lesson').map(({ text }) => text.replace(/^[^:]*: /, '').split(' → ')) ??
      [];
    expect(lines).toHaveLength(4);
    for (const [before, after] of lines) expect(before).not.toBe(after);
    expect(lines.flat().join('\n')).toMatch(/DEU/);
    expect(lines.flat().join('\n')).toMatch(/10b, 10c/);
  });
});

describe('a substitution upload', () => {
  it('replaces its own range and source, and nothing else', async () => {
    const { kysely } = server.test.database;
    await publish(ROWS);
    await publish(
      [
        'a;2026-11-16;1;cancelled;7a;Li;DE;105;;',
        'b;2026-11-17;3;cancelled;10b;Bg;MA;204;;',
        'c;2026-11-19;1;cancelled;10b;Bg;PH;L1;;',
      ],
      SUBSTITUTIONS,
    );
    const foreign = { school_id: school.id, school_year_id: school.yearId, source: 'planner', date: '2026-11-17' };
    const slot = { external_key: 'p', hour: '4', time_begins_at: '10:45', time_ends_at: '11:30' };
    await kysely
      .insertInto('substitutions')
      .values({ ...foreign, ...slot, kind: 'MESSAGE' })
      .execute();
    const before = await inForce();
    await publish(['d;2026-11-17;4;;10b;Li;DE;105;301;new'], SUBSTITUTIONS);
    const after = await inForce();
    expect(after.substitutions).toEqual([
      'csv a 2026-11-16 1',
      'csv c 2026-11-19 1',
      'csv d 2026-11-17 4 new',
      'planner p 2026-11-17 4',
    ]);
    expect({ ...after, substitutions: [], bookables: [] }).toEqual({ ...before, substitutions: [], bookables: [] });
  });
});

describe('exams and substitutions of Untis, which are exported apart', () => {
  it('leave each other alone, and each file replaces its own', async () => {
    const put = async (name: string, text: string) =>
      publishUpload(server, admin, await uploadFiles(server, admin, [{ name, bytes: new Uint8Array(strToU8(text)) }]));
    const exam = (id: number) => `"K1",${id},"written",20261117,3,3,"M","40","PupA","Abl","R 1"\n`;
    const substitution = (text: string) => `1;"20261117";1;;100;"Abl";"Zim";"M";;;;;;;"8a";;"${text}";0;"8a";;;\n`;
    const said = async () =>
      (await inForce()).substitutions.map((line) => line.replace(/^untis | 2026-11-17 .( .*)?$/g, ''));
    const change = '1@2026-11-17/1';
    await put('GPU001.TXT', '40;"8a";"Abl";"M";"R 1";1;5;;\n');
    await put('GPU014.TXT', substitution('one'));
    await put('GPU017.TXT', exam(12));
    expect(await said()).toEqual([change, 'exam 12@2026-11-17/3']);
    await put('GPU014.TXT', substitution('two'));
    expect(await said()).toEqual([change, 'exam 12@2026-11-17/3']);
    await put('GPU017.TXT', exam(13));
    expect(await said()).toEqual([change, 'exam 13@2026-11-17/3']);
  });
});

describe('substitutions that somebody may not expect to go or to stay', () => {
  const day = (index: number) => `2026-11-${String(index).padStart(2, '0')}`;
  const cancelled = (id: number, date: string) => `s${id};${date};1;cancelled;7a;Li;DE;105;;`;

  it('are counted in a warning: many that the file lacks, and those of another program', async () => {
    const list = Array.from({ length: 14 }, (_, index) => cancelled(index, day(index + 9)));
    await publish(list, SUBSTITUTIONS);
    const { kysely } = server.test.database;
    const foreign = { school_id: school.id, school_year_id: school.yearId, source: 'indiware', date: day(12) };
    const slot = { external_key: 'p', hour: '4', time_begins_at: '10:45', time_ends_at: '11:30' };
    await kysely
      .insertInto('substitutions')
      .values([
        { ...foreign, ...slot, kind: 'MESSAGE' },
        { ...foreign, ...slot, source: 'planner', kind: 'MESSAGE' },
      ])
      .execute();
    const few = await upload(list.slice(0, 5), SUBSTITUTIONS);
    expect(few.warnings.join()).not.toMatch(/fehlen/);
    const ready = await upload([list[0], list[13]] as string[], SUBSTITUTIONS);
    expect(ready.changes?.removed).toBe(12);
    expect(ready.warnings).toContain(
      'Vom 09.11.2026 bis 22.11.2026 fehlen in der Datei 12 von 14 Vertretungen, die gelten. Beim Veröffentlichen fallen sie weg.',
    );
    expect(ready.warnings).toContain(
      'Für diese Tage gibt es schon Vertretungen aus indiware: 1. Sie bleiben neben den neuen stehen.',
    );
  });
});

describe('a file', () => {
  it('whose XML declares another encoding than it has is read as what it is', async () => {
    const file = readFileSync(join(ROOT, 'examples/import-files/untis-xml/untis.xml'), 'utf8');
    const western = file.replace(/[^\0-\xff]/g, 'x').replace(/encoding="[^"]+"/i, 'encoding="UTF-16"');
    const name = 'plan.xml';
    const ready = await uploadPlan(server, admin, Buffer.from(western, 'latin1'), { name });
    expect(ready.error).toBeNull();
    await publishUpload(server, admin, ready);
    const teachers = await server.test.database.kysely.selectFrom('teachers').select('lastname').execute();
    expect(teachers.map((teacher) => teacher.lastname)).toContain('Bäumler');
  });
});
