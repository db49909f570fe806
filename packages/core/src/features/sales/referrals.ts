import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** Most recommendations of one person within a day. */
export const REFERRALS_PER_DAY = 5;
/** How long a recommendation is kept, days; what came of it is a lead, which has a time of its own. */
export const REFERRAL_DAYS = 365;
export const REFERRAL_MAXIMUM = { name: 190, city: 120 } as const;

/**
 * Somebody recommends the product to another school. Only the institution is named, never a person there: who is recommended has
 * consented to nothing, so no address of anybody is taken and nothing is mailed. The sales staff see it among their leads and
 * decide how to get in touch; they are not told who has recommended it.
 */
export const referralDraft = z.strictObject({
  /** The name of the school that could use the product. */
  name: z.pipe(z.string().check(z.trim()), f.line(REFERRAL_MAXIMUM.name)),
  city: z.pipe(z.string().check(z.trim()), f.line(REFERRAL_MAXIMUM.city, 0)),
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'country')),
});
export type ReferralDraft = z.output<typeof referralDraft>;

/** What is kept of it. */
export const referral = z.object({ name: z.string(), city: z.string(), created_at: f.instant });
