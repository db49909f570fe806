import { useTranslation } from './use-translation.ts';

/** The texts of every copy field. */
export function useCopyTexts() {
  const { t } = useTranslation('frame');
  return { copy: t('copy.action'), copied: t('copy.done'), byHand: t('copy.byHand') };
}
