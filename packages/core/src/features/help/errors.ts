import { declareErrors } from '../../kernel/errors.ts';

export const helpErrors = declareErrors({
  /** As many reports about a plan wait for an answer as may. */
  reports_full: 409,
  /** The school does not offer to write to those who run the product. */
  support_off: 409,
});

type Codes = typeof helpErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
