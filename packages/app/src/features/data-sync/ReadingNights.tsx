import {
  dataSyncApi,
  READING_ERRORS,
  type Reading,
  type ReadingError,
  RUNS_PAGE,
  type SyncSettings,
} from '@kreide/core/features/data-sync';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { infiniteQueryOf, mutationOf, writeQuery } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './DataSync.module.css';

interface ReadingNightsProps {
  settings: SyncSettings;
  params: { id: string };
}

/** Whether people are read every night, and how it went so far (T-7.129). */
export function ReadingNights({ settings: { people_nightly, can }, params }: ReadingNightsProps) {
  const { t, language } = useTranslation(['data-sync', 'shell']);
  const { time_zone } = useSelf().school;
  const save = useMutation({
    ...mutationOf(dataSyncApi.setReadingNights),
    onSuccess: (saved) => writeQuery(dataSyncApi.getSources, { params }, saved),
  });
  const query = useInfiniteQuery(infiniteQueryOf(dataSyncApi.listReadings, { params, query: {} }, RUNS_PAGE));
  const write = (at: string) => writeMoment(language, new Date(at), time_zone, 'medium');
  return (
    <>
      {isAllowed(can, 'update') && (
        <>
          <Checkbox
            isSelected={people_nightly.is_on}
            isDisabled={save.isPending}
            onChange={(is_on) => save.mutate({ params, body: { is_on } })}
          >
            {t('readings.switch')}
          </Checkbox>
          <p className={styles.hint}>
            {t('readings.hint')}
            {people_nightly.due_at !== null && ` ${t('nightly.next', { at: write(people_nightly.due_at) })}.`}
          </p>
        </>
      )}
      <h3>{t('readings.title')}</h3>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('readings.title')}
        skeleton={{ items: 2, label: t('shell:titles.loading') }}
        errorTitle={t('readings.errorTitle')}
        empty={<EmptyState icon="clock" title={t('readings.noneTitle')} text={t('readings.noneText')} />}
      >
        {(one) => <Night of={one} at={write(one.at)} />}
      </InfiniteList>
    </>
  );
}

const isError = (reason: NonNullable<Reading['reason']>): reason is ReadingError =>
  READING_ERRORS.some((one) => one === reason);

function Night({ of: { outcome, reason, import_id, ...counts }, at }: { of: Reading; at: string }) {
  const { t } = useTranslation(['data-sync', 'errors']);
  const { uuid } = useSelf().school;
  const why = reason && (isError(reason) ? t(`errors:${reason}`) : t(`readings.why.${reason}`, counts));
  const said = {
    done: () => t(import_id === null ? 'readings.same' : 'readings.done', counts),
    waits: () => t('readings.waits', { why: why ?? '' }),
    failed: () => t('runs.failed', { why: why ?? '' }),
  };
  return (
    <p>
      {at}: {said[outcome]()}{' '}
      {import_id !== null && (
        <LinkButton look="quiet" href={`/management/${uuid}/upload?run=${import_id}`}>
          {t('readings.look')}
        </LinkButton>
      )}
    </p>
  );
}
