import { declareErrors } from '../../kernel/errors.ts';

/** Why a screen cannot be called so. */
export const monitorErrors = declareErrors({
  /** Another screen of the school has this name. */
  screen_name_taken: 409,
});

type Codes = typeof monitorErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
