import { declareErrors } from '../../kernel/errors.ts';

/** Errors of an import of people. */
export const userImportErrors = declareErrors({
  /** It is taken back already. */
  already_undone: 409,
  /** Classes would be added that nobody has said are classes of their own. */
  doubtful_classes: 409,
  /** People are being read, saved or taken back now. */
  import_busy: 409,
  /** More people than usual would be archived. */
  many_missing: 409,
  /** Somebody has changed since the plan was shown. */
  people_changed: 409,
  superseded: 409,
  /** No change of school year is open. */
  comparison_over: 409,
  /** No directory is connected to the school. */
  directory_missing: 409,
  /** Why the directory could not be read for a comparison: it is away, does not take our account, nobody has said where or stands there, too many do. */
  auth_service_unreachable: 409,
  directory_refuses_us: 409,
  no_sync_sources: 409,
  nobody_found: 409,
  too_many_people: 409,
  /** Accounts that may be one person's wait for a decision. */
  doubles_open: 409,
  /** It was saved, taken back or discarded, could not be read, or has no list yet. */
  import_not_open: 409,
  /** The server is at it, or has ended it. */
  import_not_stalled: 409,
  /** The list that was read is gone. */
  list_missing: 409,
  /** No code is open that fits. */
  no_open_code: 409,
  nobody_renumbered: 409,
  /** Steps of a change of school year come before this one. */
  step_missing: 409,
});

type Codes = typeof userImportErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
