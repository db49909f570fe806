import { declareErrors } from '../../kernel/errors.ts';

/** Errors of an upload and its publication. */
export const timetableImportErrors = declareErrors({
  needs_replace: 409,
  nothing_changes: 409,
  preview_outdated: 409,
  superseded: 409,
  unchanged_files: 409,
  wrong_state: 409,
  unreadable_file: 422,
  unknown_format: 422,
});

type Codes = typeof timetableImportErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
