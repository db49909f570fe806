import type { WebUntisReport as Report } from '@kreide/core/features/timetable-import';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/Problem.tsx';
import styles from './ImportScreens.module.css';

/** The result of checking an account: whether it can read the plan, and what it may see. */
export function WebUntisReport({ report }: { report: Report }) {
  const { t } = useTranslation('timetable-import');
  const { message, calls } = report;
  return (
    <div className={styles.section}>
      {message ? (
        <Problem text={message} />
      ) : (
        <p className={styles.state}>
          {t('webuntis.works')} {t('webuntis.classes', { count: report.classes })}
        </p>
      )}
      {calls.length > 0 && (
        <>
          <h3>{t('webuntis.callsTitle')}</h3>
          <ul className={styles.rows}>
            {calls.map(({ method, text, is_allowed, is_needed }) => (
              <li key={method}>
                <span>{text}</span>
                <span className={classes(styles.kind, is_allowed ? styles.added : styles.removed)}>
                  {t(is_allowed ? 'webuntis.allowed' : 'webuntis.refused')}
                </span>
                {is_needed && !is_allowed && <span className={styles.hint}>{t('webuntis.needed')}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
