import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';
import { findFormer, usersPart } from '../users/index.ts';

const TOKEN = ['id', 'name', 'ends_on', 'created_at', 'last_used_at'] as const;

export async function listTokens(db: Kysely<DB>, schoolId: number) {
  return db.selectFrom('scim_clients').select(TOKEN).where('school_id', '=', schoolId).orderBy('id').execute();
}

/** Until the end of the transaction nobody else makes a token for the school, and no service changes anything of it. */
export async function lockScim(trx: Kysely<DB>, schoolId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('scim', ${schoolId}))`.execute(trx);
}

export async function addToken(
  trx: Kysely<DB>,
  token: { school_id: number; name: string; token_hash: Buffer; ends_on: string; created_by: number },
  now: Date,
) {
  return trx
    .insertInto('scim_clients')
    .values({ ...token, created_at: now.toISOString() })
    .returning(TOKEN)
    .executeTakeFirstOrThrow();
}

export async function removeToken(trx: Kysely<DB>, schoolId: number, id: number): Promise<void> {
  await trx.deleteFrom('scim_clients').where('school_id', '=', schoolId).where('id', '=', id).execute();
}

/** The token with this hash, of whatever school: the call says it, and no person. */
export async function findToken(db: Kysely<DB>, hash: Buffer) {
  return db
    .selectFrom('scim_clients')
    .select(['school_id', 'id', 'name', 'ends_on', 'last_used_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}
export type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

export async function noteTokenUse(db: Kysely<DB>, { school_id, id }: TokenRow, now: Date): Promise<void> {
  await db
    .updateTable('scim_clients')
    .set({ last_used_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** People of the school whom a service keeps up to date and who have not left. */
export async function countPeople(db: Kysely<DB>, schoolId: number): Promise<number> {
  const { count } = await db
    .selectFrom('scim_people as person')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join.onRef('user.school_id', '=', 'person.school_id').onRef('user.id', '=', 'person.user_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person.school_id', '=', schoolId)
    .where('user.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How services know these people; whoever is missing was never brought by one. */
export async function listKnown(db: Kysely<DB>, schoolId: number, ids: readonly number[]) {
  return db
    .selectFrom('scim_people')
    .select(['user_id', 'user_name', 'is_disabled', 'updated_at'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}
export type KnownRow = Awaited<ReturnType<typeof listKnown>>[number];

/** Whom a service knows by this name, in whatever capitals. */
export async function findByUserName(db: Kysely<DB>, schoolId: number, userName: string): Promise<number | null> {
  const row = await db
    .selectFrom('scim_people')
    .select('user_id')
    .where('school_id', '=', schoolId)
    .where((eb) => eb(eb.fn('lower', ['user_name']), '=', userName.toLowerCase()))
    .executeTakeFirst();
  return row?.user_id ?? (await findFormer(db, schoolId, userName.toLowerCase(), FORMER_NAME))[0] ?? null;
}

/** The source of a name of a service whose account became one with another. */
export const FORMER_NAME = ':scim';

export async function keepKnown(
  trx: Kysely<DB>,
  person: { school_id: number; user_id: number; user_name: string; is_disabled: boolean },
  now: Date,
): Promise<void> {
  const { user_name, is_disabled } = person;
  const updated_at = now.toISOString();
  await trx
    .insertInto('scim_people')
    .values({ ...person, created_at: updated_at, updated_at })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'user_id']).doUpdateSet({ user_name, is_disabled, updated_at }),
    )
    .execute();
}

/** No service keeps them up to date any more. */
export async function forgetKnown(trx: Kysely<DB>, schoolId: number, userId: number): Promise<void> {
  await trx.deleteFrom('scim_people').where('school_id', '=', schoolId).where('user_id', '=', userId).execute();
}

export async function eraseScim(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await forgetKnown(db, school_id, user_id);
  await db
    .updateTable('scim_clients')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
}

/** By which name a service knows somebody, and the tokens that they made. */
export const scimData: PersonalData = {
  scim_people: (db, { school_id, user_id }) =>
    db
      .selectFrom('scim_people')
      .select(['user_name as username', 'created_at', 'updated_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .execute(),
  scim_clients: (db, { school_id, user_id }) =>
    db
      .selectFrom('scim_clients')
      .select(['name', 'created_at', 'last_used_at as used_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('id')
      .execute(),
};
