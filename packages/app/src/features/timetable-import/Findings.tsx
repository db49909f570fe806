import type { Upload } from '@kreide/core/features/timetable-import';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './ImportScreens.module.css';

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
            <ul className={styles.rows}>
              {rejected.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike, and the list never changes
                <li key={index}>
                  <b>{row.reason}</b>
                  <span>
                    {[row.file, row.row !== null && t('review.row', { row: String(row.row) }), row.column, row.value]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </Card>
      )}
    </>
  );
}
