import { declareErrors } from '../../kernel/errors.ts';

/** Why something is not done with a choice. */
export const choicesErrors = declareErrors({
  /** Nobody can wish: it has not begun, or its time is over. */
  choice_closed: 409,
  /** Wishes can still change: places are given when the time is over. */
  choice_open: 409,
  /** Places have not been given. */
  choice_unallocated: 409,
  /** It is published: its places are enrolments, and nothing of it changes. */
  choice_published: 409,
  /** The option has as many as it can have. */
  option_full: 409,
});

type Codes = typeof choicesErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
