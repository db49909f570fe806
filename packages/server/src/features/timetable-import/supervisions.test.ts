import { strToU8 } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishUpload, uploadFiles } from '../../../../../tests/support/imports.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
const tokens: Record<string, string> = {};
const teachers: Record<string, number> = {};

/** Monday to Friday of the test's week. */
const WEEK = 'begins_at=2026-11-16&ends_at=2026-11-20';

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  const { kysely } = server.test.database;
  await kysely
    .updateTable('schools')
    .set({ public_timetable: true, public_teacher_names: 'shortcut', public_teacher_plans: true })
    .execute();
  for (const name of ['ada', 'parent', 'teacher', 'admin']) tokens[name] = await signIn(server, 'amsel', name);
  for (const row of await kysely.selectFrom('teachers').select(['id', 'shortcut']).execute())
    teachers[row.shortcut] = row.id;
});
afterAll(() => server.stop());

const upload = (name: string, rows: readonly string[]) =>
  uploadFiles(server, tokens.admin as string, [{ name, bytes: strToU8(`${rows.join('\n')}\n`) }]);

interface Shown {
  kind: string | null;
  comment: string | null;
  dates: string[];
  time_begins_at: string;
  time_ends_at: string;
  teachers: { shortcut: string }[];
  substituted_lessons: { teachers: { shortcut: string }[] }[];
}

async function read(who: string, path: string): Promise<Shown[]> {
  const answer = await server.request('GET', `/v1/${path}?${WEEK}`, { token: tokens[who] });
  expect(answer.status, `${who} ${path}: ${answer.text}`).toBe(200);
  return answer.body.data.lessons as Shown[];
}
const ofTeacher = (who: string, shortcut: string) => read(who, `timetables/entities/teachers/${teachers[shortcut]}`);
const supervisions = (shown: readonly Shown[]) =>
  shown
    .filter(({ kind }) => kind === 'SUPERVISION')
    .map((one) => [one.dates.join(' '), one.time_begins_at, one.time_ends_at, one.comment].join(' · '));

const GPU009 = ['"Yard","Bg",1,3,15,,', '"Hall","Bg",3,3,10,,', '"Yard","Li",1,3,15,,', '"Gate","",2,1,20,,'];
const YARD = '2026-11-16 · 09:40 · 09:55 · Yard';
const HALL = '2026-11-18 · 09:45 · 09:55 · Hall';

test('break supervisions are counted in the preview, and published once [T-3.88] [T-3.93]', async () => {
  const first = await upload('GPU009.TXT', GPU009);
  expect(first.counts).toMatchObject({ supervisions: 4, holidays: 0, exams: 0 });
  expect(first.changes).toMatchObject({ added: 0, parts: { supervisions: { added: 4, changed: 0, removed: 0 } } });
  expect(first.changes?.is_empty).toBe(false);
  await publishUpload(server, tokens.admin as string, first);
  const again = await upload('GPU009.TXT', GPU009);
  expect(again.changes?.is_empty).toBe(true);
  const other = await upload('GPU009.TXT', [...GPU009.slice(1).map((row) => row.replace(',10,', ',12,'))]);
  expect(other.changes?.parts.supervisions).toEqual({ added: 0, changed: 1, removed: 1 });
});

test('a teacher sees the own supervisions, planners all, nobody else any [T-3.12] [T-3.31]', async () => {
  expect(supervisions(await ofTeacher('teacher', 'Bg'))).toEqual([YARD, HALL]);
  expect(supervisions(await read('teacher', `timetables/entities/users/${school.users.teacher}`))).toEqual([
    YARD,
    HALL,
  ]);
  expect(supervisions(await ofTeacher('teacher', 'Li'))).toEqual([]);
  expect(supervisions(await ofTeacher('admin', 'Li'))).toEqual([YARD]);
  for (const who of ['ada', 'parent']) expect(supervisions(await ofTeacher(who, 'Bg')), who).toEqual([]);
  expect(supervisions(await read('', 'public/timetables/amsel/teachers/Bg'))).toEqual([]);
});

