import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** The content of a file has become another size: what its entries and their clouds say of it follows. */
export async function resizeEntries(
  db: Kysely<DB>,
  { school_id, id }: { school_id: number; id: number },
  size: number,
): Promise<void> {
  await sql`
    with former as (
      select id, channel_id, size, deleted_at from cloud_files
      where school_id = ${school_id} and file_id = ${id} for update
    ), changed as (
      update cloud_files set size = ${size} from former
      where cloud_files.school_id = ${school_id} and cloud_files.id = former.id
    )
    update clouds set size = clouds.size + total.more
    from (select channel_id, sum(${size}::bigint - size) as more from former where deleted_at is null group by channel_id) as total
    where clouds.school_id = ${school_id} and clouds.channel_id = total.channel_id`.execute(db);
}
