import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebUntis, WebUntisElementType } from 'webuntis';
import { buildSchool, buildUser, PASSWORD } from '../../../../../tests/support/people.ts';
import {
  buildPlanSchool,
  LESSON_ROWS,
  type PlanSchool,
  SUBSTITUTION_HEAD,
  SUBSTITUTION_ROWS,
} from '../../../../../tests/support/plan-school.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

/**
 * The client as published, except for the `https://` that it puts before the host: the test server speaks plain HTTP.
 */
class Client extends WebUntis {
  constructor(slink: string, username: string, password = PASSWORD) {
    super(slink, username, password, new URL(server.url).host, 'kreide-test');
    this.axios.defaults.baseURL = server.url;
  }
}

const ROWS = [
  ...SUBSTITUTION_ROWS,
  's7;2026-11-19;1;;;;10b;Bg;;PH;;L1;204;;;',
  's8;2026-11-18;1;;;;10b;Ky;Or;EN;;105;;;;',
  's9;2026-11-16;1;;;CANCLED;10b;Li;;DE;;105;;;;streng geheim',
];
/** Monday to Sunday of the test week, in the form that the client expects. */
const MONDAY = new Date(2026, 10, 16);
const SUNDAY = new Date(2026, 10, 22);

let server: TestServer;
let school: PlanSchool;
let holidayId: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { kysely, pool } = server.test.database;
  school = await buildPlanSchool(server);
  await school.publish(ROWS, SUBSTITUTION_HEAD);
  await pool.query(`update substitutions set is_hidden = true where comment = 'streng geheim'`);
  for (const table of ['grades', 'teachers', 'bookables', 'subjects']) {
    const { rows } = await pool.query(`select id, shortcut from ${table} where school_id = $1`, [school.id]);
    for (const { id, shortcut } of rows) ids[`${table} ${shortcut}`] = Number(id);
  }
  await pool.query('update teachers set grade_id = $1 where id = $2', [school.gradeId, ids['teachers Bg']]);
  const holiday = await kysely
    .insertInto('holidays')
    .values({
      school_id: school.id,
      school_year_id: school.yearId,
      source: 'manual',
      name: 'Weihnachtsferien',
      shortcut: 'WF',
      begins_at: '2026-12-21',
      ends_at: '2027-01-02',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  holidayId = holiday.id;
  server.server.features.planChanged(school.id);
  const other = await buildSchool(kysely, 'drossel', { webuntis_open: true });
  await buildUser(kysely, other.id, 'dora', 'STUDENT');
  await kysely.insertInto('grades').values({ school_id: other.id, shortcut: '5x', source: 'manual' }).execute();
});
afterAll(() => server.stop());

async function open(username: string, slink = 'amsel'): Promise<Client> {
  const client = new Client(slink, username);
  await client.login();
  return client;
}

const weekOf = (client: Client, id: number, type: WebUntisElementType) =>
  client.getTimetableForRange(MONDAY, SUNDAY, id, type);

describe('the npm package webuntis signs in', () => {
  it('as a pupil, a teacher, a parent and somebody without a plan [D-6.11]', async () => {
    const informationOf = async (username: string) => (await open(username)).sessionInformation;
    const grade = school.gradeId;
    expect(await informationOf('ada')).toEqual({
      sessionId: expect.stringMatching(/^[\w-]{43}$/),
      personType: WebUntisElementType.STUDENT,
      personId: school.users.ada,
      klasseId: grade,
    });
    expect(await informationOf('teacher')).toMatchObject({
      personType: WebUntisElementType.TEACHER,
      personId: ids['teachers Bg'],
      klasseId: grade,
    });
    expect(await informationOf('parent')).toMatchObject({
      personType: WebUntisElementType.STUDENT,
      personId: school.users.ada,
      klasseId: grade,
    });
    expect(await informationOf('office')).toMatchObject({ personType: -1, personId: -1, klasseId: 0 });
  });

  it('not with a wrong password, an unknown school or at another school [D-6.11]', async () => {
    await expect(new Client('amsel', 'ada', 'wrong').login()).rejects.toThrow('-8504');
    await expect(new Client('amsel', 'dora').login()).rejects.toThrow('-8504');
    await expect(new Client('kuckuck', 'ada').login()).rejects.toThrow('-8500');
  });

  it('and is refused after signing out [D-6.11]', async () => {
    const client = await open('ada');
    expect(await client.validateSession()).toBe(true);
    const known = { ...client.sessionInformation };
    // The package signs out without its cookie: the session itself is ended as a browser would end it.
    await server.request('POST', '/WebUntis/jsonrpc.do?school=amsel', {
      body: { id: 1, method: 'logout', params: {}, jsonrpc: '2.0' },
      headers: { cookie: `JSESSIONID=${known.sessionId}` },
    });
    expect(await client.validateSession()).toBe(false);
    await expect(client.getRooms()).rejects.toThrow('Current Session is not valid');
    expect(await client.logout()).toBe(true);
    await expect(client.getRooms()).rejects.toThrow('Current Session is not valid');
  });

  it('and its session is of no use at another school [D-6.11]', async () => {
    const client = await open('ada');
    client.school = 'drossel';
    expect(await client.validateSession()).toBe(false);
  });
});

