import { join } from 'node:path';
import type { PeopleChange, PeopleChangeDraft, PeopleChangeKind } from '@kreide/core/features/users';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { jobsDone } from '../../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { ROOT, startTestServer, TEST_NOW, type TestServer } from '../../../../../../tests/support/server.ts';
import { readTexts } from '../../../kernel/text/texts.ts';
import { insertChange, pruneChanges } from '../queries/changes.ts';
import { createChangeTask } from './task.ts';

let server: TestServer;
let school: BuiltSchool;
let foreign: BuiltSchool;
const ids: Record<string, number> = {};
const grades: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  foreign = await buildSchool(db(), 'meise');
  for (const [name, role, at = school] of [
    ['ada', 'STUDENT'],
    ['ben', 'STUDENT'],
    ['cem', 'STUDENT'],
    ['office', 'EMPLOYEE'],
    ['admin', 'ADMIN'],
    ['second', 'ADMIN'],
    ['zoe', 'STUDENT', foreign],
  ] as const)
    ids[name] = (await buildUser(db(), at.id, name, role)).id;
  for (const shortcut of ['7a', '7b']) {
    const values = { school_id: school.id, shortcut, source: 'manual' };
    grades[shortcut] = (await db().insertInto('grades').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }
  await run(
    `insert into user_permissions (school_id, user_id, permission, is_allowed) values ($1, $2, 'manage-users', true)`,
    [school.id, ids.office],
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  await run('delete from people_changes');
  await run('update users set is_locked = false, deleted_at = null, removed_at = null where id = any($1)', [
    Object.values(ids),
  ]);
  await run('delete from grade_memberships');
  await run('delete from user_roles');
  for (const name of ['admin', 'office']) tokens[name] = await signIn(server, 'amsel', name);
});

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, who = 'admin') =>
  server.request(method, `/v1/people-changes${path}`, { token: tokens[who], ...(body && { body }) });
const among = (...names: string[]) => ({ ids: names.map((name) => ids[name] ?? 0) });
type Draft = Omit<PeopleChangeDraft, 'people'> & { people: object };

/** Carries it out, and answers how it stands. */
async function make(draft: Draft, who = 'admin'): Promise<PeopleChange & { people: { id: number; reason: string }[] }> {
  const made = await ask('POST', '', draft, who);
  expect(made.status).toBe(200);
  return read(made.body.data.id);
}
async function read(id: number) {
  await jobsDone(server);
  return (await ask('GET', `/${id}`)).body.data;
}
async function undo(id: number, who = 'admin') {
  const { status } = await ask('PUT', `/${id}/undo`, undefined, who);
  expect(status).toBe(200);
  return read(id);
}
const locked = async () => {
  const rows = await run('select username from users where is_locked order by username');
  return rows.map(({ username }) => username);
};
const logged = () =>
  run(
    `select action, user_id, entity_id::int, before, after from audit_log
     where school_id = $1 and entity = 'users' order by seq desc`,
    [school.id],
  );

it('people are locked in the background and unlocked by taking it back; administrators are left out, and who was changed since', async () => {
  const draft = { kind: 'lock', people: among('ada', 'ben', 'second', 'zoe') } as const;
  const tried = await ask('POST', '/try', draft);
  expect(tried.body.data).toEqual({ concerned: 2, skipped: [{ reason: 'administrator', count: 1 }] });
  expect(await locked()).toEqual([]);
  const token = await signIn(server, 'amsel', 'ada');
  const come = async () => (await server.request('GET', '/v1/users/self', { token })).status;
  expect(await come()).toBe(200);
  const change = await make(draft);
  expect(await come()).toBe(401);
  expect(change).toMatchObject({ state: 'done', total: 3, done: 2, skipped: 1, can: { undo: 1 } });
  expect(change.people).toMatchObject([{ id: ids.second, reason: 'administrator' }]);
  expect(await locked()).toEqual(['ada', 'ben']);
  expect((await logged()).slice(0, 2)).toMatchObject(
    ['ben', 'ada'].map((name) => ({
      action: 'users.lock',
      user_id: ids.admin,
      entity_id: ids[name],
      before: { is_locked: false },
      after: { is_locked: true },
    })),
  );
  await run('update users set is_locked = false where id = $1', [ids.ben]);
  const undone = await undo(change.id);
  expect(undone).toMatchObject({ state: 'undone', done: 1, can: { undo: 0 } });
  expect(undone.people).toMatchObject([
    { id: ids.ben, reason: 'changed' },
    { id: ids.second, reason: 'administrator' },
  ]);
  expect(await locked()).toEqual([]);
  expect((await logged())[0]).toMatchObject({ entity_id: ids.ada, after: { is_locked: false } });
  expect((await ask('PUT', `/${change.id}/undo`)).body.error.code).toBe('not_undoable');
});

