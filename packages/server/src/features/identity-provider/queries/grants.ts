import type { Passed } from '@kreide/core/features/identity-provider';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { usersPart } from '../../users/index.ts';

/** As the library of the protocol wants it back. */
export type Payload = Readonly<Record<string, unknown>>;

declare module '../../../kernel/data/json.ts' {
  interface JsonColumns {
    'identity_grants.payload': Payload;
    'identity_artifacts.payload': Payload;
  }
}

/** By whose session somebody has let a program know what. */
export interface Giving {
  readonly session: { readonly school_id: number; readonly session_id: number; readonly user_id: number };
  readonly client_id: number;
  readonly passes: readonly Passed[];
}

const GRANT = ['key', 'client_id', 'user_id', 'session_id', 'passes', 'payload', 'created_at'] as const;

export async function findGrant(db: Kysely<DB>, schoolId: number, key: string, now: Date) {
  const row = await db
    .selectFrom('identity_grants')
    .select(GRANT)
    .where('school_id', '=', schoolId)
    .where('key', '=', key)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row && { ...row, passes: row.passes as Passed[] };
}

/** Until the end of the transaction nobody says yes in another tab of the session. */
export async function lockGiving(trx: Kysely<DB>, sessionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('identity_grants', ${sessionId}))`.execute(trx);
}

/** What somebody has let a program know in their session. */
export async function findGiven(
  db: Kysely<DB>,
  { school_id, session_id }: { school_id: number; session_id: number },
  clientId: number,
  now: Date,
) {
  const row = await db
    .selectFrom('identity_grants')
    .select(GRANT)
    .where('school_id', '=', school_id)
    .where('session_id', '=', session_id)
    .where('client_id', '=', clientId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row && { ...row, passes: row.passes as Passed[] };
}

/** Takes the place of what the session had given to the program before, with all that came of it. */
export async function addGrant(
  db: Kysely<DB>,
  { session, client_id, passes }: Giving,
  { key, payload, now, until }: { key: string; payload: Payload; now: Date; until: Date },
): Promise<void> {
  const { school_id, session_id, user_id } = session;
  await db
    .deleteFrom('identity_grants')
    .where('school_id', '=', school_id)
    .where('session_id', '=', session_id)
    .where('client_id', '=', client_id)
    .execute();
  await db
    .insertInto('identity_grants')
    .values({
      school_id,
      session_id,
      user_id,
      client_id,
      key,
      passes: [...passes],
      payload: toJsonText(payload),
      created_at: now.toISOString(),
      expires_at: until.toISOString(),
    })
    .execute();
}

export async function removeGrant(db: Kysely<DB>, schoolId: number, key: string): Promise<void> {
  await db.deleteFrom('identity_grants').where('school_id', '=', schoolId).where('key', '=', key).execute();
}

/** Whatever a program was given, or all programs of a school (null), ends with the codes and tokens that came of it. */
export async function endGrants(trx: Kysely<DB>, schoolId: number, clientId: number | null): Promise<void> {
  await trx
    .deleteFrom('identity_grants')
    .where('school_id', '=', schoolId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId))
    .execute();
  if (clientId === null) await trx.deleteFrom('identity_artifacts').where('school_id', '=', schoolId).execute();
}

export async function pruneGrants(db: Kysely<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_grants')
    .where('expires_at', '<', now.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Programs are told, as when somebody signs out. */
export async function eraseGrants(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await sql`select kreide_end_sign_ins(${school_id}, ${user_id}, null)`.execute(db);
  await db.deleteFrom('identity_grants').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/** Ends what people have given to programs whose last day has come; the database does the same with every other end. */
export async function endPassed(db: Kysely<DB>, now: Date): Promise<number> {
  const at = now.toISOString();
  const ended = db
    .selectFrom('identity_grants as given')
    .innerJoin(usersPart(db).as('person'), (join) =>
      join.onRef('person.school_id', '=', 'given.school_id').onRef('person.id', '=', 'given.user_id'),
    )
    .select(['given.school_id', 'given.user_id'])
    .distinct()
    .where('person.expire_at', 'is not', null)
    .where((eb) => eb.or([eb('person.expire_at', '<=', at), eb('person.read_only_from', '<=', at)]));
  const { rows } =
    await sql`select kreide_end_sign_ins(ended.school_id, ended.user_id, null) from ${ended.as('ended')}`.execute(db);
  return rows.length;
}

/** Which programs somebody is signed in at, and since when. */
export const grantData: PersonalData = {
  identity_grants: (db, { school_id, user_id }) =>
    db
      .selectFrom('identity_grants as given')
      .innerJoin('identity_clients as program', (join) =>
        join.onRef('program.school_id', '=', 'given.school_id').onRef('program.id', '=', 'given.client_id'),
      )
      .select(['program.name', 'given.created_at'])
      .where('given.school_id', '=', school_id)
      .where('given.user_id', '=', user_id)
      .orderBy('given.created_at')
      .execute(),
};
