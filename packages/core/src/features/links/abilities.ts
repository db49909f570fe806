import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

/** What can be done with one link of the school; `move`: give it another place among the others. */
export const LINK_ABILITIES = ['update', 'delete', 'move'] as const;
export type LinkAbility = (typeof LINK_ABILITIES)[number];

/** What somebody may do with a link of their school: who may change the school may do everything, all others read. */
export function linkAbilitiesOf({ permissions }: Pick<AskingPerson, 'permissions'>): Can<LinkAbility> {
  const manages = permissions.has('edit-school');
  return toCan({ update: manages, delete: manages, move: manages });
}
