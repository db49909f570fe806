import { type EditorState, editorOf, type PlannedLesson, type PlanVersion } from '@kreide/core/features/planner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hear } from '../../../../../tests/support/chats.ts';
import { publishPlan } from '../../../../../tests/support/imports.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, LESSON_ROWS } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool & { gradeId: number };
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'olga', 'ADMIN');
  for (const name of ['admin', 'olga', 'teacher', 'ada']) tokens[name] = await signIn(server, 'amsel', name);
});
beforeEach(() => server.clock.set(TEST_NOW));
afterAll(() => server.stop());

const call = (method: string, path: string, body?: object, who = 'admin') =>
  server.request(method, `/v1${path}`, { token: tokens[who] ?? '', ...(body ? { body } : {}) });
const overview = async () => (await call('GET', '/timetables/versions')).body.data;
const stateOf = async ({ uuid }: PlanVersion): Promise<EditorState> =>
  editorOf((await call('GET', `/timetables/current?version_uuid=${uuid}`)).body.data);

/** A version that is a copy of the plan in force. */
async function copyPlan(): Promise<PlanVersion> {
  const copy_data_from_version = (await overview()).plans[0].uuid;
  const draft = { school_year_id: school.yearId, note: 'Neue Halle', copy_data_from_version };
  return (await call('POST', '/timetables/versions', draft)).body.data;
}

/** Lessons of 10b on a weekday in a period. */
const at = ({ lessons }: EditorState, weekday: number, hour: string): PlannedLesson =>
  lessons.find(
    (one) => one.weekday === weekday && one.hour === hour && one.grade_ids.includes(school.gradeId),
  ) as PlannedLesson;
const edit = ({ lesson_id, version }: PlannedLesson, place: { weekday: number; hour: string } | null) => ({
  lesson_id,
  version,
  place,
});
const push = ({ uuid }: PlanVersion, edits: object[], who = 'admin') =>
  call('POST', '/timetables/push', { version_uuid: uuid, edits }, who);
const pop = ({ uuid }: PlanVersion, who = 'admin') => call('POST', '/timetables/pop', { version_uuid: uuid }, who);
async function publish({ uuid }: PlanVersion, values: object = {}) {
  const { versions, plans } = await overview();
  const { revision } = versions.find((one: PlanVersion) => one.uuid === uuid);
  const body = { version_uuid: uuid, revision, in_force: plans[0]?.uuid ?? null, from: '2026-11-23', ...values };
  return call('POST', '/timetables/publish', body);
}

/** What 10b has on a day, as a teacher sees it: period and subject. */
async function dayOf(date: string) {
  const answer = await call(
    'GET',
    `/timetables/entities/grades/${school.gradeId}?begins_at=${date}&ends_at=${date}`,
    undefined,
    'teacher',
  );
  expect(answer.status, answer.text).toBe(200);
  const { lessons } = answer.body.data;
  return lessons.flatMap(
    (one: { hour: string; subject: { shortcut: string } | null }) => `${one.hour} ${one.subject?.shortcut}`,
  );
}

/** What somebody was told of the plan. */
async function toldTo(who: string): Promise<string[]> {
  const { body } = await call('GET', '/channels/personal-channel', undefined, who);
  const list = await call('GET', `/channels/chats/${body.data.chat_id}/messages`, undefined, who);
  return list.body.data.map(({ content_rendered }: { content_rendered: string }) => content_rendered);
}

