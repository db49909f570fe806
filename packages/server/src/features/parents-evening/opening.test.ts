import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildAppointment, buildEvening, listNotices } from '../../../../../tests/support/evenings.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { silentLog } from '../../kernel/log.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
let evening: number;

const db = () => server.test.database.kysely;
const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;
const done = async (method: string, path: string, who: string) => {
  const answer = await server.request(method, `/v1/parents-evenings${path}`, { token: tokens[who] });
  expect(answer.status, answer.text).toBeLessThan(300);
};
const make = async (values: Parameters<typeof buildEvening>[2]) => {
  const teachers = ['berg', 'kaya'].map((name) => ids[name] as number);
  evening = (await buildEvening(db(), { school_id: school.id, teachers }, values)).id;
};
/** The notices that somebody got since the evening was made. */
const toldOf = (who: string): Promise<string[]> => listNotices(db(), ids[who] as number, evening);
const titlesOf = async (who: string) => (await toldOf(who)).map((content) => content.split('\n')[0]);

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['mia', 'STUDENT'],
    ['tom', 'STUDENT'],
    ['mother', 'PARENT'],
    ['father', 'PARENT'],
    ['stranger', 'PARENT'],
    ['bergAccount', 'TEACHER'],
    ['kayaAccount', 'TEACHER'],
    ['admin', 'ADMIN'],
  ] as const)
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
  for (const [child, parent] of [
    ['mia', 'mother'],
    ['mia', 'father'],
    ['tom', 'stranger'],
  ] as const)
    await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
      school.id,
      ids[child],
      ids[parent],
    ]);
  for (const name of ['berg', 'kaya']) {
    const [row] = await run(
      `insert into teachers (school_id, shortcut, lastname, user_id, source) values ($1, $2, $2, $3, 'manual') returning id`,
      [school.id, name, ids[`${name}Account`]],
    );
    ids[name] = row.id;
  }
  for (const name of ['admin', 'bergAccount', 'kayaAccount']) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  await run('delete from parents_evenings where school_id = $1', [school.id]);
  await make({});
});