it('who is so already is left out, and a change about nobody is refused', async () => {
  await run('update users set is_locked = true where id = any($1)', [[ids.ada]]);
  const people = among('ada', 'ben');
  expect((await ask('POST', '/try', { kind: 'unlock', people })).body.data).toEqual({
    concerned: 1,
    skipped: [{ reason: 'same', count: 1 }],
  });
  expect(await make({ kind: 'unlock', people })).toMatchObject({ done: 1, skipped: 1 });
  expect((await ask('POST', '', { kind: 'unlock', people })).body.error.code).toBe('nobody_concerned');
  expect((await ask('POST', '', { kind: 'unlock', people: among('zoe') })).status).toBe(404);
  const nobody = { filters: { search: 'nobody at all' } };
  expect((await ask('POST', '', { kind: 'lock', people: nobody })).body.error.code).toBe('nobody_concerned');
});

it('all whom the filters of the list let through are changed, over more than one step and page', async () => {
  const many = Array.from({ length: 460 }, (_, index) => `many-${`${index}`.padStart(3, '0')}`);
  await run(
    `insert into users (school_id, uuid, username, firstname, lastname, type, role, state)
     select $1, gen_random_uuid(), name, 'Many', name, 'STUDENT', 'STUDENT', 'ACTIVE' from unnest($2::text[]) name`,
    [school.id, many],
  );
  const people = { filters: { search: 'many' } };
  const change = await make({ kind: 'lock', people });
  expect(change).toMatchObject({ state: 'done', total: 460, done: 460, skipped: 0 });
  expect(await locked()).toEqual(many);
  expect(await undo(change.id)).toMatchObject({ state: 'undone', done: 460 });
  expect(await locked()).toEqual([]);
  await run('update users set deleted_at = now(), is_locked = false where username = any($1)', [many]);
});

