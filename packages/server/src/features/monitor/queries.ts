import { DAY_MESSAGE_DAYS, SCREENS_MAXIMUM } from '@kreide/core/features/monitor';
import { type Kysely, sql } from 'kysely';
import { toCounts } from '../../kernel/data/counts.ts';
import type { DB } from '../../kernel/data/database.generated.ts';

const COLUMNS = ['uuid', 'name', 'secret', 'created_at', 'renewed_at'] as const;
export type ScreenRow = Awaited<ReturnType<typeof listScreens>>[number];

export async function listScreens(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('screens')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .orderBy(sql`lower(name)`)
    .limit(SCREENS_MAXIMUM)
    .execute();
}

/** How many screens a school has. */
export async function countScreens(db: Kysely<DB>, schoolId: number): Promise<number> {
  const { count } = await db
    .selectFrom('screens')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('school_id', '=', schoolId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The school of a screen; undefined for a secret that is none, or none any more. */
export async function findScreenSchool(db: Kysely<DB>, secret: string): Promise<number | undefined> {
  return (await findBySecret(db, secret))?.school_id;
}

/** The screen of a secret; undefined for one that is none, or none any more. */
export async function findBySecret(db: Kysely<DB>, secret: string) {
  return db.selectFrom('screens').select(['school_id', 'id']).where('secret', '=', secret).executeTakeFirst();
}

/** Keeps that a screen asked for the plan, at most every ten minutes. */
export async function noteCall(
  db: Kysely<DB>,
  { school_id, id }: { school_id: number; id: number },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - CALL_SECONDS * 1000).toISOString();
  await db
    .updateTable('screens')
    .set({ called_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('called_at', 'is', null), eb('called_at', '<', before)]))
    .execute();
}
const CALL_SECONDS = 600;

/** Screens of some schools that have not asked for the plan since then. */
export async function countSilentScreens(db: Kysely<DB>, schoolIds: readonly number[], since: Date) {
  const rows = await db
    .selectFrom('screens')
    .select('school_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('school_id', '=', sql<number>`any(${[...schoolIds]}::bigint[])`)
    .where((eb) => eb.or([eb('called_at', 'is', null), eb('called_at', '<', since.toISOString())]))
    .groupBy('school_id')
    .execute();
  return toCounts(rows);
}

export async function findScreen(db: Kysely<DB>, schoolId: number, uuid: string) {
  return db
    .selectFrom('screens')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
}

/** Makes a screen with a secret of its own; undefined when the school has one of that name, or too many. */
export async function insertScreen(db: Kysely<DB>, schoolId: number, name: string, now: Date) {
  const at = now.toISOString();
  const { count } = await db
    .selectFrom('screens')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .where('school_id', '=', schoolId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= SCREENS_MAXIMUM) return undefined;
  return db
    .insertInto('screens')
    .values({ school_id: schoolId, name, created_at: at, renewed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Renames a screen; undefined when another one has the name. */
export async function renameScreen(db: Kysely<DB>, schoolId: number, uuid: string, name: string) {
  return db
    .updateTable('screens')
    .set({ name })
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('screens as other')
            .select('other.id')
            .where('other.school_id', '=', schoolId)
            .where('other.uuid', '!=', uuid)
            .where(sql`lower(other.name)`, '=', name.toLowerCase()),
        ),
      ),
    )
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Draws a new secret: the old one opens nothing from then on. */
export async function renewScreen(db: Kysely<DB>, schoolId: number, uuid: string, now: Date) {
  return db
    .updateTable('screens')
    .set({ secret: sql`gen_random_uuid()`, renewed_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function deleteScreen(db: Kysely<DB>, schoolId: number, uuid: string) {
  return db
    .deleteFrom('screens')
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .returning('name')
    .executeTakeFirst();
}

export async function findMessage(db: Kysely<DB>, schoolId: number, date: string): Promise<string | null> {
  return (await messageOf(db, schoolId, date).executeTakeFirst())?.text ?? null;
}

/** The message of a day, which nobody else changes until the transaction ends. */
export async function lockMessage(db: Kysely<DB>, schoolId: number, date: string) {
  return messageOf(db, schoolId, date).forUpdate().executeTakeFirst();
}

const messageOf = (db: Kysely<DB>, schoolId: number, date: string) =>
  db
    .selectFrom('day_messages')
    .select(['text', 'updated_at'])
    .where('school_id', '=', schoolId)
    .where('date', '=', date);

/** The messages of a day and later, by day. */
export async function listMessages(db: Kysely<DB>, schoolId: number, from: string) {
  return db
    .selectFrom('day_messages')
    .select(['date', 'text', 'updated_at'])
    .where('school_id', '=', schoolId)
    .where('date', '>=', from)
    .orderBy('date')
    .execute();
}

/** Writes the first message of a day. @returns whether there was none */
export async function insertMessage(db: Kysely<DB>, schoolId: number, date: string, text: string, now: Date) {
  const made = await db
    .insertInto('day_messages')
    .values({ school_id: schoolId, date, text, updated_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['school_id', 'date']).doNothing())
    .executeTakeFirst();
  return Number(made.numInsertedOrUpdatedRows) > 0;
}

/** Changes the message of a day, or takes it back with an empty text. */
export async function changeMessage(db: Kysely<DB>, schoolId: number, date: string, text: string, now: Date) {
  if (text === '')
    await db.deleteFrom('day_messages').where('school_id', '=', schoolId).where('date', '=', date).execute();
  else
    await db
      .updateTable('day_messages')
      .set({ text, updated_at: now.toISOString() })
      .where('school_id', '=', schoolId)
      .where('date', '=', date)
      .execute();
}

/** Messages are written this many days before their day at most; then they are kept for as long again. */
const KEPT_DAYS = 2 * DAY_MESSAGE_DAYS;

/** Removes messages of days that are long over; returns their number. */
export async function pruneMessages(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const result = await db.deleteFrom('day_messages').where('updated_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
