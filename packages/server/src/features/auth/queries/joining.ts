import { randomUUID } from 'node:crypto';
import { isJoinable, JOINED_ACCOUNTS_MAXIMUM } from '@kreide/core/features/auth';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { schoolsPart } from '../../schools/index.ts';
import { hasExpired, listManagersOf, usersPart } from '../../users/index.ts';

interface Owner {
  school_id: number;
  id: number;
}

/** Advisory lock, "join": two calls must see the same accounts as joined until they end. */
const JOINING = 0x6a6f696e;

/** The accounts of the same person, this one too; none when it was joined with no other. */
function membersOf(db: Kysely<DB>, { school_id, id }: Owner) {
  return db
    .selectFrom('joined_accounts as own')
    .innerJoin('joined_accounts as member', 'member.identity', 'own.identity')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join.onRef('user.school_id', '=', 'member.school_id').onRef('user.id', '=', 'member.user_id'),
    )
    .innerJoin(schoolsPart(db).select('name').as('school'), 'school.id', 'member.school_id')
    .where('own.school_id', '=', school_id)
    .where('own.user_id', '=', id)
    .where('user.deleted_at', 'is', null);
}

/** The other accounts of the same person, in the order of schools and names. */
export async function listJoined(db: Kysely<DB>, owner: Owner) {
  return membersOf(db, owner)
    .select([
      'member.school_id',
      'member.user_id as id',
      'member.joined_at',
      'member.last_used_at',
      'school.slink',
      'school.name',
    ])
    .select(['user.uuid', 'user.firstname', 'user.lastname', 'user.type', 'user.is_locked', 'user.expire_at'])
    .select('school.is_locked as school_is_locked')
    .where('member.user_id', '!=', owner.id)
    .orderBy('school.name')
    .orderBy('user.lastname')
    .orderBy('user.firstname')
    .orderBy('user.id')
    .execute();
}
export type JoinedRow = Awaited<ReturnType<typeof listJoined>>[number];

/** The identity of an account and the types of all that have it. */
async function findGroup(db: Kysely<DB>, owner: Owner) {
  const own = await usersPart(db)
    .where('school_id', '=', owner.school_id)
    .where('id', '=', owner.id)
    .executeTakeFirst();
  const rows = await membersOf(db, owner).select(['member.identity', 'user.type']).execute();
  return {
    identity: rows[0]?.identity ?? null,
    types: rows.length > 0 ? rows.map(({ type }) => type) : [own?.type ?? ''],
  };
}

/** Why two accounts are not joined: they are already, one of them is a pupil's and one is not, there would be too many. */
export type JoiningProblem = 'already' | 'pupil' | 'full';

/** Joins two accounts, and whatever either of them was joined with before. One call after the other. */
export async function join(db: Kysely<DB>, one: Owner, other: Owner, now: Date): Promise<JoiningProblem | null> {
  await sql`select pg_advisory_xact_lock(${JOINING})`.execute(db);
  const [a, b] = [await findGroup(db, one), await findGroup(db, other)];
  const isOne = one.school_id === other.school_id && one.id === other.id;
  if (isOne || (a.identity !== null && a.identity === b.identity)) return 'already';
  if (a.types.some((type) => b.types.some((each) => !isJoinable(type, each)))) return 'pupil';
  if (a.types.length + b.types.length > JOINED_ACCOUNTS_MAXIMUM) return 'full';
  const identity = a.identity ?? b.identity ?? randomUUID();
  const row = ({ school_id, id }: Owner) => ({ school_id, user_id: id, identity, joined_at: now.toISOString() });
  await db
    .insertInto('joined_accounts')
    .values([row(one), row(other)])
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doNothing())
    .execute();
  if (a.identity !== null && b.identity !== null)
    await db.updateTable('joined_accounts').set({ identity }).where('identity', '=', b.identity).execute();
  return null;
}

/** Somebody switches from this account to another one of theirs. */
export async function markUsed(db: Kysely<DB>, { school_id, id }: Owner, now: Date): Promise<void> {
  await db
    .updateTable('joined_accounts')
    .set({ last_used_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .execute();
}

/** The account goes on alone, and so does the other one of two. */
export const leaveJoined = (db: Kysely<DB>, { school_id, id }: Owner): Promise<void> =>
  leaveJoinedAll(db, school_id, [id]);

/** The same for several accounts of a school. */
export async function leaveJoinedAll(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<void> {
  const left = await db
    .deleteFrom('joined_accounts')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning('identity')
    .execute();
  const identities = left.map(({ identity }) => identity);
  if (identities.length === 0) return;
  await sql`delete from joined_accounts one where identity = any(${identities}::uuid[])
    and (select count(*) from joined_accounts other where other.identity = one.identity) = 1`.execute(db);
}

/** The other schools in which an account of the same person manages people, in the order of their names. */
export async function listManagedSchools(db: Kysely<DB>, actor: { school_id: number; user_id: number }, now: Date) {
  const joined = await listJoined(db, { school_id: actor.school_id, id: actor.user_id });
  const elsewhere = joined.filter(
    (account) => account.school_id !== actor.school_id && !account.school_is_locked && !hasExpired(account, now),
  );
  const managers = new Set(await listManagersOf(db, [...new Set(elsewhere.map(({ school_id }) => school_id))]));
  const managed = elsewhere.filter(({ id }) => managers.has(id));
  return [...new Map(managed.map(({ school_id: id, slink, name }) => [id, { id, slink, name }])).values()];
}

/** The new account of somebody belongs together with what the old one did. */
export async function moveJoined(db: Kysely<DB>, from: Owner, to: Owner): Promise<void> {
  await db
    .updateTable('joined_accounts')
    .set({ school_id: to.school_id, user_id: to.id })
    .where('school_id', '=', from.school_id)
    .where('user_id', '=', from.id)
    .execute();
}
