import { Outlet, useLocation } from 'react-router';
import type { SignInWays } from '../kernel/feature.ts';
import { START_ROUTE, withBranding } from '../kernel/guards.ts';
import { late } from '../kernel/late.ts';
import { useIsOnline } from '../kernel/online.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { Banner } from '../ui/Banner.tsx';
import { Link } from '../ui/Link.tsx';
import { Brand } from './Brand.tsx';
import { PreferencesButton } from './PreferencesButton.tsx';
import styles from './PublicLayout.module.css';
import { SkipLink } from './SkipLink.tsx';

const WAYS: SignInWays = {
  SignInWay: late(async () => (await import('../features/auth-drivers/index.ts')).ServiceButton),
};

/** The frame of every page that needs no session. */
export function PublicLayout() {
  const { t } = useTranslation('shell');
  const { search } = useLocation();
  const isOnline = useIsOnline();
  return (
    <div className={styles.layout}>
      <SkipLink />
      <header className={styles.header}>
        <Link to={withBranding(START_ROUTE, search)} className={styles.home}>
          <Brand />
        </Link>
        <PreferencesButton />
      </header>
      {!isOnline && (
        <Banner kind="warning" icon="offline">
          {t('connectionLost.title')}
        </Banner>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet context={WAYS} />
      </main>
    </div>
  );
}
