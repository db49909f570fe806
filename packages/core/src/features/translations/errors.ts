import { declareErrors } from '../../kernel/errors.ts';

/** Why there is no translation. */
export const translationErrors = declareErrors({
  /** No service, one that does not answer, or one that does not know the language. */
  translation_failed: 503,
});

type Codes = typeof translationErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
