import { type MonitorPlan, monitorPlan } from '@kreide/core/features/monitor';
import type { PublicAccess } from '@kreide/core/features/schools';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { buildScreen, NOTHING_PUBLIC } from '../../../../../tests/support/public-access.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
let admin: string;

const HEAD = 'id;date;period;kind;classes;teachers;new_teachers;subject;new_subject;rooms;new_rooms;text;hidden';
const WEDNESDAY = [
  'm1;2026-11-18;2;;10b;Wn;Ta;GE;;112;301;Frau Winter ist krank;',
  'm2;2026-11-18;7;ADDITIONAL;10b;Bg;;MA;;204;;Nachhilfe;',
  'm3;2026-11-18;1;;7a;Li;Bg;BI;MA;;;;',
  'm5;2026-11-18;;MESSAGE;;;;;;;;Bücherei offen;',
  'm6;2026-11-19;1;;10b;Bg;Ta;PH;;L1;;;',
  'm4;2026-11-18;4;CANCLED;10b;Bg;;MA;;204;;heimlich;yes',
];
const RELEASED: PublicAccess = { ...NOTHING_PUBLIC, monitor: true };

const single = (query: string, headers: Record<string, string> = {}) =>
  server.request('GET', `/v1/public/monitors/single?${query}`, { headers });
const putAccess = (values: Partial<PublicAccess>, token: string | undefined, id = school.id) =>
  server.request('PUT', `/v1/schools/${id}/public-access`, { token, body: { ...RELEASED, ...values } });
