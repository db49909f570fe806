import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAppointment, buildEvening, listNotices } from '../../../../../tests/support/evenings.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

const CLOSES = '2026-11-24T18:00:00.000Z';

let server: TestServer;
let school: PlanSchool;
let evening: number;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

const db = () => server.test.database.kysely;
const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;
const call = (method: string, path: string, who: string, body?: object) =>
  server.request(method, `/v1/parents-evenings${path}`, { token: tokens[who], body });
const done = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body?.data;
};
const codeOf = async (...args: Parameters<typeof call>) => (await call(...args)).body?.error?.code ?? 'done';
const shortcuts = (names: string) =>
  names
    .split(' ')
    .filter(Boolean)
    .map((name) => ids[name] as number);

interface Wished {
  names?: string;
  begins_at?: string | null;
  ends_at?: string | null;
}
const offersOf = (who: string, child: string) => done('GET', `/${evening}/children/${ids[child]}`, who);
/** Wishes as somebody sends them who has just looked at them. */
async function wish(who: string, child: string, { names = '', begins_at = null, ends_at = null }: Wished) {
  const { updated_at } = (await offersOf(who, child)).wishes;
  const body = { teacher_ids: shortcuts(names), begins_at, ends_at, updated_at };
  return done('PUT', `/${evening}/children/${ids[child]}/wishes`, who, body);
}
const previewOf = () => done('GET', `/${evening}/allocation`, 'admin');
const allocate = async (revision?: string) =>
  call('POST', `/${evening}/allocation`, 'admin', { revision: revision ?? (await previewOf()).revision });
const bookingsOf = (where = 'true') =>
  run(`select u.username as child, p.username as parent, t.shortcut as teacher, b.starts_at, b.state
    from parents_evening_bookings b join users u on u.id = b.child_id join teachers t on t.id = b.teacher_id
    left join users p on p.id = b.parent_id where b.evening_id = ${evening} and b.state <> 'cancelled' and ${where} order by 1, 3`);
const waitingOf = () =>
  run(`select u.username as child, t.shortcut as teacher from parents_evening_waiting w join users u on u.id = w.child_id
    join teachers t on t.id = w.teacher_id where w.evening_id = ${evening} order by w.id`);
const titlesOf = async (who: string) =>
  (await listNotices(db(), ids[who] as number, evening)).map((content) => content.split('\n')[0]);

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  Object.assign(ids, school.users);
  for (const { id, shortcut } of await run('select id::int, shortcut from teachers where school_id = $1', [school.id]))
    ids[shortcut] = id;
  // Another family in the class of Ada, whose second parent is `alone`.
  ids.mother = (await buildUser(db(), school.id, 'mother', 'PARENT')).id;
  const [{ grade_id }] = await run('select grade_id from grade_memberships where user_id = $1', [ids.ada]);
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
    [school.id, ids.new, grade_id],
  );
  for (const [child, parent] of [
    ['new', 'mother'],
    ['ada', 'alone'],
  ] as const)
    await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
      school.id,
      ids[child],
      ids[parent],
    ]);
  for (const name of ['admin', 'parent', 'alone', 'mother', 'teacher'])
    tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());

async function make(values: Parameters<typeof buildEvening>[2] = {}) {
  const of = { school_id: school.id, teachers: shortcuts('Bg Li Ky') };
  evening = (await buildEvening(db(), of, { mode: 'wishes', closes_at: CLOSES, ...values })).id;
}
/** The time for wishes ends at this very moment. */
const endWishing = () => run('update parents_evenings set closes_at = $1 where id = $2', [TEST_NOW, evening]);

beforeEach(async () => {
  await run('delete from parents_evenings where school_id = $1', [school.id]);
  await make();
});

