import { DOUBLES_PAGE, type Double } from '@kreide/core/features/doubles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Doubles, startDoubles } from '../../../../../tests/support/doubles.ts';
import { type BuiltUser, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.server.stop());

type Pair = [BuiltUser, BuiltUser];
/** Two or more accounts of one name. */
async function makeAlike(name: string, number: number, role?: Parameters<Doubles['make']>[0]): Promise<BuiltUser[]> {
  const made: BuiltUser[] = [];
  for (let at = 0; at < number; at++) made.push(await doubles.make(role));
  for (const { id } of made)
    await doubles.run(`update users set firstname = 'Ida', lastname = $3 where school_id = $1 and id = $2`, [id, name]);
  return made;
}
const idOf = ([one, other]: readonly BuiltUser[]) => `${one?.id}-${other?.id}`;
const pathOf = ([one, other]: readonly BuiltUser[]) => `/${one?.id}/${other?.id}/apart`;
const listed = async (query = ''): Promise<string[]> =>
  (await doubles.ask('GET', query)).body.data.map(({ id }: Double) => id);

it('two accounts of two people are not asked about again, until somebody takes it back, and both are logged [T-7.101]', async () => {
  const pair = (await makeAlike('Zwei', 2)) as Pair;
  const reversed = [pair[1], pair[0]];
  expect(await listed()).toContain(idOf(pair));
  expect((await doubles.ask('PUT', pathOf(reversed))).body).toMatchObject({ data: { is_apart: true } });
  expect((await doubles.ask('PUT', pathOf(pair))).status).toBe(200);
  expect(await listed()).not.toContain(idOf(pair));
  expect(await listed('?is_apart=1')).toEqual([idOf(pair)]);
  const compared = (await doubles.ask('GET', `/${pair[0].id}/${pair[1].id}`)).body.data;
  expect(compared.set_apart).toMatchObject({ by: expect.stringContaining(' '), at: expect.stringContaining('T') });

  expect((await doubles.ask('DELETE', pathOf(reversed))).body).toMatchObject({ data: { is_apart: false } });
  expect((await doubles.ask('DELETE', pathOf(pair))).status).toBe(200);
  expect(await listed()).toContain(idOf(pair));
  expect(await listed('?is_apart=1')).toEqual([]);
  const again = (await doubles.ask('GET', `/${pair[0].id}/${pair[1].id}`)).body.data;
  expect(again.set_apart).toBeNull();
  // Who looks at the older comparison decides about something else.
  expect(again.revision).not.toBe(compared.revision);
  const log = await doubles.run(
    `select action from audit_log where school_id = $1 and action like 'doubles.%' order by seq`,
  );
  expect(log.map(({ action }) => action)).toEqual(['doubles.apart', 'doubles.askAgain']);
});

it('what is said of one pair is said of no other pair, nor at another school', async () => {
  const [one, other, third] = (await makeAlike('Paar', 3)) as [BuiltUser, BuiltUser, BuiltUser];
  const { kysely } = doubles.server.test.database;
  const { id: school_id } = await buildSchool(kysely, 'drossel');
  const [far, farther] = [
    await buildUser(kysely, school_id, 'far', 'STUDENT'),
    await buildUser(kysely, school_id, 'farther', 'STUDENT'),
  ];
  await doubles.put('doubles_apart', { school_id, one_id: far.id, other_id: farther.id });
  await doubles.ask('PUT', pathOf([one, other]));
  expect((await doubles.ask('GET', `/${one.id}/${third.id}`)).body.data.set_apart).toBeNull();
  doubles.server.clock.advance(1000);
  await doubles.ask('PUT', pathOf([one, third]));
  const both = [idOf([one, third]), idOf([one, other])];
  expect(await listed('?is_apart=1')).toEqual(both);
  expect((await listed()).filter((id) => id.includes(`${one.id}-`))).toEqual([]);
  await doubles.ask('DELETE', pathOf([one, third]));
  expect(await listed('?is_apart=1')).toEqual(both.slice(1));
  await doubles.ask('DELETE', pathOf([one, other]));
  for (const method of ['PUT', 'DELETE', 'GET']) {
    const path = `/${one.id}/${far.id}${method === 'GET' ? '' : '/apart'}`;
    expect((await doubles.ask(method, path)).status).toBe(404);
  }
});

