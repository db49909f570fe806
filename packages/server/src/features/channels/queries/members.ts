import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { enrolmentSpan } from '../../structure/index.ts';
import { usersPart } from '../../users/index.ts';

/** A channel of a school. */
export interface ChannelKey {
  readonly school_id: number;
  readonly id: number;
}

const membersOf = (db: Kysely<DB>, { school_id, id }: ChannelKey) =>
  db
    .selectFrom('channel_members')
    .where('channel_members.school_id', '=', school_id)
    .where('channel_members.channel_id', '=', id)
    .where('channel_members.left_at', 'is', null);

/** Who is in which channel of a school now, to be joined by others. */
export function channelMembersOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('channel_members')
    .innerJoin('channels', (join) =>
      join
        .onRef('channels.school_id', '=', 'channel_members.school_id')
        .onRef('channels.id', '=', 'channel_members.channel_id'),
    )
    .select(['channel_members.school_id', 'channel_members.channel_id', 'channel_members.user_id'])
    .select('channels.is_disabled')
    .where('channel_members.school_id', '=', schoolId)
    .where('channel_members.left_at', 'is', null)
    .where('channels.deleted_at', 'is', null);
}

/** The accounts of all who are in a channel now. */
export async function listMemberIds(db: Kysely<DB>, key: ChannelKey): Promise<number[]> {
  const rows = await membersOf(db, key).select('user_id').orderBy('user_id').execute();
  return rows.map(({ user_id }) => user_id);
}

/** The members of a channel whose accounts are there. */
const presentOf = (db: Kysely<DB>, key: ChannelKey) =>
  membersOf(db, key).innerJoin(usersPart(db).as('person'), (join) =>
    join
      .onRef('person.school_id', '=', 'channel_members.school_id')
      .onRef('person.id', '=', 'channel_members.user_id')
      .on('person.deleted_at', 'is', null),
  );

/** Changes with everything that the list of members says. */
export async function findMembersVersion(db: Kysely<DB>, key: ChannelKey): Promise<string | null> {
  const row = await presentOf(db, key)
    .select(
      sql<string | null>`md5(string_agg(concat_ws(' ', person.id, channel_members.is_admin, channel_members.method,
        person.account_state, person.expire_at, person.type, person.lastname, person.firstname), ',' order by person.id))`.as(
        'version',
      ),
    )
    .executeTakeFirst();
  return row?.version ?? null;
}

/** The members of a channel by what they are. */
export async function listMemberKinds(db: Kysely<DB>, key: ChannelKey) {
  return presentOf(db, key)
    .select('person.type')
    .select(sql<number[]>`array_agg(person.id order by person.id)`.as('ids'))
    .groupBy('person.type')
    .orderBy('person.type')
    .execute();
}

/** The members of a channel, administrators first, then by name, a part of the list. */
export async function listMembers(
  db: Kysely<DB>,
  key: ChannelKey,
  { search, offset, limit }: { search?: string | undefined; offset: number; limit: number },
) {
  return presentOf(db, key)
    .innerJoin('channels', (join) =>
      join
        .onRef('channels.school_id', '=', 'channel_members.school_id')
        .onRef('channels.id', '=', 'channel_members.channel_id'),
    )
    .select(['person.id', 'person.uuid', 'person.firstname', 'person.lastname', 'person.type'])
    .select(['person.account_state as state', 'person.expire_at', 'channel_members.is_admin', 'channel_members.method'])
    .select((eb) =>
      enrolmentSpan(key.school_id, eb.ref('channel_members.user_id'), eb.ref('channels.course_id')).as('enrolment'),
    )
    .where(hasWords(sql`person.lastname || ' ' || person.firstname`, search))
    .orderBy('channel_members.is_admin', 'desc')
    .orderBy(sql`kreide_fold(person.lastname || ' ' || person.firstname)`)
    .orderBy('person.id')
    .offset(offset)
    .limit(limit)
    .execute();
}

/**
 * Puts people into a channel who are not in it; returns them. What was written before they came stays out of their
 * sight, also where they were in it before, and they begin as everybody new does: the row of the chat is locked, so that
 * no message comes in between. Who was taken out comes back when somebody adds them, or by a new code, not by the code of
 * that time.
 */
