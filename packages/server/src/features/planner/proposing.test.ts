import {
  type EditorState,
  editorOf,
  type PlanVersion,
  PROPOSAL_START,
  type Proposal,
  type ProposalSettings,
} from '@kreide/core/features/planner';
import { USUAL_WEIGHTS } from '@kreide/core/features/planner/proposal';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { buildUnit } from '../../../../../tests/support/planner.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { toJsonText } from '../../kernel/data/json.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server, 'amsel');
  token = await signIn(server, 'amsel', 'admin');
});
afterAll(() => server.stop());

const call = (method: string, path: string, body?: object) =>
  server.request(method, `/v1/timetables${path}`, { token, ...(body ? { body } : {}) });

async function copy(): Promise<{ version: PlanVersion; state: EditorState }> {
  const [plan] = (await call('GET', '/versions')).body.data.plans;
  const draft = { school_year_id: school.yearId, note: 'Probe', copy_data_from_version: plan.uuid };
  const { uuid } = (await call('POST', '/versions', draft)).body.data as PlanVersion;
  const state = await stateOf(uuid);
  return { version: state.version, state };
}
const stateOf = async (uuid: string): Promise<EditorState> =>
  editorOf((await call('GET', `/current?version_uuid=${uuid}`)).body.data);
const start = ({ uuid, revision }: PlanVersion, settings: Partial<ProposalSettings> = {}) =>
  call('POST', '/proposals', {
    ...PROPOSAL_START,
    mode: 'WHOLE',
    grade_ids: [],
    weights: USUAL_WEIGHTS,
    ...settings,
    version_uuid: uuid,
    revision,
  });
const proposalsOf = async ({ id }: PlanVersion): Promise<Proposal[]> =>
  (await call('GET', `/versions/${id}/proposals`)).body.data;
const until = (version: PlanVersion, isThere: (proposal: Proposal) => boolean): Promise<Proposal> =>
  vi.waitFor(
    async () => {
      const [newest] = await proposalsOf(version);
      if (!newest || !isThere(newest)) throw new Error(`It is ${newest?.state}`);
      return newest;
    },
    { timeout: 30_000, interval: 100 },
  );

