import { declareErrors } from '../../kernel/errors.ts';

/** Why something is not decided, published or reported at the desk. */
export const deskErrors = declareErrors({
  /** Somebody has decided something else about one of these lessons since; `names` says who. */
  decision_changed: 409,
  /** The teacher, room or class is entered for a part of that time already; `when` says for which. */
  already_absent: 409,
  /** The absence that somebody wants to end is over, or ends with this period. */
  absence_over: 409,
});

type Codes = typeof deskErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
