import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { ends, joins, type Merge, type MergedPair, moves, movesBy } from '../../../kernel/data/merge.ts';
import { usersPart } from '../../users/index.ts';

/** Channels and messages of two accounts that become one. */
export const channelsMerge: Merge = {
  'channel_members.user_id': movesBy('channels', { before: joinMembers }),
  'channels.created_by': moves(),
  // What the server told the account that goes.
  'channels.owner_id': ends(),
  'channels.low_user_id': movesBy(null, { own: joinTalks }),
  'channels.high_user_id': movesBy(null, { own: async () => undefined }),
  'messages.user_id': moves('messages'),
  'messages.unset_by': moves(),
  'messages.named_id': moves(),
  'message_mentions.user_id': moves(),
  'message_reactions.user_id': joins('message_reactions.user_id', { within: ['chat_id', 'seq'] }),
  'message_reports.author_id': movesBy(null, { own: keepReports }),
  'message_reports.reporter_id': movesBy(null, {
    before: async (db, { school_id, from, into }) => {
      await sql`delete from message_reports gone using message_reports stays where gone.school_id = ${school_id}
        and gone.reporter_id = ${from} and gone.state = 'OPEN' and stays.school_id = ${school_id}
        and stays.reporter_id = ${into} and stays.state = 'OPEN' and stays.chat_id = gone.chat_id
        and stays.seq = gone.seq`.execute(db);
    },
  }),
  'message_reports.decided_by': moves(),
};

/**
 * Who is in a channel with both accounts leads it, sees of it and has read of it what either did; who is in it with one is in it,
 * and who was taken out of it with either does not come back by its code.
 */
async function joinMembers(db: Kysely<DB>, { school_id, from, into }: MergedPair): Promise<void> {
  const both = sql`gone.school_id = ${school_id} and gone.user_id = ${from} and stays.school_id = ${school_id}
    and stays.user_id = ${into} and stays.channel_id = gone.channel_id`;
  await sql`update channel_members stays set is_admin = stays.is_admin or gone.is_admin,
      read_seq = greatest(stays.read_seq, gone.read_seq),
      visible_from_seq = least(stays.visible_from_seq, gone.visible_from_seq) from channel_members gone
    where ${both} and stays.left_at is null and gone.left_at is null`.execute(db);
  await sql`update channel_members stays set barred_at = gone.barred_at from channel_members gone
    where ${both} and stays.left_at is not null and gone.left_at is not null and stays.barred_at is null`.execute(db);
  await sql`delete from channel_members stays using channel_members gone
    where ${both} and stays.left_at is not null and gone.left_at is null`.execute(db);
  await sql`delete from channel_members gone using channel_members stays where ${both}`.execute(db);
}

/**
 * Two people have one talk. One that both accounts had with the same person, and one of the two with each other, stays as a
 * channel of its own with all its messages, named after the two.
 */
async function joinTalks(db: Kysely<DB>, { school_id, from, into }: MergedPair): Promise<void> {
  await sql`update channels talk set type = 'CUSTOM', low_user_id = null, high_user_id = null,
      name = left((select string_agg(u.firstname || ' ' || u.lastname, ', ' order by u.id) from (${usersPart(db)}) u
        where u.school_id = ${school_id} and u.id in (talk.low_user_id, talk.high_user_id)), 80)
    where talk.school_id = ${school_id} and ${from} in (talk.low_user_id, talk.high_user_id)
    and (${into} in (talk.low_user_id, talk.high_user_id) or exists (
      select 1 from channels other where other.school_id = ${school_id}
      and ${into} in (other.low_user_id, other.high_user_id)
      and (case when other.low_user_id = ${into} then other.high_user_id else other.low_user_id end)
        = (case when talk.low_user_id = ${from} then talk.high_user_id else talk.low_user_id end)))`.execute(db);
  await sql`update channels set
      low_user_id = least(${into}, case when low_user_id = ${from} then high_user_id else low_user_id end),
      high_user_id = greatest(${into}, case when low_user_id = ${from} then high_user_id else low_user_id end)
    where school_id = ${school_id} and ${from} in (low_user_id, high_user_id)`.execute(db);
}

/** What was kept of reported messages names its authors once more. */
async function keepReports(db: Kysely<DB>, { school_id, from, into }: MergedPair): Promise<void> {
  await sql`update message_reports set
      author_id = case when author_id = ${from} then ${into} else author_id end,
      snapshot = (select jsonb_agg(case when (kept ->> 'user_id')::bigint = ${from}
        then kept || jsonb_build_object('user_id', ${into}::bigint) else kept end order by place)
        from jsonb_array_elements(snapshot) with ordinality as parts(kept, place))
    where school_id = ${school_id}
    and (author_id = ${from} or snapshot @> jsonb_build_array(jsonb_build_object('user_id', ${from}::bigint)))`.execute(
    db,
  );
}
