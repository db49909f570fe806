import { declareErrors } from '../../kernel/errors.ts';

/** Why two accounts do not become one. */
export const doublesErrors = declareErrors({
  /** A pupil and a teacher, or an account of another role. */
  not_same_kind: 409,
  /** An import, a change of many people or a change of the year is at work. */
  people_changes_running: 409,
  /** One of the two has changed since they were compared. */
  accounts_changed: 409,
  /** Nobody ends the account that they work with. */
  own_account: 409,
});

type Codes = typeof doublesErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
