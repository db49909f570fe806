import { max, required, url } from '../../validation/text.ts';

/** Longest title of a link, characters: one line on a phone. */
export const LINK_TITLE_MAXIMUM = 60;
/** Longest line about a link, characters. */
export const LINK_ABOUT_MAXIMUM = 120;
/** Longest address, characters. */
export const LINK_ADDRESS_MAXIMUM = 500;
/** Most links of one school. */
export const LINKS_MAXIMUM = 30;
/** How long a removed link can be restored, hours. */
export const LINK_RESTORE_HOURS = 24;

/** A link as somebody writes it. */
export interface LinkDraft {
  title: string;
  /** With http or https; a missing scheme is completed by `toLinkAddress`. */
  address: string;
  /** A line about the content there; empty: none. */
  about: string;
}

/** The problems that a draft can have; the text is `links:rules.<rule>`, in the app as in the server's answer. */
export type LinkRule = 'titleRequired' | 'titleMax' | 'addressRequired' | 'addressMax' | 'addressInvalid' | 'aboutMax';

export interface LinkProblem {
  field: keyof LinkDraft;
  rule: LinkRule;
  params: Record<string, number>;
}

/** The address as it is opened: `www.example.org` is completed to `https://www.example.org`. */
export function toLinkAddress(typed: string): string {
  const address = typed.trim();
  return address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
}

/** Everything that is wrong with a draft, at most one problem for each field [P-7.95] [P-7.96]. */
export function linkProblems({ title, address, about }: LinkDraft): LinkProblem[] {
  const problems: LinkProblem[] = [];
  const add = (field: keyof LinkDraft, rule: LinkRule, params: Record<string, number> = {}) =>
    problems.push({ field, rule, params });
  if (!required(title)) add('title', 'titleRequired');
  else if (!max(title.trim(), LINK_TITLE_MAXIMUM)) add('title', 'titleMax', { max: LINK_TITLE_MAXIMUM });
  const whole = toLinkAddress(address);
  if (!required(address)) add('address', 'addressRequired');
  else if (!max(whole, LINK_ADDRESS_MAXIMUM)) add('address', 'addressMax', { max: LINK_ADDRESS_MAXIMUM });
  else if (!url(whole)) add('address', 'addressInvalid');
  if (!max(about.trim(), LINK_ABOUT_MAXIMUM)) add('about', 'aboutMax', { max: LINK_ABOUT_MAXIMUM });
  return problems;
}
