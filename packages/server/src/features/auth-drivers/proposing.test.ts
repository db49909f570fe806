import { beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../../../../../tests/support/people.ts';
import { withSchoolService } from '../../../../../tests/support/school-service.ts';
import { createLog } from '../../kernel/log.ts';
import { findNamed } from '../user-import/index.ts';
import { createProposing, toNamedPerson } from './proposing.ts';
import { pruneProposals } from './queries/proposals.ts';
import { eraseConnection } from './queries.ts';

const house = withSchoolService();
const NAME = { given_name: 'Lina', family_name: 'Berg' };
const code = async (who: string) => (await house.come(who)).body.error?.code;
const list = async () =>
  (await house.ask('GET', 'auth-driver/proposals')).body.data as { uuid: string; user_id: number; by: string }[];
const answer = (uuid: string | undefined, how: 'accept' | 'refuse') =>
  house.ask('POST', `auth-driver/proposals/${uuid}/${how}`);

/** Somebody of the school, with the birth date that a list has said. */
async function add(username: string, birth_date: string | null, role: 'STUDENT' | 'ADMIN' = 'STUDENT') {
  const { kysely } = house.server.test.database;
  const school_id = house.school.id;
  const { id } = await buildUser(kysely, school_id, username, role);
  const name = { firstname: 'Lina', lastname: 'Berg' };
  await kysely.updateTable('users').set(name).where('school_id', '=', school_id).where('id', '=', id).execute();
  if (birth_date !== null)
    await kysely
      .insertInto('user_import_identities')
      .values({ school_id, user_id: id, source: 'list', external_id: username, birth_date })
      .execute();
  return id;
}
const remove = (...ids: number[]) =>
  house.server.test.database.pool.query('update users set deleted_at = now() where id = any($1)', [ids]);
const forget = () => house.server.test.database.pool.query('delete from auth_driver_proposals');

describe('somebody whom nobody knows', () => {
  it('is refused, and proposed to administrators where name and birth date fit one person; a yes keeps the key [D-6.10]', async () => {
    const lina = await add('lina', '2012-05-04');
    const { pool } = house.server.test.database;
    house.peer.people = { stranger: { ...NAME, birthdate: '2012-05-04', email: 'x@y.example', email_verified: true } };
    const told = async () =>
      (await pool.query("select content from messages where content like 'Wer ist das?%'")).rows.length;
    expect(await code('stranger')).toBe('person_unknown');
    expect(await list()).toMatchObject([{ user_id: lina, by: 'BIRTH_DATE', firstname: 'Lina', lastname: 'Berg' }]);
    expect(await told()).toBe(1);
    expect(await code('stranger')).toBe('person_unknown');
    const [proposed, ...others] = await list();
    expect([others, await told()]).toEqual([[], 1]);
    expect((await answer(proposed?.uuid, 'accept')).status).toBe(204);
    expect((await answer(proposed?.uuid, 'accept')).status).toBe(404);
    expect(await house.nameOf(await house.come('stranger'))).toBe('lina');
    expect(await list()).toEqual([]);
    await remove(lina);
  });

  it('is not proposed again once refused, before that is forgotten', async () => {
    const lina = await add('lina2', '2012-05-04');
    house.peer.people = { other: { ...NAME, birthdate: '2012-05-04' } };
    expect(await code('other')).toBe('person_unknown');
    expect((await answer((await list())[0]?.uuid, 'refuse')).status).toBe(204);
    expect(await code('other')).toBe('person_unknown');
    expect(await list()).toEqual([]);
    await remove(lina);
    await forget();
  });

  it('is nobody where several fit, the birth date is another one, somebody has come already, or it is an administrator', async () => {
    const { pool } = house.server.test.database;
    const none = async (who: string) => {
      expect(await code(who), who).toBe('person_unknown');
      expect((await pool.query('select from auth_driver_proposals')).rowCount, who).toBe(0);
    };
    house.peer.people = {
      born: { ...NAME, birthdate: '2012-05-04' },
      elsewhere: { ...NAME, birthdate: '2011-01-01', class: '7b' },
      address: { email: 'lina3@school.example', email_verified: false, preferred_username: 'lina3' },
      nameless: { family_name: 'Berg', birthdate: '2012-05-04' },
    };
    const boss = await add('boss', '2012-05-04', 'ADMIN');
    await none('born');
    const first = await add('lina3', '2012-05-04');
    const second = await add('lina4', '2012-05-04');
    await none('born');
    await remove(second);
    for (const who of ['elsewhere', 'address', 'nameless']) await none(who);
    await pool.query('insert into auth_driver_people values ($1, $2, $3, now(), now())', [
      house.school.id,
      first,
      'known',
    ]);
    await none('born');
    await remove(first, boss);
  });

  it('fits by class where no list has said a birth date, and nothing goes into logs or the proposal but the key', async () => {
    const { kysely, pool } = house.server.test.database;
    const lina = await add('lina5', null);
    const { id } = await kysely
      .insertInto('grades')
      .values({ school_id: house.school.id, shortcut: '7b', name: '7b', source: 'test' } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('grade_memberships')
      .values({ school_id: house.school.id, user_id: lina, grade_id: id, begins_at: '2020-01-01' } as never)
      .execute();
    house.peer.people = { mate: { ...NAME, birthdate: '2012-05-04', class: '7B' }, wrong: { ...NAME, class: '8a' } };
    expect(await code('wrong')).toBe('person_unknown');
    expect(await list()).toEqual([]);
    expect(await code('mate')).toBe('person_unknown');
    expect(await list()).toMatchObject([{ user_id: lina, by: 'CLASS' }]);
    const { rows } = await pool.query('select * from auth_driver_proposals');
    expect(JSON.stringify(rows.map((row) => ({ ...row, uuid: '' })))).not.toMatch(/Lina|Berg|2012|7b/i);
    const [mate] = await list();
    await pool.query('insert into auth_driver_people values ($1, $2, $3, now(), now())', [
      house.school.id,
      lina,
      'listed',
    ]);
    expect(await list()).toEqual([]);
    expect((await answer(mate?.uuid, 'accept')).body.error.code).toBe('person_connected');
    await pool.query('delete from auth_driver_people where user_id = $1', [lina]);
    expect(await list()).toHaveLength(1);
    // Another client means somebody else by the same key.
    await house.save({ client: 'other' });
    expect(await list()).toEqual([]);
    await remove(lina);
  });
});

describe('proposals that wait', () => {
  beforeEach(forget);
  const born = (birthdate: string) => ({ ...NAME, birthdate });
  const told = async () =>
    (await house.server.test.database.pool.query("select from messages where content like 'Wer ist das?%'")).rowCount;
  const connectAs = (id: number, subject: string) =>
    house.server.test.database.pool.query('insert into auth_driver_people values ($1, $2, $3, now(), now())', [
      house.school.id,
      id,
      subject,
    ]);

  it('are told of where none is shown, whatever is hidden', async () => {
    const [hidden, next] = [await add('hidden', '2010-01-01'), await add('next', '2010-01-02')];
    house.peer.people = { one: born('2010-01-01'), two: born('2010-01-02') };
    expect(await code('one')).toBe('person_unknown');
    await connectAs(hidden, 'by a list');
    expect(await list()).toEqual([]);
    const before = await told();
    expect(await code('two')).toBe('person_unknown');
    expect([(await list()).map(({ user_id }) => user_id), await told()]).toEqual([[next], (before ?? 0) + 1]);
    await remove(hidden, next);
  });

  it('are fifty at most of a school, the newest first; a refused one makes room, and the other school has its own', async () => {
    const { pool } = house.server.test.database;
    const wait = (school: number, count: number) =>
      pool.query(
        `insert into auth_driver_proposals select $1, 'waiting ' || n, gen_random_uuid(), id, 'CLASS', '2020-01-01'
        from generate_series(1, $2) n, (select id from users where school_id = $1 and role <> 'ADMIN' order by id limit 1) one`,
        [school, count],
      );
    await buildUser(house.server.test.database.kysely, house.other.id, 'else', 'STUDENT');
    await wait(house.other.id, 50);
    await wait(house.school.id, 49);
    const people = [await add('fiftieth', '2010-01-01'), await add('more', '2010-01-02')];
    house.peer.people = { fiftieth: born('2010-01-01'), more: born('2010-01-02') };
    const before = await told();
    expect(await code('fiftieth')).toBe('person_unknown');
    const full = await list();
    expect([full.length, full[0]?.user_id, await told()]).toEqual([50, people[0], before]);
    house.later(1);
    expect(await code('more')).toBe('person_unknown');
    expect(await list()).toEqual(full);
    expect((await answer(full[49]?.uuid, 'refuse')).status).toBe(204);
    expect((await answer(full[49]?.uuid, 'refuse')).status).toBe(404);
    expect((await answer(full[49]?.uuid, 'accept')).status).toBe(404);
    house.later(1);
    expect(await code('more')).toBe('person_unknown');
    expect((await list()).map(({ user_id }) => user_id).slice(0, 2)).toEqual([...people].reverse());
    await remove(...people);
  });

  it('open no account that is archived, of an administrator by now, or of somebody else by the same key', async () => {
    const { kysely, pool } = house.server.test.database;
    const set = (id: number, values: string) => pool.query(`update users set ${values} where id = $1`, [id]);
    const lina = await add('lina6', '2010-01-01');
    house.peer.people = { stranger: born('2010-01-01') };
    expect(await code('stranger')).toBe('person_unknown');
    const [{ uuid } = { uuid: '' }] = await list();
    for (const [gone, back] of [
      ['deleted_at = now()', 'deleted_at = null'],
      ["role = 'ADMIN', type = 'ADMIN'", "role = 'STUDENT', type = 'STUDENT'"],
    ] as const) {
      await set(lina, gone);
      expect([await list(), (await answer(uuid, 'accept')).status], gone).toEqual([[], 404]);
      await set(lina, back);
    }
    const { rows } = await pool.query('select subject from auth_driver_proposals');
    const other = await add('lina7', null);
    await connectAs(other, rows[0].subject);
    expect(await list()).toEqual([]);
    expect((await answer(uuid, 'accept')).body.error?.code).toBe('person_connected');
    const known = await pool.query('select user_id::int from auth_driver_people');
    expect(known.rows).toEqual([{ user_id: other }]);
    // Whose it was has left, and came back with another account.
    await remove(other);
    expect(await list()).toMatchObject([{ uuid, user_id: lina }]);
    expect((await answer(uuid, 'accept')).status).toBe(204);
    await eraseConnection(kysely, { school_id: house.school.id, user_id: lina });
    await remove(lina);
  });

  it('come again thirty days after they were refused, and no earlier; erased with the person', async () => {
    const { kysely, pool } = house.server.test.database;
    const lina = await add('lina8', '2010-01-01');
    house.peer.people = { stranger: born('2010-01-01') };
    expect(await code('stranger')).toBe('person_unknown');
    const created = house.server.clock.now().getTime();
    await pool.query('update auth_driver_proposals set refused_at = $1', [new Date(created + 86_400_000)]);
    expect(await pruneProposals(kysely, new Date(created + 86_400_000))).toBe(0);
    expect(await pruneProposals(kysely, new Date(created + 86_400_001))).toBe(1);
    expect(await code('stranger')).toBe('person_unknown');
    expect(await list()).toHaveLength(1);
    await eraseConnection(kysely, { school_id: house.school.id, user_id: lina });
    expect(await list()).toEqual([]);
    await remove(lina);
  });
});

it('the one of a name is found by birth date, or by class where none is said of them, and nobody who may not come', async () => {
  const { kysely, pool } = house.server.test.database;
  const [one, two] = [await add('m1', '2010-01-01'), await add('m2', null)];
  await pool.query(
    `with made as (insert into grades (school_id, shortcut, name, source) values ($1, '9z', '9z', 'test') returning id)
    insert into grade_memberships (school_id, user_id, grade_id, begins_at)
    select $1, users.id, made.id, '2020-01-01' from made, users where users.id = any($2)`,
    [house.school.id, [one, two]],
  );
  const find = (change: object) => {
    const named = { firstname: 'lina', lastname: 'BERG', birth_date: null, class: null, ...change };
    return findNamed(kysely, house.school.id, named, '2026-11-20', house.server.clock.now());
  };
  const born = { birth_date: '2010-01-01' };
  expect(await find(born)).toEqual({ user_id: one, by: 'BIRTH_DATE' });
  expect(await find({ class: '9Z' })).toBeNull();
  expect(await find({ class: '9Z', birth_date: '2011-01-01' })).toEqual({ user_id: two, by: 'CLASS' });
  for (const other of [{ firstname: 'Lena' }, { lastname: 'Burg' }])
    expect(await find({ ...born, ...other })).toBeNull();
  for (const [closed, open] of [
    ['is_locked = true', 'is_locked = false'],
    ["expire_at = '2020-01-01'", 'expire_at = null'],
  ]) {
    await pool.query(`update users set ${closed} where id = $1`, [one]);
    expect(await find(born), closed).toBeNull();
    await pool.query(`update users set ${open} where id = $1`, [one]);
  }
  await remove(one, two);
});

it('whoever cannot be proposed is refused all the same, without a name in the log', async () => {
  const lines: string[] = [];
  const propose = createProposing({
    log: createLog({ json: true, write: (line) => void lines.push(line) }),
    findNamed: () => Promise.reject(new TypeError('Lina Berg')),
    tellAdministrators: async () => true,
  });
  const person = { firstname: 'Lina', lastname: 'Berg', birth_date: '2012-05-04', class: null };
  const { kysely } = house.server.test.database;
  await propose(kysely, { school_id: house.school.id }, 'somebody', person, house.server.clock.now());
  expect(lines.join('')).toContain('TypeError');
  expect(lines.join('')).not.toMatch(/Lina|somebody/);
});

it('a birth date is read in both forms that services write, and nothing is made of half a name', () => {
  const read = (claims: Record<string, string[]>) => toNamedPerson('SAML', (name) => claims[name] ?? []);
  const name = { givenName: ['Lina'], sn: ['Berg'] };
  for (const written of ['2012-05-04', '20120504'])
    expect(read({ ...name, schacDateOfBirth: [written] })).toEqual({
      firstname: 'Lina',
      lastname: 'Berg',
      birth_date: '2012-05-04',
      class: null,
    });
  for (const wrong of [
    { ...name },
    { ...name, schacDateOfBirth: ['2012-02-31'] },
    { ...name, sn: ['a', 'b'], class: ['7b'] },
    { ...name, sn: ['x'.repeat(101)], class: ['7b'] },
  ])
    expect(read(wrong)).toBeNull();
});
