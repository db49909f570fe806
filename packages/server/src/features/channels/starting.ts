import { randomInt } from 'node:crypto';
import {
  CHANNEL_CODE_ALPHABET,
  CHANNEL_CODE_LENGTH,
  channelEvents,
  channelProblems,
  type channelsApi,
  toChannelCode,
} from '@kreide/core/features/channels';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { giveBack, reserveAttempt } from '../auth/index.ts';
import { listUnreachable } from '../users/index.ts';
import { contactsOf } from './contacts-of.ts';
import type { KnownAbove } from './known-above.ts';
import { showChannel } from './listing.ts';
import { findByCode, findConversation, insertChannel, insertConversation, toPair } from './queries/change.ts';
import { addMembers, isBarred, listMemberIds } from './queries/members.ts';

type Api = typeof channelsApi;

/** A code that nobody guesses: 31 to the power of eight, and tries are limited. */
export const createCode = (): string =>
  Array.from(
    { length: CHANNEL_CODE_LENGTH },
    () => CHANNEL_CODE_ALPHABET[randomInt(CHANNEL_CODE_ALPHABET.length)],
  ).join('');

/** Refuses a name or description that the form refuses too. */
export function refuseProblems(draft: { name: string; description: string | null }, t: HandlerContext['t']): void {
  refuseIssues(
    channelProblems(draft).map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`channels:rules.${rule}`, params),
    })),
  );
}

/** Channels and conversations that people begin, and how they come in by a code. */
export function startingHandlers(known: KnownAbove) {
  return {
    async start(context: HandlerContext<Api['start']>) {
      const { body, actor, db, now, t, write, emit, record, fail } = context;
      const { users, name, description, color, is_twoway } = body;
      refuseProblems(body, t);
      const others = [...new Set(users)].filter((id) => id !== actor.user_id);
      const unreachable = await listUnreachable(db, contactsOf(actor, now), others);
      if (unreachable === null) return fail('not_found');
      refuseIssues(
        unreachable.length === 0
          ? []
          : [{ path: 'body.users', rule: 'contact', params: {}, message: t('channels:rules.contacts') }],
      );
      await reserveAttempt(db, { channel: `${actor.school_id}:${actor.user_id}` }, now);
      const trx = await write();
      const values = { name: name.trim(), description: description?.trim() || null, color, is_twoway };
      const made = { ...values, code: createCode(), created_by: actor.user_id };
      const key = await insertChannel(trx, actor.school_id, made, now);
      await addMembers(trx, key, [actor.user_id], { method: 'created', is_admin: true, now });
      await addMembers(trx, key, others, { method: 'added', now });
      record({ entity: 'channels', id: key.id, after: { ...values, users: others.length + 1 } });
      await emit(channelEvents.channelChanged, { users: [actor.user_id, ...others] }, { channel_id: key.id });
      return showChannel(known, { actor, now, t, db: trx, fail }, key.id);
    },

    async startConversation(context: HandlerContext<Api['startConversation']>) {
      const { body, actor, db, now, t, write, emit, record, fail } = context;
      const pair = toPair(actor.user_id, body.user_id);
      const begun = await findConversation(db, actor.school_id, pair);
      if (begun) return showChannel(known, { actor, now, t, db, fail }, begun.id);
      const unreachable = await listUnreachable(db, contactsOf(actor, now), [body.user_id]);
      if (unreachable === null) return fail('not_found');
      refuseIssues(
        unreachable.length === 0
          ? []
          : [{ path: 'body.user_id', rule: 'contact', params: {}, message: t('channels:rules.contact') }],
      );
      await reserveAttempt(db, { conversation: `${actor.school_id}:${actor.user_id}` }, now);
      const trx = await write();
      const made = await insertConversation(trx, actor.school_id, { pair, created_by: actor.user_id, now });
      const id = made?.id ?? (await findConversation(trx, actor.school_id, pair))?.id;
      if (id === undefined) throw new Error('the conversation that somebody else just made is not there');
      const users = [actor.user_id, body.user_id];
      if (made) {
        await addMembers(trx, made, users, { method: 'created', now });
        await emit(channelEvents.channelChanged, { users }, { channel_id: id });
      }
      // With whom is told nobody else, not even in the log.
      record({ entity: 'channels', id, after: made ? { users: users.length } : null });
      return showChannel(known, { actor, now, t, db: trx, fail }, id);
    },

    async joinByCode({ body, actor, db, now, write, emit, record, fail }: HandlerContext<Api['joinByCode']>) {
      const tries = { join: `${actor.school_id}:${actor.user_id}` };
      await reserveAttempt(db, tries, now);
      const key = await findByCode(db, actor.school_id, toChannelCode(body.code));
      if (!key) return fail('not_found');
      await giveBack(db, tries);
      if (await isBarred(db, key, actor.user_id)) return fail('channel_barred');
      const trx = await write();
      const joined = await addMembers(trx, key, [actor.user_id], { method: 'code', now });
      record({ entity: 'channels', id: key.id, after: { user_id: actor.user_id } });
      if (joined.length > 0) {
        const users = await listMemberIds(trx, key);
        await emit(channelEvents.channelChanged, { users }, { channel_id: key.id });
      }
      return { data: { user_id: actor.user_id, channel_id: key.id } };
    },
  };
}
