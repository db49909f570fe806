import { declareErrors } from '../../kernel/errors.ts';

/** Errors of setting up a school. */
export const onboardingErrors = declareErrors({
  /** The school has an invented one already, or one is being made. */
  trial_exists: 409,
  /** The invented school is not made yet, or could not be made. */
  trial_not_ready: 409,
  /** This installation has nothing to make an invented school of. */
  trial_unavailable: 503,
});

type Codes = typeof onboardingErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
