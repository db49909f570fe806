import type { Language } from '@kreide/core/kernel';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';
import { schoolsPart } from '../schools/index.ts';
import { lockUser, overrideColumns, parenthood, usersPart } from '../users/index.ts';

/**
 * Addresses with their owners, without those whose reason is gone: an archived account, a parent who no longer is one.
 */
function livingSubscriptions(db: Kysely<DB>) {
  return db
    .selectFrom('subscriptions')
    .innerJoin(usersPart(db).as('owner'), (join) =>
      join.onRef('owner.school_id', '=', 'subscriptions.school_id').onRef('owner.id', '=', 'subscriptions.owner_id'),
    )
    .innerJoin(usersPart(db).as('person'), (join) =>
      join.onRef('person.school_id', '=', 'subscriptions.school_id').onRef('person.id', '=', 'subscriptions.user_id'),
    )
    .where('owner.deleted_at', 'is', null)
    .where('person.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('subscriptions.user_id', '=', eb.ref('subscriptions.owner_id')),
        parenthood(
          eb.ref('subscriptions.school_id'),
          eb.ref('subscriptions.owner_id'),
          eb.ref('subscriptions.user_id'),
        ),
      ]),
    );
}

/** The address of a secret, as long as account, family and school allow it. */
export async function findSubscription(db: Kysely<DB>, secretHash: Buffer) {
  return livingSubscriptions(db)
    .innerJoin(schoolsPart(db).as('school'), 'school.id', 'subscriptions.school_id')
    .select([
      'subscriptions.school_id',
      'subscriptions.id',
      'subscriptions.uuid',
      'subscriptions.user_id',
      'subscriptions.language',
      'subscriptions.last_fetched_at',
      'owner.id as owner_id',
      'owner.type as owner_type',
      'owner.role as owner_role',
      'owner.expire_at',
      'person.type as person_type',
      'person.firstname',
      'person.lastname',
      'school.time_zone',
      ...overrideColumns('owner'),
    ])
    .where('subscriptions.secret_hash', '=', secretHash)
    .where('owner.is_locked', '=', false)
    .where('school.is_locked', '=', false)
    .executeTakeFirst();
}

/** A person's addresses, newest first; one of them by its uuid. */
export async function listSubscriptions(db: Kysely<DB>, schoolId: number, ownerId: number, uuid?: string) {
  let query = livingSubscriptions(db)
    .select([
      'subscriptions.uuid',
      'subscriptions.user_id',
      'person.firstname',
      'person.lastname',
      'subscriptions.name',
      'subscriptions.language',
      'subscriptions.created_at',
      'subscriptions.last_fetched_at',
    ])
    .where('subscriptions.school_id', '=', schoolId)
    .where('subscriptions.owner_id', '=', ownerId)
    .orderBy('subscriptions.id', 'desc');
  if (uuid !== undefined) query = query.where('subscriptions.uuid', '=', uuid);
  return query.execute();
}

/** The number of a person's addresses. Two concurrent creations wait for each other here. */
export async function countSubscriptions(db: Kysely<DB>, schoolId: number, ownerId: number): Promise<number> {
  await lockUser(db, schoolId, ownerId);
  const { count } = await db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .where('school_id', '=', schoolId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSubscription(
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
  const { uuid } = await db.insertInto('subscriptions').values(values).returning('uuid').executeTakeFirstOrThrow();
  return uuid;
}

/** Revokes one of a person's addresses; false when there is none. */
export async function deleteSubscription(
  db: Kysely<DB>,
  schoolId: number,
  ownerId: number,
  uuid: string,
): Promise<boolean> {
  const result = await db
    .deleteFrom('subscriptions')
    .where('school_id', '=', schoolId)
    .where('owner_id', '=', ownerId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function markFetched(db: Kysely<DB>, schoolId: number, id: number, now: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ last_fetched_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute();
}

/** Removes addresses whose reason is gone, so that they do not become valid again with it. */
export async function pruneSubscriptions(db: Kysely<DB>): Promise<number> {
  const result = await db
    .deleteFrom('subscriptions as kept')
    .where((eb) =>
      eb.not(
        eb.exists(
          livingSubscriptions(db)
            .select('subscriptions.id')
            .where(sql<SqlBool>`subscriptions.school_id = kept.school_id and subscriptions.id = kept.id`),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Addresses of somebody who is erased, and those that others have of that person. */
export async function eraseSubscriptions(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db
    .deleteFrom('subscriptions')
    .where('school_id', '=', school_id)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('owner_id', '=', user_id)]))
    .execute();
}
