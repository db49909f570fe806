import * as z from 'zod/mini';

/**
 * How long a school keeps what it stores, in days, by the kind of data: bounds and what counts until it decides (D-6.08).
 * `audit_log`: entries of the log. `sessions`: sign-ins that nobody used. `deleted_accounts`: accounts that were deleted and can be
 * brought back until then. `imports`: what was imported when. `mails`: what became of mails. `archives`: archives of personal data.
 */
export const RETENTION_DAYS = {
  audit_log: { usual: 1095, minimum: 180, maximum: 3650 },
  sessions: { usual: 180, minimum: 7, maximum: 180 },
  deleted_accounts: { usual: 365, minimum: 30, maximum: 3650 },
  imports: { usual: 730, minimum: 30, maximum: 3650 },
  mails: { usual: 30, minimum: 7, maximum: 365 },
  archives: { usual: 7, minimum: 1, maximum: 30 },
} as const satisfies Record<string, { usual: number; minimum: number; maximum: number }>;

export type RetentionKind = keyof typeof RETENTION_DAYS;
export const RETENTION_KINDS = Object.keys(RETENTION_DAYS) as RetentionKind[];

const days = (kind: RetentionKind) =>
  z.int().check(z.minimum(RETENTION_DAYS[kind].minimum), z.maximum(RETENTION_DAYS[kind].maximum));

export const retention = z.strictObject({
  audit_log: days('audit_log'),
  sessions: days('sessions'),
  deleted_accounts: days('deleted_accounts'),
  imports: days('imports'),
  mails: days('mails'),
  archives: days('archives'),
});
export type Retention = z.output<typeof retention>;

/** The periods of a school: those that it has set, and the usual ones for the rest. */
export function retentionOf(set: Readonly<Partial<Record<string, number>>>): Retention {
  const periods = RETENTION_KINDS.map((kind) => {
    const { usual, minimum, maximum } = RETENTION_DAYS[kind];
    return [kind, Math.min(maximum, Math.max(minimum, set[kind] ?? usual))];
  });
  return Object.fromEntries(periods) as Retention;
}