it('nobody is somebody else than themselves, and accounts of administrators are theirs to decide about', async () => {
  const [one] = await makeAlike('Einzeln', 1);
  expect((await doubles.ask('PUT', `/${one?.id}/${one?.id}/apart`)).status).toBe(404);
  const chiefs = await makeAlike('Chefin', 2, 'ADMIN');
  const office = await doubles.make('EMPLOYEE');
  await doubles.put('user_permissions', { user_id: office.id, permission: 'manage-users', is_allowed: true });
  const token = await signIn(doubles.server, 'amsel', office.username);
  const asOffice = (method: string, path: string) => doubles.server.request(method, `/v1/doubles${path}`, { token });
  expect((await asOffice('PUT', pathOf(chiefs))).status).toBe(403);
  expect((await doubles.ask('PUT', pathOf(chiefs))).status).toBe(200);
  expect((await asOffice('DELETE', pathOf(chiefs))).status).toBe(403);
  expect((await asOffice('GET', '?is_apart=1')).body.data).toEqual([]);
  expect(await listed('?is_apart=1')).toEqual([idOf(chiefs)]);
  await doubles.ask('DELETE', pathOf(chiefs));
  // One of them is enough.
  const mixed = [chiefs[0], await doubles.make('EMPLOYEE')] as Pair;
  expect((await asOffice('PUT', pathOf(mixed))).status).toBe(403);
  expect((await doubles.ask('PUT', pathOf(mixed))).status).toBe(200);
  expect((await asOffice('GET', '?is_apart=1')).body.data).toEqual([]);
  expect(await listed('?is_apart=1')).toEqual([idOf(mixed)]);
});

it('who was somebody else than the account that goes is somebody else than the one that stays', async () => {
  const [into, third, from] = (await makeAlike('Drei', 3)) as [BuiltUser, BuiltUser, BuiltUser];
  await doubles.ask('PUT', pathOf([third, from]));
  await doubles.ask('PUT', pathOf([into, from]));
  // Of both it was said already.
  await doubles.ask('PUT', pathOf([into, third]));
  expect((await doubles.merge(from, into)).status).toBe(200);
  const rows = await doubles.run('select one_id, other_id from doubles_apart where school_id = $1 and one_id = $2', [
    into.id,
  ]);
  expect(rows).toEqual([{ one_id: into.id, other_id: third.id }]);
  expect((await listed()).filter((id) => id.includes(`${third.id}`))).toEqual([]);
});

it('the second page goes on where the first ended, and who is archived stands in none', async () => {
  const many = await makeAlike('Viele', DOUBLES_PAGE + 2);
  const [first] = many;
  for (const other of many.slice(1)) await doubles.ask('PUT', `/${first?.id}/${other.id}/apart`);
  const [page, next] = [await listed('?is_apart=1'), await listed('?is_apart=1&page=2')];
  expect(page).toHaveLength(DOUBLES_PAGE + 1);
  expect(next[0]).toBe(page[DOUBLES_PAGE]);
  await doubles.run('update users set deleted_at = now() where school_id = $1 and id = $2', [first?.id]);
  expect((await listed('?is_apart=1')).filter((id) => id.startsWith(`${first?.id}-`))).toEqual([]);
});

it('what was said of somebody who is erased goes, and what they said of others stays without their name', async () => {
  const { server, school } = doubles;
  const [one, other, third] = (await makeAlike('Gehend', 3)) as [BuiltUser, BuiltUser, BuiltUser];
  const setter = await doubles.make('ADMIN');
  const by = await signIn(server, 'amsel', setter.username);
  await server.request('PUT', `/v1/doubles${pathOf([one, third])}`, { token: by });
  await doubles.ask('PUT', pathOf([one, other]));
  const token = await signIn(server, 'amsel', school.people.admin.username);
  for (const { id } of [other, setter])
    for (const path of [`/v1/users/${id}`, `/v1/users/${id}/hard-delete`])
      expect((await server.request('DELETE', path, { token })).status).toBeLessThan(300);
  const left = 'select other_id, set_by from doubles_apart where school_id = $1 and one_id = $2';
  expect(await doubles.run(left, [one.id])).toEqual([{ other_id: third.id, set_by: null }]);
});
