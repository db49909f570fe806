import {
  contentOf,
  type EditorState,
  editorOf,
  type LessonContent,
  type PlannedLesson,
  type PlanVersion,
  splitLesson,
} from '@kreide/core/features/planner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { pruneVersions } from './queries/versions.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'olga', 'ADMIN');
  for (const name of ['admin', 'olga', 'teacher']) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());

const call = (method: string, path: string, body?: object, who = 'admin') =>
  server.request(method, `/v1/timetables${path}`, { token: tokens[who] ?? '', ...(body ? { body } : {}) });
async function make(copied = false): Promise<PlanVersion> {
  const [plan] = (await call('GET', '/versions')).body.data.plans;
  const draft = { school_year_id: school.yearId, note: 'Entwurf', copy_data_from_version: copied ? plan.uuid : null };
  return (await call('POST', '/versions', draft)).body.data;
}
const stateOf = async ({ uuid }: PlanVersion): Promise<EditorState> =>
  editorOf((await call('GET', `/current?version_uuid=${uuid}`)).body.data);
const push = (version: PlanVersion, changes: object, who = 'admin') =>
  call('POST', '/push', { version_uuid: version.uuid, ...changes }, who);
const pop = ({ uuid }: PlanVersion, who = 'admin') => call('POST', '/pop', { version_uuid: uuid }, who);
const redo = ({ uuid }: PlanVersion, who = 'admin') => call('POST', '/redo', { version_uuid: uuid }, who);

/** German of 10b with the first teacher. */
function german(state: EditorState, values: Partial<LessonContent> = {}): LessonContent {
  const idOf = (units: readonly { id: number; shortcut: string }[], name: string) =>
    units.find(({ shortcut }) => shortcut === name)?.id as number;
  return {
    subject_id: idOf(state.subjects, 'DE'),
    course_id: null,
    length: 1,
    pattern: null,
    grade_ids: [school.gradeId],
    teacher_ids: [idOf(state.teachers, 'Li')],
    bookable_ids: [],
    ...values,
  };
}
/** Lessons without what only counts. */
const bare = ({ lessons }: EditorState) => lessons.map(({ version: _, ...lesson }) => lesson);

describe('a version without lessons', () => {
  it('gets them one by one, placed or not, and can be published [T-4.02] [T-4.06]', async () => {
    const version = await make();
    const state = await stateOf(version);
    expect(state.patterns.map(({ name }) => name)).toEqual(['A', 'B']);
    const [, { id: _, ...b } = { id: '', name: '', weeks: [] }] = state.patterns;
    // What the plan in force teaches is what this one is made for.
    const isGerman = ({ subject_id, grade_ids }: Pick<PlannedLesson, 'subject_id' | 'grade_ids'>) =>
      subject_id === german(state).subject_id && grade_ids.includes(school.gradeId);
    const copied = (await stateOf(await make(true))).lessons.filter(isGerman);
    expect(state.demands.filter(isGerman).flatMap(({ blocks }) => blocks)).toHaveLength(copied.length);
    const added = [
      { ...german(state, { length: 2 }), place: { weekday: 2, hour: '3' } },
      { ...german(state, { pattern: b, teacher_ids: [] }), place: null },
    ];
    const done = await push(version, { added });
    expect(done.status, done.text).toBe(200);
    expect(done.body.data).toMatchObject({
      version: { lessons: 2, revision: 1 },
      lessons: [
        { weekday: 2, hour: '3', length: 2, version: 1, begins_at: state.version.school_year.begins_at },
        { weekday: null, pattern: { name: 'B' }, teacher_ids: [] },
      ],
      removed_ids: [],
    });
    const [plan] = (await call('GET', '/versions')).body.data.plans;
    const publication = { version_uuid: version.uuid, revision: 1, in_force: plan.uuid, from: '2026-11-23' };
    expect((await call('POST', '/publish', publication)).status).toBe(200);
    const day = `/entities/grades/${school.gradeId}?begins_at=2026-11-24&ends_at=2026-11-24`;
    const { lessons } = (await call('GET', day, undefined, 'teacher')).body.data;
    expect(lessons).toMatchObject([{ hour: '3', subject: { shortcut: 'DE' } }]);
    // What was published stays.
    expect((await call('GET', `/versions/${version.id}`)).body.data.can).toMatchObject({ publish: 1, remove: 0 });
    const gone = await call('DELETE', `/versions/${version.id}?revision=1`);
    expect([gone.status, gone.body.error.code]).toEqual([409, 'version_published']);
  });
});

