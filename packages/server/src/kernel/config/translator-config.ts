import { type TranslatorSettings, toTranslatorUrl } from '../outbound/translator.ts';

/** The translation service and its key; the key is never printed. */
export function readTranslator(
  text: (name: string) => string | null,
  wrong: (name: string, expected: string) => void,
): TranslatorSettings | null {
  const [given, key] = [text('KREIDE_TRANSLATE_URL'), text('KREIDE_TRANSLATE_KEY')];
  const url = given === null ? undefined : toTranslatorUrl(given);
  if (given !== null && !url) wrong('KREIDE_TRANSLATE_URL', 'an address like https://translate.example.org');
  return url ? { url, key } : null;
}
