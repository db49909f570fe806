import { useSearchParams } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { toAdministration } from '../administration.ts';
import { managementFeatureRoutes } from '../feature-routes.ts';
import { PreferencesButton } from '../PreferencesButton.tsx';
import styles from './MoreScreen.module.css';

/** What is not in the bar: account, administration, language and colour scheme, signing out (P-2.77). */
export function MoreScreen() {
  const { t } = useTranslation('shell');
  const self = useSelf();
  const [search, setSearch] = useSearchParams();
  return (
    <div className={styles.more}>
      <Card>
        <section className={styles.group} aria-labelledby="more-account">
          <h2 id="more-account">{t('more.account')}</h2>
          <div className={styles.person}>
            <span className={styles.initials} aria-hidden="true">
              {`${[...self.firstname][0] ?? ''}${[...self.lastname][0] ?? ''}`}
            </span>
            <div>
              <p className={styles.name}>{self.displayname}</p>
              <p className={styles.about}>{[self.username, self.school.name].join(' · ')}</p>
            </div>
          </div>
          <Button icon="logout" wide onPress={() => setSearch(new URLSearchParams([...search, ['logout', 'true']]))}>
            {t('logout.action')}
          </Button>
        </section>
      </Card>
      {toAdministration(managementFeatureRoutes, self).length > 0 && (
        <Card>
          <section className={styles.group} aria-labelledby="more-administration">
            <h2 id="more-administration">{t('administration.title')}</h2>
            <LinkButton icon="settings" wide href="/more/administration">
              {t('administration.open')}
            </LinkButton>
          </section>
        </Card>
      )}
      <Card>
        <section className={styles.group} aria-labelledby="more-display">
          <h2 id="more-display">{t('more.display')}</h2>
          <PreferencesButton hasWords />
        </section>
      </Card>
    </div>
  );
}
