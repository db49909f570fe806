import { isLanguage, type Language, toLanguage } from '@kreide/core/kernel';

/** Local storage key of the chosen language. */
export const LANGUAGE_KEY = 'language';

/** The language chosen on this device, else the browser's best match, else German (C-1.14). */
export function toFirstLanguage(chosen: string | null, wanted: readonly string[]): Language {
  return isLanguage(chosen) ? chosen : toLanguage(wanted);
}
