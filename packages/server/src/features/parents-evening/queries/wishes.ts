import type { GrantedWish, Wish } from '@kreide/core/features/parents-evening';
import { type Kysely, sql } from 'kysely';
import { changedAt } from '../../../kernel/data/changed-at.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { EveningKey } from './evenings.ts';

/** When the family of a child can come; null: as long as the evening. */
export interface WishListRow {
  child_id: number;
  begins_at: string | null;
  ends_at: string | null;
  updated_at: string;
}

/** The wish lists of an evening. @param children only theirs */
export async function listWishLists(
  db: Kysely<DB>,
  { school_id, id }: EveningKey,
  children: readonly number[] | null = null,
): Promise<WishListRow[]> {
  return db
    .selectFrom('parents_evening_wish_lists')
    .select(['child_id', 'begins_at', 'ends_at', 'updated_at'])
    .where('school_id', '=', school_id)
    .where('evening_id', '=', id)
    .$if(children !== null, (all) => all.where('child_id', '=', sql<number>`any(${[...(children ?? [])]}::bigint[])`))
    .execute();
}

/** The wishes of an evening, for each child the best first. @param children only theirs */
export async function listWishes(
  db: Kysely<DB>,
  { school_id, id }: EveningKey,
  children: readonly number[] | null = null,
): Promise<Wish[]> {
  return db
    .selectFrom('parents_evening_wishes')
    .select(['teacher_id', 'child_id', 'parent_id', 'rank'])
    .where('school_id', '=', school_id)
    .where('evening_id', '=', id)
    .$if(children !== null, (all) => all.where('child_id', '=', sql<number>`any(${[...(children ?? [])]}::bigint[])`))
    .orderBy('child_id')
    .orderBy('rank')
    .orderBy('id')
    .execute();
}

/**
 * Stores when the family of a child can come, if the list is still as it was; null: somebody else has changed it. The row is locked
 * from then on.
 * @param before when it was changed last; null: there is none
 */
export async function saveWishList(
  trx: Kysely<DB>,
  { school_id, id }: EveningKey,
  { child_id, begins_at, ends_at }: Omit<WishListRow, 'updated_at'>,
  before: string | null,
  now: Date,
): Promise<WishListRow | null> {
  const shown = ['child_id', 'begins_at', 'ends_at', 'updated_at'] as const;
  if (before === null) {
    const values = { school_id, evening_id: id, child_id, begins_at, ends_at, updated_at: now.toISOString() };
    const made = await trx
      .insertInto('parents_evening_wish_lists')
      .values(values)
      .onConflict((on) => on.doNothing())
      .returning(shown)
      .executeTakeFirst();
    return made ?? null;
  }
  const changed = await trx
    .updateTable('parents_evening_wish_lists')
    .set({ begins_at, ends_at, updated_at: changedAt(now) })
    .where('school_id', '=', school_id)
    .where('evening_id', '=', id)
    .where('child_id', '=', child_id)
    .where('updated_at', '=', before)
    .returning(shown)
    .executeTakeFirst();
  return changed ?? null;
}

/** Puts these wishes of a child in place of those that there are. */
export async function replaceWishes(
  trx: Kysely<DB>,
  { school_id, id }: EveningKey,
  child_id: number,
  wishes: readonly Omit<Wish, 'child_id'>[],
): Promise<void> {
  await trx
    .deleteFrom('parents_evening_wishes')
    .where('school_id', '=', school_id)
    .where('evening_id', '=', id)
    .where('child_id', '=', child_id)
    .execute();
  if (wishes.length === 0) return;
  await trx
    .insertInto('parents_evening_wishes')
    .values(wishes.map((one) => ({ ...one, school_id, evening_id: id, child_id })))
    .execute();
}

/** Makes appointments of wishes, all at once. */
export async function insertGranted(
  trx: Kysely<DB>,
  { school_id, id }: EveningKey,
  granted: readonly GrantedWish[],
  now: Date,
): Promise<void> {
  const rows = granted.map(({ teacher_id, child_id, parent_id, starts_at }) => ({
    teacher_id,
    child_id,
    parent_id,
    starts_at,
  }));
  await sql`insert into parents_evening_bookings
      (school_id, evening_id, teacher_id, child_id, parent_id, starts_at, is_invited, state, updated_at)
    select ${school_id}::bigint, ${id}::bigint, g.teacher_id, g.child_id, g.parent_id, g.starts_at, false, 'booked',
      ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as g(teacher_id bigint, child_id bigint, parent_id bigint, starts_at time)`.execute(trx);
}

/** Whose wishes got nothing waits, in this order. */
export async function insertWaitingAll(
  trx: Kysely<DB>,
  { school_id, id }: EveningKey,
  waiting: readonly Wish[],
  now: Date,
): Promise<void> {
  const rows = waiting.map(({ teacher_id, child_id, parent_id }, place) => ({
    place,
    teacher_id,
    child_id,
    parent_id,
  }));
  await sql`insert into parents_evening_waiting (school_id, evening_id, teacher_id, child_id, parent_id, created_at)
    select ${school_id}::bigint, ${id}::bigint, w.teacher_id, w.child_id, w.parent_id, ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as w(place int, teacher_id bigint, child_id bigint, parent_id bigint)
    order by w.place`.execute(trx);
}
