import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};
const NAMES = ['k1', 'k2', 'k3', 'k4'];
let choice: { id: number; updated_at: string; options: { id: number; title: string; places: number }[] };

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const call = async (method: string, path: string, body?: object, who = 'admin') =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const done = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const codeOf = async (...args: Parameters<typeof call>) => (await call(...args)).body.error?.code;
const optionOf = (title: string) => choice.options.find((option) => option.title === title)?.id ?? 0;
/** The choice as it is, to be sent again. */
const toChange = () => ({
  title: 'AGs',
  about: '',
  grade_ids: [school.gradeId],
  opens_at: '2026-11-18T06:00:00.000Z',
  closes_at: '2026-11-20T12:00:00.000Z',
  wishes_count: 2,
  who: 'both',
  updated_at: choice.updated_at,
  options: choice.options.map(({ id, title }) => ({ id, title, capacity: 1, minimum: 0 })),
});
const wish = (who: string, titles: string[], former: string[] = []) =>
  [
    'PUT',
    `/users/${ids[who]}/choices/${choice.id}`,
    { wishes: titles.map(optionOf), former: former.map(optionOf) },
    who,
  ] as const;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  for (const name of NAMES) {
    const { id } = await buildUser(server.test.database.kysely, school.id, name, 'STUDENT');
    ids[name] = id;
    await run(
      `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
      [school.id, id, school.gradeId],
    );
  }
  await run('delete from grade_memberships where school_id = $1 and user_id = $2', [school.id, school.users.ada]);
  // One whose account is archived is asked nothing.
  const { id: gone } = await buildUser(server.test.database.kysely, school.id, 'gone', 'STUDENT');
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
    [school.id, gone, school.gradeId],
  );
  await run('update users set deleted_at = now() where id = $1', [gone]);
  for (const name of [...NAMES, 'admin']) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());

it('a choice is made for grades; pupils wish while it is open, each option once and nobody over a newer wish', async () => {
  const body = {
    title: 'AGs',
    about: '',
    grade_ids: [school.gradeId],
    opens_at: '2026-11-18T06:00:00.000Z',
    closes_at: '2026-11-20T12:00:00.000Z',
    wishes_count: 2,
    who: 'pupils',
    options: [
      { title: 'Chor', capacity: 1, minimum: 0 },
      { title: 'Schach', capacity: 2, minimum: 1 },
      { title: 'Garten', capacity: 3, minimum: 2 },
    ],
  };
  choice = await done('POST', '/choices', body);
  expect(choice).toMatchObject({ state: 'open', people_count: 4, chosen_count: 0, can: { allocate: 0 } });
  expect(await done(...wish('k1', ['Chor', 'Schach']))).toMatchObject({
    wishes: [optionOf('Chor'), optionOf('Schach')],
  });
  expect(await codeOf(...wish('k1', ['Garten']))).toBe('conflict');
  expect(await codeOf(...wish('k1', ['Garten'], ['Schach', 'Chor']))).toBe('conflict');
  expect((await call(...wish('k2', ['Chor', 'Chor']))).status).toBe(422);
  expect((await call(...wish('k2', ['Chor', 'Schach', 'Garten']))).status).toBe(422);
  await done(...wish('k2', ['Chor', 'Schach']));
  await done(...wish('k3', ['Garten']));
  expect(await codeOf('POST', `/choices/${choice.id}/allocate`, { closed_ids: [] })).toBe('choice_open');
  // Fewer places after the wishes: they are kept, and so are the wishes of the option that stays.
  const newer = {
    ...body,
    title: 'AGs',
    updated_at: choice.updated_at,
    options: choice.options.map(({ id, title }) => ({
      id,
      title,
      capacity: title === 'Chor' ? 1 : 2,
      minimum: title === 'Garten' ? 2 : 0,
    })),
  };
  const [first, ...rest] = newer.options;
  const twice = { ...newer, options: [first, ...rest.map((option) => ({ ...option, id: first?.id }))] };
  expect((await call('PUT', `/choices/${choice.id}`, twice)).status).toBe(422);
  server.clock.advance(1000);
  choice = await done('PUT', `/choices/${choice.id}`, newer);
  expect(choice).toMatchObject({ chosen_count: 3 });
  expect(await codeOf('PUT', `/choices/${choice.id}`, newer)).toBe('conflict');
});

it('who is no pupil wishes nothing, whatever grade is written beside the account', async () => {
  const { id } = await buildUser(server.test.database.kysely, school.id, 'aide', 'EMPLOYEE');
  ids.aide = id;
  tokens.aide = await signIn(server, 'amsel', 'aide');
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
    [school.id, id, school.gradeId],
  );
  expect(await codeOf(...wish('aide', [choice.options[0]?.title ?? '']))).toBe('forbidden');
});

it('nobody else’s wishes and no draft are told to a pupil; a wish that comes late is refused', async () => {
  const own = await call('GET', `/users/${ids.k1}/choices`, undefined, 'k1');
  expect(JSON.stringify(own.body)).not.toMatch(/"user_id"|"seed"|"first_wishes"|"places"|"chosen_count"/);
  expect((await call('GET', `/users/${ids.k2}/choices`, undefined, 'k1')).status).toBe(403);
  server.clock.advance(3 * 24 * 60 * 60 * 1000);
  for (const name of [...NAMES, 'admin']) tokens[name] = await signIn(server, 'amsel', name);
  expect(await codeOf(...wish('k4', ['Garten']))).toBe('choice_closed');
  await done('POST', `/choices/${choice.id}/allocate`, { closed_ids: [] });
  expect(await done('GET', `/users/${ids.k1}/choices`, undefined, 'k1')).toMatchObject([
    { state: 'over', result: null },
  ]);
});

it('a small course is proposed to be closed, a move tells of its conflict, and each publication is one [D-8.16] [D-8.17]', async () => {
  const path = `/choices/${choice.id}`;
  expect(await done('GET', `${path}/closings`)).toEqual([
    { option_id: optionOf('Garten'), count: 1, minimum: 2, worse: 0, left_out: 1 },
  ]);
  choice = await done('POST', `${path}/allocate`, { closed_ids: [optionOf('Garten')] });
  const people = await done('GET', `${path}/people`);
  const placeOf = (name: string) => people.find((one: { user_id: number }) => one.user_id === ids[name]).place;
  const inChoir = NAMES.find((name) => placeOf(name).option_id === optionOf('Chor')) as string;
  expect(['k1', 'k2']).toContain(inChoir);
  const other = inChoir === 'k1' ? 'k2' : 'k1';
  expect(placeOf(other)).toMatchObject({ option_id: optionOf('Schach'), rank: 1 });
  expect(placeOf(inChoir).lottery).toBeLessThan(placeOf(other).lottery);
  const move = (to: string, values: object = {}) =>
    [
      'PUT',
      `${path}/places/${ids.k4}`,
      { option_id: optionOf(to), former_id: null, is_over: false, ...values },
    ] as const;
  expect(await codeOf(...move('Chor'))).toBe('option_full');
  expect(await done(...move('Schach'))).toMatchObject({ place: { option_id: optionOf('Schach'), is_moved: true } });
  expect(await codeOf(...move('Schach'))).toBe('conflict');
  // One has left the class meanwhile.
  await run(`update grade_memberships set ends_at = '2026-11-20' where school_id = $1 and user_id = $2`, [
    school.id,
    ids.k4,
  ]);
  // One decides about a course of that name at this very moment.
  const client = await server.test.database.pool.connect();
  await client.query('begin');
  await client.query('select 1 from users where school_id = $1 and id = $2 for update', [school.id, ids[other]]);
  await client.query(
    `with made as (insert into courses (school_id, shortcut, grade_ids, source) values ($1, 'Schach', array[$3::bigint], 'manual') returning id)
      insert into enrolments (school_id, user_id, course_id, state, joined_at, left_at)
      select $1, $2, id, 'DESELECTED', '2026-11-21', '2026-11-21' from made`,
    [school.id, ids[other], school.gradeId],
  );
  const both = Promise.all([call('POST', `${path}/publish`), call('POST', `${path}/publish`)]);
  await Promise.race([both, new Promise((resolve) => setTimeout(resolve, 500))]);
  await client.query('commit');
  client.release();
  const answers = await both;
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { rows } = await run(
    `select e.user_id, c.shortcut, e.state, e.is_fixed, e.joined_at from enrolments e join courses c on c.school_id = e.school_id and c.id = e.course_id
      where e.school_id = $1 and e.user_id = any($2)`,
    [school.id, Object.values(ids)],
  );
  const enrolled = { state: 'SELECTED', is_fixed: true, joined_at: '2026-11-21' };
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      { user_id: ids[inChoir], shortcut: 'Chor', ...enrolled },
      { user_id: ids[other], shortcut: 'Schach', ...enrolled },
    ]),
  );
  const [told] = await done('GET', `/users/${ids[other]}/choices`, undefined, other);
  expect(told.result).toMatchObject({
    option_id: optionOf('Schach'),
    people: 3,
    missed: [{ option_id: optionOf('Chor'), rank: 0, reason: 'full', capacity: 1, wishes: 2 }],
  });
  const [left] = await done('GET', `/users/${ids.k3}/choices`, undefined, 'k3');
  expect(left.result).toMatchObject({ option_id: null, missed: [{ reason: 'closed' }] });
  for (const [method, rest, sent] of [
    ['DELETE', '', undefined],
    ['POST', '/allocate', { closed_ids: [] }],
    ['PUT', '', toChange()],
  ] as const)
    expect(await codeOf(method, `${path}${rest}`, sent)).toBe('choice_published');
});

it('bad luck counts once it is published, a change drops the draft, and a place too many is one on purpose [D-8.16] [D-8.17]', async () => {
  const luckBefore = (await done('GET', `/choices/${choice.id}/people`)) as {
    user_id: number;
    place: { rank: number | null; option_id: number | null };
  }[];
  const first = luckBefore.find(({ place }) => place?.rank === 0)?.user_id as number;
  const second = luckBefore.find(({ place }) => place?.rank === 1)?.user_id as number;
  const { updated_at: _, ...again } = toChange();
  choice = await done('POST', '/choices', {
    ...again,
    closes_at: '2026-11-25T12:00:00.000Z',
    options: ['Film', 'Bühne'].map((title) => ({ title, capacity: 1, minimum: 0 })),
  });
  for (const name of ['k1', 'k2', 'k3']) await done(...wish(name, ['Film', 'Bühne']));
  server.clock.advance(5 * 24 * 60 * 60 * 1000);
  for (const name of ['k3', 'admin']) tokens[name] = await signIn(server, 'amsel', name);
  expect(await done('GET', `/users/${ids.k3}/choices`, undefined, 'k3')).toHaveLength(2);
  const path = `/choices/${choice.id}`;
  const placesNow = async () =>
    Object.fromEntries(
      (await done('GET', `${path}/people`)).map(
        (one: { user_id: number; place: { luck: number; option_id: number | null } | null }) => [
          one.user_id,
          one.place && [one.place.luck, one.place.option_id],
        ],
      ),
    );
  const given = { [ids.k3 as number]: [5, optionOf('Film')], [second]: [1, optionOf('Bühne')], [first]: [0, null] };
  for (let time = 0; time < 2; time += 1) {
    await done('POST', `${path}/allocate`, { closed_ids: [] });
    expect(await placesNow()).toEqual(given);
  }
  const move = (is_over: boolean) =>
    call('PUT', `${path}/places/${first}`, { option_id: optionOf('Film'), former_id: null, is_over });
  expect((await move(false)).body.error?.code).toBe('option_full');
  expect((await move(true)).body.data.place).toMatchObject({ option_id: optionOf('Film'), rank: 0, is_moved: true });
  await done('POST', `${path}/allocate`, { closed_ids: [optionOf('Bühne')] });
  const changed = await done('PUT', path, { ...toChange(), closes_at: '2026-11-25T12:00:00.000Z' });
  expect(changed).toMatchObject({
    state: 'over',
    options: [
      { places: 0, is_closed: false },
      { places: 0, is_closed: false },
    ],
  });
  await done('POST', `${path}/allocate`, { closed_ids: [] });
  // Who has left the class takes no place from anybody, and a course of the name is the one that goes on.
  await run(`update grade_memberships set ends_at = '2026-11-24' where school_id = $1 and user_id = $2`, [
    school.id,
    ids.k3,
  ]);
  await done('POST', `${path}/allocate`, { closed_ids: [] });
  const { rows } = await run(
    `insert into courses (school_id, shortcut, name, grade_ids, source, ended_at) values
      ($1, 'FI', 'Film', array[$2::bigint], 'manual', null), ($1, 'Bühne', 'Bühne', array[$2::bigint], 'manual', now())
      returning id`,
    [school.id, school.gradeId],
  );
  await done('POST', `${path}/publish`);
  const enrolled = await run(
    `select user_id, course_id from enrolments where school_id = $1 and joined_at = '2026-11-26' order by course_id`,
    [school.id],
  );
  expect(enrolled.rows).toEqual([
    { user_id: second, course_id: rows[0].id },
    { user_id: first, course_id: expect.any(Number) },
  ]);
  expect(enrolled.rows[1].course_id).not.toBe(rows[1].id);
  // Who has left still finds what came of the choice before.
  expect(await done('GET', `/users/${ids.k3}/choices`, undefined, 'k3')).toMatchObject([
    { title: 'AGs', state: 'published' },
  ]);
});
