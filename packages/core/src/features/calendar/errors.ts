import { declareErrors } from '../../kernel/errors.ts';

/** Errors of an import of events. */
export const calendarErrors = declareErrors({
  /** It was carried out or taken back already, or its time is over. */
  calendar_import_over: 409,
  /** A later import has to be taken back first. */
  calendar_import_later: 409,
});

type Codes = typeof calendarErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
