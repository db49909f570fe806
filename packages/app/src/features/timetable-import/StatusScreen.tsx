import { timetableImportApi, UPLOADS_PAGE, type Upload } from '@kreide/core/features/timetable-import';
import { writeMoment } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './ImportScreens.module.css';

/** Every upload of the school, newest first (T-2.78, T-7.27). */
export function StatusScreen() {
  const { t } = useTranslation('timetable-import');
  const { school } = useSelf();
  const uploads = useInfiniteQuery({
    ...infiniteQueryOf(timetableImportApi.list, { params: { id: String(school.id) } }, UPLOADS_PAGE),
    staleTime: 0,
  });
  return (
    <div className={styles.screen}>
      <div className={styles.actions}>
        <LinkButton look="primary" icon="upload" href={`/management/${school.uuid}/web-interface/upload`}>
          {t('status.new')}
        </LinkButton>
      </div>
      <InfiniteList
        query={uploads}
        idOf={({ uuid }) => uuid}
        className={styles.list}
        label={t('status.title')}
        skeleton={{ items: 4, label: t('status.loading') }}
        errorTitle={t('status.errorTitle')}
        empty={<EmptyState icon="upload" title={t('status.emptyTitle')} text={t('status.emptyText')} />}
      >
        {(upload) => <Entry upload={upload} />}
      </InfiniteList>
    </div>
  );
}

function Entry({ upload }: { upload: Upload }) {
  const { t, language } = useTranslation('timetable-import');
  const { school } = useSelf();
  const title = t('review.title', { number: String(upload.number) });
  const when = writeMoment(language, new Date(upload.published_at ?? upload.created_at), school.time_zone, 'medium');
  const { changes } = upload;
  return (
    <Card>
      <section className={styles.entry} aria-label={title}>
        <div className={styles.section}>
          <h2>{title}</h2>
          <p>
            <span className={styles.state}>{t(`state.${upload.state}`)}</span> · {when}
          </p>
          <p className={styles.hint}>
            {[upload.files.map(({ name }) => name).join(', '), upload.school_year?.name].filter(Boolean).join(' · ')}
          </p>
          {changes && <p className={styles.hint}>{t('status.changes', changes)}</p>}
          {upload.error && <p className={styles.hint}>{upload.error}</p>}
        </div>
        <LinkButton
          href={`/management/${school.uuid}/web-interface/upload?upload=${upload.uuid}`}
          aria-label={t('status.openOf', { title })}
        >
          {t('status.open')}
        </LinkButton>
      </section>
    </Card>
  );
}
