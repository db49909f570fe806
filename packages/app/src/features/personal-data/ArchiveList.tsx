import { type PersonalArchive, personalDataApi, toArchiveName } from '@kreide/core/features/personal-data';
import { type ApiError, toLocal, writeMoment, writeSize } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { Section } from '../settings/index.ts';
import styles from './PersonalData.module.css';

/** Pause between two looks at an archive that is being made, ms. */
const LOOK_EVERY = 1_000;

/** The archives about somebody, followed while one is being made. */
export function ArchiveList({ id }: { id: string }) {
  const { t } = useTranslation('personal-data');
  const query = useQuery({
    ...queryOf(personalDataApi.listArchives, { params: { id } }, { staleTime: 0 }),
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'WAITING') ? LOOK_EVERY : false),
  });
  return (
    <Section title={t('list.title')}>
      <Loaded
        query={query}
        skeleton={{ items: 1, label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        empty={<p className={styles.muted}>{t('list.empty')}</p>}
      >
        {(archives) => (
          <ul className={styles.list} aria-label={t('list.title')}>
            {archives.map((archive) => (
              <Archive key={archive.id} archive={archive} id={id} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function Archive({ archive, id }: { archive: PersonalArchive; id: string }) {
  const { t, language } = useTranslation(['personal-data', 'errors']);
  const { school } = useSelf();
  const { state, progress, size, created_at, expires_at, is_by_school } = archive;
  const write = (instant: string) => writeMoment(language, new Date(instant), school.time_zone, 'medium');
  const download = useMutation({
    ...mutationOf(personalDataApi.downloadArchive, { messages: false }),
    onSuccess: (content) => saveFile(content, toArchiveName(toLocal(new Date(created_at), school.time_zone).date)),
    onError: (error: ApiError) => toasts.show('error', t('list.downloadFailed', { reason: toReason(t, error) })),
  });
  const asked = t('list.asked', { date: write(created_at) });
  return (
    <li className={styles.archive} aria-label={asked}>
      <Icon name={state === 'READY' ? 'checkCircle' : state === 'FAILED' ? 'alert' : 'clock'} size={20} />
      <div className={styles.words}>
        <b>{asked}</b>
        {is_by_school && <span className={styles.muted}>{t('list.bySchool')}</span>}
        {state === 'READY' && size !== null && (
          <span className={styles.muted}>
            {writeSize(language, size)} · {t('list.until', { date: write(expires_at) })}
          </span>
        )}
        {state === 'FAILED' && <span>{t('list.failed')}</span>}
        {state === 'WAITING' && (
          <>
            <span className={styles.muted}>{t('list.waiting')}</span>
            <progress className={styles.progress} max={100} value={progress} aria-label={t('list.waiting')} />
          </>
        )}
      </div>
      {state === 'READY' && (
        <Button
          icon="download"
          isPending={download.isPending}
          onPress={() => download.mutate({ params: { id, archive_id: `${archive.id}` } })}
        >
          {t('list.download')}
        </Button>
      )}
    </li>
  );
}
