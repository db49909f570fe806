import {
  type Channel,
  type ChannelDetail,
  type ChannelPerson,
  MEMBERS_PAGE,
  seesMembers,
} from '@kreide/core/features/channels';
import { isAllowed, isRole } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import type { KnownAbove } from './known-above.ts';
import { listMemberKinds, listMembers } from './queries/members.ts';

type Members = Pick<ChannelDetail, 'description_members' | 'admins' | 'user_ids' | 'users'>;
type Asking = Pick<HandlerContext, 'db' | 'now' | 't'> & { actor: Actor };

const HIDDEN: Members = { description_members: null, admins: null, user_ids: null, users: null };

/** Who is in a channel: in numbers and by their ids all of them, by their names the first. */
async function membersOf({ actor, db, t }: Asking, { id, type: kind }: Channel): Promise<Members> {
  const key = { school_id: actor.school_id, id };
  const [kinds, rows] = await Promise.all([
    listMemberKinds(db, key),
    listMembers(db, key, { offset: 0, limit: MEMBERS_PAGE }),
  ]);
  const words = kinds.map(({ type, ids }) =>
    t(`channels:kinds.${isRole(type) ? type : 'other'}`, { count: ids.length }),
  );
  const users = rows.map(({ id, uuid, firstname, lastname, type, is_admin }): ChannelPerson => {
    const displayname = `${firstname} ${lastname}`;
    return { id, uuid, displayname, type, is_admin };
  });
  return {
    // In a conversation of two, each knows who the other is.
    description_members: kind === 'CHAT' || words.length === 0 ? null : words.join(', '),
    admins: users.filter(({ is_admin }) => is_admin),
    user_ids: kinds.flatMap(({ ids }) => ids).toSorted((one, other) => one - other),
    users,
  };
}

/** All that a channel carries, for somebody who may see it. */
export async function toDetail(asking: Asking, shown: Channel, known: KnownAbove): Promise<ChannelDetail> {
  const { actor, db, now } = asking;
  const key = { school_id: actor.school_id, id: shown.id };
  const [members, news] = await Promise.all([
    seesMembers(shown, shown.can) ? membersOf(asking, shown) : HIDDEN,
    isAllowed(shown.can, 'read') ? known.listNewest(db, key, now) : [],
  ]);
  return { ...shown, ...members, news };
}
