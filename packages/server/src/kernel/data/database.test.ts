import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { describeMigratedDatabase, readDatabaseTypes } from '../../../../../tests/support/generated.ts';
import { checkDatabase, whyUnfit } from './database.ts';
import { parseInstant } from './database-values.ts';
import { toJsonText } from './json.ts';

/** Conditions hold at once on an idle machine, later on a busy one. */
const PATIENTLY = { timeout: 30_000, interval: 20 };

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe('a database', () => {
  it('reads values as the wire has them', async () => {
    const { rows } = await test.database.pool.query(
      `select 9007199254740991::int8 as big, 12.50::numeric as exact, date '2026-03-29' as day, time '08:05' as at,
              timestamptz '2026-03-29 03:00:00.1256+02' as instant, null::date as nothing,
              array[date '2026-01-01', null] as days, array[time '08:05', '23:59'] as times, array[]::int8[] as none,
              array[timestamptz '2026-10-25 02:30+01'] as instants, array[1::int8, 2] as bigs, '{"a": [1]}'::jsonb as json`,
    );
    expect(rows[0]).toEqual({
      big: 9007199254740991,
      exact: 12.5,
      day: '2026-03-29',
      at: '08:05',
      instant: '2026-03-29T01:00:00.125Z',
      nothing: null,
      days: ['2026-01-01', null],
      times: ['08:05', '23:59'],
      none: [],
      instants: ['2026-10-25T01:30:00.000Z'],
      bigs: [1, 2],
      json: { a: [1] },
    });
  });

  it('reads instants of a server that shows them in another zone', () => {
    expect(parseInstant('2026-07-01 08:00:00+02')).toBe('2026-07-01T06:00:00.000Z');
    expect(parseInstant('2026-07-01 08:00:00.25+05:45')).toBe('2026-07-01T02:15:00.250Z');
    expect(parseInstant('infinity')).toBe('infinity');
  });

  it('has typed tables, with generated keys left out of what is written', async () => {
    const row = await test.database.kysely
      .insertInto('schools')
      .values({ name: 'Schule am See', slink: 'am-see', properties: toJsonText([1]) })
      .returning(['id', 'state', 'properties', 'created_at'])
      .executeTakeFirstOrThrow();
    expectTypeOf(row.id).toEqualTypeOf<number>();
    expectTypeOf(row.state).toEqualTypeOf<'LEAD' | 'ONBOARDING' | 'ACTIVE' | 'DEACTIVATED'>();
    expectTypeOf(row.created_at).toEqualTypeOf<string>();
    expect(row).toMatchObject({ id: expect.any(Number), state: 'ACTIVE', properties: [1] });
  });

  it('is a clone that shares nothing with the next one [D-1.07]', async () => {
    const began = performance.now();
    const other = await createTestDatabase();
    console.log(`cloned a test database in ${Math.round(performance.now() - began)} ms`);
    await test.database.kysely.insertInto('schools').values({ name: 'Eine', slink: 'eine' }).execute();
    expect(await other.database.kysely.selectFrom('schools').select('id').execute()).toEqual([]);
    await other.drop();
    await expect(checkDatabase(other.connectionString)).rejects.toThrow(/does not exist/);
  });

  it('says in words why it cannot be used, without the password', async () => {
    await expect(checkDatabase(test.connectionString)).resolves.toBeUndefined();
    const failure = await checkDatabase('postgresql://me:geheim@127.0.0.1:1/kreide').catch(
      (error: Error) => error.message,
    );
    expect(failure).toMatch(/The database "kreide" at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/);
    expect(failure).not.toContain('geheim');
  });

  it('is refused when it is too old or holds no UTF-8 [D-1.07]', () => {
    const facts = { version: '15.0', number: '150000', encoding: 'UTF8' };
    expect(whyUnfit(facts)).toBeNull();
    expect(whyUnfit({ ...facts, version: '14.19', number: '140019' })).toMatch(
      /is PostgreSQL 14\.19; version 15 or newer/,
    );
    expect(whyUnfit({ ...facts, encoding: 'SQL_ASCII' })).toMatch(/has the encoding SQL_ASCII; UTF8 is needed/);
  });

  it('has types that fit to the migrations (else: npm run generate)', async () => {
    expect(await readDatabaseTypes()).toBe(await describeMigratedDatabase());
  });
});

describe('notifications', () => {
  it('arrive at every listener of the channel, with the commit [D-4.04]', async () => {
    const heard: string[] = [];
    const stopFirst = await test.database.listen('news', (payload) => heard.push(`first ${payload}`));
    const stopSecond = await test.database.listen('news', (payload) => heard.push(`second ${payload}`));
    await test.database.kysely.transaction().execute(async (trx) => {
      await test.database.notify('news', 'a', trx);
      expect(heard).toEqual([]);
    });
    await expect.poll(() => heard, PATIENTLY).toEqual(['first a', 'second a']);
    await stopFirst();
    await test.database.notify('news', 'ü');
    await expect.poll(() => heard, PATIENTLY).toEqual(['first a', 'second a', 'second ü']);
    await stopSecond();
    await expect(test.database.notify('news', 'x'.repeat(8_000))).rejects.toThrow(RangeError);
  });

  it('are heard again after the connection broke, and watchers are told in between [D-4.04]', async () => {
    const heard: string[] = [];
    const told: string[] = [];
    const stop = await test.database.listen('plans', (payload) => heard.push(payload));
    const unwatch = test.database.watchListener({
      onLost: () => told.push(`lost ${test.database.isListening()}`),
      onBack: () => told.push(`back ${test.database.isListening()}`),
    });
    await test.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
    );
    await expect.poll(() => told, PATIENTLY).toEqual(['lost false', 'back true']);
    await test.database.notify('plans', '7');
    await expect.poll(() => heard, PATIENTLY).toEqual(['7']);
    unwatch();
    await stop();
  });
});
