import { declareErrors } from '../../kernel/errors.ts';

/** Errors of signing in and of sessions. */
export const authErrors = declareErrors({
  xsrf_mismatch: 403,
  school_locked: 403,
  user_locked: 403,
  wrong_credentials: 422,
  invalid_user_id: 422,
});

type Codes = typeof authErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
