import type { Translation } from '@kreide/core/features/translations';
import type { FeatureParts } from '../../kernel/feature.ts';
import { type TextFormat, TranslatorError } from '../../kernel/outbound/translator.ts';

/** Texts in another language, for whoever may read them and asked for it; empty ones stay as they are. */
export async function translateTexts(
  { translator, log }: Pick<FeatureParts, 'translator' | 'log'>,
  texts: readonly string[],
  lang: string,
  fail: (code: 'translation_failed') => never,
  format: TextFormat = 'text',
): Promise<{ data: Translation }> {
  if (!translator) return fail('translation_failed');
  try {
    const languages = await translator.languages();
    if (!languages.some(({ code }) => code === lang)) return fail('translation_failed');
    const written = texts.filter((text) => text.trim() !== '');
    const translated = written.length === 0 ? [] : await translator.translate(written, lang, format);
    const rest = [...translated];
    return { data: { lang, texts: texts.map((text) => (text.trim() === '' ? text : (rest.shift() ?? ''))) } };
  } catch (err) {
    if (!(err instanceof TranslatorError)) throw err;
    log.warn({ err }, 'a text was not translated');
    return fail('translation_failed');
  }
}
