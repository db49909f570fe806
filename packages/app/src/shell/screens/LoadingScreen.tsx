import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './LoadingScreen.module.css';

/** While the user or a page is loading: the logo with a pulse animation. */
export function LoadingScreen() {
  const { t } = useTranslation('shell');
  const logo = useStore(branding, (state) => state.logo);
  return (
    <div className={styles.loading} role="status" aria-busy="true">
      <img src={logo} alt="" width="64" height="64" />
      <p>{t('loading.text')}</p>
    </div>
  );
}
