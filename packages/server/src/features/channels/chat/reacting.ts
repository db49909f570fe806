import { channelEvents, type chatApi, seesMembers } from '@kreide/core/features/channels';
import { hasReactions } from '@kreide/core/features/schools';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { reserveAttempt } from '../../auth/index.ts';
import { getSchool } from '../../schools/index.ts';
import { channelCanOf } from '../opened.ts';
import { findChannel } from '../queries/channel-of.ts';
import { beginChange, holdChannel, touchMessage } from '../queries/chat-write.ts';
import { listMemberIds } from '../queries/members.ts';
import { setPinnedMessage } from '../queries/pinned.ts';
import { listReactors, setReaction } from '../queries/reactions.ts';
import { type Asking, keyOf, open, openMessage, tellChange } from './messages.ts';
import { findBlock, showChat } from './opened-chat.ts';
import type { ChatParts } from './sending.ts';
import { showMessage } from './show-message.ts';

type Api = typeof chatApi;

/** Why somebody cannot do in a chat what everybody may who reads there; that only some write is no reason. */
async function findBar(context: Asking, channel: Parameters<typeof findBlock>[2]) {
  const block = await findBlock(context.db, context.actor, channel, context.now);
  return block === 'chat_oneway' ? null : block;
}

/** How people react to messages, and which one stands above the others. */
export function reactingHandlers({ fileKey }: Pick<ChatParts, 'fileKey'>) {
  return {
    async react(context: HandlerContext<Api['react']>) {
      const { params, body, actor, db, now, fail } = context;
      const { school_id, user_id } = actor;
      // Each change is told to all members, taking back too.
      await reserveAttempt(db, { reaction: `${school_id}:${user_id}` }, now);
      const opened = await openMessage(context, fileKey);
      const { trx, channel, message } = opened;
      if (!hasReactions((await getSchool(db, school_id)).properties)) return fail('reactions_off');
      const bar = await findBar(context, channel);
      if (bar !== null) return fail(bar);
      if (message.is_unset) return fail('message_gone');
      const given = message.reactions.find(({ is_own }) => is_own)?.reaction ?? null;
      if (given === body.reaction) return { data: message };
      const change = await beginChange(trx, keyOf(actor, channel), { now });
      const key = { school_id, chat_id: channel.chat_id, seq: params.id };
      await setReaction(trx, key, user_id, body.reaction, change.at);
      await touchMessage(trx, school_id, change, params.id);
      const told = { change_seq: change.change_seq, seq: params.id, uuid: message.uuid, is_reaction: true };
      await tellChange(opened, context, told);
      const data = await showMessage(trx, { actor, channel, now, fileKey }, params.id);
      return data ? { data } : fail('not_found');
    },

    async listReactors(context: HandlerContext<Api['listReactors']>) {
      const { params, query, actor, db, now, fail } = context;
      const { channel, can } = await open(context);
      if (!(await showMessage(db, { actor, channel, now, fileKey }, params.id))) return fail('not_found');
      if (!hasReactions((await getSchool(db, actor.school_id)).properties)) return fail('reactions_off');
      if (!seesMembers(channel, can)) return fail('forbidden');
      const key = { school_id: actor.school_id, chat_id: channel.chat_id, seq: params.id };
      const { rows, count } = await listReactors(db, key, query.page ?? 1);
      return {
        data: rows.map(({ id, firstname, lastname, reaction }) => ({
          id,
          displayname: `${firstname} ${lastname}`,
          reaction,
        })),
        count,
      };
    },

    async pinMessage(context: HandlerContext<Api['pinMessage']>) {
      const { params, body, actor, now, write, emit, record, fail } = context;
      const { channel: seen } = await open(context);
      const trx = await write();
      const key = keyOf(actor, seen);
      await holdChannel(trx, key);
      const channel = await findChannel(trx, actor.school_id, actor.user_id, { chat_id: params.chatId });
      if (!channel) return fail('not_found');
      const bar = await findBar(context, channel);
      if (bar !== null) return fail(bar);
      if (channelCanOf(actor, channel, now).pin !== 1) return fail('forbidden');
      if (body.message_id !== null) {
        const message = await showMessage(trx, { actor, channel, now, fileKey }, body.message_id);
        if (!message) return fail('not_found');
        if (message.is_unset) return fail('message_gone');
      }
      const before = { pinned_message: channel.pinned_seq };
      record({ entity: 'channels', id: channel.id, before, after: { pinned_message: body.message_id } });
      if (channel.pinned_seq !== body.message_id) {
        await setPinnedMessage(trx, key, body.message_id);
        await emit(channelEvents.channelChanged, { users: await listMemberIds(trx, key) }, { channel_id: channel.id });
      }
      return showChat({ ...context, db: trx }, params.chatId);
    },
  };
}
