import { ApiError } from '@kreide/core/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { TEST_NOW } from '../../../../../tests/support/server.ts';
import { fixedClock } from '../../kernel/clock.ts';
import { toNetwork } from '../../kernel/http/network.ts';
import { type FailureKeys, findWaits, giveBack, pruneFailures, reserveAttempt } from './failures.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let test: TestDatabase;
const clock = fixedClock(TEST_NOW);

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  clock.set(TEST_NOW);
  await test.database.kysely.deleteFrom('sign_in_failures').execute();
});
afterAll(() => test.drop());

const advance = (seconds: number) => clock.advance(seconds * 1000);
/** Seconds that an attempt is told to wait; 0: it is let through. */
async function told(call: Promise<void>): Promise<number> {
  try {
    await call;
    return 0;
  } catch (thrown) {
    const error = ApiError.from(thrown);
    expect(error.code).toBe('too_many');
    return error.retryAfter ?? Number.NaN;
  }
}
const attempt = (keys: FailureKeys) => told(reserveAttempt(test.database.kysely, keys, clock.now()));
/** What is read of the counters, without an attempt. */
const waitOf = async (keys: FailureKeys) =>
  Math.max(0, ...Object.values(await findWaits(test.database.kysely, keys, clock.now())));
/** Fails as often, each time as soon as it may. */
async function fail(keys: FailureKeys, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    advance(await waitOf(keys));
    expect(await attempt(keys)).toBe(0);
  }
}

describe('a counter of failures', () => {
  it.each(['user', 'device'] as const)('of scope %s doubles the wait up to 15 minutes [D-4.09]', async (scope) => {
    const keys = { [scope]: '#1 2' };
    const waits: number[] = [];
    for (let count = 1; count <= 17; count += 1) {
      await fail(keys, 1);
      waits.push(await waitOf(keys));
      expect(await attempt(keys)).toBe(waits.at(-1) === 0 ? 0 : waits.at(-1));
      if (waits.at(-1) === 0) await giveBack(test.database.kysely, keys);
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    advance(15 * MINUTE - 1);
    expect(await waitOf(keys)).toBe(1);
    advance(1);
    expect(await attempt(keys)).toBe(0);
  });

  it.each(['address', 'link', 'feed'] as const)(
    'of scope %s is free 300 times, waits five minutes at most and is forgotten after 15 [D-4.09]',
    async (scope) => {
      const keys = { [scope]: '192.0.2.7' };
      await fail(keys, 299);
      const waits: number[] = [];
      for (let count = 0; count < 11; count += 1) {
        await fail(keys, 1);
        waits.push(await waitOf(keys));
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
      advance(15 * MINUTE + 1);
      await fail(keys, 299);
      expect(await waitOf(keys)).toBe(0);
      await fail(keys, 1);
      expect(await waitOf(keys)).toBe(1);
    },
  );

  it('lets no more through at the same time than one after the other [D-4.09]', async () => {
    const waits = await Promise.all(Array.from({ length: 200 }, () => attempt({ user: '#1 2' })));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
  });

  it('is forgotten after a day in which nobody failed, not before [D-4.09]', async () => {
    const keys = { user: '#1 2' };
    await fail(keys, 8);
    advance(DAY - 1);
    await fail(keys, 1);
    expect(await waitOf(keys)).toBe(16);
    advance(DAY + 1);
    await fail(keys, 4);
    expect(await waitOf(keys)).toBe(0);
    await fail(keys, 1);
    expect(await waitOf(keys)).toBe(1);
  });

  it('takes back an attempt that was none, as if it had never been [D-4.09]', async () => {
    const keys = { address: '192.0.2.7' };
    await fail(keys, 306);
    advance(64);
    expect(await attempt(keys)).toBe(0);
    await giveBack(test.database.kysely, keys);
    expect(await waitOf(keys)).toBe(0);
    expect(await attempt(keys)).toBe(0);
    expect(await waitOf(keys)).toBe(128);
  });

  it('is one for 420 addresses of one /64 [D-4.09]', async () => {
    const waits: number[] = [];
    for (let count = 0; count < 420; count += 1)
      waits.push(await attempt({ address: toNetwork(`2001:db8:1:2:${count.toString(16)}::${count % 7}`) }));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(300);
    expect(await attempt({ address: toNetwork('2001:db8:1:3::1') })).toBe(0);
  });

  it('counts none of several where one says to wait [D-4.09]', async () => {
    await fail({ user: '#1 2' }, 5);
    const keys = { address: '192.0.2.7', user: '#1 2' };
    expect(await attempt(keys)).toBe(1);
    // The same where the counters were read before the last failure of another attempt.
    expect(await told(reserveAttempt(test.database.kysely, keys, clock.now(), {}))).toBe(1);
    const { rows } = await test.database.pool.query('select scope, failures from sign_in_failures order by scope');
    expect(rows).toEqual([
      { scope: 'address', failures: 0 },
      { scope: 'user', failures: 5 },
    ]);
  });

  it('holds nobody up after the clock was put back half a year, and goes on counting [D-4.09]', async () => {
    const keys = { address: '192.0.2.7', user: '#1 2' };
    await fail(keys, 12);
    clock.set('2026-05-18T09:10:00Z');
    expect(await waitOf(keys)).toBe(0);
    expect(await attempt(keys)).toBe(0);
    expect(await attempt(keys)).toBe(256);
    advance(256);
    expect(await attempt(keys)).toBe(0);
  });

  it('takes a process whose clock is a little ahead for now [D-4.09]', async () => {
    const keys = { user: '#1 2' };
    await fail(keys, 6);
    advance(-30);
    expect(await attempt(keys)).toBe(2);
    advance(32);
    expect(await attempt(keys)).toBe(0);
  });
});

describe('the nightly tidying', () => {
  it('removes counters of two days ago and leaves those that still slow somebody down', async () => {
    await fail({ user: '#1 2' }, 9);
    advance(2 * DAY);
    await fail({ user: '#1 3' }, 9);
    const later = clock.now();
    expect(await pruneFailures(test.database.kysely, later)).toBe(1);
    expect(await waitOf({ user: '#1 3' })).toBe(16);
  });
});
