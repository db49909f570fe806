import { CHECKED_CHILD_SECONDS, type ParentRelation } from '@kreide/core/features/users';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn } from '../../structure/index.ts';

/** One of the two people whom a link joins. */
type Side = 'user_id' | 'parent_id';

/** The links of a person on one side, with the person on the other; archived people have none. */
function linksOf(db: Kysely<DB>, schoolId: number, [own, id]: readonly [Side, number], today: string) {
  const other = own === 'user_id' ? 'parent_id' : 'user_id';
  return db
    .selectFrom('user_parents as link')
    .innerJoin('users as relative', (join) =>
      join.onRef('relative.school_id', '=', 'link.school_id').onRef('relative.id', '=', `link.${other}`),
    )
    .select(['link.user_id', 'link.parent_id', 'link.relation', 'link.created_at'])
    .select(['relative.id', 'relative.uuid', 'relative.firstname', 'relative.lastname'])
    .select(['relative.type', 'relative.state'])
    .select((eb) => gradeOn(eb.ref('relative.school_id'), eb.ref('relative.id'), today).as('grade_id'))
    .where('link.school_id', '=', schoolId)
    .where(`link.${own}`, '=', id)
    .where('relative.deleted_at', 'is', null)
    .orderBy('link.id');
}

export type LinkRow = Awaited<ReturnType<typeof listLinks>>[number];

/** The children (`parent_id`) or the parents (`user_id`) of a person, oldest link first. */
export async function listLinks(db: Kysely<DB>, schoolId: number, side: readonly [Side, number], today: string) {
  return linksOf(db, schoolId, side, today).execute();
}

/** The link of a parent to a child, with the child. */
export async function findLink(
  db: Kysely<DB>,
  schoolId: number,
  { parent_id, user_id }: { parent_id: number; user_id: number },
  today: string,
) {
  return linksOf(db, schoolId, ['parent_id', parent_id], today).where('link.user_id', '=', user_id).executeTakeFirst();
}

/** Links a child to a parent, or changes the relation. */
export async function saveLink(
  db: Kysely<DB>,
  schoolId: number,
  link: { parent_id: number; user_id: number; relation: ParentRelation },
  now: Date,
): Promise<void> {
  await db
    .insertInto('user_parents')
    .values({ school_id: schoolId, ...link, created_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'user_id', 'parent_id']).doUpdateSet({ relation: link.relation }),
    )
    .execute();
}

export async function removeLink(
  db: Kysely<DB>,
  schoolId: number,
  { parent_id, user_id }: { parent_id: number; user_id: number },
): Promise<void> {
  await db
    .deleteFrom('user_parents')
    .where('school_id', '=', schoolId)
    .where('parent_id', '=', parent_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** Lets a parent who entered the right code of a child link that child for a while. */
export async function rememberCheckedChild(
  db: Kysely<DB>,
  schoolId: number,
  pair: { parent_id: number; user_id: number },
  now: Date,
): Promise<void> {
  const expires_at = new Date(now.getTime() + CHECKED_CHILD_SECONDS * 1000).toISOString();
  await db
    .insertInto('checked_childs')
    .values({ school_id: schoolId, ...pair, expires_at })
    .onConflict((conflict) => conflict.columns(['school_id', 'parent_id', 'user_id']).doUpdateSet({ expires_at }))
    .execute();
}

/** Takes back the permission of a right code; false: there was none, or it has ended. */
export async function useCheckedChild(
  db: Kysely<DB>,
  schoolId: number,
  { parent_id, user_id }: { parent_id: number; user_id: number },
  now: Date,
): Promise<boolean> {
  const used = await db
    .deleteFrom('checked_childs')
    .where('school_id', '=', schoolId)
    .where('parent_id', '=', parent_id)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

/** Removes what codes allowed and nobody used in time; returns their number. */
export async function pruneCheckedChilds(db: Kysely<DB>, now: Date): Promise<number> {
  const removed = await db.deleteFrom('checked_childs').where('expires_at', '<', now.toISOString()).executeTakeFirst();
  return Number(removed.numDeletedRows);
}
