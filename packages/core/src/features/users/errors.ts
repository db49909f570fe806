import { declareErrors } from '../../kernel/errors.ts';

/** Errors of changing people's accounts. */
export const usersErrors = declareErrors({
  /** Nobody would be left who could administer the school. */
  last_administrator: 409,
  /** Whoever has left the school may read for a while, and change nothing but what is about themselves alone. */
  reading_only: 403,
  /** Another role of the school has this name. */
  role_name_taken: 409,
  /** Somebody still has the role. */
  role_in_use: 409,
  /** The school has as many roles as it can. */
  too_many_roles: 409,
  /** Another account of the school has the user name or the address. */
  account_taken: 409,
  /** Nobody waits behind this account any more. */
  already_set_up: 409,
  /** A change is about more people than one can be. */
  too_many_people: 409,
  /** A change is about nobody who is not like that already, or who may be changed. */
  nobody_concerned: 409,
  /** A change runs, was taken back, or is one that cannot be. */
  not_undoable: 409,
  /** The account is at that school. */
  same_school: 409,
});

type Codes = typeof usersErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
