import { isPhoneNumber } from '../../validation/formats.ts';
import { email as isEmail, max, required } from '../../validation/text.ts';

/** Most contact persons of one school. */
export const CONTACTS_MAXIMUM = 20;
/** Longest name of a contact person, characters. */
export const CONTACT_NAME_MAXIMUM = 80;
/** Longest line about what a contact person is there for, characters. */
export const CONTACT_ABOUT_MAXIMUM = 120;
/** Longest mail address, characters. */
export const CONTACT_EMAIL_MAXIMUM = 254;
/** Longest telephone number as it is written, characters. */
export const CONTACT_TELEPHONE_MAXIMUM = 40;
/** Longest line about the hours, characters. */
export const CONTACT_HOURS_MAXIMUM = 80;

/** A contact person as somebody writes it. */
export interface ContactDraft {
  name: string;
  /** The matters for which to turn to this person; may be empty. */
  about: string;
  /** May be empty. */
  email: string;
  /** As people write it, with blanks and strokes; may be empty. */
  telephone: string;
  /** When this person can be reached; may be empty. */
  hours: string;
}

/** The problems that a draft can have; the text is `help:rules.<rule>`, in the app as in the server's answer. */
export type ContactRule =
  | 'nameRequired'
  | 'nameMax'
  | 'aboutMax'
  | 'emailInvalid'
  | 'telephoneInvalid'
  | 'hoursMax'
  | 'wayRequired';

export interface ContactProblem {
  field: keyof ContactDraft;
  rule: ContactRule;
  params: Record<string, number>;
}

/** The number that a telephone dials: `040 / 123-45` is `04012345`. */
export const toDialled = (telephone: string): string => telephone.replace(/[\s()/.-]/g, '');

/** Everything that is wrong with a draft, at most one problem for each field [P-7.47]. */
export function contactProblems({ name, about, email, telephone, hours }: ContactDraft): ContactProblem[] {
  const problems: ContactProblem[] = [];
  const add = (field: keyof ContactDraft, rule: ContactRule, params: Record<string, number> = {}) =>
    problems.push({ field, rule, params });
  if (!required(name)) add('name', 'nameRequired');
  else if (!max(name.trim(), CONTACT_NAME_MAXIMUM)) add('name', 'nameMax', { max: CONTACT_NAME_MAXIMUM });
  if (!max(about.trim(), CONTACT_ABOUT_MAXIMUM)) add('about', 'aboutMax', { max: CONTACT_ABOUT_MAXIMUM });
  if (!isEmail(email.trim())) add('email', 'emailInvalid');
  else if (!required(email) && !required(telephone)) add('email', 'wayRequired');
  if (!max(telephone.trim(), CONTACT_TELEPHONE_MAXIMUM) || !isPhoneNumber(toDialled(telephone)))
    add('telephone', 'telephoneInvalid');
  if (!max(hours.trim(), CONTACT_HOURS_MAXIMUM)) add('hours', 'hoursMax', { max: CONTACT_HOURS_MAXIMUM });
  return problems;
}
