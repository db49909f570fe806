import type { Language } from '@kreide/core/kernel';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';

/** Addresses with the person they are for, without those whose reason is gone: an archived account, a parent who is none any more. */
function livingFeeds(db: Kysely<DB>) {
  return db
    .selectFrom('feeds')
    .innerJoin('users as owner', (join) =>
      join.onRef('owner.school_id', '=', 'feeds.school_id').onRef('owner.id', '=', 'feeds.owner_id'),
    )
    .innerJoin('users as person', (join) =>
      join.onRef('person.school_id', '=', 'feeds.school_id').onRef('person.id', '=', 'feeds.user_id'),
    )
    .where('owner.deleted_at', 'is', null)
    .where('person.deleted_at', 'is', null)
    .where(isOwnOrChilds);
}

const isOwnOrChilds = sql<SqlBool>`(feeds.user_id = feeds.owner_id or exists (
  select 1 from user_parents p
  where p.school_id = feeds.school_id and p.user_id = feeds.user_id and p.parent_id = feeds.owner_id))`;

/** The address of a secret, while the account, the family and the school allow it. */
export async function findFeed(db: Kysely<DB>, secretHash: Buffer) {
  return livingFeeds(db)
    .innerJoin('schools', 'schools.id', 'feeds.school_id')
    .select([
      'feeds.school_id',
      'feeds.id',
      'feeds.uuid',
      'feeds.user_id',
      'feeds.language',
      'feeds.last_fetched_at',
      'owner.id as owner_id',
      'owner.type as owner_type',
      'owner.role as owner_role',
      'person.type as person_type',
      'person.firstname',
      'person.lastname',
      'schools.time_zone',
    ])
    .where('feeds.secret_hash', '=', secretHash)
    .where('owner.is_locked', '=', false)
    .where('schools.is_locked', '=', false)
    .where('schools.state', '!=', 'DEACTIVATED')
    .executeTakeFirst();
}

/** Somebody's addresses, newest first; one of them by its uuid. */
export async function listFeeds(db: Kysely<DB>, schoolId: number, ownerId: number, uuid?: string) {
  let query = livingFeeds(db)
    .select([
      'feeds.uuid',
      'feeds.user_id',
      'person.firstname',
      'person.lastname',
      'feeds.name',
      'feeds.language',
      'feeds.created_at',
      'feeds.last_fetched_at',
    ])
    .where('feeds.school_id', '=', schoolId)
    .where('feeds.owner_id', '=', ownerId)
    .orderBy('feeds.id', 'desc');
  if (uuid !== undefined) query = query.where('feeds.uuid', '=', uuid);
  return query.execute();
}

/** How many addresses somebody has. Two that are made at once wait for each other here. */
export async function countFeeds(db: Kysely<DB>, schoolId: number, ownerId: number): Promise<number> {
  await sql`select 1 from users where school_id = ${schoolId} and id = ${ownerId} for update`.execute(db);
  const { count } = await db
    .selectFrom('feeds')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .where('school_id', '=', schoolId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Somebody of the school. */
export async function findPerson(db: Kysely<DB>, schoolId: number, userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'type'])
    .where('school_id', '=', schoolId)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function insertFeed(
  db: Kysely<DB>,
  values: {
    school_id: number;
    owner_id: number;
    user_id: number;
    name: string | null;
    language: Language;
    secret_hash: Buffer;
    created_at: string;
  },
): Promise<string> {
  const { uuid } = await db.insertInto('feeds').values(values).returning('uuid').executeTakeFirstOrThrow();
  return uuid;
}

/** Revokes one of somebody's addresses; false when there is no such one. */
export async function deleteFeed(db: Kysely<DB>, schoolId: number, ownerId: number, uuid: string): Promise<boolean> {
  const result = await db
    .deleteFrom('feeds')
    .where('school_id', '=', schoolId)
    .where('owner_id', '=', ownerId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function markFetched(db: Kysely<DB>, schoolId: number, id: number, now: Date): Promise<void> {
  await db
    .updateTable('feeds')
    .set({ last_fetched_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute();
}

/** Removes addresses whose reason is gone, so that they do not come back to life with it. */
export async function pruneFeeds(db: Kysely<DB>): Promise<number> {
  const result = await db
    .deleteFrom('feeds as kept')
    .where((eb) =>
      eb.not(
        eb.exists(
          livingFeeds(db)
            .select('feeds.id')
            .where(sql<SqlBool>`feeds.school_id = kept.school_id and feeds.id = kept.id`),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
