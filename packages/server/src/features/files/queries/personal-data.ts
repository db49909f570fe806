import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData, PersonalFile, StoredPerson } from '../../../kernel/data/personal-data.ts';

function filesOf(db: Kysely<DB>, { school_id, user_id }: StoredPerson) {
  return db
    .selectFrom('files')
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .where('is_kept', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id');
}

/** The files that somebody brought. */
export const fileData: PersonalData = {
  files: (db, person) => filesOf(db, person).select(['name', 'mime as format', 'size', 'created_at']).execute(),
};

export async function listFilesOf(db: Kysely<DB>, person: StoredPerson): Promise<PersonalFile[]> {
  return filesOf(db, person).select(['uuid', 'name']).execute();
}
