import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

/** Whose upload it is. */
export interface Uploader {
  readonly school_id: number;
  readonly user_id: number;
}

interface NewPartial extends Uploader {
  /** Into what it comes, such as `cloud:12`. */
  readonly room: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly expires_at: Date;
}

const BATCH = 200;

/** Notes an upload of which nothing has come yet. */
export async function insertPartial(db: Kysely<DB>, { expires_at, ...upload }: NewPartial, now: Date) {
  return db
    .insertInto('file_uploads')
    .values({ ...upload, created_at: now.toISOString(), expires_at: expires_at.toISOString() })
    .returning(['uuid', 'name', 'size', 'expires_at'])
    .executeTakeFirstOrThrow();
}
export type PartialRow = Awaited<ReturnType<typeof insertPartial>>;

/** An upload of somebody that has not expired; with a room only one into that. */
export async function findPartial(
  db: Kysely<DB>,
  { school_id, user_id, uuid, room }: Uploader & { readonly uuid: string; readonly room?: string },
  now: Date,
): Promise<PartialRow | undefined> {
  let query = db
    .selectFrom('file_uploads')
    .select(['uuid', 'name', 'size', 'expires_at'])
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('uuid', '=', uuid)
    .where('expires_at', '>', now.toISOString());
  if (room !== undefined) query = query.where('room', '=', room);
  return query.executeTakeFirst();
}

/** How many bytes an upload will have; null: it is not there. */
export async function sizeOfPartial(db: Kysely<DB>, { school_id, uuid }: PartialKey): Promise<number | null> {
  const row = await db
    .selectFrom('file_uploads')
    .select('size')
    .where('school_id', '=', school_id)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row?.size ?? null;
}

/** Forgets an upload; false: it was forgotten before. */
export async function deletePartial(db: Kysely<DB>, schoolId: number, uuid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('file_uploads')
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** How many uploads of somebody are not whole yet. */
export async function countPartials(db: Kysely<DB>, { school_id, user_id }: Uploader): Promise<number> {
  const { count } = await db
    .selectFrom('file_uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The bytes that uploads into a room will have. */
export async function countComing(db: Kysely<DB>, schoolId: number, room: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('file_uploads')
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('size'), eb.lit(0)), 'bigint').as('bytes'))
    .where('school_id', '=', schoolId)
    .where('room', '=', room)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Some that have expired, of whatever school. */
export async function listExpired(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('file_uploads')
    .select(['school_id', 'uuid'])
    .where('expires_at', '<=', now.toISOString())
    .limit(BATCH)
    .execute();
}

/** Those of some uuids that belong to an upload. */
export async function listKnown(db: Kysely<DB>, uuids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('file_uploads')
    .select('uuid')
    .where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
}

/** An upload of a school, whoever's it is. */
export interface PartialKey {
  readonly school_id: number;
  readonly uuid: string;
}

/** How long a holder that says nothing keeps it, seconds. */
const LEASE = sql`interval '10 seconds'`;

/** Takes an upload for one request, unless another holds it, which is then asked to let go; `gone`: there is none any more. */
export async function takePartial(
  db: Kysely<DB>,
  { school_id, uuid }: PartialKey,
  token: string,
): Promise<'taken' | 'held' | 'gone'> {
  const { rows } = await sql`
    update file_uploads set lock_token = ${token}, locked_until = clock_timestamp() + ${LEASE}, is_wanted = false
    where school_id = ${school_id} and uuid = ${uuid} and (lock_token is null or locked_until < clock_timestamp())
    returning uuid`.execute(db);
  if (rows.length > 0) return 'taken';
  const held = await sql`update file_uploads set is_wanted = true
    where school_id = ${school_id} and uuid = ${uuid} returning uuid`.execute(db);
  return held.rows.length > 0 ? 'held' : 'gone';
}

/** Keeps it; answers whether somebody waits for it, or has it already. */
export async function holdPartial(db: Kysely<DB>, { school_id, uuid }: PartialKey, token: string): Promise<boolean> {
  const { rows } = await sql<{ is_wanted: boolean }>`
    update file_uploads set locked_until = clock_timestamp() + ${LEASE}
    where school_id = ${school_id} and uuid = ${uuid} and lock_token = ${token} returning is_wanted`.execute(db);
  return rows[0]?.is_wanted ?? true;
}

export async function releasePartial(db: Kysely<DB>, { school_id, uuid }: PartialKey, token: string): Promise<void> {
  await sql`update file_uploads set lock_token = null, locked_until = null
    where school_id = ${school_id} and uuid = ${uuid} and lock_token = ${token}`.execute(db);
}

/** What somebody who is erased was about to bring does not come any more. */
export async function erasePartials(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('file_uploads').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/** What somebody is about to bring. */
export const partialData: PersonalData = {
  file_uploads: (db, { school_id, user_id }) =>
    db
      .selectFrom('file_uploads')
      .select(['name', 'size', 'created_at', 'expires_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .execute(),
};
