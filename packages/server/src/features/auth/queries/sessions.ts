import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { dutyOf, schoolsPart } from '../../schools/index.ts';
import { overrideColumns, usersPart } from '../../users/index.ts';

/** The kind of a session: a token of one kind is not accepted where the other is expected. */
export type SessionKind = 'app' | 'webuntis' | 'upload' | 'webdav';

interface SessionKey {
  school_id: number;
  session_id: number;
}

/** Sessions with their users, archived ones included, and schools. */
function sessionsOf(db: Kysely<DB>) {
  return db
    .selectFrom('sessions')
    .innerJoin(usersPart(db).as('user'), (join) =>
      join.onRef('user.school_id', '=', 'sessions.school_id').onRef('user.id', '=', 'sessions.user_id'),
    )
    .innerJoin(schoolsPart(db).as('school'), 'school.id', 'sessions.school_id');
}

/** The same with all that an actor is made of, of those who may sign in. */
function actorRowsOf(db: Kysely<DB>, kind: SessionKind) {
  return sessionsOf(db)
    .select([
      'sessions.id as session_id',
      'sessions.access_expires_at',
      'sessions.refresh_expires_at',
      'sessions.last_used_at',
      'sessions.rotated_at',
      'sessions.app_password_id',
      'sessions.from_session_id',
      'user.is_tfa_enabled',
      'user.id as user_id',
      'user.uuid as user_uuid',
      'user.type',
      'user.role',
      'user.locale',
      'user.is_locked',
      'user.expire_at',
      'user.read_only_from',
      'school.id as school_id',
      'school.uuid as school_uuid',
      'school.slink',
      'school.time_zone',
      'school.is_locked as school_is_locked',
      'school.second_step_roles',
      'school.second_step_from',
      'school.properties as school_properties',
      ...overrideColumns('user'),
    ])
    .where('sessions.kind', '=', kind)
    .where('user.deleted_at', 'is', null);
}

/**
 * The session of a hashed token with its user and school; null when it is unknown, of another kind, or user or school
 * is locked.
 */
export async function findSession(db: Kysely<DB>, kind: SessionKind, accessHash: Buffer) {
  const row = await actorRowsOf(db, kind).where('sessions.access_hash', '=', accessHash).executeTakeFirst();
  return row && !row.is_locked && !row.school_is_locked ? row : null;
}

