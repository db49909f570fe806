import { declareErrors } from '../../kernel/errors.ts';

/** Why a selection is not stored. */
export const coursesErrors = declareErrors({
  /** One of the courses cannot be chosen by this pupil, or the school has decided about it. */
  course_unavailable: 409,
});

type Codes = typeof coursesErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
