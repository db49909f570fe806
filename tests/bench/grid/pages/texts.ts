import { toFormats } from '@kreide/core/features/timetable';
import { type TextsIn, toTranslate } from '@kreide/core/kernel';
import de from '../../../../locales/de/timetable.json' with { type: 'json' };
import en from '../../../../locales/en/timetable.json' with { type: 'json' };

/** The real texts of a language with the least that can fill them in. */
export function textsOf(language: 'de' | 'en') {
  const texts: Readonly<Record<string, string>> = language === 'de' ? de : en;
  const t = toTranslate<TextsIn<'timetable'>>((key, values) => {
    const plural = values.count === undefined ? key : `${key}_${values.count === 1 ? 'one' : 'other'}`;
    const text = texts[plural] ?? texts[key] ?? key;
    return text.includes('{{') ? text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')) : text;
  });
  return { t, formats: toFormats(t, language) };
}
