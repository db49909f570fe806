import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Bytes of files that are there. */
export interface UsedBytes {
  readonly person: number;
  readonly school: number;
  /** Most of a person that the school has said; null: nothing of its own. */
  readonly limit: number | null;
}

/** What somebody has uploaded, and what all of their school have; also what belongs to nothing yet, is about to go, or comes in parts. */
export async function countUsedBytes(
  db: Kysely<DB>,
  { school_id, user_id }: { readonly school_id: number; readonly user_id: number },
  // Without it the sum over all files of the school is spared.
  { hasSchool = true } = {},
): Promise<UsedBytes> {
  const { rows } = await sql<{ person: string | number; school: string | number; limit: number | null }>`
    select (select coalesce(sum(size), 0)::bigint from (
        select size from files where school_id = ${school_id} and created_by = ${user_id} and deleted_at is null
        union all
        select size from file_uploads where school_id = ${school_id} and user_id = ${user_id}) as own) as person,
      case when ${hasSchool}::boolean then (select coalesce(sum(size), 0)::bigint from (
        select size from files where school_id = ${school_id} and deleted_at is null
        union all
        select size from file_uploads where school_id = ${school_id}) as own) else 0 end as school,
      (select person_bytes from file_limits where school_id = ${school_id}) as limit`.execute(db);
  const [row] = rows;
  return { person: Number(row?.person ?? 0), school: Number(row?.school ?? 0), limit: row?.limit ?? null };
}
