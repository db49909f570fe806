import { type ChannelAbility, channelAbilitiesOf } from '@kreide/core/features/channels';
import type { Kysely } from 'kysely';
import type { Actor } from '../../kernel/context.ts';
import type { DB } from '../../kernel/database.generated.ts';
import { type ChannelRef, type ChannelRow, findChannel } from './queries/channel-of.ts';

/** What a person may do with a channel that was read for them. */
export function channelCanOf(actor: Actor, channel: ChannelRow, now: Date) {
  const member = channel.member_id === null ? null : { is_admin: channel.is_admin === true };
  return channelAbilitiesOf(actor, channel, member, now);
}

/**
 * A channel of the actor's school for something that wants an ability. A channel that is not there, or is another
 * school's, is not found; inside the own school it is forbidden (C-6.42).
 */
export async function openChannel(
  db: Kysely<DB>,
  actor: Actor,
  ref: ChannelRef,
  ability: ChannelAbility,
  { now, fail }: { now: Date; fail: (code: 'not_found' | 'forbidden') => never },
) {
  const channel = await findChannel(db, actor.school_id, actor.user_id, ref);
  if (!channel) return fail('not_found');
  const can = channelCanOf(actor, channel, now);
  return can[ability] === 1 ? { channel, can } : fail('forbidden');
}
