import { type Formats, toFormats } from '@kreide/core/features/timetable';
import type { TranslateIn } from '@kreide/core/kernel';
import { useMemo } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';

/** The timetable's texts in the language of the app, created once per language: memoised views depend on them. */
export function useTexts(): { t: TranslateIn<'timetable'>; formats: Formats } {
  const { t, language } = useTranslation('timetable');
  return useMemo(() => ({ t, formats: toFormats(t, language) }), [t, language]);
}
