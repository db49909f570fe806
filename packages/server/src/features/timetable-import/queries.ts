import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { versionsPart } from '../timetable/index.ts';

type Uploads = DB['timetable_uploads'];
export type UploadRow = Omit<Selectable<Uploads>, 'parsed'>;
export type UploadKey = Pick<UploadRow, 'school_id' | 'id'>;

/** Every column but the stored records, which can be megabytes. */
const COLUMNS = [
  'school_id',
  'id',
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
] as const;

export async function findUpload(db: Kysely<DB>, schoolId: number, uuid: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('timetable_uploads')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
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

/** The upload as it stands, locked for the rest of the transaction: nobody discards it meanwhile. */
export async function lockUpload(db: Kysely<DB>, schoolId: number, id: number): Promise<UploadRow> {
  return db
    .selectFrom('timetable_uploads')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function listUploads(db: Kysely<DB>, schoolId: number, page: number, size: number): Promise<UploadRow[]> {
  return db
    .selectFrom('timetable_uploads')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .orderBy('id', 'desc')
    .offset((page - 1) * size)
    .limit(size)
    .execute();
}

/** The records of a file as they were packed; null when nobody needs them any more. */
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

/** Changes an upload, where states are given only while it is in one of them; says whether it was. */
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

/** What an upload changed of one kind of records, as it was and as it is. */
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

/** The newest publication of each school year: only that one can be taken back, and only while the version before it is kept. */
export async function newestPublications(db: Kysely<DB>, schoolId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('timetable_uploads')
    .leftJoin(versionsPart(db).as('previous'), (join) =>
      join
        .onRef('previous.school_id', '=', 'timetable_uploads.school_id')
        .onRef('previous.id', '=', 'timetable_uploads.previous_version_id'),
    )
    .select(['timetable_uploads.id', 'previous_version_id', 'previous.id as kept_version_id'])
    .distinctOn('school_year_id')
    .where('timetable_uploads.school_id', '=', schoolId)
    .where('state', '=', 'PUBLISHED')
    .orderBy('school_year_id')
    .orderBy('published_at', 'desc')
    .orderBy('timetable_uploads.id', 'desc')
    .execute();
  return new Set(rows.flatMap((row) => (row.previous_version_id === row.kept_version_id ? [row.id] : [])));
}

/** An upload that nobody published within this time is dropped, ms. */
const READY_MS = 7 * 24 * 60 * 60 * 1000;

/** Drops uploads that were ready for a week; says how many. */
export async function pruneUploads(db: Kysely<DB>, now: Date): Promise<number> {
  const result = await db
    .updateTable('timetable_uploads')
    .set({ state: 'DISCARDED', parsed: null })
    .where('state', '=', 'READY')
    .where('created_at', '<', new Date(now.getTime() - READY_MS).toISOString())
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
