import { type EditorState, editorOf, type PlanVersion, TOLD_MAXIMUM } from '@kreide/core/features/planner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hear } from '../../../../../tests/support/chats.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
const tokens: Record<string, string> = {};
let version: PlanVersion;
let state: EditorState;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildPlanSchool(server, 'amsel');
  const mia = await buildUser(kysely, school.id, 'mia', 'ADMIN');
  await kysely.updateTable('users').set({ firstname: 'Mia', lastname: 'Berg' }).where('id', '=', mia.id).execute();
  const there = await buildSchool(kysely, 'drossel');
  await buildUser(kysely, there.id, 'admin', 'ADMIN');
  for (const name of ['admin', 'mia', 'teacher', 'ada']) tokens[name] = await signIn(server, 'amsel', name);
  tokens.elsewhere = await signIn(server, 'drossel', 'admin');
  const [plan] = (await call('GET', '/timetables/versions')).body.data.plans;
  const draft = { school_year_id: school.yearId, note: '', copy_data_from_version: plan.uuid };
  version = (await call('POST', '/timetables/versions', draft)).body.data;
  state = editorOf((await call('GET', `/timetables/current?version_uuid=${version.uuid}`)).body.data);
});
afterAll(() => server.stop());

const call = (method: string, path: string, body?: object, who = 'mia') =>
  server.request(method, `/v1${path}`, { token: tokens[who] ?? '', ...(body ? { body } : {}) });
const edits = (path: 'push' | 'pop' | 'redo', body: object = {}) =>
  call('POST', `/timetables/${path}`, { version_uuid: version.uuid, ...body });
const listen = (who: string) => hear(server.url, tokens[who] ?? '', ['planner.changed']);

describe('what somebody does with a version', () => {
  it('is told to all others who plan, with who it was and what is left, and to nobody else [T-4.06] [T-7.11] [T-7.12] [T-7.13]', async () => {
    using admin = await listen('admin');
    using teacher = await listen('teacher');
    using ada = await listen('ada');
    using elsewhere = await listen('elsewhere');
    const lesson = state.lessons[0] as EditorState['lessons'][number];
    const place = { weekday: 5, hour: '6' };
    const done = await edits('push', { edits: [{ lesson_id: lesson.lesson_id, version: lesson.version, place }] });
    expect(done.status, done.text).toBe(200);
    await edits('pop');
    await edits('redo');
    const { lesson_id } = lesson;
    await edits('push', { removed: [{ lesson_id, version: lesson.version + 3 }] });
    const { revision } = (await call('GET', `/timetables/versions/${version.id}`)).body.data;
    const in_force = (await call('GET', '/timetables/versions')).body.data.plans[0].uuid;
    const publication = { version_uuid: version.uuid, revision, in_force, from: '2026-11-23' };
    expect((await call('POST', '/timetables/publish', publication)).status).toBe(200);
    await expect.poll(() => admin.events.length).toBe(5);
    const told = admin.events.map(({ payload }) => payload);
    expect(told.map(({ done, kind, count }) => [done, kind, count])).toEqual([
      ['PUSH', 'MOVE', 1],
      ['POP', 'MOVE', 1],
      ['REDO', 'MOVE', 1],
      ['PUSH', 'REMOVE', 1],
      ['PUBLISH', null, 0],
    ]);
    // As the answer to the one who did it: open editors need no other.
    const { can, ...left } = done.body.data.version;
    expect(can).toBeDefined();
    expect(told[0]).toMatchObject({ displayname: 'Mia Berg', ...done.body.data, version: left });
    // What the one who did it may do with the version says nothing of the others.
    for (const one of told) expect(one.version).not.toHaveProperty('can');
    expect(told[3]).toMatchObject({ lessons: [], removed_ids: [lesson_id] });
    expect(told[4]).toMatchObject({ lessons: null, version: { state: 'PUBLISHED' } });
    expect([teacher, ada, elsewhere].flatMap(({ events }) => events)).toEqual([]);
  });

  it('to many lessons at once is told without them, and what is refused is not told [T-7.11]', async () => {
    using admin = await listen('admin');
    const refused = await edits('push', {
      edits: [{ lesson_id: state.lessons[1]?.lesson_id, version: 99, place: null }],
    });
    expect(refused.status).toBe(409);
    const now = editorOf((await call('GET', `/timetables/current?version_uuid=${version.uuid}`)).body.data);
    const many = now.lessons.slice(0, TOLD_MAXIMUM + 1);
    const pinned = many.map((one) => ({ lesson_id: one.lesson_id, version: one.version, is_pinned: true }));
    const done = await edits('push', { edits: pinned });
    expect(done.status, done.text).toBe(200);
    await edits('push', {
      edits: done.body.data.lessons
        .slice(0, TOLD_MAXIMUM)
        .map((one: { lesson_id: number; version: number }) => ({ ...one, is_pinned: false }))
        .map(({ lesson_id, version, is_pinned }: Record<string, unknown>) => ({ lesson_id, version, is_pinned })),
    });
    await expect.poll(() => admin.events.length).toBe(2);
    const [whole, few] = admin.events.map(({ payload }) => payload);
    expect(whole).toMatchObject({ lessons: null, kind: null, count: TOLD_MAXIMUM + 1 });
    expect(few?.lessons).toHaveLength(TOLD_MAXIMUM);
  });
});
