import type { Lesson, Timetable } from '@kreide/core/features/timetable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { NOTHING_PUBLIC } from '../../../../../tests/support/public-access.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await buildPlanSchool(server);
  server.clock.set(TEST_NOW);
});
afterAll(() => server.stop());

const NOTHING = {
  public_teacher_names: NOTHING_PUBLIC.teacher_names,
  public_teacher_plans: false,
  public_replaced_teachers: false,
};
/** Written as it stands in the table: what a form refuses is refused when it is read too. */
const release = (values: object) =>
  server.test.database.kysely
    .updateTable('schools')
    .set({ ...NOTHING, public_timetable: true, ...values })
    .where('slink', '=', 'amsel')
    .execute();
const ask = (teacher: string) => server.request('GET', `/v1/public/timetables/amsel/teachers/${teacher}`);
const lessonsOn = async (teacher: string, date: string): Promise<Lesson[]> =>
  ((await ask(teacher)).body.data as Timetable).lessons.filter(({ dates }) => dates.includes(date));

it('a plan of a room is for everybody only where the room is public [T-3.03]', async () => {
  await release({});
  // Before anybody has read a plan: what was read is kept.
  await server.test.database.pool.query(`update bookables set is_public = shortcut <> '204', description = 'Beamer'`);
  const read = (room: string) => server.request('GET', `/v1/public/timetables/amsel/bookables/${room}`);
  const open = await read('105');
  expect(open.status, open.text).toBe(200);
  // What the school says of it is for its members.
  expect(open.text).not.toContain('Beamer');
  expect((await read('204')).status).toBe(404);
});

describe('the plans of teachers that everybody may see', () => {
  it.each([
    ['none', true],
    ['pseudonym', true],
    ['shortcut', false],
  ] as const)('are none where names are %s and their own switch is %s [D-2.08] [D-2.09]', async (names, isOn) => {
    await release({ public_teacher_names: names, public_teacher_plans: isOn });
    const answer = await ask('Ta');
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(answer.text).not.toMatch(/Tamm|Sport/);
  });

  it('show what a teacher gives, and of a lesson that somebody else takes nothing, unless it is told who is replaced [D-2.09]', async () => {
    const wednesday = '2026-11-18';
    await release({ public_teacher_names: 'shortcut', public_teacher_plans: true });
    expect((await lessonsOn('Ta', wednesday)).map(({ hour }) => hour)).toContain('2');
    const own = await lessonsOn('Wn', wednesday);
    expect(own.map(({ hour }) => hour)).not.toContain('2');
    expect(JSON.stringify(own)).not.toContain('Ta');
    await release({ public_teacher_names: 'shortcut', public_teacher_plans: true, public_replaced_teachers: true });
    const lost = (await lessonsOn('Wn', wednesday)).find(({ hour }) => hour === '2');
    expect(lost?.teachers.map(({ shortcut }) => shortcut)).toEqual(['Ta']);
  });
});
