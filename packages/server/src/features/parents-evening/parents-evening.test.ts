import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAppointment, buildEvening } from '../../../../../tests/support/evenings.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
let evening: number;

const db = () => server.test.database.kysely;
const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const call = async (method: string, path: string, who: string, body?: object) =>
  server.request(method, `/v1/parents-evenings${path}`, { token: tokens[who], body });
const codeOf = async (...args: Parameters<typeof call>) => (await call(...args)).body?.error?.code;
const done = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body?.data;
};
const book = (who: string, teacher: string, child: string, starts_at: string) =>
  call('POST', `/${evening}/bookings`, who, { teacher_id: ids[teacher], child_id: ids[child], starts_at });
const booked = async (...args: Parameters<typeof book>) => {
  const answer = await book(...args);
  return answer.status === 200 ? answer.body.data.id : answer.body.error.code;
};
const offersFor = (who: string, child: string) => done('GET', `/${evening}/children/${ids[child]}`, who);
const offerOf = async (who: string, child: string, teacher: string) =>
  (await offersFor(who, child)).teachers.find((one: { teacher_id: number }) => one.teacher_id === ids[teacher]);
const toldOf = async (who: string) => {
  const { rows } = await run(
    `select split_part(m.content, E'\\n', 1) as title from messages m join chats c on c.school_id = m.school_id and c.id = m.chat_id
     join channels o on o.school_id = c.school_id and o.id = c.channel_id where o.owner_id = $1 and m.told_of like 'evening:%' order by m.seq`,
    [ids[who]],
  );
  return rows.map(({ title }) => title);
};