describe('wishing', () => {
  it('keeps the order and the times, says who goes, and is open while the time for wishes lasts', async () => {
    expect((await offersOf('parent', 'ada')).wishes).toEqual({
      teacher_ids: [],
      begins_at: null,
      ends_at: null,
      updated_at: null,
    });
    await wish('parent', 'ada', { names: 'Li Bg', begins_at: '16:30', ends_at: '17:30' });
    const seen = await offersOf('alone', 'ada');
    expect(seen).toMatchObject({
      wishes: { teacher_ids: shortcuts('Li Bg'), begins_at: '16:30', ends_at: '17:30' },
      can: { wish: 1 },
    });
    expect(seen.teachers.map(({ can, slots }: { can: object; slots: object[] }) => [can, slots])).toEqual(
      Array.from({ length: 3 }, () => [{ book: 0, wait: 0 }, []]),
    );
    // The other parent changes the order and adds a teacher: what was wished before stays with who wished it.
    await wish('alone', 'ada', { names: 'Ky Li', ends_at: '17:00' });
    expect(await run('select teacher_id::int, parent_id::int, rank from parents_evening_wishes order by rank')).toEqual(
      [
        { teacher_id: ids.Ky, parent_id: ids.alone, rank: 1 },
        { teacher_id: ids.Li, parent_id: ids.parent, rank: 2 },
      ],
    );
    expect((await offersOf('parent', 'ada')).wishes).toMatchObject({ begins_at: null, ends_at: '17:00' });
    expect(await done('GET', '', 'admin')).toMatchObject([{ phase: 'wishing', mode: 'wishes', wishers_count: 1 }]);
    await wish('parent', 'ada', {});
    expect(await done('GET', '', 'admin')).toMatchObject([{ wishers_count: 0 }]);

    await endWishing();
    expect((await offersOf('parent', 'ada')).can).toEqual({ wish: 0 });
    const body = { ...(await offersOf('parent', 'ada')).wishes, teacher_ids: shortcuts('Bg') };
    expect(await codeOf('PUT', `/${evening}/children/${ids.ada}/wishes`, 'parent', body)).toBe('evening_closed');
  });

  it('refuses what was made from an older list, of the first wishes too, and what is wrong', async () => {
    const path = `/${evening}/children/${ids.ada}/wishes`;
    const body = { teacher_ids: shortcuts('Bg'), begins_at: null, ends_at: null, updated_at: null };
    const first = await done('PUT', path, 'parent', body);
    expect(await codeOf('PUT', path, 'alone', body)).toBe('conflict');
    const second = await done('PUT', path, 'alone', { ...body, updated_at: first.updated_at });
    expect(second.updated_at > first.updated_at).toBe(true);
    expect(await codeOf('PUT', path, 'parent', { ...body, updated_at: first.updated_at })).toBe('conflict');
    const issuesOf = async (values: object) =>
      (await call('PUT', path, 'parent', { ...body, ...values })).body.error.issues.map(
        (one: { path: string; rule: string }) => `${one.path} ${one.rule}`,
      );
    expect(await issuesOf({ teacher_ids: shortcuts('Bg Bg') })).toEqual(['body.teacher_ids wishedTwice']);
    expect(await issuesOf({ begins_at: '17:55' })).toEqual(['body.ends_at windowShort']);
    const many = Array.from({ length: 13 }, () => ids.Bg);
    expect((await call('PUT', path, 'parent', { ...body, teacher_ids: many })).status).toBe(422);
    // Whoever is no teacher of the evening, or teaches the child nothing.
    expect(await codeOf('PUT', path, 'parent', { ...body, teacher_ids: shortcuts('Wn') })).toBe('not_found');
    await run('update lessons set teacher_ids = array_remove(teacher_ids, $1) where school_id = $2', [
      ids.Ky,
      school.id,
    ]);
    expect(await codeOf('PUT', path, 'parent', { ...body, teacher_ids: shortcuts('Ky') })).toBe('forbidden');
    await run('update lessons set teacher_ids = teacher_ids || $1::bigint where school_id = $2', [ids.Ky, school.id]);
  });

  it('lets nobody book or wait before the appointments are allocated, while teachers invite', async () => {
    const slot = { teacher_id: ids.Bg, child_id: ids.ada, starts_at: '16:00' };
    const waits = `/${evening}/children/${ids.ada}/waiting/${ids.Bg}`;
    for (const ends of [async () => undefined, endWishing]) {
      await ends();
      expect(await codeOf('POST', `/${evening}/bookings`, 'parent', slot)).toBe('evening_closed');
      expect(await codeOf('PUT', waits, 'parent')).toBe('evening_closed');
    }
    const { can } = await done('POST', `/${evening}/teachers/${ids.Bg}/invitations`, 'teacher', {
      child_id: ids.ada,
      starts_at: '16:00',
    });
    expect(can).toMatchObject({ cancel: 1, move: 1 });
    const [booking] = (await done('GET', `/${evening}/plan`, 'parent')).bookings;
    await done('POST', `/${evening}/bookings/${booking.id}/accept`, 'parent');
  });

  it('stays the way to appointments once somebody has wished, or has one', async () => {
    const [shown] = await done('GET', '', 'admin');
    const { id: _, uuid: _uuid, state: _state, phase: _phase, allocated_at: _at, can: _can, ...all } = shown;
    const { teachers_count: _t, bookings_count: _b, waiting_count: _w, wishers_count: _c, ...body } = all;
    const change = async (mode: string) => {
      const [{ updated_at }] = await done('GET', '', 'admin');
      return codeOf('PUT', `/${evening}`, 'admin', { ...body, mode, updated_at });
    };
    expect(await change('first_come')).toBe('done');
    await buildAppointment(db(), {
      school_id: school.id,
      evening_id: evening,
      teacher_id: ids.Bg as number,
      child_id: ids.ada as number,
    });
    expect(await change('wishes')).toBe('evening_booked');
    await run('delete from parents_evening_bookings');
    await run(
      `insert into parents_evening_waiting (school_id, evening_id, teacher_id, child_id, parent_id, created_at)
       values ($1, $2, $3, $4, $5, now())`,
      [school.id, evening, ids.Bg, ids.ada, ids.parent],
    );
    expect(await change('wishes')).toBe('evening_booked');
    await run('delete from parents_evening_waiting');
    expect(await change('wishes')).toBe('done');
    await wish('parent', 'ada', { names: 'Bg' });
    expect(await change('first_come')).toBe('evening_booked');
    expect(await change('wishes')).toBe('done');
    await run('delete from parents_evening_wishes');
    await run('update parents_evenings set allocated_at = now()');
    expect(await change('first_come')).toBe('evening_booked');
  });
});

