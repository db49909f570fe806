import { type Kysely, sql } from 'kysely';
import type { DB } from './database.generated.ts';

/** Tables that say of which school a row is, but for some. */
async function listTables(db: Kysely<DB>, except: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'school_id' and table_type = 'BASE TABLE'
      and table_name <> all(${except}::text[]) order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * The tables of schools, so that every row goes before what it refers to. What refers to itself, or is let go by the database, waits for
 * nobody. Fails when tables wait for each other.
 */
export async function listInOrder(db: Kysely<DB>, except: readonly string[] = []): Promise<string[]> {
  const left = new Set(await listTables(db, except));
  const { rows } = await sql<{ from: string; to: string }>`
    select distinct conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and conrelid <> confrelid and confdeltype in ('a', 'r')`.execute(db);
  const ordered: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter((name) => !rows.some(({ from, to }) => to === name && left.has(from)));
    if (free.length === 0) throw new Error(`Tables wait for each other: ${[...left].join(', ')}`);
    for (const name of free) left.delete(name);
    ordered.push(...free);
  }
  return ordered;
}

/** Removes every row of a school from every table but those, in the caller's transaction. */
export async function deleteRows(trx: Kysely<DB>, schoolId: number, except: readonly string[]): Promise<void> {
  for (const table of await listInOrder(trx, except))
    await sql`delete from ${sql.table(table)} where school_id = ${schoolId}`.execute(trx);
}

/** The names that columns have in every table that holds contents of the file store: one, or a JSON list of entries with that one. */
interface ContentColumns {
  readonly one: string;
  readonly list: string;
}

/** What tables of a school hold in the file store beside the files themselves. */
export async function listContents(db: Kysely<DB>, schoolId: number, { one, list }: ContentColumns): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public'
      and (column_name = ${one} and data_type = 'uuid' or column_name = ${list} and data_type = 'jsonb')
    order by 1, 2`.execute(db);
  const parts = columns.map(({ table, column, type }) =>
    type === 'jsonb'
      ? sql`select entry ->> ${one} as uuid from ${sql.table(table)}
          cross join jsonb_array_elements(${sql.ref(column)}) entry where school_id = ${schoolId}`
      : sql`select ${sql.ref(column)}::text as uuid from ${sql.table(table)} where school_id = ${schoolId}`,
  );
  const { rows } = await sql<{ uuid: string | null }>`${sql.join(parts, sql` union `)}`.execute(db);
  return rows.flatMap(({ uuid }) => uuid ?? []);
}
