import { declareErrors } from '../../kernel/errors.ts';

/** Why a roll or a file of the class book cannot be made. */
export const classbookErrors = declareErrors({
  /** A colleague has found somebody away meanwhile. */
  mark_differs: 409,
  /** A file of this class book is being made. */
  export_running: 409,
});

type Codes = typeof classbookErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
