import { declareErrors } from '../../kernel/errors.ts';

/** Errors of signing in at another service. */
export const authDriverErrors = declareErrors({
  /** The school has no such way to sign in, or it is off. */
  no_auth_driver: 409,
  /** The service did not answer, or not as one that signs people in. */
  auth_service_unreachable: 409,
  /** The sign-in that came back was not begun in this browser, or too long ago. */
  sign_in_over: 422,
  /** The service did not confirm it. */
  sign_in_refused: 422,
  /** Nobody at the school is the person of the service, or several are. */
  person_unknown: 422,
  /** The account belongs to another person of the service. */
  person_connected: 422,
  /** The directory has several people of this name. */
  directory_ambiguous: 422,
  /** The directory has locked the account, after wrong passwords. */
  directory_account_locked: 422,
  /** The account was switched off in the directory, or has ended there. */
  directory_account_ended: 422,
  /** The directory wants another password first, which is changed there. */
  directory_password_expired: 422,
  /** The directory lets the account in at other times, or on other machines. */
  directory_time_refused: 422,
});

type Codes = typeof authDriverErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
