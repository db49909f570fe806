import { describe, expect, it } from 'vitest';
import { buildUser } from '../../../../../tests/support/people.ts';
import { withSchoolService } from '../../../../../tests/support/school-service.ts';
import { toNamedPerson } from './proposing.ts';

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
    expect(JSON.stringify(rows)).not.toMatch(/Lina|Berg|2012|7b/i);
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
  ])
    expect(read(wrong)).toBeNull();
});
