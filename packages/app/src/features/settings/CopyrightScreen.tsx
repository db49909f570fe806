import { useTranslation } from '../../kernel/use-translation.ts';
import { NoticePage } from '../privacy/index.ts';

/** Who owns contents, and what may be done with them, in German, English, French or Italian (P-2.64). */
export function CopyrightScreen() {
  const { t } = useTranslation('settings');
  return <NoticePage folder="copyright" texts={{ loading: t('copyright.loading'), failed: t('copyright.failed') }} />;
}
