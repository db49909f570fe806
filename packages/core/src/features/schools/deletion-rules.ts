import * as z from 'zod/mini';

/** Days in which a deletion can be taken back unless the school has set others. */
export const REVERSION_DAYS = { usual: 7, minimum: 1, maximum: 90 } as const;

/** How a school handles requests for deletion. */
export const deletionRules = z.strictObject({
  /** People may ask for it in the app (P-3.27). */
  enabled: z.boolean(),
  reversion_days: z.int().check(z.minimum(REVERSION_DAYS.minimum), z.maximum(REVERSION_DAYS.maximum)),
});
export type DeletionRules = z.output<typeof deletionRules>;

/** The rules of a school from its properties as stored: on, and seven days, unless it has set otherwise (P-3.27). */
export function deletionRulesOf(properties: unknown): DeletionRules {
  const stored = (properties ?? {}) as Record<string, unknown>;
  const days = Number(stored['users.deletion_request.reversion_days'] ?? REVERSION_DAYS.usual);
  const isUsable = Number.isInteger(days) && days >= REVERSION_DAYS.minimum && days <= REVERSION_DAYS.maximum;
  const enabled = stored['users.deletion_request.enabled'] ?? true;
  return {
    enabled: enabled === true || enabled === '1' || enabled === 1,
    reversion_days: isUsable ? days : REVERSION_DAYS.usual,
  };
}
