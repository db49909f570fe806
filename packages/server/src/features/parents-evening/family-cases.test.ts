import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildAppointment, buildEvening, listNotices } from '../../../../../tests/support/evenings.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
let evening: number;

const db = () => server.test.database.kysely;
const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;
const call = (method: string, path: string, who: string, body?: object) =>
  server.request(method, `/v1/parents-evenings${path}`, { token: tokens[who], body });
const codeOf = async (...args: Parameters<typeof call>) => (await call(...args)).body?.error?.code;
const done = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body?.data;
};
const booked = async (who: string, teacher: string, child: string, starts_at: string) => {
  const body = { teacher_id: ids[teacher], child_id: ids[child], starts_at };
  const { status, body: answer } = await call('POST', `/${evening}/bookings`, who, body);
  return status === 200 ? answer.data.id : answer.error.code;
};
const wait = (who: string, child: string, teacher = 'berg') =>
  codeOf('PUT', `/${evening}/children/${ids[child]}/waiting/${ids[teacher]}`, who);
const move = (who: string, id: number, starts_at: string) =>
  codeOf('POST', `/${evening}/bookings/${id}/move`, who, { starts_at });
const cancel = (who: string, id: number) => call('DELETE', `/${evening}/bookings/${id}`, who);
const planOf = (teacher: string) => done('GET', `/${evening}/teachers/${ids[teacher]}`, 'admin');
const meetingsOf = async (teacher: string) =>
  (await planOf(teacher)).bookings.map(
    (one: { child: { firstname: string }; starts_at: string }) => `${one.starts_at} ${one.child.firstname}`,
  );
const bookFor = (child: string, teacher: string, starts_at: string, parent?: string) =>
  buildAppointment(db(), {
    school_id: school.id,
    evening_id: evening,
    teacher_id: ids[teacher] as number,
    child_id: ids[child] as number,
    parent_id: parent ? (ids[parent] as number) : null,
    starts_at,
  });
