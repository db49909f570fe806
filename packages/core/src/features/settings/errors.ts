import { declareErrors } from '../../kernel/errors.ts';

/** Errors of the deletion of an account. */
export const settingsErrors = declareErrors({
  /** The school does not take requests, which then go to its office (P-3.27). */
  deletion_off: 409,
  /** The time to take it back has ended (P-4.23). */
  deletion_over: 409,
  /** The account waits for its deletion. */
  deletion_asked: 409,
});

type Codes = typeof settingsErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
