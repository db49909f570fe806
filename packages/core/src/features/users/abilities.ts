import { type AskingPerson, type Can, type Role, toCan } from '../../kernel/abilities.ts';

type Asking = Pick<AskingPerson, 'user_id' | 'type' | 'permissions'>;

/** What can be done with the link between a parent and a child. */
export type ParentLinkAbility = 'remove';

/** A link is ended by the parent and by those who manage people, never by a pupil (P-7.70, P-7.73). */
export function parentLinkAbilitiesOf(actor: Asking, link: { parent_id: number }): Can<ParentLinkAbility> {
  const isParent = actor.user_id === link.parent_id && actor.type !== 'STUDENT';
  return toCan({ remove: isParent || actor.permissions.has('manage-users') });
}

/**
 * What can be done with an account. `update`: its grade and family; `lock` and `expire`: both ways; `logout`: end its
 * sessions; `second_step`: take it away when what it needs is lost; `setup`: fill in what is missing; `hard_delete`: erase the person; `permissions`: see them and change those
 * that the caller holds; `personal_data`: get all that is stored about the person, with what they wrote to others.
 */
export const USER_ABILITIES = [
  'update',
  'setup',
  'lock',
  'expire',
  'logout',
  'second_step',
  'delete',
  'recover',
  'hard_delete',
  'permissions',
  'personal_data',
] as const;
export type UserAbility = (typeof USER_ABILITIES)[number];

/**
 * What somebody may do with an account of their school: those who manage people everything but to themselves, and to an
 * administrator only another one (P-6.12 to P-6.19). What people wrote is for no office: an administrator gets it for who asks (P-7.61).
 */
export function userAbilitiesOf(
  actor: Pick<AskingPerson, 'user_id' | 'permissions'> & { readonly role: Role },
  user: { id: number; role: string; state: string; deleted_at: string | null },
): Can<UserAbility> {
  const isLiving = user.deleted_at === null;
  const manages = actor.permissions.has('manage-users') && (user.role !== 'ADMIN' || actor.role === 'ADMIN');
  const managesOther = manages && actor.user_id !== user.id;
  return toCan({
    update: manages && isLiving,
    setup: manages && isLiving && user.state === 'PENDING',
    lock: managesOther && isLiving,
    expire: managesOther && isLiving,
    logout: manages && isLiving,
    second_step: managesOther && isLiving,
    delete: managesOther && isLiving,
    recover: manages && !isLiving,
    hard_delete: managesOther,
    permissions: managesOther && isLiving,
    personal_data: managesOther && actor.role === 'ADMIN',
  });
}
