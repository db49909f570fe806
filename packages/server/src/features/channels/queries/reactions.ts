import { REACTIONS, READERS_PAGE, type Reaction } from '@kreide/core/features/channels';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { isSwitchedOff } from '../../schools/index.ts';
import { usersPart } from '../../users/index.ts';

/** A message by its place. */
export interface MessageKey {
  readonly school_id: number;
  readonly chat_id: number;
  readonly seq: number;
}

/** What one reaction of a message is for somebody. */
export interface CountedReaction {
  readonly reaction: Reaction;
  readonly count: number;
  readonly is_own: boolean;
}

/** The reactions to each row of `messages`, for a reader, none where the school has switched them off; the order of REACTIONS is that of the list. */
export const reactionsTo = (readerId: number) =>
  sql<CountedReaction[]>`(
    select coalesce(
      jsonb_agg(jsonb_build_object('reaction', reaction, 'count', count, 'is_own', is_own)
        order by array_position(${[...REACTIONS]}::text[], reaction)), '[]')
    from (
      select reaction, count(*) as count, bool_or(given.user_id = ${readerId}::bigint) as is_own
      from message_reactions as given
      where given.school_id = messages.school_id and given.chat_id = messages.chat_id and given.seq = messages.seq
        and not ${isSwitchedOff(sql.ref('messages.school_id'), 'reactions')}
      group by reaction
    ) as counted
  )`;

/** Gives somebody's reaction to a message, in the place of the one before; null takes it back. */
export async function setReaction(
  db: Kysely<DB>,
  key: MessageKey,
  userId: number,
  reaction: Reaction | null,
  at: string,
): Promise<void> {
  const { school_id, chat_id, seq } = key;
  if (reaction === null)
    await db
      .deleteFrom('message_reactions')
      .where('school_id', '=', school_id)
      .where('chat_id', '=', chat_id)
      .where('seq', '=', seq)
      .where('user_id', '=', userId)
      .execute();
  else
    await db
      .insertInto('message_reactions')
      .values({ ...key, user_id: userId, reaction, reacted_at: at })
      .onConflict((conflict) =>
        conflict.columns(['school_id', 'chat_id', 'seq', 'user_id']).doUpdateSet({ reaction, reacted_at: at }),
      )
      .execute();
}

/** A message that is taken back takes them along. */
export async function dropReactions(db: Kysely<DB>, { school_id, chat_id, seq }: MessageKey): Promise<void> {
  await db
    .deleteFrom('message_reactions')
    .where('school_id', '=', school_id)
    .where('chat_id', '=', chat_id)
    .where('seq', '=', seq)
    .execute();
}

/** Who has reacted to a message, by name, a page and the first row of the next. */
export async function listReactors(db: Kysely<DB>, { school_id, chat_id, seq }: MessageKey, page: number) {
  const given = db
    .selectFrom('message_reactions')
    .innerJoin(usersPart(db).as('person'), (join) =>
      join
        .onRef('person.school_id', '=', 'message_reactions.school_id')
        .onRef('person.id', '=', 'message_reactions.user_id')
        .on('person.deleted_at', 'is', null),
    )
    .where('message_reactions.school_id', '=', school_id)
    .where('message_reactions.chat_id', '=', chat_id)
    .where('message_reactions.seq', '=', seq);
  const rows = await given
    .select(['person.id', 'person.firstname', 'person.lastname'])
    .select(sql<Reaction>`message_reactions.reaction`.as('reaction'))
    .orderBy(sql`kreide_fold(person.lastname || ' ' || person.firstname)`)
    .orderBy('person.id')
    .offset((page - 1) * READERS_PAGE)
    .limit(READERS_PAGE + 1)
    .execute();
  const { count } = await given.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, count };
}

export async function eraseReactions(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('message_reactions').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/** How somebody reacted, and when. */
export const reactionData: PersonalData = {
  message_reactions: (db, { school_id, user_id }) =>
    db
      .selectFrom('message_reactions')
      .select(['reacted_at as created_at', 'reaction'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('reacted_at')
      .orderBy('chat_id')
      .orderBy('seq')
      .execute(),
};