describe('the npm package webuntis reads', () => {
  it('the own timetable of a pupil and of a teacher, today and in a range [D-6.11]', async () => {
    const pupil = await open('ada');
    const today = await pupil.getOwnTimetableForToday();
    expect(today.map(({ startTime }) => startTime)).toEqual(
      today.map(({ startTime }) => startTime).sort((a, b) => a - b),
    );
    expect(new Set(today.map(({ date }) => date))).toEqual(new Set([20261118]));
    expect(today[0]).toMatchObject({
      startTime: 800,
      endTime: 845,
      activityType: 'Unterricht',
      kl: [{ id: school.gradeId, name: '10b', longname: '10b' }],
      su: [{ id: ids['subjects EN'], name: 'EN', longname: 'Englisch' }],
      ro: [{ id: ids['bookables 105'], name: '105' }],
    });
    const own = await pupil.getOwnTimetableForRange(MONDAY, SUNDAY);
    expect(own).toEqual(await weekOf(pupil, school.gradeId, WebUntisElementType.CLASS));
    expect(await pupil.getOwnClassTimetableForToday()).toEqual(today);

    const teacher = await open('teacher');
    const lessons = await teacher.getOwnTimetableForRange(MONDAY, SUNDAY);
    expect(lessons.length).toBeGreaterThan(3);
    for (const { te } of lessons) expect(te.map(({ name }) => name)).toContain('Bg');
    expect(lessons).toEqual(await weekOf(pupil, ids['teachers Bg'] ?? 0, WebUntisElementType.TEACHER));
  });

  it('the timetable of a class with substitutions of every kind [D-6.11]', async () => {
    const lessons = await weekOf(await open('ben'), school.gradeId, WebUntisElementType.CLASS);
    const at = (date: number, startTime: number, su: string) =>
      lessons.filter((one) => one.date === date && one.startTime === startTime && one.su[0]?.name === su);
    expect(new Set(lessons.map(({ id }) => id)).size).toBe(lessons.length);
    for (const { id } of lessons) expect(id > 0 && id < 2 ** 31 && Number.isInteger(id)).toBe(true);

    expect(at(20261116, 1045, 'GE')).toMatchObject([
      { code: 'cancelled', te: [{ name: 'Wn' }], ro: [{ name: '112' }] },
    ]);
    const [room] = at(20261119, 800, 'PH');
    expect(room).toMatchObject({
      code: 'irregular',
      ro: [{ id: ids['bookables 204'], name: '204', orgid: ids['bookables L1'], orgname: 'L1' }],
    });
    expect(room?.te[0]).not.toHaveProperty('orgid');
    const [teacher] = at(20261118, 800, 'EN');
    expect(teacher).toMatchObject({
      code: 'irregular',
      te: [{ id: ids['teachers Or'], name: 'Or', orgid: ids['teachers Ky'], orgname: 'Ky' }],
    });
    expect(teacher?.te[0]?.longname).toBe('Frau Orlowa');
    expect(teacher?.ro[0]).not.toHaveProperty('orgname');
    expect(at(20261118, 850, 'GE')).toMatchObject([{ substText: 'Bitte den Atlas mitbringen' }]);
    expect(at(20261117, 1150, 'DE')).toMatchObject([{ code: 'cancelled' }]);
    expect(at(20261120, 1150, 'DE')).toMatchObject([{ code: 'irregular' }]);
    expect(at(20261118, 1335, 'MA')).toMatchObject([{ code: 'irregular', substText: 'Übung vor der Klausur' }]);
    expect(at(20261120, 1045, 'BI')).toMatchObject([{ code: 'irregular', substText: 'Besuch im Stadtmuseum' }]);
    const [message] = at(20261119, 1045, 'EN');
    expect(message).toMatchObject({ substText: 'Wörterbücher werden eingesammelt' });
    expect(message).not.toHaveProperty('code');
    const [regular] = at(20261117, 800, 'MA');
    expect(regular).not.toHaveProperty('code');
    expect(regular?.te[0]).not.toHaveProperty('orgid');
  });

  it('keeps the ids of records that stay the same after another plan was imported [D-6.11]', async () => {
    const client = await open('ben');
    const read = async () => (await weekOf(client, school.gradeId, WebUntisElementType.CLASS)).map(({ id }) => id);
    const before = await read();
    const { pool } = server.test.database;
    await school.publish([...LESSON_ROWS, '900;7a;Bg;MA;204;5;3']);
    await school.publish(ROWS.slice(0, -1), SUBSTITUTION_HEAD);
    expect((await pool.query('select 1 from plan_versions')).rowCount).toBeGreaterThan(1);
    expect(await read()).toEqual(before);
  });

  it('a whole school year in one call, and nothing outside of it [D-6.11]', async () => {
    const client = await open('ada');
    const read = (from: Date, to: Date) =>
      client.getTimetableForRange(from, to, school.gradeId, WebUntisElementType.CLASS);
    const year = await read(new Date(2026, 7, 1), new Date(2027, 6, 15));
    expect(year.length).toBeGreaterThan(1000);
    expect(new Set(year.map(({ id }) => id)).size).toBe(year.length);
    const week = year.filter(({ date }) => date >= 20261116 && date <= 20261122);
    expect(week).toEqual(await read(MONDAY, SUNDAY));
    expect(year.some(({ date }) => date >= 20261221 && date <= 20270102)).toBe(false);
    await expect(read(new Date(2019, 7, 1), new Date(2019, 7, 5))).rejects.toThrow("didn't return any result");
  });

  it('classes, teachers, rooms, subjects and departments [D-6.11]', async () => {
    const client = await open('ada');
    expect(await client.getClasses(true, school.yearId)).toEqual([
      { id: ids['grades 7a'], name: '7a', longName: '7a', active: true },
      { id: school.gradeId, name: '10b', longName: '10b', active: true, teacher1: ids['teachers Bg'] },
    ]);
    expect(await client.getTeachers()).toContainEqual({
      id: ids['teachers Ky'],
      name: 'Ky',
      foreName: '',
      longName: 'Kaya',
      title: 'Frau',
      active: true,
    });
    expect(await client.getRooms()).toContainEqual(
      expect.objectContaining({ id: ids['bookables L1'], name: 'L1', longName: 'L1', active: true }),
    );
    expect(await client.getSubjects()).toContainEqual(
      expect.objectContaining({ id: ids['subjects MA'], name: 'MA', longName: 'Mathematik' }),
    );
    expect(await client.getDepartments()).toEqual([]);
  });

  it('time grid, holidays, school years, colours and the time of the last import [D-6.11]', async () => {
    const client = await open('ada');
    const grid = await client.getTimegrid();
    expect(grid.map(({ day }) => day)).toEqual([2, 3, 4, 5, 6]);
    expect(grid[0]?.timeUnits.slice(0, 2)).toEqual([
      { name: '0', startTime: 710, endTime: 755 },
      { name: '1', startTime: 800, endTime: 845 },
    ]);
    expect(await client.getHolidays()).toEqual([
      { id: holidayId, name: 'WF', longName: 'Weihnachtsferien', startDate: 20261221, endDate: 20270102 },
    ]);
    const year = {
      id: school.yearId,
      name: '2026/2027',
      startDate: new Date(2026, 7, 1),
      endDate: new Date(2027, 6, 15),
    };
    expect(await client.getCurrentSchoolyear()).toEqual(year);
    expect(await client.getLatestSchoolyear()).toEqual(year);
    expect(await client.getSchoolyears()).toEqual([year]);
    const { lstypes, codes } = (await client.getStatusData()) as unknown as { lstypes: object[]; codes: object[] };
    expect(lstypes.flatMap((one) => Object.keys(one))).toEqual(['ls', 'oh', 'sb', 'bs', 'ex']);
    expect(codes.flatMap((one) => Object.keys(one))).toEqual(['cancelled', 'irregular']);
    expect(await client.getLatestImportTime()).toBe(new Date(TEST_NOW).getTime());
  });

  it('a week in the shape of the web pages [D-6.11]', async () => {
    const client = await open('ada');
    const day = new Date(2026, 10, 18);
    const week = await client.getOwnTimetableForWeek(day);
    const periods = await client.getOwnTimetableForRange(MONDAY, SUNDAY);
    expect(week.map(({ id, date, startTime }) => [id, date, startTime])).toEqual(
      periods.map(({ id, date, startTime }) => [id, date, startTime]),
    );
    const at = (date: number, startTime: number) =>
      week.find((one) => one.date === date && one.startTime === startTime);
    expect(at(20261119, 800)).toMatchObject({
      cellState: 'ROOMSUBSTITUTION',
      is: { roomSubstitution: true, event: false },
      rooms: [{ id: ids['bookables 204'], orgId: ids['bookables L1'], state: 'SUBSTITUTED', element: { name: '204' } }],
      teachers: [{ state: 'REGULAR', element: { name: 'Bg', longName: 'Frau Berg' } }],
      subjects: [{ element: { name: 'PH', longName: 'Physik' } }],
    });
    expect(at(20261116, 1045)?.cellState).toBe('CANCEL');
    expect(at(20261118, 850)).toMatchObject({ cellState: 'SUBSTITUTION', substText: 'Bitte den Atlas mitbringen' });
    expect(at(20261120, 1045)?.is.event).toBe(true);
    const of = (id: number, type: WebUntisElementType, date = day) => client.getTimetableForWeek(date, id, type);
    await expect(of(school.users.ben, WebUntisElementType.STUDENT)).rejects.toMatchObject({
      code: 'ERR_TTVIEW_NOTALLOWED',
    });
    await expect(of(school.gradeId, WebUntisElementType.CLASS, new Date(2019, 1, 1))).rejects.toMatchObject({
      code: 'ERR_TTVIEW_NOTALLOWED_ONDATE',
    });
  });

  it('the own children as a parent, and what WebUntis serves elsewhere not at all [D-6.11]', async () => {
    const parent = await open('parent');
    expect((await parent.getStudents()).map(({ id, foreName }) => [id, foreName])).toEqual([
      [school.users.ada, 'Ada'],
      [school.users.ben, 'Ben'],
    ]);
    const ben = await weekOf(parent, school.users.ben, WebUntisElementType.STUDENT);
    expect(ben).toEqual(await weekOf(parent, ids['grades 7a'] ?? 0, WebUntisElementType.CLASS));
    await expect(parent.getHomeWorksFor(MONDAY, SUNDAY)).rejects.toMatchObject({ status: 404 });
    await expect(parent.getExamsForRange(MONDAY, SUNDAY)).rejects.toMatchObject({ status: 404 });
  });
});

