import { declareErrors } from '../../kernel/errors.ts';

/** Errors of an import of people. */
export const userImportErrors = declareErrors({
  /** It is taken back already. */
  already_undone: 409,
  /** Classes would be added that nobody has said are classes of their own. */
  doubtful_classes: 409,
  /** People are being read, saved or taken back now. */
  import_busy: 409,
  /** More people than usual would be archived. */
  many_missing: 409,
  /** Somebody has changed since the plan was shown. */
  people_changed: 409,
  superseded: 409,
  wrong_state: 409,
});

type Codes = typeof userImportErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
