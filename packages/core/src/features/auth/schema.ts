import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { school } from '../schools/index.ts';

/** Credentials of a sign-in; `username` may be an e-mail address (P-3.31, P-7.08). */
export const loginBody = /* @__PURE__ */ z.strictObject({
  slink: f.slink,
  username: /* @__PURE__ */ f.line(190),
  password: /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.minLength(1), /* @__PURE__ */ z.maxLength(256)),
  /** True: the session lives 180 days, else 12 hours. */
  stayLoggedIn: /* @__PURE__ */ z.boolean(),
  /** True: the refresh token is in the body, for the keystore of a device or the CLI; no cookie is set (P-7.10). */
  is_native: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.boolean()),
});

/** The answer of a sign-in, as the specification gives it: the token stands beside `data`. */
export const loginAnswer = /* @__PURE__ */ z.object({
  access_token: /* @__PURE__ */ z.string(),
  /** The user of the session; needed for `auth/refresh`. */
  uuid: f.uuid,
  /** Seconds until the access token expires. */
  expires_in: /* @__PURE__ */ z.int(),
  refresh_token: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.string()),
  /** Empty when two-factor authentication is off (P-4.06). */
  tfa_mode: /* @__PURE__ */ z.enum(['', 'email', 'totp']),
  data: school,
  meta: f.meta,
});
export type LoginAnswer = z.output<typeof loginAnswer>;

/** The token of the link and the new password, twice (P-5.19, P-5.20, P-7.12). */
export const confirmPasswordResetBody = /* @__PURE__ */ z.strictObject({
  token: /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^[A-Za-z0-9_-]{20,100}$/)),
  password: /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.minLength(1), /* @__PURE__ */ z.maxLength(256)),
  password_confirmation: /* @__PURE__ */ z
    .string()
    .check(/* @__PURE__ */ z.minLength(1), /* @__PURE__ */ z.maxLength(256)),
});

/** The account whose password was set: what the sign-in form needs next. */
export const passwordResetAnswer = /* @__PURE__ */ z.object({
  slink: f.slink,
  username: /* @__PURE__ */ z.string(),
});

/** Lifetime of a password link and of the invitation of a school's first administrator, seconds (P-7.12, D-4.15). */
export const PASSWORD_RESET_SECONDS = { usual: 60 * 60, first: 7 * 24 * 60 * 60 } as const;

export const refreshAnswer = /* @__PURE__ */ z.object({
  access_token: /* @__PURE__ */ z.string(),
  uuid: f.uuid,
  expires_in: /* @__PURE__ */ z.int(),
  refresh_token: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.string()),
  meta: f.meta,
});

/** Lifetime of an access token, seconds. */
export const ACCESS_TOKEN_SECONDS = 60 * 60;
/** Lifetime of a session with and without "stay signed in", seconds. */
export const SESSION_SECONDS = { stay: 180 * 24 * 60 * 60, short: 12 * 60 * 60 } as const;
/** For this long a rotated refresh token returns the same successor, seconds. */
export const ROTATION_WINDOW_SECONDS = 60;
