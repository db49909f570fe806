import { declareErrors } from '../../kernel/errors.ts';

/**
 * Why a hand-in folder takes nothing any more, that there is no office server for a new document, and that somebody writes to a document
 * online, so that another content would not last.
 */
export const cloudErrors = declareErrors({ hand_in_over: 403, office_away: 409, document_open: 409 });

type Codes = typeof cloudErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
