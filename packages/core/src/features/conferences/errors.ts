import { declareErrors } from '../../kernel/errors.ts';

/** Why a conference cannot be joined. */
export const conferencesErrors = declareErrors({
  /** As many people are in it as browsers can connect with each other (C-7.31). */
  conference_full: 409,
  conference_ended: 409,
  /** It goes on in another tab, or on another device. */
  conference_elsewhere: 409,
});

type Codes = typeof conferencesErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
