import { type Formats, toFormats } from '@kreide/core/features/timetable';
import type { TranslateIn } from '@kreide/core/kernel';
import { useMemo } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';

/** The words of the timetable in the language of the app, made once per language: views are memoised by them. */
export function useTexts(): { t: TranslateIn<'timetable'>; formats: Formats } {
  const { t, language } = useTranslation('timetable');
  return useMemo(() => ({ t, formats: toFormats(t, language) }), [t, language]);
}
