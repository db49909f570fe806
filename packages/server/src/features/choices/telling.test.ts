import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildChoice } from '../../../../../tests/support/choices.ts';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { silentLog } from '../../kernel/log.ts';

let server: TestServer;
let school: Awaited<ReturnType<typeof buildPlanSchool>>;
let choice: Awaited<ReturnType<typeof buildChoice>>;
let token: string;
const ids: Record<string, number> = {};
const CLOSES = '2026-11-30T08:00:00.000Z';

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  const { kysely } = server.test.database;
  await run('delete from grade_memberships where school_id = $1 and user_id = $2', [school.id, school.users.ada]);
  for (const name of ['k1', 'k2', 'k3']) {
    const [pupil, parent] = [
      (await buildUser(kysely, school.id, name, 'STUDENT')).id,
      (await buildUser(kysely, school.id, `p${name}`, 'PARENT')).id,
    ];
    Object.assign(ids, { [name]: pupil, [`p${name}`]: parent });
    await run(
      `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2026-08-01')`,
      [school.id, pupil, school.gradeId],
    );
    await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
      school.id,
      pupil,
      parent,
    ]);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  await run('delete from choices');
  await run(`delete from messages where type = 'NC_EVENT'`);
  server.clock.set(new Date('2026-11-20T08:00:00Z'));
  choice = await buildChoice(server.test.database.kysely, {
    school_id: school.id,
    grade_id: school.gradeId,
    closes_at: CLOSES,
  });
  for (const [who, title] of [
    ['k1', 'Chor'],
    ['k2', 'Schach'],
  ] as const)
    await run(
      `insert into choice_wishes (school_id, choice_id, user_id, rank, option_id, chosen_at) values ($1, $2, $3, 0, $4, now())`,
      [school.id, choice.id, ids[who], optionOf(title)],
    );
  token = await signIn(server, 'amsel', 'admin');
});

const optionOf = (title: string) => choice.options.find((option) => option.title === title)?.id ?? 0;

/** Who was told, with the first line of what. */
async function told(): Promise<Record<string, string>> {
  const { rows } = await run(`select u.username, m.content from messages m
    join chats c on c.school_id = m.school_id and c.id = m.chat_id
    join channels ch on ch.school_id = c.school_id and ch.id = c.channel_id
    join users u on u.id = ch.owner_id where m.told_of like 'choice:%' order by u.username, m.seq`);
  return Object.fromEntries(rows.map(({ username, content }) => [username, content.split('\n')[0]]));
}

/** Ada has a place of a choice that her class is not asked for. */
const giveAdaPlace = () =>
  run(`insert into choice_places (school_id, choice_id, user_id, lottery, luck) values ($1, $2, $3, 1, 0)`, [
    school.id,
    choice.id,
    school.users.ada,
  ]);

/** The job that reminds, as the schedule runs it. */
async function remindAt(time: string): Promise<void> {
  server.clock.set(new Date(time));
  const task = server.server.features.all
    .flatMap((feature) => feature.tasks ?? [])
    .find(({ name }) => name === 'choices:remind');
  await task?.run(
    {},
    {
      now: server.clock.now,
      log: silentLog,
      signal: new AbortController().signal,
      attempt: 1,
      isLastAttempt: false,
    },
  );
}

const change = (values: object = {}) =>
  server.request('PUT', `/v1/choices/${choice.id}`, {
    token,
    body: {
      title: 'AGs',
      about: '',
      grade_ids: [school.gradeId],
      opens_at: '2026-11-01T08:00:00.000Z',
      closes_at: CLOSES,
      wishes_count: 2,
      who: 'both',
      updated_at: choice.updated_at,
      options: choice.options.map(({ id, title }) => ({ id, title, capacity: 2, minimum: 0 })),
      ...values,
    },
  });

it('who has not chosen is reminded once, a day before a choice closes, with the parents [D-8.15]', async () => {
  await giveAdaPlace();
  await remindAt('2026-11-29T07:59:59.999Z');
  expect(await told()).toEqual({});
  await remindAt('2026-11-29T08:00:00.000Z');
  expect(await told()).toEqual({ k3: 'Bitte wähle noch', pk3: 'Bitte wähle noch für dein Kind' });
  const { rows } = await run(`select content from messages where told_of like 'choice:%' limit 1`);
  expect(rows[0].content).toMatch(/\nAGs\nBis .*30\.11\..*09:00/);
  await remindAt('2026-11-29T09:00:00Z');
  expect((await run(`select 1 from messages where told_of like 'choice:%'`)).rowCount).toBe(2);
});

it('a short choice is reminded of at its half, one that is over or published never, and only those who choose', async () => {
  await run(`update choices set opens_at = '2026-11-30T05:00:00Z', who = 'parents'`);
  await remindAt('2026-11-30T06:29:59.999Z');
  expect(await told()).toEqual({});
  await run('update choices set published_at = now()');
  await remindAt('2026-11-30T06:30:00.000Z');
  expect(await told()).toEqual({});
  await run('update choices set published_at = null');
  await remindAt(CLOSES);
  expect(await told()).toEqual({});
  await remindAt('2026-11-30T06:30:00.000Z');
  expect(await told()).toEqual({ pk3: 'Bitte wähle noch für dein Kind' });
});

