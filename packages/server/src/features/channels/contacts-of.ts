import { toLocal } from '@kreide/core/kernel';
import type { Actor } from '../../kernel/context.ts';
import type { ContactsOf } from '../users/index.ts';

/** Who asks whom they may write to. */
export const contactsOf = (actor: Actor, now: Date): ContactsOf => ({
  ...{ school_id: actor.school_id, user_id: actor.user_id, type: actor.type, now },
  today: toLocal(now, actor.time_zone).date,
});
