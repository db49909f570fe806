import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import {
  CONTACT_ABOUT_MAXIMUM,
  CONTACT_EMAIL_MAXIMUM,
  CONTACT_HOURS_MAXIMUM,
  CONTACT_NAME_MAXIMUM,
  CONTACT_TELEPHONE_MAXIMUM,
  CONTACTS_MAXIMUM,
} from './rules.ts';

/** Somebody whom the people of a school can turn to. */
export const contactPerson = z.object({
  name: z.string(),
  /** The account, where it is a person of the school: who is erased leaves the list. */
  user_id: z.nullable(f.id),
  about: z.string(),
  email: z.string(),
  telephone: z.string(),
  hours: z.string(),
});
export type ContactPerson = z.output<typeof contactPerson>;

/** The contact persons of a school in its order, as everybody sees them. */
export const sharedContacts = z.object({
  persons: z.array(contactPerson),
  /** When the list was changed last; null: there is none. */
  updated_at: z.nullable(f.instant),
});
export type SharedContacts = z.output<typeof sharedContacts>;

/** The same with the abilities of the reader. */
export const contacts = z.extend(sharedContacts, { can: z.object({ update: f.flag }) });
export type Contacts = z.output<typeof contacts>;

/** What `contactProblems` says more about. */
const contactDraft = z.strictObject({
  name: f.line(CONTACT_NAME_MAXIMUM, 0),
  user_id: z.nullable(f.id),
  about: f.line(CONTACT_ABOUT_MAXIMUM, 0),
  email: f.line(CONTACT_EMAIL_MAXIMUM, 0),
  telephone: f.line(CONTACT_TELEPHONE_MAXIMUM, 0),
  hours: f.line(CONTACT_HOURS_MAXIMUM, 0),
});

/** A whole new list, made from that which was changed last at `updated_at`. */
export const contactsDraft = z.strictObject({
  persons: z.array(contactDraft).check(z.maxLength(CONTACTS_MAXIMUM)),
  updated_at: z.nullable(f.instant),
});