describe('a version', () => {
  it('is a copy of the plan in force, numbered within its school year, and listed with it [T-7.09] [T-7.14] [T-7.28] [T-7.29] [T-3.39]', async () => {
    const version = await copyPlan();
    expect(version).toMatchObject({
      name: '2026 / 2027',
      note: 'Neue Halle',
      state: 'DRAFT',
      is_overtaken: false,
      lessons: LESSON_ROWS.length,
    });
    const next = await copyPlan();
    expect(next.number).toBe(version.number + 1);
    expect((await overview()).versions.map(({ id }: PlanVersion) => id).slice(0, 2)).toEqual([next.id, version.id]);
    const state = await stateOf(version);
    expect(state.lessons).toHaveLength(LESSON_ROWS.length);
    expect(at(state, 1, '2')).toMatchObject({ version: 1, length: 1, time_begins_at: '08:50' });
  });

  it('can have no lessons, and says when what was to be copied is gone [T-5.28] [T-8.05]', async () => {
    const draft = { school_year_id: school.yearId, note: '', copy_data_from_version: null };
    const empty = await call('POST', '/timetables/versions', draft);
    expect(empty.body.data.lessons).toBe(0);
    const refused = await publish(empty.body.data);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'version_empty']);
    const gone = { ...draft, copy_data_from_version: 'aaaaaaaa-0000-4000-8000-000000000000' };
    const answer = await call('POST', '/timetables/versions', gone);
    expect(answer.body.error).toMatchObject({ code: 'copy_not_found', message: expect.stringContaining('Vorlage') });
    // The plan of another school is gone too.
    const copy_data_from_version = (await overview()).plans[0].uuid;
    const other = await buildSchool(server.test.database.kysely, 'drossel');
    await buildUser(server.test.database.kysely, other.id, 'admin', 'ADMIN');
    const foreign = await server.request('POST', '/v1/timetables/versions', {
      token: await signIn(server, 'drossel', 'admin'),
      body: { school_year_id: other.yearId, note: '', copy_data_from_version },
    });
    expect(foreign.body.error.code).toBe('copy_not_found');
  });

  it('of another school year is made from the plan of this one, with lessons of its own', async () => {
    const year = await call('POST', '/timetables/years', { begins_at: '2027-08-01', ends_at: '2028-07-15' });
    const copied = (await overview()).plans[0].uuid;
    const draft = { school_year_id: year.body.data.id, note: '', copy_data_from_version: copied };
    const next = (await call('POST', '/timetables/versions', draft)).body.data;
    expect(next).toMatchObject({ name: '2027 / 2028', number: 1, lessons: LESSON_ROWS.length });
    const [lesson] = (await stateOf(next)).lessons;
    expect(lesson).toMatchObject({ begins_at: '2027-08-01', ends_at: '2028-07-15' });
    const former = (await stateOf(await copyPlan())).lessons.map(({ lesson_id }) => lesson_id);
    expect(former).not.toContain(lesson?.lesson_id);
  });

  it('is nothing for anybody who does not plan, whatever they ask', async () => {
    const { uuid, id } = await copyPlan();
    for (const who of ['teacher', 'ada'])
      for (const path of [
        '/timetables/versions',
        `/timetables/versions/${id}`,
        `/timetables/current?version_uuid=${uuid}`,
      ])
        expect((await call('GET', path, undefined, who)).status).toBe(403);
  });
});

