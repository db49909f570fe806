import { randomBytes, randomUUID } from 'node:crypto';
import type { Comparison } from '../../packages/core/src/features/doubles/index.ts';
import { buildFullSchool } from './full-school.ts';
import { type BuiltUser, buildUser, signIn } from './people.ts';
import { startTestServer } from './server.ts';

const FILLED: Readonly<Record<string, () => unknown>> = {
  text: () => 'x',
  bigint: () => 1,
  integer: () => 1,
  smallint: () => 1,
  boolean: () => false,
  date: () => '2026-11-18',
  'timestamp with time zone': () => '2026-11-18T08:00:00Z',
  'time without time zone': () => '08:00',
  bytea: () => randomBytes(8),
  uuid: () => randomUUID(),
  jsonb: () => '{}',
  ARRAY: () => [],
};

/** A school in which accounts become one, and its tables. */
export async function startDoubles() {
  const server = await startTestServer();
  const school = await buildFullSchool(server, 'amsel', 'zimt');
  const token = await signIn(server, 'amsel', school.people.admin.username);
  const { kysely, pool } = server.test.database;
  let made = 0;

  const run = async (text: string, values: unknown[] = []) =>
    (await pool.query(text, [school.school.id, ...values])).rows;
  const make = (role: Parameters<typeof buildUser>[3] = 'STUDENT') =>
    buildUser(kysely, school.school.id, `both-${++made}`, role);
  const ask = (method: string, path: string, body?: unknown) =>
    server.request(method, `/v1/doubles${path}`, { token, body });

  async function merge(from: BuiltUser, into: BuiltUser, takes: string[] = []) {
    const compared: Comparison = (await ask('GET', `/${from.id}/${into.id}`)).body.data;
    const name = compared.people[0].displayname;
    return ask('POST', `/${into.id}/merge`, { from_id: from.id, takes, name, revision: compared.revision });
  }

  /** Writes a row: what it must have and `values` does not say is filled in. */
  async function put(table: string, values: Readonly<Record<string, unknown>>) {
    const needed = await run(
      `select column_name as name, data_type as type from information_schema.columns where $1::bigint > 0
      and table_schema = 'public' and table_name = $2 and is_nullable = 'NO' and column_default is null
      and is_identity = 'NO' and is_generated = 'NEVER'`,
      [table],
    );
    const filled = Object.fromEntries(needed.map(({ name, type }) => [name, FILLED[type]?.()]));
    const row: Record<string, unknown> = { ...filled, school_id: school.school.id, ...values };
    const names = Object.keys(row);
    const places = names.map((_, at) => `$${at + 1}`);
    const text = `insert into ${table} (${names.map((name) => `"${name}"`)}) values (${places}) returning *`;
    return (await pool.query(text, Object.values(row))).rows[0];
  }

  const rowsOf = (table: string, { id }: { id: number }, columns: string, column = 'user_id') =>
    run(`select ${columns} from ${table} where school_id = $1 and ${column} = $2 order by 1`, [id]);
  return { server, school, run, make, ask, merge, put, rowsOf };
}
export type Doubles = Awaited<ReturnType<typeof startDoubles>>;
