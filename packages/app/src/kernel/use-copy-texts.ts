import { useTranslation } from './use-translation.ts';

/** The words of every field that can be copied. */
export function useCopyTexts() {
  const { t } = useTranslation('shell');
  return { copy: t('copy.action'), copied: t('copy.done'), byHand: t('copy.byHand') };
}
