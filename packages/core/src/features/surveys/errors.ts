import { declareErrors } from '../../kernel/errors.ts';

/** Why a survey takes no answer. */
export const surveyErrors = declareErrors({ survey_over: 409 });

type Codes = typeof surveyErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
