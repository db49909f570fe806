import { declareErrors } from '../../kernel/errors.ts';

/** Errors of activation codes. */
export const registrationErrors = declareErrors({
  /** Nobody has this code; says nothing about those that there are. */
  unknown_activation_code: 422,
  code_used: 409,
  code_expired: 409,
  code_withdrawn: 409,
  /** The code is right, the name is not that of the child it was made for. */
  child_wrong: 422,
  /** Too many requests for codes wait, or were made today. */
  requests_full: 409,
  /** A form that was sent too soon, too late or twice has to be opened anew. */
  form_expired: 409,
  /** The school has more applications than it can answer. */
  applications_full: 409,
  /** Somebody has answered it, or taken it back. */
  already_answered: 409,
  /** It is used, has expired or was withdrawn. */
  code_closed: 409,
  /** Another account has this abbreviation. */
  teacher_taken: 409,
});

type Codes = typeof registrationErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
