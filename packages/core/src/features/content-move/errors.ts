import { declareErrors } from '../../kernel/errors.ts';

/** Why content is not moved, or not moved back. */
export const contentMoveErrors = declareErrors({
  /** Content of one of the two channels is on its way. */
  content_moving: 409,
  /** Its 30 days are over, or a newer move of one of the two channels comes first. */
  content_move_over: 409,
});

type Codes = typeof contentMoveErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
