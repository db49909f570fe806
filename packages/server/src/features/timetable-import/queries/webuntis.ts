import type { WebUntisReason } from '@kreide/core/features/timetable-import';
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { FailureParams } from '../webuntis/failure.ts';

type Connections = DB['webuntis_connections'];
export type ConnectionRow = Selectable<Connections>;

declare module '../../../kernel/data/json.ts' {
  interface JsonColumns {
    'webuntis_connections.params': FailureParams;
  }
}

export const reasonOf = (row: ConnectionRow) => row.reason as WebUntisReason | null;

export async function findConnection(db: Kysely<DB>, schoolId: number): Promise<ConnectionRow | undefined> {
  return db.selectFrom('webuntis_connections').selectAll().where('school_id', '=', schoolId).executeTakeFirst();
}

/** Locked for the rest of the transaction. */
export async function lockConnection(db: Kysely<DB>, schoolId: number): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('webuntis_connections')
    .selectAll()
    .where('school_id', '=', schoolId)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveConnection(db: Kysely<DB>, values: Insertable<Connections>): Promise<void> {
  const { school_id: _, ...changed } = values;
  await db
    .insertInto('webuntis_connections')
    .values(values)
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(changed))
    .execute();
}

export async function updateConnection(
  db: Kysely<DB>,
  schoolId: number,
  values: Updateable<Connections>,
): Promise<void> {
  await db.updateTable('webuntis_connections').set(values).where('school_id', '=', schoolId).execute();
}

export async function removeConnection(db: Kysely<DB>, schoolId: number): Promise<void> {
  await db.deleteFrom('webuntis_connections').where('school_id', '=', schoolId).execute();
}

/** The schools whose next look is due. */
export async function listDueConnections(db: Kysely<DB>, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('webuntis_connections')
    .select('school_id')
    .where('due_at', '<=', now.toISOString())
    .execute();
  return rows.map(({ school_id }) => school_id);
}

/** The next plan counts as new, whether something in it has changed or not. */
export async function forgetContent(db: Kysely<DB>, schoolId: number): Promise<void> {
  await updateConnection(db, schoolId, { content_hash: null, import_time: null });
}
