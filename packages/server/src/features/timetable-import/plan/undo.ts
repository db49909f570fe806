import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import type { Master } from './state.ts';

interface UndoneUpload {
  school_id: number;
  id: number;
  school_year_id: number;
  previous_version_id: number | null;
}

const TABLES: Record<Master, 'grades' | 'teachers' | 'bookables' | 'subjects' | 'courses'> = {
  grade: 'grades',
  teacher: 'teachers',
  bookable: 'bookables',
  subject: 'subjects',
  course: 'courses',
};

/**
 * Takes the newest publication back, inside the caller's transaction: the version before it, the substitutions it ended and
 * the master data it changed are in force again. What it brought is ended, not deleted; other records may refer to it.
 */
export async function undoPlan(db: Kysely<DB>, upload: UndoneUpload, now: Date): Promise<number> {
  const at = now.toISOString();
  await sql`update substitutions set ended_at = ${at}, ended_upload_id = ${upload.id}
    where school_id = ${upload.school_id} and upload_id = ${upload.id} and ended_at is null`.execute(db);
  await sql`update substitutions set ended_at = null, ended_upload_id = null
    where school_id = ${upload.school_id} and ended_upload_id = ${upload.id} and upload_id is distinct from ${upload.id}`.execute(
    db,
  );
  const changes = await db
    .selectFrom('upload_changes')
    .select(['entity', 'before', 'after'])
    .where('school_id', '=', upload.school_id)
    .where('upload_id', '=', upload.id)
    .execute();
  const changeOf = (entity: string) => changes.find((one) => one.entity === entity);
  for (const entity of ['times', 'holidays'] as const) {
    const set = changeOf(entity);
    if (set) await restoreSet(db, upload, entity, set.before);
  }
  for (const entity of Object.keys(TABLES) as Master[]) {
    const change = changeOf(entity);
    if (!change) continue;
    const before = change.before as unknown as { id: number }[];
    const known = new Set(before.map((row) => row.id));
    const made = (change.after as unknown as { id: number }[]).flatMap((row) => (known.has(row.id) ? [] : [row.id]));
    const table = sql.table(TABLES[entity]);
    if (made.length > 0) {
      await sql`update ${table} set ended_at = ${at} where school_id = ${upload.school_id} and id = any(${made}::bigint[])`.execute(
        db,
      );
    }
    if (before.length > 0) {
      await sql`update ${table} t set ${restored(entity)}, ended_at = r.ended_at
        from jsonb_populate_recordset(null::${table}, ${JSON.stringify(before)}::jsonb) as r where t.school_id = ${upload.school_id} and t.id = r.id`.execute(
        db,
      );
    }
  }
  const anchor = changes.find((one) => one.entity === 'anchor')?.before as [string | null] | undefined;
  const year = await db
    .updateTable('school_years')
    .set({
      published_version_id: upload.previous_version_id,
      revision: sql<number>`revision + 1`,
      last_updated_at: at,
      ...(anchor ? { anchor: anchor[0] } : {}),
    })
    .where('school_id', '=', upload.school_id)
    .where('id', '=', upload.school_year_id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return year.revision;
}

const RESTORED: Record<Master, readonly string[]> = {
  grade: ['shortcut', 'name'],
  teacher: ['shortcut', 'firstname', 'lastname', 'title', 'email', 'color'],
  bookable: ['shortcut', 'name'],
  subject: ['shortcut', 'name', 'color'],
  course: ['shortcut', 'name', 'subject_id', 'grade_ids', 'teacher_ids', 'is_required'],
};

function restored(entity: Master) {
  return sql.raw(RESTORED[entity].map((column) => `"${column}" = r."${column}"`).join(', '));
}

async function restoreSet(
  db: Kysely<DB>,
  upload: UndoneUpload,
  table: 'times' | 'holidays',
  before: unknown,
): Promise<void> {
  await db
    .deleteFrom(table)
    .where('school_id', '=', upload.school_id)
    .where('school_year_id', '=', upload.school_year_id)
    .execute();
  const rows = before as unknown[];
  if (rows.length === 0) return;
  await sql`insert into ${sql.table(table)} overriding system value select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}