const hoursAgo = (hours: number) => new Date(server.clock.now().getTime() - hours * 3_600_000).toISOString();
/** A proposal that no process computes. */
async function insert({ id: planner_version_id }: PlanVersion, state: Proposal['state'], hours: number) {
  const settings = { ...PROPOSAL_START, mode: 'WHOLE', grade_ids: [], weights: USUAL_WEIGHTS } as const;
  const { id } = await server.test.database.kysely
    .insertInto('planner_proposals')
    .values({
      school_id: school.id,
      planner_version_id,
      base_revision: 0,
      settings: toJsonText({ ...settings, grade_ids: [] }),
      state,
      created_at: hoursAgo(hours),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const timesOf = ({ lessons }: EditorState) =>
  lessons.map(({ lesson_id, weekday, hour }) => `${lesson_id}: ${weekday}/${hour}`);
/** Lessons of a class, or of a teacher, that begin in the same period. */
function clashes({ lessons }: EditorState): number {
  const taken = lessons.flatMap(({ weekday, hour, grade_ids, teacher_ids }) =>
    [...grade_ids.map((id) => `g${id}`), ...teacher_ids.map((id) => `t${id}`)].map(
      (who) => `${who} ${weekday}/${hour}`,
    ),
  );
  return taken.length - new Set(taken).size;
}

describe('a proposal', () => {
  it('is computed in a process of its own, shows how far it is, keeps its best when it is stopped, and is a draft beside [D-8.04] [D-8.07]', async () => {
    const { version, state } = await copy();
    const [first, second] = state.lessons;
    const pins = [first, second].map((lesson) => ({
      lesson_id: lesson?.lesson_id,
      version: lesson?.version,
      is_pinned: true,
    }));
    const pushed = await call('POST', '/push', { version_uuid: version.uuid, edits: pins });
    expect(pushed.status).toBe(200);
    const base = await stateOf(version.uuid);
    // What was looked at is older than the version.
    expect((await start(version)).body.error.code).toBe('version_changed');
    // One that was lost with its server a day ago is in nobody's way; one of this hour is.
    const lost = await insert(version, 'RUNNING', 1);
    expect((await start(base.version)).body.error.code).toBe('proposal_running');
    await server.test.database.kysely
      .updateTable('planner_proposals')
      .set({ created_at: hoursAgo(25) })
      .where('id', '=', lost)
      .execute();
    const started = await start(base.version, { seconds: 600, weights: { ...USUAL_WEIGHTS, gaps: 5 } });
    expect(started.status).toBe(200);
    expect((await start(base.version)).body.error.code).toBe('proposal_running');
    const running = await until(version, ({ progress }) => progress !== null);
    expect(running).toMatchObject({ state: 'RUNNING', can: { stop: 1 }, progress: { open: 0, lessons: [] } });
    const path = `/proposals/${running.id}/stop`;
    expect((await call('POST', path)).body.data).toMatchObject({ is_stopping: true, can: { stop: 0 } });
    const done = await until(version, ({ state: now }) => now === 'DONE');
    expect((await call('POST', path)).body.error.code).toBe('proposal_over');
    expect(done.outcome?.after).toMatchObject({ unplaced: 0 });
    expect(done.outcome?.after.total).toBeLessThanOrEqual(done.outcome?.before.total ?? 0);
    expect(done.is_base_changed).toBe(false);

    const found = await stateOf(done.result?.uuid ?? '');
    expect(found.version).toMatchObject({ state: 'DRAFT', published: null, note: 'Probe' });
    expect(found.lessons).toHaveLength(base.lessons.length);
    expect(timesOf(found)).not.toEqual(timesOf(base));
    // Groups beside each other stay so, and nobody else is needed twice.
    expect(clashes(found)).toBe(clashes(base));
    const at = (plan: EditorState) => timesOf(plan).filter((_, index) => base.lessons[index]?.is_pinned);
    expect(at(found)).toEqual(at(base));
    expect(at(base)).toHaveLength(2);
    // The version that it began with is as it was, and is told when it becomes another.
    expect(timesOf(await stateOf(version.uuid))).toEqual(timesOf(base));
    const edit = { lesson_id: base.lessons[2]?.lesson_id, version: base.lessons[2]?.version, place: null };
    await call('POST', '/push', { version_uuid: version.uuid, edits: [edit] });
    expect((await proposalsOf(version))[0]?.is_base_changed).toBe(true);
  });

  it('moves at most as many lessons as somebody allows, and takes no version that has changed meanwhile or is empty', async () => {
    const { version, state } = await copy();
    const few = { mode: 'FEW', most_moved: 2, seconds: 5 } as const;
    expect((await start(version, few)).status).toBe(200);
    await until(version, ({ progress }) => progress !== null);
    const [running] = await proposalsOf(version);
    await call('POST', `/proposals/${running?.id}/stop`);
    const done = await until(version, ({ state: now }) => now === 'DONE');
    expect(done.outcome?.after.moved).toBeLessThanOrEqual(2);
    const before = timesOf(state);
    const moved = timesOf(await stateOf(done.result?.uuid ?? '')).filter((time, index) => time !== before[index]);
    expect(moved.length).toBeLessThanOrEqual(2);

    // What waits is over at once.
    const waiting = await insert(version, 'WAITING', 0);
    expect((await call('POST', `/proposals/${waiting}/stop`)).body.data).toMatchObject({
      state: 'FAILED',
      result: null,
    });

    expect((await start({ ...version, revision: 7 })).body.error.code).toBe('version_changed');
    expect((await start(version, { mode: 'CLASSES' })).body.error).toMatchObject({ code: 'invalid' });
    const draft = { school_year_id: school.yearId, note: '', copy_data_from_version: null };
    const empty = (await call('POST', '/versions', draft)).body.data as PlanVersion;
    expect((await start(empty)).body.error.code).toBe('version_empty');
  });

  it('leaves the times free at which a teacher cannot be planned, and says nothing of a period that there is not', async () => {
    const { version, state } = await copy();
    const lesson = state.lessons.find(({ weekday, teacher_ids }) => weekday === 1 && teacher_ids.length === 1);
    const [teacher] = lesson?.teacher_ids ?? [];
    const path = `/basedata/teachers/${teacher}/times`;
    const { hours } = (await call('GET', path)).body.data;
    for (const hour of hours) await call('PUT', path, { weekday: 1, hour, wish: -3 });
    expect((await call('PUT', path, { weekday: 1, hour: '77', wish: -3 })).body.error.issues).toMatchObject([
      { path: 'body.hour', rule: 'noTime' },
    ]);
    expect((await call('PUT', path, { weekday: 2, hour: hours[0], wish: -1 })).body.data.wishes).toHaveLength(
      hours.length + 1,
    );
    expect((await call('PUT', path, { weekday: 2, hour: hours[0], wish: 0 })).body.data.wishes).toHaveLength(
      hours.length,
    );
    expect((await start(version, { mode: 'FEW', most_moved: 100 })).status).toBe(200);
    const { id } = await until(version, ({ progress }) => progress !== null);
    await call('POST', `/proposals/${id}/stop`);
    const done = await until(version, ({ state: now }) => now === 'DONE');
    const found = await stateOf(done.result?.uuid ?? '');
    const onMonday = ({ lessons }: EditorState) =>
      lessons.filter(({ weekday, teacher_ids }) => weekday === 1 && teacher_ids.includes(teacher ?? 0)).length;
    expect([onMonday(state) > 0, onMonday(found)]).toEqual([true, 0]);
    expect(done.outcome?.after.unplaced).toBe(0);
    for (const hour of hours) await call('PUT', path, { weekday: 1, hour, wish: 0 });
  });

  it('is for schools for which the operator has switched it on; what was begun can be ended [P-1.20] [D-8.04]', async () => {
    const { version } = await copy();
    expect(version.can.propose).toBe(1);
    const switchTo = (features: string[]) =>
      server.test.database.kysely.updateTable('schools').set({ features }).where('id', '=', school.id).execute();
    const begun = await insert(version, 'WAITING', 0);
    await switchTo(['room_booking']);
    expect((await stateOf(version.uuid)).version.can.propose).toBe(0);
    for (const refused of [
      await start(version),
      await call('GET', `/versions/${version.id}/obstacles`),
      await call('GET', `/versions/${version.id}/proposals`),
    ]) {
      expect([refused.status, refused.body.error.code]).toEqual([403, 'proposal_off']);
      expect(refused.body.error.message).toContain('Wer den Server betreibt');
    }
    expect((await call('POST', `/proposals/${begun}/stop`)).status).toBe(200);
    await switchTo(['ai_schedule_planner']);
    expect((await call('GET', `/versions/${version.id}/proposals`)).status).toBe(200);
  });

  it('names beforehand what cannot work [D-8.03]', async () => {
    const { version, state } = await copy();
    const obstacles = () => call('GET', `/versions/${version.id}/obstacles`).then(({ body }) => body.data);
    expect(await obstacles()).toEqual([]);
    const [lesson] = state.lessons;
    if (!lesson) throw new Error('The plan is empty');
    const { subject_id, grade_ids, teacher_ids } = lesson;
    const content = { subject_id, course_id: null, pattern: null, grade_ids, teacher_ids, bookable_ids: [] };
    const added = Array.from({ length: 50 }, () => ({ ...content, length: 1, place: null }));
    expect((await call('POST', '/push', { version_uuid: version.uuid, added })).status).toBe(200);
    const found = await obstacles();
    const named = expect.objectContaining({ kind: 'OVERBOOKED', entity: 'grade', names: ['10b'] });
    expect(found).toContainEqual(named);
    expect(found.find((one: { kind: string }) => one.kind === 'OVERBOOKED').hours).toBeGreaterThan(50);
  });

  it('makes two of a double that is only wished whole where it would stay open, and says so [D-8.01]', async () => {
    const { kysely } = server.test.database;
    const teacher = await buildUnit(kysely, school.id, 'teachers', { shortcut: 'Zz' });
    const body = { school_year_id: school.yearId, note: '', copy_data_from_version: null };
    const { uuid } = (await call('POST', '/versions', body)).body.data as PlanVersion;
    const { subjects } = (await copy()).state;
    const times = `/basedata/teachers/${teacher}/times`;
    const { days, hours } = (await call('GET', times)).body.data;
    for (let weekday = 1; weekday <= days; weekday += 1)
      for (const hour of hours)
        if (!['1/1', '3/2'].includes(`${weekday}/${hour}`)) await call('PUT', times, { weekday, hour, wish: -3 });
    const content = { subject_id: subjects[0]?.id ?? 0, course_id: null, length: 2, pattern: null, bookable_ids: [] };
    const added = [{ ...content, grade_ids: [school.gradeId], teacher_ids: [teacher], place: null }];
    const made = await call('POST', '/push', { version_uuid: uuid, added });
    const [lesson] = made.body.data.lessons as EditorState['lessons'];
    expect(lesson?.is_divisible).toBe(false);
    const edits = [{ lesson_id: lesson?.lesson_id, version: lesson?.version, is_divisible: true }];
    const pushed = await call('POST', '/push', { version_uuid: uuid, edits });
    expect(pushed.body.data.lessons).toMatchObject([{ is_divisible: true, length: 2 }]);
    const base = await stateOf(uuid);
    await start(base.version, { seconds: 5 });
    const done = await until(base.version, ({ state }) => state === 'DONE');
    expect(done.outcome).toMatchObject({ after: { unplaced: 0 }, open: [], divided: [{ places: expect.anything() }] });
    const places = done.outcome?.divided[0]?.places.map((place) => `${place?.weekday}/${place?.hour}`);
    expect(places?.toSorted()).toEqual(['1/1', '3/2']);
    const found = await stateOf(done.result?.uuid ?? '');
    expect(found.lessons.map(({ length, weekday, hour }) => `${weekday}/${hour} ${length}`).toSorted()).toEqual([
      '1/1 1',
      '3/2 1',
    ]);
    expect(new Set(found.lessons.map(({ lesson_id }) => lesson_id)).size).toBe(2);
    // A version of this version still knows what is only wished.
    const again = { ...body, copy_data_from_version: uuid };
    const copied = await stateOf((await call('POST', '/versions', again)).body.data.uuid);
    expect(copied.lessons).toMatchObject([{ is_divisible: true }]);
  });
});
