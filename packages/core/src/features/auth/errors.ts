import { declareErrors } from '../../kernel/errors.ts';

/** Errors of signing in and of sessions. */
export const authErrors = declareErrors({
  xsrf_mismatch: 403,
  school_locked: 403,
  user_locked: 403,
  /** The account has ended (P-4.25). */
  user_expired: 403,
  /** The password was right; the school wants its people to come through its own service. */
  password_not_used: 403,
  wrong_credentials: 422,
  wrong_code: 422,
  passkey_refused: 422,
  invalid_user_id: 422,
  /** This installation has no mail server. */
  mail_unavailable: 409,
  /** Sign-in in two steps is by passkeys, and it is the last one. */
  last_passkey: 409,
  /** As many passwords for programs as an account can have. */
  app_passwords_full: 409,
});

type Codes = typeof authErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
