import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** The people who have handed files in in a folder, each once: how many files, and when the newest of them came. */
export async function listHandedIn(db: Kysely<DB>, schoolId: number, folderId: number) {
  const { rows } = await sql<{ user_id: number | null; files_count: number; handed_in_at: string }>`
    with recursive below(id, user_id, file_id, at) as (
      select c.id, c.user_id, c.file_id, coalesce(c.handed_in_at, c.created_at) from cloud_files c
      where c.school_id = ${schoolId} and c.parent_id = ${folderId} and c.deleted_at is null and c.return_id is null
      union all
      select c.id, c.user_id, c.file_id, coalesce(c.handed_in_at, c.created_at)
      from below join cloud_files c on c.parent_id = below.id where c.school_id = ${schoolId} 
      and c.deleted_at is null and c.return_id is null)
    select below.user_id, count(*)::integer as files_count, max(below.at) as handed_in_at
    from below where below.file_id is not null group by below.user_id`.execute(db);
  return rows;
}