export async function addMembers(
  db: Kysely<DB>,
  { school_id, id }: ChannelKey,
  userIds: readonly number[],
  { method, is_admin = false, now }: { method: 'created' | 'added' | 'code'; is_admin?: boolean; now: Date },
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number }>`
    with chat as (
      select messages_sent from chats where school_id = ${school_id} and channel_id = ${id} for update
    )
    insert into channel_members (school_id, channel_id, user_id, is_admin, method, joined_at, read_seq, visible_from_seq)
    select ${school_id}, ${id}, given.user_id, ${is_admin}, ${method}, ${now.toISOString()}::timestamptz,
      chat.messages_sent, chat.messages_sent
    from chat cross join (select distinct unnest(${userIds}::bigint[]) as user_id) as given
    on conflict (school_id, channel_id, user_id) do update set is_admin = excluded.is_admin, method = excluded.method,
      joined_at = excluded.joined_at, left_at = null, read_seq = excluded.read_seq,
      visible_from_seq = excluded.visible_from_seq, is_unread = false, is_archived = false, is_muted = false,
      is_pinned = false, knocked_at = null, barred_at = null
    where channel_members.left_at is not null and (${method} <> 'code' or channel_members.barred_at is null)
    returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id).toSorted((one, other) => one - other);
}

/** Does one of these people belong to the channel by class, course or kind? */
export async function hasGenerated(db: Kysely<DB>, key: ChannelKey, userIds: readonly number[]): Promise<boolean> {
  const row = await membersOf(db, key)
    .select('user_id')
    .where('method', '=', 'generated')
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes people out of a channel; returns those who were in it. `barred`: they do not come back by its code of now. */
export async function removeMembers(
  db: Kysely<DB>,
  key: ChannelKey,
  userIds: readonly number[],
  { now, barred }: { now: Date; barred: boolean },
): Promise<number[]> {
  const left_at = now.toISOString();
  const rows = await db
    .updateTable('channel_members')
    .set({ left_at, is_admin: false, is_pinned: false, ...(barred && { barred_at: left_at }) })
    .where('school_id', '=', key.school_id)
    .where('channel_id', '=', key.id)
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('left_at', 'is', null)
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id).toSorted((one, other) => one - other);
}

/** Was somebody taken out of a channel since it has its code? */
export async function isBarred(db: Kysely<DB>, { school_id, id }: ChannelKey, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('channel_members')
    .select('user_id')
    .where('school_id', '=', school_id)
    .where('channel_id', '=', id)
    .where('user_id', '=', userId)
    .where('left_at', 'is not', null)
    .where('barred_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** With a new code whoever knows it comes in again, also those who were taken out before. */
export async function unbar(db: Kysely<DB>, { school_id, id }: ChannelKey): Promise<void> {
  await db
    .updateTable('channel_members')
    .set({ barred_at: null })
    .where('school_id', '=', school_id)
    .where('channel_id', '=', id)
    .where('barred_at', 'is not', null)
    .execute();
}

/** How one member has the channel: muted, pinned, archived, its administrator. False: they are not in it. */
export async function setMember(
  db: Kysely<DB>,
  key: ChannelKey,
  userId: number,
  values: { is_muted?: boolean; is_pinned?: boolean; is_archived?: boolean; is_admin?: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channel_members')
    .set(values)
    .where('school_id', '=', key.school_id)
    .where('channel_id', '=', key.id)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Who would be left of a channel without some people: how many, and how many administrators. The caller has locked the
 * channel, so that two who ask at the same time wait for each other.
 */
export async function countWithout(db: Kysely<DB>, key: ChannelKey, userIds: readonly number[]) {
  return membersOf(db, key)
    .where('user_id', '!=', sql<number>`all(${userIds}::bigint[])`)
    .select((eb) => [
      eb.fn.countAll<number>().as('members'),
      eb.fn.countAll<number>().filterWhere('is_admin', '=', true).as('admins'),
    ])
    .executeTakeFirstOrThrow();
}

/** Somebody who is erased is in no channel any more, and was in none. */
export async function eraseMember(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('channel_members').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}
