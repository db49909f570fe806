import { declareErrors } from '../../kernel/errors.ts';

/** Why no archive can be asked for. */
export const personalDataErrors = declareErrors({
  /** One is being made. */
  archive_running: 409,
});

type Codes = typeof personalDataErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
