import type { Language } from '@kreide/core/kernel';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { runPlanned } from '../../../kernel/data/plans.ts';
import { usersPart } from '../../users/index.ts';

/** A channel by its id, or by the id of its chat. */
export type ChannelRef = { id: number } | { chat_id: number };

/** The class or course of the channel is no more. */
export const isOutdated = sql<boolean>`channels.ended_at is not null`.as('is_outdated');
/** Since or from when on it can be read only; null: it has no end. */
export const expiresAt = sql<string | null>`coalesce(channels.ended_at, channels.expires_at)`.as('expires_at');

/** Somebody who wants to write in a chat: with which uuid, and since when it counts how much they wrote. */
export interface Writer {
  readonly user_id: number;
  readonly uuid: string;
  readonly since: string;
}

const GIVEN = sql<'given'>`given(user_id, uuid, since, place)`;
type Given = Writer & { readonly place: number };

/** Channels as people have them: of whom is what it is joined with. */
function channelsFor(db: Kysely<DB>, schoolId: number, people: RawBuilder<Given>) {
  return db
    .selectFrom('channels')
    .innerJoin('chats', (join) =>
      join.onRef('chats.school_id', '=', 'channels.school_id').onRef('chats.channel_id', '=', 'channels.id'),
    )
    .innerJoin(people.as<'given'>(GIVEN), (join) => join.onTrue())
    .leftJoin('channel_members as member', (join) =>
      join
        .onRef('member.school_id', '=', 'channels.school_id')
        .onRef('member.channel_id', '=', 'channels.id')
        .onRef('member.user_id', '=', 'given.user_id')
        .on('member.left_at', 'is', null),
    )
    .select(['channels.id', 'channels.uuid', 'channels.type', 'channels.name', 'channels.target'])
    .select(['channels.is_disabled', 'channels.is_leavable', 'channels.is_twoway', 'channels.twoway_expires_at'])
    .select([isOutdated, expiresAt])
    .select(['channels.is_hidden_memberlist', 'channels.low_user_id', 'channels.high_user_id'])
    .select([
      'chats.id as chat_id',
      'chats.uuid as chat_uuid',
      'chats.messages_sent',
      'chats.change_seq',
      'chats.pinned_seq',
    ])
    .select(['chats.last_change_at', 'chats.created_at'])
    .select(['member.user_id as member_id', 'member.is_admin', 'member.read_seq', 'member.visible_from_seq'])
    .select(['member.is_unread', 'member.is_muted', 'member.is_pinned', 'member.is_archived', 'member.knocked_at'])
    .where('channels.school_id', '=', schoolId)
    .where('channels.owner_id', 'is', null)
    .where('channels.deleted_at', 'is', null);
}

const channelsOf = (db: Kysely<DB>, schoolId: number, userId: number) =>
  channelsFor(db, schoolId, sql<Given>`(select ${userId}::bigint, null::uuid, null::timestamptz, 1)`);

/** A channel with its chat and how one person has it; personal channels are not among them. */
export async function findChannel(db: Kysely<DB>, schoolId: number, userId: number, ref: ChannelRef) {
  const query = channelsOf(db, schoolId, userId);
  return 'id' in ref
    ? query.where('channels.id', '=', ref.id).executeTakeFirst()
    : query.where('chats.id', '=', ref.chat_id).executeTakeFirst();
}

/**
 * What is asked under the lock before some write in a chat, in one statement, since all others wait for it: the channel
 * as each of them has it, its members and the names of the authors, whether there is a message with the uuid anywhere in
 * the school, and how much the author has written since an instant. In the order of the writers; null: there is no such
 * chat.
 */
export async function listForWriting(
  db: Kysely<DB>,
  { school_id, chat_id }: { readonly school_id: number; readonly chat_id: number },
  writers: readonly Writer[],
): Promise<ForWriting[] | null> {
  const people = sql<Given>`unnest(${writers.map(({ user_id }) => user_id)}::bigint[],
    ${writers.map(({ uuid }) => uuid)}::uuid[], ${writers.map(({ since }) => since)}::timestamptz[]) with ordinality`;
  const statement = channelsFor(db, school_id, people)
    .where('chats.id', '=', chat_id)
    .leftJoin(usersPart(db).as('author'), (join) =>
      join.on('author.school_id', '=', school_id).onRef('author.id', '=', 'given.user_id'),
    )
    .leftJoin('messages as known', (join) =>
      join.on('known.school_id', '=', school_id).onRef('known.uuid', '=', 'given.uuid'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('messages as recent')
          .select((count) => [
            count.fn.countAll<number>().as('written'),
            count.fn.countAll<number>().filterWhere('recent.chat_id', '=', chat_id).as('written_here'),
          ])
          .where('recent.school_id', '=', school_id)
          .whereRef('recent.user_id', '=', 'given.user_id')
          .whereRef('recent.created_at', '>', 'given.since')
          .as('recent'),
      (join) => join.onTrue(),
    )
    .select(['author.firstname', 'author.lastname', 'author.locale', 'recent.written', 'recent.written_here'])
    .select(['known.chat_id as known_chat_id', 'known.seq as known_seq', 'known.user_id as known_user_id'])
    // The same for all of them, so once.
    .select((eb) =>
      eb
        .case()
        .when('given.place', '=', 1)
        .then(
          eb
            .selectFrom('channel_members as others')
            .select(sql<number[]>`coalesce(array_agg(others.user_id order by others.user_id), '{}')`.as('ids'))
            .where('others.school_id', '=', school_id)
            .whereRef('others.channel_id', '=', 'channels.id')
            .where('others.left_at', 'is', null),
        )
        .end()
        .as('member_ids'),
    )
    .orderBy('given.place')
    .compile();
  const rows = await runPlanned(db, statement);
  const [first] = rows;
  if (!first) return null;
  return rows.map(({ firstname, lastname, locale, written, written_here, member_ids, ...rest }) => {
    const { known_chat_id, known_seq, known_user_id, ...channel } = rest;
    const known =
      known_chat_id === null || known_seq === null
        ? null
        : { chat_id: known_chat_id, seq: known_seq, user_id: known_user_id };
    const author = { firstname, lastname, locale };
    const members = first.member_ids ?? [];
    return { channel, known, author, written: { all: written ?? 0, here: written_here ?? 0 }, members };
  });
}

export interface ForWriting {
  channel: ChannelRow;
  known: { chat_id: number; seq: number; user_id: number | null } | null;
  author: { firstname: string | null; lastname: string | null; locale: Language | null };
  written: { all: number; here: number };
  members: number[];
}

export type ChannelRow = NonNullable<Awaited<ReturnType<typeof findChannel>>>;

/** Several of them. */
export async function listChannelsOf(db: Kysely<DB>, schoolId: number, userId: number, ids: readonly number[]) {
  return channelsOf(db, schoolId, userId).where('channels.id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}
