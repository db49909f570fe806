import { declareErrors } from '../../kernel/errors.ts';

/** Errors of an upload and its publication. */
export const timetableImportErrors = declareErrors({
  needs_replace: 409,
  nothing_changes: 409,
  preview_outdated: 409,
  superseded: 409,
  unchanged_files: 409,
  unreadable_file: 422,
  unknown_format: 422,
  /** It is being read, or was published, discarded or taken back. */
  upload_not_open: 409,
  /** It is not in force. */
  not_published: 409,
  /** The files are being read, or are kept no longer. */
  files_not_there: 409,
  /** Nothing is asked about how the files are meant. */
  reading_not_asked: 409,
});

type Codes = typeof timetableImportErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
