import { UPLOADS_PAGE, type UploadOrder } from '@kreide/core/features/timetable-import';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { inForcePart } from '../structure/index.ts';
import { versionsPart } from '../timetable/index.ts';

type Uploads = DB['timetable_uploads'];
export type UploadRow = Omit<Selectable<Uploads>, 'parsed' | 'files_hash' | 'asked'>;
export type UploadKey = Pick<UploadRow, 'school_id' | 'id'>;

/** All columns except the stored records, which can be megabytes. */
const COLUMNS = [
  'school_id',
  'id',
  'number',
  'uuid',
  'state',
  'progress',
  'source',
  'format',
  'options',
  'files',
  'school_year_id',
  'counts',
  'changes',
  'warnings',
  'rejected',
  'rejected_count',
  'error',
  'previous_version_id',
  'version_id',
  'published_revision',
  'created_by',
  'created_at',
  'published_at',
  'undone_at',
  'has_files',
  'asks',
] as const;

export async function findUpload(db: Kysely<DB>, schoolId: number, uuid: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('timetable_uploads')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
}

export async function findUploadById(db: Kysely<DB>, schoolId: number, id: number): Promise<UploadRow | undefined> {
  return db
    .selectFrom('timetable_uploads')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function getUpload(db: Kysely<DB>, schoolId: number, id: number): Promise<UploadRow> {
  return db
    .selectFrom('timetable_uploads')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The current upload, locked for the rest of the transaction: nobody can discard it in the meantime. */
export async function lockUpload(db: Kysely<DB>, schoolId: number, id: number): Promise<UploadRow> {
  return db
    .selectFrom('timetable_uploads')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** A page of uploads, the newest first unless ordered, and the first of the next. */
export async function listUploads(
  db: Kysely<DB>,
  schoolId: number,
  { page = 1, order = '-at' }: { page?: number | undefined; order?: UploadOrder | undefined } = {},
): Promise<UploadRow[]> {
  return db
    .selectFrom('timetable_uploads')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .orderBy('id', order === 'at' ? 'asc' : 'desc')
    .offset((page - 1) * UPLOADS_PAGE)
    .limit(UPLOADS_PAGE + 1)
    .execute();
}

/** The packed records of a file; null when they are no longer needed. */
export async function readParsed(db: Kysely<DB>, upload: UploadKey): Promise<Buffer | null> {
  const { parsed } = await db
    .selectFrom('timetable_uploads')
    .select('parsed')
    .where('school_id', '=', upload.school_id)
    .where('id', '=', upload.id)
    .executeTakeFirstOrThrow();
  return parsed;
}

export async function createUpload(db: Kysely<DB>, values: Insertable<Uploads>): Promise<number> {
  const { id } = await db.insertInto('timetable_uploads').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/**
 * How many uploads of programs could not be read one after the other, up to this one; counts no further than `limit`.
 * Whoever discards one of them does not mend it.
 */
export async function countFailuresInARow(
  db: Kysely<DB>,
  { school_id, id }: UploadKey,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('timetable_uploads')
    .select((eb) => eb('error', 'is not', null).as('has_failed'))
    .where('school_id', '=', school_id)
    .where('id', '<=', id)
    .where(sql<boolean>`options @> '{"by_program": true}'`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const first = rows.findIndex(({ has_failed }) => !has_failed);
  return first < 0 ? rows.length : first;
}

/** The uploads of all schools that are being read. */
export async function listBeingRead(db: Kysely<DB>): Promise<UploadKey[]> {
  return db
    .selectFrom('timetable_uploads')
    .select(['school_id', 'id'])
    .where('state', 'in', ['QUEUED', 'PROCESSING'])
    .execute();
}

/** Updates an upload, with `states` only while it is in one of them; returns whether it was. */
export async function updateUpload(
  db: Kysely<DB>,
  upload: UploadKey,
  values: Updateable<Uploads>,
  states?: readonly UploadRow['state'][],
): Promise<boolean> {
  let query = db
    .updateTable('timetable_uploads')
    .set(values)
    .where('school_id', '=', upload.school_id)
    .where('id', '=', upload.id);
  if (states) query = query.where('state', 'in', states);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** An upload's changes to one kind of records, before and after. */
export async function createChange(db: Kysely<DB>, values: Insertable<DB['upload_changes']>): Promise<void> {
  await db.insertInto('upload_changes').values(values).execute();
}

export async function listChanges(db: Kysely<DB>, upload: UploadKey) {
  return db
    .selectFrom('upload_changes')
    .select(['entity', 'before', 'after'])
    .where('school_id', '=', upload.school_id)
    .where('upload_id', '=', upload.id)
    .execute();
}

/**
 * The newest publication of each school year: only that one can be undone, and only while the previous version is kept
 * and no planner has put another plan in force since.
 */
export async function newestPublications(db: Kysely<DB>, schoolId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('timetable_uploads')
    .leftJoin(versionsPart(db).as('previous'), (join) =>
      join
        .onRef('previous.school_id', '=', 'timetable_uploads.school_id')
        .onRef('previous.id', '=', 'timetable_uploads.previous_version_id'),
    )
    .leftJoin(inForcePart(db).as('year'), (join) =>
      join
        .onRef('year.school_id', '=', 'timetable_uploads.school_id')
        .onRef('year.id', '=', 'timetable_uploads.school_year_id'),
    )
    .select(['timetable_uploads.id', 'previous_version_id', 'previous.id as kept_version_id'])
    .select(['version_id', 'year.published_version_id'])
    .distinctOn('school_year_id')
    .where('timetable_uploads.school_id', '=', schoolId)
    .where('state', '=', 'PUBLISHED')
    .orderBy('school_year_id')
    .orderBy('published_at', 'desc')
    .orderBy('timetable_uploads.id', 'desc')
    .execute();
  const canBeUndone = (row: (typeof rows)[number]) =>
    row.previous_version_id === row.kept_version_id && row.version_id === row.published_version_id;
  return new Set(rows.flatMap((row) => (canBeUndone(row) ? [row.id] : [])));
}

/** An upload that is not published within this time is dropped, ms. */
const READY_MS = 7 * 24 * 60 * 60 * 1000;

/** The hash of the files that were published last at a school; null: none, or they count as new. */
export async function lastPublishedHash(db: Kysely<DB>, schoolId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('timetable_uploads')
    .select('files_hash')
    .where('school_id', '=', schoolId)
    .where('state', '=', 'PUBLISHED')
    .orderBy('published_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.files_hash ?? null;
}

/** The files of a school count as new; returns of how many uploads. */
export async function forgetHashes(db: Kysely<DB>, schoolId: number): Promise<number> {
  const result = await db
    .updateTable('timetable_uploads')
    .set({ files_hash: null })
    .where('school_id', '=', schoolId)
    .where('files_hash', 'is not', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Uploads whose files were kept long enough, which have none from now on. */
export async function takeOldFiles(db: Kysely<DB>, now: Date) {
  return db
    .updateTable('timetable_uploads')
    .set({ has_files: false, asks: null, asked: null })
    .where('has_files', '=', true)
    .where('created_at', '<', new Date(now.getTime() - READY_MS).toISOString())
    .returning('files')
    .execute();
}

/** Drops uploads that were ready for a week; returns their number. */
export async function pruneUploads(db: Kysely<DB>, now: Date): Promise<number> {
  const result = await db
    .updateTable('timetable_uploads')
    .set({ state: 'DISCARDED', parsed: null })
    .where('state', '=', 'READY')
    .where('created_at', '<', new Date(now.getTime() - READY_MS).toISOString())
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Removes uploads of a school from before then, except the last publication of a year, which can be undone; returns their number. */
export async function removeUploads(db: Kysely<DB>, schoolId: number, before: Date): Promise<number> {
  const newest = [...(await newestPublications(db, schoolId))];
  let query = db
    .deleteFrom('timetable_uploads')
    .where('school_id', '=', schoolId)
    .where('state', 'in', ['PUBLISHED', 'UNDONE', 'DISCARDED', 'FAILED'])
    .where('created_at', '<', before.toISOString());
  if (newest.length > 0) query = query.where('id', 'not in', newest);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
