import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Link } from '../../ui/Link.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './NewForYou.module.css';
import { summaryQuery } from './summary-query.ts';

const UnreadNotifications = late(async () => (await import('./UnreadNotifications.tsx')).UnreadNotifications);

/** What happened since the last look. Nothing is asked for where all is read. */
export function NewForYou() {
  const { t } = useTranslation('start');
  const { data } = useQuery(summaryQuery);
  const count = data?.notifications.unread_count ?? 0;
  return (
    <Card>
      <section className={styles.unread} aria-labelledby="new-for-you">
        <header className={styles.head}>
          <h2 id="new-for-you">{t('changes.title')}</h2>
          <Link to="/notification-centre">{t('changes.all')}</Link>
        </header>
        {count > 0 ? (
          <Suspense fallback={<Skeleton type="list" items={Math.min(count, 3)} label={t('changes.loading')} />}>
            <UnreadNotifications />
          </Suspense>
        ) : (
          <p className={styles.none}>{t('changes.none')}</p>
        )}
      </section>
    </Card>
  );
}
