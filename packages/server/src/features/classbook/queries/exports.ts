import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Book } from '../book.ts';

export interface ExportKey {
  readonly school_id: number;
  readonly id: number;
}

function exportsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('classbook_exports')
    .select(['school_id', 'id', 'school_year_id', 'file_uuid', 'begins_at', 'ends_at', 'state', 'size'])
    .select(['created_by', 'created_at', 'expires_at'])
    .where('school_id', '=', schoolId);
}
export type ExportRow = Awaited<ReturnType<typeof listExports>>[number];

/** The exports of a class book that are not over, newest first. */
export async function listExports(db: Kysely<DB>, { school_id, id }: Pick<Book, 'school_id' | 'id'>, now: Date) {
  return exportsOf(db, school_id)
    .where('school_year_id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .orderBy('id', 'desc')
    .execute();
}

export async function findExport(db: Kysely<DB>, { school_id, id }: ExportKey) {
  return exportsOf(db, school_id).where('id', '=', id).executeTakeFirst();
}

export async function insertExport(
  db: Kysely<DB>,
  book: Book,
  days: { begins_at: string; ends_at: string },
  span: { created_at: string; expires_at: string },
) {
  return db
    .insertInto('classbook_exports')
    .values({ school_id: book.school_id, school_year_id: book.id, created_by: book.actor.user_id, ...days, ...span })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function updateExport(
  db: Kysely<DB>,
  { school_id, id }: ExportKey,
  values: { state: 'READY'; size: number } | { state: 'FAILED' },
): Promise<void> {
  await db
    .updateTable('classbook_exports')
    .set(values)
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute();
}

/** Exports of all schools whose time is over. */
export async function listOver(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('classbook_exports')
    .select(['school_id', 'id', 'file_uuid'])
    .where('expires_at', '<', now.toISOString())
    .execute();
}

export async function removeExport(db: Kysely<DB>, { school_id, id }: ExportKey): Promise<void> {
  await db.deleteFrom('classbook_exports').where('school_id', '=', school_id).where('id', '=', id).execute();
}
