import { namespaceOf } from '@kreide/core/kernel';
import { Link } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon } from '../../ui/Icon.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { type AdministrationEntry, toAdministration } from '../administration.ts';
import { managementFeatureRoutes } from '../feature-routes.ts';
import styles from './AdministrationScreen.module.css';

/** What the user may administer (P-2.78). */
export function AdministrationScreen() {
  const { t } = useTranslation('shell');
  const entries = toAdministration(managementFeatureRoutes, useSelf());
  if (entries.length === 0) return <EmptyState icon="lock" title={t('refused.title')} text={t('refused.text')} />;
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.href}>
          <Entry {...entry} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ href, icon, title, about }: AdministrationEntry) {
  const { t } = useTranslation(namespaceOf(title));
  return (
    <Link to={href} className={styles.entry}>
      <span className={styles.mark}>
        <Icon name={icon} />
      </span>
      <span>
        <span className={styles.title}>{t(title)}</span>
        <span className={styles.about}>{t(about)}</span>
      </span>
      <Icon name="chevronRight" size={20} />
    </Link>
  );
}
