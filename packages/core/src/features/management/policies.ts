import * as z from 'zod/mini';
import { USER_TYPES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';

/** Longest title of a policy, characters. */
export const POLICY_TITLE_MAXIMUM = 120;
/** Longest text of a policy, characters. */
export const POLICY_TEXT_MAXIMUM = 20_000;
/** People of one page of those who accepted. */
export const ACCEPTANCES_PAGE = 50;

/** For whom a policy is: a kind of people. */
export const actor = z.enum(USER_TYPES);

/**
 * A version of what a school wants accepted by people of a kind. The newest version is in force; one without a text ends the
 * policy, and nobody has to accept it.
 */
export const policy = z.object({
  id: f.id,
  actor,
  /** From 1 on, without gaps for each actor. */
  version: z.int(),
  title: z.string(),
  text: z.string(),
  created_at: f.instant,
  is_current: z.boolean(),
  /** Has the reader accepted it? */
  is_accepted: z.boolean(),
  /** How many have accepted it, and how many of the kind there are; null for those who do not change policies. */
  accepted_count: z.nullable(z.int()),
  people_count: z.nullable(z.int()),
  can: z.object({ accept: f.flag }),
});
export type Policy = z.output<typeof policy>;

export const policyDraft = z.strictObject({
  actor,
  title: z.pipe(z.string().check(z.trim()), f.line(POLICY_TITLE_MAXIMUM)),
  /** Empty: from now on nothing is to be accepted. */
  text: f.text(POLICY_TEXT_MAXIMUM),
});

/** Somebody who has accepted a version. */
export const acceptance = z.object({ user_id: f.id, displayname: z.string(), accepted_at: f.instant });
export type Acceptance = z.output<typeof acceptance>;

/** Is a version one that its readers have to accept? */
export const isToAccept = (version: Pick<Policy, 'is_current' | 'text'>): boolean =>
  version.is_current && version.text.trim() !== '';
