import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { channelsPart, membersPart, type Reader } from '../../channels/index.ts';
import type { CloudKey } from './entries.ts';

/** The channels of somebody by their numbers, with the names that they read. */
export async function listOwnClouds(db: Kysely<DB>, reader: Reader): Promise<{ id: number; displayname: string }[]> {
  return db
    .selectFrom(channelsPart(db, reader).as('channel'))
    .innerJoin(membersPart(db).as('member'), (join) =>
      join
        .onRef('member.school_id', '=', 'channel.school_id')
        .onRef('member.channel_id', '=', 'channel.id')
        .on('member.user_id', '=', reader.user_id),
    )
    .select(['channel.id', 'channel.displayname'])
    .where('channel.school_id', '=', reader.school_id)
    .orderBy('channel.id')
    .execute();
}

/** A lock that a program holds now. */
export interface DavLock {
  readonly token: string;
  readonly cloud_file_id: number;
  readonly user_id: number;
  readonly is_exclusive: boolean;
  readonly is_deep: boolean;
  readonly owner: string;
  readonly expires_at: string;
}

const COLUMNS = ['token', 'cloud_file_id', 'user_id', 'is_exclusive', 'is_deep', 'owner', 'expires_at'] as const;

/** The locks on some files and folders themselves, the oldest first. */
export async function listDavLocks(
  db: Kysely<DB>,
  { school_id }: Pick<CloudKey, 'school_id'>,
  ids: readonly number[],
  now: Date,
): Promise<DavLock[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('cloud_dav_locks')
    .select(COLUMNS)
    .where('school_id', '=', school_id)
    .where('cloud_file_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('expires_at', '>', now.toISOString())
    .orderBy('expires_at')
    .orderBy('token')
    .execute();
}

/** How many locks somebody holds now. */
export async function countDavLocks(
  db: Kysely<DB>,
  { school_id, user_id }: { readonly school_id: number; readonly user_id: number },
  now: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('cloud_dav_locks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Holds a file or folder; answers the token. The caller has the lock of its cloud. */
export async function insertDavLock(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  lock: Omit<DavLock, 'token'>,
): Promise<string> {
  const { token } = await db
    .insertInto('cloud_dav_locks')
    .values({ school_id, ...lock })
    .returning('token')
    .executeTakeFirstOrThrow();
  return token;
}

export async function refreshDavLock(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  token: string,
  expires: Date,
): Promise<void> {
  await db
    .updateTable('cloud_dav_locks')
    .set({ expires_at: expires.toISOString() })
    .where('school_id', '=', school_id)
    .where('token', '=', token)
    .execute();
}

export async function removeDavLock(db: Kysely<DB>, { school_id }: CloudKey, token: string): Promise<void> {
  await db.deleteFrom('cloud_dav_locks').where('school_id', '=', school_id).where('token', '=', token).execute();
}

/** What goes, or is elsewhere from now on, is held by nobody. */
export async function removeDavLocksOn(db: Kysely<DB>, { school_id }: CloudKey, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('cloud_dav_locks')
    .where('school_id', '=', school_id)
    .where('cloud_file_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** Locks that are over hold nothing; returns their number. */
export async function pruneDavLocks(db: Kysely<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('cloud_dav_locks')
    .where('expires_at', '<', now.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function eraseDavLocks(
  db: Kysely<DB>,
  { school_id, user_id }: { readonly school_id: number; readonly user_id: number },
): Promise<void> {
  await db.deleteFrom('cloud_dav_locks').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/** What programs note of something for themselves. */
export interface DavProperty {
  readonly cloud_file_id: number;
  readonly namespace: string;
  readonly name: string;
  readonly content: string;
}

export async function listDavProperties(
  db: Kysely<DB>,
  { school_id }: Pick<CloudKey, 'school_id'>,
  ids: readonly number[],
): Promise<DavProperty[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('cloud_dav_properties')
    .select(['cloud_file_id', 'namespace', 'name', 'content'])
    .where('school_id', '=', school_id)
    .where('cloud_file_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('cloud_file_id')
    .orderBy('namespace')
    .orderBy('name')
    .execute();
}

/** Characters of all that programs have noted in a cloud, also of what is in its bin. */
export async function measureDavProperties(db: Kysely<DB>, { school_id, channel_id }: CloudKey): Promise<number> {
  const { rows } = await sql<{ characters: string | number }>`
    select coalesce(sum(length(p.namespace) + length(p.name) + length(p.content)), 0)::bigint as characters
    from cloud_files f join cloud_dav_properties p on p.school_id = f.school_id and p.cloud_file_id = f.id
    where f.school_id = ${school_id} and f.channel_id = ${channel_id}`.execute(db);
  return Number(rows[0]?.characters ?? 0);
}

export async function keepDavProperty(db: Kysely<DB>, { school_id }: CloudKey, property: DavProperty): Promise<void> {
  const { content } = property;
  await db
    .insertInto('cloud_dav_properties')
    .values({ school_id, ...property })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'cloud_file_id', 'namespace', 'name']).doUpdateSet({ content }),
    )
    .execute();
}

export async function removeDavProperty(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  { cloud_file_id, namespace, name }: Omit<DavProperty, 'content'>,
): Promise<void> {
  await db
    .deleteFrom('cloud_dav_properties')
    .where('school_id', '=', school_id)
    .where('cloud_file_id', '=', cloud_file_id)
    .where('namespace', '=', namespace)
    .where('name', '=', name)
    .execute();
}

/** A copy has what programs noted of what it is a copy of. */
export async function copyDavProperties(
  db: Kysely<DB>,
  { school_id }: CloudKey,
  from: number,
  to: number,
): Promise<void> {
  await sql`insert into cloud_dav_properties (school_id, cloud_file_id, namespace, name, content)
    select p.school_id, ${to}::bigint, p.namespace, p.name, p.content from cloud_dav_properties p
    where p.school_id = ${school_id} and p.cloud_file_id = ${from}`.execute(db);
}
