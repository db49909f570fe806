import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { PRODUCT } from '../../kernel/product.ts';

/** The property of a school by which its people reach those who run the product (P-3.28). */
export const SUPPORT_PROPERTY = `${PRODUCT}_contact.support.enabled` as const;

/** Does a school offer that, from its `properties` as stored? Only one that has switched it on does (C-6.39). */
export const hasSupport = (properties: unknown): boolean =>
  ((properties ?? {}) as Record<string, unknown>)[SUPPORT_PROPERTY] === true;

/** What somebody writes to those who run the product: a question or wish, or that something does not work. */
export const FEEDBACK_KINDS = ['message', 'problem'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** Longest text, characters. */
export const FEEDBACK_TEXT_MAXIMUM = 4000;
/** Longest code: what the support or an error page has named. */
export const FEEDBACK_CODE_MAXIMUM = 60;
/** Most messages of one person within an hour. */
export const FEEDBACK_PER_HOUR = 10;

/** What the device says about itself with a problem, shown before it is sent. */
export const FEEDBACK_FACTS = ['version', 'browser', 'window', 'language', 'time_zone', 'page'] as const;
export type FeedbackFact = (typeof FEEDBACK_FACTS)[number];
const FACT_MAXIMUM = 400;

export const feedbackFact = z.strictObject({ name: z.enum(FEEDBACK_FACTS), value: f.line(FACT_MAXIMUM, 0) });
export type SentFact = z.output<typeof feedbackFact>;

export const feedbackDraft = z.strictObject({
  kind: z.enum(FEEDBACK_KINDS),
  text: z.pipe(z.string().check(z.trim()), f.text(FEEDBACK_TEXT_MAXIMUM).check(z.minLength(1))),
  code: z.nullable(f.line(FEEDBACK_CODE_MAXIMUM)),
  facts: z.array(feedbackFact).check(z.maxLength(FEEDBACK_FACTS.length)),
});
export type FeedbackDraft = z.output<typeof feedbackDraft>;

/** How somebody reaches those who run the product. */
export const supportContact = z.object({
  is_enabled: z.boolean(),
  /** Where an answer goes: the address of the account; null: it has none. */
  email: z.nullable(z.string()),
  can: z.object({ write: f.flag, update: f.flag }),
});

/** The facts that this text may carry: a long name of a browser is cut. */
export const toFact = (name: FeedbackFact, value: string): SentFact => ({
  name,
  value: value.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, FACT_MAXIMUM),
});
