import type { PlanVersion, RailRun } from '@kreide/core/features/planner';
import { type ApiError, isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Proposal.module.css';
import { enrolRails, placeRails, popEdits, showEdits, withdrawRails } from './planner-queries.ts';

interface RailsActionsProps {
  run: RailRun;
  version: PlanVersion;
  moved: number;
}

/** Takes a distribution over: times into the version, courses to pupils; both can be taken back. */
export function RailsActions({ run, version, moved }: RailsActionsProps) {
  const { t } = useTranslation(['planner', 'shell']);
  const [asked, setAsked] = useState<'place' | 'enrol' | 'withdraw' | null>(null);
  const place = useMutation(placeRails);
  const undo = useMutation(popEdits);
  const enrol = useMutation(enrolRails);
  const withdraw = useMutation(withdrawRails);
  const params = { id: `${run.id}` };
  const onError = (error: ApiError) => {
    setAsked(null);
    toasts.show('error', t('rails.actionFailed', { reason: toSaid(error) }));
  };
  const done = (text: string) => {
    setAsked(null);
    toasts.show('success', text);
  };
  const takeBack = (version_uuid: string) =>
    undo.mutate(
      { body: { version_uuid } },
      {
        onSuccess: (edits) => {
          showEdits(edits);
          done(t('editor.undone'));
        },
        onError,
      },
    );
  const act = {
    place: () =>
      place.mutate(
        { params, body: { revision: version.revision } },
        {
          onSuccess: ({ moved: count, left, weeks, version_uuid }) => {
            setAsked(null);
            toasts.show('success', t('rails.placed', { moved: count, left, weeks }), {
              action: { label: t('rails.undo'), onAction: () => takeBack(version_uuid) },
            });
          },
          onError,
        },
      ),
    enrol: () => enrol.mutate({ params }, { onSuccess: () => done(t('rails.enrolDone')), onError }),
    withdraw: () => withdraw.mutate({ params }, { onSuccess: () => done(t('rails.withdrawn')), onError }),
  };
  const isPending = place.isPending || enrol.isPending || withdraw.isPending;
  return (
    <>
      <div className={styles.actions}>
        {isAllowed(run.can, 'place') && <Button onPress={() => setAsked('place')}>{t('rails.place')}</Button>}
        {isAllowed(run.can, 'enrol') && <Button onPress={() => setAsked('enrol')}>{t('rails.enrol')}</Button>}
        {isAllowed(run.can, 'withdraw') && <Button onPress={() => setAsked('withdraw')}>{t('rails.withdraw')}</Button>}
      </div>
      {asked && (
        <ConfirmDialog
          look="primary"
          title={t(`rails.${asked}`)}
          texts={{ confirm: t(`rails.${asked}`), cancel: t('cancel'), close: t('shell:close') }}
          isPending={isPending}
          onConfirm={act[asked]}
          onClose={() => setAsked(null)}
        >
          <p>{t(`rails.${asked}Text`, { count: moved })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
