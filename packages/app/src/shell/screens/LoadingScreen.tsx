import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { START_ROUTE } from '../../kernel/guards.ts';
import { selfQuery, session } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { takeWantedPath } from '../../kernel/wanted.ts';
import styles from './LoadingScreen.module.css';

/** While the user or a page is loading: the logo with a pulse animation. */
export function LoadingScreen() {
  const { t } = useTranslation('shell');
  const logo = useStore(branding, (state) => state.logo);
  return (
    <div className={styles.loading} role="status">
      <img src={logo} alt="" width="64" height="64" />
      <p>{t('loading.text')}</p>
    </div>
  );
}

/** The page `/loading`: waits for the user, then opens the requested page (P-2.36). */
export function LoadingRoute() {
  const isSignedIn = useStore(session, (state) => state.isSignedIn);
  const self = useQuery({ ...selfQuery, enabled: isSignedIn });
  if (!isSignedIn) return <Navigate to={START_ROUTE} replace />;
  // A failed fetch is shown by the frame of the target page (P-9.11).
  if (!self.isPending) return <Navigate to={takeWantedPath()} replace />;
  return <LoadingScreen />;
}