describe('lessons of a version', () => {
  it('change, part and go, each of which can be taken back and done again until something else is done [T-4.06] [T-7.11] [T-7.12]', async () => {
    const version = await make(true);
    const states = [await stateOf(version)];
    const now = () => states.at(-1) as EditorState;
    const does = async (changes: object) => {
      const done = await push(version, changes);
      expect(done.status, done.text).toBe(200);
      states.push(await stateOf(version));
    };
    const one = () => now().lessons[0] as PlannedLesson;
    const named = () => ({ lesson_id: one().lesson_id, version: one().version });
    await does({ edits: [{ ...named(), content: { ...contentOf(one()), length: 2, teacher_ids: [] } }] });
    expect(one()).toMatchObject({ length: 2, teacher_ids: [], time_begins_at: '08:00', time_ends_at: '09:35' });
    await does(splitLesson(one(), now().periods) ?? {});
    expect(now().lessons.at(-1)).toMatchObject({ length: 1, weekday: 1, hour: '2', teacher_ids: [] });
    await does({
      removed: [named()],
      added: [{ ...contentOf(one()), place: null, copied_lesson_id: one().lesson_id }],
    });
    const found = states.map(bare);
    for (const state of found.slice(0, -1).toReversed()) {
      expect((await pop(version)).status).toBe(200);
      expect(bare(await stateOf(version))).toEqual(state);
    }
    for (const state of found.slice(1)) {
      expect((await redo(version)).status).toBe(200);
      expect(bare(await stateOf(version))).toEqual(state);
    }
    expect((await redo(version)).body.error.code).toBe('nothing_to_redo');
    // What was done again is the last that was done: it is what is taken back next.
    await pop(version);
    expect(bare(await stateOf(version))).toEqual(found.at(-2));
    await push(version, { added: [{ ...contentOf(one()), place: null }] });
    expect((await redo(version)).body.error.code).toBe('nothing_to_redo');
    const { history } = (await call('GET', `/versions/${version.id}`)).body.data;
    expect(history.flatMap(({ moves }: { moves: { kind: string }[] }) => moves.map(({ kind }) => kind))).toEqual([
      'ADD',
      'REMOVE',
      'ADD',
      'CHANGE',
      'ADD',
      'CHANGE',
    ]);
    expect(history.at(-1).moves[0]).toMatchObject({ lesson: 'DE 10b', facts: ['length', 'teacher_ids'] });
  });

  it('that somebody has changed or removed meanwhile are told with the name, and nothing is done [T-4.06]', async () => {
    const version = await make(true);
    const [one, two, three] = (await stateOf(version)).lessons as PlannedLesson[];
    const named = (lesson = one) => ({ lesson_id: lesson?.lesson_id, version: lesson?.version });
    await push(version, { edits: [{ ...named(two), place: null }] });
    await pop(version);
    server.clock.advance(1000);
    await push(
      version,
      { removed: [named(one)], edits: [{ ...named({ ...two, version: 3 } as PlannedLesson), place: null }] },
      'olga',
    );
    for (const late of [
      await push(version, { removed: [named(one)] }),
      await push(version, {
        edits: [
          { ...named(one), place: null },
          { ...named(three), place: null },
        ],
      }),
      await redo(version),
    ]) {
      expect([late.status, late.body.error?.code]).toEqual([409, 'lesson_changed']);
      expect(late.body.error.message).toContain('olga');
    }
    expect((await stateOf(version)).lessons.find(({ lesson_id }) => lesson_id === three?.lesson_id)?.version).toBe(1);
    // What somebody has added others cannot have changed when it is taken back.
    const { lessons } = (await push(version, { added: [{ ...contentOf(three as PlannedLesson), place: null }] })).body
      .data;
    await push(version, { edits: [{ ...named(lessons[0]), place: { weekday: 5, hour: '7' } }] }, 'olga');
    expect((await pop(version)).body.error.code).toBe('lesson_changed');
  });

  it('are refused at their fields where they are of nothing, of nobody, or at no time', async () => {
    const version = await make(true);
    const state = await stateOf(version);
    const one = state.lessons.find(({ hour }) => hour === '5') as PlannedLesson;
    const named = { lesson_id: one.lesson_id, version: one.version };
    const refused = await push(version, {
      edits: [{ ...named, content: { ...contentOf(one), length: 12 } }],
      added: [
        { ...german(state, { subject_id: null, grade_ids: [], teacher_ids: [] }), place: { weekday: 1, hour: '99' } },
        { ...german(state, { pattern: { name: 'X', weeks: ['2020-01-06'] } }), place: null },
      ],
      removed: [named],
    });
    expect(refused.status).toBe(422);
    expect(refused.body.error.issues.map(({ path, rule }: { path: string; rule: string }) => [path, rule])).toEqual([
      ['body.edits.0.content.length', 'noTime'],
      ['body.removed.0.lesson_id', 'twice'],
      ['body.added.0.subject_id', 'subjectRequired'],
      ['body.added.0.grade_ids', 'peopleRequired'],
      ['body.added.0.place', 'noTime'],
      ['body.added.1.pattern', 'weeksOfYear'],
    ]);
    expect((await push(version, {})).body.error.issues).toMatchObject([{ path: 'body.edits', rule: 'nothing' }]);
    const nobodys = 999_999_999;
    for (const values of [
      { subject_id: nobodys },
      { course_id: nobodys },
      { grade_ids: [nobodys] },
      { teacher_ids: [nobodys] },
      { bookable_ids: [nobodys] },
    ]) {
      const refusal = await push(version, { added: [{ ...german(state, values), place: null }] });
      expect(refusal.status, JSON.stringify(values)).toBe(404);
    }
  });

  it('end earlier where they become shorter, and may be changed although something was wrong with them before', async () => {
    const version = await make(true);
    const one = (await stateOf(version)).lessons.find(({ hour }) => hour === '1') as PlannedLesson;
    const sent = async (seen: number, values: Partial<LessonContent>) => {
      const content = { ...contentOf(one), ...values };
      const { status, body } = await push(version, { edits: [{ lesson_id: one.lesson_id, version: seen, content }] });
      return [status, body.data?.lessons[0].time_ends_at ?? body.error.issues[0].rule];
    };
    expect([await sent(1, { length: 2 }), await sent(2, { length: 1 })]).toEqual([
      [200, '09:35'],
      [200, '08:45'],
    ]);
    expect(await sent(3, { subject_id: null })).toEqual([422, 'subjectRequired']);
    // As an import may have left it.
    await server.test.database.kysely
      .updateTable('planner_lessons')
      .set({ subject_id: null })
      .where('planner_version_id', '=', version.id)
      .where('lesson_id', '=', one.lesson_id)
      .execute();
    expect(await sent(3, { subject_id: null, bookable_ids: [] })).toEqual([200, '08:45']);
  });
});