test('a changed supervision leaves every lesson as it is, and the post is shown as taken over [T-3.31]', async () => {
  const lessonsOf = async (shortcut: string) =>
    (await ofTeacher('admin', shortcut)).filter(({ kind }) => kind !== 'SUPERVISION');
  const before = [await lessonsOf('Bg'), await lessonsOf('Li')];
  expect(before[0]?.length).toBeGreaterThan(0);
  // Bg has posts before the third period of Monday and Wednesday, and teaches in that of Wednesday.
  const row = (id: number, date: string, to: string, bits: number, letter: string) =>
    `${id},"${date}",3,,0,"Bg","${to}",,,,,,,,,,,${bits},,"${letter}",202611151200,,`;
  const rows = [row(1, '20261116', 'Li', 2 ** 17, 'B'), row(2, '20261118', '', 2 ** 17 + 1, 'C')];
  await publishUpload(server, tokens.admin as string, await upload('GPU014.TXT', rows));
  expect([await lessonsOf('Bg'), await lessonsOf('Li')]).toEqual(before);
  const own = (await ofTeacher('teacher', 'Bg')).filter(({ kind }) => kind === 'SUPERVISION');
  expect(supervisions(own)).toEqual([YARD, HALL]);
  expect(own.map((one) => one.teachers.map(({ shortcut }) => shortcut))).toEqual([['Li'], []]);
  expect(own.map((one) => one.substituted_lessons[0]?.teachers[0]?.shortcut)).toEqual(['Bg', 'Bg']);
  expect(supervisions(await ofTeacher('admin', 'Li'))).toEqual([YARD, YARD]);
  for (const who of ['ada', 'parent']) expect(supervisions(await ofTeacher(who, 'Bg')), who).toEqual([]);
});

test('an undo puts the supervisions back as they were [T-7.124]', async () => {
  const before = supervisions(await ofTeacher('admin', 'Li'));
  const published = await publishUpload(server, tokens.admin as string, await upload('GPU009.TXT', GPU009.slice(0, 2)));
  expect(supervisions(await ofTeacher('admin', 'Li'))).toHaveLength(before.length - 1);
  const path = `/v1/timetable-service/uploads/${published.uuid}/undo`;
  expect((await server.request('POST', path, { token: tokens.admin })).status).toBe(200);
  expect(supervisions(await ofTeacher('admin', 'Li'))).toEqual(before);
});

test('new rooms, holidays and exams are counted in the preview [T-3.88]', async () => {
  const rooms = await upload('GPU005.TXT', ['"N 1","New room",,,,,,,,,,,,,,,,', '"204","Old room",,,,,,,,,,,,,,,,']);
  expect(rooms.changes).toMatchObject({ added: 0, parts: { bookables: { added: 1, changed: 1 } } });
  expect(rooms.changes?.is_empty).toBe(false);
  const holidays = await upload('GPU018.TXT', ['"Xmas","Christmas","20261223","20270106",,']);
  expect(holidays.counts?.holidays).toBe(1);
  expect(holidays.changes?.parts.holidays).toEqual({ added: 1, changed: 0, removed: 0 });
});

test('exams without their lessons are for the classes of the plan in force, or refused: never for all [T-3.31] [T-3.93]', async () => {
  const exam = (id: number, courses: string, numbers: string, teacher = '') =>
    `"K${id}",${id},"",20261119,${id},${id},"${courses}","${numbers}","Pup","${teacher}","",`;
  const rows = [exam(1, 'MA L1', '70'), exam(2, 'DE L1', '70~71', 'Bg'), exam(3, 'PH L1', '99', 'Bg')];
  const alone = await upload('GPU017.TXT', rows);
  expect(alone.changes?.substitutions.added).toBe(0);
  expect(alone.rejected.map(({ code, value }) => [code, value?.split(' ')[0]])).toEqual(
    ['K1', 'K2', 'K3'].map((name) => ['classes_unknown', name]),
  );
  const lessons = [
    '70,"10b","Bg","MA L1","204",1,1,,',
    '70,"7a","Li","DE L1","105",1,1,,',
    '71,"9c","Li","EN","105",1,1,,',
  ];
  await publishUpload(server, tokens.admin as string, await upload('GPU001.TXT', lessons));
  const known = await upload('GPU017.TXT', rows);
  expect(known.counts?.exams).toBe(3);
  expect(known.changes?.parts.exams.added).toBe(2);
  expect(known.rejected.map(({ code }) => code)).toEqual(['classes_unknown']);
  await publishUpload(server, tokens.admin as string, known);
  const { rows: shown } = await server.test.database.pool.query<{ comment: string; grades: string }>(
    `select comment, (select string_agg(shortcut, ' ' order by shortcut) from grades g where g.id = any(s.grade_ids)) as grades
       from substitutions s where kind = 'EVENT' and ended_at is null and date = '2026-11-19' order by comment`,
  );
  expect(shown).toEqual([
    { comment: 'K1 · MA L1', grades: '10b' },
    { comment: 'K2 · DE L1', grades: '7a' },
  ]);
});
