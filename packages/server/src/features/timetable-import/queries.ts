import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import type { UploadRow } from './words.ts';

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

/** The newest publication of each school year: only that one can be taken back, and only while the version before it is kept. */
export async function newestPublications(db: Kysely<DB>, schoolId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('timetable_uploads')
    .select((eb) => [
      'id',
      'previous_version_id',
      eb
        .exists(
          eb
            .selectFrom('plan_versions')
            .select('plan_versions.id')
            .whereRef('plan_versions.school_id', '=', 'timetable_uploads.school_id')
            .whereRef('plan_versions.id', '=', 'timetable_uploads.previous_version_id'),
        )
        .as('is_kept'),
    ])
    .distinctOn('school_year_id')
    .where('school_id', '=', schoolId)
    .where('state', '=', 'PUBLISHED')
    .orderBy('school_year_id')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Set(rows.flatMap((row) => (row.previous_version_id === null || row.is_kept ? [row.id] : [])));
}

export async function yearsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('school_years')
    .select(['id', 'name', 'begins_at', 'ends_at', 'anchor'])
    .where('school_id', '=', schoolId)
    .orderBy('begins_at')
    .execute();
}

/** Takes the lock of a school year for the rest of the transaction: one publication at a time. */
export async function lockYear(db: Kysely<DB>, schoolId: number, yearId: number): Promise<void> {
  await sql`select 1 from school_years where school_id = ${schoolId} and id = ${yearId} for update`.execute(db);
}

/** Versions of a school year that stay readable. */
const VERSIONS_KEPT = 10;

/** Versions that no undo can reach any more: all but the newest ten of a school year, and never the one in force. */
export async function pruneVersions(db: Kysely<DB>, schoolId: number, yearId: number): Promise<void> {
  const old = await db
    .selectFrom('plan_versions')
    .innerJoin('school_years', (join) =>
      join
        .onRef('school_years.school_id', '=', 'plan_versions.school_id')
        .onRef('school_years.id', '=', 'plan_versions.school_year_id'),
    )
    .select(['plan_versions.id', 'published_version_id'])
    .where('plan_versions.school_id', '=', schoolId)
    .where('plan_versions.school_year_id', '=', yearId)
    .orderBy('plan_versions.id', 'desc')
    .offset(VERSIONS_KEPT)
    .execute();
  const ids = old.filter((row) => row.id !== row.published_version_id).map((row) => row.id);
  if (ids.length === 0) return;
  await db.deleteFrom('lessons').where('school_id', '=', schoolId).where('version_id', 'in', ids).execute();
  await db.deleteFrom('plan_versions').where('school_id', '=', schoolId).where('id', 'in', ids).execute();
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
