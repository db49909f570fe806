import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';

/** Files as a part of another feature's query, without deleted ones and those that belong to nothing yet. */
export function filesPart(db: Kysely<DB>) {
  return db
    .selectFrom('files')
    .select(['school_id', 'id', 'uuid', 'name', 'mime', 'size', 'width', 'height'])
    .select(['alt_name', 'sha256', 'reserved', 'duration_in_seconds'])
    .where('is_kept', '=', true)
    .where('deleted_at', 'is', null);
}

/** A file; one that belongs to nothing yet has its bringer alone as a reader. */
export async function findFile(db: Kysely<DB>, uuid: string) {
  return db
    .selectFrom('files')
    .select(['school_id', 'id', 'uuid', 'name', 'mime', 'size', 'sha256', 'reserved', 'is_kept', 'created_by'])
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Files of the school stay; who brought them is forgotten. */
export async function eraseBringer(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .updateTable('files')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
}
