import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';

export async function findFile(db: Kysely<DB>, uuid: string) {
  return db
    .selectFrom('files')
    .select(['uuid', 'name', 'mime', 'size', 'sha256'])
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
