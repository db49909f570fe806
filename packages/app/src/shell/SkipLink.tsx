import { useTranslation } from '../kernel/use-translation.ts';
import styles from './SkipLink.module.css';

/** The first Tab stop of every page: past header and navigation, straight to the content. */
export function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <a href="#main" className={styles.skip}>
      {t('skipLink')}
    </a>
  );
}