async function make(name: string, role: 'STUDENT' | 'PARENT' | 'TEACHER' | 'ADMIN') {
  ids[name] = (await buildUser(db(), school.id, name, role)).id;
  await run(
    `with channel as (insert into channels (school_id, type, name, owner_id) values ($1, 'NOTIFICATIONS', '', $2) returning id)
     insert into chats (school_id, channel_id) select $1, id from channel`,
    [school.id, ids[name]],
  ).catch(() => undefined);
}

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  const { rows } = await run(
    `insert into grades (school_id, shortcut, source) values ($1, '7a', 'manual') returning id`,
    [school.id],
  );
  ids.grade = rows[0].id;
  for (const name of ['admin']) await make(name, 'ADMIN');
  for (const name of ['mia', 'max', 'tom']) await make(name, 'STUDENT');
  for (const name of ['mother', 'father', 'stranger']) await make(name, 'PARENT');
  for (const name of ['bergAccount', 'kayaAccount']) await make(name, 'TEACHER');
  for (const child of ['mia', 'max', 'tom'])
    await run(
      `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
      [school.id, ids[child], ids.grade],
    );
  for (const [child, parent] of [
    ['mia', 'mother'],
    ['mia', 'father'],
    ['max', 'mother'],
    ['max', 'father'],
    ['tom', 'stranger'],
  ] as const)
    await run(`insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)`, [
      school.id,
      ids[child],
      ids[parent],
    ]);
  for (const [name, grade] of [
    ['berg', null],
    ['kaya', null],
    ['class', ids.grade],
    ['other', null],
  ] as const) {
    const answer = await run(
      `insert into teachers (school_id, shortcut, lastname, grade_id, user_id, source) values ($1, $2, $2, $3, $4, 'manual') returning id`,
      [school.id, name, grade, ids[`${name}Account`] ?? null],
    );
    ids[name] = answer.rows[0].id;
  }
  // A course of the whole class that nobody has chosen, and one of one child.
  const courses = await run(
    `insert into courses (school_id, shortcut, grade_ids, teacher_ids, source) values ($1, 'MA', $2, $3, 'manual'), ($1, 'F', '{}', $4, 'manual') returning id`,
    [school.id, [ids.grade], [ids.berg], [ids.kaya]],
  );
  await run(`insert into enrolments (school_id, user_id, course_id, joined_at) values ($1, $2, $3, '2026-08-01')`, [
    school.id,
    ids.mia,
    courses.rows[1].id,
  ]);
  for (const name of ['admin', 'mother', 'father', 'stranger', 'mia', 'bergAccount', 'kayaAccount'])
    tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());

const teachers = () => ['berg', 'kaya', 'class', 'other'].map((name) => ids[name] as number);
beforeEach(async () => {
  await run('delete from parents_evenings where school_id = $1', [school.id]);
  evening = (await buildEvening(db(), { school_id: school.id, teachers: teachers() })).id;
});

describe('booking', () => {
  it('is offered with the teachers of the child, the class teacher first, and says of nobody else', async () => {
    await buildAppointment(db(), {
      school_id: school.id,
      evening_id: evening,
      teacher_id: ids.berg as number,
      child_id: ids.tom as number,
      parent_id: ids.stranger as number,
    });
    const { teachers: offered, left } = await offersFor('mother', 'mia');
    expect(offered.map(({ name }: { name: string }) => name)).toEqual(['class', 'berg', 'kaya']);
    expect(left).toBe(2);
    expect(offered[1].slots[0]).toEqual({ starts_at: '16:10', clash: null });
    expect(JSON.stringify(offered)).not.toMatch(/tom|stranger/);
    const { teachers: forMax } = await offersFor('mother', 'max');
    expect(forMax.map(({ name }: { name: string }) => name)).toEqual(['class', 'berg']);
    expect((await book('mother', 'other', 'mia', '16:00')).status).toBe(403);
    expect((await book('mother', 'kaya', 'max', '16:00')).status).toBe(403);
    expect((await book('stranger', 'berg', 'mia', '16:10')).status).toBe(403);
  });

  it('keeps to what is free, to the way between rooms, to one meeting and to the most of a child', async () => {
    expect(await booked('mother', 'berg', 'mia', '16:00')).toEqual(expect.any(Number));
    expect(await booked('stranger', 'berg', 'tom', '16:00')).toBe('slot_taken');
    expect(await booked('mother', 'berg', 'mia', '16:30')).toBe('teacher_booked');
    // The other parent of the same child has the same appointments, and is as far away.
    expect(await booked('father', 'kaya', 'mia', '16:00')).toBe('slot_clash');
    expect(await booked('father', 'kaya', 'mia', '16:10')).toBe('slot_clash');
    expect((await offerOf('father', 'mia', 'kaya')).slots.slice(0, 3)).toEqual([
      { starts_at: '16:00', clash: 'time' },
      { starts_at: '16:10', clash: 'walking' },
      { starts_at: '16:20', clash: null },
    ]);
    // The next appointment of a sibling with the same teacher needs no way.
    expect(await booked('mother', 'berg', 'max', '16:10')).toEqual(expect.any(Number));
    expect(await booked('mother', 'kaya', 'mia', '16:05')).toBe('slot_taken');
    expect(await booked('father', 'kaya', 'mia', '16:20')).toEqual(expect.any(Number));
    expect(await booked('mother', 'class', 'mia', '17:00')).toBe('slots_full');
    const { bookings } = await done('GET', `/${evening}/plan`, 'father');
    expect(
      bookings.map((one: { child: { firstname: string }; starts_at: string }) => [one.child.firstname, one.starts_at]),
    ).toEqual([
      ['mia', '16:00'],
      ['max', '16:10'],
      ['mia', '16:20'],
    ]);
  });

  it('is closed before its time, after it, in a draft and for those who are no parents', async () => {
    const closed = async (values: Parameters<typeof buildEvening>[2]) => {
      evening = (await buildEvening(db(), { school_id: school.id, teachers: teachers() }, values)).id;
      return booked('mother', 'berg', 'mia', '16:00');
    };
    expect(await closed({ opens_at: '2026-11-20T08:00:00Z' })).toBe('evening_closed');
    expect(await closed({ closes_at: '2026-11-10T08:00:00Z' })).toBe('evening_closed');
    expect(await closed({ state: 'cancelled' })).toBe('evening_closed');
    expect(await closed({ state: 'draft' })).toBe('not_found');
    expect((await call('GET', '/own', 'mia')).status).toBe(403);
    expect((await book('mia', 'berg', 'mia', '16:00')).status).not.toBe(200);
  });

  it('of two parents of one child at the same moment leaves one, whichever teacher each wants', async () => {
    const answers = await Promise.all([
      booked('mother', 'berg', 'mia', '16:00'),
      booked('father', 'kaya', 'mia', '16:00'),
      booked('mother', 'class', 'mia', '16:00'),
    ]);
    expect(answers.filter((one) => typeof one === 'number')).toHaveLength(1);
    expect(answers.filter((one) => one === 'slot_clash')).toHaveLength(2);
  });

  it('of 60 families for the same 20 appointments gives each to one, and tells the others that it is taken', async () => {
    evening = (await buildEvening(db(), { school_id: school.id, teachers: teachers() }, { ends_at: '19:20' })).id;
    const families = Array.from({ length: 60 }, (_, at) => at);
    const people = await Promise.all(
      families.map(async (at) => {
        const child = await buildUser(db(), school.id, `pupil${at}`, 'STUDENT');
        const parent = await buildUser(db(), school.id, `parent${at}`, 'PARENT');
        await run(
          `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
          [school.id, child.id, ids.grade],
        );
        await run(`insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)`, [
          school.id,
          child.id,
          parent.id,
        ]);
        ids[`pupil${at}`] = child.id;
        tokens[`parent${at}`] = await signIn(server, 'amsel', `parent${at}`);
        return { parent: `parent${at}`, child: `pupil${at}` };
      }),
    );
    const slots = (await offerOf('parent0', 'pupil0', 'berg')).slots.map((one: { starts_at: string }) => one.starts_at);
    expect(slots).toHaveLength(20);
    const answers = await Promise.all(
      people.map(({ parent, child }, at) => book(parent, 'berg', child, slots[at % 20])),
    );
    const counts = Map.groupBy(answers, ({ status, body }) => (status === 200 ? 'booked' : body.error.code));
    expect([...counts].map(([code, list]) => `${code} ${list.length}`).toSorted()).toEqual([
      'booked 20',
      'slot_taken 40',
    ]);
    const { rows } = await run(
      `select starts_at from parents_evening_bookings where evening_id = $1 and state = 'booked'`,
      [evening],
    );
    expect(new Set(rows.map(({ starts_at }) => starts_at)).size).toBe(20);
    expect(rows).toHaveLength(20);
  });

  it('cannot be doubled in the database either, whatever the code lets through', async () => {
    const values = { school_id: school.id, evening_id: evening, teacher_id: ids.berg as number };
    await buildAppointment(db(), { ...values, child_id: ids.mia as number, parent_id: ids.mother as number });
    const again = (other: Partial<Parameters<typeof buildAppointment>[1]>) =>
      buildAppointment(db(), { ...values, child_id: ids.tom as number, ...other }).then(
        () => 'stored',
        (error: { constraint?: string }) => error.constraint,
      );
    expect(await again({})).toBe('parents_evening_bookings_slot');
    expect(await again({ child_id: ids.mia as number, teacher_id: ids.kaya as number })).toBe(
      'parents_evening_bookings_child_time',
    );
    expect(await again({ parent_id: ids.mother as number, teacher_id: ids.kaya as number })).toBe(
      'parents_evening_bookings_parent_time',
    );
    expect(await again({ child_id: ids.mia as number, starts_at: '17:00' })).toBe('parents_evening_bookings_meeting');
    expect(await again({ state: 'cancelled' })).toBe('stored');
  });
});

