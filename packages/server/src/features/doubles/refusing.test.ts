import { randomBytes } from 'node:crypto';
import type { Comparison } from '@kreide/core/features/doubles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Doubles, startDoubles } from '../../../../../tests/support/doubles.ts';
import { signIn } from '../../../../../tests/support/people.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.server.stop());

it('no way in of the one who goes opens the account that stays, and none of its rights', async () => {
  const { server, make, merge, put, rowsOf } = doubles;
  const [from, into] = [await make('TEACHER'), await make('TEACHER')];
  const { id: role_id } = await put('roles', { name: 'Heads' });
  const started = await put('people_changes', { kind: 'lock', state: 'done' });
  const list = await put('user_imports', { state: 'SAVED' });
  const session = await signIn(server, 'amsel', from.username);
  await put('identity_tenants', {});
  const { id: client_id } = await put('identity_clients', {});
  const [{ session_id }] = await rowsOf('sessions', from, 'id as session_id');
  const tables = {
    app_passwords: { purpose: 'program' },
    password_resets: {},
    second_factors: {},
    passkeys: {},
    joined_accounts: {},
    identity_grants: { client_id, session_id },
    email_changes: {},
    deletion_requests: {},
    devices: { type: 'web', push_notification_consent: 'ACCEPTED', token_hash: 'fill' },
    user_roles: { role_id },
    user_permissions: { permission: 'send-push', is_allowed: true },
    people_change_entries: { change_id: started.id, state: 'done' },
    user_import_changes: { import_id: list.id },
  } as const;
  for (const [table, values] of Object.entries(tables))
    await put(table, {
      ...values,
      ...('token_hash' in values && { token_hash: randomBytes(8) }),
      ...(table === 'passkeys' && { credential_id: 'gone' }),
      user_id: from.id,
    });
  await put('former_keys', { source: 'lists', key: 'before', user_id: from.id });
  await put('activation_keys', { kind: 'account', user_id: from.id });
  const merged = await merge(from, into, ['sign_in', 'phone', 'language']);
  expect(merged.status, merged.text).toBe(200);
  for (const table of [...Object.keys(tables), 'sessions', 'activation_keys'])
    expect(await rowsOf(table, into, '1'), table).toEqual([]);
  expect(await rowsOf('former_keys', into, 'key')).toEqual([{ key: 'before' }]);
  expect((await server.request('GET', '/v1/users/self', { token: session })).status).toBe(401);
  // The name with its password was taken.
  expect(await signIn(server, 'amsel', from.username)).toEqual(expect.any(String));
});

it('who was signed in with a name and password that are replaced is signed out, and comes back by no other door', async () => {
  const { server, make, merge, put, rowsOf } = doubles;
  const taken = [await make('TEACHER'), await make('TEACHER')] as const;
  const kept = [await make('TEACHER'), await make('TEACHER')] as const;
  const ways = {
    joined_accounts: 1,
    app_passwords: { purpose: 'program' },
    password_resets: 1,
    second_steps: 1,
    known_senders: { kind: 'device' },
  };
  const lost: Record<string, unknown> = {};
  for (const [[from, into], takes] of [
    [taken, ['sign_in']],
    [kept, ['name']],
  ] as const) {
    const session = await signIn(server, 'amsel', into.username);
    const [{ id: session_id }] = await rowsOf('sessions', into, 'id');
    for (const [table, values] of Object.entries(ways))
      await put(table, {
        user_id: into.id,
        ...(typeof values === 'object' && values),
        ...(table === 'password_resets' && { token_hash: randomBytes(8) }),
      });
    const merged = await merge(from, into, [...takes]);
    expect(merged.status, merged.text).toBe(200);
    const gone = [];
    for (const table of Object.keys(ways)) if ((await rowsOf(table, into, '1')).length === 0) gone.push(table);
    const { status } = await server.request('GET', '/v1/users/self', { token: session });
    lost[takes[0]] = {
      status,
      gone,
      sessions: (await rowsOf('sessions', into, 'id')).filter(({ id }) => id === session_id),
    };
  }
  expect(lost.sign_in).toEqual({ status: 401, gone: Object.keys(ways), sessions: [] });
  expect(lost.name).toMatchObject({ status: 200, gone: [] });
});

it('a running import, another role, an archived account and a change since compared refuse', async () => {
  const { run, make, ask, merge, put } = doubles;
  const [from, into] = [await make('EMPLOYEE'), await make('EMPLOYEE')];
  const code = async (answer: ReturnType<Doubles['merge']>) => (await answer).body.error?.code;
  const { id } = await put('user_imports', { state: 'SAVING' });
  expect(await code(merge(from, into))).toBe('people_changes_running');
  await run(`update user_imports set state = 'SAVED' where school_id = $1 and id = $2`, [id]);
  const other = await make('ADMIN');
  expect(await code(merge(from, other))).toBe('not_same_kind');
  const { revision, people } = (await ask('GET', `/${from.id}/${into.id}`)).body.data as Comparison;
  const body = { from_id: from.id, takes: [], name: people[0].displayname, revision };
  const changes: [string, string][] = [
    [
      `update users set phone = '1' where school_id = $1 and id = $2`,
      `update users set phone = null where school_id = $1 and id = $2`,
    ],
    [
      `insert into user_import_identities (school_id, user_id, source, external_id) values ($1, $2, 's', 'N')`,
      'delete from user_import_identities where school_id = $1 and user_id = $2',
    ],
  ];
  for (const [change, back] of changes) {
    await run(change, [into.id]);
    expect((await ask('POST', `/${into.id}/merge`, body)).body.error?.code).toBe('accounts_changed');
    await run(back, [into.id]);
  }
  await run('update users set deleted_at = now() where school_id = $1 and id = $2', [from.id]);
  expect(await code(merge(from, into))).toBe('not_found');
});

it('the last who can administer the school stays one who can', async () => {
  const { school, run, make, merge } = doubles;
  const { admin } = school.people;
  const code = async (answer: ReturnType<Doubles['merge']>) => (await answer).body.error?.code;
  await run(`update users set is_locked = true where school_id = $1 and role = 'ADMIN' and id <> $2`, [admin.id]);
  const pending = await make('ADMIN');
  await run(`update users set state = 'PENDING', password_hash = null where school_id = $1 and id = $2`, [pending.id]);
  expect(await code(merge(pending, admin, ['sign_in']))).toBe('last_administrator');
  expect((await merge(pending, admin)).status).toBe(200);
});
