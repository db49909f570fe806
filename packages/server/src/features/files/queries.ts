import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';

/** Files as a part of another feature's query, without deleted ones. */
export function filesPart(db: Kysely<DB>) {
  return db
    .selectFrom('files')
    .select(['school_id', 'id', 'uuid', 'name', 'width', 'height'])
    .where('deleted_at', 'is', null);
}

export async function findFile(db: Kysely<DB>, uuid: string) {
  return db
    .selectFrom('files')
    .select(['uuid', 'name', 'mime', 'size', 'sha256'])
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
