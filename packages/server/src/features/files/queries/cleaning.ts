import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

const BATCH = 50;

export type UncleanedFile = Awaited<ReturnType<typeof listUncleaned>>[number];

/** Some files of whatever school whose content nobody has looked at yet, the oldest first, behind one that was. */
export async function listUncleaned(db: Kysely<DB>, after: number) {
  return db
    .selectFrom('files')
    .select(['school_id', 'id', 'uuid'])
    .where('is_clean', '=', false)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

/** The content tells no place; what it is now. Null: it is gone. */
export async function markClean(
  db: Kysely<DB>,
  { school_id, id }: UncleanedFile,
  content: { size: number; sha256: Buffer } | null,
): Promise<void> {
  await db
    .updateTable('files')
    .set({ is_clean: true, ...content })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}
