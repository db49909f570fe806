import { BULKS_PAGE, type ImportRun, userImportApi } from '@kreide/core/features/user-import';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { infiniteQueryOf, mutationOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './UserCreation.module.css';

/** Pause between two looks at the server's progress, ms. */
const LOOK_EVERY = 1_000;
const STATES: Partial<Record<ImportRun['state'], 'saved' | 'undoing' | 'undone'>> = {
  SAVED: 'saved',
  UNDOING: 'undoing',
  UNDONE: 'undone',
};
const isWorkedOn = ({ state }: ImportRun) => state === 'SAVING' || state === 'UNDOING';

/** Imports and letters of before, newest first: had again, or taken back (T-2.84). */
export function HistoryScreen() {
  const { t } = useTranslation(['user-creation', 'shell']);
  const params = { id: String(useSelf().school_id) };
  const query = useInfiniteQuery({
    ...infiniteQueryOf(userImportApi.listBulks, { params, query: {} }, BULKS_PAGE),
    refetchInterval: ({ state: { data } }) => (data?.pages.flat().some(isWorkedOn) ? LOOK_EVERY : false),
  });
  const [asked, setAsked] = useState<ImportRun | null>(null);
  const touches = [userImportApi.listBulks, userImportApi.getBulk];
  const revert = useMutation(mutationOf(userImportApi.revertBulk, { touches }));
  const close = () => setAsked(null);
  return (
    <div className={styles.screen}>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.form}
        label={t('history.title')}
        skeleton={{ items: 3, label: t('history.loading') }}
        errorTitle={t('history.errorTitle')}
        empty={<EmptyState icon="clock" title={t('history.emptyTitle')} text={t('history.emptyText')} />}
      >
        {(run) => <Entry of={run} onRevert={() => setAsked(run)} />}
      </InfiniteList>
      {asked && (
        <ConfirmDialog
          title={t('history.revertTitle')}
          texts={{ confirm: t('history.revert'), cancel: t('history.cancel'), close: t('shell:close') }}
          isPending={revert.isPending}
          onClose={close}
          onConfirm={() => revert.mutate({ params: { ...params, bulkId: String(asked.id) } }, { onSettled: close })}
        >
          <p>{t(asked.kind === 'generated' ? 'history.revertGenerated' : 'history.revertImport')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function Entry({ of: run, onRevert }: { of: ImportRun; onRevert: () => void }) {
  const { t, language } = useTranslation('user-creation');
  const { school } = useSelf();
  const at = writeMoment(language, new Date(run.created_at), school.time_zone, 'medium');
  const state = STATES[run.state] ?? 'saving';
  const isOver = state === 'undoing' || state === 'undone';
  return (
    <Card>
      <div className={styles.entry}>
        <div className={styles.about}>
          <h2>{t(`history.kinds.${run.kind}`)}</h2>
          <p>
            {at} · {t('history.people', { number: run.counts?.new ?? 0 })}
            {run.letters && ` · ${t('download.open', run.letters)}`}
          </p>
          {state === 'undoing' && (
            <progress
              className={styles.progress}
              max={100}
              value={run.progress}
              aria-label={t('history.states.undoing')}
            />
          )}
        </div>
        <div className={styles.actions}>
          <Tag look={isOver ? 'outline' : 'success'}>{t(`history.states.${state}`)}</Tag>
          {run.kind === 'generated' && !isOver && (
            <LinkButton icon="download" href={`/management/${school.uuid}/generate-users/download/${run.id}`}>
              {t('history.letters')}
            </LinkButton>
          )}
          {isAllowed(run.can, 'undo') && (
            <Button look="quiet" onPress={onRevert}>
              {t('history.revert')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
