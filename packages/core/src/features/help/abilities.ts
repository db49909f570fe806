import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

/** What can be done with the contact persons of the school. */
export const CONTACTS_ABILITIES = ['update'] as const;
export type ContactsAbility = (typeof CONTACTS_ABILITIES)[number];

/** What somebody may do with the contact persons of their school: who may change the school changes them, all others read. */
export const contactsAbilitiesOf = ({ permissions }: Pick<AskingPerson, 'permissions'>): Can<ContactsAbility> =>
  toCan({ update: permissions.has('edit-school') });
