import { ApiError } from '@kreide/core/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, PASSWORD } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { countFailure, type FailureKeys, pruneFailures, refuseWhileWaiting } from './failures.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The address of every call in this file. */
const ADDRESS = '127.0.0.1';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  for (const slink of ['amsel', 'drossel']) {
    const school = await buildSchool(kysely, slink);
    await buildUser(kysely, school.id, 'ada', 'STUDENT');
    await buildUser(kysely, school.id, 'ben', 'STUDENT');
  }
});
beforeEach(async () => {
  server.clock.set(TEST_NOW);
  await server.test.database.kysely.deleteFrom('sign_in_failures').execute();
});
afterAll(() => server.stop());

const login = (slink: string, username: string, password = PASSWORD) =>
  server.request('POST', '/v1/auth/login', { body: { slink, username, password, stayLoggedIn: false } });
const advance = (seconds: number) => server.clock.advance(seconds * 1000);
async function fail(keys: FailureKeys, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    await countFailure(server.test.database.kysely, keys, server.clock.now());
}
/** Seconds to wait, as reported to an attempt; 0: it is allowed. */
async function waitOf(keys: FailureKeys): Promise<number> {
  try {
    await refuseWhileWaiting(server.test.database.kysely, keys, server.clock.now());
    return 0;
  } catch (thrown) {
    const error = ApiError.from(thrown);
    expect(error.code).toBe('too_many');
    return error.retryAfter ?? Number.NaN;
  }
}

describe('failures of an account', () => {
  it('count for the person of that school, not for somebody of the same name at another [D-4.09]', async () => {
    for (let count = 0; count < 5; count += 1) expect((await login('amsel', 'ada', 'wrong')).status).toBe(422);
    expect((await login('amsel', 'ada')).status).toBe(429);
    expect((await login('drossel', 'ada')).status).toBe(200);
    // A sign-in at the other school resets nothing here.
    expect((await login('amsel', 'ada')).status).toBe(429);
    expect((await login('amsel', 'ben')).status).toBe(200);
  });

  it('count whatever way the name is written [D-4.09]', async () => {
    for (const name of ['ada', 'Ada', 'ADA ', ' aDa', 'ada'])
      expect((await login('amsel', name, 'wrong')).status).toBe(422);
    expect((await login('amsel', 'adA')).status).toBe(429);
  });

  it.each(['user', 'code'] as const)(
    'of scope %s double the wait up to 15 minutes and no further [D-4.09]',
    async (scope) => {
      const waits: number[] = [];
      const keys = { [scope]: 'amsel ada' };
      for (let count = 1; count <= 18; count += 1) {
        await fail(keys, 1);
        waits.push(await waitOf(keys));
      }
      expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
      await fail(keys, 60);
      expect(await waitOf(keys)).toBe(15 * MINUTE);
      advance(15 * MINUTE - 1);
      expect(await waitOf(keys)).toBe(1);
      advance(1);
      expect(await waitOf(keys)).toBe(0);
    },
  );

  it('are forgotten after a day in which nobody failed, not before [D-4.09]', async () => {
    const keys = { user: 'amsel ada' };
    await fail(keys, 8);
    advance(24 * HOUR - 1);
    await fail(keys, 1);
    expect(await waitOf(keys)).toBe(16);
    advance(24 * HOUR + 1);
    expect(await waitOf(keys)).toBe(0);
    await fail(keys, 4);
    expect(await waitOf(keys)).toBe(0);
    await fail(keys, 1);
    expect(await waitOf(keys)).toBe(1);
  });

  it('start anew with the right password, those of the address do not [D-4.09]', async () => {
    await fail({ user: 'amsel ada', address: ADDRESS }, 4);
    expect((await login('amsel', 'ada')).status).toBe(200);
    expect((await login('amsel', 'ada', 'wrong')).status).toBe(422);
    expect((await login('amsel', 'ada')).status).toBe(200);
    const { rows } = await server.test.database.pool.query('select scope, failures from sign_in_failures');
    expect(rows).toEqual([{ scope: 'address', failures: 5 }]);
  });
});

describe('failures of an address', () => {
  it('are free 300 times, for a whole school behind one, then everybody there waits [D-4.09]', async () => {
    await fail({ address: ADDRESS }, 298);
    expect((await login('amsel', 'ada', 'wrong')).status).toBe(422);
    expect((await login('amsel', 'ben')).status).toBe(200);
    expect((await login('drossel', 'ada', 'wrong')).status).toBe(422);
    for (const slink of ['amsel', 'drossel'])
      expect(await login(slink, 'ben')).toMatchObject({ status: 429, body: { error: { retry_after: 1 } } });
    expect(await waitOf({ user: 'amsel ben', address: '192.0.2.7' })).toBe(0);
    advance(1);
    expect((await login('amsel', 'ben')).status).toBe(200);
  });

  it.each(['address', 'feed'] as const)(
    'of scope %s wait five minutes at most and are forgotten after 15 [D-4.09]',
    async (scope) => {
      const keys = { [scope]: ADDRESS };
      await fail(keys, 299);
      expect(await waitOf(keys)).toBe(0);
      const waits: number[] = [];
      for (let count = 0; count < 11; count += 1) {
        await fail(keys, 1);
        waits.push(await waitOf(keys));
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
      advance(15 * MINUTE - 1);
      await fail(keys, 1);
      expect(await waitOf(keys)).toBe(300);
      advance(15 * MINUTE + 1);
      await fail(keys, 299);
      expect(await waitOf(keys)).toBe(0);
      await fail(keys, 1);
      expect(await waitOf(keys)).toBe(1);
    },
  );
});

describe('the nightly tidying', () => {
  it('removes counters of two days ago and leaves those that still slow somebody down', async () => {
    const { kysely } = server.test.database;
    await fail({ user: 'amsel ada' }, 9);
    advance(48 * HOUR);
    await fail({ user: 'amsel ben' }, 9);
    expect(await pruneFailures(kysely, server.clock.now())).toBe(0);
    advance(1);
    expect(await pruneFailures(kysely, server.clock.now())).toBe(1);
    expect(await waitOf({ user: 'amsel ben' })).toBe(15);
  });
});
