import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

export type PublicationRow = NonNullable<Awaited<ReturnType<typeof findPublication>>>;

/** The publication at a time with a number, or of a day. */
export async function findPublication(
  db: Kysely<DB>,
  schoolId: number,
  of: { readonly id: number } | { readonly date: string },
) {
  return db
    .selectFrom('desk_publications')
    .select(['id', 'date', 'version', 'publish_at', 'set_by', 'set_at', 'done_at', 'published', 'is_refused'])
    .where('school_id', '=', schoolId)
    .where((eb) => ('id' in of ? eb('id', '=', of.id) : eb('date', '=', of.date)))
    .executeTakeFirst();
}

/** Sets when the changes of a day are published, in place of what was set; its number and version. */
export async function savePublication(
  db: Kysely<DB>,
  set: { school_id: number; date: string; publish_at: string; set_by: number },
  now: Date,
) {
  const fresh = { publish_at: set.publish_at, set_by: set.set_by, set_at: now.toISOString() };
  return db
    .insertInto('desk_publications')
    .values({ school_id: set.school_id, date: set.date, ...fresh })
    .onConflict((on) =>
      on.columns(['school_id', 'date']).doUpdateSet(({ ref, eb }) => ({
        ...fresh,
        version: eb(ref('desk_publications.version'), '+', 1),
        done_at: null,
        published: 0,
        is_refused: false,
      })),
    )
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
}

/** Its time has come. */
export async function finishPublication(
  db: Kysely<DB>,
  { school_id, id }: { school_id: number; id: number },
  done: { published: number; is_refused: boolean },
  now: Date,
): Promise<void> {
  await db
    .updateTable('desk_publications')
    .set({ ...done, done_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

export async function deletePublication(db: Kysely<DB>, schoolId: number, id: number): Promise<void> {
  await db.deleteFrom('desk_publications').where('school_id', '=', schoolId).where('id', '=', id).execute();
}

/** A publication of which nothing is a draft any more has nothing left to do. */
export async function endEmptyPublication(db: Kysely<DB>, schoolId: number, date: string): Promise<void> {
  await db
    .deleteFrom('desk_publications as p')
    .where('p.school_id', '=', schoolId)
    .where('p.date', '=', date)
    .where('p.done_at', 'is', null)
    .where(
      sql<SqlBool>`not exists (select 1 from desk_decisions d where d.school_id = ${schoolId} and d.date = ${date}
        and d.is_draft and d.due_version is not null)`,
    )
    .execute();
}

/** Nothing of a day is published at a time, nor was left out then. */
export async function clearDue(db: Kysely<DB>, schoolId: number, date: string): Promise<void> {
  await db
    .updateTable('desk_decisions')
    .set({ due_version: null, left_out: null })
    .where('school_id', '=', schoolId)
    .where('date', '=', date)
    .where('due_version', 'is not', null)
    .execute();
}

/** These decisions are published at a time, as they are now. */
export async function markDue(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('desk_decisions')
    .set(({ ref }) => ({ due_version: ref('version'), left_out: null }))
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** These decisions were not published when their time came, each for its reason. */
export async function markLeftOut(
  db: Kysely<DB>,
  schoolId: number,
  reasons: ReadonlyMap<number, string>,
): Promise<void> {
  if (reasons.size === 0) return;
  await sql`update desk_decisions d set due_version = d.version, left_out = n.reason
    from unnest(${[...reasons.keys()]}::bigint[], ${[...reasons.values()]}::text[]) as n(id, reason)
    where d.school_id = ${schoolId} and d.id = n.id`.execute(db);
}

/** Removes what was set for a time before a moment; returns the number. */
export async function prunePublications(db: Kysely<DB>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('desk_publications')
    .where('publish_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
