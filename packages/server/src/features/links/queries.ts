import type { SharedLink } from '@kreide/core/features/links';
import { LINKS_MAXIMUM } from '@kreide/core/features/links';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

const COLUMNS = ['id', 'title', 'address', 'about', 'updated_at'] as const;

/** What somebody writes of a link. */
export type LinkValues = Pick<SharedLink, 'title' | 'address' | 'about'>;

/** The links of a school in its order. */
export async function listLinks(db: Kysely<DB>, schoolId: number): Promise<SharedLink[]> {
  return db
    .selectFrom('school_links')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .limit(LINKS_MAXIMUM)
    .execute();
}

/** Until the end of the transaction nobody else changes the links of the school. */
export async function lockLinks(trx: Kysely<DB>, schoolId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('links', ${schoolId}))`.execute(trx);
}

export async function findLink(db: Kysely<DB>, schoolId: number, id: number): Promise<SharedLink | undefined> {
  return db
    .selectFrom('school_links')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A link that was removed since then. */
export async function findDeletedLink(db: Kysely<DB>, schoolId: number, id: number, since: Date) {
  return db
    .selectFrom('school_links')
    .select(COLUMNS)
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('deleted_at', '>=', since.toISOString())
    .executeTakeFirst();
}

/** Adds a link behind all others. */
export async function insertLink(
  trx: Kysely<DB>,
  schoolId: number,
  values: LinkValues,
  now: Date,
): Promise<SharedLink> {
  return trx
    .insertInto('school_links')
    .values(({ selectFrom }) => ({
      ...values,
      school_id: schoolId,
      updated_at: now.toISOString(),
      place: selectFrom('school_links')
        .select(sql<number>`coalesce(max(place), 0) + 1`.as('place'))
        .where('school_id', '=', schoolId),
    }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function changeLink(
  trx: Kysely<DB>,
  schoolId: number,
  id: number,
  values: LinkValues,
  now: Date,
): Promise<SharedLink> {
  return trx
    .updateTable('school_links')
    .set({ ...values, updated_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Marks a link as removed, or brings it back with null. */
export async function markLinkDeleted(trx: Kysely<DB>, schoolId: number, id: number, at: Date | null): Promise<void> {
  await trx
    .updateTable('school_links')
    .set({ deleted_at: at === null ? null : at.toISOString() })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute();
}

/** Numbers the places by the order of the ids. */
export async function placeLinks(trx: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<void> {
  await sql`update school_links set place = new.place from unnest(${ids}::bigint[]) with ordinality as new (id, place)
    where school_links.school_id = ${schoolId} and school_links.id = new.id`.execute(trx);
}

/** Removes what cannot be restored any more; returns the number. */
export async function pruneLinks(db: Kysely<DB>, before: Date): Promise<number> {
  const result = await db.deleteFrom('school_links').where('deleted_at', '<', before.toISOString()).executeTakeFirst();
  return Number(result.numDeletedRows);
}