it('a choice that goes on longer is reminded of again', async () => {
  await remindAt('2026-11-29T08:00:00.000Z');
  token = await signIn(server, 'amsel', 'admin');
  expect((await change({ closes_at: '2026-11-30T07:00:00.000Z' })).body.data.reminded_at).not.toBeNull();
  await run('update choices set updated_at = $1', [choice.updated_at]);
  const { body } = await change({ closes_at: '2026-12-02T08:00:00.000Z' });
  expect(body.data.reminded_at).toBeNull();
});

it('who wished an option that goes is told, and what a removed choice told goes with it', async () => {
  const [kept] = choice.options.filter(({ title }) => title === 'Schach');
  const options = [
    { id: kept?.id, title: 'Schach', capacity: 2, minimum: 0 },
    { id: null, title: 'Garten', capacity: 2, minimum: 0 },
  ];
  expect((await change({ options })).status).toBe(200);
  expect(await told()).toEqual({
    k1: expect.stringMatching(/^Ein Angebot, das du gewünscht hast/),
    pk1: expect.stringMatching(/^Ein Angebot, das für dein Kind gewünscht war/),
  });
  expect((await server.request('DELETE', `/v1/choices/${choice.id}`, { token })).status).toBe(204);
  expect(await told()).toEqual({});
});

it('everybody who was asked, and their parents, are told once the places are published', async () => {
  await run(`update choices set drafted_at = now(), who = 'pupils', closes_at = '2026-11-19T08:00:00Z'`);
  await giveAdaPlace();
  expect((await server.request('POST', `/v1/choices/${choice.id}/publish`, { token })).status).toBe(200);
  const own = 'Die Plätze stehen fest';
  const child = 'Der Platz deines Kindes steht fest';
  expect(await told()).toEqual({ k1: own, k2: own, k3: own, pk1: child, pk2: child, pk3: child });
});

it('places go into the course of that name that goes on in this year, and else into a new one', async () => {
  await run(`update choices set drafted_at = now(), closes_at = '2026-11-19T08:00:00Z'`);
  for (const [who, title] of [
    ['k1', 'Chor'],
    ['k2', 'Schach'],
  ] as const)
    await run(
      `insert into choice_places (school_id, choice_id, user_id, lottery, luck, option_id, rank) values ($1, $2, $3, 1, 0, $4, 0)`,
      [school.id, choice.id, ids[who], optionOf(title)],
    );
  const { rows: years } = await run(
    `insert into school_years (school_id, name, begins_at, ends_at)
      values ($1, '2024 / 2025', '2024-08-01', '2025-07-31') returning id`,
    [school.id],
  );
  const course = async (shortcut: string, season: number | null, values: { required?: boolean; ended?: string } = {}) =>
    (
      await run(
        `insert into courses (school_id, season_id, shortcut, grade_ids, source, is_required, ended_at)
          values ($1, $2, $3, array[$4::bigint], 'manual', $5, $6) returning id`,
        [school.id, season, shortcut, school.gradeId, values.required ?? false, values.ended ?? null],
      )
    ).rows[0].id;
  await course('Chor', years[0].id);
  await course('Chor', null, { required: true });
  await course('Chor', null, { ended: '2026-01-01' });
  const right = await course('Chor', school.yearId);
  await course('Schach', years[0].id);
  expect((await server.request('POST', `/v1/choices/${choice.id}/publish`, { token })).status).toBe(200);
  const { rows } = await run(
    `select e.user_id, e.course_id, c.season_id, c.is_custom from enrolments e
      join courses c on c.school_id = e.school_id and c.id = e.course_id where e.user_id = any($1) order by e.user_id`,
    [[ids.k1, ids.k2]],
  );
  expect(rows).toEqual([
    { user_id: ids.k1, course_id: right, season_id: school.yearId, is_custom: false },
    { user_id: ids.k2, course_id: expect.any(Number), season_id: school.yearId, is_custom: true },
  ]);
});

it('bad luck is counted for those only who had wished', async () => {
  await run(`update choices set drafted_at = now(), published_at = now(), closes_at = '2026-11-19T08:00:00Z'`);
  for (const who of ['k2', 'k3'])
    await run(`insert into choice_places (school_id, choice_id, user_id, lottery, luck) values ($1, $2, $3, 1, 0)`, [
      school.id,
      choice.id,
      ids[who],
    ]);
  const next = await buildChoice(server.test.database.kysely, {
    school_id: school.id,
    grade_id: school.gradeId,
    closes_at: '2026-11-19T08:00:00.000Z',
  });
  await server.request('POST', `/v1/choices/${next.id}/allocate`, { token, body: { closed_ids: [] } });
  const { body } = await server.request('GET', `/v1/choices/${next.id}/people`, { token });
  const luck = Object.fromEntries(
    body.data.map((one: { user_id: number; place: { luck: number } | null }) => [one.user_id, one.place?.luck]),
  );
  expect([luck[ids.k2 as number], luck[ids.k3 as number]]).toEqual([5, 0]);
});