describe('a teacher', () => {
  it('invites: the appointment is held, counts for nothing, and is the family’s to accept or decline', async () => {
    const path = `/${evening}/teachers/${ids.berg}`;
    const pupils = await done('GET', `${path}/pupils`, 'bergAccount');
    expect(pupils.slice(0, 3).map(({ firstname }: { firstname: string }) => firstname)).toEqual(
      expect.arrayContaining(['mia', 'max']),
    );
    const body = { child_id: ids.mia, starts_at: '16:00' };
    const { id } = await done('POST', `${path}/invitations`, 'bergAccount', body);
    expect(await booked('stranger', 'berg', 'tom', '16:00')).toBe('slot_taken');
    expect(await toldOf('mother')).toEqual(['Einladung zu einem Gespräch: Bitte nimm an oder sag ab.']);
    expect(await toldOf('father')).toHaveLength(1);
    expect(await offersFor('mother', 'mia')).toMatchObject({ left: 2 });
    expect(await codeOf('POST', `${path}/invitations`, 'kayaAccount', { ...body, starts_at: '16:10' })).toBe(
      'forbidden',
    );
    expect(await codeOf('POST', `/${evening}/bookings/${id}/accept`, 'stranger')).toBe('forbidden');
    expect(await done('POST', `/${evening}/bookings/${id}/accept`, 'father')).toMatchObject({ state: 'booked' });
    await done('POST', `/${evening}/bookings/${id}/accept`, 'mother');
    const plan = await done('GET', path, 'bergAccount');
    expect(plan.bookings).toMatchObject([{ starts_at: '16:00', is_invited: true, parent: { id: ids.father } }]);
    expect((await call('GET', path, 'kayaAccount')).status).toBe(403);
    expect((await call('GET', path, 'mother')).status).toBe(403);
    // Declined, it is free again.
    expect((await call('DELETE', `/${evening}/bookings/${id}`, 'mother')).status).toBe(204);
    expect(await booked('stranger', 'berg', 'tom', '16:00')).toEqual(expect.any(Number));
  });

  it('says when they are there; what no longer fits is cancelled with a notice, and two who change it do not overwrite each other', async () => {
    await booked('mother', 'berg', 'mia', '16:00');
    const path = `/${evening}/teachers/${ids.berg}`;
    const { teacher } = await done('GET', path, 'bergAccount');
    const body = {
      room: 'A 12',
      begins_at: null,
      ends_at: null,
      is_absent: false,
      is_online: false,
      breaks: [{ begins_at: '16:00', ends_at: '16:15' }],
      updated_at: teacher.updated_at,
    };
    const plan = await done('PUT', path, 'bergAccount', body);
    expect(plan.free[0]).toBe('16:20');
    expect(plan.bookings).toEqual([]);
    expect((await toldOf('mother')).at(-1)).toBe('Ein Termin beim Elternsprechtag ist abgesagt');
    expect(await codeOf('PUT', path, 'admin', body)).toBe('conflict');
    expect((await call('PUT', path, 'kayaAccount', { ...body, updated_at: plan.teacher.updated_at })).status).toBe(403);
    const wrong = { ...body, updated_at: plan.teacher.updated_at, begins_at: '17:00', ends_at: '16:00' };
    expect((await call('PUT', path, 'bergAccount', wrong)).body.error.issues).toMatchObject([{ path: 'body.ends_at' }]);
  });

  it('moves an appointment to a free time, and whose it is are told', async () => {
    const id = await booked('mother', 'berg', 'mia', '16:00');
    await booked('stranger', 'berg', 'tom', '16:10');
    const move = (starts_at: string, who = 'bergAccount') =>
      codeOf('POST', `/${evening}/bookings/${id}/move`, who, { starts_at });
    expect(await move('16:10')).toBe('slot_taken');
    expect(await move('16:05')).toBe('slot_taken');
    expect(await move('16:40', 'kayaAccount')).toBe('forbidden');
    const before = (await toldOf('father')).length;
    expect(await move('16:40')).toBeUndefined();
    expect((await toldOf('father')).slice(before)).toEqual(['Ein Termin beim Elternsprechtag ist verschoben']);
    expect((await offerOf('mother', 'mia', 'berg')).booking).toMatchObject({ id, starts_at: '16:40' });
  });
});

