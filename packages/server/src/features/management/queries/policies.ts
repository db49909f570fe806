import { ACCEPTANCES_PAGE, type Policy } from '@kreide/core/features/management';
import type { UserType } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { usersPart } from '../../users/index.ts';

export interface Reader {
  readonly school_id: number;
  readonly user_id: number;
}

/** The versions of a school's policies, with what the reader and all others have done with them. */
function policiesOf(db: Kysely<DB>, { school_id, user_id }: Reader) {
  return db
    .selectFrom('policies')
    .select(['id', 'actor', 'version', 'title', 'text', 'created_at'])
    .select(
      sql<boolean>`version = (select max(newest.version) from policies newest
        where newest.school_id = policies.school_id and newest.actor = policies.actor)`.as('is_current'),
    )
    .select(
      sql<boolean>`exists (select 1 from policy_acceptances own where own.school_id = policies.school_id
        and own.policy_id = policies.id and own.user_id = ${user_id})`.as('is_accepted'),
    )
    .select(
      sql<string>`(select count(*) from policy_acceptances a
        where a.school_id = policies.school_id and a.policy_id = policies.id)`.as('accepted_count'),
    )
    .$narrowType<{ actor: UserType }>()
    .where('school_id', '=', school_id);
}
export type PolicyRow = Awaited<ReturnType<typeof listVersions>>[number];

/** All versions, newest first; with an actor only the newest of theirs. */
export async function listVersions(db: Kysely<DB>, reader: Reader, actor?: UserType) {
  let query = policiesOf(db, reader).orderBy('actor').orderBy('version', 'desc');
  if (actor !== undefined) query = query.where('actor', '=', actor).limit(1);
  return query.execute();
}

export async function findPolicy(db: Kysely<DB>, reader: Reader, id: number) {
  return policiesOf(db, reader).where('id', '=', id).executeTakeFirst();
}

/** Adds a version after the newest one of its actor; concurrent ones wait for each other. */
export async function addPolicy(
  trx: Kysely<DB>,
  { school_id, user_id }: Reader,
  draft: Pick<Policy, 'actor' | 'title' | 'text'>,
  now: Date,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('policies', ${school_id}))`.execute(trx);
  const newest = await trx
    .selectFrom('policies')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('school_id', '=', school_id)
    .where('actor', '=', draft.actor)
    .executeTakeFirst();
  const { id } = await trx
    .insertInto('policies')
    .values({
      school_id,
      ...draft,
      version: (newest?.version ?? 0) + 1,
      created_by: user_id,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Keeps that somebody accepts a version; a second time changes nothing. */
export async function addAcceptance(
  trx: Kysely<DB>,
  { school_id, user_id }: Reader,
  policyId: number,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('policy_acceptances')
    .values({ school_id, policy_id: policyId, user_id, accepted_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Is there a version in force that somebody of this kind has not accepted? */
export async function hasDuePolicy(db: Kysely<DB>, reader: Reader, actor: UserType): Promise<boolean> {
  const [newest] = await listVersions(db, reader, actor);
  return newest !== undefined && newest.text.trim() !== '' && !newest.is_accepted;
}

/** Who has accepted a version, by name; erased people are not among them. */
export async function listAccepted(db: Kysely<DB>, schoolId: number, policyId: number, page: number) {
  return db
    .selectFrom('policy_acceptances')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join
        .onRef('user.school_id', '=', 'policy_acceptances.school_id')
        .onRef('user.id', '=', 'policy_acceptances.user_id'),
    )
    .select(['user_id', 'accepted_at', 'user.firstname', 'user.lastname'])
    .where('policy_acceptances.school_id', '=', schoolId)
    .where('policy_id', '=', policyId)
    .orderBy('user.lastname')
    .orderBy('user.firstname')
    .orderBy('user_id')
    .offset((page - 1) * ACCEPTANCES_PAGE)
    .limit(ACCEPTANCES_PAGE + 1)
    .execute();
}

/** What somebody accepted goes with them; what they wrote for the school stays without their name. */
export async function erasePolicies(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('policy_acceptances').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db
    .updateTable('policies')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
}

/** What somebody has accepted, and what they put into force. */
export const policyData: PersonalData = {
  policy_acceptances: (db, { school_id, user_id }) =>
    db
      .selectFrom('policy_acceptances')
      .innerJoin('policies', (join) =>
        join
          .onRef('policies.school_id', '=', 'policy_acceptances.school_id')
          .onRef('policies.id', '=', 'policy_acceptances.policy_id'),
      )
      .select(['title', 'version', 'accepted_at as agreed_at'])
      .where('policy_acceptances.school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('accepted_at')
      .execute(),
  policies: (db, { school_id, user_id }) =>
    db
      .selectFrom('policies')
      .select(['title', 'version', 'created_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('created_at')
      .execute(),
};