it('a version of the next year is made for what is taught each week now; single dates are none of it', async () => {
  const { kysely } = server.test.database;
  const { id: school_year_id } = await kysely
    .insertInto('school_years')
    .values({ school_id: school.id, name: '2027 / 2028', begins_at: '2027-08-02', ends_at: '2028-07-14' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const draft = { school_year_id, note: '', copy_data_from_version: null };
  const versions: PlanVersion[] = [(await call('POST', '/versions', draft)).body.data, await make()];
  const taught = () =>
    Promise.all(versions.map(async (one) => (await stateOf(one)).demands.flatMap(({ blocks }) => blocks).length));
  const before = await taught();
  const { published_version_id } = await kysely
    .selectFrom('school_years')
    .select('published_version_id')
    .where('id', '=', school.yearId)
    .executeTakeFirstOrThrow();
  const last = await kysely
    .selectFrom('lessons')
    .select('lesson_id')
    .where('school_id', '=', school.id)
    .where('version_id', '=', published_version_id)
    .orderBy('ends_at', 'desc')
    .orderBy('lesson_id', 'desc')
    .executeTakeFirstOrThrow();
  expect(Math.min(...before)).toBeGreaterThan(0);
  await kysely
    .updateTable('lessons')
    .set({ dates: ['2026-12-02'] })
    .where('school_id', '=', school.id)
    .where('version_id', '=', published_version_id)
    .where('lesson_id', '=', last.lesson_id)
    .execute();
  expect(await taught()).toEqual(before.map((count) => count - 1));
});

describe('a version', () => {
  it('is renamed from what it was called, and removed as it was seen; for a day it comes back', async () => {
    const version = await make();
    const rename = (note: string, former_note: string) =>
      call('PUT', `/versions/${version.id}`, { note, former_note }, 'olga');
    expect((await rename('Halle', 'Entwurf')).body.data).toMatchObject({ note: 'Halle', can: { remove: 1 } });
    expect((await rename('Turm', 'Entwurf')).body.error.code).toBe('conflict');
    await push(version, { added: [{ ...german(await stateOf(version)), place: null }] }, 'olga');
    const remove = (revision: number) => call('DELETE', `/versions/${version.id}?revision=${revision}`);
    const late = await remove(0);
    expect(late.body.error).toMatchObject({ code: 'version_changed', message: expect.stringContaining('olga') });
    const numbers = async () => (await call('GET', '/versions')).body.data.versions.map(({ id }: PlanVersion) => id);
    expect((await remove(1)).status).toBe(204);
    expect(await numbers()).not.toContain(version.id);
    expect((await push(version, { added: [] })).status).toBe(404);
    expect((await call('POST', `/versions/${version.id}/restore`)).body.data).toMatchObject({
      note: 'Halle',
      lessons: 1,
    });
    expect(await numbers()).toContain(version.id);
    await remove(1);
    const { kysely } = server.test.database;
    expect(await pruneVersions(kysely, new Date(TEST_NOW))).toBe(0);
    expect(await pruneVersions(kysely, new Date(Date.parse(TEST_NOW) + 2000))).toBe(1);
    const left = await kysely
      .selectFrom('planner_lessons')
      .select('lesson_id')
      .where('planner_version_id', '=', version.id)
      .execute();
    expect(left).toEqual([]);
    expect((await call('POST', `/versions/${version.id}/restore`)).status).toBe(404);
  });

  it('is the one that the query or the header version-uuid names, of the school of the session [T-7.10]', async () => {
    const [named, newer] = [await make(), await make()];
    const ask = (headers: Record<string, string>, query = '') =>
      server.request('GET', `/v1/timetables/current${query}`, { token: tokens.admin ?? '', headers });
    const uuidOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).body.data.version.uuid;
    expect(await uuidOf({ 'version-uuid': named.uuid, school: school.uuid })).toBe(named.uuid);
    expect(await uuidOf({ school: `${school.id}` })).toBe(newer.uuid);
    expect(await uuidOf({ 'version-uuid': named.uuid }, `?version_uuid=${newer.uuid}`)).toBe(newer.uuid);
    expect((await ask({ school: newer.uuid })).status).toBe(404);
    const wrong = await ask({ 'version-uuid': 'x' });
    expect([wrong.status, wrong.body.error.issues[0].path]).toEqual([422, 'header.version-uuid']);
  });
});