describe('getSubstitutions', () => {
  /** The package has no method for it: its generic one, which all its methods use. */
  const listOf = async (username: string) =>
    (await open(username))._request('getSubstitutions', { startDate: 20261116, endDate: 20261122, departmentId: 0 });

  it('lists what is different, each kind by its type [D-6.11]', async () => {
    const list = await listOf('teacher');
    const kinds = list.map((one: { type: string; date: number; startTime: number }) => [
      one.type,
      one.date,
      one.startTime,
    ]);
    expect(kinds).toEqual([
      ['cancel', 20261116, 1045],
      ['cancel', 20261117, 1150],
      ['subst', 20261118, 800],
      ['subst', 20261118, 850],
      ['add', 20261118, 1335],
      ['rmchg', 20261119, 800],
      ['stxt', 20261119, 1045],
      ['ac', 20261120, 1045],
      ['shift', 20261120, 1150],
    ]);
    expect(list[3]).toMatchObject({
      lsid: expect.any(Number),
      kl: [{ id: school.gradeId, name: '10b' }],
      te: [{ name: 'Ta', orgid: ids['teachers Wn'], orgname: 'Wn' }],
      ro: [{ name: '301', orgid: ids['bookables 112'], orgname: '112' }],
      txt: 'Bitte den Atlas mitbringen',
    });
    expect(list[1].reschedule).toEqual({ date: 20261120, startTime: 1150, endTime: 1235 });
    expect(list[8].reschedule).toEqual({ date: 20261117, startTime: 1150, endTime: 1235 });
  });
});
