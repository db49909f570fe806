import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { ends, type Merge, type MergedPair, moves, movesBy } from '../../../kernel/data/merge.ts';
import { keepFormerKeys } from '../../users/index.ts';

/** Lists know the account that stays by the keys of both. */
export const userImportMerge: Merge = {
  'user_import_identities.user_id': movesBy(null, { before: joinIdentities }),
  'user_import_lines.user_id': moves(),
  // Taking an import back that made the account which goes must not take the other one away.
  'user_import_changes.user_id': ends(),
  'user_imports.created_by': moves(),
  'user_imports.undone_by': moves(),
};

/** Where both have a key of a source, that of the account that stays is the key of today; what one does not know the other says. */
async function joinIdentities(db: Kysely<DB>, { school_id, from, into }: MergedPair): Promise<void> {
  const { rows } = await sql<{ source: string; external_id: string | null; birth_date: string | null }>`
    delete from user_import_identities gone using user_import_identities stays where gone.school_id = ${school_id}
    and gone.user_id = ${from} and stays.school_id = ${school_id} and stays.user_id = ${into}
    and stays.source = gone.source returning gone.source, gone.external_id, gone.birth_date`.execute(db);
  for (const { source, external_id, birth_date } of rows)
    await sql`update user_import_identities set external_id = coalesce(external_id, ${external_id}::text),
      birth_date = coalesce(birth_date, ${birth_date}::date)
      where school_id = ${school_id} and user_id = ${into} and source = ${source}`.execute(db);
  const keys = rows.flatMap(({ source, external_id: key }) => (key === null ? [] : [{ source, key, user_id: into }]));
  await keepFormerKeys(db, school_id, keys);
}
