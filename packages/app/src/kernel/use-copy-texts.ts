import { useTranslation } from 'react-i18next';

/** The words of every field that can be copied. */
export function useCopyTexts() {
  const { t } = useTranslation('shell');
  return { copy: t('copy.action'), copied: t('copy.done'), byHand: t('copy.byHand') };
}
