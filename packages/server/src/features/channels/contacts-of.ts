import { toLocal } from '@kreide/core/kernel';
import type { Actor } from '../../kernel/http/context.ts';
import type { ContactsOf } from '../users/index.ts';
import type { ChannelRow } from './queries/channel-of.ts';

/**
 * Who asks whom they may write to, or put into a channel: into one that follows the school, those of the pupils' council
 * and of the office, anybody, for whoever looks after the channels of the school.
 */
export const contactsOf = (actor: Actor, now: Date, channel?: Pick<ChannelRow, 'type'>): ContactsOf => ({
  school_id: actor.school_id,
  user_id: actor.user_id,
  type: actor.type,
  now,
  isForSchool: channel?.type === 'GENERATED' && actor.permissions.has('manage-channels'),
  today: toLocal(now, actor.time_zone).date,
});
