import { declareErrors } from '../../kernel/errors.ts';

/** Why nobody can be reminded of an item. */
export const newsErrors = declareErrors({
  /** Nobody can read it yet. */
  not_published_yet: 409,
});

type Codes = typeof newsErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
