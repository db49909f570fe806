import { declareErrors } from '../../kernel/errors.ts';
import '../user-import/index.ts';

/** Errors of the change of the school year. */
export const yearChangeErrors = declareErrors({
  /** A condition of the change does not hold. */
  year_not_ready: 409,
  /** People, grades or the school year were changed after the change: taking it back would lose that. */
  changed_since: 409,
  /** The days are over within which the change could be taken back. */
  revert_over: 409,
});

type Codes = typeof yearChangeErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
