import { join } from 'node:path';
import type { PeopleChange, PeopleChangeKind } from '@kreide/core/features/users';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { jobsDone } from '../../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { ROOT, startTestServer, TEST_NOW, type TestServer } from '../../../../../../tests/support/server.ts';
import { readTexts } from '../../../kernel/text/texts.ts';
import { insertChange } from '../queries/changes.ts';
import { createChangeTask } from './task.ts';

let server: TestServer;
let school: BuiltSchool;
let token: string;
const ids: Record<string, number> = {};
const grades: Record<string, number> = {};
const db = () => server.test.database.kysely;
const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['ada', 'STUDENT'],
    ['ben', 'STUDENT'],
    ['office', 'EMPLOYEE'],
    ['admin', 'ADMIN'],
    ['second', 'ADMIN'],
    ['gone', 'STUDENT'],
  ] as const)
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
  for (const shortcut of ['7a', '7b']) {
    const values = { school_id: school.id, shortcut, source: 'manual' };
    grades[shortcut] = (await db().insertInto('grades').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }
  token = await signIn(server, 'amsel', 'admin');
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['people_changes', 'grade_memberships', 'user_permissions', 'user_roles'])
    await run(`delete from ${table}`);
  await run(
    'update users set is_locked = false, deleted_at = null, removed_at = null, erased_at = null where id = any($1)',
    [Object.values(ids)],
  );
  await run(
    `insert into user_permissions (school_id, user_id, permission, is_allowed) values ($1, $2, 'manage-users', true)`,
    [school.id, ids.office],
  );
});

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.request(method, `/v1/people-changes${path}`, { token, ...(body && { body }) });
async function read(id: number): Promise<PeopleChange & { people: { id: number; reason: string }[] }> {
  await jobsDone(server);
  return (await ask('GET', `/${id}`)).body.data;
}
async function make(kind: PeopleChangeKind, names: string[], target: object = {}) {
  const made = await ask('POST', '', { kind, ...target, people: { ids: names.map((name) => ids[name]) } });
  expect(made.status).toBe(200);
  return read(made.body.data.id);
}
async function undo(id: number) {
  expect((await ask('PUT', `/${id}/undo`)).status).toBe(200);
  return read(id);
}
/** A change that waits for its job. */
const put = (kind: PeopleChangeKind, names: string[], target: { grade_id?: number; role_id?: number } = {}) =>
  insertChange(
    db(),
    { kind, ...target, school_id: school.id, created_by: ids.admin ?? 0, created_at: TEST_NOW },
    names.map((name) => ({ user_id: ids[name] ?? 0, reason: null })),
  );
const order = (id: number, by: string) =>
  run(`select graphile_worker.add_job('users:change-many', $1::json)`, [
    JSON.stringify({ school_id: school.id, id, by: ids[by] }),
  ]);
const locked = async () => {
  const rows = await run('select username from users where is_locked order by username');
  return rows.map(({ username }) => username);
};
const taskOf = (told: unknown[], sessions: object = {}) =>
  createChangeTask({
    database: server.test.database,
    clock: server.clock,
    texts: readTexts(join(ROOT, 'locales')),
    sessions: { changed: (id: number) => told.push(id), ...sessions } as never,
    planChanged: (id) => told.push(`plan ${id}`),
  });
const stateOf = async (id: number) => (await run('select state from people_changes where id = $1', [id]))[0]?.state;

it('a change is taken back on its 30th day, and not a moment later, also before the night', async () => {
  const { id } = await make('lock', ['ada']);
  const madeAt = (at: string) => run('update people_changes set created_at = $1', [at]);
  await madeAt('2026-10-19T09:09:59Z');
  expect(await read(id)).toMatchObject({ done: 1, can: { undo: 0 } });
  expect((await ask('PUT', `/${id}/undo`)).body.error.code).toBe('not_undoable');
  expect((await ask('GET', '')).body.data).toEqual([]);
  await madeAt('2026-10-19T09:10:00Z');
  expect((await ask('GET', '')).body.data).toMatchObject([{ id, can: { undo: 1 } }]);
  expect(await undo(id)).toMatchObject({ state: 'undone', done: 1 });
});

