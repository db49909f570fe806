import { event } from '../../kernel/event.ts';
import { sharedContacts } from './schema.ts';

export const contactsChanged = event({
  name: 'contacts.changed',
  payload: sharedContacts,
  summary:
    'The contact persons of the school were changed: all of them as they are now, told to everybody of the school.',
});
