import { ACCESS_TOKEN_SECONDS, SESSION_SECONDS } from '@kreide/core/features/auth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { collectGarbage } from '../../../../../tests/support/garbage.ts';
import { buildSchool, buildUser } from '../../../../../tests/support/people.ts';
import { TEST_NOW } from '../../../../../tests/support/server.ts';
import { fixedClock } from '../../kernel/clock.ts';
import { createSessions } from './sessions.ts';

let test: TestDatabase;
let user: { school_id: number; id: number };

beforeAll(async () => {
  test = await createTestDatabase();
  const { kysely } = test.database;
  const school = await buildSchool(kysely, 'amsel');
  user = { school_id: school.id, id: (await buildUser(kysely, school.id, 'ada', 'STUDENT')).id };
});
afterAll(() => test.drop());

function setUp() {
  const { kysely } = test.database;
  const clock = fixedClock(TEST_NOW);
  const sessions = createSessions({ kysely, clock, secret: 'x'.repeat(40), announce: () => {} });
  const open = async () =>
    (await sessions.open(kysely, user, { stay: false, is_native: false, user_agent: null })).access_token;
  return { kysely, clock, sessions, open };
}

describe('sessions', () => {
  it('keep nothing of sessions that are over once they were tidied up', async () => {
    const { clock, sessions, open } = setUp();
    const dead = await Promise.all(Array.from({ length: 40 }, open));
    const held = await Promise.all(dead.map(async (token) => new WeakRef((await sessions.authenticate(token)) ?? {})));
    const left = () => held.filter((one) => one.deref() !== undefined).length;
    await collectGarbage();
    expect(left()).toBe(40);
    clock.advance(SESSION_SECONDS.short * 1000 + 1);
    expect(await sessions.prune()).toBe(40);
    await collectGarbage();
    expect(left()).toBe(0);
  });

  it('answer an access token from memory for an hour and no moment longer', async () => {
    const { clock, sessions, open } = setUp();
    const token = await open();
    const actor = await sessions.authenticate(token);
    expect(actor).toMatchObject({ user_id: user.id });
    clock.advance(ACCESS_TOKEN_SECONDS * 1000 - 1);
    expect(sessions.authenticate(token)).toBe(actor);
    clock.advance(1);
    expect(await sessions.authenticate(token)).toBeNull();
  });

  it('that end while they are looked up are not remembered', async () => {
    const { kysely, clock, sessions, open } = setUp();
    const token = await open();
    clock.advance(11 * 60_000);
    const ending = await kysely.startTransaction().execute();
    await ending.selectFrom('sessions').select('id').where('user_id', '=', user.id).forUpdate().execute();
    const lookup = Promise.resolve(sessions.authenticate(token));
    await vi.waitFor(async () => {
      const { rows } = await test.database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows).toHaveLength(1);
    });
    await ending.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    sessions.changed(user.id);
    await ending.commit().execute();
    await lookup;
    expect(await sessions.authenticate(token)).toBeNull();
  });
});
