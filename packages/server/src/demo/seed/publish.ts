import { type Kysely, sql } from 'kysely';
import { applyPlan, DEMO_SOURCE, type PlanChange } from '../../features/timetable-import/index.ts';
import type { DB } from '../../kernel/data/database.generated.ts';

/**
 * Puts a resolved plan of the demo in force the way an upload is published, inside the caller's transaction. No upload stays behind:
 * nobody made one, and taking it back would leave an empty school.
 */
export async function publishDemo(
  db: Kysely<DB>,
  { schoolId, yearId, now }: { schoolId: number; yearId: number; now: Date },
  change: PlanChange,
): Promise<void> {
  const upload = await db
    .insertInto('timetable_uploads')
    .values({ school_id: schoolId, source: DEMO_SOURCE, state: 'PROCESSING', school_year_id: yearId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await applyPlan(db, { schoolId, yearId, uploadId: upload.id, source: DEMO_SOURCE, now }, change);
  const own = sql`school_id = ${schoolId} and upload_id = ${upload.id}`;
  await sql`update substitutions set upload_id = null where ${own}`.execute(db);
  await sql`update substitutions set ended_upload_id = null where school_id = ${schoolId} and ended_upload_id = ${upload.id}`.execute(
    db,
  );
  await sql`update plan_versions set upload_id = null where ${own}`.execute(db);
  await sql`delete from timetable_uploads where school_id = ${schoolId} and id = ${upload.id}`.execute(db);
}

/** Takes the lock of a school year for the rest of the transaction, as publications do. */
export async function lockYear(db: Kysely<DB>, schoolId: number, yearId: number): Promise<void> {
  await db
    .selectFrom('school_years')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '=', yearId)
    .forUpdate()
    .execute();
}