async function release(values: Parameters<typeof putAccess>[0] = {}): Promise<void> {
  const answer = await putAccess(values, admin);
  expect(answer.status, answer.text).toBe(200);
}
async function read(mode: 'sub' | 'news-split' = 'sub', query = ''): Promise<MonitorPlan> {
  const answer = await single(`token=${school.screen}-${mode}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  admin = await signIn(server, 'amsel', 'admin');
  await school.publish(WEDNESDAY, HEAD);
  const { kysely } = server.test.database;
  await kysely.updateTable('teachers').set({ pseudonym: 'Eule' }).where('shortcut', '=', 'Wn').execute();
  for (const [title, is_public, publish_at] of [
    ['Schulfest', true, '2026-11-17T08:00:00Z'],
    ['Konferenz', false, '2026-11-17T08:00:00Z'],
    ['Überraschung', true, '2026-11-19T08:00:00Z'],
  ] as const)
    await kysely
      .insertInto('news')
      .values({
        school_id: school.id,
        user_id: school.users.teacher,
        content: '',
        excerpt: title,
        title,
        is_public,
        publish_at,
        content_rendered: `<p>${title}</p>`,
      })
      .execute();
});
beforeEach(async () => {
  server.clock.set(TEST_NOW);
  await release();
});
afterAll(() => server.stop());

describe('the monitor read', () => {
  it('needs no sign-in and answers school, day, substitutions by grade, news and last update [T-7.160] [T-7.164] [T-1.08]', async () => {
    const answer = await single(`token=${school.screen}-sub&substitution_date=2026-11-18&new_version=1`);
    expect(answer.status, answer.text).toBe(200);
    const strict = z.strictObject(monitorPlan.shape);
    expect(strict.parse(answer.body.data)).toMatchObject({
      mode: 'sub',
      school: { name: 'Amsel-Gymnasium', slink: 'amsel', time_zone: 'Europe/Berlin' },
      substitution_date: '2026-11-18',
      next_school_date: '2026-11-19',
      last_lesson_ends_at: expect.stringMatching(/^\d\d:\d\d$/),
      holiday: null,
      absent_teachers: null,
      news: [],
      last_updated_at: expect.stringMatching(/Z$/),
    });
    const [, tenth] = answer.body.data.substitutions;
    expect(tenth.entries.map((one: { hour: string; kind: string | null }) => [one.hour, one.kind])).toEqual([
      ['2', null],
      ['7', 'ADDITIONAL'],
    ]);
    expect(tenth.entries[0]).toMatchObject({
      subject: 'GE',
      old_subject: null,
      bookables: ['301'],
      old_bookables: ['112'],
    });
  });

  it('takes new_version=1 and refuses any other [T-7.161]', async () => {
    const token = `token=${school.screen}-sub`;
    expect((await single(`${token}&new_version=1`)).status).toBe(200);
    expect((await single(`${token}&new_version=2`)).status).toBe(422);
    expect((await single(`${token}&substitution_date=2026-02-30`)).status).toBe(422);
  });

  it('without a date shows today in the zone of the school, also when it is another day in UTC [T-2.134]', async () => {
    server.clock.set('2026-11-18T22:59:00Z');
    expect((await read()).substitution_date).toBe('2026-11-18');
    server.clock.set('2026-11-18T23:01:00Z');
    expect(await read()).toMatchObject({ substitution_date: '2026-11-19', next_school_date: '2026-11-20' });
    server.clock.set('2026-11-21T10:00:00Z');
    expect(await read()).toMatchObject({ last_lesson_ends_at: null, next_school_date: '2026-11-23' });
  });

  it('groups by grade in natural order and each grade by time', async () => {
    const plan = await read();
    expect(plan.substitutions.map((group) => group.grade)).toEqual(['7a', '10b']);
    expect(plan.substitutions[0]?.entries).toMatchObject([{ hour: '1', subject: 'MA', old_subject: 'BI' }]);
  });

  it('shows a move with where it went', async () => {
    server.clock.set('2026-11-17T08:00:00Z');
    const plan = await read('sub', '&substitution_date=2026-11-17');
    const moved = plan.substitutions.flatMap((group) => group.entries).find((one) => one.kind === 'MOVED_TO');
    expect(moved).toMatchObject({ subject: 'DE', moved: { date: '2026-11-20', hour: '5' } });
  });
});

describe('the token', () => {
  it('with -sub is the plan alone, with -news-split also the public news that are out [T-2.135] [T-2.136]', async () => {
    await release({ news: true });
    expect(await read('sub')).toMatchObject({ mode: 'sub', news: [] });
    const split = await read('news-split');
    expect(split.mode).toBe('news-split');
    expect(split.news.map((item) => item.title)).toEqual(['Schulfest']);
    expect(split.substitutions).toHaveLength(2);
    expect(JSON.stringify(split)).not.toMatch(/Konferenz|Überraschung/);
  });

  it('with -news-split gives no news while the school has not released them, but the plan alone [D-2.08] [D-2.10]', async () => {
    const plan = await read('news-split');
    expect(plan).toMatchObject({ mode: 'sub', news: [] });
    expect(plan.substitutions).toHaveLength(2);
    expect(JSON.stringify(plan)).not.toContain('Schulfest');
  });

  it('that is missing, malformed or unknown shows no school’s data [T-2.137]', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const query of [
      '',
      'token=',
      `token=${school.screen}`,
      `token=${school.id}-sub`,
      // The school's own id, which the search of schools tells everybody.
      `token=${school.uuid}-sub`,
      `token=${school.screen}-all`,
      `token=${school.screen.toUpperCase()}-sub`,
      `token=${unknown}-sub`,
      `token=${unknown}-news-split`,
    ]) {
      const answer = await single(query);
      expect(answer, query).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
      expect(answer.body.data, query).toBeUndefined();
      expect(answer.text).not.toMatch(/Amsel|10b|Schulfest/);
    }
    const unstorable = await single(`token=${school.screen}-sub%00`);
    expect(unstorable.status).toBe(422);
    expect(unstorable.text).not.toMatch(/Amsel|10b|Schulfest/);
  });
});

describe('what the public learns', () => {
  it('of teachers is nothing, the short name or the pseudonym, as the school says [D-2.09]', async () => {
    const teachersOf = async () => {
      const [, tenth] = (await read()).substitutions;
      const { teachers, old_teachers } = tenth?.entries[0] ?? {};
      return { teachers, old_teachers };
    };
    expect(await teachersOf()).toEqual({ teachers: [], old_teachers: null });
    await release({ teacher_names: 'shortcut' });
    expect(await teachersOf(), 'nobody is told whose place it is').toEqual({ teachers: ['Ta'], old_teachers: [] });
    await release({ teacher_names: 'shortcut', replaced_teachers: true });
    expect(await teachersOf()).toEqual({ teachers: ['Ta'], old_teachers: ['Wn'] });
    await release({ teacher_names: 'pseudonym', replaced_teachers: true });
    expect(await teachersOf()).toEqual({ teachers: [expect.stringMatching(/^[A-Z][a-z]+$/)], old_teachers: [] });
  });

  it('by pseudonyms is nobody known again: not in the other mode of a screen, nor on another day, nor in the plan of the class [D-2.09]', async () => {
    await release({ teacher_names: 'pseudonym', timetable: true, news: true });
    // Ta is in both days, and each Wednesday and Thursday in the plan of the class.
    const days = 'begins_at=2026-11-18&ends_at=2026-11-18';
    const plan = await server.request('GET', `/v1/public/timetables/amsel/grades/10b?${days}`);
    const starOf = async (mode: 'sub' | 'news-split', date: string) => {
      const { substitutions } = await read(mode, `&substitution_date=${date}`);
      return substitutions.find(({ grade }) => grade === '10b')?.entries[0]?.teachers[0];
    };
    const { lessons } = plan.body.data as {
      lessons: { kind: unknown; hour: string; teachers: { shortcut: string }[] }[];
    };
    const stars = [
      await starOf('sub', '2026-11-18'),
      await starOf('news-split', '2026-11-18'),
      await starOf('sub', '2026-11-19'),
      lessons.find(({ hour }) => hour === '2')?.teachers[0]?.shortcut,
    ];
    for (const star of stars) expect(star).toMatch(/^[A-Z][a-z]+$/);
    expect(new Set(stars).size, stars.join()).toBe(4);
    expect(await starOf('sub', '2026-11-18'), 'the same answer is the same').toBe(stars[0]);
  });

  it('of absent teachers is nothing before the school switches it on [T-7.164]', async () => {
    await release({ teacher_names: 'shortcut' });
    expect((await read()).absent_teachers).toBeNull();
    await release({ absent_teachers: true });
    expect((await read()).absent_teachers).toBeNull();
    await release({ teacher_names: 'shortcut', absent_teachers: true });
    expect((await read()).absent_teachers).toEqual(['Li', 'Wn']);
    await release({ teacher_names: 'pseudonym', absent_teachers: true });
    expect((await read()).absent_teachers).toBeNull();
  });

  it('never holds comments, reasons, names or hidden substitutions, in any mode [D-2.09] [T-7.164] [T-3.12]', async () => {
    await release({ teacher_names: 'shortcut', absent_teachers: true, news: true });
    for (const mode of ['sub', 'news-split'])
      for (const date of ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']) {
        const { text } = await single(`token=${school.screen}-${mode}&substitution_date=${date}`);
        expect(text).not.toMatch(/krank|Bücherei|Nachhilfe|heimlich|Wörterbücher|Stadtmuseum/);
        expect(text).not.toMatch(/Winter|Lindner|Berg|Kern|comment/);
      }
    const tenth = (await read()).substitutions.find((group) => group.grade === '10b');
    expect(tenth?.entries.map((one) => one.hour)).not.toContain('4');
  });
});

describe('notes', () => {
  it('are told after their own switch, those of messages too, and never where they name somebody [D-2.09] [T-7.164]', async () => {
    const notes = async () =>
      (await read()).substitutions.flatMap((group) => group.entries.flatMap((one) => one.note ?? []));
    expect(await notes()).toEqual([]);
    await release({ notes: true });
    expect(new Set(await notes())).toEqual(new Set(['Nachhilfe', 'Bücherei offen']));
    const { kysely } = server.test.database;
    const say = (comment: string) =>
      kysely
        .updateTable('substitutions')
        .set({ comment })
        .where('external_key', '=', 'm2')
        .execute()
        .then(() => release({ notes: true }));
    await say('Nachhilfe mit Ada Kern');
    expect(await notes(), 'a pupil').toEqual(['Bücherei offen']);
    await say('Nachhilfe bei Ta');
    expect(await notes(), 'a short name').toEqual(['Bücherei offen']);
    await say('Nachhilfe'.padEnd(121, '.'));
    expect(await notes(), 'longer than a screen has room for').toEqual(['Bücherei offen']);
    await say('Nachhilfe'.padEnd(120, '.'));
    expect(await notes()).toContain('Nachhilfe'.padEnd(120, '.'));
    await say('Nachhilfe');
    expect(await notes()).toContain('Nachhilfe');
  });
});

describe('the switch', () => {
  it('turns the monitor off with 404 for everybody, and back on, at once [D-2.10]', async () => {
    await release({ monitor: false });
    for (const mode of ['sub', 'news-split'])
      for (const headers of [{}, { authorization: `Bearer ${admin}` }] as Record<string, string>[]) {
        const answer = await single(`token=${school.screen}-${mode}`, headers);
        expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
        expect(answer.text).not.toContain('Amsel');
      }
    await release();
    expect(await read()).toMatchObject({ substitution_date: '2026-11-18' });
  });

  it('is off everywhere, and at once, for a school that is locked or deactivated [D-2.10]', async () => {
    await release({ timetable: true, news: true });
    const { kysely } = server.test.database;
    const paths = [
      `monitors/single?token=${school.screen}-sub`,
      'timetables/amsel/grades/10b',
      'news/amsel',
      'news/amsel.rss',
    ];
    const statuses = async () =>
      Promise.all(paths.map(async (path) => (await server.request('GET', `/v1/public/${path}`)).status));
    const set = (values: { is_locked: boolean } | { state: 'ACTIVE' | 'DEACTIVATED' }) =>
      kysely.updateTable('schools').set(values).where('id', '=', school.id).execute();
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await set({ is_locked: true });
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    await set({ is_locked: false });
    await set({ state: 'DEACTIVATED' });
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    await set({ state: 'ACTIVE' });
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  it('is in the hands of the administrator of that school alone [D-2.10]', async () => {
    const { kysely } = server.test.database;
    const other = await buildSchool(kysely, 'drossel');
    const { secret } = await buildScreen(kysely, other.id);
    await buildUser(kysely, other.id, 'admin', 'ADMIN');
    const stranger = await signIn(server, 'drossel', 'admin');
    expect((await single(`token=${secret}-sub`)).status).toBe(404);
    for (const name of ['ada', 'parent', 'teacher', 'office'])
      expect((await putAccess({ monitor: false }, await signIn(server, 'amsel', name))).status, name).toBe(403);
    expect((await putAccess({ monitor: false }, undefined)).status).toBe(401);
    expect((await putAccess({ monitor: false }, stranger)).status).toBe(404);
    expect((await putAccess({ monitor: true }, admin, other.id)).status).toBe(404);
    expect((await read()).mode).toBe('sub');
    expect((await single(`token=${secret}-sub`)).status).toBe(404);
    expect((await putAccess({ monitor: true }, stranger, other.id)).status).toBe(200);
    const empty = await single(`token=${secret}-sub`);
    expect(empty.body.data).toMatchObject({ substitutions: [], last_updated_at: null });
  });
});
