import { type Kysely, sql } from 'kysely';
import type { DB, Files } from '../../../kernel/data/database.generated.ts';

/** The purpose for which a file is kept. */
export type FilePurpose = NonNullable<Files['reserved']>;

interface NewUpload {
  school_id: number;
  user_id: number;
  name: string;
  mime: string;
  size: number;
  sha256: Buffer;
  width: number | null;
  height: number | null;
  alt_name: string;
  /** Of a film or a recording. */
  duration_in_seconds: number | null;
}

/** How long an upload waits for what it belongs to, and a removed file for its content to go. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000;
const BATCH = 200;

const SHOWN = ['id', 'uuid', 'name', 'mime', 'size', 'width', 'height', 'alt_name'] as const;

/** Writes down a file whose content is about to be stored. */
export async function insertUpload(db: Kysely<DB>, { user_id, ...file }: NewUpload, now: Date) {
  return db
    .insertInto('files')
    .values({ ...file, created_by: user_id, created_at: now.toISOString(), is_kept: false, is_clean: true })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** Is a file still known? Whoever removes all that a school or person has removes it too. */
export async function isKnown(db: Kysely<DB>, schoolId: number, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('files')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

interface Bringer {
  readonly school_id: number;
  readonly user_id: number;
}

/** The uploads of somebody that belong to nothing yet. */
const waitingOf = (db: Kysely<DB>, { school_id, user_id }: Bringer) =>
  db
    .selectFrom('files')
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .where('is_kept', '=', false)
    .where('deleted_at', 'is', null);

/** The files among some that somebody has uploaded and that belong to nothing yet, locked for a change: nobody else takes them. */
export async function listUploads(db: Kysely<DB>, bringer: Bringer, uuids: readonly string[]) {
  return waitingOf(db, bringer)
    .select(SHOWN)
    .where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .forUpdate()
    .execute();
}

/** How many of them there are. */
export async function countUploads(db: Kysely<DB>, bringer: Bringer): Promise<number> {
  const { count } = await waitingOf(db, bringer)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Describes files anew, for those who cannot see them. */
export async function describeFiles(
  db: Kysely<DB>,
  schoolId: number,
  files: readonly { readonly id: number; readonly alt_name: string }[],
): Promise<void> {
  if (files.length === 0) return;
  const [ids, names] = [files.map(({ id }) => id), files.map(({ alt_name }) => alt_name)];
  await sql`update files set alt_name = told.alt_name
    from unnest(${ids}::bigint[], ${names}::text[]) as told(id, alt_name)
    where files.school_id = ${schoolId} and files.id = told.id`.execute(db);
}

/** Sets the names under which files are saved from now on; addresses with their former names end. */
export async function renameFiles(
  db: Kysely<DB>,
  schoolId: number,
  files: readonly { readonly id: number; readonly name: string }[],
): Promise<void> {
  if (files.length === 0) return;
  const [ids, names] = [files.map(({ id }) => id), files.map(({ name }) => name)];
  await sql`update files set name = told.name from unnest(${ids}::bigint[], ${names}::text[]) as told(id, name)
    where files.school_id = ${schoolId} and files.id = told.id`.execute(db);
}

/** In the transaction of what they belong to: the files stay. */
export async function keepUploads(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  reserved: FilePurpose,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('files')
    .set({ is_kept: true, reserved })
    .where('school_id', '=', schoolId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * Nobody gets these files any more, from the commit on; what they were called is forgotten at once. Nothing may refer to them then: the
 * row goes at night. Answers their uuids, whose contents can be removed from the store once it is committed.
 */
export async function removeFiles(db: Kysely<DB>, schoolId: number, ids: readonly number[], now: Date) {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('files')
    .set({ deleted_at: now.toISOString(), name: '', alt_name: '' })
    .where('school_id', '=', schoolId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('uuid')
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** Some files that nobody kept, or that were removed, a day ago. */
export async function listLeftovers(db: Kysely<DB>, now: Date) {
  const before = new Date(now.getTime() - LEFTOVER_MS).toISOString();
  return db
    .selectFrom('files')
    .select(['school_id', 'id', 'uuid'])
    .where((eb) =>
      eb.or([eb.and([eb('is_kept', '=', false), eb('created_at', '<', before)]), eb('deleted_at', '<', before)]),
    )
    .limit(BATCH)
    .execute();
}

/** Forgets files whose contents are gone. */
export async function deleteLeftovers(db: Kysely<DB>, uuids: readonly string[]): Promise<void> {
  await db.deleteFrom('files').where('uuid', 'in', uuids).execute();
}

/** The contents of all files of a school, of those too that nothing came of. */
export async function listStored(db: Kysely<DB>, schoolId: number): Promise<string[]> {
  const rows = await db.selectFrom('files').select('uuid').where('school_id', '=', schoolId).execute();
  return rows.map(({ uuid }) => uuid);
}
