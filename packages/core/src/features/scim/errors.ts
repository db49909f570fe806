import { declareErrors } from '../../kernel/errors.ts';

/** Errors of letting a service bring people. */
export const scimErrors = declareErrors({
  /** The school has as many tokens as it may have. */
  scim_tokens_full: 409,
});

type Codes = typeof scimErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
