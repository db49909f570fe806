import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, register, signInAt, switchOn } from '../../../../../tests/support/identity-provider.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { consumeArtifact, makeRoom, pruneArtifacts } from './queries/artifacts.ts';
import { eraseGrants, grantData, pruneGrants } from './queries/grants.ts';
import { pruneKeys } from './queries/tenants.ts';

let server: TestServer;
let school: BuiltSchool;
let other: BuiltSchool;
let ada: BuiltUser;
let ben: BuiltUser;
const db = () => server.test.database.kysely;
const count = async (table: string, where = 'true') =>
  Number((await server.test.database.pool.query(`select count(*) from ${table} where ${where}`)).rows[0].count);

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  other = await buildSchool(db(), 'drossel');
  for (const one of [school, other]) await buildUser(db(), one.id, 'admin', 'ADMIN');
  ada = await buildUser(db(), school.id, 'ada', 'STUDENT');
  ben = await buildUser(db(), school.id, 'ben', 'STUDENT');
  const admin = await signIn(server, 'amsel', 'admin');
  const { issuer } = (await switchOn(server, school, admin)).addresses;
  await switchOn(server, other, await signIn(server, 'drossel', 'admin'));
  const one = await connect(issuer, await register(server, school, admin));
  for (const who of ['ada', 'ben']) await signInAt(server, one, await signIn(server, 'amsel', who));
});
afterAll(() => server.stop());

describe('what is stored of sign-ins', () => {
  it('is told to its person alone, and goes with them alone', async () => {
    const key = (one: BuiltUser) => ({ school_id: school.id, user_id: one.id });
    const told = async (one: BuiltUser) => grantData.identity_grants?.(db(), key(one), (() => '') as never);
    expect(await told(ada)).toEqual([{ name: 'Lernplattform', created_at: expect.any(String) }]);
    await eraseGrants(db(), { ...key(ada), school_id: other.id });
    expect(await told(ada)).toHaveLength(1);
    await eraseGrants(db(), key(ada));
    expect([await told(ada), (await told(ben))?.length]).toEqual([[], 1]);
  });

  it('is used once: who comes second is told so', async () => {
    const where = { school_id: school.id, kind: 'AccessToken' as const };
    const { key } = await db()
      .selectFrom('identity_artifacts')
      .select('key')
      .where('kind', '=', where.kind)
      .executeTakeFirstOrThrow();
    const use = () => consumeArtifact(db(), { ...where, key }, server.clock.now());
    expect([await use(), await use()]).toEqual([true, false]);
  });

  it('has room for so many that are begun: the oldest of the school goes, nothing of another', async () => {
    const begin = async (at: BuiltSchool, number: number, minutes: number) =>
      server.test.database.pool.query(
        `insert into identity_artifacts (school_id, kind, key, payload, expires_at)
          select $1, 'Interaction', gen_random_uuid(), '{}', $2::timestamptz + n * interval '1 ms' from generate_series(1, $3::int) n`,
        [at.id, new Date(server.clock.now().getTime() + minutes * 60_000), number],
      );
    const begun = (at: BuiltSchool) => count('identity_artifacts', `school_id = ${at.id} and kind = 'Interaction'`);
    await server.test.database.pool.query("delete from identity_artifacts where kind = 'Interaction'");
    await begin(other, 2, 5);
    await begin(other, 3, -5);
    await begin(school, 3, -5);
    await begin(school, 5003, 10);
    await makeRoom(db(), school.id, server.clock.now());
    expect([await begun(school), await begun(other)]).toEqual([5001, 5]);
  });

  it('goes at its end and not before', async () => {
    const run = (text: string) => server.test.database.pool.query(text);
    const end = new Date(server.clock.now().getTime() + 60_000);
    const after = new Date(end.getTime() + 1);
    await run('update identity_keys set ends_at = null');
    for (const table of ['identity_grants', 'identity_artifacts'])
      await run(`update ${table} set expires_at = '${end.toISOString()}'`);
    await run(`update identity_keys set ends_at = '${end.toISOString()}' where school_id = ${other.id}`);
    for (const prune of [pruneArtifacts, pruneGrants, pruneKeys]) expect(await prune(db(), end)).toBe(0);
    // What it has signed is believed for 31 days more where somebody signs out with it.
    const gone = end.getTime() + 31 * 24 * 60 * 60 * 1000;
    expect(await pruneKeys(db(), new Date(gone))).toBe(0);
    expect(await pruneKeys(db(), new Date(gone + 1))).toBe(1);
    expect(await pruneGrants(db(), after)).toBe(1);
    expect(await count('identity_artifacts', 'grant_key is not null')).toBe(0);
    expect(await pruneArtifacts(db(), after)).toBeGreaterThan(0);
    expect([await count('identity_artifacts'), await count('identity_keys')]).toEqual([0, 1]);
  });
});
