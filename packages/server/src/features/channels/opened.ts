import { type ChannelAbility, channelAbilitiesOf, isOver, seesMembers } from '@kreide/core/features/channels';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listUnreachable } from '../users/index.ts';
import { contactsOf } from './contacts-of.ts';
import { type ChannelRef, type ChannelRow, findChannel, listChannelsOf } from './queries/channel-of.ts';

/** The abilities of a person with a channel that was read for them. */
export function channelCanOf(actor: Pick<Actor, 'user_id' | 'type' | 'permissions'>, channel: ChannelRow, now: Date) {
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

/** The person who asks whether they may know the members of channels. */
export type MembersReader = Pick<Actor, 'school_id' | 'user_id' | 'type' | 'permissions'>;

/** The channels among some whose members somebody may not know. */
export async function listHidden(
  db: Kysely<DB>,
  reader: MembersReader,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const channels = await listChannelsOf(db, reader.school_id, reader.user_id, ids);
  return new Set(
    channels.flatMap((channel) => (seesMembers(channel, channelCanOf(reader, channel, now)) ? [] : [channel.id])),
  );
}

/**
 * Who looks after the news or the people of a school reaches everybody there: they publish in every channel that follows the
 * school, also where they are no member and read nothing.
 */
export const reachesAll = ({ permissions }: Pick<Actor, 'permissions'>): boolean =>
  permissions.has('manage-news') || permissions.has('manage-users');

/**
 * Those of some channels in which the actor may publish news now: where they may write, and in the channel of the whole
 * school, which is there for news, whoever may write any; who reaches all, in those that follow it too; of conversations, those with people whom they may write to. And
 * whether all of them are channels of the school at all.
 */
export async function postableOf(
  db: Kysely<DB>,
  actor: Actor,
  ids: readonly number[],
  now: Date,
): Promise<{ postable: ChannelRow[]; isKnown: boolean }> {
  const known = await listChannelsOf(db, actor.school_id, actor.user_id, ids);
  const channels = known.filter((channel) => {
    const can = channelCanOf(actor, channel, now);
    if (can.write === 1) return true;
    const isOpen = channel.type === 'GLOBAL' ? can.read === 1 : channel.type === 'GENERATED' && reachesAll(actor);
    return isOpen && !channel.is_disabled && !isOver(channel, now);
  });
  const others = channels.flatMap((channel) => otherOf(channel, actor) ?? []);
  const unreachable = others.length === 0 ? [] : await listUnreachable(db, contactsOf(actor, now), others);
  const postable = channels.filter((channel) => {
    const other = otherOf(channel, actor);
    return other === null || (unreachable !== null && !unreachable.includes(other));
  });
  return { postable, isKnown: ids.every((id) => known.some((channel) => channel.id === id)) };
}

/** The other person of a conversation. */
export function otherOf({ low_user_id, high_user_id }: ChannelRow, { user_id }: Pick<Actor, 'user_id'>): number | null {
  return low_user_id === user_id ? high_user_id : low_user_id;
}
