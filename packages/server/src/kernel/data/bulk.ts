import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DB } from './database.generated.ts';

/** Column name → PostgreSQL type of a bulk insert. */
export type BulkColumns = Readonly<
  Record<string, 'bigint' | 'smallint' | 'integer' | 'boolean' | 'text' | 'date' | 'time' | 'bigint[]' | 'date[]'>
>;

const SPECIAL = /["\\]/;
const quote = (text: string) => `"${SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;

/** How a value of a type is written in an array literal. */
function encoderOf(type: BulkColumns[string]): (value: unknown) => string {
  if (type.endsWith('[]')) return (value) => `"{${(value as readonly unknown[]).join(',')}}"`;
  return type === 'text' ? (value) => quote(String(value)) : String;
}

/** A column of the rows as an array literal. */
function toLiteral(
  rows: readonly Readonly<Record<string, unknown>>[],
  name: string,
  type: BulkColumns[string],
): string {
  const encode = encoderOf(type);
  let literal = '';
  for (const row of rows) {
    const value = row[name];
    literal += `${literal === '' ? '{' : ','}${value === null || value === undefined ? 'NULL' : encode(value)}`;
  }
  return `${literal}}`;
}

/** Rows of one statement: building its text blocks this process. */
const ROWS_PER_STATEMENT = 2000;

/** Rows in parts of one statement each: PostgreSQL takes 65,535 values with a statement, and a school has more people. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / ROWS_PER_STATEMENT);
  return Array.from({ length: count }, (_, part) =>
    rows.slice(part * ROWS_PER_STATEMENT, (part + 1) * ROWS_PER_STATEMENT),
  );
}

/**
 * Inserts many rows in few statements, one array per column: PostgreSQL unpacks arrays several times faster than JSON.
 * `constants` have the same value in every row. Identity columns are given, not generated. `suffix` may hold ON
 * CONFLICT.
 */
export async function insertRows(
  db: Kysely<DB>,
  table: keyof DB & string,
  columns: BulkColumns,
  rows: readonly Readonly<Record<string, unknown>>[],
  constants: Readonly<Record<string, unknown>> = {},
  suffix = '',
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  for (const part of inParts(rows)) {
    // The text of the next statement is built while the database carries out the one before.
    const statement = toInsert(table, columns, part, constants, suffix);
    await writing;
    writing = begun(statement.execute(db));
    await setImmediate();
  }
  await writing;
}

/** Work that goes on while something else is done; its failure waits for whoever awaits it. */
export function begun<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

function toInsert(
  table: keyof DB & string,
  columns: BulkColumns,
  rows: readonly Readonly<Record<string, unknown>>[],
  constants: Readonly<Record<string, unknown>>,
  suffix: string,
) {
  const names = Object.keys(columns);
  const fixed = Object.entries(constants);
  const list = [...fixed.map(([name]) => name), ...names].map((name) => sql.ref(name));
  const literals = names.map((name) => toLiteral(rows, name, columns[name] as BulkColumns[string]));
  // Lists of lists are sent as text and cast row by row; everything else is an array of its own type.
  const arrays = names.map(
    (name, index) =>
      sql`${literals[index]}::${sql.raw(columns[name]?.endsWith('[]') ? 'text' : (columns[name] as string))}[]`,
  );
  const read = names.map(
    (name, index) =>
      sql`u.${sql.raw(`c${index}`)}${sql.raw(columns[name]?.endsWith('[]') ? `::${columns[name]}` : '')}`,
  );
  const values = [...fixed.map(([, value]) => sql`${value}`), ...read];
  const taken = sql.raw(names.map((_, index) => `c${index}`).join(', '));
  return sql`insert into ${sql.table(table)} (${sql.join(list)}) overriding system value
    select ${sql.join(values)} from unnest(${sql.join(arrays)}) as u(${taken}) ${sql.raw(suffix)}`;
}