/** The session of the app with a number; null in the same cases, and when it is over. */
export async function findSessionById(
  db: Kysely<DB>,
  { school_id, session_id, user_id }: SessionKey & { user_id: number },
  now: Date,
) {
  const row = await actorRowsOf(db, 'app')
    .where('sessions.school_id', '=', school_id)
    .where('sessions.id', '=', session_id)
    .where('sessions.user_id', '=', user_id)
    .where('sessions.refresh_expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row && !row.is_locked && !row.school_is_locked ? row : null;
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** The session of a refresh token or of its predecessor, locked for the rest of the transaction. */
export async function lockForRefresh(db: Kysely<DB>, refreshHash: Buffer) {
  return sessionsOf(db)
    .selectAll('sessions')
    .select([
      'user.uuid as user_uuid',
      'user.is_locked',
      'user.expire_at',
      'user.deleted_at',
      'school.is_locked as school_is_locked',
    ])
    .where((eb) => eb.or([eb('refresh_hash', '=', refreshHash), eb('previous_refresh_hash', '=', refreshHash)]))
    .forUpdate('sessions')
    .executeTakeFirst();
}

/** The session that a refresh token belongs to, however old it is: by its family, or as its last or last but one. */
export async function findForReuse(db: Kysely<DB>, refreshHash: Buffer, familyHash: Buffer | null) {
  return db
    .selectFrom('sessions')
    .select(['school_id', 'id as session_id', 'user_id'])
    .select(['refresh_hash', 'previous_refresh_hash', 'rotated_at', 'last_used_at'])
    .where((eb) =>
      eb.or([
        eb('refresh_hash', '=', refreshHash),
        eb('previous_refresh_hash', '=', refreshHash),
        ...(familyHash ? [eb('family_hash', '=', familyHash)] : []),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
}

/** Which of these sessions may do everything: not expired, and of somebody who may sign in and lacks no second step. */
export async function findLiving(
  db: Kysely<DB>,
  asked: readonly SessionKey[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const rows = await sessionsOf(db)
    .select(['sessions.id', 'user.role', 'user.is_tfa_enabled'])
    .select(['school.time_zone', 'school.second_step_roles', 'school.second_step_from'])
    .where('sessions.school_id', 'in', [...new Set(asked.map(({ school_id }) => school_id))])
    .where(
      'sessions.id',
      'in',
      asked.map(({ session_id }) => session_id),
    )
    .where('sessions.refresh_expires_at', '>', now.toISOString())
    .where('user.deleted_at', 'is', null)
    .where('user.is_locked', '=', false)
    .where((eb) => eb.or([eb('user.expire_at', 'is', null), eb('user.expire_at', '>', now.toISOString())]))
    .where('school.is_locked', '=', false)
    .execute();
  return new Set(rows.filter((row) => dutyOf(row, row, now) !== 'due').map(({ id }) => id));
}

/** How a session was opened. */
export async function findManner(db: Kysely<DB>, { school_id, session_id }: SessionKey) {
  return db
    .selectFrom('sessions')
    .select(['stay_logged_in', 'is_native'])
    .where('school_id', '=', school_id)
    .where('id', '=', session_id)
    .executeTakeFirst();
}

/** Who has the app open, or needs no password to open it again, as a part of another feature's query. */
export function signedInPart(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['school_id', 'user_id'])
    .where('kind', '=', 'app')
    .where('refresh_expires_at', '>', now.toISOString());
}

/** When somebody signed in; undefined: the session was ended. */
export async function findBegin(db: Kysely<DB>, { school_id, session_id }: SessionKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('school_id', '=', school_id)
    .where('id', '=', session_id)
    .executeTakeFirst();
  return row?.created_at;
}

/** The sessions of a person that are open now. */
export async function listSessionIds(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  now: Date,
): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('refresh_expires_at', '>', now.toISOString())
    .execute();
  return rows.map(({ id }) => id);
}

/** A session to be written. */
export type NewSession = Insertable<DB['sessions']>;

export async function createSession(db: Kysely<DB>, values: NewSession): Promise<void> {
  await db.insertInto('sessions').values(values).execute();
}

export async function updateSession(
  db: Kysely<DB>,
  { school_id, session_id }: SessionKey,
  values: Updateable<DB['sessions']>,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set(values)
    .where('school_id', '=', school_id)
    .where('id', '=', session_id)
    .execute();
}

export async function removeSession(db: Kysely<DB>, { school_id, session_id }: SessionKey): Promise<void> {
  await db.deleteFrom('sessions').where('school_id', '=', school_id).where('id', '=', session_id).execute();
}

/** Removes the sessions of users of a school; returns their number. */
export async function removeSessionsOf(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** What a service of a school says that it has ended: one of its sessions, those of one account, or the one of that account. */
export type EndedThere = { school_id: number } & (
  | { sid: string; user_id: number | null }
  | { sid: null; user_id: number }
);

/** Removes the sessions, and the second steps that are open, by which people came from a service; returns whose they were. */
export async function removeSessionsOfService(db: Kysely<DB>, ended: EndedThere): Promise<number[]> {
  const { school_id, user_id, sid } = ended;
  const found: number[] = [];
  for (const table of ['sessions', 'second_steps'] as const) {
    let query = db.deleteFrom(table).where('school_id', '=', school_id);
    query = sid === null ? query.where('service_sid', 'is not', null) : query.where('service_sid', '=', sid);
    if (user_id !== null) query = query.where('user_id', '=', user_id);
    found.push(...(await query.returning('user_id').execute()).map((row) => row.user_id));
  }
  return [...new Set(found)];
}

/** Removes the sessions of a user but one; returns their number. */
export async function removeOtherSessions(
  db: Kysely<DB>,
  { school_id, user_id, session_id }: { school_id: number; user_id: number; session_id: number },
): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('id', '!=', session_id)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Removes the sessions that programs opened with the password of the account. */
export async function removeProgramSessions(
  db: Kysely<DB>,
  { school_id, id }: { school_id: number; id: number },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .where('kind', '!=', 'app')
    .where('app_password_id', 'is', null)
    .execute();
}

/** The places where a person is signed in, last used first. */
export async function listSessionsOf(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  now: Date,
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'kind', 'user_agent', 'created_at', 'last_used_at'])
    .$narrowType<{ kind: SessionKind }>()
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('refresh_expires_at', '>', now.toISOString())
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Removes sessions that can no longer be refreshed; returns their number. */
export async function pruneSessions(db: Kysely<DB>, now: Date): Promise<number> {
  const result = await db.deleteFrom('sessions').where('refresh_expires_at', '<', now.toISOString()).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Removes the sessions of a school that nobody has used since then; returns their number. */
export async function removeUnusedSessions(db: Kysely<DB>, schoolId: number, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where('school_id', '=', schoolId)
    .where('last_used_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** In how many places a person is signed in, and when they last used one of them. */
export async function summariseSessions(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  now: Date,
): Promise<{ count: number; last_used_at: string | null }> {
  return db
    .selectFrom('sessions')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('last_used_at').as('last_used_at')])
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('refresh_expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow();
}
