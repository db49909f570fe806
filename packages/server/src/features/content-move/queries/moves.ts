import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import '../stored.ts';

type Moves = DB['content_moves'];
export type MoveRow = Selectable<Moves>;
export type MoveKey = Pick<MoveRow, 'school_id' | 'id'>;

const movesOf = (db: Kysely<DB>, schoolId: number) =>
  db.selectFrom('content_moves').selectAll().where('school_id', '=', schoolId);

export async function findMove(db: Kysely<DB>, { school_id, id }: MoveKey): Promise<MoveRow | undefined> {
  return movesOf(db, school_id).where('id', '=', id).executeTakeFirst();
}

/** A move that nobody else takes a step of until the transaction ends. */
export async function lockMove(db: Kysely<DB>, { school_id, id }: MoveKey): Promise<MoveRow | undefined> {
  return movesOf(db, school_id).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The moves from or to some channels that were not taken back, the newest first. */
export async function listStanding(
  db: Kysely<DB>,
  schoolId: number,
  channelIds: readonly number[],
): Promise<MoveRow[]> {
  const some = sql<number>`any(${channelIds}::bigint[])`;
  return movesOf(db, schoolId)
    .where((eb) => eb.or([eb('old_channel_id', '=', some), eb('new_channel_id', '=', some)]))
    .where('state', '!=', 'UNDONE')
    .orderBy('id', 'desc')
    .execute();
}

export async function insertMove(db: Kysely<DB>, values: Insertable<Moves>): Promise<MoveRow> {
  return db.insertInto('content_moves').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function updateMove(
  db: Kysely<DB>,
  { school_id, id }: MoveKey,
  values: Updateable<Moves>,
): Promise<MoveRow> {
  return db
    .updateTable('content_moves')
    .set(values)
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves that have not come to their end, at whatever schools. */
export async function listUnfinished(db: Kysely<DB>): Promise<MoveKey[]> {
  return db
    .selectFrom('content_moves')
    .select(['school_id', 'id'])
    .where('state', 'in', ['MOVING', 'UNDOING'])
    .orderBy('id')
    .execute();
}

export async function keepEntry(
  db: Kysely<DB>,
  { school_id, id }: MoveKey,
  entry: { entry_id: number; former_name: string; placed_name: string },
): Promise<void> {
  await db
    .insertInto('content_move_entries')
    .values({ school_id, move_id: id, ...entry })
    .execute();
}

/** Something that a move has taken along and that is not back yet. */
export async function findEntry(db: Kysely<DB>, { school_id, id }: MoveKey) {
  return db
    .selectFrom('content_move_entries')
    .select(['entry_id', 'former_name', 'placed_name'])
    .where('school_id', '=', school_id)
    .where('move_id', '=', id)
    .orderBy('entry_id')
    .limit(1)
    .executeTakeFirst();
}

export async function forgetEntry(db: Kysely<DB>, { school_id, id }: MoveKey, entryId: number): Promise<void> {
  await db
    .deleteFrom('content_move_entries')
    .where('school_id', '=', school_id)
    .where('move_id', '=', id)
    .where('entry_id', '=', entryId)
    .execute();
}

/** What some moves have taken along of clouds. */
export async function listEntries(db: Kysely<DB>, schoolId: number, moveIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('content_move_entries')
    .select('entry_id')
    .where('school_id', '=', schoolId)
    .where('move_id', '=', sql<number>`any(${moveIds}::bigint[])`)
    .orderBy('entry_id')
    .execute();
  return rows.map(({ entry_id }) => entry_id);
}

/** Forgets how people had the channels of moves that cannot be taken back any more. */
export async function pruneMoves(db: Kysely<DB>, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('content_moves')
    .set({ old_places: sql`'[]'::jsonb`, new_places: sql`'[]'::jsonb` })
    .where('undo_until', '<', now.toISOString())
    .where('state', 'in', ['DONE', 'UNDONE'])
    .where(sql<boolean>`(old_places <> '[]'::jsonb or new_places <> '[]'::jsonb)`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Who moved something is forgotten with them. */
export async function eraseMover(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .updateTable('content_moves')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
}

/** What somebody has moved. */
export const moveData: PersonalData = {
  content_moves: (db, { school_id, user_id }) =>
    db
      .selectFrom('content_moves')
      .select(['state', 'created_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('id')
      .execute(),
};
