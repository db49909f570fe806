import { namespaceOf } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { type AdministrationEntry, toAdministration } from '../administration.ts';
import { managementFeatureRoutes } from '../management-routes.ts';
import styles from './MoreScreen.module.css';

/** What the user may administer (P-2.78). */
export function AdministrationScreen() {
  const { t } = useTranslation(['shell', 'frame']);
  const entries = toAdministration(managementFeatureRoutes, useSelf());
  if (entries.length === 0)
    return <EmptyState icon="lock" title={t('frame:refused.title')} text={t('frame:refused.text')} />;
  return (
    <div className={styles.more}>
      <Card>
        <RowList>
          {entries.map((entry) => (
            <Entry key={entry.href} {...entry} />
          ))}
        </RowList>
      </Card>
    </div>
  );
}

function Entry({ href, icon, title, about }: AdministrationEntry) {
  const { t } = useTranslation(namespaceOf(title));
  return <LinkRow href={href} icon={icon} text={t(title)} about={t(about)} />;
}