describe('allocating', () => {
  it('shows what it would give, gives just that, and tells families and teachers once', async () => {
    // Herr Lindner allocates himself, and nobody wants to meet Frau Kaya whom she could.
    for (const [shortcut, who] of [
      ['Li', ids.admin],
      ['Ky', ids.office],
    ] as const)
      await run('update teachers set user_id = $1 where id = $2', [who, ids[shortcut]]);
    // Frau Berg has two appointments left, and three want her.
    await run(`update parents_evening_teachers set ends_at = '16:30' where evening_id = $1 and teacher_id = $2`, [
      evening,
      ids.Bg,
    ]);
    const held = { school_id: school.id, evening_id: evening, teacher_id: ids.Bg as number, state: 'held' as const };
    await buildAppointment(db(), { ...held, child_id: ids.ben as number, starts_at: '16:10' });
    await wish('parent', 'ada', { names: 'Bg Li' });
    await wish('mother', 'new', { names: 'Bg Ky', ends_at: '16:10' });
    await wish('parent', 'ben', { names: 'Li' });
    expect(await codeOf('GET', `/${evening}/allocation`, 'admin')).toBe('evening_closed');
    await endWishing();
    expect(await done('GET', '', 'admin')).toMatchObject([{ phase: 'allocating', can: { allocate: 1 } }]);
    const preview = await previewOf();
    expect(preview).toMatchObject({
      wishes_count: 5,
      granted_count: 4,
      families_count: 2,
      complete_count: 1,
      ranks: [
        { rank: 1, wishes_count: 3, granted_count: 3 },
        { rank: 2, wishes_count: 2, granted_count: 1 },
      ],
      refused: [
        { child: { id: ids.new, grade: '10b' }, teacher_id: ids.Ky, name: 'Frau Kaya', rank: 2, reason: 'times' },
      ],
    });
    expect(preview.teachers).toContainEqual({
      teacher_id: ids.Bg,
      name: 'Frau Berg',
      wishes_count: 2,
      granted_count: 2,
      free_count: 0,
    });
    expect((await allocate(preview.revision)).body.data).toMatchObject({
      phase: 'closed',
      allocated_at: new Date(TEST_NOW).toISOString(),
      bookings_count: 5,
      waiting_count: 1,
      can: { allocate: 0 },
    });
    const bookings = await bookingsOf(`b.state = 'booked'`);
    expect(bookings.map(({ child, parent, teacher }) => `${child} ${teacher} ${parent}`)).toEqual([
      'ada Bg parent',
      'ada Li parent',
      'ben Li parent',
      'new Bg mother',
    ]);
    expect(bookings.find(({ child }) => child === 'new')?.starts_at).toBe('16:00');
    expect(await waitingOf()).toEqual([{ child: 'new', teacher: 'Ky' }]);
    for (const who of ['parent', 'alone', 'mother', 'teacher'])
      expect((await titlesOf(who)).at(-1), who).toBe('Elternsprechtag: Die Termine stehen fest');
    expect(await titlesOf('parent')).toHaveLength(1);
    expect([await titlesOf('admin'), await titlesOf('office')]).toEqual([[], []]);
    await run('update teachers set user_id = null where id = any($1)', [shortcuts('Li Ky')]);
    expect(await codeOf('POST', `/${evening}/allocation`, 'admin', { revision: preview.revision })).toBe(
      'evening_closed',
    );
  });

  it('gives nothing that was not looked at: any change meanwhile is told', async () => {
    await wish('parent', 'ada', { names: 'Bg' });
    await endWishing();
    const changes = [
      `update parents_evening_teachers set room = 'A 1' where teacher_id = ${ids.Bg}`,
      `insert into parents_evening_breaks select school_id, evening_id, teacher_id, '16:00', '16:10' from parents_evening_teachers where teacher_id = ${ids.Bg}`,
      `update parents_evening_wish_lists set begins_at = '16:30'`,
      `update parents_evening_wishes set parent_id = ${ids.alone}`,
      'update parents_evenings set walking_minutes = 7',
      'update parents_evenings set maximum = 1',
      `insert into parents_evening_bookings (school_id, evening_id, teacher_id, child_id, starts_at, is_invited, state, updated_at)
        values (${school.id}, ${evening}, ${ids.Li}, ${ids.ada}, '17:50', true, 'held', now())`,
      `update parents_evening_bookings set state = 'booked', parent_id = ${ids.parent} where evening_id = ${evening}`,
    ];
    for (const change of changes) {
      const { revision } = await previewOf();
      await run(change);
      expect((await allocate(revision)).body.error?.code, change).toBe('allocation_changed');
    }
    expect(await bookingsOf('not b.is_invited')).toEqual([]);
    expect((await allocate()).status).toBe(200);
  });

  it('counts the wishes of parents who still are, for children whom the teacher still teaches', async () => {
    await wish('parent', 'ada', { names: 'Bg Li Ky' });
    await wish('mother', 'new', { names: 'Li' });
    await endWishing();
    const counted = async () => (await previewOf()).wishes_count;
    expect(await counted()).toBe(4);
    await run('update users set is_locked = true where id = $1', [ids.mother]);
    expect(await counted()).toBe(3);
    await run('update users set is_locked = false where id = $1', [ids.mother]);
    await run('update users set deleted_at = now() where id = $1', [ids.new]);
    expect(await counted()).toBe(3);
    await run('update users set deleted_at = null where id = $1', [ids.new]);
    await run('delete from user_parents where parent_id = $1', [ids.mother]);
    expect(await counted()).toBe(3);
    await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
      school.id,
      ids.new,
      ids.mother,
    ]);
    await run('update lessons set teacher_ids = array_remove(teacher_ids, $1) where school_id = $2', [
      ids.Bg,
      school.id,
    ]);
    expect((await offersOf('parent', 'ada')).wishes.teacher_ids).toEqual(shortcuts('Li Ky'));
    // What comes after it moves up.
    expect((await previewOf()).ranks.map((one: { wishes_count: number }) => one.wishes_count)).toEqual([2, 1]);
    await run('update lessons set teacher_ids = teacher_ids || $1::bigint where school_id = $2', [ids.Bg, school.id]);
  });

  it('lets a wish wait for a teacher who is full, within the times of the family, and only while it may have more', async () => {
    await run(`update parents_evening_teachers set ends_at = '16:20' where evening_id = $1 and teacher_id = $2`, [
      evening,
      ids.Bg,
    ]);
    const of = { school_id: school.id, evening_id: evening, teacher_id: ids.Bg as number };
    const early = await buildAppointment(db(), { ...of, child_id: ids.ben as number, starts_at: '16:00' });
    const late = await buildAppointment(db(), { ...of, child_id: ids.new as number, starts_at: '16:10' });
    await run(`update parents_evening_teachers set begins_at = '17:00' where evening_id = $1 and teacher_id = $2`, [
      evening,
      ids.Li,
    ]);
    await wish('parent', 'ada', { names: 'Bg Li', begins_at: '16:10' });
    await endWishing();
    await allocate();
    expect(await waitingOf()).toEqual([{ child: 'ada', teacher: 'Bg' }]);
    await done('DELETE', `/${evening}/bookings/${early}`, 'admin');
    expect(await bookingsOf(`t.shortcut = 'Bg' and u.username = 'ada'`)).toEqual([]);
    await done('DELETE', `/${evening}/bookings/${late}`, 'admin');
    const [got] = await bookingsOf(`t.shortcut = 'Bg' and u.username = 'ada'`);
    expect(got).toMatchObject({ parent: 'parent', starts_at: '16:10', state: 'booked' });

    await run('delete from parents_evenings where school_id = $1', [school.id]);
    await make({ maximum: 1 });
    await run(`update parents_evening_teachers set is_absent = true where evening_id = $1 and teacher_id = $2`, [
      evening,
      ids.Ky,
    ]);
    await run(`update parents_evening_teachers set ends_at = '16:05' where evening_id = $1 and teacher_id = $2`, [
      evening,
      ids.Bg,
    ]);
    await wish('parent', 'ada', { names: 'Bg Li' });
    await wish('mother', 'new', { names: 'Bg' });
    await endWishing();
    await allocate();
    // Ada has with Herr Lindner all that she may have; the other child waits for whoever has no appointment at all.
    expect(await waitingOf()).toEqual([{ child: 'new', teacher: 'Bg' }]);
  });

  it('lets the better wish wait first, and counts a family that has enough among those that have all', async () => {
    await run(`update parents_evening_teachers set ends_at = '16:05' where evening_id = $1 and teacher_id = $2`, [
      evening,
      ids.Bg,
    ]);
    await wish('parent', 'ada', { names: 'Li Bg' });
    await wish('mother', 'new', { names: 'Bg Li' });
    await endWishing();
    expect(await previewOf()).toMatchObject({ families_count: 2, complete_count: 0 });
    // Who has as many appointments as possible has all, whichever wish it was.
    await run('update parents_evenings set maximum = 1');
    expect(await previewOf()).toMatchObject({ families_count: 2, complete_count: 2 });
    await run('update parents_evenings set maximum = 2');
    await allocate();
    expect(await waitingOf()).toEqual([
      { child: 'new', teacher: 'Bg' },
      { child: 'ada', teacher: 'Bg' },
    ]);
  });

  it('leaves what is free to be booked, once the school opens booking again', async () => {
    await wish('parent', 'ada', { names: 'Bg' });
    await endWishing();
    await allocate();
    const slot = { teacher_id: ids.Li, child_id: ids.new, starts_at: '17:00' };
    expect(await codeOf('POST', `/${evening}/bookings`, 'mother', slot)).toBe('evening_closed');
    await run(`update parents_evenings set closes_at = '2026-11-25T12:00:00Z'`);
    expect(await done('GET', '/own', 'mother')).toMatchObject([{ phase: 'open', mode: 'wishes' }]);
    expect(await codeOf('POST', `/${evening}/bookings`, 'mother', slot)).toBe('done');
    expect((await offersOf('mother', 'new')).can).toEqual({ wish: 0 });
  });
});
