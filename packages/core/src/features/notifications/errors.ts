import { declareErrors } from '../../kernel/errors.ts';

/** Errors of push registrations. */
export const notificationErrors = declareErrors({
  /** The token is no push subscription that messages could be sent to (P-8.13). */
  push_token_rejected: 400,
});

type Codes = typeof notificationErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
