import type { PersonalData } from '../../../kernel/data/personal-data.ts';

/** What was written into the personal channel of somebody, and what they wrote elsewhere. */
export const channelData: PersonalData = {
  messages: (db, { school_id, user_id }) =>
    db
      .selectFrom('messages')
      .innerJoin('chats', (join) =>
        join.onRef('chats.school_id', '=', 'messages.school_id').onRef('chats.id', '=', 'messages.chat_id'),
      )
      .innerJoin('channels', (join) =>
        join.onRef('channels.school_id', '=', 'chats.school_id').onRef('channels.id', '=', 'chats.channel_id'),
      )
      .select(['messages.created_at', 'messages.content as text', 'messages.is_read'])
      .where('messages.school_id', '=', school_id)
      .where((eb) =>
        // Somebody who asks for help names themselves to the administrators: that is theirs.
        eb.or([
          eb.and([eb('channels.owner_id', '=', user_id), eb('messages.user_id', 'is', null)]),
          eb('messages.user_id', '=', user_id),
        ]),
      )
      .orderBy('messages.created_at')
      .orderBy('messages.seq')
      .execute(),
  channel_members: (db, { school_id, user_id }) =>
    db
      .selectFrom('channel_members')
      .innerJoin('channels', (join) =>
        join
          .onRef('channels.school_id', '=', 'channel_members.school_id')
          .onRef('channels.id', '=', 'channel_members.channel_id'),
      )
      .select(['channels.name', 'channel_members.is_admin'])
      .select(['channel_members.joined_at as begins_at', 'channel_members.left_at as ends_at'])
      .where('channel_members.school_id', '=', school_id)
      .where('channel_members.user_id', '=', user_id)
      .orderBy('channel_members.joined_at')
      .orderBy('channel_members.channel_id')
      .execute(),
};
