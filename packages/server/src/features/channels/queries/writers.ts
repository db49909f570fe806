import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { usersPart } from '../../users/index.ts';
import { type ForWriting, findForWriting } from './channel-of.ts';

/** Somebody who wants to write in a chat: with which uuid, and since when it counts how much they wrote. */
export interface Writer {
  readonly user_id: number;
  readonly uuid: string;
  readonly since: string;
}

/** What is asked under the lock before some write in a chat, in their order; null: there is no such chat. */
export async function listForWriting(
  db: Kysely<DB>,
  chat: { readonly school_id: number; readonly chat_id: number },
  writers: readonly Writer[],
): Promise<ForWriting[] | null> {
  const [one, ...others] = writers;
  const first = one && (await findForWriting(db, { ...chat, ...one }));
  if (!first) return null;
  if (others.length === 0) return [first];
  const { school_id, chat_id } = chat;
  const { rows } = await sql<WriterRow>`
    select given.user_id, member.user_id as member_id, member.is_admin, member.read_seq, member.visible_from_seq,
      member.is_unread, member.is_muted, member.is_pinned, member.is_archived, member.knocked_at,
      author.firstname, author.lastname, recent.written, recent.written_here,
      known.chat_id as known_chat_id, known.seq as known_seq, known.user_id as known_user_id
    from unnest(${others.map(({ user_id }) => user_id)}::bigint[], ${others.map(({ uuid }) => uuid)}::uuid[],
      ${others.map(({ since }) => since)}::timestamptz[]) with ordinality as given(user_id, uuid, since, place)
    left join channel_members as member on member.school_id = ${school_id} and member.channel_id = ${first.channel.id}
      and member.user_id = given.user_id and member.left_at is null
    left join (${usersPart(db).where('school_id', '=', school_id)}) as author on author.id = given.user_id
    left join messages as known on known.school_id = ${school_id} and known.uuid = given.uuid
    left join lateral (
      select count(*) as written, count(*) filter (where chat_id = ${chat_id}) as written_here
      from messages where school_id = ${school_id} and user_id = given.user_id and created_at > given.since
    ) as recent on true
    order by given.place`.execute(db);
  const rest = rows.map(({ user_id, firstname, lastname, written, written_here, ...row }) => {
    const { known_chat_id, known_seq, known_user_id, ...member } = row;
    return {
      channel: { ...first.channel, ...member },
      known:
        known_chat_id === null || known_seq === null
          ? null
          : { chat_id: known_chat_id, seq: known_seq, user_id: known_user_id },
      author: { firstname, lastname },
      written: { all: written, here: written_here },
      members: first.members,
    };
  });
  return [first, ...rest];
}

type MemberOfChannel = Pick<
  ForWriting['channel'],
  | 'member_id'
  | 'is_admin'
  | 'read_seq'
  | 'visible_from_seq'
  | 'is_unread'
  | 'is_muted'
  | 'is_pinned'
  | 'is_archived'
  | 'knocked_at'
>;

interface WriterRow extends MemberOfChannel {
  user_id: number;
  firstname: string | null;
  lastname: string | null;
  written: number;
  written_here: number;
  known_chat_id: number | null;
  known_seq: number | null;
  known_user_id: number | null;
}
