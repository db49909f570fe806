import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../packages/server/src/kernel/data/database.ts';
import { signIn } from '../support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../support/plan-school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { seenStatements, UNJUDGED, unboundIn } from '../support/wall/wall.ts';

/** A school's column compared with a value of its own; one that is set to a value is no condition. */
const BINDING =
  /(?<!\bset "?)(?<!\w)(?:"?\w+"?\.)?"?school_id"? = (?:any\(\$\d+(?:::\w+(?:\[\])?)?\)|\$\d+(?:::\w+(?:\[\])?)?)/gi;

let server: TestServer;
let school: PlanSchool;
beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  const token = await signIn(server, 'amsel', 'admin');
  const get = async (path: string) => expect((await server.request('GET', path, { token })).status, path).toBe(200);
  await get('/v1/users/self');
  await get('/v1/users/self/feed/news');
  await get('/v1/subscriptions');
  await get(`/v1/schools/${school.id}/uploads`);
  await get(`/v1/schools/${school.id}/public-access`);
});
afterAll(() => server.stop());

describe('between schools stands a second wall', () => {
  it('a statement of a server that names no school does not reach the database [D-4.06]', async () => {
    await using database = openDatabase(server.test.connectionString, { poolSize: 1 });
    await expect(database.kysely.selectFrom('news').select('id').execute()).rejects.toThrow('names no school for news');
    await expect(database.pool.query('delete from users where id = $1', [0])).rejects.toThrow(
      'names no school for users',
    );
    const own = database.kysely.selectFrom('users').select('id').where('school_id', '=', school.id);
    await expect(own.execute()).resolves.not.toEqual([]);
  });

  it('notices each condition on a school that is forgotten, in every statement of the server [D-4.06]', () => {
    const changesUnjudged = new RegExp(`^\\s*(delete from|update) "?(${Object.keys(UNJUDGED).join('|')})\\b`);
    const judged = seenStatements().filter(
      (statement) => /\b(from|update|delete)\b/i.test(statement) && !changesUnjudged.test(statement),
    );
    const bound = judged.filter((statement) => statement.match(BINDING) && !/^\s*insert/i.test(statement));
    expect(bound.length).toBeGreaterThanOrEqual(20);
    const mutants = bound.flatMap((statement) => {
      const all = statement.replaceAll(BINDING, 'true');
      // Where there is one condition only, nothing else may hold the statement to its school either.
      return statement.match(BINDING)?.length === 1
        ? [all, statement.replace(BINDING, 'school_id is not null')]
        : [all];
    });
    expect(mutants.filter((mutant) => unboundIn(mutant).length === 0)).toEqual([]);
  });
});
