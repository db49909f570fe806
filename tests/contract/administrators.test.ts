import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPENID } from '../support/drivers.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../support/people.ts';
import { savePeople, uploadPeople } from '../support/people-imports.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let boss: number;
const tokens: Record<string, string> = {};
const NOBODY = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  const { id: user_id } = await buildUser(kysely, school.id, 'office', 'EMPLOYEE');
  for (const permission of ['manage-users', 'edit-school'])
    await kysely
      .insertInto('user_permissions')
      .values({ school_id: school.id, user_id, permission, is_allowed: true })
      .execute();
  boss = (await buildUser(kysely, school.id, 'boss', 'ADMIN')).id;
  await run('update users set password_hash = null where id = $1', [boss]);
  for (const name of ['admin', 'office']) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());

const run = (text: string, values: unknown[]) => server.test.database.pool.query(text, values);
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/${path}`, { token: tokens[who], ...(body === undefined ? {} : { body }) });

describe('the account of an administrator is out of reach for an office that manages people and the school', () => {
  it('by a code: who has the code of an account has the account', async () => {
    const make = (who: string) => call(who, 'POST', 'activationkeys', { kind: 'account', user_ids: [boss] });
    expect((await make('office')).status).toBe(403);
    expect((await make('admin')).status).toBe(200);
  });

  it('by an import: an address or a key would open the account', async () => {
    const importing = { server, token: tokens.admin ?? '', schoolId: school.id };
    const head = 'ID;Nachname;Vorname;Geburtsdatum;Klasse';
    await savePeople(importing, await uploadPeople(importing, [head, '3;Groß;Zoë;29.02.2016;5a']));
    await run(`update users set role = 'ADMIN' where firstname = 'Zoë' and school_id = $1`, [school.id]);
    await run('update user_import_identities set external_id = null where school_id = $1', [school.id]);
    const list = [head, '33;Groß;Zoë;29.02.2016;5a'];
    const { counts } = await uploadPeople({ ...importing, token: tokens.office ?? '' }, list);
    expect(counts).toMatchObject({ new: 0, changed: 0, unchanged: 1, ambiguous: 0 });
    expect((await call('admin', 'DELETE', `schools/${school.id}/csv-users`)).status).toBeLessThan(300);
    expect((await uploadPeople(importing, list)).counts).toMatchObject({ changed: 1, unchanged: 0 });
  });

  it('by a decision about a list that an administrator has brought, whose rows that concern one are theirs', async () => {
    const importing = { server, token: tokens.admin ?? '', schoolId: school.id };
    const head = 'ID;Nachname;Vorname;Geburtsdatum;Klasse';
    await savePeople(importing, await uploadPeople(importing, [head, '8;Klein;Ida;01.03.2016;5a']));
    const [zoe, ida] = (
      await run(`select id from users where school_id = $1 and firstname in ('Zoë', 'Ida') order by role`, [school.id])
    ).rows.map(({ id }) => Number(id));
    const list = [head, '7;Klar;Zoë;29.02.2016;5a', '9;Klein;Ida;01.03.2016;5a', '10;Neu;Nils;01.04.2016;5a'];
    const { counts } = await uploadPeople(importing, list);
    expect(counts).toMatchObject({ ambiguous: 2, new: 1 });
    const users = `schools/${school.id}/csv-users`;
    const { body } = await call('office', 'GET', `${users}/matching-users?automatched=false`);
    const keyOf = (user?: number) =>
      body.data.find(({ candidates }: { candidates: { id: number }[] }) => candidates.some(({ id }) => id === user))
        ?.key;
    const [ofBoss, ofPupil] = [keyOf(zoe), keyOf(ida)];
    const merge = (who: string, key: string, user?: number) =>
      call(who, 'POST', `${users}/users/${user}/merge`, { key });
    const make = (who: string, keys: string[]) => call(who, 'POST', `${users}/import-users`, { keys });
    // Another row may not be said to be an administrator, nor theirs to be somebody else, or nobody.
    const refused = [
      await merge('office', ofBoss, zoe),
      await merge('office', ofPupil, zoe),
      await merge('office', ofBoss, ida),
      await make('office', [ofPupil, ofBoss]),
      await call('office', 'DELETE', `${users}/users/${zoe}`),
      await call('office', 'POST', `${users}/users`, { user_ids: [zoe] }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await merge('office', ofPupil, ida)).status).toBe(200);
    expect((await merge('admin', ofBoss, zoe)).status).toBe(200);
    // What an administrator has decided stays.
    expect((await make('office', [ofBoss])).status).toBe(403);
    expect((await call('admin', 'DELETE', users)).status).toBeLessThan(300);
  });

  it('by a deletion that they asked for: only another one decides of it', async () => {
    await run('insert into deletion_requests (school_id, user_id, email, submitted_at) values ($1, $2, $3, $4)', [
      school.id,
      boss,
      'boss@home.example',
      server.clock.now(),
    ]);
    for (const path of ['approve-deletion', 'cancel-deletion'])
      expect((await call('office', 'PUT', `users/${boss}/${path}`)).status, path).toBe(403);
    expect((await call('office', 'GET', `users/${boss}/deletion-status`)).status).toBe(403);
    expect((await call('admin', 'PUT', `users/${boss}/cancel-deletion`)).status).toBeLessThan(300);
  });

  it('by a service of their own, through which the school would sign in', async () => {
    const path = `schools/${school.id}/auth-driver`;
    const settings = {
      ...OPENID,
      name: 'S',
      issuer: 'https://service.invalid',
      client: 'c',
      client_secret: null,
      scope: 'openid',
    };
    const trial = { ...settings, match_claim: 'sub', match_field: 'username' };
    const draft = { ...trial, is_on: true, passwords: 'EVERYBODY', password: PASSWORD, updated_at: null };
    expect((await call('admin', 'PUT', `${path}/settings`, draft)).body.data.can).toEqual({ update: 1 });
    expect((await call('office', 'GET', `${path}/settings`)).body.data.can).toEqual({ update: 0 });
    const answers = [
      await call('office', 'PUT', `${path}/settings`, draft),
      await call('office', 'POST', `${path}/test`, trial),
      await call('office', 'DELETE', `${path}/settings`),
      await call('office', 'GET', `${path}/trials/${NOBODY}`),
      await call('office', 'GET', `${path}/proposals`),
      await call('office', 'POST', `${path}/proposals/${NOBODY}/accept`),
      await call('office', 'POST', `${path}/proposals/${NOBODY}/refuse`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  });
});
