import { READERS_PAGE } from '@kreide/core/features/channels';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { usersPart } from '../../users/index.ts';
import type { ChannelKey } from './members.ts';

const memberOf = (db: Kysely<DB>, { school_id, id }: ChannelKey, userId: number) =>
  db
    .updateTable('channel_members')
    .where('school_id', '=', school_id)
    .where('channel_id', '=', id)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null);

/** Puts somebody's place in the chat forward, never back; reading takes a mark that was set by hand away. */
export async function setRead(db: Kysely<DB>, key: ChannelKey, userId: number, seq: number): Promise<void> {
  await memberOf(db, key, userId)
    .set({ read_seq: sql<number>`greatest(read_seq, ${seq}::bigint)`, is_unread: false })
    .execute();
}

/** How somebody has a chat: marked as unread by hand, pinned, when they knocked. */
export async function setPlace(
  db: Kysely<DB>,
  key: ChannelKey,
  userId: number,
  values: { is_unread: boolean } | { is_pinned: boolean } | { knocked_at: string },
): Promise<void> {
  await memberOf(db, key, userId).set(values).execute();
}

/** All that was written is behind everybody. */
export async function hideMessages(db: Kysely<DB>, { school_id, id }: ChannelKey, upTo: number): Promise<void> {
  await db
    .updateTable('channel_members')
    .set({
      visible_from_seq: upTo,
      read_seq: sql<number>`greatest(read_seq, ${upTo}::bigint)`,
      is_unread: false,
    })
    .where('school_id', '=', school_id)
    .where('channel_id', '=', id)
    .execute();
}

/** The members of a channel whose accounts are there. */
const presentOf = (db: Kysely<DB>, { school_id, id }: ChannelKey) =>
  db
    .selectFrom('channel_members')
    .innerJoin(usersPart(db).as('person'), (join) =>
      join
        .onRef('person.school_id', '=', 'channel_members.school_id')
        .onRef('person.id', '=', 'channel_members.user_id')
        .on('person.deleted_at', 'is', null),
    )
    .where('channel_members.school_id', '=', school_id)
    .where('channel_members.channel_id', '=', id)
    .where('channel_members.left_at', 'is', null);

/** Who reads what somebody sends, which is all others, and up to where each of them has read. */
export async function listAudience(db: Kysely<DB>, key: ChannelKey, userId: number) {
  return presentOf(db, key)
    .select(['channel_members.user_id', 'channel_members.read_seq'])
    .where('channel_members.user_id', '!=', userId)
    .execute();
}

/** Up to which message all members have read. */
export async function findReadByAll(db: Kysely<DB>, key: ChannelKey): Promise<number> {
  const { seq } = await presentOf(db, key)
    .select((eb) => eb.fn.min<number | null>('channel_members.read_seq').as('seq'))
    .executeTakeFirstOrThrow();
  return Number(seq ?? 0);
}

/** Who of those who are in a channel has written what stands behind a message, up to another. */
export async function listAuthors(
  db: Kysely<DB>,
  key: ChannelKey,
  chatId: number,
  { after, upTo }: { after: number; upTo: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('messages')
    .select('user_id')
    .distinct()
    .where('school_id', '=', key.school_id)
    .where('chat_id', '=', chatId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .where('user_id', 'in', presentOf(db, key).select('channel_members.user_id'))
    .execute();
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

/** The members of a channel by name, as long as there are not more than a number; else null. */
export async function listFew(db: Kysely<DB>, key: ChannelKey, maximum: number) {
  const rows = await presentOf(db, key)
    .select(['person.id', 'person.firstname', 'person.lastname', 'channel_members.is_admin'])
    .select(sql<boolean>`coalesce(person.properties ->> 'users.typing.off' = '1', false)`.as('hides_typing'))
    .limit(maximum + 1)
    .execute();
  return rows.length > maximum ? null : rows;
}

const readersOf = (db: Kysely<DB>, key: ChannelKey, message: { seq: number; user_id: number | null; at: string }) => {
  const query = presentOf(db, key)
    .where('channel_members.read_seq', '>=', message.seq)
    .where('channel_members.joined_at', '<=', message.at);
  return message.user_id === null ? query : query.where('channel_members.user_id', '!=', message.user_id);
};

/** Who has read a message: those who were there when it was written and whose place is behind it. */
export async function listReaders(
  db: Kysely<DB>,
  key: ChannelKey,
  message: { seq: number; user_id: number | null; at: string },
  { page, search }: { page: number; search?: string | undefined },
) {
  const rows = await readersOf(db, key, message)
    .select(['person.id', 'person.firstname', 'person.lastname'])
    .where(hasWords(sql`person.lastname || ' ' || person.firstname`, search))
    .orderBy(sql`kreide_fold(person.lastname || ' ' || person.firstname)`)
    .orderBy('person.id')
    .offset((page - 1) * READERS_PAGE)
    .limit(READERS_PAGE + 1)
    .execute();
  const { count } = await readersOf(db, key, message)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, count };
}
