import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { BULK, connectScim, GROUP, KREIDE, person, type ScimPeer } from '../../../../../tests/support/scim.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let peer: ScimPeer;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  peer = await connectScim(server, school, await signIn(server, 'amsel', 'admin'));
});
afterAll(() => server.stop());

const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;
const make = async (userName: string, values = {}) =>
  (await peer.call('POST', '/Users', person(userName, values))).body;
const find = async (filter: string) =>
  (await peer.call('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body.Resources;
const group = (displayName: string, values: object = {}) =>
  peer.call('POST', '/Groups', { schemas: [GROUP], displayName, ...values });
const taken = (course: string) =>
  run(
    `select u.username, e.state, e.is_fixed from enrolments e join users u on u.school_id = e.school_id and u.id = e.user_id
     where e.school_id = $1 and e.course_id = $2 order by u.username`,
    [school.id, Number(course.replace('course-', ''))],
  );

it('a course is a group beside the classes: made, found, filled, renamed and removed [D-6.10]', async () => {
  const [ada, ben] = [await make('ada'), await make('ben')];
  const made = await group('course:bio1', { externalId: 'k-bio1', members: [{ value: ada.id }] });
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({ displayName: 'course:bio1', externalId: 'k-bio1', members: [{ value: ada.id }] });
  const { id } = made.body;
  expect(id).toMatch(/^course-\d+$/);
  expect(await run('select shortcut, source, is_required from courses where school_id = $1', [school.id])).toEqual([
    { shortcut: 'bio1', source: 'scim', is_required: false },
  ]);
  // A class of the same name is another group.
  const grade = await group('bio1');
  expect(grade.status).toBe(201);
  expect((await group('Course:BIO1')).body).toMatchObject({ status: '409', scimType: 'uniqueness' });
  expect((await group('x', { externalId: 'k-bio1' })).body).toMatchObject({ status: '409', scimType: 'uniqueness' });
  for (const [filter, ids] of [
    ['displayName eq "course:bio1"', [id]],
    ['displayName eq "bio1"', [grade.body.id]],
    ['displayName sw "COURSE:"', [id]],
    ['externalId eq "k-bio1"', [id]],
    [`id eq "${id}"`, [id]],
    [`members.value eq "${ada.id}"`, [id]],
  ] as const)
    expect(
      (await find(filter)).map((one: { id: string }) => one.id),
      filter,
    ).toEqual(ids);
  expect((await peer.call('GET', `/Users/${ada.id}`)).body.groups).toMatchObject([
    { value: id, display: 'course:bio1', type: 'direct' },
  ]);

  // As Entra and Okta write it: in capitals, by a path, or without one.
  const path = `/Groups/${id}`;
  await peer.patch(path, { op: 'Add', path: 'members', value: [{ $ref: null, value: ben.id }] });
  const gone = await peer.patch(path, { op: 'Remove', path: `members[value eq "${ada.id}"]` });
  expect(gone.body.members).toMatchObject([{ value: ben.id }]);
  expect(await taken(id)).toEqual([
    { username: 'ada', state: 'DESELECTED', is_fixed: true },
    { username: 'ben', state: 'SELECTED', is_fixed: true },
  ]);
  const renamed = await peer.patch(path, { op: 'replace', value: { id, displayName: 'course:bio2' } });
  expect(renamed.body).toMatchObject({ displayName: 'course:bio2', members: [{ value: ben.id }] });
  const whole = await peer.call('PUT', path, {
    schemas: [GROUP],
    displayName: 'course:bio2',
    members: [{ value: ada.id }, { value: ben.id }],
  });
  expect(whole.body.members).toHaveLength(2);
  expect((await peer.patch(path, { op: 'Replace', path: 'displayName', value: 'bio2' })).body).toMatchObject({
    status: '400',
    scimType: 'mutability',
  });
  expect((await peer.call('DELETE', path)).status).toBe(204);
  expect((await peer.call('GET', path)).status).toBe(404);
  expect(await run('select ended_at is not null as is_over from courses where school_id = $1', [school.id])).toEqual([
    { is_over: true },
  ]);
  expect((await peer.call('GET', `/Users/${ben.id}`)).body).not.toHaveProperty('groups');
  expect((await group('course:bio2', { externalId: 'k-bio1' })).status).toBe(201);
});

it('a pupil is in one class and in several courses, and nobody but pupils is in one [D-6.10]', async () => {
  const cem = await make('cem');
  const ids: string[] = [];
  for (const name of ['7a', 'course:art', 'course:ict'])
    ids.push((await group(name, { members: [{ value: cem.id }] })).body.id);
  const { groups } = (await peer.call('GET', `/Users/${cem.id}`)).body;
  expect(groups.map(({ display }: { display: string }) => display)).toEqual(['7a', 'course:art', 'course:ict']);
  const teacher = await make('doe', { [KREIDE]: { role: 'TEACHER' } });
  const refused = await peer.patch(`/Groups/${ids[1]}`, { op: 'add', path: 'members', value: [{ value: teacher.id }] });
  expect(refused.body).toMatchObject({ status: '400', scimType: 'invalidValue' });
  const log = await run("select action, entity from audit_log where action like 'scim%nrolled' and entity_id = $1", [
    String((await run("select id from users where username = 'cem'"))[0].id),
  ]);
  expect(log).toHaveLength(2);
});

it('a course of the timetable keeps its name and stays; courses for whole classes, and of years that are over, are none [D-6.10]', async () => {
  const insert = async (shortcut: string, values: string) =>
    (
      await run(
        `insert into courses (school_id, shortcut, source, is_required, season_id) values ($1, $2, 'untis', ${values}) returning id`,
        [school.id, shortcut],
      )
    )[0].id;
  const [year] = await run(
    "insert into school_years (school_id, name, begins_at, ends_at) values ($1, '2020 / 2021', '2020-08-01', '2021-07-31') returning id",
    [school.id],
  );
  const id = `course-${await insert('phy', 'false, null')}`;
  const [whole, old] = [await insert('mat', 'true, null'), await insert('che', `false, ${year.id}`)];
  for (const none of [whole, old]) expect((await peer.call('GET', `/Groups/course-${none}`)).status).toBe(404);
  expect(
    (await peer.patch(`/Groups/${id}`, { op: 'Replace', path: 'displayName', value: 'course:phx' })).body,
  ).toMatchObject({ status: '400', scimType: 'mutability' });
  expect((await peer.call('DELETE', `/Groups/${id}`)).status).toBe(403);
  const eva = await make('eva');
  const filled = await peer.patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ value: eva.id }] });
  expect(filled.body).toMatchObject({ displayName: 'course:phy', members: [{ value: eva.id }] });
});

it('a bulk makes a course and puts into it whom it makes [D-6.10]', async () => {
  const answer = await peer.call('POST', '/Bulk', {
    schemas: [BULK],
    Operations: [
      { method: 'POST', path: '/Users', bulkId: 'u', data: person('fay') },
      {
        method: 'POST',
        path: '/Groups',
        bulkId: 'g',
        data: { schemas: [GROUP], displayName: 'course:mus', members: [{ value: 'bulkId:u' }] },
      },
    ],
  });
  expect(answer.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['201', '201']);
  expect((await find('displayName eq "course:mus"'))[0].members).toMatchObject([{ display: 'Lina Berg' }]);
});
