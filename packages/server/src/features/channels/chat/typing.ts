import { channelEvents, isTwowayNow, TYPING_MEMBERS_MAXIMUM } from '@kreide/core/features/channels';
import type { PayloadOf } from '@kreide/core/kernel';
import { safeParse } from 'zod/v4/core';
import type { FeatureParts, Whisper } from '../../../kernel/feature.ts';
import { findChannel } from '../queries/channel-of.ts';
import { listFew } from '../queries/chat-members.ts';
import { findBlock } from './opened-chat.ts';

/**
 * Somebody types: the other members of that chat hear it, if it is one in which all write and not one of very many. Who was
 * just taken out is no member, and tells nobody anything; nor does who does not want it to be seen. Where the list of
 * members is hidden, only those who look after the channel hear it.
 */
export function hearTyping({ database }: Pick<FeatureParts, 'database'>): Whisper {
  return async (actor, payload, now) => {
    const asked = safeParse(channelEvents.typingWhisper, payload);
    if (!asked.success) return null;
    const { school_id, user_id } = actor;
    const { chat_id } = asked.data;
    const channel = await findChannel(database.kysely, school_id, user_id, { chat_id });
    if (!channel || (channel.type !== 'CHAT' && !isTwowayNow(channel, now))) return null;
    if ((await findBlock(database.kysely, actor, channel, now)) !== null) return null;
    const members = await listFew(database.kysely, { school_id, id: channel.id }, TYPING_MEMBERS_MAXIMUM);
    const self = members?.find(({ id }) => id === user_id);
    if (!members || !self || self.hides_typing) return null;
    const told: PayloadOf<typeof channelEvents.typing> = {
      chat_id,
      user_id,
      displayname: `${self.firstname} ${self.lastname}`,
    };
    // Whoever only types has said nothing yet: from whom the list is hidden does not learn their name.
    const hearers = members.filter(({ id, is_admin }) => id !== user_id && (!channel.is_hidden_memberlist || is_admin));
    return { users: hearers.map(({ id }) => id), payload: told };
  };
}
