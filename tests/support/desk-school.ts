import type { DecisionDraft, DeskDay, DeskLesson } from '@kreide/core/features/desk';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { buildUser, signIn } from './people.ts';
import { buildPlanSchool, type PlanSchool } from './plan-school.ts';
import { startTestServer, TEST_NOW, type TestServer } from './server.ts';

/** Monday: 10b has DE MA EN GE PH, 7a MA DE; changes of an import are in the week before. */
export const DAY = '2026-11-23';

/** An absence of nobody yet, and one of the whole day without a reason. */
export const NOBODY = { teacher_id: null, bookable_id: null, grade_id: null };
export const WHOLE_DAY = {
  begins_time_id: null,
  ends_time_id: null,
  days: [],
  absence_reason_id: null,
  comment: null,
};

/** A school with a plan and its desk, from `beforeAll` to `afterAll`; everybody who asks is signed in. */
export function withDeskSchool() {
  let server: TestServer;
  let school: PlanSchool;
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    server = await startTestServer();
    school = await buildPlanSchool(server, 'amsel');
    const { kysely } = server.test.database;
    await buildUser(kysely, school.id, 'olga', 'ADMIN');
    const { id: teacher_id } = await kysely
      .selectFrom('teachers')
      .select('id')
      .where('shortcut', '=', 'Or')
      .executeTakeFirstOrThrow();
    const times = { time_begins_at: '09:35', time_ends_at: '09:40' };
    const post = { area: 'Hof', weekday: 1, before_hour: '3', source: 'manual', teacher_id, ...times };
    await kysely
      .insertInto('supervisions')
      .values({ school_id: school.id, school_year_id: school.yearId, ...post })
      .execute();
    for (const name of ['admin', 'olga', 'teacher', 'ada', 'parent'])
      tokens[name] = await signIn(server, 'amsel', name);
  });
  beforeEach(() => server.clock.set(TEST_NOW));
  afterAll(() => server.stop());

  const call = (method: string, path: string, body?: object, who = 'admin') =>
    server.request(method, `/v1/timetables${path}`, { token: tokens[who] ?? '', ...(body ? { body } : {}) });
  const day = async (date = DAY): Promise<DeskDay> => (await call('GET', `/desk?date=${date}`)).body.data;
  const idOf = async (shortcut: string, date = DAY) => {
    const { teachers, bookables, grades } = await day(date);
    return [...teachers, ...bookables, ...grades].find((one) => one.shortcut === shortcut)?.id as number;
  };
  async function absent(shortcut: string, values: object = {}): Promise<DeskDay> {
    const teacher_id = await idOf(shortcut);
    const whole = { ...NOBODY, begins_at: DAY, ends_at: DAY, ...WHOLE_DAY };
    const answer = await call('POST', '/desk/absences', { ...whole, teacher_id, ...values });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }
  const decide = (decisions: DecisionDraft[], date = DAY, who = 'admin') =>
    call('PUT', '/desk/decisions', { date, decisions }, who);
  const draftsOf = ({ lessons, notes }: DeskDay) =>
    [...lessons.flatMap(({ decision }) => decision ?? []), ...notes].filter(({ is_draft }) => is_draft);
  async function publish(date = DAY, who = 'admin') {
    const decisions = draftsOf(await day(date)).map(({ id, version }) => ({ id, version }));
    return call('POST', '/desk/publish', { date, decisions }, who);
  }
  const at = ({ lessons }: DeskDay, hour: string, grade: string) =>
    lessons.find((one) => one.hour === hour && one.grades.some(({ shortcut }) => shortcut === grade)) as DeskLesson;
  const says = ({ hour, grades, state }: DeskLesson) => `${hour} ${grades.map(({ shortcut }) => shortcut)} ${state}`;

  /** What 10b has on a day, as somebody sees it. */
  async function planOf(who: string, date = DAY) {
    const path = `/entities/grades/${school.gradeId}?begins_at=${date}&ends_at=${date}`;
    const answer = await call('GET', path, undefined, who);
    return answer.body.data.lessons.map(
      (one: { hour: string; kind: string | null; teachers: { shortcut: string }[] }) =>
        `${one.hour} ${one.kind ?? ''} ${one.teachers.map(({ shortcut }) => shortcut)}`,
    );
  }

  async function toldTo(who: string): Promise<string[]> {
    const { body } = await server.request('GET', '/v1/channels/personal-channel', { token: tokens[who] ?? '' });
    const path = `/v1/channels/chats/${body.data.chat_id}/messages`;
    const list = await server.request('GET', path, { token: tokens[who] ?? '' });
    return list.body.data.map(({ content_rendered }: { content_rendered: string }) => content_rendered);
  }
  return {
    get server() {
      return server;
    },
    get school() {
      return school;
    },
    tokens,
    call,
    day,
    idOf,
    absent,
    decide,
    draftsOf,
    publish,
    at,
    says,
    planOf,
    toldTo,
  };
}