/** The job that opens, as the schedule runs it. */
async function openAt(time: string): Promise<void> {
  const before = server.clock.now();
  server.clock.set(time);
  const open = server.server.features.all
    .flatMap(({ tasks = [] }) => tasks)
    .find(({ name }) => name === 'parents-evening:open');
  const { now } = server.clock;
  const context = { now, log: silentLog, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await open?.run({}, context);
  server.clock.set(before.toISOString());
}

it('families are told that they can wish, and until when; once all is allocated, that they can book', async () => {
  await make({ mode: 'wishes', told_at: null });
  await openAt('2026-11-20T08:00:00.000Z');
  const lines = ['Elternsprechtag', '25.11.2026'];
  expect(await toldOf('mother')).toEqual([
    ['Elternsprechtag: Du kannst jetzt Lehrkräfte wünschen', ...lines, 'Wünsche bis 24.11.2026, 19:00'].join('\n'),
  ]);
  await make({ mode: 'wishes', told_at: null });
  await run('update parents_evenings set allocated_at = now() where id = $1', [evening]);
  await openAt('2026-11-20T08:00:00.000Z');
  expect(await titlesOf('mother')).toEqual(['Elternsprechtag: Du kannst jetzt Termine buchen']);
});

it('those who allocate are told once that all wishes are in, and again when there was more time, not once it is too late', async () => {
  await make({ mode: 'wishes', closes_at: '2026-11-19T08:00:00.000Z' });
  await openAt('2026-11-19T07:59:59.000Z');
  expect(await toldOf('admin')).toEqual([]);
  await openAt('2026-11-19T08:00:00.000Z');
  await openAt('2026-11-19T08:05:00.000Z');
  const said = ['Elternsprechtag: Die Wünsche sind da. Teile jetzt die Termine zu.', 'Elternsprechtag', '25.11.2026'];
  expect(await toldOf('admin')).toEqual([said.join('\n')]);
  expect(await titlesOf('mother')).toEqual([]);
  const links = await run('select distinct actions from messages where told_of = $1', [`evening:${evening}`]);
  const action = `/management/${school.uuid}/parents-evenings/${evening}`;
  expect(links).toEqual([{ actions: [{ type: 'LINK_INTERNAL', action }] }]);
  const change = async (closes_at: string) => {
    const { body } = await server.request('GET', '/v1/parents-evenings', { token: tokens.admin });
    const { id, uuid: _u, state: _s, phase: _p, can: _c, allocated_at: _a, ...all } = body.data[0];
    const { teachers_count: _t, bookings_count: _b, waiting_count: _w, wishers_count: _n, ...draft } = all;
    const sent = { token: tokens.admin, body: { ...draft, name: 'Sprechtag', closes_at } };
    expect((await server.request('PUT', `/v1/parents-evenings/${id}`, sent)).status).toBe(200);
  };
  await change('2026-11-19T08:00:00.000Z');
  await openAt('2026-11-19T09:00:00.000Z');
  expect(await toldOf('admin')).toHaveLength(1);
  await change('2026-11-20T08:00:00.000Z');
  await openAt('2026-11-20T08:00:00.000Z');
  expect(await toldOf('admin')).toHaveLength(2);
  for (const values of [{ mode: 'first_come' }, { state: 'cancelled' }, { date: '2026-11-18' }] as const) {
    await make({ mode: 'wishes', closes_at: '2026-11-18T08:00:00.000Z', ...values });
    await openAt('2026-11-19T08:00:00.000Z');
    expect(await toldOf('admin'), JSON.stringify(values)).toEqual([]);
  }
  await make({ mode: 'wishes', closes_at: '2026-11-18T08:00:00.000Z' });
  await run('update parents_evenings set allocated_at = now() where id = $1', [evening]);
  await openAt('2026-11-19T08:00:00.000Z');
  expect(await toldOf('admin')).toEqual([]);
});

it('families are told once that they can book, teachers that an evening is published', async () => {
  await make({ state: 'draft', opens_at: '2026-11-20T08:00:00.000Z' });
  await openAt('2026-11-20T09:00:00Z');
  expect(await toldOf('mother')).toEqual([]);
  await done('POST', `/${evening}/publish`, 'admin');
  expect(await titlesOf('bergAccount')).toEqual(['Elternsprechtag: Trag ein, wann und wo du da bist']);
  await openAt('2026-11-20T07:59:59.999Z');
  expect(await toldOf('mother')).toEqual([]);
  await run('update users set is_locked = true where id = $1', [ids.father]);
  await run(`update users set locale = 'en' where id = $1`, [ids.stranger]);
  await openAt('2026-11-20T08:00:00.000Z');
  expect(await titlesOf('stranger')).toEqual(['Parents’ evening: you can book appointments now']);
  await run('update users set locale = null where id = $1', [ids.stranger]);
  const told = [
    [
      'Elternsprechtag: Du kannst jetzt Termine buchen',
      'Elternsprechtag',
      '25.11.2026',
      'Buchen bis 24.11.2026, 19:00',
    ].join('\n'),
  ];
  expect(await toldOf('mother')).toEqual(told);
  const links = await run('select distinct actions from messages where told_of = $1', [`evening:${evening}`]);
  expect(links).toEqual([{ actions: [{ type: 'LINK_INTERNAL', action: `/parents-evenings/${evening}` }] }]);
  await run('update users set is_locked = false where id = $1', [ids.father]);
  await openAt('2026-11-20T09:00:00Z');
  expect([await toldOf('mother'), await toldOf('father'), await toldOf('mia')]).toEqual([told, [], []]);
  expect(await titlesOf('bergAccount')).toHaveLength(1);
});

it('who publishes an evening is not told of it, nor a teacher who is not there', async () => {
  await make({ state: 'draft' });
  await run('update parents_evening_teachers set is_absent = true where evening_id = $1 and teacher_id = $2', [
    evening,
    ids.kaya,
  ]);
  await run('update teachers set user_id = $1 where id = $2', [ids.admin, ids.berg]);
  await done('POST', `/${evening}/publish`, 'admin');
  expect([await toldOf('admin'), await toldOf('kayaAccount')]).toEqual([[], []]);
  await run('update teachers set user_id = $1 where id = $2', [ids.bergAccount, ids.berg]);
});

it('nobody is told of an evening when booking is over, nor parents whose child has left', async () => {
  const times = { opens_at: '2026-11-20T08:00:00.000Z', closes_at: '2026-11-21T08:00:00.000Z' };
  await make({ ...times, told_at: null });
  await openAt('2026-11-21T08:00:00.000Z');
  expect(await toldOf('mother')).toEqual([]);
  await run('update users set deleted_at = now() where id = $1', [ids.tom]);
  await run(`update users set expire_at = '2026-11-21T07:59:59.999Z' where id = $1`, [ids.eva]);
  await run('update schools set is_locked = true where id = $1', [school.id]);
  await openAt('2026-11-21T07:59:59.999Z');
  expect(await toldOf('mother')).toEqual([]);
  await run('update schools set is_locked = false where id = $1', [school.id]);
  await openAt('2026-11-21T07:59:59.999Z');
  const counts = await Promise.all(['mother', 'stranger', 'evas'].map(async (who) => (await toldOf(who)).length));
  expect(counts).toEqual([1, 0, 0]);
  await run('update users set deleted_at = null, expire_at = null where id = any($1)', [[ids.tom, ids.eva]]);
});

it('whoever has no appointment at an evening that is called off hears of it once, and nobody reads any more that they can book', async () => {
  await make({ told_at: null, opens_at: '2026-11-20T08:00:00.000Z' });
  await openAt('2026-11-20T09:00:00Z');
  const [teacher_id, child_id] = [ids.berg as number, ids.mia as number];
  await buildAppointment(db(), { school_id: school.id, evening_id: evening, teacher_id, child_id });
  await done('POST', `/${evening}/cancel`, 'admin');
  const off = ['Elternsprechtag: Er fällt aus'];
  const mine = ['Ein Termin beim Elternsprechtag ist abgesagt'];
  const told = await Promise.all(['stranger', 'kayaAccount', 'mother', 'bergAccount', 'admin'].map(titlesOf));
  expect(told).toEqual([off, off, mine, mine, []]);
  // Families who never heard of an evening do not hear that there is none.
  await make({ told_at: null, opens_at: '2026-11-20T08:00:00.000Z' });
  await done('POST', `/${evening}/cancel`, 'admin');
  expect([await titlesOf('stranger'), await titlesOf('kayaAccount')]).toEqual([[], off]);
});

it('a teacher who is a parent too hears once that an evening is called off, who did it never, nor who is absent', async () => {
  const links = [
    [ids.tom, ids.bergAccount],
    [ids.tom, ids.kayaAccount],
    [ids.tom, ids.admin],
  ];
  for (const [child, parent] of links)
    await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
      school.id,
      child,
      parent,
    ]);
  await make({ told_at: TEST_NOW });
  const [teacher_id, child_id] = [ids.berg as number, ids.mia as number];
  await buildAppointment(db(), { school_id: school.id, evening_id: evening, teacher_id, child_id });
  await done('POST', `/${evening}/cancel`, 'admin');
  expect(await Promise.all(['bergAccount', 'kayaAccount', 'stranger', 'admin'].map(titlesOf))).toEqual([
    ['Ein Termin beim Elternsprechtag ist abgesagt'],
    ['Elternsprechtag: Er fällt aus'],
    ['Elternsprechtag: Er fällt aus'],
    [],
  ]);
  // Only whoever can book hears until when.
  expect((await toldOf('stranger'))[0]?.split('\n')).toHaveLength(3);
  await run('delete from user_parents where user_id = $1 and parent_id <> $2', [ids.tom, ids.stranger]);
  await make({});
  await run('update parents_evening_teachers set is_absent = true where evening_id = $1 and teacher_id = $2', [
    evening,
    ids.kaya,
  ]);
  await done('POST', `/${evening}/cancel`, 'admin');
  expect([await titlesOf('kayaAccount'), await titlesOf('bergAccount')]).toEqual([
    [],
    ['Elternsprechtag: Er fällt aus'],
  ]);
});
