import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

/** Nothing of an import tells of somebody who is erased. */
export async function eraseImports(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  for (const table of ['user_import_lines', 'user_import_changes', 'user_import_identities'] as const)
    await db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  for (const column of ['created_by', 'undone_by'] as const)
    await db
      .updateTable('user_imports')
      .set({ [column]: null })
      .where('school_id', '=', school_id)
      .where(column, '=', user_id)
      .execute();
}
