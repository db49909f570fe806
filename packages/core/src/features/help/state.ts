import type { AskingPerson } from '../../kernel/abilities.ts';
import { contactsAbilitiesOf } from './abilities.ts';
import type { Contacts, SharedContacts } from './schema.ts';

/** What an event says of the contact persons, as the server would answer it to this reader. */
export const toContacts = (shared: SharedContacts, reader: Pick<AskingPerson, 'permissions'>): Contacts => ({
  ...shared,
  can: contactsAbilitiesOf(reader),
});

/** An event that is older than what the reader has changes nothing. */
export const applyContacts = (
  known: Contacts,
  shared: SharedContacts,
  reader: Pick<AskingPerson, 'permissions'>,
): Contacts =>
  (known.updated_at ?? '') > (shared.updated_at ?? '') && shared.updated_at !== null
    ? known
    : toContacts(shared, reader);

/** The list with one of them at another place. @param to from 0 */
export function movePlace<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
