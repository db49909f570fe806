import * as z from 'zod/mini';

/** Most events of one call. */
export const USAGE_EVENTS_MAXIMUM = 50;

/** Longest pattern of an address, characters. */
export const ROUTE_MAXIMUM = 120;

/** A word of ours, `:name` (either may be optional) or `*`: what stands for a person, a school or a record in an address is never among them. */
const ROUTE = /^\/$|^(?:\/(?:[a-z]+(?:-[a-z]+)*\??|:[A-Za-z]+(?:_[A-Za-z]+)*\??|\*))+$/;

/** The pattern of a page's address, `/channels/:id/chat`, never the address itself. */
export const route = z.string().check(z.maxLength(ROUTE_MAXIMUM), z.regex(ROUTE, 'route'));

/**
 * Why a submit failed: `validation`, something entered is wrong; `refused`, it is not allowed or has changed meanwhile;
 * `network`, nobody answered; `fault`, the server could not.
 */
export const SUBMIT_FAILURES = ['validation', 'refused', 'network', 'fault'] as const;
export type SubmitFailure = (typeof SUBMIT_FAILURES)[number];

/** A counted event: a page that was opened, a submit that failed. No field can carry a text or a name (P-7.106, C-5.12). */
export const usageEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('screen'), route }),
  z.strictObject({
    kind: z.literal('submit'),
    route,
    outcome: z.literal('failed'),
    reason: z.enum(SUBMIT_FAILURES),
  }),
]);
export type UsageEvent = z.output<typeof usageEvent>;

export const usageBody = z.strictObject({
  events: z.array(usageEvent).check(z.minLength(1), z.maxLength(USAGE_EVENTS_MAXIMUM)),
});
