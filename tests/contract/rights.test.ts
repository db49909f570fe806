import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpointsOf } from '../../packages/core/src/contract.ts';
import { buildFullSchool, type FullSchool } from '../support/full-school.ts';
import { PASSWORD } from '../support/people.ts';
import { CALLS, personOf, type RightsContext } from '../support/rights-calls.ts';
import { COLUMNS, type Column, type RightsRow, readRights } from '../support/rights-table.ts';
import { startTestServer, type TestAnswer, type TestServer } from '../support/server.ts';

const rows = readRights(join(import.meta.dirname, 'rights.tsv'));
const declared = new Map(endpointsOf().map(({ name, endpoint }) => [name, endpoint]));
const keyOf = ({ endpoint, object }: RightsRow) => `${endpoint} ${object}`;
/** Endpoints that ask nobody who it is: what they show is public, or the address is the secret. */
const isOpen = ({ auth }: { auth: string }) => auth === 'public' || auth === 'feed';
/** Calls that end sessions: each gets a token of its own, and what was kept of the person is forgotten. */
const ENDING = new Set(['auth.logout', 'auth.logoutAll']);

let server: TestServer;
let here: FullSchool;
let there: FullSchool;
const tokens = new Map<Column, string>();

const login = (column: Column): Promise<TestAnswer> =>
  server.request('POST', '/v1/auth/login', {
    body: {
      slink: here.school.slink,
      username: personOf(here, column).username,
      password: PASSWORD,
      stayLoggedIn: true,
      is_native: true,
    },
  });

async function tokenOf(row: RightsRow, column: Column): Promise<string | undefined> {
  if (column === 'anonymous') return undefined;
  if (ENDING.has(row.endpoint)) tokens.delete(column);
  const token = tokens.get(column) ?? ((await login(column)).body.access_token as string);
  if (!ENDING.has(row.endpoint)) tokens.set(column, token);
  return token;
}

async function freshUpload(state: 'READY' | 'PUBLISHED'): Promise<string> {
  const token = tokens.get('admin');
  const form = new FormData();
  const rows = ['lesson_id;classes;teachers;subject;rooms;weekday;period', '1;9z;Xy;DE;9;1;1', ''];
  form.append('files', new Blob([rows.join('\n')]), 'plan.csv');
  const created = await server.request('POST', '/v1/timetable-service/upload', { token, body: form });
  const { uuid } = created.body.data;
  await vi.waitFor(
    async () => {
      const { body } = await server.request('GET', `/v1/timetable-service/uploads/${uuid}`, { token });
      expect(body.data).toMatchObject({ state: 'READY', error: null });
    },
    { timeout: 20_000, interval: 50 },
  );
  if (state === 'PUBLISHED') {
    const path = `/v1/timetable-service/uploads/${uuid}/publish`;
    expect((await server.request('POST', path, { token, body: { replace: true } })).status).toBe(200);
  }
  return uuid;
}

beforeAll(async () => {
  server = await startTestServer();
  here = await buildFullSchool(server, 'amsel', 'zimtstern', {
    public_monitor: true,
    public_timetable: true,
    public_news: true,
  });
  there = await buildFullSchool(server, 'drossel', 'quittenbaum');
});
afterAll(() => server.stop());

/** `{ data, meta }`, with the tokens beside it for a sign-in, or `{ error, meta }` with the sentence that a screen shows (P-8.08). */
function expectEnvelope({ status, body }: TestAnswer, what: string): void {
  if (body === undefined) return;
  expect(body.meta, what).toEqual(status < 400 ? expect.any(Object) : { errors: [body.error.message] });
  if (status < 400) expect('data' in body || 'access_token' in body, what).toBe(true);
  else expect(body.error, what).toMatchObject({ code: expect.any(String), request_id: expect.any(String) });
}

describe('the table of rights', () => {
  it('has rows for every endpoint of the contract and names no other [D-4.07]', () => {
    expect([...new Set(rows.map((row) => row.endpoint))].sort()).toEqual([...declared.keys()].sort());
  });

  it('has no row twice, and for every row a way to ask', () => {
    const keys = rows.map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
    expect(Object.keys(CALLS).sort()).toEqual([...keys].sort());
  });

  it('asks for another school’s object wherever an address names one, and expects 403 or 404 [D-4.06]', () => {
    const isForeign = (row: RightsRow) => /other_school/.test(row.object);
    for (const [name, one] of declared) {
      if (isOpen(one) || !one.params) continue;
      const foreign = rows.filter((row) => row.endpoint === name && isForeign(row));
      expect(foreign, `${name} needs a row with an object of another school`).not.toEqual([]);
      for (const { expected } of foreign)
        for (const column of COLUMNS)
          expect(column === 'anonymous' ? [401] : [403, 404], `${name} ${column}`).toContain(expected[column]);
    }
  });

  it('expects 401 of everybody without a session unless the endpoint is public or a secret address [D-4.07]', () => {
    for (const row of rows) {
      const one = declared.get(row.endpoint);
      if (one && !isOpen(one)) expect(row.expected.anonymous, keyOf(row)).toBe(401);
    }
  });
});

describe('a real request', () => {
  for (const row of rows) {
    it(`${row.endpoint} of ${row.object} answers each role as the table says, in the one envelope [D-4.06] [D-4.07] [C-7.121]`, async () => {
      const found: Record<string, number> = {};
      for (const column of COLUMNS) {
        const token = await tokenOf(row, column);
        const context: RightsContext = { server, here, there, column, login, freshUpload };
        const call = await CALLS[keyOf(row)]?.(context);
        const answer = await server.request(call?.method ?? '', call?.path ?? '', { token, body: call?.body });
        found[column] = answer.status;
        expectEnvelope(answer, `${keyOf(row)} ${column}`);
        expect(answer.text, `${column} reads something of the other school`).not.toContain(there.mark);
        expect(answer.text, `${column} reads something of the other school`).not.toContain(there.school.uuid);
        if (answer.status >= 400) expect(answer.text, `${column} is told too much`).not.toContain(here.mark);
      }
      expect(found).toEqual(row.expected);
    });
  }

  it('with a made-up token is a dead session everywhere that is not public [D-4.07]', async () => {
    for (const [name, one] of declared) {
      if (isOpen(one)) continue;
      const { method, path } = one;
      const address = `/v1${path.replace('{entity}', 'grades').replace(/\{\w+\}/g, '1')}`;
      const answer = await server.request(method, address, { token: 'made-up' });
      expect(answer, name).toMatchObject({ status: 401, body: { error: { code: 'session_expired' } } });
    }
  });
});

describe('the tables of the database', () => {
  /** What belongs to no school: schools themselves, counters of hashed keys, messages to everybody. */
  const SHARED = new Set(['schools', 'sign_in_failures', 'outbox', 'kreide_migrations']);

  it('carry school_id first in their key [D-4.06]', async () => {
    const { rows: tables } = await server.test.database.pool.query<{ name: string; first: string | null }>(
      `select c.relname as name,
         (select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
           where i.indrelid = c.oid and i.indisprimary) as first
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
    );
    const wrong = tables.filter(({ name, first }) => first !== 'school_id' && !SHARED.has(name));
    expect(tables.length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  });
});
