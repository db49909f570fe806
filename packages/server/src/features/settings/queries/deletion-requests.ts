import type { DeletionStatus } from '@kreide/core/features/settings';
import { type Kysely, sql } from 'kysely';
import { toCounts } from '../../../kernel/data/counts.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type PersonKey, usersPart } from '../../users/index.ts';

function requestsOf(db: Kysely<DB>, { school_id, user_id }: PersonKey) {
  return db.selectFrom('deletion_requests').where('school_id', '=', school_id).where('user_id', '=', user_id);
}

/** What somebody asked for, locked for the rest of the transaction where it is to be changed; undefined: nothing. */
export async function findRequest(db: Kysely<DB>, person: PersonKey, { isLocked = false } = {}) {
  const request = requestsOf(db, person).select(['email', 'submitted_at', 'approved_at', 'ends_at']);
  return (isLocked ? request.forUpdate() : request).executeTakeFirst();
}
type Request = Awaited<ReturnType<typeof findRequest>>;

export function toStatus(request: Request): DeletionStatus {
  return {
    deletion_request_submitted: request?.submitted_at ?? null,
    deletion_request_approved: request?.approved_at ?? null,
    deletion_reversion_window: request?.ends_at ?? null,
  };
}

/** Adds a request; false: there is one already. */
export async function addRequest(db: Kysely<DB>, person: PersonKey, email: string, now: Date): Promise<boolean> {
  const added = await db
    .insertInto('deletion_requests')
    .values({ ...person, email, submitted_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function approveRequest(db: Kysely<DB>, person: PersonKey, now: Date, end: Date): Promise<void> {
  await db
    .updateTable('deletion_requests')
    .set({ approved_at: now.toISOString(), ends_at: end.toISOString() })
    .where('school_id', '=', person.school_id)
    .where('user_id', '=', person.user_id)
    .execute();
}

export async function removeRequest(db: Kysely<DB>, person: PersonKey): Promise<void> {
  await db
    .deleteFrom('deletion_requests')
    .where('school_id', '=', person.school_id)
    .where('user_id', '=', person.user_id)
    .execute();
}

/** Everybody of a school who asked for deletion, oldest first. */
export async function listRequests(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('deletion_requests')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join
        .onRef('user.school_id', '=', 'deletion_requests.school_id')
        .onRef('user.id', '=', 'deletion_requests.user_id')
        .on('user.deleted_at', 'is', null),
    )
    .select(['user_id', 'email', 'submitted_at', 'approved_at', 'ends_at'])
    .select(['user.username', 'user.firstname', 'user.lastname', 'user.role'])
    .where('deletion_requests.school_id', '=', schoolId)
    .orderBy('submitted_at')
    .orderBy('user_id')
    .execute();
}

/** Schools in which a deletion is to be carried out. */
export async function listSchoolsWithDue(db: Kysely<DB>, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('deletion_requests')
    .select('school_id')
    .distinct()
    .where('ends_at', '<=', now.toISOString())
    .execute();
  return rows.map(({ school_id }) => school_id);
}

/** The people of a school whose deletion is to be carried out. */
export async function listDue(db: Kysely<DB>, schoolId: number, now: Date) {
  return db
    .selectFrom('deletion_requests')
    .select(['school_id', 'user_id'])
    .where('school_id', '=', schoolId)
    .where('ends_at', '<=', now.toISOString())
    .orderBy('user_id')
    .execute();
}

/** Puts an approved request back into the review. */
export async function reopenRequest(db: Kysely<DB>, person: PersonKey): Promise<void> {
  await db
    .updateTable('deletion_requests')
    .set({ approved_at: null, ends_at: null })
    .where('school_id', '=', person.school_id)
    .where('user_id', '=', person.user_id)
    .execute();
}

/** Who asked for deletion and waits for the school, or has its approval and can still take it back; part of another query. */
export function requestsPart(db: Kysely<DB>, schoolId: number, state: 'requested' | 'pending', now: Date) {
  const requests = db.selectFrom('deletion_requests').select('user_id').where('school_id', '=', schoolId);
  return state === 'requested'
    ? requests.where('approved_at', 'is', null)
    : requests.where('ends_at', '>', now.toISOString());
}

/** How far the deletion of some people is; who asked for none is missing. */
export async function listStatuses(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DeletionStatus>> {
  const rows = await db
    .selectFrom('deletion_requests')
    .select(['user_id', 'email', 'submitted_at', 'approved_at', 'ends_at'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ user_id, ...request }) => [user_id, toStatus(request)]));
}

/** Requests for deletion that some schools have not decided. */
export async function countUndecided(db: Kysely<DB>, schoolIds: readonly number[]) {
  const rows = await db
    .selectFrom('deletion_requests')
    .select('school_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('school_id', '=', sql<number>`any(${[...schoolIds]}::bigint[])`)
    .where('approved_at', 'is', null)
    .groupBy('school_id')
    .execute();
  return toCounts(rows);
}
