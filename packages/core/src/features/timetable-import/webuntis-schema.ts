import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** How often a school's WebUntis is asked, minutes. */
export const WEBUNTIS_INTERVAL = { minimum: 5, maximum: 1440, usual: 60 } as const;

/** What is called over the interface besides signing in and out, in the order of a check. */
export const WEBUNTIS_METHODS = [
  'getCurrentSchoolyear',
  'getSchoolyears',
  'getLatestImportTime',
  'getKlassen',
  'getTeachers',
  'getSubjects',
  'getRooms',
  'getTimegridUnits',
  'getHolidays',
  'getTimetable',
  'getSubstitutions',
] as const;
export type WebUntisMethod = (typeof WEBUNTIS_METHODS)[number];

/** Without these there is no plan; the others make it complete. */
export const WEBUNTIS_NEEDED: ReadonlySet<WebUntisMethod> = new Set(['getKlassen', 'getTimetable']);

/** Why nothing was read; each has a text below `webuntis.reasons` of `locales/<lang>/timetable-import.json`. */
export const WEBUNTIS_REASONS = [
  'address_refused',
  'bad_credentials',
  'busy',
  'interrupted',
  'invalid_address',
  'no_date',
  'no_plan',
  'no_right',
  'no_session',
  'no_webuntis',
  'other_year',
  'password_lost',
  'plain_refused',
  'redirected',
  'refused',
  'timeout',
  'too_large',
  'unknown_school',
  'unreachable',
  'unresolvable',
  'untrusted',
  'user_blocked',
] as const;
export type WebUntisReason = (typeof WEBUNTIS_REASONS)[number];

/** How the last look at a school's WebUntis ended. */
export const WEBUNTIS_OUTCOMES = ['read', 'unchanged', 'failed'] as const;

/** The address of a school's WebUntis, and the account that reads it. */
const account = {
  /** `https://name.webuntis.com`, without the part behind the host. */
  address: f.line(300),
  /** The name of the school at WebUntis, as in the address of its sign-in page. */
  school_name: f.line(100),
  username: f.line(190),
};

/** The fields of a connection to save; without a password the saved one stays. */
const draft = {
  ...account,
  password: z.optional(f.password),
};

export const webUntisDraft = z.strictObject({
  ...draft,
  interval_minutes: z.int().check(z.minimum(WEBUNTIS_INTERVAL.minimum), z.maximum(WEBUNTIS_INTERVAL.maximum)),
  is_on: z.boolean(),
  /** What was read is published unless more than 20 percent of the lessons would change; else somebody has to. */
  publishes: z.boolean(),
  /** Of the connection that it was made from; null: there was none. */
  updated_at: z.nullable(f.instant),
});
export type WebUntisDraft = z.output<typeof webUntisDraft>;

/** What is tried: the saved connection, or another account. */
export const webUntisTrial = z.strictObject({ account: z.nullable(z.strictObject(draft)) });

/** The connection of a school to its WebUntis; the password is never given back. */
export const webUntisConnection = z.object({
  ...account,
  interval_minutes: z.int(),
  is_on: z.boolean(),
  publishes: z.boolean(),
  updated_at: f.instant,
  outcome: z.nullable(z.enum(WEBUNTIS_OUTCOMES)),
  reason: z.nullable(z.enum(WEBUNTIS_REASONS)),
  /** The reason in words. */
  message: z.nullable(z.string()),
  /** In a row. */
  failures: z.int(),
  /** The last look. */
  checked_at: z.nullable(f.instant),
  /** The last time that the whole plan was read. */
  read_at: z.nullable(f.instant),
  /** The next look; null: none is planned. */
  due_at: z.nullable(f.instant),
  /** The result of the last plan that was new. */
  upload: z.nullable(f.uuid),
});
export type WebUntisConnection = z.output<typeof webUntisConnection>;

/** The rights of an account at WebUntis. */
export const webUntisReport = z.object({
  reason: z.nullable(z.enum(WEBUNTIS_REASONS)),
  /** The reason in words; null: the plan can be read. */
  message: z.nullable(z.string()),
  /** Classes that the account sees. */
  classes: z.int(),
  calls: z.array(
    z.object({
      method: z.enum(WEBUNTIS_METHODS),
      /** The method in words. */
      text: z.string(),
      is_allowed: z.boolean(),
      is_needed: z.boolean(),
    }),
  ),
});
export type WebUntisReport = z.output<typeof webUntisReport>;
