import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './ImportScreens.module.css';
import { useWebUntis } from './use-webuntis.ts';
import { WebUntisForm } from './WebUntisForm.tsx';
import { WebUntisState } from './WebUntisState.tsx';

/** Reads the plan from the school's WebUntis by itself: where it is, how often, and how that goes (T-2.77). */
export function WebUntisSection() {
  const { t } = useTranslation('timetable-import');
  const { school } = useSelf();
  const actions = useWebUntis(school.id);
  return (
    <section className={styles.form} aria-label={t('webuntis.title')}>
      <div className={styles.section}>
        <h2>{t('webuntis.title')}</h2>
        <p>{t('webuntis.text')}</p>
      </div>
      <Loaded
        query={actions.query}
        skeleton={{ items: 2, label: t('webuntis.loading') }}
        errorTitle={t('webuntis.errorTitle')}
      >
        {(connection) => (
          <div className={styles.form}>
            {connection && <WebUntisState connection={connection} actions={actions} />}
            {/* After a connection was removed the fields are empty. */}
            <WebUntisForm key={actions.removals} connection={connection} actions={actions} />
          </div>
        )}
      </Loaded>
    </section>
  );
}
