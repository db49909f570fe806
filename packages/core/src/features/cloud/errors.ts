import { declareErrors } from '../../kernel/errors.ts';

/** Why a hand-in folder takes nothing any more. */
export const cloudErrors = declareErrors({ hand_in_over: 403 });

type Codes = typeof cloudErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
