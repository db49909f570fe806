import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { school } from '../schools/index.ts';
import { TFA_MODES } from '../users/index.ts';
import { openStep } from './second-step-schema.ts';

/** Credentials of a sign-in; `username` may be an e-mail address (P-3.31, P-7.08). */
export const loginBody = z.strictObject({
  slink: f.slink,
  username: f.line(190),
  password: f.password,
  /** True: the session lives 180 days, else 12 hours. */
  stayLoggedIn: z.boolean(),
  /** True: the refresh token is in the body, for the keystore of a device or the CLI; no cookie is set (P-7.10). */
  is_native: z.optional(z.boolean()),
  /**
   * For `is_native`: the token that this device was given at an earlier sign-in, of whatever account; null asks for
   * one. Browsers keep it in a cookie. Failures of others do not hold a known device up.
   */
  device_token: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/)))),
});

/** The answer of a sign-in, as the specification gives it: the token stands beside `data`. */
export const loginAnswer = z.object({
  access_token: z.string(),
  /** The user of the session; needed for `auth/refresh`. */
  uuid: f.uuid,
  /** Seconds until the access token expires. */
  expires_in: z.int(),
  refresh_token: z.optional(z.string()),
  /** For the next sign-in of this device, if it asked for one. */
  device_token: z.optional(z.string()),
  /** Empty when two-factor authentication is off; else `access_token` opens nothing but the second step (P-4.06). */
  tfa_mode: z.enum(['', ...TFA_MODES]),
  /** There with a `tfa_mode`. */
  second_step: z.optional(openStep),
  data: school,
  meta: f.meta,
});
export type LoginAnswer = z.output<typeof loginAnswer>;

/** Who forgot the password: a username or an e-mail address (P-7.11). */
export const requestPasswordResetBody = z.strictObject({ slink: f.slink, identity: f.line(190) });

/** A person who cannot sign in and has no address for mails: a name, and a way for the school to answer (P-7.89). */
export const forgottenEmailBody = z.strictObject({ name: f.line(190), contact: f.line(190) });

/** The token of the link and the new password, twice (P-5.19, P-5.20, P-7.12). */
export const confirmPasswordResetBody = z.strictObject({
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/)),
  password: f.password,
  password_confirmation: f.password,
});

/** The present password, and the new one twice (P-5.15). */
export const updatePasswordBody = z.strictObject({
  current_password: f.password,
  password: f.password,
  password_confirmation: f.password,
});

/** The account whose password was set: what the sign-in form needs next. */
export const passwordResetAnswer = z.object({
  slink: f.slink,
  username: z.string(),
});

/** Lifetime of a password link and of the invitation of a school's first administrator, seconds (P-7.12, D-4.15). */
export const PASSWORD_RESET_SECONDS = { usual: 60 * 60, first: 7 * 24 * 60 * 60 } as const;

export const refreshAnswer = z.object({
  access_token: z.string(),
  uuid: f.uuid,
  expires_in: z.int(),
  refresh_token: z.optional(z.string()),
  meta: f.meta,
});

/** Lifetime of an access token, seconds. */
export const ACCESS_TOKEN_SECONDS = 60 * 60;
/** Lifetime of a session with and without "stay signed in", seconds. */
export const SESSION_SECONDS = { stay: 180 * 24 * 60 * 60, short: 12 * 60 * 60 } as const;
/** For this long a rotated refresh token returns the same successor, seconds. */
export const ROTATION_WINDOW_SECONDS = 60;
