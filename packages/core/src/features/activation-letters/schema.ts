import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { chosenPeople } from '../users/index.ts';

/** Most of those left out who are named. */
export const LEFT_OUT_NAMED = 200;

/**
 * Why somebody gets no letter. `signed_in`: the account has been set up; `administrator`: they get their code one by one from another
 * one; `locked` and `ended`: the account lets nobody in; `archived`: they have left; `service`: they sign in at the service of the
 * school; `changed`: they are not any more as they were when it was ordered.
 */
export const LEFT_OUT_REASONS = [
  'signed_in',
  'administrator',
  'locked',
  'ended',
  'archived',
  'service',
  'changed',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export const LETTER_RUN_STATES = ['waiting', 'done', 'failed'] as const;

export const letterRunDraft = z.strictObject({
  people: chosenPeople,
  /** Whoever has an address gets the link by mail instead. */
  by_mail: z.boolean(),
  /** Of those who have not chosen one. */
  language: z.enum(LANGUAGES),
});
export type LetterRunDraft = z.output<typeof letterRunDraft>;
/** As it is sent: filters as in an address. */
export type AskedLetters = z.input<typeof letterRunDraft>;

/** What an order would do. */
export const triedLetters = z.object({
  paper: z.int(),
  mail: z.int(),
  /** Of both: whose earlier code would no longer be valid. */
  replaced: z.int(),
  /** Does the installation send mails? */
  has_mail: z.boolean(),
  left_out: z.array(z.object({ reason: z.enum(LEFT_OUT_REASONS), count: z.int() })),
});
export type TriedLetters = z.output<typeof triedLetters>;

/** Letters that somebody has ordered for many people, and how far they are. */
export const letterRun = z.object({
  id: f.id,
  state: z.enum(LETTER_RUN_STATES),
  total: z.int(),
  /** Those who have a code so far. */
  done: z.int(),
  paper: z.int(),
  mail: z.int(),
  left_out: z.int(),
  created_at: f.instant,
  /** Until then the letters can be had. */
  expires_at: f.instant,
});
export type LetterRun = z.output<typeof letterRun>;

/** Somebody who got no letter. */
export const leftOutPerson = z.object({ id: f.id, displayname: z.string(), reason: z.enum(LEFT_OUT_REASONS) });