const make = async (values: Parameters<typeof buildEvening>[2]) => {
  const teachers = ['berg', 'kaya'].map((name) => ids[name] as number);
  evening = (await buildEvening(db(), { school_id: school.id, teachers }, values)).id;
};
/** The notices that somebody got since the evening was made. */
const toldOf = (who: string): Promise<string[]> => listNotices(db(), ids[who] as number, evening);
const titlesOf = async (who: string) => (await toldOf(who)).map((content) => content.split('\n')[0]);
const arrange = async (teacher: string, values: object) => {
  const { room, begins_at, ends_at, is_absent, is_online, breaks, updated_at } = (await planOf(teacher)).teacher;
  const body = { room, begins_at, ends_at, is_absent, is_online, breaks, updated_at, ...values };
  return done('PUT', `/${evening}/teachers/${ids[teacher]}`, 'admin', body);
};
const change = async (values: object) => {
  const all = await done('GET', '', 'admin');
  const { can: _, id, uuid: _u, state: _s, phase: _p, ...rest } = all.find((one: { id: number }) => one.id === evening);
  const {
    teachers_count: _t,
    bookings_count: _b,
    waiting_count: _w,
    wishers_count: _c,
    allocated_at: _a,
    ...draft
  } = rest;
  return call('PUT', `/${id}`, 'admin', { ...draft, ...values });
};

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  await buildSchool(db(), 'drossel');
  const add = async (name: string, role: 'STUDENT' | 'PARENT' | 'TEACHER' | 'ADMIN') => {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
  };
  for (const child of ['mia', 'max', 'tom', 'eva']) await add(child, 'STUDENT');
  for (const parent of ['mother', 'father', 'stranger', 'evas']) await add(parent, 'PARENT');
  for (const teacher of ['bergAccount', 'kayaAccount']) await add(teacher, 'TEACHER');
  await add('admin', 'ADMIN');
  const [grade] = await run(
    `insert into grades (school_id, shortcut, source) values ($1, '7a', 'manual') returning id`,
    [school.id],
  );
  for (const child of ['mia', 'max', 'tom', 'eva'])
    await run(
      `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
      [school.id, ids[child], grade.id],
    );
  for (const [child, parent] of ['mia mother', 'mia father', 'max mother', 'tom stranger', 'eva evas'].map((one) =>
    one.split(' '),
  ))
    await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
      school.id,
      ids[child as string],
      ids[parent as string],
    ]);
  for (const name of ['berg', 'kaya']) {
    const [row] = await run(
      `insert into teachers (school_id, shortcut, lastname, user_id, source) values ($1, $2, $2, $3, 'manual') returning id`,
      [school.id, name, ids[`${name}Account`]],
    );
    ids[name] = row.id;
  }
  await run(
    `insert into courses (school_id, shortcut, grade_ids, teacher_ids, source) values ($1, 'MA', $2, $3, 'manual')`,
    [school.id, [grade.id], [ids.berg, ids.kaya]],
  );
  for (const name of ['admin', 'mother', 'father', 'stranger', 'evas', 'bergAccount'])
    tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  await run('delete from parents_evenings where school_id = $1', [school.id]);
  await make({});
});

it('who cancels or moves is not told; the other parent and the teacher are, once', async () => {
  const id = await booked('mother', 'berg', 'mia', '16:00');
  expect(await titlesOf('bergAccount')).toEqual([]);
  expect(await move('mother', id, '16:40')).toBeUndefined();
  const MOVED = 'Ein Termin beim Elternsprechtag ist verschoben';
  const CANCELLED = 'Ein Termin beim Elternsprechtag ist abgesagt';
  await cancel('mother', id);
  await cancel('mother', id);
  expect(await titlesOf('mother')).toEqual([]);
  expect(await titlesOf('father')).toEqual([MOVED, CANCELLED]);
  expect(await titlesOf('bergAccount')).toEqual([MOVED, CANCELLED]);
  expect((await toldOf('bergAccount'))[0]).toMatch(/16:40.*: mia$/s);
  const other = await booked('mother', 'berg', 'mia', '16:00');
  await cancel('bergAccount', other);
  expect((await titlesOf('mother')).at(-1)).toBe(CANCELLED);
  expect(await titlesOf('bergAccount')).toHaveLength(2);
});

it('a cancelled evening cancels its appointments and tells each family and teacher once', async () => {
  await booked('mother', 'berg', 'mia', '16:00');
  await done('POST', `/${evening}/cancel`, 'admin');
  const { room, begins_at, ends_at, is_absent, is_online, breaks, updated_at } = (await planOf('berg')).teacher;
  const body = { room, begins_at, ends_at, is_absent, is_online, breaks, updated_at };
  expect(await codeOf('PUT', `/${evening}/teachers/${ids.berg}`, 'bergAccount', body)).toBe('evening_closed');
  for (const who of ['mother', 'father', 'bergAccount'])
    expect(await titlesOf(who)).toEqual(['Ein Termin beim Elternsprechtag ist abgesagt']);
  expect(await run('select state from parents_evening_bookings where evening_id = $1', [evening])).toEqual([
    { state: 'cancelled' },
  ]);
});

it('what is cancelled as the evening moves and ends earlier is told with the day on which it was', async () => {
  await booked('mother', 'berg', 'mia', '16:00');
  await booked('mother', 'berg', 'max', '17:50');
  expect((await change({ date: '2026-12-02', ends_at: '17:00' })).status).toBe(200);
  const [cancelled, moved] = await toldOf('mother');
  expect(cancelled).toContain('25.11.2026');
  expect(moved).toContain('02.12.2026');
});

it('a change on the same day moves nobody, and the grid stays in its beginning too once it is booked', async () => {
  await booked('mother', 'berg', 'mia', '16:00');
  expect((await change({ name: 'Herbst' })).status).toBe(200);
  expect(await titlesOf('mother')).toEqual([]);
  expect((await change({ begins_at: '15:55' })).body.error.code).toBe('evening_booked');
  await run('delete from parents_evening_bookings where evening_id = $1', [evening]);
  expect((await change({ begins_at: '15:55', slot_minutes: 15 })).status).toBe(200);
});

/** The evening with appointments at 16:00 and 16:10, of which Frau Berg's are booked; who waits for her has no other choice. */
async function fill(values: Parameters<typeof buildEvening>[2] = {}) {
  await make({ ends_at: '16:20', ...values });
  return [await bookFor('max', 'berg', '16:00', 'mother'), await bookFor('mia', 'berg', '16:10', 'father')] as const;
}

it('who waits the longest gets what a longer evening, an ended break or a move brings', async () => {
  await fill();
  expect(await wait('stranger', 'tom')).toBeUndefined();
  expect(await wait('evas', 'eva')).toBeUndefined();
  expect((await change({ ends_at: '16:30' })).status).toBe(200);
  expect(await meetingsOf('berg')).toEqual(['16:00 max', '16:10 mia', '16:20 tom']);
  await make({ ends_at: '16:20' });
  await arrange('berg', { breaks: [{ begins_at: '16:10', ends_at: '16:20' }] });
  await bookFor('max', 'berg', '16:00');
  expect(await wait('stranger', 'tom')).toBeUndefined();
  await arrange('berg', { breaks: [] });
  expect(await meetingsOf('berg')).toEqual(['16:00 max', '16:10 tom']);
  await make({ ends_at: '16:20', walking_minutes: 0 });
  const id = await bookFor('max', 'berg', '16:00');
  await bookFor('tom', 'kaya', '16:10', 'stranger');
  expect(await wait('stranger', 'tom')).toBeUndefined();
  expect(await move('bergAccount', id, '16:10')).toBeUndefined();
  expect(await meetingsOf('berg')).toEqual(['16:00 tom', '16:10 max']);
});

it('who waits is passed over as no parent any more or with as many as they may have, and told even of what they freed', async () => {
  const [first] = await fill({ maximum: 1 });
  expect(await wait('stranger', 'tom')).toBeUndefined();
  expect(await wait('evas', 'eva')).toBeUndefined();
  await bookFor('eva', 'kaya', '17:30', 'evas');
  await run('delete from user_parents where user_id = $1', [ids.tom]);
  await cancel('bergAccount', first);
  await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
    school.id,
    ids.tom,
    ids.stranger,
  ]);
  expect(await meetingsOf('berg')).toEqual(['16:10 mia']);
  await make({ ends_at: '16:10' });
  const own = await bookFor('max', 'berg', '16:00', 'mother');
  expect(await wait('mother', 'mia')).toBeUndefined();
  await cancel('mother', own);
  expect(await titlesOf('mother')).toEqual(['Ein Termin ist frei geworden und für dich gebucht']);
  expect(await titlesOf('bergAccount')).toEqual(['Ein Termin beim Elternsprechtag ist abgesagt']);
});

it('who waits for a teacher of a class that the child has left is passed over', async () => {
  const [first] = await fill();
  expect(await wait('stranger', 'tom')).toBeUndefined();
  expect(await wait('evas', 'eva')).toBeUndefined();
  const until = 'update grade_memberships set ends_at = $2 where user_id = $1';
  await run(until, [ids.tom, '2026-11-17']);
  await cancel('bergAccount', first);
  await run(until, [ids.tom, null]);
  expect(await meetingsOf('berg')).toEqual(['16:00 eva', '16:10 mia']);
});

it('what becomes free after booking closed goes to who waits, nothing once the evening has begun', async () => {
  const [first] = await fill();
  expect(await wait('stranger', 'tom')).toBeUndefined();
  expect(await wait('evas', 'eva')).toBeUndefined();
  server.clock.set(new Date('2026-11-24T18:00:00Z'));
  tokens.admin = await signIn(server, 'amsel', 'admin');
  for (const who of ['stranger', 'mother']) tokens[who] = await signIn(server, 'amsel', who);
  expect(await wait('stranger', 'tom')).toBe('evening_closed');
  await cancel('mother', first);
  expect(await meetingsOf('berg')).toEqual(['16:00 tom', '16:10 mia']);
  server.clock.set(new Date('2026-11-25T15:00:00Z'));
  tokens.admin = await signIn(server, 'amsel', 'admin');
  expect((await change({ ends_at: '17:00' })).status).toBe(200);
  expect(await meetingsOf('berg')).toEqual(['16:00 tom', '16:10 mia']);
});

it('nobody waits for an absent teacher, with as many as they may have, or for more than 20', async () => {
  await fill({ maximum: 1 });
  await bookFor('tom', 'kaya', '16:10', 'stranger');
  expect(await wait('stranger', 'tom')).toBe('slots_full');
  const some = await run(
    `insert into teachers (school_id, shortcut, source) select $1, 'w' || n, 'manual' from generate_series(1, 20) n returning id`,
    [school.id],
  );
  for (const { id } of some)
    await run(
      `with there as (insert into parents_evening_teachers (school_id, evening_id, teacher_id, updated_at) values ($1, $2, $3, now()))
       insert into parents_evening_waiting (school_id, evening_id, teacher_id, child_id, parent_id, created_at) values ($1, $2, $3, $4, $5, now())`,
      [school.id, evening, id, ids.eva, ids.evas],
    );
  expect(await wait('evas', 'eva')).toBe('slots_full');
  await run('delete from parents_evening_waiting where teacher_id = $1', [some[0].id]);
  expect(await wait('evas', 'eva')).toBeUndefined();
  await arrange('berg', { is_absent: true });
  expect(await wait('evas', 'eva', 'berg')).toBe('evening_closed');
});

it('a move and an invitation keep to what the family has; parents accept an invitation before they move it', async () => {
  const id = await booked('mother', 'berg', 'mia', '16:00');
  await booked('mother', 'kaya', 'mia', '17:00');
  expect(await move('mother', id, '17:00')).toBe('slot_clash');
  expect(await move('mother', id, '16:50')).toBe('slot_clash');
  expect(await move('mother', id, '16:40')).toBeUndefined();
  const held = await done('POST', `/${evening}/teachers/${ids.berg}/invitations`, 'bergAccount', {
    child_id: ids.max,
    starts_at: '17:10',
  });
  expect(await codeOf('POST', `/${evening}/bookings/${held.id}/accept`, 'mother')).toBe('slot_clash');
  expect(await move('mother', held.id, '17:30')).toBe('evening_closed');
  expect(await move('bergAccount', held.id, '17:30')).toBeUndefined();
  await done('POST', `/${evening}/bookings/${held.id}/accept`, 'mother');
});

it('a former parent, and a parent of nobody there, see and change nothing of a child', async () => {
  const id = await booked('father', 'berg', 'mia', '16:00');
  await run('delete from user_parents where parent_id = $1', [ids.father]);
  expect((await cancel('father', id)).status).toBe(403);
  expect(await booked('father', 'kaya', 'mia', '17:00')).toBe('forbidden');
  expect((await done('GET', `/${evening}/plan`, 'father')).bookings).toEqual([]);
  expect((await done('GET', `/${evening}/plan`, 'mother')).bookings).toMatchObject([{ id }]);
  await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
    school.id,
    ids.mia,
    ids.father,
  ]);
});

it('of a child who waited by a former parent, a parent of today waits', async () => {
  await arrange('berg', { begins_at: '16:00', ends_at: '16:10' });
  await booked('stranger', 'berg', 'tom', '16:00');
  expect(await wait('father', 'mia')).toBeUndefined();
  await run('delete from user_parents where parent_id = $1', [ids.father]);
  const waitsFor = async () => (await done('GET', `/${evening}/plan`, 'mother')).waiting.length;
  expect(await waitsFor()).toBe(0);
  expect(await wait('mother', 'mia')).toBeUndefined();
  expect(await waitsFor()).toBe(1);
  await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
    school.id,
    ids.mia,
    ids.father,
  ]);
});

it('an evening that is pruned after its time takes along what people were told of it, one day before it does not', async () => {
  await bookFor('mia', 'berg', '16:00', 'mother');
  await done('POST', `/${evening}/cancel`, 'admin');
  expect(await toldOf('mother')).toHaveLength(1);
  const prune = server.server.features.all.flatMap((one) => one.prune?.parents_evenings ?? [])[0];
  await prune?.(new Date('2027-12-30T12:00:00Z'));
  expect(await toldOf('mother')).toHaveLength(1);
  await prune?.(new Date('2027-12-31T12:00:00Z'));
  expect(await toldOf('mother')).toEqual([]);
});

it('teachers see the evenings in which they are, of the last 60 days too, the next one first', async () => {
  for (const date of ['2026-12-20', '2026-09-18', '2026-09-19']) await make({ date });
  await run('delete from parents_evening_teachers where evening_id = (select max(id) from parents_evenings)');
  const datesFor = async (who: string) => (await done('GET', '/own', who)).map(({ date }: { date: string }) => date);
  const all = ['2026-09-19', '2026-11-25', '2026-12-20'];
  expect(await datesFor('mother')).toEqual(all);
  expect(await datesFor('bergAccount')).toEqual(all.slice(1));
  expect((await done('GET', '', 'admin')).map(({ date }: { date: string }) => date)).toEqual([
    ...all.toReversed(),
    '2026-09-18',
  ]);
});

it('what becomes free goes past a parent whose account is locked, who goes on waiting', async () => {
  await arrange('berg', { begins_at: '16:00', ends_at: '16:10' });
  const id = await booked('stranger', 'berg', 'tom', '16:00');
  expect(await wait('mother', 'mia')).toBeUndefined();
  expect(await wait('evas', 'eva')).toBeUndefined();
  await run('update users set is_locked = true where id = $1', [ids.mother]);
  await cancel('stranger', id);
  expect(await meetingsOf('berg')).toEqual(['16:00 eva']);
  await run('update users set is_locked = false where id = $1', [ids.mother]);
  expect((await done('GET', `/${evening}/plan`, 'mother')).waiting).toHaveLength(1);
});
