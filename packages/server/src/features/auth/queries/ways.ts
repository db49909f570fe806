import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** By what some people sign in besides the password, and when they were last there; whoever has nothing of it too. */
export async function listWays(db: Kysely<DB>, schoolId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; last_used_at: string | null; passkeys: boolean; programs: boolean }>`
    select own.id,
      (select max(last_used_at) from sessions where school_id = ${schoolId} and user_id = own.id) as last_used_at,
      exists (select 1 from passkeys where school_id = ${schoolId} and user_id = own.id) as passkeys,
      exists (select 1 from app_passwords where school_id = ${schoolId} and user_id = own.id) as programs
    from unnest(${ids}::bigint[]) own(id)`.execute(db);
  return new Map(rows.map(({ id, ...ways }) => [id, ways]));
}
