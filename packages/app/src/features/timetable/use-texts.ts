import { type Formats, type Translate, toFormats } from '@kreide/core/features/timetable';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The words of the timetable in the language of the app, made once per language: views are memoised by them. */
export function useTexts(): { t: Translate; formats: Formats } {
  const { t } = useTranslation('timetable');
  return useMemo(() => {
    const translate: Translate = (key, values) => t(key, values ?? {});
    return { t: translate, formats: toFormats(translate) };
  }, [t]);
}
