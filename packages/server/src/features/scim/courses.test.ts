import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  BULK,
  connectScim,
  GROUP,
  KREIDE,
  PATCH_OP,
  person,
  type ScimPeer,
} from '../../../../../tests/support/scim.ts';
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
  const old = { headers: { 'if-match': made.body.meta.version } };
  const again = { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'displayName', value: 'course:BIO2' }] };
  expect((await peer.call('PATCH', path, again, old)).status).toBe(412);
  expect((await peer.call('PUT', path, { schemas: [GROUP], displayName: 'course:x' }, old)).status).toBe(412);
  expect((await peer.call('DELETE', path, undefined, old)).status).toBe(412);
  // Its own name in other letters is no other course's.
  expect((await peer.call('PATCH', path, again)).body).toMatchObject({
    displayName: 'course:BIO2',
    externalId: 'k-bio1',
  });
  expect(
    await run("select distinct entity from audit_log where school_id = $1 and action like 'scim%course'", [school.id]),
  ).toEqual([{ entity: 'courses' }]);
  expect((await peer.call('DELETE', path)).status).toBe(204);
  expect((await peer.call('GET', path)).status).toBe(404);
  expect((await taken(id)).map(({ state }) => state)).toEqual(['DESELECTED', 'DESELECTED']);
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

it('what is no course is none of anybody’s either, and one counts until the last day of its year [D-6.10]', async () => {
  const gil = await make('gil');
  const [{ id }] = await run("select id from users where username = 'gil'");
  const today = server.clock.now().toISOString().slice(0, 10);
  const course = async (shortcut: string, values: string, ends: string | null = null) => {
    const year =
      ends &&
      (
        await run(
          "insert into school_years (school_id, name, begins_at, ends_at) values ($1, $2, '2019-08-01', $3) returning id",
          [school.id, ends === today ? '2018 / 2019' : '2019 / 2020', ends],
        )
      )[0].id;
    const [made] = await run(
      `insert into courses (school_id, shortcut, source, is_required, is_temp, season_id) values ($1, $2, 'untis', ${values}, $3) returning id`,
      [school.id, shortcut, year],
    );
    await run(
      "insert into enrolments (school_id, user_id, course_id, state, joined_at) values ($1, $2, $3, 'SELECTED', '2026-08-01')",
      [school.id, id, made.id],
    );
    return `course-${made.id}`;
  };
  const last = await course('lat', 'false, false', today);
  const none = [
    await course('whole', 'true, false'),
    await course('trial', 'false, true'),
    await course('over', 'false, false', '2026-07-31'),
  ];
  for (const one of none) expect((await peer.call('GET', `/Groups/${one}`)).status, one).toBe(404);
  expect((await peer.call('GET', `/Groups/${last}`)).body.members).toMatchObject([{ value: gil.id }]);
  const shown = (await peer.call('GET', `/Users/${gil.id}`)).body.groups;
  expect(shown.map(({ value }: { value: string }) => value)).toEqual([last]);
  const left = (day: string) =>
    run('update enrolments set left_at = $3 where school_id = $1 and course_id = $2', [
      school.id,
      Number(last.replace('course-', '')),
      day,
    ]);
  await left(today);
  expect((await peer.call('GET', `/Users/${gil.id}`)).body.groups).toHaveLength(1);
  await left('2026-11-01');
  expect((await peer.call('GET', `/Users/${gil.id}`)).body).not.toHaveProperty('groups');
});

it('administrators are in no course, nor is whoever is archived shown in one, and a name has 60 characters [D-6.10]', async () => {
  const [hal, ida] = [await make('hal'), await make('ida')];
  const { body } = await group('course:eth', { members: [{ value: ida.id }] });
  await run("update users set role = 'ADMIN' where username = 'hal'");
  const refused = await peer.patch(`/Groups/${body.id}`, { op: 'add', path: 'members', value: [{ value: hal.id }] });
  expect(refused.body).toMatchObject({ status: '400', scimType: 'invalidValue' });
  await run("update users set deleted_at = now() where username = 'ida'");
  expect((await peer.call('GET', `/Groups/${body.id}`)).body.members ?? []).toEqual([]);
  expect((await group(`course:${'x'.repeat(61)}`)).status).toBe(400);
  expect((await group(`course:${'x'.repeat(60)}`)).status).toBe(201);
});

it('the service of another school reaches no course of this one, and none of its people [D-6.10]', async () => {
  const other = await buildSchool(server.test.database.kysely, 'drossel');
  await buildUser(server.test.database.kysely, other.id, 'admin', 'ADMIN');
  const stranger = await connectScim(server, other, await signIn(server, 'drossel', 'admin'));
  const jan = await make('jan');
  const { id } = (await group('course:geo', { externalId: 'k-geo', members: [{ value: jan.id }] })).body;
  const body = { schemas: [GROUP], displayName: 'course:geo', externalId: 'k-geo' };
  expect((await stranger.call('GET', `/Groups/${id}`)).status).toBe(404);
  expect((await stranger.call('PUT', `/Groups/${id}`, body)).status).toBe(404);
  expect((await stranger.patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: [] })).status).toBe(404);
  expect((await stranger.call('DELETE', `/Groups/${id}`)).status).toBe(404);
  expect((await stranger.call('GET', '/Groups')).body.totalResults).toBe(0);
  expect((await stranger.call('POST', '/Groups', { ...body, members: [{ value: jan.id }] })).status).toBe(400);
  // Names and keys are each school's own.
  expect((await stranger.call('POST', '/Groups', body)).status).toBe(201);
  const mine = await find('externalId eq "k-geo"');
  expect(mine).toMatchObject([{ id, members: [{ value: jan.id }] }]);
  expect((await peer.call('GET', `/Groups/${id}`, undefined, { token: stranger.token })).status).toBe(403);
  // A key that a group does not have any more is free.
  await peer.patch(`/Groups/${id}`, { op: 'replace', path: 'externalId', value: 'k-geo2' });
  expect((await group('course:geo3', { externalId: 'k-geo' })).status).toBe(201);
  expect((await find('externalId eq "k-geo2"'))[0].id).toBe(id);
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

it('plans follow who is in a class or a course, what it is called and that it is gone [D-6.10]', async () => {
  const drop = vi.spyOn(server.server.features.plans, 'drop');
  const told = async (asked: () => ReturnType<ScimPeer['call']>) => {
    drop.mockClear();
    const answer = await asked();
    expect(answer.status, answer.text).toBeLessThan(300);
    await new Promise(setImmediate);
    return { id: answer.body?.id, schools: new Set(drop.mock.calls.map(([id]) => id)) };
  };
  const { id: value } = await make('gunda');
  const one = new Set([school.id]);
  for (const name of ['course:pottery', '6z']) {
    const { id, schools } = await told(() => group(name));
    expect(schools, name).toEqual(one);
    const patch = (...Operations: object[]) =>
      told(() => peer.call('PATCH', `/Groups/${id}`, { schemas: [PATCH_OP], Operations }));
    const add = { op: 'add', path: 'members', value: [{ value }] };
    expect((await patch(add)).schools, name).toEqual(one);
    expect((await patch(add)).schools, name).toEqual(new Set());
    expect((await patch({ op: 'remove', path: `members[value eq "${value}"]` })).schools, name).toEqual(one);
    expect((await patch({ op: 'replace', path: 'displayName', value: `${name}x` })).schools, name).toEqual(one);
    expect((await told(() => peer.call('DELETE', `/Groups/${id}`))).schools, name).toEqual(one);
  }
  drop.mockRestore();
});
