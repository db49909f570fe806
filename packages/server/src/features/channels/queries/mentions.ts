import type { Mention } from '@kreide/core/features/channels';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { usersPart } from '../../users/index.ts';
import type { ChannelKey } from './members.ts';
import type { MessageKey } from './reactions.ts';

/** Where a message mentions somebody, and what they are called now. */
export interface MentionRow {
  readonly user_id: number;
  readonly name: string;
  readonly at: number;
  readonly length: number;
}

/** Whom each row of `messages` mentions, in the order of its text. */
export const mentionsIn = (db: Kysely<DB>) =>
  sql<MentionRow[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('user_id', named.user_id, 'at', named.place, 'length', named.length,
      'name', concat_ws(' ', person.firstname, person.lastname)) order by named.place), '[]')
    from message_mentions as named
    join ${usersPart(db)} as person on person.school_id = named.school_id and person.id = named.user_id
    where named.school_id = messages.school_id and named.chat_id = messages.chat_id and named.seq = messages.seq
  )`;

/** A mention of a message of a chat. */
export interface PlacedMention extends Mention {
  readonly seq: number;
}

/** Writes whom new messages of a chat mention. */
export async function addMentions(
  db: Kysely<DB>,
  { school_id, chat_id }: Pick<MessageKey, 'school_id' | 'chat_id'>,
  mentions: readonly PlacedMention[],
): Promise<void> {
  if (mentions.length === 0) return;
  await db
    .insertInto('message_mentions')
    .values(
      mentions.map(({ seq, user: user_id, at: place, length }) => ({
        school_id,
        chat_id,
        seq,
        place,
        length,
        user_id,
      })),
    )
    .execute();
}

/** A message that is changed or taken back mentions nobody as it did. */
export async function dropMentions(db: Kysely<DB>, { school_id, chat_id, seq }: MessageKey): Promise<void> {
  await db
    .deleteFrom('message_mentions')
    .where('school_id', '=', school_id)
    .where('chat_id', '=', chat_id)
    .where('seq', '=', seq)
    .execute();
}

/** The messages of a chat up to one of them that mention anybody, by their uuids. */
export async function listMentioning(
  db: Kysely<DB>,
  { school_id, chat_id, seq }: MessageKey,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('messages.uuid')
    .where('messages.school_id', '=', school_id)
    .where('messages.chat_id', '=', chat_id)
    .where('messages.seq', 'in', (eb) =>
      eb
        .selectFrom('message_mentions as named')
        .select('named.seq')
        .where('named.school_id', '=', school_id)
        .where('named.chat_id', '=', chat_id)
        .where('named.seq', '<=', seq),
    )
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** Those of some people who are or were in a channel; `is_present`: they are in it, and have an account. */
export async function listPlaced(db: Kysely<DB>, { school_id, id }: ChannelKey, userIds: readonly number[]) {
  return db
    .selectFrom('channel_members as member')
    .innerJoin(usersPart(db).as('person'), (join) =>
      join.onRef('person.school_id', '=', 'member.school_id').onRef('person.id', '=', 'member.user_id'),
    )
    .select('member.user_id')
    .select(sql<boolean>`member.left_at is null and person.deleted_at is null`.as('is_present'))
    .where('member.school_id', '=', school_id)
    .where('member.channel_id', '=', id)
    .where('member.user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .execute();
}

/** What stands in the place of a name that nobody has any more. */
const NAMELESS = '@…';

/** A text in which those whom somebody no longer is have no name, and where it mentions the others then. */
function withoutNames<Named extends { place: number; length: number }>(
  content: string,
  mentions: readonly Named[],
  isGone: (named: Named) => boolean,
): { content: string; kept: Named[] } {
  let written = '';
  let from = 0;
  const kept: Named[] = [];
  for (const named of mentions) {
    const to = named.place + named.length;
    written += content.slice(from, named.place);
    if (!isGone(named)) kept.push({ ...named, place: written.length });
    written += isGone(named) ? NAMELESS : content.slice(named.place, to);
    from = to;
  }
  return { content: written + content.slice(from), kept };
}

/** The text of whoever mentioned somebody who is erased names them no longer; whom else it mentions it goes on mentioning. */
export async function eraseMentions(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  const rows = await db
    .selectFrom('message_mentions as named')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.school_id', '=', 'named.school_id')
        .onRef('messages.chat_id', '=', 'named.chat_id')
        .onRef('messages.seq', '=', 'named.seq'),
    )
    .select(['named.chat_id', 'named.seq', 'named.place', 'named.length', 'named.user_id', 'messages.content'])
    .where('named.school_id', '=', school_id)
    .where('messages.school_id', '=', school_id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('message_mentions as own')
          .select('own.seq')
          .where('own.school_id', '=', school_id)
          .where('own.user_id', '=', user_id)
          .whereRef('own.chat_id', '=', 'named.chat_id')
          .whereRef('own.seq', '=', 'named.seq'),
      ),
    )
    .orderBy('named.place')
    .execute();
  await db.deleteFrom('message_mentions').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  const messages = [...Map.groupBy(rows, ({ chat_id, seq }) => `${chat_id} ${seq}`).values()].map((mentions) => {
    const [{ chat_id, seq, content }] = mentions as [(typeof rows)[number]];
    return { chat_id, seq, ...withoutNames(content, mentions, (named) => named.user_id === user_id) };
  });
  if (messages.length === 0) return;
  const given = sql`unnest(${messages.map(({ chat_id }) => chat_id)}::bigint[],
    ${messages.map(({ seq }) => seq)}::bigint[], ${messages.map(({ content }) => content)}::text[])
    as given(chat_id, seq, content)`;
  await sql`update messages set content = given.content from ${given}
    where messages.school_id = ${school_id} and messages.chat_id = given.chat_id and messages.seq = given.seq`.execute(
    db,
  );
  await sql`delete from message_mentions using ${given} where message_mentions.school_id = ${school_id}
    and message_mentions.chat_id = given.chat_id and message_mentions.seq = given.seq`.execute(db);
  const kept = messages.flatMap((message) => message.kept);
  if (kept.length > 0)
    await db
      .insertInto('message_mentions')
      .values(kept.map(({ content: _, ...named }) => ({ school_id, ...named })))
      .execute();
}

/** When somebody was mentioned. */
export const mentionData: PersonalData = {
  message_mentions: (db, { school_id, user_id }) =>
    db
      .selectFrom('message_mentions as named')
      .innerJoin('messages', (join) =>
        join
          .onRef('messages.school_id', '=', 'named.school_id')
          .onRef('messages.chat_id', '=', 'named.chat_id')
          .onRef('messages.seq', '=', 'named.seq'),
      )
      .select('messages.created_at')
      .where('named.school_id', '=', school_id)
      .where('messages.school_id', '=', school_id)
      .where('named.user_id', '=', user_id)
      .orderBy('messages.created_at')
      .orderBy('named.chat_id')
      .orderBy('named.seq')
      .orderBy('named.place')
      .execute(),
};