describe('pushes and pops', () => {
  it('move lessons, and take back only what the caller did last [T-4.06] [T-7.11] [T-7.12]', async () => {
    const version = await copyPlan();
    const state = await stateOf(version);
    const moved = await push(version, [edit(at(state, 1, '1'), { weekday: 5, hour: '7' })]);
    expect(moved.body.data.lessons).toMatchObject([{ weekday: 5, hour: '7', time_begins_at: '13:35', version: 2 }]);
    await push(version, [edit(at(state, 1, '2'), null)], 'olga');
    await push(version, [edit(at(state, 1, '3'), null)]);
    const undone = await pop(version);
    expect(undone.body.data.lessons).toMatchObject([{ weekday: 1, hour: '3' }]);
    expect((await pop(version)).body.data.lessons).toMatchObject([{ weekday: 1, hour: '1', version: 3 }]);
    const none = await pop(version);
    expect(none.body.error.code).toBe('nothing_to_pop');
    // What Olga did stands.
    expect((await stateOf(version)).lessons.filter(({ weekday }) => weekday === null)).toHaveLength(1);
    expect((await pop(version, 'olga')).body.data.lessons).toMatchObject([{ weekday: 1, hour: '2' }]);
  });

  it('of two people at once: one is too late', async () => {
    const version = await copyPlan();
    const edits = [edit(at(await stateOf(version), 3, '1'), null)];
    const both = await Promise.all(['admin', 'olga', 'admin', 'olga'].map((who) => push(version, edits, who)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('do not reach lessons of single dates, which have no place in the week', async () => {
    const version = await copyPlan();
    const lesson = at(await stateOf(version), 3, '1');
    await server.test.database.kysely
      .updateTable('planner_lessons')
      .set({ dates: ['2026-12-02'] })
      .where('planner_version_id', '=', version.id)
      .where('lesson_id', '=', lesson.lesson_id)
      .execute();
    expect((await stateOf(version)).lessons.map(({ lesson_id }) => lesson_id)).not.toContain(lesson.lesson_id);
    expect((await push(version, [edit(lesson, null)])).status).toBe(404);
  });

  it('are refused with the name of whoever changed the same lesson since, and nothing is moved [T-4.06]', async () => {
    const version = await copyPlan();
    const state = await stateOf(version);
    const lesson = at(state, 2, '1');
    await push(version, [edit(lesson, { weekday: 5, hour: '7' })], 'olga');
    const late = await push(version, [edit(at(state, 2, '3'), null), edit(lesson, null)]);
    expect([late.status, late.body.error.code]).toEqual([409, 'lesson_changed']);
    expect(late.body.error.message).toContain('olga');
    expect(at(await stateOf(version), 2, '3').version).toBe(1);
    // Whoever has seen the change may go on; then Olga cannot take back hers over it.
    const seen = (await stateOf(version)).lessons.find(({ lesson_id }) => lesson_id === lesson.lesson_id);
    server.clock.advance(1000);
    await push(version, [edit(seen as PlannedLesson, { weekday: 4, hour: '7' })]);
    const later = (await push(version, [edit(lesson, null)], 'olga')).body.error;
    expect(later).toMatchObject({ code: 'lesson_changed', message: expect.stringContaining('admin') });
    const refused = await pop(version, 'olga');
    expect(refused.body.error).toMatchObject({ code: 'lesson_changed', message: expect.stringContaining('admin') });
    // When the later change is taken back, hers is the last one again.
    await pop(version);
    expect((await pop(version, 'olga')).body.data.lessons).toMatchObject([{ weekday: 2, hour: '1' }]);
  });

  it('are kept in a history that says who moved what from where [T-7.08]', async () => {
    const version = await copyPlan();
    const state = await stateOf(version);
    await push(version, [edit(at(state, 1, '1'), { weekday: 5, hour: '7' })], 'olga');
    await pop(version, 'olga');
    await push(version, [edit(at(state, 1, '2'), null)]);
    const { history } = (await call('GET', `/timetables/versions/${version.id}`)).body.data;
    expect(history).toMatchObject([
      { is_own: true, is_popped: false, moves: [{ lesson: 'MA 10b', from: { weekday: 1, hour: '2' }, to: null }] },
      { is_own: false, is_popped: true, by: expect.stringContaining('olga'), moves: [{ lesson: 'DE 10b' }] },
    ]);
  });

  it('go nowhere but to times that the day has, and say so at the field', async () => {
    const version = await copyPlan();
    const lesson = at(await stateOf(version), 1, '1');
    const wrong = await push(version, [edit(lesson, { weekday: 1, hour: '99' }), edit(lesson, null)]);
    expect(wrong.status).toBe(422);
    expect(wrong.body.error.issues).toMatchObject([
      { path: 'body.edits.0.place', rule: 'noTime' },
      { path: 'body.edits.1.lesson_id', rule: 'twice' },
    ]);
    const unknown = await push(version, [{ lesson_id: 999_999_999, version: 1, place: null }]);
    expect(unknown.status).toBe(404);
  });
});

describe('publishing', () => {
  it('changes what everybody sees from the day on, and nothing before it [T-4.06] [T-7.13]', async () => {
    const version = await copyPlan();
    expect(await dayOf('2026-11-30')).toEqual(['1 DE', '2 MA', '3 EN', '4 GE', '5 PH']);
    const change = edit(at(await stateOf(version), 1, '1'), { weekday: 1, hour: '7' });
    await push(version, [{ ...change, is_divisible: true }]);
    expect(await dayOf('2026-11-30')).toContain('1 DE');
    using heard = await hear(server.url, tokens.ada ?? '', ['timetable.published']);
    const published = await publish(version, { from: '2026-11-24' });
    expect(published.status, published.text).toBe(200);
    expect(published.body.data).toMatchObject({
      state: 'PUBLISHED',
      is_overtaken: false,
      published: { from: '2026-11-24' },
    });
    expect(await dayOf('2026-11-30')).toEqual(['2 MA', '3 EN', '4 GE', '5 PH', '7 DE']);
    expect(await dayOf('2026-11-23')).toContain('1 DE');
    expect(await dayOf('2026-11-09')).toContain('1 DE');
    expect(at(await stateOf(await copyPlan()), 1, '7').is_divisible).toBe(true);
    await expect.poll(() => heard.events.length).toBe(1);
    // Told once, as what it is: moved, and not as one more lesson.
    await jobsDone(server);
    const [first] = await toldTo('ada');
    expect(first).toContain(
      'Verlegt: Deutsch</strong><br>jede Woche ab Montag, 30. November, 08:00 bis 08:45<br>auf Mo.',
    );
  });

  it('tells a class of a lesson that it does not have any more', async () => {
    const version = await copyPlan();
    await push(version, [edit(at(await stateOf(version), 3, '1'), null)]);
    await publish(version, { from: '2026-12-07' });
    await jobsDone(server);
    const [first] = await toldTo('ada');
    expect(first).toContain('Entfällt: Englisch</strong><br>jede Woche ab Mittwoch, 9. Dezember');
  });

  it('goes on from what was published: an unpublished push makes it a draft, its pop does not reach further', async () => {
    const version = await copyPlan();
    await push(version, [edit(at(await stateOf(version), 2, '5'), { weekday: 2, hour: '8' })]);
    await publish(version);
    expect((await pop(version)).body.error.code).toBe('nothing_to_pop');
    const moved = (await stateOf(version)).lessons.find(({ weekday, hour }) => weekday === 2 && hour === '8');
    const next = await push(version, [edit(moved as PlannedLesson, { weekday: 2, hour: '9' })]);
    expect(next.body.data.version.state).toBe('DRAFT');
    expect((await pop(version)).body.data.version.state).toBe('PUBLISHED');
    await push(version, [
      edit({ ...(moved as PlannedLesson), version: (moved?.version ?? 0) + 2 }, { weekday: 2, hour: '9' }),
    ]);
    await publish(version, { from: '2026-12-01' });
    expect(await dayOf('2026-11-24')).toContain('8 DE');
    expect(await dayOf('2026-12-01')).toContain('9 DE');
    expect(await dayOf('2026-12-01')).not.toContain('8 DE');
  });

  it('knows lessons again that change places, and the history still names them', async () => {
    // Tuesday's two hours are one lesson of their source.
    const known = await stateOf(await copyPlan());
    const ids = [at(known, 2, '1'), at(known, 2, '2')].map(({ lesson_id }) => lesson_id);
    const { kysely } = server.test.database;
    await kysely.updateTable('lessons').set({ external_lesson: 'MA' }).where('lesson_id', 'in', ids).execute();
    const version = await copyPlan();
    const state = await stateOf(version);
    const [one, other] = [at(state, 2, '1'), at(state, 2, '2')];
    await push(version, [edit(one, { weekday: 2, hour: '2' }), edit(other, { weekday: 2, hour: '1' })]);
    const published = await publish(version, { from: '2027-01-11' });
    expect(published.status, published.text).toBe(200);
    expect(await dayOf('2027-01-12')).toEqual(expect.arrayContaining(['1 MA', '2 MA']));
    const after = await stateOf(version);
    expect([at(after, 2, '1').lesson_id, at(after, 2, '2').lesson_id]).toEqual([one.lesson_id, other.lesson_id]);
    // Whoever still sees the version as it was moves neither for the other.
    const stale = await push(version, [edit({ ...one, version: 2 }, null)], 'olga');
    expect(stale.body.error.code).toBe('lesson_changed');
    const { history } = (await call('GET', `/timetables/versions/${version.id}`)).body.data;
    expect(history[0].moves.map(({ lesson }: { lesson: string }) => lesson)).toEqual(['MA 10b', 'MA 10b']);
  });

  it('hands on from its day what was said of lessons that only others hold, and orders notices', async () => {
    const version = await copyPlan();
    const { lesson_id } = at(await stateOf(version), 4, '1');
    const { kysely } = server.test.database;
    const of = { school_id: school.id, school_year_id: school.yearId };
    for (const date of ['2026-11-26', '2026-12-03', '2026-12-10']) {
      const times = { time_begins_at: '08:00', time_ends_at: '08:45' };
      const { id } = await kysely
        .insertInto('substitutions')
        .values({ ...of, source: 'manual', external_key: date, kind: 'CANCLED', date, ...times })
        .returning('id')
        .executeTakeFirstOrThrow();
      await kysely
        .insertInto('substituted_lessons')
        .values({ school_id: school.id, lesson_id, lesson_date: date, target_id: id })
        .execute();
    }
    await kysely
      .updateTable('planner_lessons')
      .set({ teacher_ids: [] })
      .where('planner_version_id', '=', version.id)
      .where('lesson_id', '=', lesson_id)
      .execute();
    const units = { subject_id: null, grade_ids: [], teacher_ids: [], bookable_ids: [] };
    const draft = {
      ...units,
      id: null,
      lesson_id,
      version: 0,
      kind: 'CANCLED',
      hour: null,
      comment: null,
      target: null,
    };
    for (const date of ['2026-11-26', '2026-12-03'])
      expect((await call('PUT', '/timetables/desk/decisions', { date, decisions: [draft] })).status).toBe(200);
    const published = await publish(version, { from: '2026-12-03' });
    expect(published.status, published.text).toBe(200);
    const later = at(await stateOf(version), 4, '1').lesson_id;
    expect(later).not.toBe(lesson_id);
    const rows = await kysely
      .selectFrom('substituted_lessons')
      .select('lesson_id')
      .where('lesson_id', 'in', [lesson_id, later])
      .orderBy('lesson_date')
      .execute();
    expect(rows.map((row) => row.lesson_id)).toEqual([lesson_id, later, later]);
    // What the job does begins with this, and stays when the job is gone.
    const runs = () =>
      kysely.selectFrom('notification_runs').select('key').where('key', 'like', 'plan:version:%:published').execute();
    await expect.poll(async () => (await runs()).length).toBeGreaterThan(0);
    const decidedOn = async (date: string) =>
      (await call('GET', `/timetables/desk?date=${date}`)).body.data.lessons.map(
        (one: { lesson_id: number; decision: { kind: string } | null }) => [one.lesson_id, one.decision?.kind],
      );
    expect([await decidedOn('2026-11-26'), await decidedOn('2026-12-03')]).toEqual([
      [[lesson_id, 'CANCLED']],
      [[later, 'CANCLED']],
    ]);
  });

  it('is refused when the version or the plan is another one than was looked at, with names', async () => {
    const [version, other] = [await copyPlan(), await copyPlan()];
    await push(version, [edit(at(await stateOf(version), 1, '2'), null)], 'olga');
    const changed = await publish(version, { revision: 0 });
    expect(changed.body.error).toMatchObject({ code: 'version_changed', message: expect.stringContaining('olga') });
    const known = (await overview()).plans[0].uuid;
    const both = await Promise.all([publish(version, { in_force: known }), publish(other, { in_force: known })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error.code).toBe('plan_moved');
    const overtaken = (await overview()).versions.filter(({ is_overtaken }: PlanVersion) => is_overtaken);
    expect(overtaken.length).toBeGreaterThan(0);
    // What is copied from it was not made from the plan in force either.
    const draft = { school_year_id: school.yearId, note: '', copy_data_from_version: overtaken[0].uuid };
    expect((await call('POST', '/timetables/versions', draft)).body.data.is_overtaken).toBe(true);
  });

  it.each([
    ['2026-11-17', 'fromPast'],
    ['2027-07-16', 'fromAfterYear'],
  ])('is refused from %s on, in words at the field', async (from, rule) => {
    const answer = await publish(await copyPlan(), { from });
    expect(answer.status).toBe(422);
    expect(answer.body.error.issues).toMatchObject([{ path: 'body.from', rule }]);
  });

  it('ends the undoing of an import before it: what came later is not lost', async () => {
    const upload = await publishPlan(server, tokens.admin ?? '', [
      'lesson_id;classes;teachers;subject;rooms;weekday;period',
      ...LESSON_ROWS.slice(1),
    ]);
    await publish(await copyPlan());
    const undone = await call('POST', `/timetable-service/uploads/${upload.uuid}/undo`);
    expect(undone.body.error.code).toBe('superseded');
  });
});
