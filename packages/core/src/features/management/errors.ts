import { declareErrors } from '../../kernel/errors.ts';

/** Errors of running a school. */
export const managementErrors = declareErrors({
  /** Another version is in force by now, or the policy is for other people. */
  policy_replaced: 409,
});

type Codes = typeof managementErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
