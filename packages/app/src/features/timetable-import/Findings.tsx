import type { Upload } from '@kreide/core/features/timetable-import';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './ImportScreens.module.css';
import { RejectedTable } from './RejectedTable.tsx';

/** What was assumed, and the rows that were left out with their reasons. */
export function Findings({ upload: { warnings, rejected, rejected_count } }: { upload: Upload }) {
  const { t } = useTranslation('timetable-import');
  return (
    <>
      {warnings.length > 0 && (
        <Card>
          <section className={styles.section} aria-label={t('review.warnings')}>
            <h3>{t('review.warnings')}</h3>
            <ul className={styles.notes}>
              {warnings.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        </Card>
      )}
      {rejected_count > 0 && (
        <Card>
          <section className={styles.section} aria-label={t('review.rejected')}>
            <h3>{t('review.rejected')}</h3>
            <p className={styles.hint}>
              {t('review.rejectedCount', { shown: rejected.length, total: rejected_count })}
            </p>
            <RejectedTable rejected={rejected} total={rejected_count} />
          </section>
        </Card>
      )}
    </>
  );
}
