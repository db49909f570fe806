import { createHash } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import type { DB, Files } from '../../packages/server/src/kernel/data/database.generated.ts';

/** The row of a small text file without its content; kept, unless said otherwise. */
export async function buildFile(db: Kysely<DB>, school_id: number, values: Partial<Insertable<Files>> = {}) {
  return db
    .insertInto('files')
    .values({
      school_id,
      name: 'Elternbrief.txt',
      mime: 'text/plain',
      size: 12,
      sha256: createHash('sha256').update('Liebe Eltern').digest(),
      ...values,
    })
    .returning(['id', 'uuid', 'name'])
    .executeTakeFirstOrThrow();
}