it('an unlocked administrator is not locked again with the others, but comes back into a class', async () => {
  await run('update users set is_locked = true where id = any($1)', [[ids.ada, ids.second]]);
  const { id } = await make('unlock', ['ada', 'second']);
  const undone = await undo(id);
  expect(undone.people).toMatchObject([{ id: ids.second, reason: 'administrator' }]);
  expect(await locked()).toEqual(['ada']);
  const moved = await make('grade', ['ada', 'second'], { grade_id: grades['7a'] });
  expect(moved).toMatchObject({ done: 1, people: [{ id: ids.second, reason: 'pupils' }] });
  await run('insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, $4)', [
    school.id,
    ids.second,
    grades['7a'],
    '2026-08-01',
  ]);
  const out = await make('grade', ['second'], { grade_id: null });
  expect(await undo(out.id)).toMatchObject({ done: 1, people: [] });
});

it('it goes no further when whoever ordered it may not manage people any more, or is locked', async () => {
  const refuse = async (id: number) => {
    await order(id, 'office');
    expect(await read(id)).toMatchObject({ state: 'failed' });
  };
  const id = await put('lock', ['ada', 'ben']);
  await run('update user_permissions set is_allowed = false');
  await refuse(id);
  expect(await locked()).toEqual([]);
  const done = await make('lock', ['ada', 'ben']);
  await run(`update people_changes set state = 'undoing' where id = $1`, [done.id]);
  await run('update user_permissions set is_allowed = true');
  await run('update users set is_locked = true where id = $1', [ids.office]);
  await refuse(done.id);
  expect(await locked()).toEqual(['ada', 'ben', 'office']);
  expect(await undo(done.id)).toMatchObject({ state: 'undone', done: 2 });
  expect(await locked()).toEqual(['office']);
});

