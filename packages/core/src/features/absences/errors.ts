import { declareErrors } from '../../kernel/errors.ts';

/** Why an absence, or a kind of absences, cannot be as it is wanted. */
export const absenceErrors = declareErrors({
  /** The person has an absence of exactly these days or hours. */
  absence_exists: 409,
  /** Rolls enter this kind. */
  absence_type_needed: 409,
});

type Codes = typeof absenceErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
