import { useTranslation } from '../../kernel/use-translation.ts';
import { NoticePage } from './NoticePage.tsx';

/** What the messenger does with personal data, for everybody (P-2.28). */
export function PrivacyScreen() {
  const { t } = useTranslation('privacy');
  return <NoticePage folder="privacy" texts={{ loading: t('loading'), failed: t('failed') }} />;
}
