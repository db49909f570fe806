import { join } from 'node:path';
import { ApiError } from '@kreide/core/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { ROOT } from '../../../../../tests/support/server.ts';
import { type Database, openDatabase } from '../data/database.ts';
import { REQUEST_LIMITS } from '../data/database-sessions.ts';
import { createLog } from '../log.ts';
import { readTexts } from '../text/texts.ts';
import { toErrorBody } from './failures.ts';
import { createHttp, type Http } from './http.ts';

const lines: Record<string, unknown>[] = [];
const log = createLog({ json: true, write: (line) => lines.push(JSON.parse(line)) });
let test: TestDatabase;
let hurried: Database;
let patient: Database;
let http: Http;

beforeAll(async () => {
  test = await createTestDatabase();
  patient = openDatabase(test.connectionString, { log });
  hurried = openDatabase(test.connectionString, { log, requestLimits: { ...REQUEST_LIMITS, statementMs: 50 } });
  const config = { trustProxy: false, appOrigins: [], hstsSubdomains: false };
  http = createHttp({ config, log, texts: readTexts(join(ROOT, 'locales')), appUrl: () => 'http://localhost' });
  http.fastify.get('/slow', () => sql`select pg_sleep(5)`.execute(hurried.kysely));
  http.fastify.get('/text', () => sql`select ${'a\0b'}::text`.execute(patient.kysely));
  http.fastify.get('/waiting', () => sql`select pg_sleep(30), 'waiting'`.execute(patient.kysely));
});
afterAll(async () => {
  await http.fastify.close();
  await Promise.all([hurried.close(), patient.close()]);
  await test.drop();
});
beforeEach(() => {
  lines.length = 0;
});

const ask = async (url: string) => {
  const { statusCode, headers } = await http.fastify.inject({ url });
  return { status: statusCode, retryAfter: headers['retry-after'] };
};

describe('a call whose statement', () => {
  it('takes too long is put off, with one line and no trace [D-4.01]', async () => {
    expect(await ask('/slow')).toEqual({ status: 503, retryAfter: '2' });
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', code: '57014', url: '/slow' })]);
    expect(lines[0]).not.toHaveProperty('err');
  });

  it('holds a text that cannot be stored is the fault of the caller, of which the log says nothing [D-4.08]', async () => {
    expect(await ask('/text')).toMatchObject({ status: 400 });
    expect(lines).toEqual([]);
  });

  it('loses its connection is put off, with one line for each connection, idle ones too [D-4.01]', async () => {
    await Promise.all([1, 2, 3, 4].map(() => sql`select 1`.execute(patient.kysely)));
    const asked = [1, 2].map(() => ask('/waiting'));
    const { pool } = test.database;
    const ours = `from pg_stat_activity where datname = current_database() and application_name = 'kreide'`;
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query(`select 1 ${ours} and state = 'active' and query like '%''waiting''%'`);
      expect(rowCount).toBe(2);
    });
    const ended = await pool.query(`select pg_terminate_backend(pid) ${ours} and pid <> pg_backend_pid()`);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 503]);
    await vi.waitFor(() => expect(lines).toHaveLength(ended.rowCount ?? 0));
    expect(lines.every(({ err, msg }) => err === undefined && msg === 'a database connection broke')).toBe(true);
  });
});

it('a refusal for too many calls says when it goes on: as long as is known, else in a minute', () => {
  const texts = readTexts(join(ROOT, 'locales'));
  const whenOf = (retry_after?: number) =>
    toErrorBody(new ApiError({ code: 'too_many', retry_after }), texts, 'de', 'r').error.message;
  for (const [seconds, when] of [
    [undefined, 'in 60 Sekunden'],
    [40, 'in 40 Sekunden'],
    [7200, 'in 2 Stunden'],
  ] as const)
    expect(whenOf(seconds)).toContain(when);
});
