import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { removeFiles } from '../files/index.ts';
import { forgetEntries, listGone } from './queries/files-of.ts';

/** Forgets what was deleted long ago and lets go of its files, whose contents follow; returns the number. */
export async function pruneClouds(db: Kysely<DB>, now: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const gone = await listGone(db, now);
    if (gone.length === 0) return count;
    for (const [school_id, rows] of Map.groupBy(gone, (row) => row.school_id)) {
      const files = rows.flatMap(({ file_id, thumbnail_id }) => [file_id, thumbnail_id].filter((id) => id !== null));
      await db.transaction().execute(async (trx) => {
        await forgetEntries(
          trx,
          school_id,
          rows.map(({ id }) => id),
        );
        await removeFiles(trx, school_id, files, now);
      });
    }
    count += gone.length;
  }
}
