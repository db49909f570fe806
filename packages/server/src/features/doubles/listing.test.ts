import { DOUBLES_PAGE, type Double } from '@kreide/core/features/doubles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Doubles, startDoubles } from '../../../../../tests/support/doubles.ts';
import { type BuiltUser, signIn } from '../../../../../tests/support/people.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.server.stop());

const rename = (person: BuiltUser, firstname: string, lastname: string) =>
  doubles.run('update users set firstname = $3, lastname = $4 where school_id = $1 and id = $2', [
    person.id,
    firstname,
    lastname,
  ]);
const listed = async (query = '', token?: string): Promise<Double[]> => {
  const answer = token
    ? await doubles.server.request('GET', `/v1/doubles${query}`, { token })
    : await doubles.ask('GET', query);
  return answer.body.data;
};
const reasonsOf = (pairs: readonly Double[], [one, other]: readonly BuiltUser[]) =>
  pairs.find(({ id }) => id === `${one?.id}-${other?.id}`)?.reasons;

async function makePair(role: Parameters<Doubles['make']>[0], name: string): Promise<[BuiltUser, BuiltUser]> {
  const pair: [BuiltUser, BuiltUser] = [await doubles.make(role), await doubles.make(role)];
  for (const person of pair) await rename(person, 'Ida', name);
  return pair;
}

it('only present people of one kind and role are a pair, and administrators only for an administrator [T-7.101]', async () => {
  const { make, run, server, put } = doubles;
  const pupils = await makePair('STUDENT', 'Same');
  const teacher = await make('TEACHER');
  await rename(teacher, 'Ida', 'Same');
  const gone = await makePair('STUDENT', 'Gone');
  await run('update users set deleted_at = now() where school_id = $1 and id = $2', [gone[1].id]);
  const chiefs = await makePair('ADMIN', 'Chief');
  const employee = await make('EMPLOYEE');
  await rename(employee, 'Ida', 'Chief');
  const pairs = await listed();
  const ids = new Set([...pupils, teacher, ...gone, ...chiefs, employee].map(({ id }) => id));
  expect(pairs.filter(({ people }) => people.some(({ id }) => ids.has(id))).map(({ id }) => id)).toEqual([
    `${chiefs[0].id}-${chiefs[1].id}`,
    `${pupils[0].id}-${pupils[1].id}`,
  ]);
  const office = await make('EMPLOYEE');
  await put('user_permissions', { user_id: office.id, permission: 'manage-users', is_allowed: true });
  const seen = await listed('', await signIn(server, 'amsel', office.username));
  expect(reasonsOf(seen, pupils)).toEqual(['name']);
  expect(reasonsOf(seen, chiefs)).toBeUndefined();
});

it('one birth date says more than the name, two say that they are two, and an address is known by either name', async () => {
  const { make, run, put } = doubles;
  const [same, two] = [await makePair('STUDENT', 'Born'), await makePair('STUDENT', 'Twice')];
  for (const [{ id }, birth_date] of [
    [same[0], '2014-05-06'],
    [same[1], '2014-05-06'],
    [two[0], '2014-05-06'],
    [two[1], '2015-05-06'],
  ] as const)
    await put('user_import_identities', { user_id: id, source: 'a', birth_date });
  const written = [await make(), await make()] as const;
  await run('update users set email = upper($3) where school_id = $1 and id = $2', [
    written[0].id,
    written[1].username,
  ]);
  const numbered = [await make(), await make(), await make(), await make()] as const;
  await rename(numbered[0], 'Ole', 'Alt');
  await rename(numbered[1], 'Per', 'Neu');
  for (const each of numbered.slice(2)) await rename(each, 'Jo', each.username);
  for (const [at, { id }] of numbered.entries())
    await put('user_import_identities', {
      user_id: id,
      source: ['one', 'two', 'one', 'one'][at],
      external_id: at < 2 ? 'N1' : 'N2',
    });
  const pairs = await listed();
  expect(reasonsOf(pairs, same)).toEqual(['born']);
  expect(reasonsOf(pairs, two)).toBeUndefined();
  expect(reasonsOf(pairs, written)).toEqual(['mail']);
  expect(reasonsOf(pairs, numbered.slice(0, 2))).toBeUndefined();
  expect(reasonsOf(pairs, numbered.slice(2))).toBeUndefined();
});

it('the second page goes on where the first ended, which says that there is one', async () => {
  for (let at = 0; at <= DOUBLES_PAGE; at++) await makePair('PARENT', `Page ${at}`);
  const [first, second] = [await listed(), await listed('?page=2')];
  expect(first).toHaveLength(DOUBLES_PAGE + 1);
  expect(second.length).toBeGreaterThan(0);
  expect(second[0]?.id).toBe(first[DOUBLES_PAGE]?.id);
});