it('whom somebody archived anew or moved on since stays so', async () => {
  const gone = await make('remove', ['ada', 'ben', 'gone']);
  await run('update users set deleted_at = null, removed_at = null where id = $1', [ids.gone]);
  await run(`update users set deleted_at = deleted_at + '1 s', removed_at = removed_at + '1 s' where id = $1`, [
    ids.ada,
  ]);
  const back = await undo(gone.id);
  expect(back.people).toMatchObject([
    { id: ids.ada, reason: 'changed' },
    { id: ids.gone, reason: 'changed' },
  ]);
  expect(await run('select id::int from users where deleted_at is not null')).toEqual([{ id: ids.ada }]);
  await run('update users set deleted_at = null, removed_at = null');
  const moved = await make('grade', ['ada', 'ben'], { grade_id: grades['7a'] });
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, '2027-02-01')`,
    [school.id, ids.ada, grades['7b']],
  );
  const undone = await undo(moved.id);
  expect(undone).toMatchObject({ done: 1, people: [{ id: ids.ada, reason: 'changed' }] });
  expect(await run('select user_id::int from grade_memberships')).toEqual([{ user_id: ids.ada }, { user_id: ids.ada }]);
});

it('what was cut off before plans were told tells them when it goes on, or when it is given up', async () => {
  const told: unknown[] = [];
  const id = await put('remove', ['ada']);
  await run(`update people_change_entries set state = 'done'`);
  const payload = { school_id: school.id, id, by: ids.admin };
  await taskOf(told).run(payload, { isLastAttempt: false } as never);
  expect([told, await stateOf(id)]).toEqual([[`plan ${school.id}`], 'done']);
  const broken = { ...payload, id: await put('remove', ['ada']) };
  const changed = () => {
    throw new Error('no network');
  };
  await expect(taskOf(told, { changed }).run(broken, { isLastAttempt: true } as never)).rejects.toThrow('no network');
  expect([told, await stateOf(broken.id)]).toEqual([[`plan ${school.id}`, `plan ${school.id}`], 'failed']);
});

it('what fails is tried again, and broken off at the last attempt', async () => {
  const id = await put('logout', ['ada']);
  const payload = { school_id: school.id, id, by: ids.admin };
  const task = taskOf([], {
    endAllOf: () => {
      throw new Error('no sessions');
    },
  });
  for (const [isLastAttempt, state] of [
    [false, 'waiting'],
    [true, 'failed'],
  ] as const) {
    await expect(task.run(payload, { isLastAttempt } as never)).rejects.toThrow('no sessions');
    expect(await stateOf(id)).toBe(state);
  }
});

it('a role or class that is gone is given to nobody', async () => {
  const id = await put('add_role', ['ada'], { role_id: 999_999 });
  const other = await put('grade', ['ada'], { grade_id: 999_999 });
  await order(id, 'admin');
  await order(other, 'admin');
  expect([await read(id), await read(other)]).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
});

it('who has become somebody else between the look and the step is left out', async () => {
  const id = await put('lock', ['ada', 'ben', 'second', 'gone']);
  await run('update users set deleted_at = now() where id = $1', [ids.ada]);
  await run('update users set is_locked = true where id = $1', [ids.ben]);
  await run('update users set erased_at = now() where id = $1', [ids.gone]);
  await order(id, 'admin');
  const change = await read(id);
  expect(change).toMatchObject({ state: 'done', done: 0, skipped: 4, can: { undo: 0 } });
  const reasons = Object.fromEntries(change.people.map((one) => [one.id, one.reason]));
  const { ada = 0, ben = 0, second = 0, gone = 0 } = ids;
  expect(reasons).toEqual({ [ada]: 'changed', [ben]: 'same', [second]: 'administrator', [gone]: 'changed' });
});

it('who was archived since is not unlocked, stays counted as changed, and what another change made of them stays written', async () => {
  const first = await make('lock', ['ada', 'ben']);
  const second = await put('lock', ['ada']);
  await order(second, 'admin');
  expect(await read(second)).toMatchObject({ done: 0, skipped: 1, people: [{ reason: 'same' }] });
  expect(await read(first.id)).toMatchObject({ done: 2, skipped: 0, people: [] });
  await run('update users set deleted_at = now() where id = $1', [ids.ada]);
  const undone = await undo(first.id);
  expect(undone).toMatchObject({ done: 1, skipped: 0, total: 2, people: [{ id: ids.ada, reason: 'changed' }] });
  expect(await locked()).toEqual(['ada']);
});

it('the filters of the list are all meant at once, and what each kind of change needs is looked at for each', async () => {
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at)
     select $1, id, $2, '2026-08-01' from unnest($3::bigint[]) id`,
    [school.id, grades['7a'], [ids.ada, ids.ben, ids.office]],
  );
  await run('update users set is_locked = true where id = any($1)', [[ids.ada, ids.office]]);
  const look = async (kind: PeopleChangeKind, people: object, target: object = {}) => {
    const { concerned, skipped } = (await ask('POST', '/try', { kind, ...target, people })).body.data;
    return [concerned, ...skipped.map(({ reason, count }: { reason: string; count: number }) => `${count} ${reason}`)];
  };
  const grade_id = `${grades['7a']}`;
  const unlocked = (filters: object) => look('unlock', { filters });
  expect(await unlocked({ grade_id })).toEqual([2, '1 same']);
  expect(await unlocked({ grade_id, type: 'STUDENT' })).toEqual([1, '1 same']);
  expect(await unlocked({ grade_id, is_locked: 'true', role: 'EMPLOYEE', search: 'office' })).toEqual([1]);
  expect(await unlocked({ grade_id, is_locked: 'false' })).toEqual([0, '1 same']);
  expect(await unlocked({ is_deleted: 'true' })).toEqual([0]);
  const own = { ids: [ids.admin, ids.office] };
  expect(await look('grade', own, { grade_id: null })).toEqual([1, '1 same']);
  expect(await look('logout', own)).toEqual([2]);
  const role = { school_id: school.id, key: 'library', name: 'Library' };
  const { id: role_id } = await db().insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow();
  expect(await look('add_role', own, { role_id })).toEqual([1, '1 forbidden']);
  expect(await look('take_role', own, { role_id })).toEqual([0, '1 forbidden', '1 same']);
  await run('update users set deleted_at = now() where id = $1', [ids.gone]);
  expect(await look('lock', { ids: [ids.ada, ids.ben, ids.gone] })).toEqual([1, '1 forbidden', '1 same']);
  for (const kind of ['lock', 'remove'] as const)
    expect(await look(kind, { ids: [ids.admin, ids.ben, ids.second] })).toEqual([1, '1 administrator', '1 forbidden']);
});

