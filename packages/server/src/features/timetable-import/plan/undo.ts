import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { toJsonText } from '../../../kernel/json.ts';
import { MASTER_COLUMNS } from './apply-masters.ts';
import { MASTER_TABLES, MASTERS, type Master } from './state.ts';
import type { Kept } from './year.ts';

interface UndoneUpload {
  school_id: number;
  id: number;
  school_year_id: number;
  previous_version_id: number | null;
}

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
  for (const entity of MASTERS) {
    const change = changeOf(entity);
    if (!change) continue;
    const known = new Set(idsOf(change.before));
    const made = idsOf(change.after).filter((id) => !known.has(id));
    const table = sql.table(MASTER_TABLES[entity]);
    if (made.length > 0) {
      await sql`update ${table} set ended_at = ${at} where school_id = ${upload.school_id} and id = any(${made}::bigint[])`.execute(
        db,
      );
    }
    if (change.before.length > 0) {
      await sql`update ${table} t set ${restored(entity)}, ended_at = r.ended_at
        from jsonb_populate_recordset(null::${table}, ${toJsonText(change.before)}::jsonb) as r where t.school_id = ${upload.school_id} and t.id = r.id`.execute(
        db,
      );
    }
  }
  const anchor = changeOf('anchor')?.before[0];
  const year = await db
    .updateTable('school_years')
    .set({
      published_version_id: upload.previous_version_id,
      revision: sql<number>`revision + 1`,
      last_updated_at: at,
      ...(anchor === null || typeof anchor === 'string' ? { anchor } : {}),
    })
    .where('school_id', '=', upload.school_id)
    .where('id', '=', upload.school_year_id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return year.revision;
}

function idsOf(rows: readonly Kept[]): number[] {
  return rows.flatMap((row) => (typeof row === 'object' && row !== null && 'id' in row ? [row.id] : []));
}

function restored(entity: Master) {
  const columns = ['shortcut', ...Object.keys(MASTER_COLUMNS[entity])];
  return sql.raw(columns.map((column) => `"${column}" = r."${column}"`).join(', '));
}

async function restoreSet(
  db: Kysely<DB>,
  upload: UndoneUpload,
  table: 'times' | 'holidays',
  rows: readonly Kept[],
): Promise<void> {
  await db
    .deleteFrom(table)
    .where('school_id', '=', upload.school_id)
    .where('school_year_id', '=', upload.school_year_id)
    .execute();
  if (rows.length === 0) return;
  await sql`insert into ${sql.table(table)} overriding system value select * from jsonb_populate_recordset(null::${sql.table(table)}, ${toJsonText(rows)}::jsonb)`.execute(
    db,
  );
}
