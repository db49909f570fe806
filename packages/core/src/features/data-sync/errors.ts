import { declareErrors } from '../../kernel/errors.ts';

/** Errors of reading people from the directory of a school. */
export const dataSyncErrors = declareErrors({
  /** The directory does not answer, or not as one. */
  auth_service_unreachable: 409,
  /** Nobody has said where in the directory these people stand. */
  no_sync_sources: 409,
  /** The directory does not take the account by which it knows this product. */
  directory_refuses_us: 409,
  /** More people than a school has. */
  too_many_people: 409,
  /** Nobody stands there. */
  nobody_found: 409,
});

type Codes = typeof dataSyncErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
