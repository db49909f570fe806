import { type DeletionStatus, deletionApi, deletionStateOf } from '@kreide/core/features/settings';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSecond } from '../../kernel/clock.ts';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Deletion.module.css';
import { DeletionSteps } from './DeletionSteps.tsx';
import { deletionQuery, NO_DELETION, writeDeletion } from './deletion-query.ts';
import { SELF } from './save-change.ts';
import { TimeLeft } from './TimeLeft.tsx';

/** How far the deletion of the account is, where somebody asked for it (C-4.65 to C-4.70). */
export function DeletionCard() {
  const { t } = useTranslation('settings');
  const query = useQuery(deletionQuery);
  if (query.data) return <KnownDeletion status={query.data} />;
  // The specification hides the card; whoever asked for deletion is told that the state is not known (P-8.25).
  if (!query.isError) return null;
  return (
    <section className={styles.card} aria-label={t('deletion.title')}>
      <Icon name="alert" />
      <div className={styles.words} role="alert">
        <h2>{t('deletion.title')}</h2>
        <p>{t('deletion.failed')}</p>
      </div>
      <Button isPending={query.isFetching} onPress={() => query.refetch()}>
        {t('deletion.retry')}
      </Button>
    </section>
  );
}

function KnownDeletion({ status }: { status: DeletionStatus }) {
  const { t } = useTranslation(['settings', 'shell']);
  const now = new Date(useSecond());
  const [open, setOpen] = useState<'no' | 'status' | 'done'>('no');
  const cancel = useMutation({
    ...mutationOf(deletionApi.cancelDeletion, { messages: false }),
    onSuccess: () => setOpen('done'),
    onError: (error) => {
      console.error('The deletion could not be taken back.', error);
      toasts.show('error', t('deletion.cancelFailed'));
    },
  });
  const state = deletionStateOf(status, now);
  if (state === 'none') return null;
  const { deletion_reversion_window: end } = status;

  function close() {
    if (open === 'done') void writeDeletion(NO_DELETION);
    setOpen('no');
  }

  return (
    <section className={styles.card} aria-label={t('deletion.title')}>
      <Icon name="trash" />
      <div className={styles.words}>
        <h2>{t('deletion.title')}</h2>
        <p>
          <strong>{t(`deletion.${state}`)}</strong>
          {state === 'approved' && end && (
            <>
              {' · '}
              <TimeLeft end={end} now={now} />
            </>
          )}
        </p>
      </div>
      <Button onPress={() => setOpen('status')}>{t('deletion.open')}</Button>
      {open === 'status' && (
        <Dialog
          isOpen
          title={t('deletion.title')}
          onClose={close}
          closeLabel={t('shell:close')}
          actions={
            <Button
              look="primary"
              isPending={cancel.isPending}
              isDisabled={state === 'over'}
              onPress={() => cancel.mutate(SELF)}
            >
              {t('deletion.cancel')}
            </Button>
          }
        >
          <DeletionSteps status={status} now={now} />
        </Dialog>
      )}
      {open === 'done' && (
        <Dialog
          isOpen
          title={t('deletion.doneTitle')}
          onClose={close}
          closeLabel={t('shell:close')}
          actions={
            <Button look="primary" autoFocus onPress={close}>
              {t('deletion.close')}
            </Button>
          }
        >
          <p role="status" className={styles.done}>
            <Icon name="checkCircle" />
            {t('deletion.doneText')}
          </p>
        </Dialog>
      )}
    </section>
  );
}