describe('the waiting list', () => {
  const wait = (who: string, child: string, teacher = 'berg') =>
    codeOf('PUT', `/${evening}/children/${ids[child]}/waiting/${ids[teacher]}`, who);

  it('is for those for whom nothing is free; who waits first and can come gets what becomes free and is told', async () => {
    evening = (await buildEvening(db(), { school_id: school.id, teachers: teachers() }, { ends_at: '16:20' })).id;
    expect(await wait('stranger', 'tom')).toBe('slots_free');
    const first = await booked('mother', 'berg', 'mia', '16:00');
    await booked('mother', 'berg', 'max', '16:10');
    expect(await wait('mother', 'mia')).toBe('teacher_booked');
    expect(await offerOf('stranger', 'tom', 'berg')).toMatchObject({ slots: [], can: { book: 0, wait: 1 } });
    expect(await wait('stranger', 'tom')).toBeUndefined();
    expect(await offerOf('stranger', 'tom', 'berg')).toMatchObject({ is_waiting: true, can: { wait: 0 } });
    const before = (await toldOf('stranger')).length;
    await call('DELETE', `/${evening}/bookings/${first}`, 'mother');
    expect((await offerOf('stranger', 'tom', 'berg')).booking).toMatchObject({ starts_at: '16:00', state: 'booked' });
    expect((await toldOf('stranger')).slice(before)).toEqual(['Ein Termin ist frei geworden und für dich gebucht']);
    expect((await done('GET', `/${evening}/plan`, 'stranger')).waiting).toEqual([]);
  });

  it('passes over who has another appointment then, and who waits no longer', async () => {
    evening = (await buildEvening(db(), { school_id: school.id, teachers: teachers() }, { ends_at: '16:10' })).id;
    const id = await booked('mother', 'berg', 'max', '16:00');
    await booked('stranger', 'class', 'tom', '16:00');
    expect(await wait('stranger', 'tom')).toBeUndefined();
    expect(await wait('father', 'mia')).toBeUndefined();
    await done('DELETE', `/${evening}/children/${ids.mia}/waiting/${ids.berg}`, 'mother');
    await call('DELETE', `/${evening}/bookings/${id}`, 'bergAccount');
    const { free, bookings } = await done('GET', `/${evening}/teachers/${ids.berg}`, 'bergAccount');
    expect({ free, bookings }).toEqual({ free: ['16:00'], bookings: [] });
    expect((await done('GET', `/${evening}/plan`, 'stranger')).waiting).toMatchObject([{ teacher_id: ids.berg }]);
  });
});

