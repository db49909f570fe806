import { channelEvents, type channelsApi } from '@kreide/core/features/channels';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { listUnreachable } from '../users/index.ts';
import { tellMembers } from './changing.ts';
import { contactsOf } from './contacts-of.ts';
import type { KnownAbove } from './known-above.ts';
import { showChannel } from './listing.ts';
import { openChannel } from './opened.ts';
import { lockChannel, updateChannel } from './queries/change.ts';
import { addMembers, countWithout, hasGenerated, removeMembers, setMember } from './queries/members.ts';

type Api = typeof channelsApi;

interface Asking extends Pick<HandlerContext, 'db' | 'now' | 't' | 'write' | 'emit'> {
  params: { id: number };
  actor: Actor;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** The caller's own settings: pinned, muted, archived. Their other devices hear of changes. */
async function setOwn(known: KnownAbove, context: Asking, values: Parameters<typeof setMember>[3]) {
  const { params, actor, db, now, t, write, emit, fail } = context;
  await openChannel(db, actor, { id: params.id }, 'read', { now, fail });
  const trx = await write();
  await setMember(trx, { school_id: actor.school_id, id: params.id }, actor.user_id, values);
  await emit(channelEvents.channelChanged, { users: [actor.user_id] }, { channel_id: params.id });
  return showChannel(known, { actor, now, t, db: trx, fail }, params.id);
}

/**
 * A channel, locked, for a change of who is in it: not that of the whole school, nor one of two. To one that follows
 * classes and courses people can be added; whoever belongs there stays.
 */
async function openMembers(context: Asking & { fail(code: 'not_found' | 'forbidden' | 'channel_generated'): never }) {
  const { params, actor, db, now, write, fail } = context;
  const { channel } = await openChannel(db, actor, { id: params.id }, 'update', { now, fail });
  if (channel.type !== 'CUSTOM' && channel.type !== 'GENERATED') return fail('channel_generated');
  const trx = await write();
  const key = { school_id: actor.school_id, id: params.id };
  await lockChannel(trx, key);
  // What follows classes and courses needs nobody of its own to look after it.
  return { trx, key, channel, isOfPeople: channel.type === 'CUSTOM' };
}

/** Who is in a channel, and how each has it. */
export function memberHandlers(known: KnownAbove) {
  return {
    mute: async (context: HandlerContext<Api['mute']>) => setOwn(known, context, context.body),
    pin: async (context: HandlerContext<Api['pin']>) => setOwn(known, context, context.body),
    archive: async (context: HandlerContext<Api['archive']>) => setOwn(known, context, { is_archived: true }),
    unarchive: async (context: HandlerContext<Api['unarchive']>) => setOwn(known, context, { is_archived: false }),

    async leave(context: HandlerContext<Api['leave']>): Promise<undefined> {
      const { params, actor, db, now, write, record, fail } = context;
      await openChannel(db, actor, { id: params.id }, 'leave', { now, fail });
      const trx = await write();
      const key = { school_id: actor.school_id, id: params.id };
      await lockChannel(trx, key);
      const { members, admins } = await countWithout(trx, key, [actor.user_id]);
      if (admins === 0 && members > 0) return fail('last_channel_admin');
      await removeMembers(trx, key, [actor.user_id], { now, barred: false });
      if (members === 0) await updateChannel(trx, key, { deleted_at: now.toISOString(), code: null }, now);
      record({ entity: 'channels', id: params.id, before: { user_id: actor.user_id } });
      await tellMembers(trx, context, params.id);
    },

    async addUsers(context: HandlerContext<Api['addUsers']>) {
      const { params, body, actor, db, now, t, record, fail } = context;
      const { trx, key, channel } = await openMembers(context);
      const others = body.users.filter((id) => id !== actor.user_id);
      const unreachable = await listUnreachable(db, contactsOf(actor, now, channel), others);
      if (unreachable === null) return fail('not_found');
      refuseIssues(
        unreachable.length === 0
          ? []
          : [{ path: 'body.users', rule: 'contact', params: {}, message: t('channels:rules.contacts') }],
      );
      const added = await addMembers(trx, key, others, { method: 'added', now });
      record({ entity: 'channels', id: params.id, after: { users: added } });
      await tellMembers(trx, context, params.id);
      return showChannel(known, { actor, now, t, db: trx, fail }, params.id);
    },

    async removeUsers(context: HandlerContext<Api['removeUsers']>) {
      const { params, body, actor, now, t, record, fail } = context;
      const { trx, key, isOfPeople } = await openMembers(context);
      if (isOfPeople && (await countWithout(trx, key, body.users)).admins === 0) return fail('last_channel_admin');
      refuseIssues(
        (await hasGenerated(trx, key, body.users))
          ? [{ path: 'body.users', rule: 'belongs', params: {}, message: t('channels:rules.belongs') }]
          : [],
      );
      const removed = await removeMembers(trx, key, body.users, { now, barred: true });
      record({ entity: 'channels', id: params.id, before: { users: removed } });
      await tellMembers(trx, context, params.id, removed);
      return showChannel(known, { actor, now, t, db: trx, fail }, params.id);
    },

    async toggleAdmin(context: HandlerContext<Api['toggleAdmin']>) {
      const { params, body, actor, now, t, record, fail } = context;
      const { user, is_admin } = body;
      const { trx, key, isOfPeople } = await openMembers(context);
      if (isOfPeople && !is_admin && (await countWithout(trx, key, [user])).admins === 0)
        return fail('last_channel_admin');
      if (!(await setMember(trx, key, user, { is_admin }))) return fail('not_found');
      record({ entity: 'channels', id: params.id, after: { user_id: user, is_admin } });
      await tellMembers(trx, context, params.id);
      return showChannel(known, { actor, now, t, db: trx, fail }, params.id);
    },
  };
}
