import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

/** What can be done with the contact persons of the school. */
export const CONTACTS_ABILITIES = ['update'] as const;
export type ContactsAbility = (typeof CONTACTS_ABILITIES)[number];

/**
 * Who administers the school always reaches those who run the product (T-2.82); everybody else does where the school has
 * switched it on (C-6.39).
 */
export const supportAbilitiesOf = (
  { permissions }: Pick<AskingPerson, 'permissions'>,
  isEnabled: boolean,
): Can<'write' | 'update'> => {
  const isHead = permissions.has('edit-school');
  return toCan({ write: isEnabled || isHead, update: isHead });
};

/** What somebody may do with the contact persons of their school: who may change the school changes them, all others read. */
export const contactsAbilitiesOf = ({ permissions }: Pick<AskingPerson, 'permissions'>): Can<ContactsAbility> =>
  toCan({ update: permissions.has('edit-school') });
