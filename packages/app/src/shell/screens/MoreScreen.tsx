import { Suspense } from 'react';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { MenuRows } from '../MenuRows.tsx';
import { PersonLine } from '../PersonLine.tsx';
import styles from './MoreScreen.module.css';

const SchoolLinks = late(async () => (await import('../../features/links/SchoolLinks.tsx')).SchoolLinks);

const Announcements = late(async () => (await import('../../features/help/faq-screens.ts')).Announcements);

/** What is not in the bar: account, administration, language and colour scheme, signing out (P-2.77). */
export function MoreScreen() {
  const { t } = useTranslation('shell');
  const self = useSelf();
  return (
    <div className={styles.more}>
      <Card>
        <section aria-label={t('more.account')}>
          <PersonLine self={self} about={[self.username, self.school.name].join(' · ')} />
        </section>
      </Card>
      <Suspense>
        <Announcements />
      </Suspense>
      <Card>
        <div className={styles.rows}>
          <MenuRows />
        </div>
      </Card>
      <Suspense>
        <SchoolLinks />
      </Suspense>
    </div>
  );
}
