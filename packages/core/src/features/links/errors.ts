import { declareErrors } from '../../kernel/errors.ts';

/** Why there cannot be another link. */
export const linksErrors = declareErrors({
  /** The school has as many as it can. */
  links_full: 409,
});

type Codes = typeof linksErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
