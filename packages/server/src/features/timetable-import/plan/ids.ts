import { type Kysely, sql } from 'kysely';
import { insertRows } from '../../../kernel/bulk.ts';
import type { DB } from '../../../kernel/database.generated.ts';
import type { Publication } from './year.ts';

/** The real id behind one below zero; others stay. */
export type ToId = (id: number) => number;

/** Sets of ids are kept in order, so that equal sets are equal. */
export function sortedIds(ids: readonly number[], toId: ToId): number[] {
  const real = ids.map(toId);
  return real.length > 1 ? real.sort((a, b) => a - b) : real;
}

export function toIdOrNull(id: number | null, toId: ToId): number | null {
  return id === null ? null : toId(id);
}

/** Real ids for records that are yet to be made: `count` numbers of a table's sequence in one statement. */
export async function takeIds(db: Kysely<DB>, table: keyof DB & string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const sequence = `${table}_id_seq`;
  const result = await sql<{
    id: number;
  }>`select nextval(${sequence}::regclass) as id from generate_series(1, ${count})`.execute(db);
  return result.rows.map((row) => row.id);
}

const KEY_COLUMNS = {
  entity: 'text',
  school_year_id: 'bigint',
  external_key: 'text',
  entity_id: 'bigint',
} as const;
const KEY_CONFLICT =
  'on conflict (school_id, entity, source, school_year_id, external_key) do update set entity_id = excluded.entity_id';

/** Remembers under which keys the source knows records. Those of lessons and courses are of one school year. */
export async function writeKeys(
  db: Kysely<DB>,
  at: Publication,
  keys: readonly { entity: DB['external_keys']['entity']; external_key: string; entity_id: number }[],
): Promise<void> {
  const isYearly = (entity: string) => entity === 'lesson' || entity === 'course';
  const rows = keys.map((key) => ({ ...key, school_year_id: isYearly(key.entity) ? at.yearId : 0 }));
  const constants = { school_id: at.schoolId, source: at.source };
  await insertRows(db, 'external_keys', KEY_COLUMNS, rows, constants, KEY_CONFLICT);
}
