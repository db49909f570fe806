import { useTranslation } from './use-translation.ts';

/** The texts of every password field. */
export function usePasswordTexts() {
  const { t } = useTranslation('auth');
  return { show: t('login.show'), hide: t('login.hide'), capsLock: t('login.capsLock') };
}
