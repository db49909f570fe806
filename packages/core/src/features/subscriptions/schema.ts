import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';

/** Most addresses of one person: a handful of devices for themselves and for each child. */
export const SUBSCRIPTIONS_MAXIMUM = 20;
/** Longest name of an address, characters. */
export const SUBSCRIPTION_NAME_MAXIMUM = 60;
/** Whole weeks before the current one in a subscription. */
export const SUBSCRIPTION_WEEKS_BACK = 2;
/** Whole weeks after the current one: half a school year, well below the megabyte that some calendars accept. */
export const SUBSCRIPTION_WEEKS_AHEAD = 26;
/** How often calendars are asked to look again, as a duration of ISO 8601. */
export const SUBSCRIPTION_REFRESH = 'PT1H';

/** The name of an address: `Phone`. */
export const subscriptionName = f.line(SUBSCRIPTION_NAME_MAXIMUM);

/** One address for calendar programs (D-6.01). The address itself is shown once, when it is made, and stored hashed. */
export const subscription = z.object({
  uuid: f.uuid,
  /** Whose plan: the owner's account or a child's. */
  user_id: f.id,
  displayname: z.string(),
  name: z.nullable(z.string()),
  /** Language of the words in the calendar. */
  language: z.enum(LANGUAGES),
  created_at: f.instant,
  /** When a calendar last asked, to about ten minutes; null = never. */
  last_fetched_at: z.nullable(f.instant),
});
export type Subscription = z.output<typeof subscription>;

/** A new address with its secret. */
export const createdSubscription = z.extend(subscription, { url: z.string() });
export type CreatedSubscription = z.output<typeof createdSubscription>;
