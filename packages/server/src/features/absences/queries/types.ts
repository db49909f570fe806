import type { AbsenceAudience, AbsenceCategoryKey, AbsenceTypeState } from '@kreide/core/features/absences';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** The types of a school as a part of a query. */
export function typesOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('absence_types')
    .select(['id', 'category', 'state', 'name', 'description', 'audience', 'is_counting', 'archived_at', 'place'])
    .$narrowType<{ audience: AbsenceAudience[] }>()
    .where('school_id', '=', schoolId);
}
export type TypeRow = Awaited<ReturnType<typeof listTypes>>[number];

/** All types of a school, in the order in which it got them. */
export async function listTypes(db: Kysely<DB>, schoolId: number) {
  return typesOf(db, schoolId).orderBy('place').execute();
}

export async function findType(db: Kysely<DB>, schoolId: number, id: string) {
  return typesOf(db, schoolId).where('id', '=', id).executeTakeFirst();
}

/** Takes the lock of all types of a school: two who add one count one after the other. */
export async function lockTypes(db: Kysely<DB>, schoolId: number): Promise<void> {
  await sql`select 1 from absence_types where school_id = ${schoolId} order by id for update`.execute(db);
}

export interface TypeValues {
  readonly category: AbsenceCategoryKey;
  readonly state: AbsenceTypeState;
  /** Null: the product's, in the reader's language. */
  readonly name: string | null;
  readonly description: string;
  readonly audience: AbsenceAudience[];
  readonly is_counting: boolean;
  readonly archived_at: string | null;
}

export async function insertType(db: Kysely<DB>, schoolId: number, values: TypeValues): Promise<string> {
  const { id } = await db
    .insertInto('absence_types')
    .values({ school_id: schoolId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateType(db: Kysely<DB>, schoolId: number, id: string, values: TypeValues): Promise<void> {
  await db.updateTable('absence_types').set(values).where('school_id', '=', schoolId).where('id', '=', id).execute();
}
