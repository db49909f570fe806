import { REVERT_DAYS } from '@kreide/core/features/year-change';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countRows } from '../../../../../tests/support/fuzz.ts';
import { readPlanTables } from '../../../../../tests/support/imports.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let ada: number;
let dora: number;
let schools = 0;
const DAY = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;

/** A school three weeks before its new year: ada goes on, dora leaves. */
beforeEach(async () => {
  server.clock.set(TEST_NOW);
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `wren-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  await run('update school_years set ends_at = $1 where id = $2', ['2026-12-18', school.yearId]);
  await run(
    `insert into school_years (school_id, name, begins_at, ends_at) values ($1, '2027 / 2028', '2027-01-04', '2028-01-15')`,
    [school.id],
  );
  const ids = [];
  for (const [name, grade] of [
    ['ada', '5a'],
    ['dora', 'EF'],
  ] as const) {
    const { id } = await buildUser(kysely, school.id, name, 'STUDENT');
    await run(
      `with grade as (insert into grades (school_id, shortcut, source) values ($1, $3, 'manual') returning id)
        insert into grade_memberships (school_id, user_id, grade_id, begins_at) select $1, $2, id, '2026-08-01' from grade`,
      [school.id, id, grade],
    );
    ids.push(id);
  }
  [ada = 0, dora = 0] = ids;
});

/** As the administrator, who signs in anew since hours or weeks may have passed. */
const ask = async (method: 'GET' | 'POST' | 'PUT', rest = '', body?: unknown) =>
  server.request(
    method,
    method === 'POST' ? '/v1/timetables/upgrade-grades' : `/v1/schools/${school.id}/year-change${rest}`,
    {
      token: await signIn(server, school.slink, 'admin'),
      ...(body === undefined ? {} : { body }),
    },
  );
const state = async () => (await ask('GET')).body.data;
async function apply() {
  const done = await ask('POST', '', { revision: (await state()).revision });
  expect(done.status, done.text).toBe(200);
  return done.body.data;
}
const setDays = (revert_days: unknown) => ask('PUT', '', { targets: [], grace_days: 30, revert_days });
const wait = (days: number) => server.clock.set(new Date(Date.parse(TEST_NOW) + days * DAY));
const night = async (key: string) => {
  const [prune] = server.server.features.all.flatMap(({ prune: all = {} }) => all[key] ?? []);
  return prune?.(server.clock.now());
};
/** What other tests have left goes first. */
const tidy = async () => {
  server.clock.set('2030-01-01T00:00:00Z');
  await night('year_changes');
  await night('year_change_people');
  server.clock.set(TEST_NOW);
};
const TOUCHED = ['users', 'grade_memberships', 'grades', 'schools', 'school_years'];
const tables = () => readPlanTables(server, TOUCHED);
const kept = () =>
  run('select user_id, before, after from year_change_people where school_id = $1 order by user_id', [school.id]);

describe('the time within which a change of the school year can be taken back', () => {
  it('is thirty days unless the school sets it, from one to a year, and the change says until when [D-3.10]', async () => {
    expect(await state()).toMatchObject({ revert_days: 30 });
    for (const wrong of [REVERT_DAYS.minimum - 1, REVERT_DAYS.maximum + 1, 1.5, '30', null])
      expect((await setDays(wrong)).status, `${wrong}`).toBe(422);
    for (const right of [REVERT_DAYS.minimum, REVERT_DAYS.maximum, 14])
      expect((await setDays(right)).body.data).toMatchObject({ revert_days: right });
    const log = await run(
      `select before ->> 'revert_days' as before, after ->> 'revert_days' as after from audit_log
        where school_id = $1 and action = 'year-change.update' order by seq`,
      [school.id],
    );
    expect(log).toEqual([
      { before: null, after: '1' },
      { before: '1', after: '365' },
      { before: '365', after: '14' },
    ]);
    const change = await apply();
    expect(change.revert_until).toBe(new Date(Date.parse(TEST_NOW) + 14 * DAY).toISOString());
    // What the school sets later counts for the next change.
    await setDays(1);
    expect((await state()).last).toMatchObject({
      id: change.id,
      revert_until: change.revert_until,
      can: { revert: 1 },
    });
  });

  it('lasts to its last moment, and from then on nothing is taken back [D-3.10]', async () => {
    const before = await tables();
    const first = await apply();
    server.clock.set(new Date(Date.parse(first.revert_until) - 1));
    expect((await state()).last.can).toEqual({ revert: 1 });
    const back = await ask('PUT', `/${first.id}/revert`);
    expect(back.body.data, back.text).toMatchObject({ state: 'REVERTED' });
    expect(await tables()).toEqual(before);

    server.clock.set(TEST_NOW);
    const second = await apply();
    const after = await tables();
    server.clock.set(second.revert_until);
    expect((await state()).last).toMatchObject({ state: 'APPLIED', can: { revert: 0 } });
    const refused = await ask('PUT', `/${second.id}/revert`);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'revert_over' } } });
    expect(await tables()).toEqual(after);
  });

  it('ends with how everybody was before: it is forgotten in the night after, and the old year reads as before [D-3.10]', async () => {
    await tidy();
    const change = await apply();
    const classes = await run(
      'select user_id, begins_at, ends_at from grade_memberships where school_id = $1 order by id',
      [school.id],
    );
    server.clock.set(new Date(Date.parse(change.revert_until) - 1));
    expect(await night('year_change_people')).toBe(0);
    expect(await kept()).toHaveLength(2);
    server.clock.set(change.revert_until);
    expect(await night('year_change_people')).toBe(2);
    // Of the one who waits for the archive the end of the account is known, and nothing else.
    const nothing = { memberships: [], expire_at: null, read_only_from: null, deleted_at: null };
    const [{ expire_at }] = await run('select expire_at from users where id = $1', [dora]);
    expect(await kept()).toEqual([
      { user_id: dora, before: nothing, after: { ...nothing, expire_at: expect.any(String) } },
    ]);
    expect(Date.parse((await kept())[0].after.expire_at)).toBe(Date.parse(expire_at));
    expect(await night('year_change_people')).toBe(0);
    expect((await state()).last).toMatchObject({ id: change.id, counts: change.counts, from: '2026 / 2027' });
    expect(
      await run('select user_id, begins_at, ends_at from grade_memberships where school_id = $1 order by id', [
        school.id,
      ]),
    ).toEqual(classes);

    // The archive comes all the same, and then nothing is left of them either.
    wait(70);
    expect(await night('year_changes')).toBe(1);
    expect(await run('select id from users where school_id = $1 and deleted_at is not null', [school.id])).toEqual([
      { id: dora },
    ]);
    expect(await kept()).toEqual([]);
    expect((await ask('PUT', `/${change.id}/revert`)).body.error.code).toBe('revert_over');
  });

  it('is used up by taking back alone: the preview tells its effect person by person, and changes nothing [D-3.10]', async () => {
    const change = await apply();
    const preview = async () => {
      const token = await signIn(server, school.slink, 'admin');
      const before = [await tables(), await countRows(server)];
      const path = `/v1/schools/${school.id}/year-change/${change.id}/revert`;
      const { body, text } = await server.request('GET', path, { token });
      expect([await tables(), await countRows(server)], text).toEqual(before);
      return body.data ?? body.error;
    };
    expect(await preview()).toMatchObject({
      change: { id: change.id, state: 'APPLIED', can: { revert: 1 } },
      people: [
        { id: ada, name: `of ${school.id}, ada`, kind: 'moved', from: 'EF', to: '5a' },
        { id: dora, name: `of ${school.id}, dora`, kind: 'leaves', from: null, to: 'EF' },
      ],
      reasons: [],
    });
    await run(`update users set expire_at = '2027-06-01' where id = $1`, [dora]);
    const { reasons, people } = await preview();
    const { issues } = (await ask('PUT', `/${change.id}/revert`)).body.error;
    expect(people).toHaveLength(2);
    expect(reasons).toEqual(issues.map(({ rule, message }: { rule: string; message: string }) => ({ rule, message })));
    expect(reasons).toHaveLength(1);
    server.clock.set(change.revert_until);
    expect((await preview()).code).toBe('revert_over');
  });

  it('does not matter to what was taken back: that is forgotten in the next night, and so is what a longer grace leaves', async () => {
    await tidy();
    const first = await apply();
    await ask('PUT', `/${first.id}/revert`);
    expect(await kept()).toHaveLength(2);
    expect(await night('year_change_people')).toBe(2);
    expect(await kept()).toEqual([]);

    // Archived before the days are over: still taken back whole, and forgotten whole.
    await ask('PUT', '', { targets: [], grace_days: 0, revert_days: 365 });
    const second = await apply();
    wait(60);
    expect(await night('year_changes')).toBe(1);
    expect(await night('year_change_people')).toBe(0);
    expect((await kept()).map(({ user_id }) => user_id)).toEqual([ada, dora]);
    server.clock.set(second.revert_until);
    expect(await night('year_change_people')).toBe(2);
    expect(await kept()).toEqual([]);
  });
});