it('an account returns if only archived people and other schools have its names, and not if somebody has its address', async () => {
  const foreign = await buildSchool(db(), 'meise');
  await run(`update users set email = username || '@amsel.test' where id = any($1)`, [[ids.ada, ids.ben]]);
  const { id } = await make('remove', ['ada', 'ben']);
  await buildUser(db(), foreign.id, 'ben', 'STUDENT');
  const old = await buildUser(db(), school.id, 'Ben', 'STUDENT');
  await run('update users set deleted_at = now() where id = $1', [old.id]);
  const other = await buildUser(db(), school.id, 'heir', 'STUDENT');
  await run(`update users set email = 'ADA@amsel.test' where id = $1`, [other.id]);
  expect(await undo(id)).toMatchObject({ done: 1, people: [{ id: ids.ada, reason: 'taken' }] });
  await run('update users set email = null, username = uuid::text where id = any($1)', [[other.id, old.id]]);
});

it('the log says of the change itself what was ordered and that it was taken back', async () => {
  const { id } = await make('lock', ['ada', 'second']);
  await undo(id);
  const entries = `select action, before, after from audit_log where entity = 'people_changes' and entity_id = $1 order by seq`;
  expect(await run(entries, [`${id}`])).toMatchObject([
    { action: 'users.changeMany', after: { kind: 'lock', people: 1 } },
    { action: 'users.undoMany', before: { state: 'done' }, after: { state: 'undoing' } },
  ]);
});

it('500 people are chosen one by one at most, 200 of those left out are named, and the latest 20 are listed', async () => {
  const chosen = (count: number) => ({
    kind: 'lock',
    people: { ids: Array.from({ length: count }, (_, at) => at + 1) },
  });
  expect((await ask('POST', '/try', chosen(500))).status).toBe(200);
  expect((await ask('POST', '/try', chosen(501))).status).toBe(422);
  await run(
    `insert into users (school_id, uuid, username, firstname, lastname, type, role, state, is_locked)
     select $1, gen_random_uuid(), 'crowd-' || n, 'Crowd', 'Crowd', 'STUDENT', 'STUDENT', 'ACTIVE', true
     from generate_series(1, 201) n`,
    [school.id],
  );
  const made = await ask('POST', '', { kind: 'lock', people: { filters: { type: 'STUDENT' } } });
  const change = await read(made.body.data.id);
  expect([change.skipped, change.people.length]).toEqual([201, 200]);
  for (let left = 20; left > 0; left -= 1) await put('lock', ['ada']);
  expect((await ask('GET', '')).body.data.map((one: PeopleChange) => one.id)).not.toContain(change.id);
});

it('who has become an administrator is not put back for somebody who is none', async () => {
  const { id } = await make('grade', ['ada', 'ben'], { grade_id: grades['7a'] });
  await run(`update people_changes set state = 'undoing'`);
  await run(`update users set role = 'ADMIN' where id = $1`, [ids.ada]);
  await order(id, 'office');
  const undone = await read(id);
  await run(`update users set role = 'STUDENT' where id = $1`, [ids.ada]);
  expect(undone).toMatchObject({ state: 'undone', done: 1, people: [{ id: ids.ada, reason: 'forbidden' }] });
});
