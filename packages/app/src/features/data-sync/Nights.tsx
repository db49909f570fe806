import { type ConnectorRun, dataSyncApi, RUNS_PAGE, type SyncSettings } from '@kreide/core/features/data-sync';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { infiniteQueryOf, mutationOf, writeQuery } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './DataSync.module.css';

interface NightsProps {
  settings: SyncSettings;
  params: { id: string };
}

/** Whether accounts are brought in line every night, and how it went so far (T-7.114). */
export function Nights({ settings: { nightly, can }, params }: NightsProps) {
  const { t, language } = useTranslation(['data-sync', 'shell']);
  const { time_zone } = useSelf().school;
  const save = useMutation({
    ...mutationOf(dataSyncApi.setNightly),
    onSuccess: (saved) => writeQuery(dataSyncApi.getSources, { params }, saved),
  });
  const query = useInfiniteQuery(infiniteQueryOf(dataSyncApi.listConnectorRuns, { params, query: {} }, RUNS_PAGE));
  const write = (at: string) => writeMoment(language, new Date(at), time_zone, 'medium');
  return (
    <>
      {isAllowed(can, 'update') && (
        <>
          <Checkbox
            isSelected={nightly.is_on}
            isDisabled={save.isPending}
            onChange={(is_on) => save.mutate({ params, body: { is_on } })}
          >
            {t('nightly.switch')}
          </Checkbox>
          <p className={styles.hint}>
            {t('nightly.hint')}
            {nightly.due_at !== null && ` ${t('nightly.next', { at: write(nightly.due_at) })}.`}
          </p>
        </>
      )}
      <h3>{t('runs.title')}</h3>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('runs.title')}
        skeleton={{ items: 2, label: t('shell:titles.loading') }}
        errorTitle={t('runs.errorTitle')}
        empty={<EmptyState icon="clock" title={t('runs.noneTitle')} text={t('runs.noneText')} />}
      >
        {(run) => <Run of={run} at={write(run.at)} />}
      </InfiniteList>
    </>
  );
}

function Run({ of: { is_nightly, outcome, reason, connected, gone, back }, at }: { of: ConnectorRun; at: string }) {
  const { t } = useTranslation(['data-sync', 'errors']);
  const said = {
    done: () => t('connector.done', { gone, back }),
    many: () => t('runs.many', { gone, connected }),
    failed: () => t('runs.failed', { why: reason === null ? '' : t(`errors:${reason}`) }),
  };
  return (
    <p>
      {at}, {t(is_nightly ? 'runs.night' : 'runs.hand')}: {said[outcome]()}
    </p>
  );
}
