import type { ImportRun } from '@kreide/core/features/user-import';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Import.module.css';
import { UndoButton } from './UndoButton.tsx';
import { useSavedRuns } from './use-run.ts';
import { Working } from './Working.tsx';

/** The imports that were saved, newest first, each with its way back. */
export function RunHistory() {
  const { t } = useTranslation('user-import');
  const saved = useSavedRuns();
  return (
    <section className={styles.section} aria-label={t('history.title')}>
      <h2>{t('history.title')}</h2>
      <InfiniteList
        query={saved}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('history.title')}
        skeleton={{ type: 'list', label: t('history.loading') }}
        errorTitle={t('history.errorTitle')}
        empty={
          <EmptyState icon="list" title={t('history.emptyTitle')} text={t('history.emptyText')} headingLevel={3} />
        }
      >
        {(run) => <Entry run={run} />}
      </InfiniteList>
    </section>
  );
}

function Entry({ run }: { run: ImportRun }) {
  const { t, language } = useTranslation('user-import');
  const { school } = useSelf();
  const moment = new Date(run.saved_at ?? run.created_at);
  const title = t('history.run', { date: writeMoment(language, moment, school.time_zone, 'medium') });
  return (
    <Card>
      <section className={styles.entry} aria-label={title}>
        <div className={styles.section}>
          <h3>{title}</h3>
          <p className={styles.hint}>
            {[t(`state.${run.state}`), run.source, run.files.map(({ name }) => name).join(', ')].join(' · ')}
          </p>
          {run.state === 'UNDOING' && <Working run={run} />}
          {run.counts && <p className={styles.hint}>{t('history.counts', { ...run.counts, added: run.counts.new })}</p>}
        </div>
        <div className={styles.actions}>
          <LinkButton
            href={`/management/${school.uuid}/upload?run=${run.id}`}
            aria-label={`${t('history.open')}: ${title}`}
          >
            {t('history.open')}
          </LinkButton>
          {isAllowed(run.can, 'undo') && <UndoButton run={run} title={title} />}
        </div>
      </section>
    </Card>
  );
}