describe('those who make evenings', () => {
  const draft = {
    name: 'Herbst',
    note: '',
    date: '2026-12-02',
    begins_at: '16:00',
    ends_at: '18:00',
    slot_minutes: 10,
    walking_minutes: 5,
    maximum: 3,
    mode: 'first_come',
    maximum_of: 'family',
    opens_at: '2026-11-10T08:00:00.000Z',
    closes_at: '2026-12-01T08:00:00.000Z',
  };

  it('make one with every teacher, publish it, and remove only drafts', async () => {
    const made = await done('POST', '', 'admin', draft);
    expect(made).toMatchObject({ state: 'draft', phase: 'draft', teachers_count: 4 });
    expect((await done('GET', '/own', 'mother')).map(({ id }: { id: number }) => id)).not.toContain(made.id);
    expect((await call('GET', `/${made.id}/teachers/${ids.berg}`, 'bergAccount')).status).toBe(404);
    expect(await done('POST', `/${made.id}/publish`, 'admin')).toMatchObject({ phase: 'open' });
    expect((await done('GET', '/own', 'mother')).map(({ id }: { id: number }) => id)).toContain(made.id);
    expect(await codeOf('DELETE', `/${made.id}`, 'admin')).toBe('evening_published');
    expect(await codeOf('POST', `/${made.id}/publish`, 'admin')).toBe('evening_published');
    const wrong = await call('POST', '', 'admin', { ...draft, name: ' ', ends_at: '16:05' });
    expect(wrong.body.error.issues.map(({ path }: { path: string }) => path)).toEqual(['body.name', 'body.ends_at']);
    expect((await call('POST', '', 'bergAccount', draft)).status).toBe(403);
  });

  it('move it to another day with a notice, keep the grid once it is booked, and cancel it', async () => {
    await booked('mother', 'berg', 'mia', '16:00');
    await booked('mother', 'berg', 'max', '17:50');
    const [{ updated_at }] = await done('GET', '', 'admin');
    const body = { ...draft, updated_at };
    expect(await codeOf('PUT', `/${evening}`, 'admin', { ...body, slot_minutes: 15 })).toBe('evening_booked');
    const before = (await toldOf('mother')).length;
    server.clock.advance(1000);
    expect(await done('PUT', `/${evening}`, 'admin', { ...body, ends_at: '17:30' })).toMatchObject({
      bookings_count: 1,
    });
    expect((await toldOf('mother')).slice(before)).toEqual([
      'Ein Termin beim Elternsprechtag ist abgesagt',
      'Ein Termin beim Elternsprechtag ist verschoben',
    ]);
    expect(await codeOf('PUT', `/${evening}`, 'admin', body)).toBe('conflict');
    await done('POST', `/${evening}/cancel`, 'admin');
    expect((await done('GET', `/${evening}/plan`, 'mother')).bookings).toEqual([]);
    expect(await booked('mother', 'berg', 'mia', '16:00')).toBe('evening_closed');
    server.clock.set(new Date(TEST_NOW));
  });
});