it('people come into a class from today on, and back into what they had, also what was to come', async () => {
  const { body } = await ask('POST', '', { kind: 'grade', people: among('ada') });
  expect(body.error.issues).toMatchObject([{ path: 'body.grade_id' }]);
  for (const target of [{ grade_id: 1 }, { role_id: 1 }])
    expect((await ask('POST', '', { kind: 'lock', ...target, people: among('ada') })).status).toBe(422);
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at, ends_at)
     values ($1, $2, $3, '2026-08-01', '2027-01-31'), ($1, $2, $4, '2027-02-01', null)`,
    [school.id, ids.ada, grades['7a'], grades['7b']],
  );
  const all = () =>
    run('select user_id, grade_id, begins_at::text, ends_at::text from grade_memberships order by 1, 3');
  const before = await all();
  const change = await make({ kind: 'grade', grade_id: grades['7b'] ?? 0, people: among('ada', 'ben') });
  expect(change).toMatchObject({ target: '7b', done: 2 });
  const came = { grade_id: grades['7b'], begins_at: '2026-11-18', ends_at: null };
  expect(await all()).toMatchObject([
    { grade_id: grades['7a'], begins_at: '2026-08-01', ends_at: '2026-11-17' },
    came,
    came,
  ]);
  const move = { before: { grade_id: grades['7a'] }, after: { grade_id: grades['7b'], begins_at: '2026-11-18' } };
  expect((await logged())[1]).toMatchObject({ action: 'users.grade', entity_id: ids.ada, ...move });
  expect(await undo(change.id)).toMatchObject({ state: 'undone', done: 2 });
  expect((await logged())[1]).toMatchObject({ entity_id: ids.ada, before: { grade_id: grades['7b'] }, after: null });
  expect(await all()).toEqual(before);
  const out = await make({ kind: 'grade', grade_id: null, people: among('ada', 'ben') });
  expect(out).toMatchObject({ target: '', done: 1, skipped: 1 });
  expect(await all()).toMatchObject([{ grade_id: grades['7a'], ends_at: '2026-11-17' }]);
  expect((await ask('POST', '', { kind: 'grade', grade_id: 999_999, people: among('ada') })).status).toBe(404);
  const mixed = { kind: 'grade', grade_id: grades['7a'] ?? 0, people: among('ben', 'office') } as const;
  expect((await ask('POST', '/try', mixed)).body.data).toEqual({
    concerned: 1,
    skipped: [{ reason: 'pupils', count: 1 }],
  });
});

it('roles are given and taken by those who may, and not given again by somebody who may not', async () => {
  const made = (name: string, permissions: string[]) =>
    server.request('POST', `/v1/schools/${school.id}/roles`, { token: tokens.admin, body: { name, permissions } });
  const role = (await made('Library', ['view-audit-log'])).body.data.id as number;
  const people = among('ada', 'ben');
  expect((await ask('POST', '', { kind: 'add_role', role_id: role, people }, 'office')).status).toBe(403);
  expect((await ask('POST', '', { kind: 'add_role', people })).body.error.issues).toMatchObject([
    { path: 'body.role_id' },
  ]);
  expect((await ask('POST', '', { kind: 'add_role', role_id: 999_999, people })).status).toBe(404);
  const builtIn = (await run(`select id::int from roles where school_id = $1 and key = 'ADMIN'`, [school.id]))[0]?.id;
  expect((await ask('POST', '', { kind: 'add_role', role_id: builtIn, people })).status).toBe(404);
  const held = async () => (await run('select user_id::int from user_roles order by 1')).map(({ user_id }) => user_id);
  const given = await make({ kind: 'add_role', role_id: role, people });
  expect(given).toMatchObject({ target: 'Library', done: 2 });
  expect(await held()).toEqual([ids.ada, ids.ben]);
  const roles = { action: 'users.setRoles', user_id: ids.admin, before: { roles: null }, after: { roles: 'Library' } };
  const entries = (await logged()).filter(({ action }) => action === roles.action);
  expect(entries.map(({ entity_id, ...entry }) => [entity_id, entry])).toEqual([
    [ids.ben, roles],
    [ids.ada, roles],
  ]);
  const taken = await make({ kind: 'take_role', role_id: role, people: among('ben', 'cem') });
  expect(taken).toMatchObject({ done: 1, skipped: 1 });
  expect((await ask('PUT', `/${taken.id}/undo`, undefined, 'office')).status).toBe(403);
  expect(await held()).toEqual([ids.ada]);
  const [before, after] = [{ roles: 'Library' }, { roles: null }];
  expect((await logged())[0]).toMatchObject({ entity_id: ids.ben, before, after });
  await undo(taken.id);
  expect((await logged())[0]).toMatchObject({ entity_id: ids.ben, before: after, after: before });
  expect(await held()).toEqual([ids.ada, ids.ben]);
  await undo(given.id);
  expect(await held()).toEqual([]);
});

it('who takes a change back changes only those whom they may change', async () => {
  await run(
    `insert into grade_memberships (school_id, user_id, grade_id, begins_at)
     select $1, id, $2, '2026-08-01' from unnest($3::bigint[]) id`,
    [school.id, grades['7a'], [ids.ada, ids.second]],
  );
  const change = await make({ kind: 'grade', grade_id: null, people: among('ada', 'second') });
  expect(change.done).toBe(2);
  const undone = await undo(change.id, 'office');
  expect(undone).toMatchObject({ state: 'undone', done: 1 });
  expect(undone.people).toMatchObject([{ id: ids.second, reason: 'forbidden' }]);
  const kept = await run('select user_id::int from grade_memberships where ends_at is null');
  expect(kept).toEqual([{ user_id: ids.ada }]);
});

it('people are archived and return, unless somebody else has their username by then', async () => {
  const change = await make({ kind: 'remove', people: among('ada', 'ben', 'admin', 'second') });
  expect(change).toMatchObject({ done: 2, skipped: 2 });
  expect(change.people).toMatchObject([
    { id: ids.admin, reason: 'forbidden' },
    { id: ids.second, reason: 'administrator' },
  ]);
  const gone = () =>
    run('select username from users where deleted_at is not null and id = any($1) order by 1', [Object.values(ids)]);
  expect(await gone()).toEqual([{ username: 'ada' }, { username: 'ben' }]);
  const [living, archived] = [{ deleted_at: null }, { deleted_at: new Date(TEST_NOW).toISOString() }];
  const entry = { action: 'users.remove', entity_id: ids.ben, before: living, after: archived };
  expect((await logged())[0]).toMatchObject(entry);
  expect(
    await run('select id from users where removed_at = deleted_at and username = any($1)', [['ada', 'ben']]),
  ).toHaveLength(2);
  const other = await buildUser(db(), school.id, 'Ada', 'STUDENT');
  const undone = await undo(change.id);
  expect(undone.done).toBe(1);
  expect(undone.people).toMatchObject([{ id: ids.ada, reason: 'taken' }, { id: ids.admin }, { id: ids.second }]);
  expect(await gone()).toEqual([{ username: 'ada' }]);
  const recovered = { ...entry, action: 'users.recover', before: archived, after: living };
  expect((await logged())[0]).toMatchObject(recovered);
  await run('update users set deleted_at = now() where id = $1', [other.id]);
});

it('people are signed out everywhere, which nobody takes back', async () => {
  const signedIn = await Promise.all(['ada', 'ben'].map((name) => signIn(server, 'amsel', name)));
  const change = await make({ kind: 'logout', people: among('ada', 'ben') });
  expect(change).toMatchObject({ done: 2, can: { undo: 0 } });
  for (const token of signedIn) expect((await server.request('GET', '/v1/users/self', { token })).status).toBe(401);
  expect((await ask('PUT', `/${change.id}/undo`)).body.error.code).toBe('not_undoable');
});

it('the latest are listed for 30 days, and another school has none of them', async () => {
  const first = await make({ kind: 'lock', people: among('ada') });
  const second = await make({ kind: 'unlock', people: among('ada') });
  expect((await ask('GET', '')).body.data.map(({ id }: PeopleChange) => id)).toEqual([second.id, first.id]);
  await buildUser(db(), foreign.id, 'chief', 'ADMIN');
  tokens.chief = await signIn(server, 'meise', 'chief');
  expect((await ask('GET', '', undefined, 'chief')).body.data).toEqual([]);
  for (const [method, path] of [
    ['GET', `/${first.id}`],
    ['PUT', `/${first.id}/undo`],
  ] as const)
    expect((await ask(method, path, undefined, 'chief')).status).toBe(404);
  expect(await pruneChanges(db(), new Date('2026-11-18T09:10:00Z'))).toBe(0);
  expect(await pruneChanges(db(), new Date('2026-11-18T09:10:01Z'))).toBe(2);
});

it('what broke off is taken back for those whom it has changed', async () => {
  const change = await make({ kind: 'lock', people: among('ada', 'ben') });
  await run(`update people_changes set state = 'failed'`);
  await run(`update people_change_entries set state = 'waiting' where user_id = $1`, [ids.ben]);
  expect((await ask('GET', `/${change.id}`)).body.data).toMatchObject({ state: 'failed', done: 1, can: { undo: 1 } });
  expect(await undo(change.id)).toMatchObject({ state: 'undone', done: 1 });
  expect(await locked()).toEqual(['ben']);
});

it('goes on where it was cut off, and changes nobody who became an administrator meanwhile unless one has ordered it', async () => {
  const change = await make({ kind: 'lock', people: among('ada', 'ben', 'cem') }, 'office');
  await run('update users set is_locked = false where id = any($1)', [[ids.ben, ids.cem]]);
  await run(`update people_change_entries set state = 'waiting' where user_id = any($1)`, [[ids.ben, ids.cem]]);
  await run(`update people_changes set state = 'waiting', kind = 'grade', grade_id = $1`, [grades['7a']]);
  await run(`update users set role = 'ADMIN' where id = $1`, [ids.cem]);
  const order = (by?: number) =>
    run(`select graphile_worker.add_job('users:change-many', $1::json)`, [
      JSON.stringify({ school_id: school.id, id: change.id, by }),
    ]);
  await order(ids.office);
  const found = await read(change.id);
  await run(`update users set role = 'STUDENT' where id = $1`, [ids.cem]);
  expect(found).toMatchObject({ state: 'done', done: 2, skipped: 1 });
  expect(found.people).toMatchObject([{ id: ids.cem, reason: 'forbidden' }]);
  expect(await run('select user_id::int from grade_memberships')).toEqual([{ user_id: ids.ben }]);
});

it('is about ten thousand people at most, on trial and in earnest, and about each once', async () => {
  const add = (first: number, last: number) =>
    run(
      `insert into users (school_id, uuid, username, firstname, lastname, type, role, state)
       select $1, gen_random_uuid(), 'crowd-' || n, 'Crowd', 'Crowd', 'STUDENT', 'STUDENT', 'ACTIVE'
       from generate_series($2::int, $3::int) n`,
      [school.id, first, last],
    );
  const draft = { kind: 'unlock', people: { filters: { search: 'crowd' } } } as const;
  await add(1, 10_000);
  expect((await ask('POST', '/try', draft)).body.data.skipped).toEqual([{ reason: 'same', count: 10_000 }]);
  await add(10_001, 10_001);
  for (const path of ['/try', '']) expect((await ask('POST', path, draft)).body.error.code).toBe('too_many_people');
  const twice = { kind: 'lock', people: among('ada', 'ada') } as const;
  expect((await ask('POST', '/try', twice)).body.data).toEqual({ concerned: 1, skipped: [] });
});

it('every process looks the rights of the changed up anew, plans follow classes, and pages follow roles', async () => {
  const told: unknown[] = [];
  const task = createChangeTask({
    database: server.test.database,
    clock: server.clock,
    texts: readTexts(join(ROOT, 'locales')),
    sessions: { changed: (id: number) => told.push(id), endAllOf: async () => 0 } as never,
    planChanged: (id) => told.push(`plan ${id}`),
  });
  const carryOut = async (kind: PeopleChangeKind, target: { grade_id?: number; role_id?: number } = {}) => {
    told.length = 0;
    const values = { kind, ...target, school_id: school.id, created_by: ids.admin ?? 0, created_at: TEST_NOW };
    const id = await insertChange(db(), values, [{ user_id: ids.ada ?? 0, reason: null }]);
    await task.run({ school_id: school.id, id, by: ids.admin }, { isLastAttempt: true } as never);
    return [...told];
  };
  const plan = `plan ${school.id}`;
  await run('delete from outbox');
  expect(await carryOut('lock')).toEqual([ids.ada]);
  expect(await carryOut('grade', { grade_id: grades['7a'] ?? 0 })).toEqual([ids.ada, plan]);
  expect(await carryOut('lock')).toEqual([]);
  const role = (await run(`select id::int from roles where school_id = $1 and name = 'Library'`, [school.id]))[0]?.id;
  expect(await run(`select event from outbox where event = 'users.rights'`)).toEqual([]);
  expect(await carryOut('add_role', { role_id: role })).toEqual([ids.ada]);
  expect(await run(`select event, audience from outbox where event = 'users.rights'`)).toEqual([
    { event: 'users.rights', audience: [`user:${ids.ada}`] },
  ]);
  expect(await carryOut('remove')).toEqual([ids.ada, plan]);
});
